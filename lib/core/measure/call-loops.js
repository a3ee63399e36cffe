'use strict';

/*
 * Shared loops for pages whose policy forbids compiling. They have called many functions, so that the engine uses the
 * generic call. Subtracting the empty test removes its time, but not its overlap with the test.
 */

// Engines inline one or two functions per call site, not this many.
const DECOYS = [
  () => 0, () => 1, () => 2, () => 3, () => 4, () => 5, () => 6, () => 7, () => 8, () => 9, () => 10, () => 11,
];
const DECOY_CALLS = 50;

const CALLING_BACK = [
  (...values) => { values[values.length - 1](); }, (first, second, last) => { (last || second || first)(); },
  function callBack(first, second, callback) { (callback || second || first)(); },
  (first, second, callback = second || first) => { callback(); }, (...[first, second = first, last = second]) => last(),
];

const none = [];
const WAYS = [{ given: none }, { given: [0] }, { given: [0, 0] }];

function called(f, n) {
  for (let i = 0; i < n; i++) f();
}

function given(f, n, [first, second]) {
  for (let i = 0; i < n; i++) f(first, second);
}

function withInput(f, n, inputs) {
  for (let i = 0; i < n; i++) f(inputs[i]);
}

function wayOf(form, inputs) {
  if (form.each) return { loop: withInput, values: inputs };
  return form.given && form.given.length > 0 ? { loop: given, values: form.given } : { loop: called, values: none };
}

/** As SYNC in loop.js. */
function syncCalls(form, fn, inputs) {
  const { loop, values } = wayOf(form, inputs);
  // Prevents inlining.
  for (let i = 0; i < DECOY_CALLS; i++) for (let k = 0; k < DECOYS.length; k++) loop(DECOYS[k], 4, none);
  return { run(n) { loop(fn, n, values); } };
}

async function awaitedCalls(f, n, lane, { each, values }) {
  const [first, second] = values;
  for (let i = 0; i < n && !lane.closed; i++) {
    lane.made = i;
    await (each ? f(values[i]) : f(first, second));
  }
}

/** As PROMISE in loop.js. */
function promiseCalls(form, fn, inputs) {
  const lane = { made: 0, closed: false };
  const way = { each: Boolean(form.each), values: inputs || form.given || none };
  return {
    async run(n, ended) {
      await awaitedCalls(fn, n, lane, way);
      ended();
    },
    made: () => lane.made,
    close() { lane.closed = true; },
  };
}

let isPrepared = false;

/** As ANSWERED_LATER in callback-loop.js; count: number of callbacks that take turns. */
function callbackCalls(form, fn, inputs, { unusual, states, count }) {
  const laneOf = (way, own, values) => callbackLane(way, own, values, unusual, states, count);
  if (!isPrepared) callDecoysBack(laneOf);
  isPrepared = true;
  return laneOf(form, fn, inputs);
}

function callDecoysBack(laneOf) {
  for (let i = 0; i < CALLING_BACK.length; i++) {
    for (let k = 0; k < WAYS.length; k++) laneOf(WAYS[k], CALLING_BACK[i], none).run(DECOY_CALLS);
  }
}

function callbackLane(form, fn, inputs, unusual, { CALLING, ANSWERED, WAITING }, count) {
  const [first, second] = form.given || none;
  const callbacks = [];
  const arity = form.each ? 1 : (form.given || none).length;
  let next = 0;
  let place = 0;
  let state = ANSWERED;
  const callbackAt = (own) => function callback(error) {
    if (error || place !== own || state !== CALLING) unusual(error, state, (place - own + count) % count);
    else state = ANSWERED;
  };
  for (let i = 0; i < count; i++) callbacks[i] = callbackAt(i);
  return {
    restart(at) { next = at; },
    run(n) {
      for (let i = 0; i < n; i++) {
        place = place + 1 === count ? 0 : place + 1;
        state = CALLING;
        if (arity === 0) fn(callbacks[place]);
        else if (arity === 1) fn(form.each ? inputs[next++] : first, callbacks[place]);
        else fn(first, second, callbacks[place]);
        if (state !== ANSWERED) {
          if (state === CALLING) state = WAITING;
          return i;
        }
      }
      return n;
    },
    setState(value) { state = value; },
  };
}

module.exports = { syncCalls, promiseCalls, callbackCalls };
