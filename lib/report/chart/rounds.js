'use strict';

/* The spread of rounds as up to 60 dots or a histogram, and their order. No drawing assumes a shape. */

const { markup } = require('./markup');
const {
  AXIS_HEIGHT, dots, horizontals, labelsAcross, level, path, px, rect, spot, stack, stretched, upright, verticals,
  words,
} = require('./marks');
const { mean, sorted } = require('../../stats/sample');

const { ceil, floor, log2, max, min, round, sqrt } = Math;

const SIDE = 26;
const HEIGHT = 132;
const LOWEST = 64;
const LANE = 18;
const TOP = 18; // for words about values beyond the axis
const MOST_DOTS = 60;
const DOT_GAP = 2.9; // a dot is 8 pixels wide, this share of the narrowest plot of 280 pixels
const DOT = 9;

function dotsOf(values, scale) {
  const places = values.map((value) => scale.at(value));
  const { levels, height: most } = stack(places, DOT_GAP);
  const height = min(HEIGHT, max(LOWEST, most * DOT + 12));
  const step = min(DOT, (height - DOT) / max(1, most - 1));
  const points = places.map((x, i) => [x, height - DOT / 2 - 1 - levels[i] * step]);
  return { height, body: stretched(TOP, height, dots(points, 'value')) };
}

const MOST_BINS = 100;
const MOST_STEPS = 200; // of a hundred or more values without a grid, some two are closer than this share of the range

function countsOf(values, low, width, n) {
  const counts = new Array(n).fill(0);
  // A value on the upper end belongs to the last bin.
  for (const value of values) counts[max(0, min(n - 1, floor((value - low) / width)))]++;
  return counts;
}

/** Twice the mean of the counts minus their variance, over the squared width: the lowest cost fits best. */
function costOf(counts, width) {
  const centre = mean(counts);
  return (2 * centre - (mean(counts.map((count) => count ** 2)) - centre ** 2)) / width ** 2;
}

/** The step of values on a grid, such as times of a coarse clock; 0 without a grid. */
function gridOf(ordered) {
  const length = ordered.at(-1) - ordered[0];
  const step = ordered.reduce((least, value, i) =>
    (i > 0 && value > ordered[i - 1] ? min(least, value - ordered[i - 1]) : least), length);
  return length / step <= MOST_STEPS ? step : 0;
}

/** From Sturges' bins, enough for one hump, to many. On a grid, they have whole steps; others would make a comb. */
function candidatesOf(ordered) {
  const [low, high, n, step] = [ordered[0], ordered.at(-1), ordered.length, gridOf(ordered)];
  const fewest = ceil(log2(n)) + 1;
  if (step === 0) {
    const most = min(MOST_BINS, ceil(2 * sqrt(n)));
    const least = min(most, fewest);
    return Array.from({ length: most - least + 1 }, (_, i) => least + i)
      .map((count) => ({ low, width: (high - low) / count, n: count }));
  }
  const cells = round((high - low) / step) + 1;
  const found = [];
  for (let k = 1; k === 1 || k < cells && ceil(cells / k) >= fewest; k++) {
    found.push({ low: low - step / 2, width: k * step, n: ceil(cells / k) });
  }
  return found;
}

/** The bins of the lowest cost after Shimazaki and Shinomoto (2007); usual rules draw two narrow humps as two bars. */
function bins(values) {
  const ordered = sorted(values);
  const [low, length] = [ordered[0], ordered.at(-1) - ordered[0]];
  if (length === 0) return { low, width: 0, counts: [values.length] };
  const found = candidatesOf(ordered).map((one) => (
    { low: one.low, width: one.width, counts: countsOf(values, one.low, one.width, one.n) }));
  // Relative to the whole range: the square of a tiny width would be 0.
  const costs = found.map(({ counts, width }) => costOf(counts, width / length));
  return found[costs.indexOf(min(...costs))];
}

function histogram(values, scale) {
  const { low, width, counts } = bins(values);
  const highest = max(...counts);
  const steps = counts.map((count, i) =>
    `V${px(HEIGHT - count / highest * (HEIGHT - 4))}H${px(scale.at(low + (i + 1) * width) * 10)}`);
  const outline = path('bars', `M${px(scale.at(low) * 10)} ${HEIGHT}${steps.join('')}V${HEIGHT}z`);
  return { height: HEIGHT, body: stretched(TOP, HEIGHT, outline) };
}

function beyond(below, above) {
  const place = markup`x="100%" dx="-6" y="${TOP - 6}" text-anchor="end"`;
  return [
    below && [spot('beyond', 'left', 0, TOP - 10), words('note', 6, TOP - 6, below)],
    above && [spot('beyond', 'right', 100, TOP - 10), markup`<text class="note" ${place}>${above}</text>`],
  ];
}

/** figure.values: at least one; the estimate is drawn under them. */
function distribution({ values, scale, ticks, label, estimate: { centre, low, high }, below, above }) {
  const { height, body } = values.length > MOST_DOTS ? histogram(values, scale) : dotsOf(values, scale);
  const bottom = TOP + height;
  const lane = bottom + LANE / 2;
  const end = bottom + LANE;
  const content = [
    verticals(ticks, TOP, end), body, level('floor', bottom, 0, '100%'), markup`<g class="summary">${[
      low !== null && high !== null && level('interval', lane, `${scale.at(low)}%`, `${scale.at(high)}%`),
      centre !== null && scale.side(centre) === 0 && spot('estimate', 'diamond', scale.at(centre), lane),
    ]}</g>`,
    labelsAcross(ticks, end), beyond(below, above),
  ];
  return { label, height: end + AXIS_HEIGHT, left: SIDE, right: SIDE, kind: 'chart', content };
}

const ORDER = { left: 56, right: 20, height: 150, top: 20, bottom: 170 };
const COLLECTIONS = 16;
const FEW = 120; // largest number of points that are drawn larger

function strokes(places, top, height, kind) {
  const d = places.map((x) => `M${px(x * 10)} 0v${height}`).join('');
  return places.length > 0 && stretched(top, height, path(kind, d));
}

/** `points` have the kind 'round', 'edge' (the fastest and slowest of their neighbours) or 'warm-up'. */
function sequence({ points, scale, ticks, ticksAcross, borders, collected, median, warmUps, label, below, above }) {
  const { top, bottom, height, left, right } = ORDER;
  const down = (value) => height * (1 - scale.at(value) / 100);
  const [rounds, edges, early] = ['round', 'edge', 'warm-up'].map((wanted) => points
    .filter(({ kind, value }) => kind === wanted && scale.side(value) === 0).map(({ x, value }) => [x, down(value)]));
  const [size, earlySize] = [rounds.length + edges.length, early.length].map((n) => (n <= FEW ? 'few' : 'many'));
  const beyondOf = (kind, isEarly) => [[1, top - 6], [-1, bottom]].map(([side, y]) => strokes(points
    .filter((one) => scale.side(one.value) === side && (one.kind === 'warm-up') === isEarly).map(({ x }) => x),
  y, 6, kind));
  const isUnder = points.some(({ value }) => scale.side(value) < 0);
  const lanes = bottom + (below ? 18 : isUnder ? 8 : 0);
  const end = lanes + (collected.length ? COLLECTIONS : 0);
  const content = [
    warmUps.filter(({ from, to }) => to > from).map(({ from, to }) =>
      rect('band', `${from}%`, top, `${(to - from).toFixed(2)}%`, height)),
    horizontals(ticks, top, height),
    borders.map((x) => upright('border', `${x}%`, top, bottom)),
    stretched(top, height, [
      dots(edges, `edge ${size}`), dots(rounds, `value ${size}`),
      // A dot with a smaller one on top is a ring.
      dots(early, `warm-up ${earlySize}`), dots(early, `hole ${earlySize}`),
    ]),
    median !== null && level('median', top + down(median), 0, '100%'),
    beyondOf('beyond early', true), beyondOf('beyond', false),
    above && words('note', '100%', top - 10, above, 'end'),
    below && words('note', '100%', bottom + 14, below, 'end'),
    strokes(collected, lanes + 5, 8, 'collected'), level('floor', end, 0, '100%'), labelsAcross(ticksAcross, end),
  ];
  return { label, height: end + AXIS_HEIGHT, left, right, kind: 'chart', content };
}

module.exports = { distribution, sequence, bins, MOST_DOTS };
