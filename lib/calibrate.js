'use strict';

/*
 * What a measurement is compared with: the empty reference of each kind of test, run beside every
 * slice so that its cost can be taken off in pairs, and a chain of dependent operations that tells the
 * processor's speed. And what a measurement needs first: loops that V8 has compiled for good.
 */

const engine = require('#engine');
const { forceTop } = require('#insides');
const { callbackLoop } = require('./measure/callback-loop');
const { compile, countOf, syncLoop, promiseLoop, MAX_CALLS } = require('./measure/loop');

const { sorted, quantileSorted } = require('./stats/sample');
const { TOP } = require('./samples/round');

const { max, min, round, ceil } = Math;

// 1000 readings of the clock are 23 to 40 microseconds: below that the clock is what is measured.
const REFERENCE_SLICE_NS = 60e3;
const CHAIN_SLICE_NS = 40e3;

// And at least this many of its steps, where it is a coarse one.
const CLOCK_STEPS = 10;

// Slices this long leave the compiler time enough by themselves.
const LONG_SLICE_NS = 1e6;

// Where V8 cannot be asked a loop is waited for as long as its compiler may wait for a core.
const QUIET_RUNS = 20;
const QUIET_RUNS_UNASKED = 60;

const FORCING_TRIES = 3;

// Growing runs let V8 compile the whole loop and not only an entry into its middle, which stays slower:
// an empty callback loop then costs 2.1 ns instead of 0.6.
const GROWTH = 1.5;

// One operation of the chain is one cycle on x86 and ARM alike. Two operations in turn, with constants
// that no immediate form holds, cannot be folded into one; a chain of Math.imul alone is ("114 GHz").
// It agrees within 0.1 % with an xorshift chain of known latency.
// What counts the turns runs beside it; three of its loop are one call.
const CHAIN_CYCLES = 96;

function chainFrom(seed) {
  let latest = seed;
  return function chain(n) {
    let s = latest;
    for (let i = 0; i < 3 * n; i++) {
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
      s = (s ^ 0x5bd1e995) + 0x2545f491 | 0;
    }
    latest = s;
    return s;
  };
}

// An interruption can only make a slice slower, and reaches over several; on a busy machine V8 may still be
// compiling the chain: 4 ms are enough for both.
const CHAIN_READINGS = 100;
const FAST_READING = 0.9; // and not the fastest, which now and then is a slip of the clock: 4009 of 3610 MHz

// Without an optimising compiler the chain tells the speed of the interpreter: 230 to 320 MHz at 3.6 GHz, and 370
// to 430 as baseline code.
const MIN_CHAIN_MHZ = 600;

/** The error for a clock that gives the same time for ever. */
function clockStandsStill(calls) {
  return new Error(`the clock did not advance during ${calls} calls: ${engine.clockWords}. ` +
    'Load qtimeit before a library that fakes timers');
}

/**
 * Runs a loop in growing portions until one takes sliceNs, and then until 20 have brought no improvement.
 *
 * @param {object} loop
 * @param {number} sliceNs
 * @param {number} [mostCalls] that one run may have
 * @param {object|null} [natives] of V8, which has what is left of its work done in the end; see natives.js
 * @returns {import('./measure/run-steps').Steps} what they return: calls for a slice of sliceNs
 */
function* warm(loop, sliceNs, mostCalls = MAX_CALLS, natives = null) {
  let calls = 1;
  let ns = yield [loop, calls];
  while (ns < sliceNs && calls < mostCalls) {
    calls = min(mostCalls, ceil(calls * GROWTH));
    ns = yield [loop, calls];
  }
  if (!(ns > 0)) throw clockStandsStill(calls);
  // What it meets for the first time throws its code away: in Deno the chain was left in baseline code by one try.
  const isLate = () => natives && natives.canOptimize && natives.tierOf(loop.code) !== TOP;
  for (let tries = 0; tries < FORCING_TRIES && isLate(); tries++) {
    yield* forceTop(natives, [loop.code], function* (count) { yield [loop, count]; }, calls);
  }
  // The compiler works on another thread: wait until the times have come down.
  let best = ns / calls;
  const enough = sliceNs >= LONG_SLICE_NS ? 3 : natives ? QUIET_RUNS : QUIET_RUNS_UNASKED;
  for (let quiet = 0, runs = 0; quiet < enough && runs < 300; runs++) {
    ns = yield [loop, calls];
    const perCall = ns / calls;
    if (perCall > 0 && perCall < 0.95 * best) {
      best = perCall;
      quiet = 0;
      calls = min(mostCalls, callsFor(sliceNs, perCall));
    } else {
      quiet++;
    }
  }
  return min(mostCalls, callsFor(sliceNs, best));
}

/** The length of a slice, stretched where the clock is too coarse for it. */
function sliceFor(sliceNs, clock) {
  return max(sliceNs, CLOCK_STEPS * clock.grainNs());
}

/** How many calls take sliceNs, at perCallNs each. */
function callsFor(sliceNs, perCallNs) {
  if (!(perCallNs > 0)) return MAX_CALLS;
  return min(MAX_CALLS, max(1, round(sliceNs / perCallNs)));
}

// Before a callback, by their number.
const EMPTY_PARAMETERS = ['', 'first, ', 'first, second, '];

// Where nothing may be compiled: by the number of what comes before a callback.
const CALLING_BACK = [
  (callback) => { callback(); }, (first, callback) => { callback(); }, (first, second, callback) => { callback(); },
];

const emptyFn = (text, own) => (engine.compiles() ? compile([], `return ${text};`)() : own);

const EMPTY = {
  sync: (clock, form) => syncLoop(emptyFn('function () {}', () => {}), clock, form),
  callback: (clock, form) => {
    const count = form.each ? 1 : countOf(form);
    const text = `function (${EMPTY_PARAMETERS[count]}callback) { callback(); }`;
    return callbackLoop(emptyFn(text, CALLING_BACK[count]), clock, null, form);
  },
  promise: (clock, form) => promiseLoop(emptyFn('async function () {}', async () => {}), clock, form),
};

// Inputs of an empty test: as many as its slices have calls, and no more to be made.
const SAME_INPUT = {};
const sameInput = () => SAME_INPUT;
const NONE = [];
const SAME_GIVEN = [NONE, [SAME_INPUT], [SAME_INPUT, SAME_INPUT]];
const REFERENCE_INPUTS = 2 ** 18;

/**
 * The references of one process, warmed at first use and measured anew beside every slice.
 *
 * @param {{ nowNs: function(): number, costNs: function(): number }} clock
 * @param {object|null} [natives] null where V8 cannot be asked
 */
function createCalibration(clock, natives = null) {
  const references = {};
  let chain = null;

  /**
   * The empty test of a kind -> { loop, calls }, calls being those of one slice.
   *
   * @param {'sync'|'callback'|'promise'} kind
   * @param {{ inline: boolean, each: function, given: Array }} [form] as the test is called
   */
  function* reference(kind, { inline = true, each = null, given = NONE } = {}) {
    const name = `${kind}${inline ? '' : ' called'}${each ? ' with input' : ` given ${given.length}`}`;
    if (!references[name]) {
      const loop = EMPTY[kind](clock, { inline, each: each && sameInput, given: SAME_GIVEN[given.length] });
      if (each) loop.prepare(REFERENCE_INPUTS, () => {});
      const mostCalls = each ? REFERENCE_INPUTS : MAX_CALLS;
      references[name] = { loop, calls: yield* warm(loop, sliceFor(REFERENCE_SLICE_NS, clock), mostCalls, natives) };
    }
    return references[name];
  }

  /** The frequency reference -> { loop, calls }. */
  function* frequency() {
    if (!chain) {
      const loop = chainLoop(clock);
      chain = { loop, calls: yield* warm(loop, sliceFor(CHAIN_SLICE_NS, clock), MAX_CALLS, natives) };
    }
    return chain;
  }

  /** MHz from what one slice of the frequency reference took; NaN where the chain was not compiled. */
  function mhzOf(ns) {
    const mhz = chain.calls * CHAIN_CYCLES * 1000 / (ns - clock.costNs());
    return mhz >= MIN_CHAIN_MHZ && mhz < 20000 ? mhz : NaN;
  }

  /**
   * The processor's speed now, from the faster of many slices; null where it cannot be told.
   */
  function chainMhz() {
    const steps = (function* () {
      const { loop, calls } = yield* frequency();
      const readings = [];
      for (let i = 0; i < CHAIN_READINGS; i++) {
        const mhz = mhzOf(yield [loop, calls]);
        if (mhz > 0) readings[readings.length] = mhz;
      }
      return readings.length ? quantileSorted(sorted(readings), FAST_READING) : 0;
    })();
    let step = steps.next();
    while (!step.done) {
      step.value[0].run(step.value[1], (failure, ns) => { step = steps.next(ns); });
    }
    return step.value > 0 ? step.value : null;
  }

  /** A loop around the empty test of a kind that nobody else has. */
  const emptyLoop = (kind, form) => EMPTY[kind](clock, form);

  return { reference, emptyLoop, frequency, mhzOf, chainMhz };
}

function chainLoop(clock) {
  const loop = chainFrom(123456789);
  const nowNs = clock.nowNs;
  return {
    code: loop,
    run(calls, done) {
      const started = nowNs();
      loop(calls);
      const ended = nowNs();
      done(null, ended - started);
    },
  };
}

module.exports = { createCalibration, warm, callsFor, sliceFor, clockStandsStill, GROWTH };
