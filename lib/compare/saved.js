'use strict';

/*
 * Saved results against each other. They are of different times, and a single process each as often as not:
 * a floor under which no difference is believed stands for what happened in between.
 */

const { addCounts } = require('./count-changes');
const { createConditions } = require('../system/conditions');
const { describeDifference } = require('../system/fingerprint');
const { judge, judgeSeparately, sampleWithoutSpeed } = require('../estimate/judge');
const { isUntold } = require('../text/verdict-words');

// Of another processor times say nothing of the code. Instructions do, as far as V8 makes the same of it.
const OF_TIMES_ALONE = ['cpu', 'virtualMachine'];

/** What identifies a test in different files of results; the name of the file only where these hold several. */
function keyOf({ file, suite }, { name }, byFile) {
  return JSON.stringify([byFile ? file : null, suite, name]);
}

const filesOf = ({ suites }) => new Set(suites.map(({ file }) => file)).size;

function sideOfTest(test) {
  const { samples, error, verdict } = test;
  return {
    samples: isUntold(test) ? samples.map(() => sampleWithoutSpeed(test)) : samples,
    // Of a failed test the samples before it are of no use: nobody knows what it did.
    error: verdict === 'failed' ? error : null,
  };
}

/** What is known of the instructions of a saved test, null where nobody has asked for them. */
function countedOf({ counts = null, warnings }) {
  const { reason = null } = warnings.find(({ code }) => code === 'not-counted') || {};
  return counts === null && reason === null ? null : { counts, reason };
}

/** Why counts cannot be compared, null where they can. */
function forbiddenBy(differences) {
  const decisive = differences.find(({ field, forbids }) => forbids && !OF_TIMES_ALONE.includes(field));
  return decisive ? `counted under different conditions, ${describeDifference(decisive)}` : null;
}

/** That of the machine that has measured a suite. */
const environmentOf = ({ environment, machines }, { machine }) => (
  (machines && machine !== undefined ? machines[machine].environment : environment) || {});

/**
 * @param {object[]} documents results, two or more
 * @param {object} options { noise (share), maxRegression, countPrecision (share, or null), sides: with their labels }
 * @returns {{ kind, differences, tests }} fields of a comparison
 */
function compareSaved(documents, { noise, maxRegression, countPrecision, sides }) {
  const byFile = documents.some((document) => filesOf(document) > 1);
  const found = new Map();
  documents.forEach((document, side) => {
    for (const suite of document.suites) {
      for (const test of suite.tests) {
        const key = keyOf(suite, test, byFile);
        if (!found.has(key)) {
          found.set(key, {
            file: suite.file, suite: suite.suite, name: test.name, sides: documents.map(() => null), secondsEach: 0,
            counted: documents.map(() => null), environments: documents.map(() => null),
          });
        }
        found.get(key).sides[side] = sideOfTest(test);
        found.get(key).counted[side] = countedOf(test);
        found.get(key).environments[side] = environmentOf(document, suite);
      }
    }
  });
  const conditions = createConditions(documents.map(({ environment }) => environment || {}));
  const areComparable = [...found.values()].map(({ environments }) => conditions.areEqual(environments));
  const differences = conditions.differences();
  const tests = judgeSeparately([...found.values()], areComparable, (own, isComparable) => judge(own, {
    margin: noise, floor: noise, isSaved: true, isComparable, maxRegression,
  }));
  const counted = [...found.values()].map((test) => test.counted);
  const isCounted = (side) => counted.some((known) => known[side] !== null);
  if (isCounted(0) && documents.some((_, side) => side > 0 && isCounted(side))) {
    const forbidden = forbiddenBy(differences);
    addCounts(tests, counted, { sides, precision: countPrecision, maxRegression, forbidden });
  }
  return { kind: 'saved', differences, tests };
}

module.exports = { compareSaved, countedOf, forbiddenBy };
