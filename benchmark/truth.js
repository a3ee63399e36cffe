'use strict';

/*
 * The truth: what one iteration of a hand-written loop takes, less one of an empty loop. With a timer
 * and a median of its own, so that an error of the library is not repeated here.
 */

const SLICE_MS = 10;
const SLICES = 15;

// Pages have it, too.
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

// A loop of which a compiler leaves nothing takes no time for any number.
const MOST_TURNS = 2 ** 30;

// Enough for V8, which compiles a loop anew while it runs.
const NO_MORE = { calls: 0, ms: 0 };

/**
 * Growing runs until one takes a slice's time; returns iterations per slice.
 *
 * @param {function(number)} loop
 * @param {{ calls: number, ms: number }} least short runs before, of so many calls and so long: an engine that counts
 *   calls, and compiles on other threads, needs both
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
 * A body in slices long enough to hold their share of collections.
 *
 * @param {object} body see body.js
 * @param {number} slices
 * @param {{ calls: number, ms: number }} [least] see warmed
 * @returns {{ ns: number, emptyNs: number }} of one iteration, less that of the empty loop; of the empty loop
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
 * What was made so far leaves the young generation, as it does sooner or later beside a tool that allocates: until then
 * Firefox sets a key of a Map in 12 ns, and not in 20.
 */
function age() {
  for (let i = 0; i < 1e6; i++) garbage = { i, of: [garbage === null ? 0 : i] };
  garbage = null;
}

/** ns of one iteration of the body. */
const truthNs = (body, slices = SLICES) => truthOf(body, slices).ns;

module.exports = { truthNs, truthOf, age, median, timed, nowMs };
