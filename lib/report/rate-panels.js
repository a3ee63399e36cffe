'use strict';

/*
 * Which configurations share an axis. On one axis for all, as core has it, the slow ones become flat lines at 0. Here
 * one axis holds what lies within a factor of five, and in a box plot only as long as each row keeps a thirtieth of its
 * length: 16 pixels, in which one can see where its boxes are.
 */

const { centreOf } = require('./rates-model');

const { max, min } = Math;

const MOST_RATIO = 5;
const LEAST_SHARE = 0.03;

// Outliers lengthen an axis by so many times what is between its whiskers; those beyond are told at the edge.
const OUTLIER_REACH = 1;

const boxesOf = ({ sides }) => sides.filter(({ box }) => box !== null).map(({ box }) => box);

/** What of a row has to be seen: from its first box to its last. */
function extentOf(row, kind) {
  const boxes = boxesOf(row);
  if (boxes.length === 0) return null;
  const centres = boxes.map((box) => centreOf(box, kind));
  return {
    rows: [row],
    centreLow: min(...centres),
    centreHigh: max(...centres),
    low: min(...boxes.map(({ low }) => low)),
    high: max(...boxes.map(({ high }) => high)),
    // What has no length of its own cannot lose it.
    size: max(...boxes.map(({ q3 }) => q3)) - min(...boxes.map(({ q1 }) => q1)) || Infinity,
  };
}

/** Lets a row join those of a panel, unless they would lie too far apart, or one of them be pressed together. */
function join(panel, { rows, centreLow, centreHigh, low, high, size }, kind) {
  const joined = {
    centreLow: min(panel.centreLow, centreLow), low: min(panel.low, low), high: max(panel.high, high),
    size: min(panel.size, size),
  };
  if (centreHigh > MOST_RATIO * joined.centreLow) return false;
  if (kind === 'box' && joined.size < LEAST_SHARE * (joined.high - joined.low)) return false;
  panel.rows.push(...rows);
  Object.assign(panel, joined);
  return true;
}

/**
 * @param {object[]} rows of one file
 * @param {'box'|'bars'} kind
 * @returns {object[][]} rows of each panel in their order; panels in the order of their first rows. What has no rates
 *   comes with the row before it
 */
function panelsOf(rows, kind) {
  const extents = rows.map((row) => extentOf(row, kind)).filter(Boolean);
  const groups = [];
  for (const one of extents.sort((a, b) => a.centreLow - b.centreLow || a.centreHigh - b.centreHigh)) {
    if (groups.length === 0 || !join(groups[groups.length - 1], one, kind)) groups.push(one);
  }
  const groupOf = new Map(groups.flatMap((group) => group.rows.map((row) => [row, group])));
  const panels = new Map();
  let current = groupOf.get(rows.find((row) => groupOf.has(row)));
  for (const row of rows) {
    current = groupOf.get(row) || current;
    if (!panels.has(current)) panels.set(current, []);
    panels.get(current).push(row);
  }
  return [...panels.values()];
}

/** The ends of an axis for these rows: all whiskers, and outliers unless they are as far off as all that is between. */
function rangeOf(rows) {
  const boxes = rows.flatMap(boxesOf);
  if (boxes.length === 0) return null;
  const low = min(...boxes.map((box) => box.low));
  const high = max(...boxes.map((box) => box.high));
  const reach = OUTLIER_REACH * (high - low);
  const isNear = (value) => value >= low - reach && value <= high + reach;
  const near = boxes.flatMap(({ outliers }) => outliers.filter(isNear));
  return { low: min(low, ...near), high: max(high, ...near) };
}

/** The ends of an axis for bars, which starts at 0. */
function barRangeOf(rows) {
  const boxes = rows.flatMap(boxesOf);
  if (boxes.length === 0) return null;
  const endOf = ({ mean, interval }) => (interval ? max(mean, min(interval.high, 2 * mean)) : mean);
  return { low: 0, high: max(...boxes.map(endOf)) };
}

module.exports = { panelsOf, rangeOf, barRangeOf };
