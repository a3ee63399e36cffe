'use strict';

/* Empty tests, whose time is subtracted, and a chain that shows the clock rate, all warmed up. */

const engine = require('#engine');
const { TOP } = require('./core/samples/round');
const { toSorted, quantileSorted } = require('./base/stats/sample');
const {
  compileLoop, countGiven, syncLoop, promiseLoop, stoppedClockError, CALLBACK_DECOYS, MAX_CALLS,
} = require('./core/measure/loop');
const { runSteps } = require('./core/measure/run-steps');
const { callsFor, sliceFor, GROWTH } = require('./core/measure/slices');
const { loopOf } = require('./core/measure/task');
const { forceTop } = require('./core/measure/tiers');

const { min, ceil } = Math;

// 1000 readings of the clock take 23 to 40 us: shorter slices would measure the clock.
const REFERENCE_SLICE_NS = 60e3;
const CHAIN_SLICE_NS = 40e3;
const LONG_SLICE_NS = 1e6; // V8 compiles a loop within one slice of this length

// Runs without an improvement. Without natives, the runs must last as long as the compiler may wait for a core.
const QUIET_RUNS = 20;
const QUIET_RUNS_UNASKED = 60;
const FORCING_TRIES = 3;

// One operation of the chain takes one cycle on x86 and ARM alike. V8 cannot fold two alternating operations with
// constants too wide for an immediate operand; it folds a chain of Math.imul ("114 GHz"). The chain agrees within 0.1 %
// with an xorshift chain of known latency. The loop counter runs in parallel; three iterations are one call.
const CHAIN_CYCLES = 96;

function chainLoop({ nowNs }) {
  let latest = 123456789;
  function chain(n) {
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
  }
  return {
    code: chain,
    run(calls, done) {
      const started = nowNs();
      chain(calls);
      const ended = nowNs();
      done(null, ended - started);
    },
  };
}

// An interruption slows several slices, and V8 may still compile the chain on a busy machine: 4 ms cover both.
const CHAIN_READINGS = 100;
const FAST_READING = 0.9; // not the fastest, which is sometimes an error of the clock: 4009 of 3610 MHz

const MIN_CHAIN_MHZ = 600; // the interpreter shows 230 to 320 MHz at 3.6 GHz, baseline code 370 to 430

/** Runs a loop in growing portions that reach sliceNs, until its times have settled. Returns the calls of a slice. */
function* warmLoop(loop, sliceNs, mostCalls = MAX_CALLS, natives = null) {
  let calls = 1;
  let ns = yield [loop, calls];
  while (ns < sliceNs && calls < mostCalls) {
    calls = min(mostCalls, ceil(calls * GROWTH));
    ns = yield [loop, calls];
  }
  if (!(ns > 0)) throw stoppedClockError(calls);
  // New types discard the code: in Deno one try left the chain in baseline code.
  const isLate = () => natives && natives.canOptimize && natives.tierOf(loop.code) !== TOP;
  for (let tries = 0; tries < FORCING_TRIES && isLate(); tries++) {
    yield* forceTop(natives, [loop.code], function* (count) { yield [loop, count]; }, calls);
  }
  // V8's compiler works on another thread: wait until the times have come down.
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

const CALLING_BACK = [
  (callback) => { callback(); }, (first, callback) => { callback(); }, (first, second, callback) => { callback(); },
];

const emptyFn = (text, own) => (engine.compiles() ? compileLoop([], `return ${text};`)() : own);

const EMPTY = {
  sync: (clock, form) => syncLoop(emptyFn('function () {}', () => {}), clock, form),
  callback(clock, form) {
    const count = form.each ? 1 : countGiven(form);
    const { parameters, body } = CALLBACK_DECOYS[count];
    const fn = emptyFn(`function (${parameters}) { ${body} }`, CALLING_BACK[count]);
    return loopOf('callback', fn, { clock }, form);
  },
  promise: (clock, form) => promiseLoop(emptyFn('async function () {}', async () => {}), clock, form),
};

// Inputs of an empty test, created once for the longest slice.
const SAME_INPUT = {};
const NONE = [];
const SAME_GIVEN = [NONE, [SAME_INPUT], [SAME_INPUT, SAME_INPUT]];
const REFERENCE_INPUTS = 2 ** 18;

/** The same for all tests with the same loop */
const formName = (kind, { inline, each, given }) => (
  `${kind}${inline ? '' : ' called'}${each ? ' with input' : ` given ${given.length}`}`);

function createCalibration(clock, natives = null) {
  const known = {};
  let chain = null;

  /** The empty test of a kind, called in the form of the test; calls: of one slice. */
  function* reference(kind, { inline = true, each = null, given = NONE, parts } = {}) {
    const name = formName(kind, { inline, each, given }) + (parts ? parts.formName() : '');
    if (!known[name]) {
      const form = { inline, each: each && (() => SAME_INPUT), given: SAME_GIVEN[given.length] };
      const loop = parts ? loopOf(kind, parts.empty(kind), { clock }, form) : EMPTY[kind](clock, form);
      if (each) loop.prepare(REFERENCE_INPUTS, () => {});
      const mostCalls = each ? REFERENCE_INPUTS : MAX_CALLS;
      known[name] = { loop, calls: yield* warmLoop(loop, sliceFor(REFERENCE_SLICE_NS, clock), mostCalls, natives) };
    }
    return known[name];
  }

  function* frequency() {
    if (!chain) {
      const loop = chainLoop(clock);
      chain = { loop, calls: yield* warmLoop(loop, sliceFor(CHAIN_SLICE_NS, clock), MAX_CALLS, natives) };
    }
    return chain;
  }

  /** MHz from the time of one slice of the frequency reference; NaN if the chain is not compiled. */
  function mhzOf(ns) {
    const mhz = chain.calls * CHAIN_CYCLES * 1000 / (ns - clock.costNs());
    return mhz >= MIN_CHAIN_MHZ && mhz < 20000 ? mhz : NaN;
  }

  /** The current clock rate, from the faster of many slices; null if unknown. */
  function chainMhz() {
    const readings = [];
    function* read() {
      const { loop, calls } = yield* frequency();
      for (let i = 0; i < CHAIN_READINGS; i++) {
        const mhz = mhzOf(yield [loop, calls]);
        if (mhz > 0) readings[readings.length] = mhz;
      }
    }
    runSteps(read(), (failure) => { if (failure) throw failure.error; });
    return readings.length ? quantileSorted(toSorted(readings), FAST_READING) : null;
  }

  return { reference, emptyLoop: (kind, form) => EMPTY[kind](clock, form), frequency, mhzOf, chainMhz };
}

module.exports = { createCalibration, formName, warmLoop };
