'use strict';

/* node:bench of Node.js 26 */

const { Stopwatch, timedInParts } = require('../../../core/measure/timed-parts');
const {
  actAfter, toLibraryFigures, isLeftOut, measureTests, note, noteIgnoredMember, refuseTimes, waiting,
} = require('../suite');

const LIBRARY = 'node:bench';
const OWN_LOOP = 'the time includes the loop in the function';

const { signal: NEVER } = new AbortController();

let declared = [];
let open = { name: '', hooks: [] };

/** One sample of the file: it owns the loop, and says how many operations it made. */
class Context {
  constructor(name, params, watch) {
    Object.assign(this, { name, params, watch, phase: 'measurement', index: 0, signal: NEVER });
    this.operations = null;
  }

  start() { this.watch.start(); }

  end(operations = 1, { detail } = {}) {
    this.watch.end();
    return this.sample(operations, BigInt(Math.round(this.watch.latestNs)), detail);
  }

  record({ operations, duration_ns: duration, detail }) {
    this.watch.tell(Number(duration));
    return this.sample(operations, duration, detail);
  }

  sample(operations, duration, detail) {
    this.operations = operations;
    return { operations, duration_ns: duration, rate: operations / Number(duration) * 1e9, detail };
  }

  done() {}
  diagnostic(message) { note(`${this.name}: ${message}`, ''); }
}

const textOf = (params) => Object.entries(params).map(([key, value]) => `${key}=${value}`).join(' ');

function suite(name, ...rest) {
  const declare = rest.at(-1);
  const [options] = rest.length > 1 ? rest : [{}];
  if (options.skip) return undefined;
  const outer = open;
  open = { name: [outer.name, name].filter(Boolean).join(' '), hooks: [...outer.hooks] };
  return actAfter(declare(), () => { open = outer; });
}

function bench(...args) {
  const [name = 'anonymous'] = args.filter((one) => typeof one === 'string');
  const options = args.find((one) => one !== null && typeof one === 'object') || {};
  const fn = args.at(-1);
  const { params = {}, skip, only = false } = options;
  refuseTimes(LIBRARY, ['samples', 'warmup', 'timeout'].filter((one) => options[one] !== undefined));
  if (skip) return Promise.resolve({ skip });
  const entry = { name: [name, textOf(params)].filter(Boolean).join(' '), params, fn, only, group: open };
  declared.push(entry);
  waiting.add(leftovers);
  return new Promise((resolve) => { entry.resolve = resolve; });
}

const hooksOf = ({ group }, wanted) => group.hooks.filter(({ type }) => wanted.includes(type));
const called = (hooks) => async () => { for (const { act } of hooks) await act(); };

async function testOf(entry) {
  const { name, params, fn } = entry;
  const setUp = called(hooksOf(entry, ['before', 'beforeEach']));
  const tearDown = called(hooksOf(entry, ['afterEach', 'after']));
  const watch = new Stopwatch();
  const trial = new Context(name, params, watch);
  await setUp();
  await fn(trial);
  await tearDown();
  if (trial.operations === null) throw new Error(`node:bench: ${name} did not call end() or record()`);
  if (trial.operations > 1) note(`${LIBRARY}: ${name}: ${OWN_LOOP}`, '');
  const sample = timedInParts(() => fn(new Context(name, params, watch)), { watch });
  return { fn: sample, ops: trial.operations, setup: setUp, teardown: tearDown };
}

function resultOf(row) {
  if (isLeftOut(row)) return { skip: 'not selected' };
  const { error, mean, sample, rme } = toLibraryFigures(row);
  if (error) return { error };
  const rates = sample.map((one) => 1 / one).reverse();
  const rate = 1 / mean;
  return {
    samples: rates.map((one) => ({ operations: 1, duration_ns: BigInt(Math.round(1e9 / one)), rate: one })),
    summary: {
      mean: rate, median: rates[rates.length >> 1], min: rates[0], max: rates.at(-1),
      confidenceInterval: { lower: Math.max(0, rate * (1 - rme / 100)), upper: rate * (1 + rme / 100) },
    },
  };
}

async function run() {
  const only = declared.filter((one) => one.only);
  const chosen = only.length > 0 ? only : declared;
  declared = [];
  const tests = [];
  for (const entry of chosen) {
    const test = await testOf(entry).catch((error) => ({ fn() { throw error; } }));
    tests.push({ name: entry.name, group: entry.group.name || null, test });
  }
  const rows = await measureTests(tests);
  chosen.forEach(({ resolve }, i) => resolve(resultOf(rows[i])));
}

const leftovers = { run };

for (const type of ['before', 'after', 'beforeEach', 'afterEach']) {
  bench[type] = (act) => { open.hooks.push({ type, act }); };
}
bench.skip = (name) => Promise.resolve({ skip: name });
bench.only = (name, ...rest) => (rest.length > 1 ? bench(name, { ...rest[0], only: true }, rest[1])
  : bench(name, { only: true }, rest[0]));

const ignored = (member) => () => noteIgnoredMember(LIBRARY, member, 'qtimeit runs the file');

module.exports = bench;
module.exports.bench = bench;
module.exports.suite = suite;
module.exports.describe = suite;
module.exports.before = bench.before;
module.exports.after = bench.after;
module.exports.beforeEach = bench.beforeEach;
module.exports.afterEach = bench.afterEach;
module.exports.skip = bench.skip;
module.exports.only = bench.only;
module.exports.run = ignored('run()');
module.exports.runFile = ignored('runFile()');
module.exports.createRunner = ignored('createRunner()');
