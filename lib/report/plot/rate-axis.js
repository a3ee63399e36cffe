'use strict';

/* Rates in words and along an axis: 1.234 M, with the prefixes of SI. */

const { known } = require('../html/known');
const { fixed, power } = require('../html/figures');
const { linearTicks, logTicks } = require('../svg/ticks');

// Captured at load, because a measured test may change them.
const { abs, floor, log10, max, min } = Math;

const UNITS = [{ name: 'T', size: 1e12 }, { name: 'G', size: 1e9 }, { name: 'M', size: 1e6 }, { name: 'k', size: 1e3 }, { name: '', size: 1 }];

// Beyond these a prefix would stand behind zeros that have to be counted.
const SMALLEST = 0.001;
const LARGEST = 1e16;

const unitOf = (rate) => UNITS.find(({ size }) => abs(rate) >= size) || UNITS[UNITS.length - 1];
const withUnit = (text, unit) => (unit.name ? `${text}\u00a0${unit.name}` : text);
const isPlain = (rate) => rate === 0 || abs(rate) >= SMALLEST && abs(rate) < LARGEST;

/**
 * @param {number|null} rate
 * @param {number} [digits]
 * @returns {string} '1.234 M', '0.1235', '1.23·10⁻⁵', '–' where it is not known
 */
function rateText(rate, digits = 4) {
  if (known(rate) === null) return '–';
  if (!isPlain(rate)) return power(rate, digits - 1);
  if (rate === 0) return '0';
  // Rounded first: 999,960 is 1.000 M and not 1000 k.
  const rounded = +rate.toPrecision(digits);
  const unit = unitOf(rounded);
  return withUnit(fixed(rounded / unit.size, max(0, digits - 1 - floor(log10(abs(rounded / unit.size)) + 1e-9))), unit);
}

/** As short as it can be: '20 k', '1.5 M' */
function shortRate(rate) {
  if (!isPlain(rate)) return power(rate, 0);
  if (rate === 0) return '0';
  const unit = unitOf(rate);
  const value = +(rate / unit.size).toPrecision(3);
  return withUnit(fixed(value, (`${value}`.split('.')[1] || '').length), unit);
}

/** '3.2·10⁻⁷', with as many digits as tell them apart. */
function powersApart(values) {
  for (let decimals = 0; ; decimals++) {
    const texts = values.map((value) => (value === 0 ? '0' : power(value, decimals)));
    if (decimals === 5 || new Set(texts).size === texts.length && values.every((value) => +value.toExponential(decimals) === value)) return texts;
  }
}

/**
 * @param {object} scale from createScale()
 * @param {number} [most] of them, on a linear axis
 * @returns {Array<{ value: number, at: number, text: string }>}
 */
function rateTicks(scale, most = 6) {
  if (scale.isLog) return logTicks(scale.low, scale.high).values.map((value) => ({ value, at: scale.at(value), text: shortRate(value) }));
  const highest = max(abs(scale.low), abs(scale.high));
  if (!isPlain(highest)) {
    const { values } = linearTicks(scale.low, scale.high, min(most, 5));
    const texts = powersApart(values);
    return values.map((value, i) => ({ value, at: scale.at(value), text: texts[i] }));
  }
  const unit = unitOf(highest);
  const { values, decimals } = linearTicks(scale.low / unit.size, scale.high / unit.size, most);
  return values.map((value) => ({ value: value * unit.size, at: scale.at(value * unit.size), text: value === 0 ? '0' : withUnit(fixed(value, decimals), unit) }));
}

module.exports = { rateText, shortRate, rateTicks };
