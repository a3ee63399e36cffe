'use strict';

/* Axes: places of values in percent, ranges for values with outliers, and round values with labels. */

const { maxOf, minOf, toSorted } = require('../../base/stats/sample');
const { formatCount, decimal, parameterText, chooseRateUnit, tickRate, unitFor } = require('../../base/text/numbers');

const { abs, ceil, exp, floor, log, log10, max, min, round } = Math;

// Limit for times in ns, rates and ratios, so that quotients stay finite. Below 1 / LARGEST, values count as 0.
const LARGEST = 1e24;

/** A document with numbers that an axis can hold: NaN and infinities become null. */
function drawable(value) {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return null;
    return abs(value) < 1 / LARGEST ? 0 : max(-LARGEST, min(LARGEST, value));
  }
  if (Array.isArray(value)) return value.map(drawable);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, drawable(one)]));
}

const LEAST_SHARE = 0.002; // if an axis shows less than this share of its values, its labels need more than six digits

/**
 * padding: share of the length, at both ends; fromZero: start at 0 unless `low` is negative; low is above 0 if isLog.
 * at(value): percent, clamped; side(value): -1 below the axis, 1 above, 0 on it
 */
function createScale({ low, high, isLog = false, padding = 0.04, fromZero = false }) {
  const [forth, back] = isLog ? [log, exp] : [(value) => value, (value) => value];
  const least = isLog ? LEAST_SHARE : LEAST_SHARE * max(abs(low), abs(high)) || 1;
  const [first, last] = [forth(fromZero ? min(0, low) : low), forth(high)];
  const missing = max(0, least - (last - first)) / 2;
  const padded = (last - first + 2 * missing) * padding;
  const from = first - missing - (fromZero && low >= 0 ? 0 : padded);
  const to = last + missing + padded;

  const side = (value) => (isLog && value <= 0 || forth(value) < from ? -1 : forth(value) > to ? 1 : 0);
  const at = (value) => {
    if (side(value)) return side(value) < 0 ? 0 : 100;
    return round((forth(value) - from) / (to - from) * 1e4) / 100;
  };
  return { low: back(from), high: back(to), isLog, at, side };
}

// A wide interval stretches the axis at most by the span of the estimates, or by this if it is more.
const LEAST_STRETCH = log(1.3);

function findSpan(estimates, ends) {
  const low = log(minOf(estimates));
  const high = log(maxOf(estimates));
  const stretch = max(high - low, LEAST_STRETCH);
  const near = ends.filter((value) => value !== null)
    .map((value) => max(low - stretch, min(high + stretch, value > 0 ? log(value) : -Infinity)));
  return { low: exp(minOf(near, low)), high: exp(maxOf(near, high)) };
}

// Ratios of the highest to the lowest value above which an axis is logarithmic, or a linear one starts at 0.
const LOG_FROM = 20;
const ZERO_FROM = 1.5;

function scaleFor(estimates, ends) {
  const ratio = maxOf(estimates) / minOf(estimates);
  const isLog = ratio > LOG_FROM;
  return createScale({ ...findSpan(estimates, ends), isLog, fromZero: !isLog && ratio > ZERO_FROM });
}

const axisWords = ({ isLog, low }) => (isLog ? ', on a log axis' : low > 0 ? '; the axis does not start at 0' : '');

// The share of values at each end that an axis may exclude. A mode with a larger share stays on it.
const TAIL = 0.05;
const FEW = 5; // with fewer values, an axis includes all
const REACH = 0.75; // the axis reaches this far beyond the middle values, in lengths of their range
const LEAST_REACH = 0.002;

// The share of slow values that may lie beyond the axis if they scatter over this many lengths of the rest.
const SCATTERED = 0.15;
const FAR = 4;

/** The upper end of the middle values: one in ten rounds can be interrupted; a second level is narrow, and stays. */
function upperEnd(ordered, from) {
  const at = (share) => ordered[floor(share * (ordered.length - 1))];
  const [inner, outer] = [at(1 - SCATTERED), at(1 - TAIL)];
  const length = inner - from;
  const isNarrow = min(outer - at(1 - 1.5 * TAIL), at(1 - TAIL / 2) - outer) <= length;
  return length > 0 && outer - from > FAR * length && !isNarrow ? inner : outer;
}

/** Without outliers: one round of 3 ms among thousands of 100 ns would press the rest into one line. */
function robustRange(values) {
  const n = values.length;
  const ordered = toSorted(values);
  const [lowest, highest] = [ordered[0], ordered[n - 1]];
  if (n < FEW) return { low: lowest, high: highest, lowest, highest };
  const from = ordered[ceil(TAIL * (n - 1))];
  const to = upperEnd(ordered, from);
  const reach = max(REACH * (to - from), LEAST_REACH * max(abs(from), abs(to)));
  return { low: max(lowest, from - reach), high: min(highest, to + reach), lowest, highest };
}

/** An axis for most values, with `near` ones within its length. below, above: words, '3 up to 5.00 µs' or '' */
function robustAxis(values, near, words) {
  const { low, high, lowest, highest } = robustRange(values);
  const reach = high - low;
  const ends = near.filter((value) => value !== null && value > low - reach && value < high + reach);
  const scale = createScale({ low: minOf(ends, low), high: maxOf(ends, high) });
  const beyond = (side, way, end) => {
    const { length } = values.filter((value) => scale.side(value) === side);
    return length > 0 ? `${formatCount(length)} ${way} to ${words(end)}` : '';
  };
  return { scale, below: beyond(-1, 'down', lowest), above: beyond(1, 'up', highest) };
}

const MOST = 5;
const MOST_RATES = 6;
const MOST_CHARACTERS = 34; // of all labels in a row on a phone, 276 pixels wide
const LEAST_GAP = 0.17;
const STEPS = [1, 2, 5, 10];
const DECADES = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]];
const PERCENT_UP_TO = 1.6; // up to this ratio, ticks are in percent

// 3 * 0.1 is 0.30000000000000004
const clean = (value) => +value.toPrecision(12);

/** @returns {{ values: number[], decimals: number }} multiples of 1, 2 or 5 times a power of ten */
function linearTicks(low, high, most = MOST) {
  const power = 10 ** floor(log10((high - low) / most));
  for (let i = 0; ; i++) {
    const step = STEPS[i % STEPS.length] * power * 10 ** floor(i / STEPS.length);
    const first = ceil(low / step - 1e-9);
    const last = floor(high / step + 1e-9);
    if (last - first >= most) continue;
    const values = Array.from({ length: last - first + 1 }, (_, k) => clean((first + k) * step) || 0);
    return { values, decimals: max(0, -floor(log10(step) + 1e-9)) };
  }
}

function multiples(low, high, digits, everyDecade) {
  const values = [];
  for (let decade = floor(log10(low)); decade <= log10(high); decade++) {
    if (decade % everyDecade !== 0) continue;
    for (const digit of digits) values.push(clean(digit * 10 ** decade));
  }
  return values.filter((value) => value >= low && value <= high);
}

const areApart = (values, low, high) => values.every((value, i) =>
  i === 0 || log10(value / values[i - 1]) / log10(high / low) >= LEAST_GAP);

/** The densest of 1, 1.5, 2, 3, 5, 7 / 1, 2, 5 / 1, 3 / powers of ten that fits. */
function logTicks(low, high) {
  for (const digits of DECADES) {
    const values = multiples(low, high, digits, 1);
    if (values.length < 3) break;
    if (areApart(values, low, high)) return { values };
  }
  if (high / low < 10) return linearTicks(low, high);
  for (let every = 1; ; every++) {
    const values = multiples(low, high, [1], every);
    if (areApart(values, low, high)) return { values };
  }
}

/** Ticks { value, at, text }: words(value) on a log axis, multiples of `size` on a linear axis, fewer of long texts. */
function ticksOf(scale, words, { size = 1, most = MOST, unit = null } = {}) {
  const placed = (value, text) => ({ value, at: scale.at(value), text });
  if (scale.isLog) return logTicks(scale.low, scale.high).values.map((value) => placed(value, words(value)));
  const linear = (limit) => {
    const { values, decimals } = linearTicks(scale.low / size, scale.high / size, limit);
    const text = (value) => (value === 0 && unit !== null ? '0' : `${decimal(value, decimals)}${unit || ''}`);
    return values.map((value) => placed(value * size, text(value)));
  };
  const dense = linear(most);
  return dense.map(({ text }) => text).join('').length <= MOST_CHARACTERS ? dense : linear(MOST - 1);
}

/** Ticks of times in ns, and their unit: '' on a log axis, whose labels include units. */
function timeTicks(scale) {
  const unit = unitFor(max(abs(scale.low), abs(scale.high)));
  const words = (value) => `${shortest(value / unitFor(value).ns)} ${unitFor(value).name}`;
  return { ticks: ticksOf(scale, words, { size: unit.ns }), unit: scale.isLog ? '' : unit.name };
}

/** '0.5', '1,230': three digits without trailing zeros; '1e+7' for large and small values */
const shortest = (value) => (value === 0 || (value >= 0.001 && value < 1e6) ? parameterText(+value.toPrecision(3))
  : value.toExponential(0));

const amountTicks = (scale) => ticksOf(scale, shortest);
const multiple = (value) => `${value >= 0.01 && value < 1e4 ? shortest(value) : value.toExponential(0)}×`;

function ratioTicks(scale) {
  const { low, high } = scale;
  if (high >= PERCENT_UP_TO || low <= 1 / PERCENT_UP_TO) return ticksOf(scale, multiple);
  const { values, decimals } = linearTicks((low - 1) * 100, (high - 1) * 100);
  return values.map((value) => {
    const ratio = 1 + value / 100;
    return { value: ratio, at: scale.at(ratio), text: `${value > 0 ? '+' : ''}${decimal(value, decimals)} %` };
  });
}

function rateTicks(scale) {
  const { size, name } = chooseRateUnit(max(abs(scale.low), abs(scale.high)));
  return ticksOf(scale, tickRate, { size, most: MOST_RATES, unit: name });
}

module.exports = {
  LARGEST, LOG_FROM, drawable, createScale, axisWords, findSpan, scaleFor, robustRange, robustAxis, linearTicks,
  logTicks, timeTicks, amountTicks, ratioTicks, rateTicks,
};
