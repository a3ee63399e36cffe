'use strict';

/* What the stand-ins share: they make a suite of the tests of a file, and results of its rows. */

const path = require('path');
const threads = require('worker_threads');
const { places } = require('#engine');
const { quantileSorted } = require('../../base/stats/sample');
const { createEmptyRow } = require('../../core/estimate/row');
const { Stopwatch, timedInParts } = require('../../core/measure/timed-parts');
const { isThenable } = require('../../core/measure/user-calls');
const { ownLoops } = require('../../core/session/own-loops');
const { shownPath } = require('../../base/host/paths');
const { channel, job, role } = require('../../base/host/worker');
const { escaped } = require('../../base/text/display');
const { withoutOurFrames } = require('../../base/text/row-error');
const { counted } = require('../../base/text/numbers');
const { isAsyncFunction } = require('../../base/text/show');
const { isUnmeasured, lowWhileShared } = require('../../base/text/verdict-words');

const { max, sqrt } = Math;
const Z = 1.96; // half of a 95 % interval, in standard errors

// Suites that were made, and not yet run: a file may leave that to a program that loads it. isEmpty: without tests
const waiting = new Set();
const suites = { measured: 0 };

// Counts of suites in all threads: begun, and running.
const COUNTS = 'qtimeit.suites';
const counts = threads.getEnvironmentData(COUNTS) || new Int32Array(new SharedArrayBuffer(8));
threads.setEnvironmentData(COUNTS, counts);
const { add, load } = Atomics;
const ofThreads = () => ({ measured: load(counts, 0), running: load(counts, 1) });

const SETTINGS = 'qtimeit.settings'; // of suites in threads
const passSettings = (settings) => threads.setEnvironmentData(SETTINGS, settings);
const settingsHere = (options) => ({ ...options, ...(!threads.isMainThread && threads.getEnvironmentData(SETTINGS)) });

/** Returns a function for the end of the suite. */
function beginSuite() {
  if (threads.isMainThread) {
    suites.measured++;
    return () => {};
  }
  add(counts, 0, 1);
  add(counts, 1, 1);
  return () => add(counts, 1, -1);
}

const CONDUCTOR = Symbol.for('qtimeit.conductor.1'); // the bench of a command, see qtimeit.js

const noted = new Set();

/** In a process that measures for another, notes would appear again. */
const isFirst = role !== 'test' || channel === null;

/** { file, line } of the code that called the stand-in, or null */
function findCaller() {
  const lines = `${new Error().stack}`.split('\n').slice(1);
  const line = lines.find((one) => !one.includes(__dirname) && !/node:|[(\s]internal\//.test(one)) || '';
  const frame = places.frameOf(line);
  return frame && path.isAbsolute(frame.file) ? { file: path.resolve(frame.file), line: Number(frame.line) } : null;
}

/** 'bench/x.js:12'; '' if unknown */
function placeOfCaller() {
  const caller = findCaller();
  return caller ? `${shownPath(caller.file, process.cwd())}:${caller.line}` : '';
}

/** Reports a difference from the library once for each place. */
function note(text, place = placeOfCaller()) {
  const line = `note: ${place && `${place}: `}${text}\n`;
  if (noted.has(line) || !isFirst) return;
  noted.add(line);
  process.stderr.write(`${escaped(line.trimEnd())}\n`);
}

/** A member that the stand-in does not have. The rest of the file runs. */
const noteIgnoredMember = (library, member, why) => note(`${library}: ${member} is ignored: ${why}`);

/** Names of options that set times and numbers of calls. Reported without a place, because most files have some. */
function refuseTimes(library, names) {
  if (names.length === 0) return;
  note(`${library}: ignored: ${[...new Set(names)].join(', ')}. -t sets the time, and V8 ends the warm-up`, '');
}

/** Whether a test was left out (--filter). Other processes lack most rows. */
const isLeftOut = (row) => row === null && isFirst;

const COLOUR = /\x1b\[[\d;]*m/g; // eslint-disable-line no-control-regex

/** A name that a file has coloured, or aligned with blanks */
const plain = (name) => (typeof name === 'string' && name.replace(COLOUR, '').trim()) || name;

/** Map of items to plain names. An item whose name is in use gets a number, because rows are found by name. */
function distinctNames(items) {
  const names = items.map((item) => plain(item.name ?? item));
  const taken = new Set(names);
  return new Map(items.map((item, i) => {
    let [name, number] = [names[i], 1];
    if (names.indexOf(name) < i) while (taken.has(name)) name = `${names[i]} #${++number}`;
    taken.add(name);
    return [item, name];
  }));
}

/** Numbers equal names of tests and groups. The group of a test is a name, or an object with a name. */
function uniquely(given) {
  const inGroup = (one) => given.filter(({ group = null }) => group === one);
  const groups = [...new Set(given.map(({ group = null }) => group))].filter((one) => one !== null);
  const lists = [[...inGroup(null), ...groups], ...groups.map(inGroup)];
  const names = new Map(lists.flatMap((list) => [...distinctNames(list)]));
  return given.map((test) => ({ ...test, name: names.get(test), group: names.get(test.group) ?? null }));
}

function suiteOf(tests) {
  const suite = new Map();
  for (const { name, group, test } of tests) {
    if (group === null) suite.set(name, test);
    else if (suite.has(group)) suite.get(group).set(name, test);
    else suite.set(group, new Map([[name, test]]));
  }
  return suite;
}

const optionsFor = ({ title, ...options }) => (
  settingsHere(title === undefined ? options : { title: plain(title), ...options }));

const rowsOf = (tests, rows) => tests.map(({ name, group }) => (
  rows.find((row) => row.test === name && (row.group ?? null) === group) || null));

/**
 * tests: { name, group (optional, see uniquely()), test }. Resolves to the row of each, null for a test that was
 * filtered out.
 */
function measureTests(given, options = {}) {
  const tests = uniquely(given);
  if (tests.length === 0) return Promise.resolve([]);
  const end = beginSuite();
  const { bench } = require('../../../qtimeit');
  return new Promise((resolve) => {
    bench(suiteOf(tests), optionsFor(options), (_, rows) => {
      end();
      resolve(rowsOf(tests, rows));
    });
  });
}

/**
 * As measureTests(), but returns the rows at once, or a promise of them if a test returns one. A process that measures
 * one test has no rows for the file.
 */
function measureNow(given, options = {}) {
  const tests = uniquely(given);
  if (tests.length === 0) return [];
  const end = beginSuite();
  const rows = require('../../../qtimeit').bench(suiteOf(tests), optionsFor(options));
  if (Array.isArray(rows)) {
    end();
    return rowsOf(tests, rows);
  }
  rows.then(end, end);
  return isFirst ? rows.then((all) => rowsOf(tests, all)) : tests.map(({ name }) => createEmptyRow(name, 1));
}

// Suites whose measurement has not begun, in the order of their calls
const unbegun = [];

/** Begins suites in their order, until one has begun. */
function beginUntil(suite, begin) {
  while (unbegun.includes(suite)) begin(unbegun.shift());
}

process.prependListener('exit', () => beginUntil(unbegun.at(-1), ({ now }) => now()));

/** Whether processes measure a suite of this number of tests. */
const usesProcesses = (count) => Boolean(globalThis[CONDUCTOR]?.usesProcesses?.(count));

/**
 * For a file that expects results at once, although processes measure the tests: they come when the rest of the file
 * has run, or at once if the file reads them before that. In a process that measures one of the tests, the file ends
 * here, with an exception, because the rest can change variables of the tests.
 *
 * @param {object[]} tests see measureTests()
 * @param {object} options
 * @param {function(object[])} take called with the rows
 * @returns {function()} called when the file reads a result
 */
function measureSoon(tests, options, take) {
  if (!usesProcesses(tests.length)) {
    const rows = measureNow(tests, options);
    if (Array.isArray(rows)) take(rows);
    else rows.then(take);
    return () => {};
  }
  const conductor = globalThis[CONDUCTOR];
  // Its listeners are not called in a process that already measures a test of a later suite.
  const later = () => { measureTests(tests, options).then((rows) => conductor.isReached() || take(rows)); };
  if (!isFirst) {
    later();
    conductor.endScript();
    return () => {};
  }
  const suite = { now: () => take(measureNow(tests, options)), later };
  unbegun.push(suite);
  queueMicrotask(() => beginUntil(suite, (one) => one.later()));
  return () => beginUntil(suite, ({ now }) => now());
}

/** Result of a test that this process does not measure, so that code that reads all results continues. */
const UNKNOWN = {
  error: null, mean: NaN, moe: NaN, rme: NaN, sem: NaN, deviation: NaN, variance: NaN, sample: [NaN], calls: 0,
  seconds: 0, verdict: null,
};

const ERRORS = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

/** The error of a row, like the one that the test threw, as rows have its name in the message. */
function errorOf({ error: { message, code, stack, thrownCode } }) {
  const [, stage, name, own] = (code === 'threw' && /^((?:[a-z]\w*: )*)([A-Z]\w*): (.*)$/s.exec(message)) || [];
  const error = new (ERRORS[name] || Error)(name ? stage + own : message);
  if (thrownCode !== undefined) error.code = thrownCode;
  else if (code !== 'threw') error.code = code;
  if (name && error.name !== name) Object.defineProperty(error, 'name', { value: name, configurable: true });
  error.stack = stack ? withoutOurFrames(stack) : String(error);
  return error;
}

/**
 * The figures of a row in seconds, as libraries have them, or { error }. The mean is our estimate, and the margin half
 * of its 95 % interval, Infinity without one. The mean is 0, and a rate Infinity, if V8 has removed the work or the
 * test is too fast. verdict: of the row.
 */
function toLibraryFigures(row) {
  if (row === null) return UNKNOWN;
  if (row.error) return { error: errorOf(row) };
  const { nsPerCall, nsHigh, ops, results } = row;
  const isTimed = nsPerCall > 0 && (!isUnmeasured(row) || row.verdict === 'too-noisy');
  const mean = isTimed ? nsPerCall / 1e9 / ops : 0;
  const sample = results.stats.filter(({ count }) => isTimed && count > 0)
    .map(({ count, elapsed }) => elapsed / count / ops);
  if (sample.length === 0) sample.push(mean);
  sample.sort((a, b) => a - b);
  const low = lowWhileShared(row);
  const knownMoe = low > 0 && nsHigh > 0 ? max(nsHigh - nsPerCall, nsPerCall - low) / 1e9 / ops : Infinity;
  const moe = isTimed ? knownMoe : 0;
  const sem = moe / Z;
  const deviation = sem * sqrt(sample.length);
  return {
    error: null, mean, moe, rme: isTimed ? moe / mean * 100 : 0, sem, deviation, variance: deviation ** 2, sample,
    calls: row.calls, seconds: results.elapsed, verdict: row.verdict,
  };
}

// Most iterations of a loop in the file per call of its function; fewer for promises, which can wait.
const ITERATIONS = 1000;
const ITERATIONS_OF_PROMISES = 10;
const LONG_CALL_NS = 1e5; // of a loop that gets no more iterations, so that most calls take at most 1 ms

const isMeasuring = !isFirst && !job.lists;
const loopsByName = new Map(); // numbers of loops, as several tests may have a name

let latestTests = Promise.resolve();

/** Makes the tests of a suite after those of earlier ones, so that suites have the same order in all processes. */
function inOrder(make) {
  const made = latestTests.then(make);
  latestTests = made.catch(() => {});
  return made;
}

/**
 * Chooses the iterations per call of a function with a loop: 1, 10, 100 or 1000, as few as take 0.1 ms. A process that
 * measures for another gets its choice, and calls nothing here.
 *
 * @param {function} fn of the file
 * @param {string} name of the test; with a group, "group: test"
 * @param {Stopwatch} watch of the loop
 * @param {function(number): Promise<number>} call makes a call with this number of iterations; resolves to the number
 *   of operations
 * @returns {Promise<{ count, ops }>} numbers per call, of iterations and of operations
 */
async function chooseIterations(fn, name, watch, call) {
  const most = isAsyncFunction(fn) ? ITERATIONS_OF_PROMISES : ITERATIONS;
  const number = (loopsByName.get(name) || 0) + 1;
  loopsByName.set(name, number);
  const key = `${name} #${number}`;
  let chosen = { count: most, ops: most };
  if (isMeasuring) return job.ownLoops?.[key] ?? chosen;
  async function isLong(count) {
    const startNs = watch.totalNs;
    chosen = { count, ops: await call(count) };
    return watch.totalNs - startNs > LONG_CALL_NS;
  }
  const isKept = globalThis[CONDUCTOR]?.keeps?.(name) ?? true;
  try {
    for (let count = 1; isKept && count <= most; count *= 10) {
      // The first call may create or compile something.
      if (await isLong(count) && count < most && await isLong(count)) break;
    }
  } catch (_) {
    // It fails again when it is measured.
  }
  if (chosen.ops !== most) ownLoops[key] = chosen;
  return chosen;
}

/** An iterator that V8 can inline, unlike a generator */
class Steps {
  constructor(count, watch) {
    this.count = count;
    this.value = 0;
    this.watch = watch;
    watch.start();
  }

  next() {
    const done = this.value >= this.count;
    if (done) this.watch.end();
    return { done, value: this.value++ };
  }
}

/** For timedInParts(): a function whose value, or that of its promise, may contain its time: nsOf(value) */
const returnsTime = (fn, nsOf) => (watch) => {
  const take = (value) => {
    const ns = nsOf(value);
    if (ns >= 0) watch.tell(ns);
  };
  const value = fn();
  if (isThenable(value)) return value.then(take);
  return take(value);
};

function noteLoop(library, name, iterations) {
  const steps = counted(iterations, 'iteration');
  note(`${library}: ${name}: the time includes the loop in the function; each call runs ${steps}`, '');
}

/**
 * A test whose function has a loop over the iterations of `state`. Only the time of the loop as a whole is known.
 * fullName: see chooseIterations()
 */
async function ownLoop(fn, library, { name, fullName }, state) {
  const watch = new Stopwatch();
  let iterations = 1;
  const iterator = () => new Steps(iterations, watch);
  const all = { ...state, [Symbol.iterator]: iterator, [Symbol.asyncIterator]: iterator };
  const test = timedInParts(() => fn(all), { watch });
  const { count } = await chooseIterations(fn, fullName, watch, async (trialCount) => {
    iterations = trialCount;
    await test();
    return trialCount;
  });
  iterations = count;
  noteLoop(library, name, count);
  return { fn: test, ops: count };
}

/** A relative margin in percent, as text */
const marginText = (rme) => (rme === Infinity ? '∞%' : `${rme.toFixed(2)}%`);

/** Of sorted values */
const quantile = (sample, share) => (sample.length === 0 ? undefined : quantileSorted(sample, share));

/** The function itself, so that V8 can inline it, unless it needs `this`. */
function bound(fn, self) {
  const source = Function.prototype.toString.call(fn);
  const usesThis = /\bthis\b/.test(source) && !/^(?:async\s*)?(?:\([^)]*\)|[\w$]+)\s*=>/.test(source);
  return usesThis ? fn.bind(self) : fn;
}

/** Acts at once, or after a promise. */
const actAfter = (value, action) => (isThenable(value) ? value.then(action) : action());

module.exports = {
  waiting, suites, ofThreads, passSettings, findCaller, note, noteIgnoredMember, refuseTimes, isFirst, isLeftOut,
  measureTests, measureNow, usesProcesses, measureSoon, toLibraryFigures, marginText, quantile, inOrder,
  chooseIterations, noteLoop, ownLoop, returnsTime, bound, actAfter,
};
