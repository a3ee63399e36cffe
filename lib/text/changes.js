'use strict';

/* Changes and ratios as text: in percent near 1, otherwise as multiples. */

const { NOTHING, isNone, isNumber, decimal, decimalsFor, digitsOf, exponentOf, reachOf, ends } = require('./numbers');

// Captured at load, because a measured test may change them.
const { abs, max, min } = Math;

// A ratio up to this factor is shown in percent, unless its interval exceeds WIDE; other ratios are multiples.
const PERCENT_UP_TO = 1.5;
const WIDE = 10;

/** '+2.1': change in percent for sentences, with one decimal from 1 %, none from 100 % */
function percentChange(ratio) {
  const value = (ratio - 1) * 100;
  const text = value.toFixed(abs(value) >= 100 ? 0 : abs(value) >= 1 ? 1 : 2);
  return /^-?0\.?0*$/.test(text) ? `+-${text.replace('-', '')}` : value > 0 ? `+${text}` : text;
}

const isNear = (ratio, low, high) =>
  ratio < PERCENT_UP_TO && ratio > 1 / PERCENT_UP_TO && (isNone(low) || low >= 1 / WIDE) && !(high > WIDE);

const SMALLEST_DECIMAL = 0.001;
const LARGEST_DECIMAL = 1e6;

function changeAs(near, ratio, decimals) {
  const isExtreme = ratio > 0 && (ratio < SMALLEST_DECIMAL || ratio >= LARGEST_DECIMAL);
  if (!near) return `${isExtreme ? ratio.toExponential(1) : decimal(ratio, decimals)}×`;
  const text = decimal((ratio - 1) * 100, decimals);
  return ratio > 1 && /[1-9]/.test(text) ? `+${text}` : text;
}

function changeDecimals(near, ratio, reach) {
  // One decimal is enough above 1 %.
  const most = abs(ratio - 1) < 0.01 ? 2 : 1;
  if (near) return reach > 0 ? max(0, min(most, digitsOf(reach * 100))) : most;
  // A wide interval still leaves two digits: 0.17 and not 0.
  return max(reach > 0 ? decimalsFor(ratio, reach) : 0, (reach > 0 ? 1 : 2) - exponentOf(ratio), 0);
}

/** '+2.1 %', '−4.0 %', '2.41×', with digits that follow the interval; '–' if unknown */
function changeText(ratio, low, high) {
  if (isNone(ratio)) return NOTHING;
  const near = isNear(ratio, low, high);
  return changeAs(near, ratio, changeDecimals(near, ratio, reachOf(low, high))) + (near ? ' %' : '');
}

/** '+1.2 to +3.0 %', '2.35 to 2.47×', in the form of its ratio */
function changeInterval(low, high, ratio) {
  if (isNone(low) || isNone(high)) return NOTHING;
  const near = isNear(ratio ?? high, low, high);
  const decimals = changeDecimals(near, ratio ?? high, reachOf(low, high));
  // A far lower end needs one more digit: 0.007 and not 0.0.
  const first = changeAs(near, low, near ? decimals : max(decimals, min(3, -exponentOf(low)))).replace('×', '');
  return `${first} to ${changeAs(near, high, decimals)}${near ? ' %' : ''}`;
}

/** '1.125', '0.0012', '12.34'; `decimals` applies around 1 */
function ratioText(ratio, decimals = 3) {
  if (!(ratio > 0 && ratio < Infinity)) return '-';
  if (ratio >= 1e6 || ratio < 1e-6) return ratio.toExponential(1);
  if (ratio < 0.0995) return `${+ratio.toPrecision(2)}`;
  if (ratio < 9.9995) return ratio.toFixed(decimals);
  return ratio >= 9999.5 ? ratio.toFixed(0) : ratio.toPrecision(decimals + 1);
}

/** 'x1.04 (1.02..1.06)', with a third decimal for a narrow interval; 'x1.04' without an interval */
function ratioWithInterval({ ratio, low, high }) {
  const decimals = isNumber(low) && isNumber(high) && high - low < 0.02 * ratio ? 3 : 2;
  const text = (value) => ratioText(value, decimals);
  return [`x${text(ratio)}`, ends(low, high, text)].filter(Boolean).join(' ');
}

module.exports = { percentChange, changeText, changeInterval, ratioText, ratioWithInterval };
