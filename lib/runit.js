'use strict';

const { show } = require('./base/text/show');
const { maxOf, minOf } = require('./base/stats/sample');

/** runit runs the same callback test several times, and prints the totals and the rate of items. */
function createRunit({ timeit, fptime, write }) {
  /** nloops: calls in each run, or its seconds; name: start of each line; callback: without it errors are thrown. */
  return function runit(repeats, nloops, itemsPerRun, name, fn, callback) {
    if (!Number.isSafeInteger(repeats) || repeats < 1) {
      throw new RangeError(`runit: cannot run ${show(repeats)} times. Pass an integer of at least 1`);
    }
    if (typeof itemsPerRun !== 'number' || !(itemsPerRun > 0) || itemsPerRun === Infinity) {
      throw new RangeError(`runit: one call cannot handle ${show(itemsPerRun)} items. Pass a number above 0`);
    }
    const rates = [];
    let runs = 0;
    let count = 0;
    let elapsed = 0;
    const started = fptime();

    function next() {
      timeit(nloops, fn, name, (error, runCount, runElapsed) => {
        if (error) {
          finish(error);
          return;
        }
        count += runCount;
        elapsed += runElapsed;
        runs++;
        if (runElapsed > 0) rates.push(runCount * itemsPerRun / runElapsed);
        if (runs < repeats) next();
        else finish(null);
      });
    }

    function finish(error) {
      if (!error) {
        const figures = [minOf(rates), maxOf(rates), count * itemsPerRun / elapsed];
        const text = figures.map((value) => value.toFixed(2)).join(' ');
        const range = rates.length ? text : 'cannot be distinguished from an empty function';
        write(`Total runtime ${elapsed.toFixed(3)} of ${(fptime() - started).toFixed(3)} elapsed\n`);
        write(`item rate min-max-avg ${range}\n`);
      }
      if (callback) callback(error);
      else if (error) throw error;
    }

    next();
  };
}

module.exports = { createRunit };
