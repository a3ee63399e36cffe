'use strict';

/* Tests of a comparison that was merged of several machines', for the judge: each test once, with a block of each. */

const { sampleWithoutSpeed } = require('../estimate/judge');
const { groupedBy } = require('../text/grouped-by');
const { isUntold } = require('../text/verdict-words');

/** Processes as they were measured: of a saved side there are their values, in the unit of the test. */
function samplesOf({ values, processes, nsPerCall, nsLow, nsHigh, cycles }, unit, verdict) {
  const nsOfUnit = unit === 'cycles' ? nsPerCall / cycles : 1;
  // The only process tells its own interval.
  const own = values.length === 1 ? { nsLow, nsHigh } : { nsLow: null, nsHigh: null };
  return [
    ...values.map((value) => ({ nsPerCall: value * nsOfUnit, ...own, cycles: unit === 'cycles' ? value : null })),
    ...Array.from({ length: processes - values.length }, () => sampleWithoutSpeed({ verdict })),
  ];
}

function blockOf({ machine, sides, unit, changes }) {
  const { verdict = 'below-resolution' } = changes.find(isUntold) || {};
  return {
    machine,
    sides: sides.map((side) => side && { samples: samplesOf(side, unit, verdict), error: side.error }),
  };
}

/** Seconds that one process of a side took, 0 where nobody knows. */
function secondsEachOf(tests) {
  const known = tests.filter(({ seconds }) => seconds > 0);
  const processes = known.flatMap(({ sides }) => sides).reduce((sum, side) => sum + (side ? side.processes : 0), 0);
  return processes > 0 ? known.reduce((sum, { seconds }) => sum + seconds, 0) / processes : 0;
}

/**
 * @param {object[]} tests of comparisons of the same plan: { file, suite, name, machine: index, sides, unit, changes,
 *   seconds }; those of the same file, suite and name are blocks of one
 * @returns {TestOfSides[]} for judge(), whose result has one test for each of these, in this order, and for
 *   oddMachines()
 */
function blockTestsOf(tests) {
  const groups = groupedBy(tests, ({ file, suite, name }) => JSON.stringify([file, suite, name]));
  return [...groups.values()].map((own) => {
    const [{ file, suite, name }] = own;
    const paired = own.every((test) => test.paired === true);
    return { file, suite, name, paired, secondsEach: secondsEachOf(own), blocks: own.map(blockOf) };
  });
}

module.exports = { blockTestsOf };
