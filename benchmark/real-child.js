'use strict';

/*
 * The true time of one test of a public benchmark file, alone in a process, for real.js:
 *
 *   node real-child.js FILE                  lists the tests
 *   node real-child.js FILE ORDINAL NAME SHARE
 *
 * The latter measures the test with this name of the suite with this number. SHARE: of the usual warm-up and time.
 *
 * The file runs unchanged, as in `qtimeit run`, except that bench() only records the tests: no other test is ever
 * called, unless the file itself calls it. Writes JSON to file descriptor 3.
 */

const fs = require('fs');
const path = require('path');
const { runAsMain } = require('../lib/extras/adopt/run-file');
const { median } = require('../lib/base/stats/sample');

const [entry, wantedOrdinal, wantedName, share = 1] = process.argv.slice(2);
const file = path.resolve(entry);

// `least`: of processor time, because a process may get little of it; `most`: on the clock
const WARM_UP_MS = { least: 1000 * share, most: 10e3 * share };
const WARM_UP_CALLS = 20;
// Batches that other programs interrupt are shortened, so that some fit between two interruptions.
const BATCH_MS = { least: 1, most: 10 };
// The program has the processor, or waits for nothing else.
const CLEAN_CPU_SHARE = 0.95;
// An empty loop before and after a batch takes longer if another thread shares the core.
const PROBE = { calls: 2e5, warmUps: 100, most: 1.5 }; // most: of the fastest one in the process
// `enough` for tests whose batches are never clean, because they wait
const TIMED_MS = { least: 500 * share, enough: 2000 * share, most: 10e3 * share };
const BATCHES = 5;
// of tests whose inputs are created before the batch
const INPUTS = 10e3;

// The plain loops. A process uses one of them, and only for its test, so that V8 sees what a user's loop would show it.
function syncLoop(fn, calls) {
  for (let i = 0; i < calls; i++) fn();
}

function inputLoop(fn, inputs) {
  for (let i = 0; i < inputs.length; i++) fn(inputs[i]);
}

function emptyLoop(calls) {
  for (let i = 0; i < calls; i++);
}

async function promiseLoop(fn, calls, inputs) {
  if (inputs) for (let i = 0; i < calls; i++) await fn(inputs[i]);
  else for (let i = 0; i < calls; i++) await fn();
}

/** Callbacks that come before the function returns must not grow the stack. */
const callbackLoop = (fn, calls) => new Promise((resolve) => {
  let left = calls;
  let isRunning = false;
  let isDue = false;
  const next = () => {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    while (isDue) {
      isDue = false;
      if (left-- === 0) {
        resolve();
        return;
      }
      fn(next);
    }
    isRunning = false;
  };
  next();
});

// As in a program: V8 records ten functions of the stack with each error, and an error takes half the time with few.
const STACK_FRAMES = 10;

function atDepth(depth, action) {
  if (depth > 0) atDepth(depth - 1, action);
  else action();
}

const isThenable = (value) => value !== null && typeof value === 'object' && typeof value.then === 'function';

/** Calls a hook for each input; hooks of published files are few, and synchronous or not. */
async function afterBatch({ afterEach }, calls, inputs) {
  for (let i = 0; afterEach && i < calls; i++) await afterEach(inputs && inputs[i]);
}

async function inputsFor({ each }, calls) {
  if (!each) return null;
  const inputs = [];
  for (let i = 0; i < calls; i++) {
    const made = each();
    inputs.push(isThenable(made) ? await made : made);
  }
  return inputs;
}

/** ms that a batch of calls takes */
async function batchMs(test, calls) {
  const { fn, kind } = test;
  const inputs = await inputsFor(test, calls);
  const startMs = performance.now();
  if (kind === 'promise') await promiseLoop(fn, calls, inputs);
  else if (kind === 'callback') await callbackLoop(fn, calls);
  else atDepth(STACK_FRAMES, () => (inputs ? inputLoop(fn, inputs) : syncLoop(fn, calls)));
  const tookMs = performance.now() - startMs;
  await afterBatch(test, calls, inputs);
  return tookMs;
}

/** As bench() decides it. The first call is part of the warm-up. */
async function withKind(test) {
  if (test.kind) return test;
  if (test.fn.length > (test.each ? 1 : 0)) return { ...test, kind: 'callback' };
  const [input] = await inputsFor(test, 1) || [];
  const result = test.each ? test.fn(input) : test.fn();
  const kind = isThenable(result) ? 'promise' : 'sync';
  await result;
  await afterBatch(test, 1, [input]);
  return { ...test, kind };
}

/** Number of calls for a batch of some ms, from the time of the last batch */
function nextCalls(calls, tookMs, most, wantedMs = BATCH_MS.most) {
  const wanted = tookMs > 0 ? calls * wantedMs / tookMs : calls * 10;
  return Math.max(1, Math.min(Math.round(wanted), calls * 10, most));
}

async function warmUp(test, most) {
  const startMs = performance.now();
  const startCpu = process.cpuUsage();
  let done = 0;
  let calls = 1;
  for (;;) {
    const tookMs = await batchMs(test, calls);
    done += calls;
    calls = nextCalls(calls, tookMs, most);
    const { user, system } = process.cpuUsage(startCpu);
    const isWarm = (user + system) / 1e3 > WARM_UP_MS.least && done >= WARM_UP_CALLS;
    if (isWarm || performance.now() - startMs > WARM_UP_MS.most) return calls;
  }
}

/** ns of an iteration of an empty loop at this moment */
function probeNs() {
  const startMs = performance.now();
  emptyLoop(PROBE.calls);
  return (performance.now() - startMs) * 1e6 / PROBE.calls;
}

/**
 * { ns: per call, loopNs: of an iteration of an empty loop, isClean: whether this process had the processor and its
 * core all the time } of each batch
 */
async function timedBatches(test, firstCalls, most) {
  const batches = [];
  let fastestNs = Infinity;
  for (let i = 0; i < PROBE.warmUps; i++) fastestNs = Math.min(fastestNs, probeNs());
  let wantedMs = BATCH_MS.most;
  let calls = firstCalls;
  const spentMs = { clean: 0, all: 0 };
  const isEnough = () => {
    const clean = batches.filter(({ isClean }) => isClean).length;
    return spentMs.all > TIMED_MS.most || (spentMs.clean > TIMED_MS.least && clean >= BATCHES)
      || (spentMs.all > TIMED_MS.enough && batches.length >= BATCHES);
  };
  while (!isEnough()) {
    const beforeNs = probeNs();
    const startCpu = process.cpuUsage();
    const tookMs = await batchMs(test, calls);
    const { user, system } = process.cpuUsage(startCpu);
    const loopNs = Math.max(beforeNs, probeNs());
    fastestNs = Math.min(fastestNs, loopNs);
    const isClean = (user + system) / 1e3 > CLEAN_CPU_SHARE * tookMs && loopNs < PROBE.most * fastestNs;
    batches.push({ ns: tookMs * 1e6 / calls, loopNs, isClean });
    spentMs.all += tookMs;
    if (isClean) spentMs.clean += tookMs;
    else wantedMs = Math.max(BATCH_MS.least, wantedMs * 0.7);
    calls = nextCalls(calls, tookMs, most, wantedMs);
  }
  return batches;
}

async function emptyBatchMs(kind, calls) {
  if (kind !== 'sync') return batchMs({ kind, fn: kind === 'promise' ? async () => {} : (done) => done() }, calls);
  const startMs = performance.now();
  emptyLoop(calls);
  return performance.now() - startMs;
}

/** ns that one iteration of an empty loop takes, or one await, or one callback. The first batches are the warm-up. */
async function emptyNs(kind) {
  const calls = kind === 'sync' ? 5e6 : 1e5;
  const times = [];
  for (let i = 0; i < 2 * BATCHES; i++) times.push(await emptyBatchMs(kind, calls));
  return median(times.slice(BATCHES)) * 1e6 / calls;
}

/** Medians of the clean batches, or of all if there are few */
function timeOf(batches) {
  const clean = batches.filter(({ isClean }) => isClean);
  const used = clean.length >= BATCHES ? clean : batches;
  return { ns: median(used.map(({ ns }) => ns)), loopNs: median(used.map(({ loopNs }) => loopNs)) };
}

/**
 * ns: of a call, without the iteration of an empty loop for synchronous tests; emptyNs: of an await or a callback,
 * which is part of ns; loopNs: of an iteration of an empty loop meanwhile; cleanShare: of the batches
 */
async function measure(given) {
  const declared = typeof given === 'function' ? { fn: given } : given;
  const fn = typeof declared.fn === 'string' ? new Function(declared.fn) : declared.fn;
  if (declared.setup) await declared.setup();
  const test = await withKind({ ...declared, fn });
  const { kind } = test;
  const most = test.each || test.afterEach ? INPUTS : Infinity;
  const batches = await timedBatches(test, await warmUp(test, most), most);
  const { ns, loopNs } = timeOf(batches);
  const empty = await emptyNs(kind);
  const cleanShare = batches.filter(({ isClean }) => isClean).length / batches.length;
  if (kind === 'sync') return { kind, cleanShare, loopNs, ns: Math.max(0, ns - empty), emptyNs: 0 };
  return { kind, cleanShare, loopNs, ns, emptyNs: empty };
}

/** [name, test] of all tests of a suite, with names as in documents */
function testsOf(suite) {
  const entries = suite instanceof Map ? [...suite] : Array.isArray(suite)
    ? suite.map((test, i) => [`#${i + 1}`, test]) : Object.entries(suite);
  return entries.flatMap(([name, test]) => {
    const isGroup = test instanceof Map || (typeof test === 'object' && !('fn' in test));
    return isGroup ? testsOf(test).map(([inner, one]) => [`${name}: ${inner}`, one]) : [[name, test]];
  });
}

function write(value) {
  fs.writeSync(3, JSON.stringify(value));
}

const found = [];
let ordinal = 0;

async function measureAndExit(test) {
  try {
    write(await measure(test));
  } catch (error) {
    write({ error: `${error && error.message}` });
  }
  process.exit(0);
}

/** Instead of bench(): without results, which libraries report as unknown. A test that is to be measured ends here. */
function record(suite, options, callback) {
  ordinal++;
  const tests = testsOf(suite);
  found.push(...tests.map(([name]) => ({ ordinal, name })));
  const wanted = ordinal === Number(wantedOrdinal) && tests.find(([name]) => name === wantedName);
  // The rest of the file waits for a promise that never settles.
  if (wanted) return measureAndExit(wanted[1]);
  if (callback) callback(null, []);
  return [];
}

const library = require('../qtimeit');
const cached = require.cache[require.resolve('../qtimeit')];
cached.exports = Object.assign(Object.create(library), { bench: record });

// Also if the file ends the process.
process.on('exit', () => {
  if (wantedName === undefined) write(found);
});

const whenDrained = () => new Promise((resolve) => { process.once('beforeExit', resolve); });

runAsMain(file, fs.readFileSync(file, 'utf8'), { settings: {}, idle: async () => {}, whenDrained, onThread() {} })
  // The file may leave timers or threads. A test that is being measured ends the process itself.
  .then(() => { if (wantedName === undefined) process.exit(0); });
