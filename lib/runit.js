'use strict';

const { show } = require('./text/show');

/**
 * Makes runit: the same callback test several times over, then the totals and the rate of items.
 *
 * @param {{ timeit: function, fptime: function, write: function }} tools
 */
function createRunit({ timeit, fptime, write }) {
  /**
   * @param {number} repeats how many runs
   * @param {number|string|object} nloops calls in each run, or its seconds
   * @param {number} itemsPerRun items that one call of the test handles
   * @param {string} name put first in the line of each run
   * @param {function(function)} fn a callback test
   * @param {function(Error|null)} [callback] called at the end; without it an error is thrown
   */
  return function runit(repeats, nloops, itemsPerRun, name, fn, callback) {
    if (!Number.isSafeInteger(repeats) || repeats < 1) {
      throw new RangeError(`runit: cannot run ${show(repeats)} times; give the number of runs, 1 or more`);
    }
    if (typeof itemsPerRun !== 'number' || !(itemsPerRun > 0) || itemsPerRun === Infinity) {
      throw new RangeError(`runit: one call cannot handle ${show(itemsPerRun)} items; give a number above 0`);
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
        const figures = [Math.min(...rates), Math.max(...rates), count * itemsPerRun / elapsed];
        const text = figures.map((value) => value.toFixed(2)).join(' ');
        const told = rates.length ? text : 'cannot be told from an empty function';
        write(`Total runtime ${elapsed.toFixed(3)} of ${(fptime() - started).toFixed(3)} elapsed\n`);
        write(`item rate min-max-avg ${told}\n`);
      }
      if (callback) callback(error);
      else if (error) throw error;
    }

    next();
  };
}

module.exports = { createRunit };
