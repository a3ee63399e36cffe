'use strict';

/* Ticks with words: times in their units, ratios in per cent or as multiples. */

const { linearTicks, logTicks } = require('../svg/ticks');
const { unitFor, fixed, power } = require('./figures');

// Captured at load, because a measured test may change them.
const { abs, max } = Math;

// Up to this a ratio is told in per cent.
const PERCENT_UP_TO = 1.6;

const placed = (scale, value, text) => ({ value, at: scale.at(value), text });
const shortest = (value) => fixed(+value.toPrecision(3), max(0, (`${+value.toPrecision(3)}`.split('.')[1] || '').length));

/** '0.5×', '20×'; '10⁻⁴×' where zeros would have to be counted */
const multiple = (value) => `${value >= 0.01 && value < 1e4 ? shortest(value) : power(value, 0)}×`;

/**
 * Ticks of times.
 * @param {object} scale from createScale(), ns
 * @returns {{ ticks: Array<{ value: number, at: number, text: string }>, unit: string }} on a log axis each label has its unit, and
 *   `unit` is ''; on a linear one the unit stands for all
 */
function timeTicks(scale) {
  if (scale.isLog) {
    const { values } = logTicks(scale.low, scale.high);
    const ticks = values.map((value) => {
      const unit = unitFor(value);
      return placed(scale, value, `${shortest(value / unit.ns)} ${unit.name}`);
    });
    return { ticks, unit: '' };
  }
  const unit = unitFor(max(abs(scale.low), abs(scale.high)));
  const { values, decimals } = linearTicks(scale.low / unit.ns, scale.high / unit.ns);
  return { ticks: values.map((value) => placed(scale, value * unit.ns, fixed(value, decimals))), unit: unit.name };
}

/** Ticks of plain numbers on a linear axis, such as cycles. */
function numberTicks(scale) {
  const { values, decimals } = linearTicks(scale.low, scale.high);
  return values.map((value) => placed(scale, value, fixed(value, decimals)));
}

/** Ticks of amounts in a unit that stands beside the plot. */
function amountTicks(scale) {
  if (!scale.isLog) return numberTicks(scale);
  return logTicks(scale.low, scale.high).values.map((value) => placed(scale, value, value >= 0.001 && value < 1e6 ? shortest(value) : power(value, 0)));
}

/**
 * Ticks of ratios.
 * @param {object} scale with a log axis
 * @returns {Array<{ value: number, at: number, text: string }>}
 */
function ratioTicks(scale) {
  const { low, high } = scale;
  if (high < PERCENT_UP_TO && low > 1 / PERCENT_UP_TO) {
    const { values, decimals } = linearTicks((low - 1) * 100, (high - 1) * 100);
    return values.map((value) => placed(scale, 1 + value / 100, `${value > 0 ? '+' : ''}${fixed(value, decimals)} %`));
  }
  return logTicks(low, high).values.map((value) => placed(scale, value, multiple(value)));
}

module.exports = { timeTicks, numberTicks, amountTicks, ratioTicks };
