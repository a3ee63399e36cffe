'use strict';

/* global document, location */

/* Runs in a page of a command: measures the suite, and sends the messages of a process. Bundled by modules.js. */

const engine = require('#engine');
const { createBench } = require('../../bench');
const { createCalibration } = require('../../calibrate');
const { createClock } = require('../../base/host/clock');
const { measureNotInlined } = require('../../core/measure/not-inlined');
const { createForkChild } = require('../../core/session/fork-child');
const { createForkedSession } = require('../../core/session/fork-session');
const { measureTest } = require('../../core/session/one-test');
const { testRuns } = require('../../core/session/restarts');
const { createArrange, createCliHooks } = require('../../core/session/suite-reporter');
const { createNameFilter } = require('../../core/suite/suite-arguments');
const { findSuite, findUnusedTests } = require('../../core/suite/suite');
const { findExportedNames, findOnlyExported } = require('../../base/text/code-names');
const { createPageSysinfo } = require('../../core/system/page-sysinfo');
const { toRowError, createRowError } = require('../../base/text/row-error');
const { attempt } = require('../../base/text/show');
const roundStrategy = require('../../core/session/round-strategy');

// Captured before a test can replace them.
const { addEventListener, console, fetch, clearTimeout, setTimeout, queueMicrotask } = globalThis;
const { crossOriginIsolated, navigator, performance } = globalThis;
const { stringify, parse } = JSON;
const { apply, deleteProperty } = Reflect;
const ObjectPrototype = Object.prototype;
const ArrayPrototype = Array.prototype;
const { then } = Promise.prototype;
const { text: textOf } = Response.prototype;

const NEXT_MS = 1000;
const PULSE_MS = 2000; // after this time without a message the page reports that it is alive. A blocked page cannot
const MOST_LINES = 100; // a test in a loop may write millions

// Firefox does other work in the first 2 s of a page. There 12 of 20 pairs of equal functions differed by less than
// 0.5 %, and 20 of 20 later.
const SETTLED_MS = { firefox: 2000 };

const CONDUCTOR = Symbol.for('qtimeit.conductor.1'); // all copies of this library look up the conductor by this name
const NO_COUNTS = 'bench: count is not available in browsers. Remove it, or measure in Node.js';
const METHODS = ['log', 'info', 'warn', 'error', 'debug'];

/** Keeps a connection open while the page exists. send(message, whenAnswered): gives the answer or null. */
function createPageChannel(base) {
  let count = 0;
  let timer = null;

  function pulse() {
    if (timer !== null) apply(clearTimeout, globalThis, [timer]);
    timer = apply(setTimeout, globalThis, [() => send({ type: 'alive' }), PULSE_MS]);
  }

  function send(message, whenAnswered = () => {}) {
    pulse();
    // A toJSON from a test would change the message.
    deleteProperty(ObjectPrototype, 'toJSON');
    deleteProperty(ArrayPrototype, 'toJSON');
    const body = stringify({ ...message, number: count++ });
    const response = apply(fetch, globalThis, [`${base}message`, { method: 'POST', body }]);
    const answer = apply(then, response, [(got) => apply(textOf, got, [])]);
    // Requests fail once the command has ended.
    apply(then, answer, [(text) => whenAnswered(text === '' ? null : parse(text)), () => {}]);
  }

  pulse();
  apply(then, apply(fetch, globalThis, [`${base}open`]), [() => {}, () => {}]);
  return { send };
}

const wordsOf = (value) => (
  typeof value === 'string' ? value : attempt(() => engine.inspect(value), 'a value that cannot be shown'));

function sendLines(send) {
  let lines = 0;
  for (const name of METHODS) {
    const own = console[name];
    console[name] = (...values) => {
      apply(own, console, values);
      if (lines > MOST_LINES) return;
      const text = lines++ === MOST_LINES ? '(more lines are not shown)' : values.map(wordsOf).join(' ');
      send({ type: 'line', text, isError: name === 'warn' || name === 'error' });
    };
  }
}

/** test-strategy.js without streams and counts. */
const strategy = {
  ...roundStrategy, measure: measureTest, runsOf: (tests, settings, { forks }) => testRuns(settings, forks),
};

const errorOf = (error) => toRowError({ stage: 'test', error }, 'sync', null);

/** Keeps the page busy, because an idle page does not settle. */
function settle() {
  const untilMs = SETTLED_MS[engine.name] || 0;
  for (let kept = []; performance.now() < untilMs;) kept = [kept.length];
}

/** Skips errors that a running suite has handled with preventDefault(). */
function onUncaught(heard) {
  const unlessTaken = (event, errorIn) => apply(queueMicrotask, globalThis, [() => {
    if (!event.defaultPrevented) heard(errorIn(event));
  }]);
  apply(addEventListener, globalThis, ['error', (event) => unlessTaken(event, ({ error, message }) => (
    error === null || error === undefined ? new Error(message) : error))]);
  apply(addEventListener, globalThis, ['unhandledrejection', (event) => unlessTaken(event, ({ reason }) => reason)]);
}

const readText = async (place) => ({ place, text: await fetch(place).then((answer) => answer.text(), () => '') });

/** For findExportedNames() */
const readModule = (name, from) => (
  /^\.{0,2}\//.test(name) ? readText(new URL(name, new URL(from, location.href)).href) : null);

/** onUnused: see part.load() in cli/run.js */
async function runFile(address, bench, onUnused) {
  globalThis[CONDUCTOR] = bench;
  const read = await readText(address);
  const order = await findExportedNames(read, readModule);
  const exported = await import(address);
  const suite = findSuite(exported, true, order);
  const given = suite !== null && typeof suite.then === 'function' ? await suite : suite;
  const unused = findOnlyExported(findUnusedTests(exported, true, given), read.text);
  if (unused.length > 0) onUnused(unused);
  if (given !== null && given !== undefined) await bench.turning(given);
  await bench.idle();
}

/** Measures one test, or lists the tests, like measureTest in cli/measuring.js. */
async function runAsChild({ job, suite, part }, { send }, tools, sysinfo) {
  let next = () => {};
  const child = createForkChild({
    job, history: job.history || [], leave() {}, onUncaught,
    onNextMessage(action) { next = action; },
    turns: { next: (action) => send({ type: 'ready' }, ({ turn }) => engine.nextTurn(() => action(turn))) },
    // The test begins in a turn without pending messages.
    send(message) { send(message, message.type === 'begun' ? () => engine.nextTurn(next) : () => {}); },
  }, tools);
  const bench = createBench({
    tools, strategy, settingsOwner() {}, childRole: child, createView: null, loadProcesses: null,
    cliHooks: { arrange: createArrange(part, () => ({})) },
  });
  try {
    let unused = [];
    await runFile(suite, bench, (names) => { unused = names; });
    child.loaded(null, sysinfo, unused);
  } catch (error) {
    child.loaded(errorOf(error), null);
  }
}

/** Reports the start of each test, because its first call may never end. */
function createTrying(send) {
  const tried = new Set();
  let wasFirst = false;
  return (position, index) => {
    const key = `${position} ${index}`;
    const isFirst = !tried.has(key);
    if (isFirst) tried.add(key);
    if (isFirst || wasFirst) send({ type: 'trying', position, index: isFirst ? index : null });
    wasFirst = isFirst;
  };
}

const createForks = (send) => ({
  check() {},
  run: ({ job, limitMs, onStart }) => new Promise((resolve) => {
    onStart(() => {});
    send({ type: 'fork', job, limitMs }, resolve);
  }),
});

const processesOf = (send) => ({
  forks: createForks(send),
  host: null,
  createAffinity: () => null,
  createForkedSession,
  createCounting() { throw new TypeError(NO_COUNTS); },
  // The job holds the suites.
  writeHistory: (_, suites) => ({ file: { path: suites, remove() {} }, error: null }),
});

/** Measures all suites of a file, like measurePart in cli/measuring.js. */
async function runAsPart({ job, suite, part }, { send }, tools, sysinfo) {
  onUncaught((error) => send({ type: 'uncaught', error: errorOf(error) }));
  const channel = { sendNow: send, ask: send, job };
  const { cliHooks, createView } = createCliHooks(part, channel, createTrying(send), { clock: tools.clock, sysinfo });
  const processes = processesOf(send);
  const bench = createBench({
    tools, strategy, settingsOwner() {}, loadProcesses: () => processes, cliHooks, createView,
  });
  try {
    await runFile(suite, bench, (names) => send({ type: 'unused', names }));
    send({ type: 'done' });
  } catch (error) {
    send({ type: 'failed', error: errorOf(error), isEmpty: Boolean(error) && error.code === 'ERR_NO_TESTS' });
  }
}

/** Pages that a user opened get the next job under the same address. */
function awaitNext(base) {
  document.querySelector('p').textContent = 'The measurement is complete. You can close this page.';
  // One request at a time: a second reload would count as another client.
  const ask = () => setTimeout(() => (
    fetch(`${base}next`).then(({ ok }) => (ok ? location.reload() : ask()), ask)), NEXT_MS);
  ask();
}

/**
 * base: address of the page, ends with /; suite: address of the file; job: of fork-child.js, or of suite-reporter.js
 * with isPart; chosen: { file, filter, exclude, overrides }; version: of this library.
 */
function start({ base, suite, job, chosen, version }) {
  const channel = createPageChannel(base);
  sendLines(channel.send);
  const clock = createClock();
  const calibration = createCalibration(clock, null);
  const tools = { clock, heap: engine.heap, calibration, natives: null, measureNotInlined };
  const sysinfo = createPageSysinfo({
    engine, clock, chainMhz: calibration.chainMhz, version, page: { navigator, crossOriginIsolated },
  });
  const keeps = createNameFilter(chosen);
  const part = { ...chosen, keeps: (name, file) => keeps(`${file}: ${name}`), placeOf: (place) => place };
  const run = job.isPart ? runAsPart : runAsChild;
  const isMeasured = job.isPart || job.name !== undefined;
  if (isMeasured) settle();
  run({ job, suite, part }, channel, tools, sysinfo)
    .then(() => { if (job.isReused) awaitNext(base); })
    .catch((error) => channel.send({ type: 'broken', error: createRowError('threw', `${error && error.stack}`) }));
}

module.exports = { start, createPageChannel };
