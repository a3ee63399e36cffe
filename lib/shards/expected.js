'use strict';

/* What units took when they were measured before, as saved documents tell it. */

/** By which a unit is found again: its names. */
const keyOf = (...names) => JSON.stringify(names);

const runsIn = ({ sides }) => sides.reduce((sum, side) => sum + (side ? side.rates.length + side.errors.length : 0), 0);

/** Files of results; several suites of one file take their times together. */
const ofResults = ({ suites }) => suites.map(({ file, seconds }) => [keyOf(file), seconds]);

const ofComparison = ({ tests }) => tests.map(({ file, suite, name, seconds }) => [keyOf(file, suite, name), seconds]);

/**
 * Of one run: how many there will be is another question. Where runs were planned, which the same command does again,
 * of so much of one as that has made of all that there may be.
 */
const ofRates = ({ configurations, runs }) => configurations.map((one) => {
  const share = one.wanted > 0 ? one.wanted / runs : 1;
  return [
    keyOf(one.file, one.asked || one.configuration), runsIn(one) > 0 ? one.seconds / runsIn(one) * share : undefined];
});

const KINDS = { results: ofResults, comparison: ofComparison, rates: ofRates };

/**
 * @param {object[]} documents results, comparisons, rates; of a unit that several tell of the last counts
 * @returns {Map<string, number>} seconds by the keys of units; of rates those of one run of one side
 */
function secondsIn(documents) {
  const seconds = new Map();
  for (const document of documents) {
    const own = new Map();
    for (const [key, value] of KINDS[document.qtimeit](document)) {
      if (Number.isFinite(value)) own.set(key, (own.get(key) || 0) + value);
    }
    for (const [key, value] of own) seconds.set(key, value);
  }
  return seconds;
}

/**
 * @param {string[]} keys of units
 * @param {Map<string, number>} known seconds of some
 * @returns {{ seconds: number[]|null, unknown: number }} of each; one that is not known takes the mean of the others.
 *   null where none is known
 */
function expectedOf(keys, known) {
  const told = keys.map((key) => known.get(key));
  const values = told.filter((value) => value !== undefined);
  if (values.length === 0) return { seconds: null, unknown: keys.length };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { seconds: told.map((value) => (value === undefined ? mean : value)), unknown: keys.length - values.length };
}

module.exports = { keyOf, secondsIn, expectedOf };
