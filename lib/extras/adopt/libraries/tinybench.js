'use strict';

/* tinybench, versions 2 to 6. */

const { timedInParts } = require('../../../core/measure/timed-parts');
const {
  actAfter, bound, toLibraryFigures, isLeftOut, measureTests, measureNow, note, marginText, quantile, noteIgnoredMember,
  refuseTimes, returnsTime, waiting,
} = require('../suite');
const { mean: meanOf, median: medianOf } = require('../../../base/stats/sample');
const { isAsyncFunction } = require('../../../base/text/show');

const LIBRARY = 'tinybench';
const ONCE = 'setup, teardown, beforeAll and afterAll run once per process, not again for the warm-up';

const mToNs = (ms) => Number(ms) * 1e6;
const nToMs = (ns) => Number(ns) / 1e6;
const now = () => performance.now();
const hrtimeNow = () => nToMs(process.hrtime.bigint());

// As in 6
const PERFORMANCE_NOW = { name: 'performanceNow', fn: now, toMs: (ms) => ms, fromMs: (ms) => ms };
const HRTIME_NOW = {
  name: 'hrtimeNow', fn: () => process.hrtime.bigint(), toMs: nToMs, fromMs: (ms) => BigInt(Math.round(mToNs(ms))),
};

/** '1234.6': with about `digits` digits, `most` of them after the point */
function formatNumber(number, digits = 5, most = 2) {
  if (Math.abs(number) === Infinity) return number > 0 ? '+∞' : '-∞';
  const whole = Math.floor(Math.log10(Math.abs(number))) + 1;
  return number.toFixed(Math.min(most, Math.max(0, digits - whole)) || 0);
}

/** Of sorted samples: the smallest positive one that occurs twice, or else the smallest positive one */
const estimateResolution = (samples) => (
  samples.find((one, i) => one > 0 && one === samples[i + 1]) ?? samples.find((one) => one > 0));

function medianAbsoluteDeviation(samples) {
  const centre = medianOf(samples);
  return medianOf(samples.map((one) => Math.abs(one - centre)));
}

/** A function about the clock of tinybench, which measures nothing here; value: if the clock is fine */
const aboutClock = (name, value) => () => {
  noteIgnoredMember(LIBRARY, `${name}()`, 'qtimeit uses its own clock');
  return value;
};

class BenchEvent extends Event {
  constructor(type, task = undefined, error = undefined) {
    super(type);
    Object.assign(this, { task, error });
  }
}

/** Of samples in a unit, sorted */
function statisticsOf({ mean, moe, sem, deviation, variance, rme, sample }) {
  const median = quantile(sample, 0.5);
  const df = Math.max(0, sample.length - 1);
  const centre = meanOf(sample);
  const spread = sample.map((one) => Math.abs(one - median)).sort((a, b) => a - b);
  return {
    mean, moe, sem, sd: deviation, variance, rme, df, critical: 1.96, samples: sample, samplesCount: sample.length,
    min: sample[0], max: sample.at(-1), mad: quantile(spread, 0.5),
    aad: meanOf(sample.map((one) => Math.abs(one - centre))),
    p50: median, p75: quantile(sample, 0.75), p99: quantile(sample, 0.99), p995: quantile(sample, 0.995),
    p999: quantile(sample, 0.999),
  };
}

const scaled = (figures, size) => Object.fromEntries(Object.entries(figures).map(([key, value]) => [
  key, key === 'sample' ? value.map((one) => one * size) : key === 'rme' ? value
    : value * (key === 'variance' ? size ** 2 : size),
]));

/** With the flat fields of 2.x, in ms, and the nested ones since 3.0 */
function resultOf(row) {
  const { error, calls, seconds, verdict, ...figures } = toLibraryFigures(row);
  if (error) return error.code === 'interrupted' ? { state: 'aborted' } : { state: 'errored', error };
  const isCut = row !== null && row.warnings.some(({ code }) => code === 'interrupted');
  const latency = { ...statisticsOf(scaled(figures, 1000)), verdict };
  const hz = 1 / figures.mean;
  const share = figures.mean > 0 ? hz / figures.mean : 0;
  const throughput = statisticsOf({
    rme: figures.rme, mean: hz, moe: share * figures.moe, sem: share * figures.sem,
    deviation: share * figures.deviation, variance: (share * figures.deviation) ** 2,
    sample: figures.sample.map((one) => 1 / one).reverse(),
  });
  return {
    ...latency, state: isCut ? 'aborted-with-statistics' : 'completed', aborted: isCut, hz, period: latency.mean,
    totalTime: seconds * 1000, runs: calls, latency, throughput,
    runtime: 'node', runtimeVersion: process.versions.node, timestampProviderName: 'hrtimeNow',
  };
}

function atOnce(rows) {
  if (Array.isArray(rows)) return rows;
  throw new TypeError('tinybench: runSync() is for synchronous tasks. Use run() for tasks that return a promise');
}

class Task extends EventTarget {
  constructor(bench, name, fn, options = {}) {
    super();
    Object.assign(this, { bench, name, fn, fnOpts: options, runs: 0, result: { state: 'not-started' } });
  }

  get opts() { return this.fnOpts; } // of 2

  setResult(result) { this.result = { ...this.result, ...result }; }

  /** The test for bench */
  toTest() {
    const { bench, fn, fnOpts: { beforeAll, beforeEach, afterEach, afterAll, async: given } } = this;
    const { setup, teardown } = bench;
    const test = { fn: fn.length > 0 ? () => fn.call(this) : bound(fn, this) };
    if (given === true || [fn, beforeEach, afterEach].some((one) => one && isAsyncFunction(one))) test.kind = 'promise';
    const isOverridden = /\boverriddenDuration\b/.test(fn);
    if (beforeEach || afterEach || isOverridden) {
      const [before, after] = [beforeEach, afterEach].map((hook) => hook && (() => hook.call(this, 'run')));
      const { fn: call } = test;
      const timed = isOverridden ? returnsTime(call, (value) => mToNs(value?.overriddenDuration)) : () => call();
      test.fn = timedInParts(timed, { before, after });
    }
    const isSetUp = setup || beforeAll;
    if (isSetUp || teardown || afterAll) note(`${LIBRARY}: ${ONCE}`, '');
    const inOrder = (...calls) => () => calls.filter(([hook]) => hook).reduce((before, [hook, ...args]) => (
      actAfter(before, () => hook.apply(this, args))), undefined);
    const withoutValue = (act) => () => actAfter(act(), () => {});
    if (isSetUp) test.setup = withoutValue(inOrder([setup, this, 'run'], [beforeAll, 'run']));
    if (teardown || afterAll) test.teardown = withoutValue(inOrder([afterAll, 'run'], [teardown, this, 'run']));
    return { name: this.name, test };
  }

  take(row) {
    this.isLeftOut = isLeftOut(row);
    this.result = resultOf(row);
    this.runs = this.result.runs || 0;
  }

  async run() {
    this.bench.noteIgnored();
    await this.bench.runTasks([this]);
    return this;
  }

  runSync() {
    this.bench.noteIgnored();
    this.take(atOnce(measureNow([this.toTest()]))[0]);
    return this;
  }

  async warmup() {}
  warmupSync() {}
  reset() { this.result = { state: 'not-started' }; }
}

/** With the columns of 2.x as well, which console.table() does not show */
function withOldColumns(row, { name, result: { hz, mean, rme } }) {
  const old = {
    'Task Name': name, 'ops/sec': Math.floor(hz).toLocaleString(), 'Average Time (ns)': mToNs(mean),
    Margin: `±${marginText(rme)}`,
  };
  for (const [column, value] of Object.entries(old)) Object.defineProperty(row, column, { value });
  return row;
}

const IGNORED = {
  concurrency: 'calls run one after the other',
  now: 'qtimeit uses its own clock', timestampProvider: 'qtimeit uses its own clock',
};
const TIMES = { time: 500, iterations: 64, warmup: true, warmupTime: 250, warmupIterations: 16 };

const MEMBERS = {
  concurrency: null, threshold: Infinity, signal: undefined, throws: false, now, timestampProvider: PERFORMANCE_NOW,
  runtime: 'node', runtimeVersion: process.versions.node,
};

class Bench extends EventTarget {
  constructor(options = {}) {
    super();
    this.opts = { setup: null, teardown: null, ...options };
    // Files read these, and set them before run().
    Object.assign(this, TIMES, MEMBERS, this.opts);
    delete this.warmup; // a method in 2
    this.name = options.name;
    this.list = new Map();
    this.todoList = new Map();
    waiting.add(this);
  }

  noteIgnored() {
    const isSet = (name) => Object.hasOwn(this, name) && this[name] !== TIMES[name];
    const isGiven = (name) => this.opts[name] !== undefined || isSet(name);
    refuseTimes(LIBRARY, Object.keys(TIMES).filter(isGiven));
    for (const [name, why] of Object.entries(IGNORED)) {
      if (this[name] && this[name] !== MEMBERS[name]) noteIgnoredMember(LIBRARY, name, why);
    }
    const isSignalled = this.tasks.find(({ fnOpts }) => fnOpts.signal);
    if (isSignalled) noteIgnoredMember(LIBRARY, 'signal of a task', 'only the signal of a Bench ends tests');
  }

  get isEmpty() { return this.list.size === 0; }
  get tasks() { return [...this.list.values()].filter((task) => !task.isLeftOut); }
  get todos() { return [...this.todoList.values()]; }
  get results() { return this.tasks.map(({ result }) => result); }

  add(name, fn, options) {
    if (typeof fn !== 'function') throw new TypeError(`tinybench: the task ${name} has no function`);
    const task = new Task(this, name, fn, options);
    this.list.set(name, task);
    this.dispatchEvent(new BenchEvent('add', task));
    return this;
  }

  todo(name, fn = () => {}, options = {}) {
    const task = new Task(this, name, fn, options);
    this.todoList.set(name, task);
    this.dispatchEvent(new BenchEvent('todo', task));
    return this;
  }

  remove(name) {
    const task = this.list.get(name);
    this.list.delete(name);
    if (task) this.dispatchEvent(new BenchEvent('remove', task));
    return this;
  }

  getTask(name) { return this.list.get(name); }

  reset() {
    for (const task of this.tasks) task.reset();
    this.dispatchEvent(new BenchEvent('reset'));
  }

  async warmup() { this.dispatchEvent(new BenchEvent('warmup')); }
  warmupSync() { this.dispatchEvent(new BenchEvent('warmup')); }

  tell(tasks, rows) {
    this.dispatchEvent(new BenchEvent('start'));
    tasks.forEach((task, i) => {
      task.take(rows[i]);
      if (task.isLeftOut) return;
      task.dispatchEvent(new BenchEvent('start', task));
      const { error, state } = task.result;
      if (error) {
        for (const one of [task, this]) one.dispatchEvent(new BenchEvent('error', task, error));
        if (this.throws) throw error;
      } else if (state.startsWith('aborted')) {
        for (const one of [task, this]) one.dispatchEvent(new BenchEvent('abort', task));
      } else {
        for (const one of [task, this]) one.dispatchEvent(new BenchEvent('cycle', task));
      }
      task.dispatchEvent(new BenchEvent('complete', task));
    });
    this.dispatchEvent(new BenchEvent('complete'));
    return tasks.filter((task) => !task.isLeftOut);
  }

  async runTasks(tasks, settings = this.name ? { title: this.name } : {}) {
    waiting.delete(this);
    const { signal } = this;
    const rows = await measureTests(tasks.map((task) => task.toTest()), { ...settings, ...(signal && { signal }) });
    return this.tell(tasks, rows);
  }

  async run() {
    this.noteIgnored();
    return this.runTasks(this.tasks);
  }

  async runTask(task) { return this.signal?.aborted ? task : task.run(); }

  async runConcurrently(threshold = Infinity, concurrency = 'bench') {
    Object.assign(this, { threshold, concurrency });
    return this.run();
  }

  async warmupConcurrently(threshold = Infinity, concurrency = 'bench') {
    Object.assign(this, { threshold, concurrency });
    return this.warmup();
  }

  runSync() {
    waiting.delete(this);
    this.noteIgnored();
    const { tasks } = this;
    return this.tell(tasks, atOnce(measureNow(tasks.map((task) => task.toTest()))));
  }

  table(convert) {
    return this.tasks.map((task) => {
      const { name, result } = task;
      if (convert) return convert(task);
      if (result.error) return { 'Task name': name, Error: result.error.message, Stack: result.error.stack };
      if (!result.latency) return { 'Task name': name, Remarks: 'not run' };
      const { latency, throughput } = result;
      const withError = (text, { rme }) => `${text} ± ${marginText(rme)}`;
      return withOldColumns({
        'Task name': name,
        'Latency avg (ns)': withError(mToNs(latency.mean).toPrecision(5), latency),
        'Latency med (ns)': mToNs(latency.p50).toPrecision(5),
        'Throughput avg (ops/s)': withError(Math.round(throughput.mean), throughput),
        'Throughput med (ops/s)': `${Math.round(throughput.p50)}`,
        Samples: result.runs,
      }, task);
    });
  }
}

exports.Bench = Bench;
exports.Task = Task;
exports.BenchEvent = BenchEvent;
exports.mToNs = mToNs;
exports.nToMs = nToMs;
exports.now = now;
exports.hrtimeNow = hrtimeNow;
exports.formatNumber = formatNumber;
exports.performanceNowTimestampProvider = PERFORMANCE_NOW;
exports.hrtimeNowTimestampProvider = HRTIME_NOW;
exports.estimateResolution = estimateResolution;
exports.medianAbsoluteDeviation = medianAbsoluteDeviation;
exports.calibrateTimerOverhead = aboutClock('calibrateTimerOverhead', 0);
exports.classifyTimerSaturation = aboutClock('classifyTimerSaturation', undefined);
exports.detectTimerSaturation = aboutClock('detectTimerSaturation', false);
