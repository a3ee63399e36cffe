'use strict';

/* benchmark.js 2.1.4 */

const fs = require('fs');
const vm = require('vm');
const { orNull } = require('../../../base/host/fs-queries');
const { compileLoop } = require('../../../core/measure/loop');
const {
  bound, findCaller, toLibraryFigures, isFirst, isLeftOut, marginText, measureSoon, measureTests, note,
  noteIgnoredMember, refuseTimes, usesProcesses, waiting,
} = require('../suite');
const { isAsyncFunction } = require('../../../base/text/show');

const LIBRARY = 'benchmark';
const LISTENERS = ['onAbort', 'onAdd', 'onComplete', 'onCycle', 'onError', 'onReset', 'onStart'];
const PASTED = 'setup and teardown run once per process, not once per cycle of calls';
const AWAITED = 'qtimeit awaits the promise; benchmark.js measures only the code before the first await';

const LATER = 'listeners of cycle and complete are called when the file has run. --fork 0 calls them in run()';

// Listeners that collect results, which the rest of the file may read
const COLLECTS = /\.(?:push|unshift|set|add)\(|[\w\])]\s*[-+*/%&|?]{0,2}=[^=>]/;
const DECLARED = /\b(?:const|let|var)\s[^=;\n]*=/g;

const TIMES = ['delay', 'initCount', 'maxTime', 'minSamples', 'minTime'];

// An interval that is wider than its figure would overlap all others.
const MOST_FACTOR = 2;

const FIGURES = ['count', 'cycles', 'error', 'hz', 'stats', 'times'];
const { isArray } = Array;
const { max, min } = Math;
const DEFAULTS = {
  async: false, defer: false, delay: 0.005, initCount: 1, maxTime: 5, minSamples: 5, minTime: 0,
};

class Event {
  constructor(type, target) {
    Object.assign(this, typeof type === 'object' ? type : { type });
    this.target ??= target;
    this.timeStamp = Date.now();
    this.aborted = false;
    this.cancelled = false;
    this.result = undefined;
  }
}

/** Listeners of suites and tests; on('cycle complete', listener) is for both types. */
const emitter = {
  on(types, listener) {
    for (const type of types.split(' ')) (this.events[type] ??= []).push(listener);
    return this;
  },
  off(types, listener) {
    for (const type of types ? types.split(' ') : Object.keys(this.events)) {
      this.events[type] = (this.events[type] || []).filter((one) => listener && one !== listener);
    }
    return this;
  },
  listeners(type) { return this.events[type] || []; },
  emit(type, ...args) {
    const event = type instanceof Event ? type : new Event(type, this);
    event.currentTarget = this;
    for (const listener of [...this.listeners(event.type)]) {
      event.result = listener.call(this, event, ...args);
      if (event.result === false) event.cancelled = true;
      if (event.aborted) break;
    }
    return event.result;
  },
};

function listenFor(object, options, self) {
  for (const name of LISTENERS.filter((one) => options[one])) {
    object.on(name.slice(2).toLowerCase(), self ? options[name].bind(self) : options[name]);
  }
}

const withoutListeners = (options) => (
  Object.fromEntries(Object.entries(options).filter(([name]) => !LISTENERS.includes(name))));

/** As in benchmark.js, unless the options of the copy have listeners */
function copyListeners({ events }, copy) {
  if (Object.keys(copy.events).length > 0) return;
  for (const [type, listeners] of Object.entries(events)) copy.events[type] = [...listeners];
}

const collects = (object) => ['cycle', 'complete'].some((type) => object.listeners(type)
  .some((one) => COLLECTS.test(Function.prototype.toString.call(one).replace(DECLARED, ''))));

/** Constructors of benchmark.js work without new. */
function callable(Class, more) {
  function create(...args) { return new Class(...args); }
  create.prototype = Class.prototype;
  Class.prototype.constructor = create;
  return Object.assign(create, more);
}

const limited = (figure, low, high) => ({ low: max(low, figure / MOST_FACTOR), high: min(high, figure * MOST_FACTOR) });
const timesOf = ({ stats: { mean, moe } }) => limited(mean, mean - moe, mean + moe);

const noStats = () => ({ moe: 0, rme: 0, sem: 0, deviation: 0, mean: 0, variance: 0, sample: [] });
let count = 0;

class Deferred {
  constructor(benchmark) {
    Object.assign(this, { benchmark, cycles: 0, elapsed: 0, timeStamp: 0, resolve() {} });
  }
}

// One object for all calls, as in benchmark.js. Compiled for each test, so that V8 can inline it.
const DEFERRING = `let next;
  deferred.resolve = function () { next(); };
  return function (callback) { next = callback; call(deferred); };`;

/** Like benchmark.js, calls the function of the file once the joined one lacks a variable. */
function orOwn(joined, own) {
  let call = joined;
  return (deferred) => {
    try {
      call(deferred);
    } catch (error) {
      if (call === own || !(error instanceof ReferenceError)) throw error;
      call = own;
      call(deferred);
    }
  };
}

const bodyOf = (code) => {
  if (typeof code === 'string') return code;
  const source = Function.prototype.toString.call(code);
  const arrow = /^[^{]*=>\s*(?!\{)/.exec(source);
  return arrow ? source.slice(arrow[0].length) : source.slice(source.indexOf('{') + 1, source.lastIndexOf('}'));
};

const isSet = (code) => code !== undefined && code !== null && bodyOf(code).trim() !== '';

/** The line of a body in a file, or of the caller if it is not found there */
function lineOf(body, text, { line }) {
  const start = text.split('\n', line - 1).join('\n').length;
  const found = text.indexOf(body, start);
  return found < 0 ? line : text.slice(0, found).split('\n').length;
}

/**
 * The function and the teardown, which share the variables of setup, as if all texts were one function. Each text is on
 * its line of the file, for errors. defer: whether all texts can use the first parameter of fn, `deferred` by default.
 */
function pasted({ setup, fn, teardown, caller, defer }) {
  const [, name = defer ? 'deferred' : ''] = typeof fn === 'function'
    && /^[^(]*\(\s*(\w+)/.exec(Function.prototype.toString.call(fn)) || [];
  const parameters = defer ? [name] : [];
  const text = caller && orNull(() => fs.readFileSync(caller.file, 'utf8')) || '';
  const parts = [
    { code: setup, before: '', after: ';' },
    { code: fn, before: `function fn(${name}) {`, after: '\n}' },
    { code: teardown, before: 'function teardown() {', after: '\n}' },
  ].map(({ code, ...around }) => ({ ...around, body: code ? bodyOf(code) : '' }));
  const placed = parts.map((part) => ({ ...part, line: caller ? lineOf(part.body, text, caller) : 1 }))
    .sort((a, b) => a.line - b.line);
  let source = '';
  for (const { before, body, after, line } of placed) {
    const lines = source.split('\n').length;
    source += `${'\n'.repeat(Math.max(0, line - lines))}${before}${body}${after}`;
  }
  const code = `${source}\nreturn { fn, teardown };`;
  if (!caller || !vm.compileFunction) return new Function(parameters.join(), code);
  return vm.compileFunction(code, parameters, { filename: caller.file });
}

/** Whether a call finds all of its variables. Other errors are the test's. */
function findsAll(action) {
  try {
    action();
    return true;
  } catch (error) {
    return !(error instanceof ReferenceError);
  }
}

class Benchmark {
  #caller = findCaller();
  #isStarted = false;
  #rank = null; // { rows (of its run), low, high }

  constructor(...args) {
    const [name] = args.filter((one, i) => i === 0 && typeof one === 'string' && args.length > 1);
    const options = args.find((one) => one !== null && typeof one === 'object') || {};
    const isCode = (one, i) => typeof one === 'function' || (typeof one === 'string' && (name === undefined || i > 0));
    const fn = args.find(isCode);
    Object.assign(this, {
      id: ++count, events: {}, count: 0, cycles: 0, hz: 0, error: undefined, aborted: false, running: false,
      compiled: undefined, stats: noStats(), times: { cycle: 0, elapsed: 0, period: 0, timeStamp: 0 },
    });
    const own = { ...create.options, ...options };
    const { setup = this.setup, teardown = this.teardown } = own;
    Object.assign(this, own, { options: own, setup, teardown });
    this.name = name ?? own.name;
    this.fn = fn ?? own.fn;
    listenFor(this, own);
  }

  /** The test for bench */
  toTest() {
    const { fn, setup, teardown, defer } = this;
    const test = { fn: typeof fn === 'string' ? fn : bound(fn, this) };
    const deferred = defer ? new Deferred(this) : null;
    refuseTimes(LIBRARY, TIMES.filter((name) => this[name] !== DEFAULTS[name]));
    const hasHooks = isSet(setup) || isSet(teardown);
    if (hasHooks) note(`${LIBRARY}: ${PASTED}`, '');
    // Functions without hooks are called on the test, also if they are deferred.
    if (hasHooks || typeof fn === 'string') this.pasteInto(test, deferred ?? this);
    const call = test.fn;
    if (defer && typeof call === 'function') {
      test.kind = 'callback';
      test.fn = compileLoop(['call', 'deferred'], DEFERRING)(call, deferred);
    } else if (typeof call === 'function') {
      if (call.length > 0) test.fn = () => call.call(this);
      if (isAsyncFunction(call)) test.kind = 'promise';
    }
    if (this.listeners('start').length > 0) {
      const { setup: next = () => {} } = test;
      test.setup = () => {
        this.start();
        next();
      };
    }
    return { name: this.toName(), test };
  }

  /** self: `this` of the texts and functions: the Deferred of a deferred test, otherwise the test */
  pasteInto(test, self) {
    const { setup, teardown, fn, defer } = this;
    const caller = this.#caller;
    const paste = (texts) => orNull(() => pasted({ ...texts, caller, defer }).call(self, self));
    const parts = paste({ setup, fn, teardown });
    // Source texts cannot use variables of the file.
    const isText = [setup, fn, teardown].every((code) => typeof code !== 'function');
    if (parts && (isText || defer || findsAll(() => parts.fn.call(self)))) {
      const joined = bound(parts.fn, self);
      test.fn = defer && typeof fn === 'function' ? orOwn(joined, bound(fn, self)) : joined;
      if (isSet(teardown)) test.teardown = () => parts.teardown.call(self);
      return;
    }
    // They need variables of the file.
    if (typeof setup === 'function') test.setup = () => { setup.call(self); };
    if (typeof teardown === 'function') test.teardown = () => { teardown.call(self); };
    test.fn = typeof fn === 'string' ? paste({ fn })?.fn ?? fn : bound(fn, self);
  }

  toName() { return this.name ?? `<Test #${this.id}>`; }

  /** Calls measure() before the first read of a figure; null: not anymore. */
  onRead(measure) {
    for (const name of FIGURES) {
      const about = Object.getOwnPropertyDescriptor(this, name);
      const value = about.get ? about.get.value : about.value;
      const get = Object.assign(() => {
        measure();
        // It stays while the tests are measured.
        return Object.getOwnPropertyDescriptor(this, name).get ? value : this[name];
      }, { value });
      Object.defineProperty(this, name, {
        configurable: true, enumerable: true, ...(measure ? { get, set: () => {} } : { value, writable: true }),
      });
    }
  }

  take(row, rows) {
    const { error, calls, seconds, mean, moe, rme, sem, deviation, variance, sample } = toLibraryFigures(row);
    this.#rank = null;
    if (error) {
      this.error = error;
      return;
    }
    this.#rank = row && row.rankLow > 0 ? { rows, ...limited(row.rank, row.rankLow, row.rankHigh) } : null;
    Object.assign(this, { error: undefined, count: calls, cycles: sample.length, hz: 1 / mean });
    this.stats = { moe, rme, sem, deviation, mean, variance, sample };
    this.times = { cycle: mean * calls, elapsed: seconds, period: mean, timeStamp: Date.now() };
  }

  run(options = {}) {
    const suite = new Suite(undefined, {});
    waiting.delete(suite);
    suite.push(this);
    suite.isOfOne = true;
    suite.run(options);
    return this;
  }

  start() {
    this.#isStarted = true;
    this.emit('start');
  }

  tell() {
    if (!this.#isStarted) this.start();
    this.#isStarted = false;
    if (this.error) this.emit('error');
    else this.emit('cycle');
    this.emit('complete');
  }

  abort() { this.aborted = true; return this; }
  reset() {
    this.#rank = null;
    return Object.assign(this, { count: 0, cycles: 0, hz: 0, error: undefined, stats: noStats() });
  }

  /** options: replace members, which the file may have set later */
  clone(options = {}) {
    const members = Object.fromEntries(['name', 'fn', 'setup', 'teardown', ...Object.keys(DEFAULTS)]
      .map((name) => [name, this[name]]));
    const copy = new Benchmark({ ...withoutListeners(this.options), ...members, ...options });
    copyListeners(this, copy);
    return copy;
  }

  /** By the ranks of a run, like our table, whose intervals do not contain the changes of the machine */
  compare(other) {
    const [rank, otherRank] = [this.#rank, other.#rank];
    if (rank && otherRank && rank.rows === otherRank.rows) {
      return rank.low > otherRank.high ? 1 : rank.high < otherRank.low ? -1 : 0;
    }
    const [own, others] = [this, other].map(timesOf);
    return own.low > others.high ? -1 : own.high < others.low ? 1 : 0;
  }

  toString() {
    const name = this.toName();
    if (this.error) return `${name}: ${this.error}`;
    const { hz, stats: { rme, sample } } = this;
    const runs = `(${sample.length} run${sample.length === 1 ? '' : 's'} sampled)`;
    return `${name} x ${formatNumber(hz.toFixed(hz < 100 ? 2 : 0))} ops/sec ±${marginText(rme)} ${runs}`;
  }
}
Object.assign(Benchmark.prototype, emitter);

function formatNumber(number) {
  const [whole, ...rest] = String(number).split('.');
  return [whole.replace(/(?=(?:\d{3})+$)(?!\b)/g, ','), ...rest].join('.');
}

const isSuccessful = ({ cycles, hz, error }) => cycles > 0 && Number.isFinite(hz) && !error;

function filter(list, callback) {
  if (typeof callback === 'function') return Array.prototype.filter.call(list, callback);
  const known = Array.prototype.filter.call(list, isSuccessful);
  if (callback === 'successful') return known;
  // If V8 has removed the work of all, or other processes measure them
  const isWithoutRate = ({ hz, error }) => !error && (hz === Infinity || !isFirst);
  const ran = known.length > 0 ? known : Array.prototype.filter.call(list, isWithoutRate);
  const sign = callback === 'fastest' ? 1 : -1;
  const ordered = ran.sort((a, b) => sign * (timesOf(a).high - timesOf(b).high) || 0);
  const first = ordered.reduce((best, one) => (sign * one.compare(best) > 0 ? one : best), ordered[0]);
  return ordered.filter((one) => first.compare(one) === 0);
}

const propertyOr = (callback) => (typeof callback === 'string' ? (one) => one[callback] : callback);

class Suite {
  constructor(...args) {
    const [name] = args.filter((one) => typeof one === 'string');
    const options = { ...Suite.options, ...args.find((one) => one !== null && typeof one === 'object') };
    Object.assign(this, { name: name ?? options.name, options, length: 0, events: {}, aborted: false, running: false });
    listenFor(this, options);
    waiting.add(this);
  }

  add(...args) {
    const bench = new Benchmark(...args);
    const event = new Event('add', bench);
    this.emit(event);
    if (!event.cancelled) this.push(bench);
    return this;
  }

  get isEmpty() { return this.length === 0; }

  filter(callback) {
    const found = new Suite(this.name, {});
    waiting.delete(found);
    for (const bench of filter(this, callback)) found.push(bench);
    return found;
  }

  map(callback) { return Array.prototype.map.call(this, propertyOr(callback)); }
  each(callback) { return this.forEach(callback); }
  abort() { this.aborted = true; return this; }
  clone(options = {}) {
    const suite = new Suite({ ...this.options, name: this.name, ...options });
    copyListeners(this, suite);
    for (const bench of Array.from(this)) suite.push(bench.clone());
    return suite;
  }

  reset() { for (const bench of Array.from(this)) bench.reset(); return this; }

  run(options = {}) {
    waiting.delete(this);
    const benches = Array.from(this);
    const isLater = options.async || this.options.async
      || benches.some(({ defer, fn }) => defer || isAsyncFunction(fn));
    this.running = true;
    // Listeners prepare data in processes that measure. Elsewhere the output of a suite stays together.
    const isStartLate = !isLater && isFirst && usesProcesses(benches.length);
    if (!isStartLate) this.start();
    else if ([this, ...benches].some(collects)) note(`${LIBRARY}: ${LATER}`, '');
    const about = this.name ? { title: this.name } : {};
    const tests = benches.map((bench) => bench.toTest());
    const tell = (rows) => {
      for (const bench of benches) bench.onRead(null);
      if (isStartLate) this.start();
      this.tell(benches, rows);
    };
    if (isLater) {
      measureTests(tests, about).then(tell);
      return this;
    }
    let isTold = false;
    const measure = measureSoon(tests, about, (rows) => { isTold = true; tell(rows); });
    for (const bench of isTold ? [] : benches) bench.onRead(measure);
    return this;
  }

  /** For a suite that the file has not run. If --filter has broken a chain of suites, listeners may run it again. */
  runOnce() {
    this.run = () => this;
    return Suite.prototype.run.call(this);
  }

  start() { if (!this.isOfOne) this.emit(new Event('start', this[0])); }

  /** Other events come when all tests are measured, because these are interleaved. */
  tell(benches, rows) {
    for (const [i, bench] of benches.entries()) {
      if (isLeftOut(rows[i])) continue;
      bench.take(rows[i], rows);
      if (rows[i] && rows[i].kind === 'promise') note(`${LIBRARY}: ${bench.toName()}: ${AWAITED}`, '');
      bench.tell();
      if (this.isOfOne) continue;
      if (bench.error) this.emit(new Event('error', bench));
      this.emit(new Event('cycle', bench));
      if (this.aborted) break;
    }
    this.running = false;
    if (this.isOfOne) return;
    try {
      this.emit(new Event('complete', this));
    } catch (error) {
      // The command reports that nothing matches --filter. Other suites may follow.
      if (!rows.every(isLeftOut)) throw error;
      note(`${LIBRARY}: a complete listener failed without any test: ${error}`, '');
    }
  }
}
Suite.options = {};
Object.assign(Suite.prototype, emitter);
const OF_ARRAYS = [
  'push', 'pop', 'shift', 'unshift', 'splice', 'slice', 'sort', 'reverse', 'join', 'forEach', 'indexOf', 'reduce',
];
for (const name of OF_ARRAYS) Suite.prototype[name] = Array.prototype[name];

function invoke(benches, name, ...args) {
  const { name: method = name, args: own = args, ...options } = typeof name === 'object' ? name : {};
  const given = isArray(own) ? own : [own];
  const list = Array.from(benches);
  const suite = new Suite(undefined, {});
  waiting.delete(suite);
  listenFor(suite, options, benches);
  if (method === 'run' && list.every((one) => one instanceof Benchmark)) {
    waiting.delete(benches);
    for (const bench of list) suite.push(bench);
    suite.run(given[0]);
    return list;
  }
  suite.emit(new Event('start', list[0]));
  const results = list.map((bench) => {
    const result = bench[method].apply(bench, given);
    suite.emit(new Event('cycle', bench));
    return result;
  });
  suite.emit('complete');
  return results;
}

const create = callable(Benchmark, {
  options: { ...DEFAULTS }, version: '2.1.4', Deferred, Event, formatNumber, filter, invoke,
  platform: { name: 'Node.js', version: process.versions.node, description: `Node.js ${process.versions.node}` },
  support: { browser: false, timeout: true, decompilation: true },
  join: (object, between = ',', before = ': ') => (isArray(object) ? object.join(between)
    : Object.entries(object).map((pair) => pair.join(before)).join(between)),
  each: (list, callback) => { Array.prototype.forEach.call(list, callback); return list; },
  forOwn: (object, callback) => { for (const key of Object.keys(object)) callback(object[key], key, object); },
  has: (object, key) => Object.hasOwn(object, key),
  map: (list, callback) => Array.prototype.map.call(list, propertyOr(callback)),
  reduce: (list, ...args) => Array.prototype.reduce.call(list, ...args),
  indexOf: (list, value) => Array.prototype.indexOf.call(list, value),
  runInContext(context) {
    if (context && context !== globalThis) {
      noteIgnoredMember(LIBRARY, 'runInContext', 'tests run in the context of the file');
    }
    return create;
  },
});
create.forEach = create.each;
create.Suite = callable(Suite, { options: Suite.options });
create.Benchmark = create;

module.exports = create;
module.exports.default = create;
