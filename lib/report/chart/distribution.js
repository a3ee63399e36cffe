'use strict';

/*
 * How values are spread: up to sixty as dots on top of each other, more as a histogram. Neither assumes a
 * shape, so that two levels stay two levels.
 */

const { markup } = require('./markup');
const { px, level, path, spot, words } = require('./marks');
const { frame, stretched, dots, stack, verticals, labelsAcross, AXIS_HEIGHT } = require('./frame');
const { mean, sorted } = require('../../stats/sample');

const { ceil, floor, log2, max, min, round, sqrt } = Math;

const SIDE = 26;
const HEIGHT = 132;
const LOWEST = 64;
const LANE = 18; // for the estimate
const TOP = 18; // for what is said of values beyond the axis
const MOST_DOTS = 60;

// A dot is 8 pixels wide; in the narrowest plot, of 280 pixels, that is this share.
const DOT_GAP = 2.9;
const DOT = 9;

/** @returns {{ height: number, body: object }} as high as the dots need */
function dotsOf(values, scale) {
  const places = values.map((value) => scale.at(value));
  const { levels, height: most } = stack(places, DOT_GAP);
  const height = min(HEIGHT, max(LOWEST, most * DOT + 12));
  const step = min(DOT, (height - DOT) / max(1, most - 1));
  const points = places.map((x, i) => [x, height - DOT / 2 - 1 - levels[i] * step]);
  return { height, body: stretched(TOP, height, dots(points, 'value')) };
}

const MOST_BINS = 100;

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
  const most = max(1, min(MOST_BINS, ceil(2 * sqrt(n))));
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
 * A histogram that finds its own width of bins, by the cost of Shimazaki and Shinomoto (2007). The usual rules take the
 * spread for that of one hump: of two narrow ones far apart they make two bars.
 *
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

/** The outline, closed along the bottom; bins without values stay on it. */
function histogram(values, scale) {
  const { low, width, counts } = bins(values);
  const highest = max(...counts);
  const steps = counts.map((count, i) =>
    `V${px(HEIGHT - count / highest * (HEIGHT - 4))}H${px(scale.at(low + (i + 1) * width) * 10)}`);
  const outline = path('bars', `M${px(scale.at(low) * 10)} ${HEIGHT}${steps.join('')}V${HEIGHT}z`);
  return { height: HEIGHT, body: stretched(TOP, HEIGHT, outline) };
}

/** Arrows at the ends of the area with what lies beyond. */
function beyond(below, above) {
  const place = markup`x="100%" dx="-6" y="${TOP - 6}" text-anchor="end"`;
  return [
    below && [spot('beyond', 'left', 0, TOP - 10), words('note', 6, TOP - 6, below)],
    above && [spot('beyond', 'right', 100, TOP - 10), markup`<text class="note" ${place}>${above}</text>`],
  ];
}

/**
 * @param {object} plot
 * @param {number[]} plot.values those on the axis, at least one
 * @param {object} plot.scale linear
 * @param {Array<{ at: number, text: string }>} plot.ticks
 * @param {string} plot.label
 * @param {{ centre: number | null, low: number | null, high: number | null }} plot.estimate drawn under the values
 * @param {string} [plot.below] what is said of values that are not on the axis, and so above
 */
function distribution({ values, scale, ticks, label, estimate: { centre, low, high }, below, above }) {
  const { height, body } = values.length > MOST_DOTS ? histogram(values, scale) : dotsOf(values, scale);
  const bottom = TOP + height;
  const lane = bottom + LANE / 2;
  const end = bottom + LANE;
  const summary = [
    low !== null && high !== null && level('interval', lane, `${scale.at(low)}%`, `${scale.at(high)}%`),
    centre !== null && scale.side(centre) === 0 && spot('estimate', 'diamond', scale.at(centre), lane),
  ];
  const content = [
    verticals(ticks, TOP, end), body, level('floor', bottom, 0, '100%'), markup`<g class="summary">${summary}</g>`,
    labelsAcross(ticks, end), beyond(below, above),
  ];
  return frame({ label, height: end + AXIS_HEIGHT, left: SIDE, right: SIDE, content });
}

module.exports = { distribution, bins, MOST_DOTS };
