'use strict';

/* bench-node 0.15 */

const { figuresOf, isAsync, measure, note, ownLoop, refuse, waiting } = require('../suite');

const LIBRARY = 'bench-node';
const OPTIMIZED = 'results are for optimized code; bench-node prevents optimization by default';
const AWAITED = 'qtimeit awaits the promise; bench-node does not';

// Our table replaces these reports.
const REPORTS = ['textReport', 'prettyReport', 'chartReport', 'htmlReport', 'jsonReport', 'csvReport'];
const reports = Object.fromEntries(REPORTS.map((name) => [name, () => {}]));

// Their results would be of the library's own loop, which is not there.
class Plugin {}

/** Functions that judge samples, which rows have as verdicts. */
const without = (name) => () => {
  throw new TypeError(`bench-node: ${name}() is not available; qtimeit compares the tests itself. Remove the call`);
};

function resultOf({ name, options, plugins }, row) {
  const { error, mean, sample, calls } = figuresOf(row);
  if (error) return { name, error, iterations: 0, opsSec: 0, opsSecPerRun: [], plugins };
  const times = sample.map((one) => one * 1e9);
  return {
    name, iterations: calls, opsSec: 1 / mean, opsSecPerRun: sample.map((one) => 1 / one), plugins,
    totalTime: mean * calls, baseline: options.baseline === true,
    histogram: { samples: times.length, min: times[0], max: times.at(-1), sampleData: times },
  };
}

class Suite {
  #benchmarks = [];
  #options;

  constructor(options = {}) {
    this.#options = options;
    if (options.plugins && options.plugins.length > 0) {
      refuse(LIBRARY, 'plugins', 'qtimeit does not use the bench-node loop that plugins change');
    }
    if (options.useWorkers) refuse(LIBRARY, 'useWorkers', 'tests run in separate processes (--fork)');
    waiting.add(this);
  }

  add(name, ...rest) {
    const fn = rest.at(-1);
    if (typeof fn !== 'function') throw new TypeError(`bench-node: the benchmark ${name} has no function`);
    this.#benchmarks.push({ name, fn, options: rest.length > 1 ? rest[0] : {}, plugins: [] });
    return this;
  }

  async run() {
    waiting.delete(this);
    note(`${LIBRARY}: ${OPTIMIZED}`, '');
    // The first test is the baseline.
    const ordered = [...this.#benchmarks].sort((a, b) => Boolean(b.options.baseline) - Boolean(a.options.baseline));
    const rows = await measure(ordered.map(({ name, fn }) => ({
      name, test: fn.length > 0 ? ownLoop(fn, LIBRARY, name) : { fn, ...(isAsync(fn) && { kind: 'promise' }) },
    })));
    for (const [i, { name, fn }] of ordered.entries()) {
      if (rows[i] && rows[i].kind === 'promise' && !isAsync(fn)) note(`${LIBRARY}: ${name}: ${AWAITED}`, '');
    }
    const results = this.#benchmarks.map((one) => resultOf(one, rows[ordered.indexOf(one)]));
    const { reporter, reporterOptions = {} } = this.#options;
    const isOurs = Object.values(reports).includes(reporter);
    if (typeof reporter === 'function' && !isOurs) reporter(results, reporterOptions);
    return results;
  }
}

exports.Suite = Suite;
exports.textReport = reports.textReport;
exports.prettyReport = reports.prettyReport;
exports.chartReport = reports.chartReport;
exports.htmlReport = reports.htmlReport;
exports.jsonReport = reports.jsonReport;
exports.csvReport = reports.csvReport;
exports.V8NeverOptimizePlugin = Plugin;
exports.V8GetOptimizationStatus = Plugin;
exports.V8OptimizeOnNextCallPlugin = Plugin;
exports.MemoryPlugin = Plugin;
exports.DeadCodeEliminationDetectionPlugin = Plugin;
exports.welchTTest = without('welchTTest');
exports.compareBenchmarks = without('compareBenchmarks');
exports.getSignificanceStars = without('getSignificanceStars');
