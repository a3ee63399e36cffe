'use strict';

/* One side of one configuration: a box, a bar, or why there is none. */

const { upright, level, rect, dot, shape, group } = require('../chart/marks');
const { seriesClass } = require('../chart/theme');
const { counted, shortRate } = require('../../text/numbers');

const { max } = Math;

const HALF = 6; // of a box, pixels
const CAP = 3;

// A box of fewer runs has more lines than there are runs: those are drawn, too.
const FEW_RUNS = 5;

const failedRuns = (failed) => failed > 0 && `${counted(failed, 'run')} failed`;

const titleOf = (label, count, parts) => `${label}: ${[counted(count, 'run'), ...parts].filter(Boolean).join(', ')}`;

function boxTitle(label, { box, failed }) {
  const { count, median, q1, q3, low, high, outliers, mean } = box;
  const middle = `middle half ${shortRate(q1)} to ${shortRate(q3)}`;
  const beyond = [...new Set([outliers[0], outliers[outliers.length - 1]])].map((rate) => shortRate(rate)).join(' to ');
  return titleOf(label, count, [
    `median ${shortRate(median)}`,
    count > 1 && `${middle}, whiskers ${shortRate(low)} to ${shortRate(high)}, mean ${shortRate(mean)}`,
    outliers.length > 0 && `${outliers.length} beyond: ${beyond}`,
    failedRuns(failed),
  ]);
}

function barTitle(label, { box: { count, mean, interval }, failed }) {
  const between = interval && `95 % interval ${shortRate(interval.low)} to ${shortRate(interval.high)}`;
  return titleOf(label, count, [`mean ${shortRate(mean)}`, between, failedRuns(failed)]);
}

/** A line from one place to another, with a cap where it does not go on beyond the axis. */
function span(kind, y, [from, to], caps = [true, true]) {
  return [level(kind, y, from, to), [from, to].map((at, i) => caps[i] && upright(kind, at, y - CAP, y + CAP))];
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
  const isBeyond = (wanted) => box.outliers.some((value) => scale.side(value) === wanted);
  const dots = (box.count < FEW_RUNS ? box.values : box.outliers).filter((value) => scale.side(value) === 0);
  const from = x(box.q1);
  // What is thinner than its outline has to be seen all the same.
  const to = from + max(1.5, x(box.q3) - from);
  return group(seriesClass(index), boxTitle(label, side), [
    box.count > 1 && [
      box.low < box.q1 && span('whisker', y, [x(box.low), from], [true, false]),
      box.high > box.q3 && span('whisker', y, [to, x(box.high)], [false, true]),
      rect('box', from, y - HALF, to - from, 2 * HALF),
    ],
    upright('median', x(box.median), y - HALF, y + HALF),
    dots.map((value) => dot(x(value), y)),
    isBeyond(-1) && shape('dot', 'left', left + 7, y), isBeyond(1) && shape('dot', 'right', right - 7, y),
  ]);
}

/** The same with a bar for the mean, which starts at 0. */
function barLane(side, { scale, left, right, y, index, label }) {
  const { mean, interval } = side.box;
  const x = (value) => left + (right - left) * scale.at(max(0, value)) / 100;
  const ends = interval && [interval.low, interval.high];
  return group(seriesClass(index), barTitle(label, side), [
    rect('bar', left, y - HALF, max(0.5, x(mean) - left), 2 * HALF),
    ends && span('error', y, ends.map(x), ends.map((end) => scale.side(end) === 0)),
  ]);
}

module.exports = { boxLane, barLane, FEW_RUNS };
