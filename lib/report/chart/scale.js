'use strict';

/*
 * A value's place on an axis, in per cent of its length: pages are as wide as they are let be, and only what is given
 * in per cent moves with them. And how far an axis goes for values of which some lie far off.
 */

const { sorted } = require('../../stats/sample');
const { count } = require('../../text/numbers');

const { abs, ceil, exp, floor, log, max, min, round } = Math;

// Of times in ns, rates and ratios: differences and quotients of two within stay numbers, and what is nearer to 0 is 0.
const LARGEST = 1e24;

/** A document whose numbers an axis can hold, those that are none null. */
function drawable(value) {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    return abs(value) < 1 / LARGEST ? 0 : max(-LARGEST, min(LARGEST, value));
  }
  if (Array.isArray(value)) return value.map(drawable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, drawable(one)]));
}

// Labels of an axis that shows less than this share of its values need more than six digits.
const LEAST_SHARE = 0.002;

/**
 * @param {object} range
 * @param {number} range.low
 * @param {number} range.high
 * @param {boolean} [range.isLog] both are above 0 then
 * @param {number} [range.padding] share of the length added at both ends, 0.04 unless given
 * @param {boolean} [range.fromZero] the axis starts at 0, unless something lies below
 * @returns {{ low: number, high: number, isLog: boolean, at: function(number): number, side: function(number): number
 *   }} at(value): 0..100, values beyond an end are drawn in to it; side(value): -1 below the axis, 1 above, 0 on it
 */
function createScale({ low, high, isLog = false, padding = 0.04, fromZero = false }) {
  const [forth, back] = isLog ? [log, exp] : [(value) => value, (value) => value];
  const least = isLog ? LEAST_SHARE : LEAST_SHARE * max(abs(low), abs(high)) || 1;
  let from = forth(fromZero ? min(0, low) : low);
  let to = forth(high);
  const missing = max(0, least - (to - from)) / 2;
  from -= missing;
  to += missing;
  const padded = (to - from) * padding;
  if (!fromZero || low < 0) from -= padded;
  to += padded;

  const side = (value) => (isLog && value <= 0 || forth(value) < from ? -1 : forth(value) > to ? 1 : 0);
  const at = (value) => {
    if (side(value)) return side(value) < 0 ? 0 : 100;
    return round((forth(value) - from) / (to - from) * 1e4) / 100;
  };
  return { low: back(from), high: back(to), isLog, at, side };
}

// How far one wide interval may stretch the axis that all share: by the span of the estimates, and at least so.
const LEAST_STRETCH = log(1.3);

/**
 * The ends of an axis for estimates with intervals, by logarithms: intervals are followed for a while.
 * @param {number[]} estimates positive
 * @param {Array<number|null>} ends of intervals, any numbers
 */
function spanOf(estimates, ends) {
  const low = log(min(...estimates));
  const high = log(max(...estimates));
  const stretch = max(high - low, LEAST_STRETCH);
  const told = ends.filter((value) => value !== null);
  const near = told.map((value) => max(low - stretch, min(high + stretch, value > 0 ? log(value) : -Infinity)));
  return { low: exp(min(low, ...near)), high: exp(max(high, ...near)) };
}

// What lies further apart is on a log axis, and what lies closer on one that does not start at 0.
const LOG_FROM = 20;
const ZERO_FROM = 1.5;

/** A scale for estimates with intervals, whichever suits them; the same arguments. */
function scaleFor(estimates, ends) {
  const ratio = max(...estimates) / min(...estimates);
  const isLog = ratio > LOG_FROM;
  return createScale({ ...spanOf(estimates, ends), isLog, fromZero: !isLog && ratio > ZERO_FROM });
}

// Of the values, left out at each end before the axis is made; a mode of this share keeps its place.
const TAIL = 0.05;

// Below this many, one in twenty is less than one.
const FEW = 5;

// The axis goes this far beyond the middle, in its lengths, before anything is cut off.
const REACH = 0.75;
const LEAST_REACH = 0.002;

// Of the values, which may lie beyond where they are scattered over so many lengths of all others.
const SCATTERED = 0.15;
const FAR = 4;

/**
 * Where the middle ends at the upper side. On a machine that is busy one round in ten can have been interrupted, each
 * for another time: they would press the others into one bar. A second level is narrow, and stays.
 */
function upperEnd(ordered, from) {
  const at = (share) => ordered[floor(share * (ordered.length - 1))];
  const [inner, outer] = [at(1 - SCATTERED), at(1 - TAIL)];
  const length = inner - from;
  const isNarrow = min(outer - at(1 - 1.5 * TAIL), at(1 - TAIL / 2) - outer) <= length;
  return length > 0 && outer - from > FAR * length && !isNarrow ? inner : outer;
}

/**
 * The part of an axis that most values share: one round of 3 ms among thousands of 100 ns would press all others
 * into one line. What lies beyond is drawn at the edge, and counted.
 *
 * @param {ArrayLike<number>} values at least one
 * @returns {{ low: number, high: number, lowest: number, highest: number }}
 */
function robustRange(values) {
  const n = values.length;
  const ordered = sorted(values);
  const [lowest, highest] = [ordered[0], ordered[n - 1]];
  if (n < FEW) return { low: lowest, high: highest, lowest, highest };
  const from = ordered[ceil(TAIL * (n - 1))];
  const to = upperEnd(ordered, from);
  const reach = max(REACH * (to - from), LEAST_REACH * max(abs(from), abs(to)));
  return { low: max(lowest, from - reach), high: min(highest, to + reach), lowest, highest };
}

/**
 * An axis that most of the values share, with room for what stands near by.
 *
 * @param {number[]} values at least one
 * @param {Array<number|null>} near on the axis unless it is as far off again as all that is on it
 * @param {function(number): string} words for a value
 * @returns {{ scale: object, values: number[], below: string, above: string }} values on the axis, and in words what
 *   lies beyond: '3 up to 5.00 µs', '' for nothing
 */
function robustAxis(values, near, words) {
  const { low, high, lowest, highest } = robustRange(values);
  const reach = high - low;
  const ends = near.filter((value) => value !== null && value > low - reach && value < high + reach);
  const scale = createScale({ low: min(low, ...ends), high: max(high, ...ends) });
  const on = (side) => values.filter((value) => scale.side(value) === side);
  const told = ({ length }, way, end) => (length > 0 ? `${count(length)} ${way} to ${words(end)}` : '');
  return { scale, values: on(0), below: told(on(-1), 'down', lowest), above: told(on(1), 'up', highest) };
}

module.exports = { LARGEST, drawable, createScale, spanOf, scaleFor, robustRange, robustAxis };
