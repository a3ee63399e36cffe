'use strict';

/* bench-node 0.15 */

const { Stopwatch, timedInParts } = require('../../../core/measure/timed-parts');
const {
  chooseIterations, toLibraryFigures, inOrder, isLeftOut, measureTests, note, noteLoop, noteIgnoredMember,
  refuseTimes, waiting,
} = require('../suite');
const { isAsyncFunction } = require('../../../base/text/show');

const LIBRARY = 'bench-node';
const TIMES = ['minTime', 'maxTime', 'minSamples', 'repeatSuite'];
const OPTIMIZED = 'results are for optimized code; bench-node prevents optimization by default';
const AWAITED = 'qtimeit awaits the promise; bench-node does not';

// Reported if a file gives them
const IGNORED = {
  plugins: 'qtimeit does not use the bench-node loop that plugins change',
  useWorkers: 'tests run in separate processes (--fork)',
  ttest: 'verdicts of the table compare the tests',
  detectDeadCodeElimination: 'qtimeit always reports removed work, as folded or hoisted',
  pretty: 'qtimeit prints its table',
  reporterOptions: 'only the reporter of a file receives them',
};

const reports = new Set();

/** A built-in reporter */
function report(name) {
  const reporter = () => noteIgnoredMember(LIBRARY, `${name}()`, 'qtimeit prints its table, and -o FILE writes it');
  reports.add(reporter);
  return reporter;
}

// Their results would be of the library's own loop, which is not there.
class Plugin {}

/** Functions that judge samples, which rows have as verdicts. */
const without = (name) => () => {
  throw new TypeError(`bench-node: ${name}() is not available; qtimeit compares the tests itself. Remove the call`);
};

function resultOf({ name, options, plugins }, row, mode) {
  const { error, mean, sample, calls } = toLibraryFigures(row);
  if (error) return { name, error, iterations: 0, opsSec: 0, opsSecPerRun: [], plugins };
  const figures = mode === 'time' ? { totalTime: mean }
    : { opsSec: 1 / mean, opsSecPerRun: sample.map((one) => 1 / one) };
  const times = sample.map((one) => one * 1e9);
  return {
    name, iterations: calls, ...figures, plugins, baseline: options.baseline === true,
    histogram: { samples: times.length, min: times[0], max: times.at(-1), sampleData: times },
  };
}

/** The function has the loop, and marks it. A call shows the number of operations that it makes. */
async function managed(fn, name) {
  const watch = new Stopwatch();
  let ops = 1;
  const timer = {
    count: 1,
    start() { watch.start(); },
    end(iterations = 1) {
      watch.end();
      ops = iterations;
    },
  };
  const test = timedInParts(() => fn(timer), { watch });
  const chosen = await chooseIterations(fn, name, watch, async (count) => {
    timer.count = count;
    await test();
    return ops;
  });
  timer.count = chosen.count;
  if (chosen.ops > 1) noteLoop(LIBRARY, name, chosen.ops);
  return { fn: test, ops: chosen.ops };
}

const testOf = ({ name, fn }) => (
  fn.length > 0 ? managed(fn, name) : { fn, ...(isAsyncFunction(fn) && { kind: 'promise' }) });

class Suite {
  #benchmarks = [];
  #options;

  constructor(options = {}) {
    this.#options = options;
    const isCustom = typeof options.reporter === 'function' && !reports.has(options.reporter);
    for (const [name, why] of Object.entries(IGNORED)) {
      const isGiven = options[name] && options[name].length !== 0 && !(name === 'reporterOptions' && isCustom);
      if (isGiven) noteIgnoredMember(LIBRARY, name, why);
    }
    waiting.add(this);
  }

  add(name, ...rest) {
    const fn = rest.at(-1);
    if (typeof fn !== 'function') throw new TypeError(`bench-node: the benchmark ${name} has no function`);
    this.#benchmarks.push({ name, fn, options: rest.length > 1 ? rest[0] : {}, plugins: [] });
    return this;
  }

  get isEmpty() { return this.#benchmarks.length === 0; }

  async run() {
    waiting.delete(this);
    note(`${LIBRARY}: ${OPTIMIZED}`, '');
    const given = [this.#options, ...this.#benchmarks.map(({ options }) => options)];
    refuseTimes(LIBRARY, TIMES.filter((name) => given.some((options) => options[name] !== undefined)));
    // The first test is the baseline.
    const ordered = [...this.#benchmarks].sort((a, b) => Boolean(b.options.baseline) - Boolean(a.options.baseline));
    const tests = await inOrder(async () => {
      const made = [];
      for (const one of ordered) made.push({ name: one.name, test: await testOf(one) });
      return made;
    });
    const rows = await measureTests(tests);
    for (const [i, { name, fn }] of ordered.entries()) {
      if (rows[i] && rows[i].kind === 'promise' && !isAsyncFunction(fn)) note(`${LIBRARY}: ${name}: ${AWAITED}`, '');
    }
    const { reporter, reporterOptions = {}, benchmarkMode } = this.#options;
    const results = this.#benchmarks.map((one) => ({ one, row: rows[ordered.indexOf(one)] }))
      .filter(({ row }) => !isLeftOut(row)).map(({ one, row }) => resultOf(one, row, benchmarkMode));
    if (typeof reporter === 'function') reporter(results, reporterOptions);
    return results;
  }
}

exports.Suite = Suite;
exports.textReport = report('textReport');
exports.prettyReport = report('prettyReport');
exports.chartReport = report('chartReport');
exports.htmlReport = report('htmlReport');
exports.jsonReport = report('jsonReport');
exports.csvReport = report('csvReport');
exports.V8NeverOptimizePlugin = Plugin;
exports.V8GetOptimizationStatus = Plugin;
exports.V8OptimizeOnNextCallPlugin = Plugin;
exports.MemoryPlugin = Plugin;
exports.DeadCodeEliminationDetectionPlugin = Plugin;
exports.welchTTest = without('welchTTest');
exports.compareBenchmarks = without('compareBenchmarks');
exports.getSignificanceStars = without('getSignificanceStars');
