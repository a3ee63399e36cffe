'use strict';

/* How long units took before, according to saved documents. */

/** The key of a unit: its names. */
const keyOf = (...names) => JSON.stringify(names);

const keyOfTest = ({ file, suite, name }) => keyOf(file, suite, name);
const keyOfConfiguration = ({ file, asked, configuration }) => keyOf(file, asked || configuration);

/** Runs of a side, failed ones included. */
const runsOf = ({ rates, errors }) => rates.length + errors.length;

// Each gives [key, seconds] of its units.
const SECONDS = {
  results: ({ suites }) => suites.map(({ file, seconds }) => [keyOf(file), seconds]),
  comparison: ({ tests }) => tests.map((test) => [keyOfTest(test), test.seconds]),
  /*
   * Seconds of one run, because the number of runs can differ. If runs were planned, the same command plans them again:
   * then the seconds are scaled by the planned share of the runs.
   */
  rates: ({ configurations, runs }) => configurations.map((one) => {
    const share = one.wanted > 0 ? one.wanted / runs : 1;
    const done = one.sides.filter(Boolean).reduce((sum, side) => sum + runsOf(side), 0);
    return [keyOfConfiguration(one), done > 0 ? one.seconds / done * share : undefined];
  }),
};

/**
 * @param {object[]} documents results, comparisons, rates; the last one that knows a unit counts
 * @returns {Map<string, number>} seconds by the keys of units, suites of one file together; for rates, seconds of one
 *   run of one side
 */
function secondsIn(documents) {
  const seconds = new Map();
  for (const document of documents) {
    const own = new Map();
    for (const [key, value] of SECONDS[document.qtimeit](document)) {
      if (Number.isFinite(value)) own.set(key, (own.get(key) || 0) + value);
    }
    for (const [key, value] of own) seconds.set(key, value);
  }
  return seconds;
}

/**
 * @param {string[]} keys of units
 * @param {Map<string, number>} known seconds of some units
 * @returns {{ seconds: number[]|null, unknown: number }} of each unit; an unknown one gets the mean of the known ones;
 *   null if none is known
 */
function expectedOf(keys, known) {
  const found = keys.map((key) => known.get(key));
  const values = found.filter((value) => value !== undefined);
  if (values.length === 0) return { seconds: null, unknown: keys.length };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { seconds: found.map((value) => value ?? mean), unknown: keys.length - values.length };
}

module.exports = { keyOf, keyOfTest, keyOfConfiguration, runsOf, secondsIn, expectedOf };
