'use strict';

/* Compares saved results. They come from different times, often from one process, so small differences are noise. */

const { withCounts } = require('./gate');
const { withMemory } = require('./memory-changes');
const { createConditions, describeDifference } = require('../../core/system/fingerprint');
const { judge, judgeSeparately, sampleWithoutSpeed } = require('../../core/estimate/judge');
const { isUnmeasured } = require('../../base/text/verdict-words');

// Times of different processors are not comparable. Instructions are, if V8 compiles the same code.
const OF_TIMES_ALONE = ['cpu', 'virtualMachine'];

function sideOfTest(test) {
  const { samples, error, verdict } = test;
  return {
    samples: isUnmeasured(test) ? samples.map(() => sampleWithoutSpeed(test)) : samples,
    // The samples of a failed test mean nothing.
    error: verdict === 'failed' ? error : null,
  };
}

function readSavedCounts({ counts = null, warnings = [] }) {
  const { reason = null } = warnings.find(({ code }) => code === 'not-counted') || {};
  return counts === null && reason === null ? null : { counts, reason };
}

/** The tests as withCounts() returns them, if the first side and another one have counts; otherwise unchanged */
function withSavedCounts({ tests, differences }, known, plan) {
  const isCounted = (side) => known.some((one) => one[side] !== null);
  if (!isCounted(0) || !plan.sides.some((_, side) => side > 0 && isCounted(side))) return tests;
  const decisive = differences.find(({ field, forbids }) => forbids && !OF_TIMES_ALONE.includes(field));
  const forbidden = decisive ? `counted under different conditions (${describeDifference(decisive)})` : null;
  return withCounts(tests, known, { ...plan, forbidden });
}

const environmentOf = ({ environment, machines }, { machine }) => (
  (machines && machine !== undefined ? machines[machine].environment : environment) || {});

/** Returns fields of a comparison. noise, countPrecision and both limits are shares. */
function compareSaved(documents, { noise, maxRegression, maxRegressionMemory = null, countPrecision, sides }) {
  const byFile = documents.some(({ suites }) => new Set(suites.map(({ file }) => file)).size > 1);
  const perSide = () => documents.map(() => null);
  const found = new Map();
  documents.forEach((document, side) => {
    for (const [suite, test] of document.suites.flatMap((one) => one.tests.map((test) => [one, test]))) {
      const key = JSON.stringify([byFile ? suite.file : null, suite.suite, test.name]);
      if (!found.has(key)) {
        found.set(key, {
          file: suite.file, suite: suite.suite, name: test.name, secondsEach: 0,
          sides: perSide(), counted: perSide(), withMemory: documents.map(() => []), environments: perSide(),
        });
      }
      const entry = found.get(key);
      entry.sides[side] = sideOfTest(test);
      entry.counted[side] = readSavedCounts(test);
      if (test.memory) entry.withMemory[side].push(test);
      entry.environments[side] = environmentOf(document, suite);
    }
  });
  const entries = [...found.values()];
  const conditions = createConditions(documents.map(({ environment }) => environment || {}));
  const areComparable = entries.map(({ environments }) => conditions.areEqual(environments));
  const differences = conditions.differences();
  const tests = judgeSeparately(entries, areComparable, (own, isComparable) => judge(own, {
    margin: noise, floor: noise, isSaved: true, isComparable,
  }));
  const counted = entries.map((entry) => entry.counted);
  const plan = { sides, precision: countPrecision, maxRegression };
  const rows = entries.map(({ withMemory: own }) => own);
  const judged = withMemory(withSavedCounts({ tests, differences }, counted, plan), rows, maxRegressionMemory);
  return { kind: 'saved', differences, tests: judged };
}

module.exports = { withSavedCounts, compareSaved, readSavedCounts };
