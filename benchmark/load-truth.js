'use strict';

/*
 * What one iteration of a hand-written loop takes, less one of an empty loop, on a machine that is busy and whose
 * clock rate moves: short slices in pairs, those left out that were interrupted, each beside a chain of dependent
 * operations that tells the clock rate. Nothing of the library is used, so that its errors are not repeated here.
 */

const v8 = require('v8');
const { median, timed } = require('./truth');

// Beside three loops a process gets pieces of 3 to 4 ms: most slices of a quarter fit into one.
const SLICE_MS = 0.25;
const EMPTY_MS = 0.1;
const CHAIN_MS = 0.04;

// Of processor time, for it passes while the process waits for a core, and then nothing is learnt.
const MEASURE_MS = 80;
const WARM_MS = 30;
const WARM_LIMIT_MS = 1500;

// A reading of the processor's time takes 1 us; a slice that rested for longer was interrupted.
const IDLE_MS = 0.003;
const IDLE_SHARE = 0.05;

const SETTLED = 20; // slices
const SETTLED_WITHIN = 0.02;

// Each is one cycle on x86 and ARM alike, and two in turn with constants that no instruction holds are not folded.
const CHAIN_CYCLES = 96;
const STEPS = 's = (s ^ 0x3c6ef372) + 0x5851f42d | 0; '.repeat(CHAIN_CYCLES / 2);
const chain = new Function('s_', `
  return function (n_) {
    let s = s_;
    for (let i_ = 0; i_ < n_; i_++) { ${STEPS} }
    s_ = s;
  };`)(1);

const PARTS = 3;

// An empty loop takes the same number of cycles in each slice, a whole one or 1.5, unless another program has the
// other half of the core: then 1.3 to 2.4 times as much, and most bodies 1.3 to 1.7 times, for seconds. That is not the
// truth, and the loops are measured again, for 2 s of processor time at most. Shared, 1.5 is found, too, but not in
// most slices.
const ALONE = 1.02;
const ALONE_SHARE = 0.25;
const MOST_SHARE = 0.6;
const WHOLE = 0.06;
const TRIES = 25;

// Both halves of the young generation, and once more.
const TOUCHED_BYTES = 100e6;

function processorMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e3;
}

const NATIVES = '--allow-natives-syntax';
const HAS_NATIVES = process.execArgv.includes(NATIVES);

/** Runs text in V8's own syntax on a function; compiled anew, because V8 forgets code that has not run for long. */
function native(text, fn) {
  v8.setFlagsFromString(NATIVES);
  try {
    return new Function('f', text)(fn);
  } finally {
    // A tool finds the process as it was started.
    if (!HAS_NATIVES) v8.setFlagsFromString(`--no-${NATIVES.slice(2)}`);
  }
}

const status = (fn) => native('return %GetOptimizationStatus(f);', fn);

// Which bits mean V8's top tier moves with its version: a function sent there by hand has them, one that ran once not.
const TOP_TIER = (() => {
  const sent = (k) => k + 1;
  native('%PrepareFunctionForOptimization(f); f(1); f(2); %OptimizeFunctionOnNextCall(f); f(3);', sent);
  const ranOnce = (k) => k + 1;
  ranOnce(1);
  const bits = status(sent) & ~status(ranOnce);
  if (bits === 0) throw new Error('V8 does not tell what it has optimized');
  return bits;
})();

const isOptimized = (loop) => (status(loop) & TOP_TIER) === TOP_TIER;

/** One slice: { ms, usedMs: processor time, whole: not interrupted }. */
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
 * Runs a loop until V8 runs it in its top tier and its times have settled.
 *
 * @returns {number} iterations for a slice of sliceMs
 * @throws {Error} where it does not get there
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
      // On a machine whose speed moves all the time the times need not settle.
      if (isOptimized(loop)) return n;
      throw new Error(`V8 has not optimized the hand-written loop in ${WARM_LIMIT_MS} ms of processor time`);
    }
    perIteration = last;
  }
}

/**
 * The time of one iteration, with its share of collections: what slices without one take in the median, and what those
 * with one take more, as often as there are such. Few slices hold a collection, so that a median of all drops it; and
 * most of those that do are interrupted, because it wakes the threads that help with it, so that a mean of the
 * undisturbed ones drops it too.
 */
function centreOf(turns, valueOf) {
  const without = turns.filter((turn) => turn.whole && !turn.collected);
  const withOne = turns.filter((turn) => turn.collected);
  const usual = median(without.map(valueOf));
  if (withOne.length === 0) return usual;
  return usual + (median(withOne.map(valueOf)) - usual) * withOne.length / turns.length;
}

/** The turns that had the core to themselves; all of them, { isAlone: false }, where these are too few. */
function aloneOf(turns) {
  const inOrder = turns.map(({ emptyCycles }) => emptyCycles).sort((a, b) => a - b);
  const least = inOrder[Math.floor(inOrder.length / 20)];
  const near = turns.filter(({ emptyCycles }) => emptyCycles <= ALONE * least);
  const isWhole = Math.abs(least - Math.max(1, Math.round(least))) <= WHOLE * least;
  const isAlone = near.length >= (isWhole ? ALONE_SHARE : MOST_SHARE) * turns.length;
  return { kept: isAlone ? near : turns, isAlone };
}

/** The centre of all turns, and the least and the largest of those of their parts. */
function spreadOf(turns, valueOf) {
  const size = Math.ceil(turns.length / PARTS);
  const part = (i) => centreOf(turns.slice(i * size, (i + 1) * size), valueOf);
  const parts = Array.from({ length: PARTS }, (_, i) => part(i)).filter(Number.isFinite);
  const centre = centreOf(turns, valueOf);
  return { centre, low: Math.min(centre, ...parts), high: Math.max(centre, ...parts) };
}

/**
 * Walks through the young generation until all of its memory has been touched: the system gives each page at its first
 * use, so that a small JSON.parse takes 20 % longer until then, and beside neighbours twice as long.
 */
function touchHeap() {
  let kept = null;
  for (let bytes = 0; bytes < TOUCHED_BYTES; bytes += 8 * 1000) kept = new Array(1000);
  return kept;
}

/**
 * The loops of a body, warmed up.
 *
 * @param {object} body as bodyOf makes it
 * @returns {function(): object} measures for 80 ms of processor time, and again where others had the core: { ns,
 *   cycles: { centre, low, high } of one iteration, mhz, turns, whole: how many of them were not interrupted, isAlone:
 *   whether they had the core to themselves, asItCame: the first of these }
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
    // The first of two is slow where something else has just run: cold caches, 5 to 10 % of 40 us.
    const first = slice(loops.chain, n.chain);
    const second = slice(loops.chain, n.chain);
    const empty = slice(loops.empty, n.empty);
    const heapBytes = usedBytes();
    const one = slice(loops.body, n.body);
    const collected = usedBytes() < heapBytes;
    // Processor time is that of all threads: the clock is better where nothing came between.
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
    const { kept, isAlone } = aloneOf(turns.filter(({ steady }) => steady));
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
