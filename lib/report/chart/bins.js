'use strict';

/*
 * A histogram that finds its own width of bins, by the cost of Shimazaki and Shinomoto (2007). The usual
 * rules take the spread for that of one hump: of two narrow ones far apart they make two bars.
 */

const { mean, sorted } = require('../../stats/sample');

const { ceil, floor, log2, max, min, round, sqrt } = Math;

const MOST = 100;

// Of a hundred values or more that are not on a grid, two are closer than this share of all.
const MOST_STEPS = 200;

function countsOf(values, low, width, n) {
  const counts = new Array(n).fill(0);
  // What lies on the upper end belongs to the last one.
  for (const value of values) counts[max(0, min(n - 1, floor((value - low) / width)))]++;
  return counts;
}

/** Twice the mean of the counts less their variance, over the square of the width; the lowest fits best. */
function costOf(counts, width) {
  const centre = mean(counts);
  return (2 * centre - (mean(counts.map((count) => count ** 2)) - centre ** 2)) / width ** 2;
}

/** The step that all values are multiples of, as those of a coarse clock are; 0 where there is none to be seen. */
function gridOf(ordered) {
  const length = ordered[ordered.length - 1] - ordered[0];
  const steps = ordered.map((value, i) => (i > 0 && value > ordered[i - 1] ? value - ordered[i - 1] : length));
  const step = steps.reduce((least, one) => min(least, one));
  return length / step <= MOST_STEPS ? step : 0;
}

/** As many as the rule of Sturges says, which is enough for one hump. */
const fewest = (n) => ceil(log2(n)) + 1;

/** Widths from that of the fewest bins down to the narrowest. */
function widths(n, low, high) {
  const most = max(1, min(MOST, ceil(2 * sqrt(n))));
  const least = min(most, fewest(n));
  const counts = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  return counts.map((bars) => ({ low, width: (high - low) / bars, bars }));
}

/** Widths of whole steps: bars of two steps beside such of three would make a comb. */
function gridWidths(n, low, high, step) {
  const cells = round((high - low) / step) + 1;
  const found = [];
  for (let k = 1; k === 1 || k < cells && ceil(cells / k) >= fewest(n); k++) {
    found.push({ low: low - step / 2, width: k * step, bars: ceil(cells / k) });
  }
  return found;
}

/**
 * @param {ArrayLike<number>} values at least one
 * @returns {{ low: number, width: number, counts: number[] }} bins that hold all of them; where values come in steps,
 *   the first begins and the last ends up to some steps beyond them; one of no width for equal values
 */
function bins(values) {
  const ordered = sorted(values);
  const low = ordered[0];
  const high = ordered[ordered.length - 1];
  if (low === high) return { low, width: 0, counts: [values.length] };
  const step = gridOf(ordered);
  const candidates = step > 0 ? gridWidths(values.length, low, high, step) : widths(values.length, low, high);
  const found = candidates.map((one) => ({ ...one, counts: countsOf(values, one.low, one.width, one.bars) }));
  // In units of the whole, so that no square of a width vanishes.
  const costs = found.map(({ counts, width }) => costOf(counts, width / (high - low)));
  const { low: from, width, counts } = found[costs.indexOf(min(...costs))];
  return { low: from, width, counts };
}

module.exports = { bins };
