'use strict';

/* Round values along an axis with their labels. On a phone, a label takes a fifth of the width. */

const { decimal, parameterText, rateUnitOf, tickRate, unitFor } = require('../../text/numbers');
const { textWidth } = require('./text-width');

const { abs, ceil, floor, log10, max } = Math;

const MOST = 5;
const MOST_RATES = 6;
const LEAST_GAP = 0.17;
const STEPS = [1, 2, 5, 10];
const DECADES = [[1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]];

// Up to this ratio, ticks are in percent.
const PERCENT_UP_TO = 1.6;

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
    if (decade % everyDecade === 0) values.push(...digits.map((digit) => clean(digit * 10 ** decade)));
  }
  return values.filter((value) => value >= low && value <= high);
}

const areApart = (values, low, high) => values.every((value, i) =>
  i === 0 || log10(value / values[i - 1]) / log10(high / low) >= LEAST_GAP);

/** The densest of 1, 1.5, 2, 3, 5, 7 / 1, 2, 5 / 1, 3 / powers of ten that fits; decimals null: as each value needs. */
function logTicks(low, high) {
  for (const digits of DECADES) {
    const values = multiples(low, high, digits, 1);
    if (values.length < 3) break;
    if (areApart(values, low, high)) return { values, decimals: null };
  }
  if (high / low < 10) return linearTicks(low, high);
  for (let every = 1; ; every++) {
    const values = multiples(low, high, [1], every);
    if (areApart(values, low, high)) return { values, decimals: null };
  }
}

/**
 * The ticks whose labels do not touch, always with the last one: on a linear axis of powers, the first ones are close.
 * @param {Array<{ x: number, text: string }>} ticks in pixels
 * @param {{ size: number, gap: number }} label font size and gap between labels, in pixels
 */
function apart(ticks, { size, gap }) {
  const kept = [];
  let left = Infinity;
  for (const tick of [...ticks].sort((a, b) => b.x - a.x)) {
    const half = textWidth(tick.text, size) / 2;
    if (tick.x + half + gap > left) continue;
    left = tick.x - half;
    kept.unshift(tick);
  }
  return kept;
}

/** Ticks { value, at, text }: words(value) on a log axis, multiples of `size` on a linear axis. */
function ticksOf(scale, words, { size = 1, most = MOST } = {}) {
  const placed = (value, text) => ({ value, at: scale.at(value), text });
  if (scale.isLog) return logTicks(scale.low, scale.high).values.map((value) => placed(value, words(value)));
  const { values, decimals } = linearTicks(scale.low / size, scale.high / size, most);
  return values.map((value) => placed(value * size, decimal(value, decimals)));
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
  if (scale.isLog) return ticksOf(scale, tickRate);
  const { size, name } = rateUnitOf(max(abs(scale.low), abs(scale.high)));
  return ticksOf(scale, null, { size, most: MOST_RATES }).map((tick) => (
    { ...tick, text: tick.value === 0 ? '0' : `${tick.text}${name}` }));
}

module.exports = { linearTicks, logTicks, apart, timeTicks, amountTicks, ratioTicks, rateTicks };
