'use strict';

/*
 * Figures that are compared with each other: in one unit, and with the digits of the most certain of them. '16.6 µs'
 * beside '16.45 µs' look as if they had been measured in different ways.
 */

const { unitFor, fixed, time, rateText, rateUnitOf, isPlainRate, decimalsFor, exponentOf, NOTHING } =
  require('./figures');

const { max, min } = Math;

// Further apart each has the unit that suits it.
const MOST_RATIO = 100;
const MOST_DIGITS = 6;

/**
 * @typedef {{ value: number, low: number|null, high: number|null }} Estimate
 */

/** Decimals that suit all, in a unit. */
function decimalsOf(estimates, size) {
  const wanted = estimates.map(({ value, low, high }) =>
    decimalsFor(value / size, low === null || high === null ? 0 : (high - low) / 2 / size));
  const largest = max(...estimates.map(({ value }) => value)) / size;
  return max(0, min(max(...wanted), MOST_DIGITS - 1 - exponentOf(largest)));
}

/** @param {function(number): { size: number, name: string } | null} unitOf null where a value has none */
function together(list, unitOf, alone) {
  const told = list.filter((one) => one !== null && one.value > 0);
  const values = told.map(({ value }) => value);
  const unit = told.length > 0 && max(...values) < MOST_RATIO * min(...values) ? unitOf(values) : null;
  const decimals = unit && decimalsOf(told, unit.size);
  return list.map((one) => {
    if (one === null) return NOTHING;
    return unit && one.value > 0 ? `${fixed(one.value / unit.size, decimals)}${unit.name}` : alone(one);
  });
}

/**
 * @param {Array<Estimate|null>} list of ns
 * @returns {string[]} '16.60 µs', '16.45 µs'; '–' for null
 */
function timesTogether(list) {
  const unitOf = (values) => {
    const { ns, name } = unitFor(min(...values));
    return { size: ns, name: `\u00a0${name}` };
  };
  return together(list, unitOf, ({ value, low, high }) => time(value, low, high));
}

const NBSP = '\u00a0';

/**
 * @param {Array<Estimate|null>} list per second
 * @returns {string[]} '1.002 M/s', '0.944 M/s'; '–' for null
 */
function ratesTogether(list) {
  const perSecond = (name) => `${name || NBSP}/s`;
  const unitOf = (values) => {
    const { size, name } = rateUnitOf(max(...values));
    return values.every(isPlainRate) ? { size, name: perSecond(name) } : null;
  };
  return together(list, unitOf, ({ value }) => `${rateText(value)}/s`);
}

module.exports = { timesTogether, ratesTogether };
