'use strict';

/* global document, location */

/*
 * What runs in a page that a command has opened, beside the suite: it loads the suite, measures it, and tells the
 * command as processes of other engines do. It is served as one module, see module-text.js.
 */

const engine = require('#engine');
const { createPageChannel } = require('./page-channel');
const { tellLines } = require('./page-console');
const { createBench } = require('../bench');
const { createCalibration } = require('../calibrate');
const { createClock } = require('../host/clock');
const { createForkChild } = require('../session/fork-child');
const { createForkedSession } = require('../session/fork-session');
const { measureTest } = require('../session/one-test');
const { testRuns } = require('../session/restarts');
const { createArrange, createCliHooks } = require('../session/suite-reporter');
const { keeps } = require('../suite/name-filter');
const { suiteIn } = require('../suite/exported-suite');
const { createPageSysinfo } = require('../system/page-sysinfo');
const { errorOfFailure, rowError } = require('../text/row-error');
const roundStrategy = require('../session/round-strategy');

// Captured before a test can replace them.
const { addEventListener, crossOriginIsolated, navigator, performance, queueMicrotask } = globalThis;
const { apply } = Reflect;

const NEXT_MS = 1000;

// Firefox has other work in a page's first two seconds: 12 of 20 pairs of equal functions were within 0.5 % of each
// other there, and 20 of 20 behind them.
const SETTLED_MS = { firefox: 2000 };

// Under this name all copies of this library ask for who measures.
const CONDUCTOR = Symbol.for('qtimeit.conductor.1');

const NO_COUNTS = 'bench: count needs processes of Node.js, which a page has not; leave it out, or measure on node';

/** That of test-strategy.js, without what a page has not. */
const strategy = {
  ...roundStrategy, measure: measureTest, runsOf: (tests, settings, deps) => testRuns(settings, deps),
};

const errorOf = (error) => errorOfFailure({ stage: 'test', error }, 'sync', null);

/** Busy until the page is so old, for an idle one stays as it is. */
function settle() {
  const untilMs = SETTLED_MS[engine.name] || 0;
  for (let kept = []; performance.now() < untilMs;) kept = [kept.length];
}

/** Errors that nobody catches, and no suite that runs takes for its own. */
function onUncaught(heard) {
  const unlessTaken = (event, errorIn) => apply(queueMicrotask, globalThis, [() => {
    if (!event.defaultPrevented) heard(errorIn(event));
  }]);
  apply(addEventListener, globalThis, ['error', (event) => unlessTaken(event, ({ error, message }) => (
    error === null || error === undefined ? new Error(message) : error))]);
  apply(addEventListener, globalThis, ['unhandledrejection', (event) => unlessTaken(event, ({ reason }) => reason)]);
}

/** Loads the suite of a file, and has it measured; suites that the file hands to bench are then, too. */
async function runFile(address, bench) {
  globalThis[CONDUCTOR] = bench;
  const suite = suiteIn(await import(address), true);
  const given = suite !== null && typeof suite.then === 'function' ? await suite : suite;
  if (given !== null && given !== undefined) await bench.turning(given);
  await bench.idle();
}

/** One test, or which there are; as measureTest in commands/measuring.js. */
async function runAsChild({ job, suite, part }, { tell }, tools, sysinfo) {
  let next = () => {};
  const child = createForkChild({
    job, history: job.history || [], leave() {}, onUncaught,
    onceTold(action) { next = action; },
    turns: { next: (action) => tell({ type: 'ready' }, ({ turn }) => engine.nextTurn(() => action(turn))) },
    // In a turn in which nothing is on its way to the command.
    tell(message) { tell(message, message.type === 'begun' ? () => engine.nextTurn(next) : () => {}); },
  }, tools);
  const bench = createBench({
    ...tools, strategy, sysinfo, childRole: child, forks: null, settingsOwner() {}, inProcesses: () => ({}),
    cliHooks: { arrange: createArrange(part, () => ({})) },
  });
  try {
    await runFile(suite, bench);
    child.loaded(null, sysinfo);
  } catch (error) {
    child.loaded(errorOf(error), null);
  }
}

/** What tells which test runs: of each its first steps, for its first call can be the one that never ends. */
function createTrying(tell) {
  const tried = new Set();
  let isTold = false;
  return (position, index) => {
    const key = `${position} ${index}`;
    const isFirst = !tried.has(key);
    if (isFirst) tried.add(key);
    if (isFirst || isTold) tell({ type: 'trying', position, index: isFirst ? index : null });
    isTold = isFirst;
  };
}

/** Tests in browsers of their own: the command starts these. */
const createForks = ({ tell }) => ({
  check() {},
  run: ({ job, limitMs, onStart }) => new Promise((resolve) => {
    onStart(() => {});
    tell({ type: 'fork', job, limitMs }, resolve);
  }),
});

const IN_PROCESSES = {
  createAffinity: () => null,
  createForkedSession,
  createCounting() { throw new TypeError(NO_COUNTS); },
  // It goes with the job, as it is.
  writeHistory: (_, suites) => ({ file: { path: suites, remove() {} }, error: null }),
};

/** All suites of a file, in turns; as measurePart in commands/measuring.js. */
async function runAsPart({ job, suite, part }, { tell }, tools, sysinfo) {
  onUncaught((error) => tell({ type: 'uncaught', error: errorOf(error) }));
  const channel = { tellNow: tell, ask: tell, job };
  const bench = createBench({
    ...tools, ...createCliHooks(part, channel, createTrying(tell), { clock: tools.clock, sysinfo }),
    strategy, sysinfo, childRole: null, forks: createForks({ tell }), settingsOwner() {},
    inProcesses: () => IN_PROCESSES,
  });
  try {
    await runFile(suite, bench);
    tell({ type: 'done' });
  } catch (error) {
    tell({ type: 'failed', error: errorOf(error), isEmpty: Boolean(error) && error.code === 'ERR_NO_TESTS' });
  }
}

/** In a page that was opened by hand: what is to be measured next comes under the same address. */
function awaitNext(base) {
  document.querySelector('p').textContent = 'qtimeit has measured. This page can be closed.';
  // One request at a time: a second reload would be a second client.
  const ask = () => setTimeout(() => (
    fetch(`${base}next`).then(({ ok }) => (ok ? location.reload() : ask()), ask)), NEXT_MS);
  ask();
}

/**
 * @param {object} given by the command
 * @param {string} given.base see page-channel.js
 * @param {string} given.suite address of the file
 * @param {object} given.job of fork-child.js, or of suite-reporter.js with isPart
 * @param {{ file: string, filter: string[], exclude: string[], overrides: object }} given.chosen
 * @param {string} given.version of this library
 */
function start({ base, suite, job, chosen, version }) {
  const channel = createPageChannel(base);
  channel.hold();
  tellLines(channel.tell);
  const clock = createClock();
  const calibration = createCalibration(clock, null);
  const tools = { clock, heap: engine.heap, calibration, natives: null };
  const sysinfo = createPageSysinfo({
    engine, clock, chainMhz: calibration.chainMhz, version, page: { navigator, crossOriginIsolated },
  });
  const part = {
    ...chosen, keeps: (name, file) => keeps(`${file}: ${name}`, chosen), placeOf: (place) => place,
  };
  const run = job.isPart ? runAsPart : runAsChild;
  const isMeasured = job.isPart || job.name !== undefined;
  if (isMeasured) settle();
  run({ job, suite, part }, channel, tools, sysinfo)
    .then(() => { if (job.isReused) awaitNext(base); })
    .catch((error) => channel.tell({ type: 'broken', error: rowError('threw', `${error && error.stack}`) }));
}

module.exports = { start };
