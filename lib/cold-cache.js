'use strict';

/*
 * What one call takes whose data is not in the caches: a pass of its own after the timing. Before each sample a
 * buffer of twice the size of the caches is walked over; then one call is timed. So is one call of the empty loop, after
 * the same walk: its code, its data and the clock's are as cold, and are taken off. The two take turns. Steps of
 * requests [loop, calls], as in calibrate.js.
 */

const { evictionBytes } = require('./cache-sizes');
const { GROWTH } = require('./calibrate');
const { median, medianInterval } = require('./stats/sample');

// Captured at load, because a measured test may change them.
const { max, ceil } = Math;
const { apply } = Reflect;
const { indexOf } = Buffer.prototype;
const makeBuffer = Buffer.alloc;

// Of the time of a test; but a few samples at least, which give an interval, and more as long as that does not
// take twice as long.
const TIME_SHARE = 1 / 2;
const LEAST_SAMPLES = 6;
const FEW_SAMPLES = 30;
const MOST_SAMPLES = 500;

const NOT_THERE = 2;

const TURN_NS = 2e7;

// The same function around the one loop compiled, around the other not yet: an empty test read 1900 ns.
const WARMUP_RUNS = 3000;
const WARMUP_NS = 1e8;
const LONGEST_RUN_NS = 2.5e6;

const SAME_INPUT = {};
const sameInput = () => SAME_INPUT;

/**
 * @param {object} host
 * @returns {{ bytes: number, evict: function(), free: function() }}
 */
function createEvictor(host) {
  let words = null;
  for (let size = evictionBytes(host); words === null; size /= 2) {
    try {
      // Written to: pages that never were are all the same one.
      words = makeBuffer(size, 1);
    } catch (error) {
      // No room for it: half of that.
      if (size < 2 ** 20) throw error;
    }
  }
  return {
    bytes: words.length,
    // A search in native code reads all of it, in 35 ms for 256 MB; a loop takes as long, but 180 ms in the interpreter.
    evict: () => apply(indexOf, words, [NOT_THERE]),
    free() { words = null; },
  };
}

/**
 * @param {object} subject see subject.js, measured
 * @param {object} plan { timeGoal (seconds), asynchronous }
 * @param {{ clock, calibration }} tools
 * @param {{ bytes: number, evict: function() }} evictor
 * @param {{ calls: number, slice: number }} progress kept up to date
 * @returns {object} a row's `coldCache`
 */
function* coldCachePass(subject, plan, { clock, calibration }, evictor, progress) {
  const { nowNs } = clock;
  const { form, samples: { kind, clockGrainNs } } = subject;
  const test = subject.extraLoop();
  const empty = calibration.emptyLoop(kind, form.each ? { ...form, each: sameInput } : form);
  const budgetNs = plan.timeGoal * 1e9 * TIME_SHARE;
  let turnedNs = nowNs();

  function* run(loop, calls, isCold) {
    if (loop.prepare) yield [{ run: loop.prepare }, calls];
    if (isCold) {
      // What ends in a later turn is then begun where another one ended: the way out of a timer's callback, with cold code,
      // takes 40 microseconds.
      yield [empty, 1];
      evictor.evict();
    }
    progress.slice = loop === test ? calls : 0;
    const ns = yield [loop, calls];
    progress.calls += progress.slice;
    if (loop.discard) loop.discard();
    return ns;
  }

  function* turn() {
    if (!plan.asynchronous || nowNs() - turnedNs < TURN_NS) return;
    yield [{ run: (calls, done) => clock.nextTurn(() => done(null, 0)) }, 0];
    turnedNs = nowNs();
  }

  // Growing runs compile the loops, and single calls what is around them: both of them alike.
  const warmedNs = nowNs() + WARMUP_NS;
  for (let calls = 1; calls <= subject.mostCalls(); calls = ceil(calls * GROWTH)) {
    const ns = yield* run(test, calls, false);
    yield* run(empty, calls, false);
    if (ns > LONGEST_RUN_NS || nowNs() > warmedNs) break;
  }
  for (let i = 0; i < WARMUP_RUNS && nowNs() < warmedNs; i++) {
    yield* run(test, 1, false);
    yield* run(empty, 1, false);
    yield* turn();
  }
  const startedNs = nowNs();

  function isEnough(samples) {
    const spentNs = nowNs() - startedNs;
    if (samples >= FEW_SAMPLES) return samples >= MOST_SAMPLES || spentNs > budgetNs;
    return samples >= LEAST_SAMPLES && spentNs > 2 * budgetNs;
  }

  const differences = [];
  for (let i = 0; !isEnough(i); i++) {
    let testNs = 0;
    if (i % 2) testNs = yield* run(test, 1, true);
    const emptyNs = yield* run(empty, 1, true);
    if (i % 2 === 0) testNs = yield* run(test, 1, true);
    differences[i] = testNs - emptyNs;
    yield* turn();
  }
  const { low, high } = medianInterval(differences);
  return {
    nsPerCall: max(0, median(differences)),
    nsLow: max(0, low),
    nsHigh: max(0, high),
    samples: differences.length,
    evictedBytes: evictor.bytes,
    resolutionNs: max((high - low) / 2, 2 * clockGrainNs),
  };
}

module.exports = { createEvictor, coldCachePass };
