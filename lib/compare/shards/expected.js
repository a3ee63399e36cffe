'use strict';

/* Durations of units, according to saved documents. */

const { mean } = require('../../base/stats/sample');

const formatUnitKey = (...names) => JSON.stringify(names);
const keyOfTest = ({ file, suite, name }) => formatUnitKey(file, suite, name);
const keyOfConfiguration = ({ file, asked, configuration }) => formatUnitKey(file, asked || configuration);

/** Runs of a side, failed ones included. */
const countRunsOfSide = ({ rates, errors }) => rates.length + errors.length;

// Returns [key, seconds] of each unit.
const SECONDS = {
  results: ({ suites }) => suites.map(({ file, seconds }) => [formatUnitKey(file), seconds]),
  comparison: ({ tests }) => tests.map((test) => [keyOfTest(test), test.seconds]),
  // Seconds of one run, because the number of runs can differ. The same command plans the same share of runs again.
  rates: ({ configurations, runs }) => configurations.map((one) => {
    const share = one.wanted > 0 ? one.wanted / runs : 1;
    const done = one.sides.filter(Boolean).reduce((sum, side) => sum + countRunsOfSide(side), 0);
    return [keyOfConfiguration(one), done > 0 ? one.seconds / done * share : undefined];
  }),
};

/** Seconds by keys of units: suites of a file together; for rates, of one run of a side. Later documents win. */
const collectSeconds = (documents) => new Map(documents.flatMap((document) => {
  const own = new Map();
  for (const [key, value] of SECONDS[document.qtimeit](document)) {
    if (Number.isFinite(value)) own.set(key, (own.get(key) || 0) + value);
  }
  return [...own];
}));

/** Seconds of each unit (the mean for unknown ones, null if all are unknown), and the number of unknown units. */
function estimateSeconds(keys, known) {
  const found = keys.map((key) => known.get(key));
  const values = found.filter((value) => value !== undefined);
  if (values.length === 0) return { seconds: null, unknown: keys.length };
  const usual = mean(values);
  return { seconds: found.map((value) => value ?? usual), unknown: keys.length - values.length };
}

module.exports = { formatUnitKey, keyOfTest, keyOfConfiguration, countRunsOfSide, collectSeconds, estimateSeconds };
