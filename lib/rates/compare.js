'use strict';

/*
 * Rates of two or more sides against each other: each configuration is a test, and each of its runs a process that has
 * taken 1e9 / rate ns per operation. The first side is what the others are compared with.
 */

const { configurationsOf } = require('./blocks');
const { judgeSeparately, judgeSummarised, summarised } = require('../estimate/judge');
const { findMachineOutliers } = require('../estimate/machine-outliers');
const { createConditions } = require('../system/conditions');
const { improvementOf } = require('../stats/comparison');
const { PLANNED_LOOKS } = require('../stats/process-contrast');

const isRate = (rate) => rate > 0 && rate < Infinity;

/** What the judge is told of a side. A rate of 0 has no logarithm, and without it the rest would look too good. */
function sideForJudge({ rates, errors }, isJudged = rates.every(isRate)) {
  return {
    samples: isJudged ? rates.map((rate) => ({ nsPerCall: 1e9 / rate, nsLow: null, nsHigh: null, cycles: null })) : [],
    // Of some runs that failed the caller tells; those that did not are compared.
    error: rates.length === 0 && errors.length > 0 ? errors[0] : null,
  };
}

/** The same of all sides, and of each machine that has measured them: a rate of 0 counts for all. */
function forJudge({ sides, blocks }) {
  if (!blocks) return { sides: sides.map((side) => side && sideForJudge(side)) };
  const areJudged = sides.map((side) => side && side.rates.every(isRate));
  return {
    blocks: blocks.map((block) => ({
      machine: block.machine, sides: block.sides.map((side, i) => side && sideForJudge(side, areJudged[i])),
    })),
  };
}

/** Seconds that one more run of a side takes, 0 where nobody knows. */
function secondsOf(sides) {
  let sum = 0;
  let count = 0;
  for (const { seconds } of sides.filter(Boolean)) {
    for (const one of seconds) {
      if (!(one >= 0)) continue;
      sum += one;
      count++;
    }
  }
  return count > 0 ? sum / count : 0;
}

/** Whether the i-th runs of all sides were adjacent in time: those that were made here, and none of which failed. */
function arePairs({ sides, blocks }) {
  const measured = sides.filter(Boolean);
  const [first] = measured;
  return !blocks && measured.every(({ places, errors, rates }) => (
    places && errors.length === 0 && rates.length === first.rates.length));
}

const testOf = (one) => ({
  file: one.file, suite: 1, name: one.configuration, secondsEach: secondsOf(one.sides), paired: arePairs(one),
  ...forJudge(one),
});

/** The sides with rates as they would be on one machine, where several have measured them. */
function levelledSides({ sides, blocks }, test) {
  if (!blocks) return sides;
  return sides.map((side, i) => {
    const values = test.sides[i] ? test.sides[i].values : [];
    return side && side.rates.every(isRate) ? { ...side, rates: values.map((ns) => 1e9 / ns) } : side;
  });
}

/** What is known of a configuration before all are judged. */
function lookedAt(configuration) {
  const { machine } = configuration;
  const test = testOf(configuration);
  const found = summarised(test);
  const sides = levelledSides(configuration, found.test);
  const lists = sides.map((side) => (side ? side.rates : []));
  return {
    found,
    machine,
    secondsEach: test.secondsEach,
    sides: sides.map((side) => side && { processes: side.rates.length, errors: side.errors, rates: side.rates }),
    areRates: lists.map((list) => list.every(isRate)),
    welch: lists.slice(1).map((fresh) => improvementOf(lists[0], fresh)),
  };
}

function withRates(test, { machine, sides, areRates, welch }) {
  test.sides.forEach((side, i) => {
    if (side) Object.assign(side, sides[i]);
  });
  return {
    ...test,
    ...(machine !== undefined && { machine }),
    unit: 'ns',
    changes: test.changes.map((change, i) => {
      const isUnjudged = change.verdict === 'unresolved' && !(areRates[0] && areRates[i + 1]);
      return { ...change, verdict: isUnjudged ? 'not-judged' : change.verdict, welch: welch[i] };
    }),
  };
}

/**
 * @param {object} rates a document of rates; where it has a precision, runs were planned for that
 * @param {object} plan
 * @param {number} plan.margin share within which two are the same
 * @param {number|null} [plan.maxRegression] share
 * @param {boolean} [plan.isSaved] whether the sides were measured at different times: differences under `noise` are
 *   not believed, all words are weaker, and those of different machines are not judged
 * @param {number} [plan.noise] share
 * @param {Map<object, (object|null)[]>} [plan.environments] of each configuration those of its sides, where they are
 *   others than those of the document
 * @returns {{ kind: string, differences: object[], tests: object[], failures: object[], skipped: object[], secondsEach:
 *   number[] }} fields of a comparison, see docs/command-line.md, and of each test the seconds that one more run of a
 *   side takes. tests[].sides[] have besides `rates` and `errors`, tests[].changes[] `welch`. A configuration with a
 *   rate that is not above 0 is 'not-judged', with no figures but those of `welch`. One that several machines have
 *   measured is one test, see configurationsOf, with what each says in changes[].blocks, and rates brought to one
 *   level; oddMachines, see there, of a document that tells its machines.
 */
function compareRates(rates, plan) {
  const { margin, maxRegression = null, isSaved = false, noise = 0, environments = new Map() } = plan;
  const { sides, failures = [], skipped = [] } = rates;
  const configurations = configurationsOf(rates);
  const conditions = createConditions(sides.map(({ environment }) => environment || null));
  const areComparable = configurations.map((one) => !isSaved || conditions.areEqual(environments.get(one)));
  const differences = isSaved ? conditions.differences() : [];
  const all = configurations.map(lookedAt);
  const limits = {
    margin: isSaved ? noise : margin, floor: isSaved ? noise : 0, isSaved, maxRegression,
    looks: !isSaved && rates.precision > 0 ? PLANNED_LOOKS : 1,
  };
  const tests = judgeSeparately(all.map(({ found }) => found), areComparable, (own, isComparable) => (
    judgeSummarised(own, { ...limits, isComparable })));
  return {
    kind: isSaved ? 'saved' : 'processes',
    differences,
    tests: tests.map((test, i) => withRates(test, all[i])),
    secondsEach: all.map(({ secondsEach }) => secondsEach),
    ...(rates.machines && {
      oddMachines: findMachineOutliers(configurations.filter(({ blocks }) => blocks).map(testOf)),
    }),
    failures,
    skipped,
  };
}

module.exports = { compareRates };
