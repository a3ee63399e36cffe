'use strict';

/*
 * The time per iteration of a hand-written loop, minus that of an empty loop, on a busy machine with a varying clock
 * rate. Short slices of both loops are measured together with a chain of dependent operations, which gives the clock
 * rate; interrupted slices are dropped. Nothing of the library is used, so that its errors are not repeated here.
 */

const v8 = require('v8');
const { median, timed } = require('./truth');

// With three loops, a process runs for 3 to 4 ms at a time: most slices of 0.25 ms are not interrupted.
const SLICE_MS = 0.25;
const EMPTY_MS = 0.1;
const CHAIN_MS = 0.04;

// processor time: wall-clock time also passes while the process waits for a core
const MEASURE_MS = 80;
const WARM_MS = 30;
const WARM_LIMIT_MS = 1500;

// Reading the processor time takes 1 us. A slice that was idle for longer was interrupted.
const IDLE_MS = 0.003;
const IDLE_SHARE = 0.05;

const SETTLED = 20; // slices
const SETTLED_WITHIN = 0.02;

// Each step is one cycle on x86 and ARM. Compilers do not fold alternating steps with constants this large.
const CHAIN_CYCLES = 96;
const STEPS = 's = (s ^ 0x3c6ef372) + 0x5851f42d | 0; '.repeat(CHAIN_CYCLES / 2);
const chain = new Function('s_', `
  return function (n_) {
    let s = s_;
    for (let i_ = 0; i_ < n_; i_++) { ${STEPS} }
    s_ = s;
  };`)(1);

const PARTS = 3;

// An iteration of an empty loop takes an integer number of cycles, or 1.5, in every slice, unless another program uses
// the other hardware thread of the core. Then it takes 1.3 to 2.4 times as long, and most bodies 1.3 to 1.7 times, for
// seconds: the loops are measured again, for at most 2 s of processor time. On a shared core, 1.5 cycles occur as well,
// but not in most slices.
const ALONE = 1.02;
const ALONE_SHARE = 0.25;
const MOST_SHARE = 0.6;
const WHOLE = 0.06;
const TRIES = 25;

// uses both semi-spaces of the young generation more than once
const TOUCHED_BYTES = 100e6;

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

const NATIVES = '--allow-natives-syntax';
const HAS_NATIVES = process.execArgv.includes(NATIVES);

/** Runs code with V8's natives syntax on a function. Compiled each time, because V8 flushes code that rarely runs. */
function native(text, fn) {
  v8.setFlagsFromString(NATIVES);
  try {
    return new Function('f', text)(fn);
  } finally {
    // Tools must run with the original flags.
    if (!HAS_NATIVES) v8.setFlagsFromString(`--no-${NATIVES.slice(2)}`);
  }
}

const status = (fn) => native('return %GetOptimizationStatus(f);', fn);

// Status bits of V8's top tier depend on its version. Optimized functions have them; functions that ran once do not.
const TOP_TIER = (() => {
  const sent = (k) => k + 1;
  native('%PrepareFunctionForOptimization(f); f(1); f(2); %OptimizeFunctionOnNextCall(f); f(3);', sent);
  const ranOnce = (k) => k + 1;
  ranOnce(1);
  const bits = status(sent) & ~status(ranOnce);
  if (bits === 0) throw new Error('V8 does not report which functions are optimized');
  return bits;
})();

const isOptimized = (loop) => (status(loop) & TOP_TIER) === TOP_TIER;

/** One slice: { ms, usedMs: processor time, whole: not interrupted } */
function slice(loop, n) {
  const used = processorMs();
  const ms = timed(loop, n);
  const usedMs = processorMs() - used;
  return { ms, usedMs, whole: ms - usedMs < Math.max(IDLE_MS, IDLE_SHARE * ms) };
}

function hasSettled(times) {
  if (times.length < 2 * SETTLED) return false;
  return Math.abs(median(times.slice(SETTLED)) / median(times.slice(0, SETTLED)) - 1) <= SETTLED_WITHIN;
}

/**
 * Runs a loop until V8 has optimized it and its times are stable.
 *
 * @returns {number} iterations per slice of sliceMs
 * @throws {Error} if V8 does not optimize it
 */
function warmed(loop, sliceMs, leastMs) {
  let n = 1;
  while (timed(loop, n) < sliceMs * 0.7) n = Math.ceil(n * 1.5);
  const startedMs = processorMs();
  let perIteration = [];
  for (;;) {
    const { ms, whole } = slice(loop, n);
    const usedMs = processorMs() - startedMs;
    if (whole && ms > 0) {
      perIteration.push(ms / n);
      n = Math.max(1, Math.round(sliceMs / median(perIteration.slice(-5))));
    }
    const last = perIteration.slice(-2 * SETTLED);
    if (usedMs >= leastMs && isOptimized(loop) && hasSettled(last)) return n;
    if (usedMs > WARM_LIMIT_MS) {
      // If the speed of the machine keeps changing, the times never become stable.
      if (isOptimized(loop)) return n;
      throw new Error(`V8 has not optimized the hand-written loop in ${WARM_LIMIT_MS} ms of processor time`);
    }
    perIteration = last;
  }
}

/**
 * The time per iteration, including garbage collections: the median of slices without a collection, plus the median
 * extra time of slices with one, times their share. The median of all slices would ignore the few slices with a
 * collection. The mean of uninterrupted slices would, too: a collection wakes helper threads, which interrupts its
 * slice.
 */
function centreOf(turns, valueOf) {
  const without = turns.filter((turn) => turn.whole && !turn.collected);
  const withOne = turns.filter((turn) => turn.collected);
  const typical = median(without.map(valueOf));
  if (withOne.length === 0) return typical;
  return typical + (median(withOne.map(valueOf)) - typical) * withOne.length / turns.length;
}

/** The turns on an unshared core; all turns, with isAlone false, if these are too few. */
function unsharedOf(turns) {
  const inOrder = turns.map(({ emptyCycles }) => emptyCycles).sort((a, b) => a - b);
  const least = inOrder[Math.floor(inOrder.length / 20)];
  const near = turns.filter(({ emptyCycles }) => emptyCycles <= ALONE * least);
  const isWhole = Math.abs(least - Math.max(1, Math.round(least))) <= WHOLE * least;
  const isAlone = near.length >= (isWhole ? ALONE_SHARE : MOST_SHARE) * turns.length;
  return { kept: isAlone ? near : turns, isAlone };
}

/** The centre of all turns, and the least and largest centre of their parts. */
function spreadOf(turns, valueOf) {
  const size = Math.ceil(turns.length / PARTS);
  const part = (i) => centreOf(turns.slice(i * size, (i + 1) * size), valueOf);
  const parts = Array.from({ length: PARTS }, (_, i) => part(i)).filter(Number.isFinite);
  const centre = centreOf(turns, valueOf);
  return { centre, low: Math.min(centre, ...parts), high: Math.max(centre, ...parts) };
}

/**
 * Allocates until all memory of the young generation has been used. The system provides each page at its first use:
 * until then a small JSON.parse takes 20 % longer, under load twice as long.
 */
function touchHeap() {
  let kept = null;
  for (let bytes = 0; bytes < TOUCHED_BYTES; bytes += 8 * 1000) kept = new Array(1000);
  return kept;
}

/**
 * The loops of a body, warmed up.
 *
 * @param {object} body from bodyOf()
 * @returns {function(): object} measures for 80 ms of processor time, and again if the core was shared: { ns,
 *   cycles: { centre, low, high } per iteration, mhz, turns, whole: number of uninterrupted turns, isAlone: on an
 *   unshared core, asItCame: the first measurement }
 */
function truthOf(body) {
  touchHeap();
  const loops = { chain, empty: body.emptyLoop(), body: body.loop() };
  const n = {
    chain: warmed(chain, CHAIN_MS, 0),
    empty: warmed(loops.empty, EMPTY_MS, 0),
    body: warmed(loops.body, SLICE_MS, WARM_MS),
  };
  const usedBytes = () => v8.getHeapStatistics().used_heap_size;

  function turn() {
    // The first of two is up to 10 % slower, because of cold caches.
    const first = slice(loops.chain, n.chain);
    const second = slice(loops.chain, n.chain);
    const empty = slice(loops.empty, n.empty);
    const heapBytes = usedBytes();
    const one = slice(loops.body, n.body);
    const collected = usedBytes() < heapBytes;
    // Processor time includes all threads: without an interruption, the clock is better.
    const ns = ((one.whole ? one.ms : Math.min(one.ms, one.usedMs)) / n.body - empty.ms / n.empty) * 1e6;
    const mhz = n.chain * CHAIN_CYCLES / Math.min(first.ms, second.ms) / 1e3;
    const steady = second.whole && empty.whole;
    const emptyCycles = empty.ms / n.empty * mhz * 1e3;
    return { ns, mhz, cycles: ns * mhz / 1e3, emptyCycles, collected, steady, whole: steady && one.whole };
  }

  function measure() {
    const turns = [];
    const startedMs = processorMs();
    while (processorMs() - startedMs < MEASURE_MS) turns.push(turn());
    const { kept, isAlone } = unsharedOf(turns.filter(({ steady }) => steady));
    return {
      ns: spreadOf(kept, ({ ns }) => ns),
      cycles: spreadOf(kept, ({ cycles }) => cycles),
      mhz: median(kept.map(({ mhz }) => mhz)),
      turns: turns.length,
      whole: kept.filter(({ whole }) => whole).length,
      isAlone,
    };
  }

  return () => {
    if (!isOptimized(loops.body)) n.body = warmed(loops.body, SLICE_MS, WARM_MS);
    const asItCame = measure();
    let found = asItCame;
    for (let tries = 1; tries < TRIES && !(found.isAlone && isOptimized(loops.body)); tries++) found = measure();
    return { ...found, asItCame };
  };
}

module.exports = { truthOf };
