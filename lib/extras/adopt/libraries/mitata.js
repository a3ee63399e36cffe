'use strict';

/* mitata 1.0, and `baseline` of 0.1 */

const { keep } = require('../../../core/measure/keep');
const { timedInParts } = require('../../../core/measure/timed-parts');
const {
  actAfter, toLibraryFigures, inOrder, isLeftOut, measureTests, note, ownLoop, quantile, noteIgnoredMember, refuseTimes,
  returnsTime, waiting,
} = require('../suite');
const { isAsyncFunction } = require('../../../base/text/show');

const LIBRARY = 'mitata';
const INPUTS = 'the arguments of all calls are created before the batch, not before each call';

const COLLECTIONS = 'the measured time includes garbage collections';

// Options of measure()
const TIMES = /^(?:min|max|batch|warmup|samples)_/;
const IGNORED = {
  gc: COLLECTIONS, inner_gc: COLLECTIONS, heap: '--memory measures the memory of calls',
  $counters: '--count counts instructions', now: 'qtimeit uses its own clock',
};

const { isArray } = Array;
const isGenerator = (fn) => /Generator/.test(Object.prototype.toString.call(fn));

let trials = [];
let groups = [];
let open = null;

const leftovers = { run: () => run() };

/** All combinations of { name: values } */
const combinations = (lists) => Object.entries(lists).reduce((all, [name, values]) => (
  all.flatMap((one) => values.map((value) => ({ ...one, [name]: value })))), [{}]);

function* geometric(from, to, factor) {
  for (let value = from; value < to; value *= factor) yield value;
  yield to;
}

function* arithmetic(from, to, step) {
  for (let value = from; value < to; value += step) yield value;
  yield to;
}

/** '$w * $h' with the values of the arguments; a name without them gets these values appended. */
function nameOf(template, args) {
  const entries = Object.entries(args);
  const name = entries.reduce((text, [key, value]) => text.replaceAll(`$${key}`, `${value}`), template);
  return name !== template || entries.length === 0 ? name
    : `${name} ${entries.map(([key, value]) => (key === 'x' ? value : `${key}=${value}`)).join(' ')}`;
}

function noteConcurrency(concurrency) {
  if (concurrency > 1) noteIgnoredMember(LIBRARY, 'concurrency', 'calls run one after the other');
}

/** What a generator yields as a test of bench */
function testOfYield(value, name) {
  if (typeof value === 'function') return { fn: value };
  const { bench, manual, concurrency } = value;
  noteConcurrency(concurrency);
  const makers = Object.keys(value).filter((key) => /^\d+$/.test(key)).sort((a, b) => a - b).map((key) => value[key]);
  if (manual) {
    const call = () => Reflect.apply(manual, undefined, makers.map((make) => make()));
    return { fn: timedInParts(returnsTime(call, (ns) => ns)), ...(isAsyncFunction(manual) && { kind: 'promise' }) };
  }
  if (makers.length === 0) return { fn: () => bench() };
  note(`${LIBRARY}: ${name}: ${INPUTS}`, '');
  if (makers.length === 1) return { each: makers[0], fn: bench };
  const [first, second] = makers;
  if (makers.length === 2) return { each: () => [first(), second()], fn: (inputs) => bench(inputs[0], inputs[1]) };
  return { each: () => makers.map((make) => make()), fn: (inputs) => bench.apply(undefined, inputs) };
}

class B {
  constructor(name, fn) {
    Object.assign(this, { alias: name, fn, lists: {}, isBaseline: false, group: open });
  }

  name(name) { this.alias = name; return this; }
  baseline(isBaseline = true) { this.isBaseline = isBaseline; return this; }
  compact() { return this; }
  highlight() { return this; }

  gc(mode = true) {
    if (mode) noteIgnoredMember(LIBRARY, `.gc(${mode})`, COLLECTIONS);
    return this;
  }

  args(name, values) {
    if (isArray(name)) this.lists.x = name;
    else if (values === undefined) Object.assign(this.lists, name);
    else this.lists[name] = values;
    return this;
  }

  range(name, from, to, factor = 8) { return this.args(name, [...geometric(from, to, factor)]); }
  dense_range(name, from, to, step = 1) { return this.args(name, [...arithmetic(from, to, step)]); }

  /** The tests for bench, one for each combination of arguments */
  async toTests(group) {
    const tests = [];
    for (const args of combinations(this.lists)) {
      const name = nameOf(this.alias, args);
      tests.push({ name, group, args, trial: this, test: await this.testOf(args, name, group) });
    }
    return tests;
  }

  async testOf(args, name, group) {
    const { fn } = this;
    const state = { get: (key) => args[key ?? 'x'] };
    const fullName = group === null ? name : `${group.name ?? group}: ${name}`;
    if (!isGenerator(fn)) return fn.length > 0 ? ownLoop(fn, LIBRARY, { name, fullName }, state) : { fn };
    const steps = fn(state);
    const { value, done } = await steps.next();
    if (done) throw new Error(`mitata: the generator of ${name} yields nothing`);
    return { ...testOfYield(value, name), teardown: async () => { await steps.next(); } };
  }

  async run(throws = false) {
    trials = trials.filter((one) => one !== this);
    return (await measureTrials([this], { silent: true }, throws))[0] ?? { runs: [statsOf(null)] };
  }
}

function bench(name, fn) {
  const trial = typeof name === 'function' ? new B(name.name || 'anonymous', name) : new B(name, fn);
  trials.push(trial);
  waiting.add(leftovers);
  return trial;
}

/** group and the layouts collect the tests that `declare` makes, and may be nested. */
function collect(name, declare, isNamed) {
  const outer = open;
  open = { name: [outer && outer.name, name].filter(Boolean).join(': '), isNamed, index: groups.length };
  open.heading = outer && !name ? outer.heading : open; // shared by layouts within a group
  groups.push(open);
  return actAfter(declare(), () => { open = outer; });
}

/** (declare), (name, declare), ({ name }, declare) */
function collectNamed(name, declare, isGroup) {
  if (typeof name === 'function') return collect('', name, isGroup);
  return collect(typeof name === 'object' ? name.name || '' : name, declare, isGroup);
}

const group = (name, declare) => collectNamed(name, declare, true);

function statsOf(row) {
  const { error, mean, sample, calls } = toLibraryFigures(row);
  if (error) return { error };
  const samples = sample.map((one) => one * 1e9);
  const at = (share) => quantile(samples, share);
  return {
    stats: {
      kind: 'fn', debug: '', ticks: calls, samples, min: samples[0], max: samples.at(-1), avg: mean * 1e9,
      p25: at(0.25), p50: at(0.5), p75: at(0.75), p99: at(0.99), p999: at(0.999),
    },
  };
}

/** Groups without a name get a number if there are several. The baseline of each comes first. */
async function measureTrials(given, options, throws) {
  const used = [...new Set(given.map((trial) => trial.group))];
  const groupOf = (one) => {
    if (one === null || used.length === 1 && !one.name) return null;
    return one.name ? one.heading : `#${used.indexOf(one) + 1}`;
  };
  const ordered = used.flatMap((one) => given.filter((trial) => trial.group === one)
    .sort((a, b) => b.isBaseline - a.isBaseline));
  const tests = await inOrder(async () => {
    const lists = [];
    for (const trial of ordered) lists.push(await trial.toTests(groupOf(trial.group)));
    return lists.flat();
  });
  const rows = await measureTests(tests, options);
  return given.map((trial) => {
    const runs = tests.map((test, i) => ({ test, row: rows[i] }))
      .filter(({ test, row }) => test.trial === trial && !isLeftOut(row))
      .map(({ test, row }) => ({ name: test.name, args: test.args, ...statsOf(row) }));
    const failed = runs.find(({ error }) => error);
    if (throws && failed) throw failed.error;
    const size = Object.keys(trial.lists).length;
    return {
      runs, alias: trial.alias, args: trial.lists, baseline: trial.isBaseline,
      kind: size > 1 ? 'multi-args' : size > 0 ? 'args' : 'static', group: trial.group ? trial.group.index : 0,
      style: { compact: false, highlight: false },
    };
  }).filter(({ runs }) => runs.length > 0);
}

const contextNow = () => ({
  now: Date.now(), arch: `${process.arch}-${process.platform}`, runtime: 'node', version: process.versions.node,
  cpu: { name: null, freq: 0 }, noop: { fn: { avg: 0 }, iter: { avg: 0 } },
});

async function run({ format, filter = /.*/, throw: throws = false, print = console.log, ...older } = {}) {
  const { json = false, silent = false } = older;
  const chosen = trials.filter(({ alias }) => filter.test(alias));
  const layout = groups.map(({ name, isNamed }) => ({ name: isNamed ? name : null, types: [] }));
  trials = [];
  groups = [];
  waiting.delete(leftovers);
  const isJson = json || format === 'json' || Boolean(format && format.json);
  const options = { markdown: format === 'markdown', silent: silent || isJson || format === 'quiet' };
  const benchmarks = await measureTrials(chosen, options, throws);
  const result = { layout, context: contextNow(), benchmarks };
  if (isJson) print(JSON.stringify(result));
  return result;
}

/** Of a function of any kind that bench accepts; args: of a generator or a loop */
async function measureOne(fn, { args = {}, ...options } = {}) {
  refuseTimes(LIBRARY, Object.keys(options).filter((name) => TIMES.test(name)));
  for (const [name, why] of Object.entries(IGNORED)) if (options[name]) noteIgnoredMember(LIBRARY, name, why);
  noteConcurrency(options.concurrency);
  const trial = new B('measure', fn);
  const state = Object.fromEntries(Object.entries(args).map(([name, value]) => [name, [value]]));
  const { runs: [{ error, stats }] } = await trial.args(state).run();
  if (error) throw error;
  return stats;
}

exports.bench = bench;
exports.baseline = (name, fn) => bench(name, fn).baseline();
exports.group = group;
exports.summary = (name, declare) => collectNamed(name, declare, false);
exports.compact = exports.summary;
exports.boxplot = exports.summary;
exports.barplot = exports.summary;
exports.lineplot = exports.summary;
exports.run = run;
exports.measure = measureOne;
exports.do_not_optimize = keep;
exports.B = B;
exports.flags = { compact: 1, baseline: 2 };
