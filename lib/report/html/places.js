'use strict';

/*
 * Where each round stands across a plot. A test that makes garbage warms up in two hundred short rounds and
 * is measured in ten long ones; the warm-up of a process gets a quarter of its width at most.
 */

// Captured at load, because a measured test may change them.
const { min, round } = Math;

const WARM_UP_SHARE = 0.25;

const percent = (value, total) => round(value / total * 1e4) / 100;

/** How wide each warm-up round of one process is, where the others are 1 wide. */
function warmUpWidth(warmUps, counted) {
  return counted > 0 && warmUps > 0 ? min(1, counted * WARM_UP_SHARE / (1 - WARM_UP_SHARE) / warmUps) : 1;
}

/**
 * @param {{ isWarmUp: boolean[], borders: number[] }} series from seriesOf(), not empty
 * @returns {{ centres: number[], starts: number[], processes: Array<{ from: number, to: number, warmUpTo: number }> }} in per cent;
 *   starts: the left edge of each round, and the right edge of the last one
 */
function placesOf({ isWarmUp, borders }) {
  const n = isWarmUp.length;
  const edges = [0, ...borders, n];
  const lefts = [];
  let at = 0;
  const segments = [];
  for (let p = 0; p + 1 < edges.length; p++) {
    const from = at;
    let warmUps = 0;
    for (let i = edges[p]; i < edges[p + 1]; i++) if (isWarmUp[i]) warmUps++;
    const width = warmUpWidth(warmUps, edges[p + 1] - edges[p] - warmUps);
    for (let i = edges[p]; i < edges[p + 1]; i++) {
      lefts[i] = at;
      at += isWarmUp[i] ? width : 1;
    }
    segments[p] = { from, to: at, warmUpTo: from + warmUps * width };
  }
  lefts[n] = at;
  return {
    centres: isWarmUp.map((_, i) => (lefts[i] + lefts[i + 1]) / 2 / at * 100),
    starts: lefts.map((left) => percent(left, at)),
    processes: segments.map(({ from, to, warmUpTo }) => ({ from: percent(from, at), to: percent(to, at), warmUpTo: percent(warmUpTo, at) })),
  };
}

module.exports = { placesOf };
