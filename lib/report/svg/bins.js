'use strict';

/*
 * A histogram that finds its own width of bins, by the cost of Shimazaki and Shinomoto (2007). The usual
 * rules take the spread for that of one hump: of two narrow ones far apart they make two bars.
 */

const { sorted } = require('../../stats/sample');

// Captured at load, because a measured test may change them.
const { ceil, floor, log2, max, min, round, sqrt } = Math;

const MOST = 100;

// Of a hundred values or more that are not on a grid, two are closer than this share of all.
const MOST_STEPS = 200;

function countsOf(values, low, width, n) {
  const counts = new Array(n).fill(0);
  // What lies on the upper end belongs to the last one.
  for (let i = 0; i < values.length; i++) counts[max(0, min(n - 1, floor((values[i] - low) / width)))]++;
  return counts;
}

/** Twice the mean of the counts less their variance, over the square of the width; the lowest fits best. */
function costOf(counts, width) {
  let sum = 0;
  let squares = 0;
  for (let i = 0; i < counts.length; i++) {
    sum += counts[i];
    squares += counts[i] ** 2;
  }
  const mean = sum / counts.length;
  return (2 * mean - (squares / counts.length - mean ** 2)) / width ** 2;
}

/** The step that all values are multiples of, as those of a coarse clock are; 0 where there is none to be seen. */
function gridOf(ordered) {
  const length = ordered[ordered.length - 1] - ordered[0];
  let step = length;
  for (let i = 1; i < ordered.length; i++) if (ordered[i] > ordered[i - 1]) step = min(step, ordered[i] - ordered[i - 1]);
  return length / step <= MOST_STEPS ? step : 0;
}

/** As many as the rule of Sturges says, which is enough for one hump. */
const fewest = (n) => ceil(log2(n)) + 1;

/** Widths from that of the fewest bins down to the narrowest. */
function widths(n, low, high) {
  const most = max(1, min(MOST, ceil(2 * sqrt(n))));
  const found = [];
  for (let bars = min(most, fewest(n)); bars <= most; bars++) found[found.length] = { low, width: (high - low) / bars, bars };
  return found;
}

/** Widths of whole steps: bars of two steps beside such of three would make a comb. */
function gridWidths(n, low, high, step) {
  const cells = round((high - low) / step) + 1;
  const found = [{ low: low - step / 2, width: step, bars: cells }];
  for (let k = 2; k < cells && ceil(cells / k) >= fewest(n); k++) found[k - 1] = { low: low - step / 2, width: k * step, bars: ceil(cells / k) };
  return found;
}

/**
 * @param {ArrayLike<number>} values at least one
 * @returns {{ low: number, width: number, counts: number[] }} bins that hold all of them; where values come in steps, the first
 *   begins and the last ends up to some steps beyond them; one of no width for equal values
 */
function bins(values) {
  const ordered = sorted(values);
  const low = ordered[0];
  const high = ordered[ordered.length - 1];
  if (low === high) return { low, width: 0, counts: [values.length] };
  const step = gridOf(ordered);
  const candidates = step > 0 ? gridWidths(values.length, low, high, step) : widths(values.length, low, high);
  let best = null;
  let lowest = Infinity;
  for (const { low: from, width, bars } of candidates) {
    const counts = countsOf(values, from, width, bars);
    // In units of the whole, so that no square of a width vanishes.
    const cost = costOf(counts, width / (high - low));
    if (best && cost >= lowest) continue;
    lowest = cost;
    best = { low: from, width, counts };
  }
  return best;
}

module.exports = { bins };
