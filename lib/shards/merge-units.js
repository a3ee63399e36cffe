'use strict';

/* The units of a shard's document: which places of the plan they have, and whether they have been measured. */

const { configurationName } = require('../text/configuration-names');
const { groupedBy } = require('../text/grouped-by');

const isOver = ({ seconds }) => typeof seconds === 'number';

/** A file; it is over where all of its suites are. */
function ofResults({ suites, shard: { files } }) {
  const own = groupedBy(suites, ({ file }) => file);
  return files.map((file) => {
    const entries = own.get(file) || [];
    return { name: file, entries, isMeasured: entries.length > 0 && entries.every(isOver) };
  });
}

/** A test has as many processes of each side as were planned for it, if it has both sides and none failed. */
function ofComparison({ tests }) {
  return tests.map((test) => {
    const { file, suite, name, sides, planned = null } = test;
    const isWhole = sides.some((side) => side === null || side.error !== null)
      || (planned !== null && sides.every(({ processes }) => processes >= planned.processes));
    return {
      name: `${file === null ? '' : `${file}${suite > 1 ? `, suite ${suite}` : ''}: `}${name}`,
      entries: [test], isMeasured: isWhole,
    };
  });
}

const runsOf = ({ rates, errors }) => rates.length + errors.length;

/** A configuration has as many runs of each side as there are to be, or as were planned for it. */
function ofRates({ configurations, runs }) {
  return configurations.map((one) => ({
    name: configurationName(one), entries: [one],
    isMeasured: one.sides.every((side) => side === null || runsOf(side) >= (one.wanted || runs)),
  }));
}

const UNITS = { results: ofResults, comparison: ofComparison, rates: ofRates };

/**
 * @param {object} document with a shard
 * @returns {{ place: number, name: string, entries: object[], isMeasured: boolean }[]} entries: its suites, its test,
 *   its configuration
 */
function unitsOf(document) {
  const { complete, shard: { places } } = document;
  return UNITS[document.qtimeit](document).map((unit, i) => (
    { ...unit, place: places[i], isMeasured: complete || unit.isMeasured }));
}

module.exports = { unitsOf };
