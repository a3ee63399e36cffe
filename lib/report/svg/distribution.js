'use strict';

/*
 * How values are spread: up to sixty as dots on top of each other, more as a histogram. Neither assumes a
 * shape, so that two levels stay two levels.
 */

const { markup, raw } = require('../html/markup');
const { frame, stretched, dots, sign, short } = require('./frame');
const { verticals, labelsAcross, AXIS_HEIGHT } = require('./axis');
const { bins } = require('./bins');
const { stack } = require('./stack');

// Captured at load, because a measured test may change them.
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
  return { height, body: stretched(TOP, height, [dots(places.map((x, i) => [x, height - DOT / 2 - 1 - levels[i] * step]), 'value')]) };
}

/** The outline, closed along the bottom; bins without values stay on it. */
function histogram(values, scale) {
  const height = HEIGHT;
  const { low, width, counts } = bins(values);
  const highest = max(...counts);
  let path = `M${short(scale.at(low) * 10)} ${height}`;
  for (let i = 0; i < counts.length; i++) {
    const right = scale.at(low + (i + 1) * width) * 10;
    path += `V${short(height - counts[i] / highest * (height - 4))}H${short(right)}`;
  }
  return { height, body: stretched(TOP, height, [markup`<path class="bars" d="${raw(`${path}V${height}z`)}"/>`]) };
}

/** Arrows at the ends of the area with what lies beyond. */
function beyond(below, above) {
  return [
    below && [sign('left', 0, TOP - 10, 'beyond'), markup`<text class="note" x="6" y="${TOP - 6}">${below}</text>`],
    above && [sign('right', 100, TOP - 10, 'beyond'), markup`<text class="note" x="100%" dx="-6" y="${TOP - 6}" text-anchor="end">${above}</text>`],
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
function distribution({ values, scale, ticks, label, estimate, below, above }) {
  const { centre, low, high } = estimate;
  const { height, body } = values.length > MOST_DOTS ? histogram(values, scale) : dotsOf(values, scale);
  const bottom = TOP + height;
  const lane = bottom + LANE / 2;
  const end = bottom + LANE;
  const marks = [];
  if (low !== null && high !== null) {
    marks.push(markup`<line class="interval" x1="${scale.at(low)}%" x2="${scale.at(high)}%" y1="${lane}" y2="${lane}"/>`);
  }
  if (centre !== null && scale.side(centre) === 0) marks.push(sign('diamond', scale.at(centre), lane, 'estimate'));
  const floor = markup`<line class="floor" x1="0" x2="100%" y1="${bottom}" y2="${bottom}"/>`;
  return frame({
    label, height: end + AXIS_HEIGHT, left: SIDE, right: SIDE,
    content: [verticals(ticks, TOP, end), body, floor, markup`<g class="summary">${marks}</g>`, labelsAcross(ticks, end), beyond(below, above)],
  });
}

module.exports = { distribution, MOST_DOTS };
