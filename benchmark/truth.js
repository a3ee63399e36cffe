'use strict';

/*
 * The truth: what one iteration of a hand-written loop takes, less one of an empty loop. With a timer
 * and a median of its own, so that an error of the library is not repeated here.
 */

const SLICE_MS = 10;
const SLICES = 15;

function nowMs() {
  const [seconds, ns] = process.hrtime();
  return seconds * 1e3 + ns / 1e6;
}

function timed(loop, n) {
  const started = nowMs();
  loop(n);
  return nowMs() - started;
}

function median(values) {
  const ordered = values.slice().sort((a, b) => a - b);
  return (ordered[(ordered.length - 1) >> 1] + ordered[ordered.length >> 1]) / 2;
}

/** Growing runs until one takes a slice's time; returns iterations per slice. */
function warmed(loop) {
  let n = 16;
  while (timed(loop, n) < SLICE_MS / 3) n = Math.ceil(n * 1.5);
  for (let i = 0; i < 3; i++) n = Math.max(1, Math.round(n * SLICE_MS / timed(loop, n)));
  return n;
}

/** ns of one iteration of the body, from slices long enough to hold their share of collections. */
function truthNs(body, slices = SLICES) {
  const loop = body.loop();
  const empty = body.emptyLoop();
  const n = warmed(loop);
  const emptyN = warmed(empty);
  const nets = [];
  for (let i = 0; i < slices; i++) {
    const emptyMs = timed(empty, emptyN) / emptyN;
    nets.push(timed(loop, n) / n - emptyMs);
  }
  return median(nets) * 1e6;
}

module.exports = { truthNs, median, timed, nowMs };
