'use strict';

/*
 * How values are spread: up to sixty as dots on top of each other, more as a histogram. Neither assumes a
 * shape, so that two levels stay two levels.
 */

const { markup } = require('./markup');
const { px, level, path, spot, words } = require('./marks');
const { frame, stretched, dots, stack, verticals, labelsAcross, AXIS_HEIGHT } = require('./frame');
const { bins } = require('./bins');

const { max, min } = Math;

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

module.exports = { distribution, MOST_DOTS };
