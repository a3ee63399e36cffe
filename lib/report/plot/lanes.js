'use strict';

/* One side of one configuration: a box, a bar, or why there is none. */

const { line, rect, dot, path, group } = require('./marks');
const { seriesClass } = require('./theme');
const { rateText } = require('./rate-axis');

// Captured at load, because a measured test may change them.
const { max } = Math;

const HALF = 6; // of a box, pixels

// A box of fewer runs has more lines than there are runs: those are drawn, too.
const FEW_RUNS = 5;

const plural = (count, word) => `${count} ${word}${count === 1 ? '' : 's'}`;

function boxTitle(label, { box, failed }) {
  const { count, median, q1, q3, low, high, outliers, mean } = box;
  const parts = [
    `median ${rateText(median)}`,
    count > 1 && `middle half ${rateText(q1)} to ${rateText(q3)}, whiskers ${rateText(low)} to ${rateText(high)}, mean ${rateText(mean)}`,
    outliers.length > 0 && `${outliers.length} beyond: ${rateText(outliers[0])}${outliers.length > 1 ? ` to ${rateText(outliers[outliers.length - 1])}` : ''}`,
    failed > 0 && `${plural(failed, 'run')} failed`,
  ];
  return `${label}: ${plural(count, 'run')}, ${parts.filter(Boolean).join(', ')}`;
}

function barTitle(label, { box, failed }) {
  const interval = box.interval ? `, 95 % interval ${rateText(box.interval.low)} to ${rateText(box.interval.high)}` : '';
  return `${label}: ${plural(box.count, 'run')}, mean ${rateText(box.mean)}${interval}${failed > 0 ? `, ${plural(failed, 'run')} failed` : ''}`;
}

/** Arrows at the edges for what lies beyond the axis. */
function beyond(outliers, scale, { left, right, y }) {
  const sides = outliers.map((value) => scale.side(value));
  return [
    sides.includes(-1) && path('dot', `M${left} ${y}l6 -4v8z`),
    sides.includes(1) && path('dot', `M${right} ${y}l-6 -4v8z`),
  ];
}

/**
 * @param {object} side with a box
 * @param {object} place
 * @param {object} place.scale
 * @param {number} place.left of the axis, pixels, and so right
 * @param {number} place.y the middle of the lane
 * @param {number} place.index of the side
 * @param {string} place.label of the side
 */
function boxLane(side, { scale, left, right, y, index, label }) {
  const { box } = side;
  const x = (value) => left + (right - left) * scale.at(value) / 100;
  const dots = (values, radius) => values.filter((value) => scale.side(value) === 0).map((value) => dot(x(value), y, radius));
  const marks = [];
  if (box.count > 1) {
    const from = x(box.q1);
    // What is thinner than its outline has to be seen all the same.
    const width = max(1.5, x(box.q3) - from);
    if (box.low < box.q1) marks.push(line('whisker', x(box.low), y, from, y), line('whisker', x(box.low), y - 3, x(box.low), y + 3));
    if (box.high > box.q3) marks.push(line('whisker', from + width, y, x(box.high), y), line('whisker', x(box.high), y - 3, x(box.high), y + 3));
    marks.push(rect('box', from, y - HALF, width, 2 * HALF));
  }
  marks.push(line('median', x(box.median), y - HALF, x(box.median), y + HALF));
  marks.push(dots(box.count < FEW_RUNS ? box.values : box.outliers, 2.2), beyond(box.outliers, scale, { left, right, y }));
  return group(seriesClass(index), boxTitle(label, side), marks);
}

/** The same with a bar for the mean, which starts at 0. */
function barLane(side, { scale, left, right, y, index, label }) {
  const { box } = side;
  const x = (value) => left + (right - left) * scale.at(max(0, value)) / 100;
  const marks = [rect('bar', left, y - HALF, max(0.5, x(box.mean) - left), 2 * HALF)];
  if (box.interval) {
    const [from, to] = [x(box.interval.low), x(box.interval.high)];
    marks.push(line('error', from, y, to, y));
    // No end where the axis ends before it.
    if (scale.side(box.interval.low) === 0) marks.push(line('error', from, y - 3, from, y + 3));
    if (scale.side(box.interval.high) === 0) marks.push(line('error', to, y - 3, to, y + 3));
  }
  return group(seriesClass(index), barTitle(label, side), marks);
}

module.exports = { boxLane, barLane, FEW_RUNS };
