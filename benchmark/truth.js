'use strict';

/*
 * The true time of a body: the time per iteration of a hand-written loop, minus that of an empty loop. Nothing of the
 * library is used, so that its errors are not repeated here.
 */

const SLICE_MS = 10;
const SLICES = 15;

// also exists in pages
const nowMs = () => performance.now();

function timed(loop, n) {
  const started = nowMs();
  loop(n);
  return nowMs() - started;
}

function median(values) {
  const ordered = values.slice().sort((a, b) => a - b);
  return (ordered[(ordered.length - 1) >> 1] + ordered[ordered.length >> 1]) / 2;
}

// If a compiler removes a loop, any number of iterations takes no time.
const MOST_TURNS = 2 ** 30;

// enough for V8, which replaces the code of a running loop
const NO_MORE = { calls: 0, ms: 0 };

/**
 * Warms up a loop, and returns its iterations per slice.
 *
 * @param {function(number)} loop
 * @param {{ calls: number, ms: number }} least minimum number and duration of short runs at first: an engine that
 *   counts calls, and compiles on other threads, needs both
 */
function warmed(loop, least) {
  let n = 16;
  const started = nowMs();
  for (let calls = 0; calls < least.calls || nowMs() - started < least.ms; calls++) loop(n);
  while (n < MOST_TURNS && timed(loop, n) < SLICE_MS / 3) n = Math.ceil(n * 1.5);
  for (let i = 0; i < 3; i++) n = Math.min(MOST_TURNS, Math.max(1, Math.round(n * SLICE_MS / timed(loop, n))));
  return n;
}

/**
 * Measures a body in slices that are long enough to contain garbage collections.
 *
 * @param {object} body see body.js
 * @param {number} slices
 * @param {{ calls: number, ms: number }} [least] see warmed
 * @returns {{ ns: number, emptyNs: number }} per iteration: ns without the loop, emptyNs of the loop alone
 */
function truthOf(body, slices, least = NO_MORE) {
  const loop = body.loop();
  if (least !== NO_MORE) age();
  const empty = body.emptyLoop();
  const n = warmed(loop, least);
  const emptyN = warmed(empty, least);
  const nets = [];
  const empties = [];
  for (let i = 0; i < slices; i++) {
    empties.push(timed(empty, emptyN) / emptyN);
    nets.push(timed(loop, n) / n - empties[i]);
  }
  return { ns: median(nets) * 1e6, emptyNs: median(empties) * 1e6 };
}

let garbage = null;

/**
 * Moves existing objects to the old generation. In a tool that allocates, this happens sooner or later: until then,
 * Firefox sets a key of a Map in 12 ns instead of 20.
 */
function age() {
  for (let i = 0; i < 1e6; i++) garbage = { i, of: [garbage === null ? 0 : i] };
  garbage = null;
}

/** ns of one iteration of the body. */
const truthNs = (body, slices = SLICES) => truthOf(body, slices).ns;

module.exports = { truthNs, truthOf, age, median, timed, nowMs };
