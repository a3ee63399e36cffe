'use strict';

/*
 * Figures in words: times in the unit that suits them, and no more digits than the interval leaves
 * certain. 134.1953 ns between 132.7 and 135.7 is 134.2 ns.
 */

const { grouped, number } = require('../../text/numbers');

const { abs, floor, log10, max, min } = Math;

const UNITS = [{ name: 's', ns: 1e9 }, { name: 'ms', ns: 1e6 }, { name: 'µs', ns: 1e3 }, { name: 'ns', ns: 1 }];
const NOTHING = '–';
const MINUS = '−';

// Two times within this factor are told apart in per cent, others as multiples.
const PERCENT_UP_TO = 1.5;

// 999.96 ms would be written as 1,000 ms.
const ALMOST = 0.9995;

/** @returns {{ name: string, ns: number }} the largest unit that the time reaches */
function unitFor(ns) {
  return UNITS.find((unit) => abs(ns) >= ALMOST * unit.ns) || UNITS[UNITS.length - 1];
}

const isNone = (value) => value === null || value === undefined;

/** The words for a value, null where it is not known. */
const told = (value, words) => (isNone(value) ? null : words(value));

const exponentOf = (value) => (abs(value) > 0 ? floor(log10(abs(value))) : 0);

/** Of the reach of an interval two digits where they are below 36, and one otherwise: 0.12, 0.34, 0.4. */
function digitsOf(reach) {
  const exponent = exponentOf(reach);
  return (reach / 10 ** exponent < 3.55 ? 1 : 0) - exponent;
}

/** So many decimals show what an interval leaves certain, and without one three digits of the value; six in all. */
function decimalsFor(value, reach) {
  const wanted = reach > 0 ? digitsOf(reach) : 2 - exponentOf(value);
  return max(0, min(wanted, 5 - exponentOf(value), 12));
}

/** '0.5' for '0.50', '3' for '3.0' */
const trimmed = (text) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

/** '1,234.50', with a real minus sign */
function fixed(value, decimals) {
  const text = abs(value).toFixed(decimals);
  const [whole, fraction] = text.split('.');
  return `${value < 0 && +text > 0 ? MINUS : ''}${grouped(whole)}${fraction ? `.${fraction}` : ''}`;
}

/** With as many decimals as it has itself, in three digits: '0.5', '1,230' */
const shortest = (value) => fixed(+value.toPrecision(3), decimalsOf(+value.toPrecision(3)));
const decimalsOf = (value) => (`${value}`.split('.')[1] || '').length;

const reachOf = (low, high) => (isNone(low) || isNone(high) ? 0 : abs(high - low) / 2);

/**
 * @param {number | null} ns
 * @param {number | null} [low] of its interval, which decides on the digits, and so high
 * @returns {string} '134.2 ns', '–' where it is not known
 */
function time(ns, low, high) {
  if (isNone(ns)) return NOTHING;
  const unit = unitFor(ns);
  return `${fixed(ns / unit.ns, decimalsFor(ns / unit.ns, reachOf(low, high) / unit.ns))}\u00a0${unit.name}`;
}

/** The same with two digits at most, for what is known roughly: '0.11 ns' */
function roughTime(ns) {
  if (isNone(ns)) return NOTHING;
  const unit = unitFor(ns);
  const value = +(ns / unit.ns).toPrecision(2);
  return `${trimmed(fixed(value, max(0, min(12, 1 - exponentOf(value)))))}\u00a0${unit.name}`;
}

/** The same for a plain number, such as cycles: '483.2' */
function quantity(value, low, high) {
  return isNone(value) ? NOTHING : fixed(value, decimalsFor(value, reachOf(low, high)));
}

/** '132.7 – 135.7 ns', in the unit and with the digits of the estimate that it belongs to */
function timeInterval(low, high, ns) {
  if (isNone(low) || isNone(high)) return NOTHING;
  const unit = unitFor(ns ?? high);
  const decimals = decimalsFor((ns ?? high) / unit.ns, reachOf(low, high) / unit.ns);
  return `${fixed(low / unit.ns, decimals)} – ${fixed(high / unit.ns, decimals)}\u00a0${unit.name}`;
}

/** '134.2 ns (132.7 – 135.7 ns)', the time alone where there is no interval */
function timeWithInterval(ns, low, high) {
  return time(ns, low, high) + (isNone(low) || isNone(high) ? '' : ` (${timeInterval(low, high, ns)})`);
}

/** '4.2 %' of a share, two digits */
function percent(share) {
  if (isNone(share)) return NOTHING;
  const value = share * 100;
  const text = fixed(value, abs(value) >= 10 ? 0 : min(6, 1 - exponentOf(value)));
  return `${trimmed(text)}\u00a0%`;
}

// An interval that is wider is shown in multiples, too.
const WIDE = 10;

const isNear = (ratio, low, high) => ratio < PERCENT_UP_TO && ratio > 1 / PERCENT_UP_TO &&
  !(low < 1 / WIDE) && !(high > WIDE);

const RAISED = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };

/** '2.0·10⁻⁸', '10⁻⁴' where the mantissa is just 1 */
function power(value, decimals) {
  const [mantissa, exponent] = value.toExponential(decimals).split('e');
  const raised = `10${[...`${+exponent}`].map((char) => RAISED[char]).join('')}`;
  return mantissa === '1' ? raised : `${mantissa}·${raised}`;
}

const SMALLEST_DECIMAL = 0.001;
const LARGEST_DECIMAL = 1e6;

/** One end of a ratio in the words of `near`: per cent away from 1, or a multiple. */
function ratioAs(near, ratio, decimals) {
  if (!near && ratio > 0 && (ratio < SMALLEST_DECIMAL || ratio >= LARGEST_DECIMAL)) return `${power(ratio, 1)}×`;
  if (!near) return `${fixed(ratio, decimals)}×`;
  const text = fixed((ratio - 1) * 100, decimals);
  return ratio > 1 && /[1-9]/.test(text) ? `+${text}` : text;
}

function ratioDecimals(near, ratio, reach) {
  // A tenth of a per cent is enough beyond one per cent.
  const most = abs(ratio - 1) < 0.01 ? 2 : 1;
  if (near) return reach > 0 ? max(0, min(most, digitsOf(reach * 100))) : most;
  // A wide interval still leaves two digits: 0.17 and not 0.
  return max(reach > 0 ? decimalsFor(ratio, reach) : 0, (reach > 0 ? 1 : 2) - exponentOf(ratio), 0);
}

/**
 * @param {number | null} ratio
 * @param {number | null} [low] of its interval, and so high
 * @returns {string} '+2.1 %', '−4.0 %', '2.41×', '–' where it is not known
 */
function ratioText(ratio, low, high) {
  if (isNone(ratio)) return NOTHING;
  const near = isNear(ratio, low, high);
  return ratioAs(near, ratio, ratioDecimals(near, ratio, reachOf(low, high))) + (near ? '\u00a0%' : '');
}

/** '+1.2 to +3.0 %', '2.35 to 2.47×', in the form of the ratio it belongs to */
function ratioInterval(low, high, ratio) {
  if (isNone(low) || isNone(high)) return NOTHING;
  const near = isNear(ratio ?? high, low, high);
  const decimals = ratioDecimals(near, ratio ?? high, reachOf(low, high));
  // An end that lies far below has a digit of its own: 0.007 and not 0.0.
  const first = ratioAs(near, low, near ? decimals : max(decimals, min(3, -exponentOf(low)))).replace('×', '');
  return `${first} to ${ratioAs(near, high, decimals)}${near ? '\u00a0%' : ''}`;
}

/** '0.0412', '< 0.0001' */
function probability(p) {
  if (isNone(p)) return NOTHING;
  return p < 0.0001 ? '< 0.0001' : fixed(p, p < 0.1 ? 4 : 2);
}

/** '93,468,158', '4.55', '–' where it is not known; whole numbers have no decimals */
function count(value) {
  if (isNone(value)) return NOTHING;
  return value % 1 === 0 && value < 1e3 ? `${value}` : number(value);
}

/** '3 rounds', '1 round' */
function plural(value, word) {
  return `${count(value)} ${word}${value === 1 ? '' : /s$/.test(word) ? 'es' : 's'}`;
}

/** A duration that is still to be spent: '3.2 s', '10 min', '10 h' */
function duration(seconds) {
  const rough = (value) => trimmed(number(+value.toPrecision(2)));
  if (seconds < 120) return `${rough(seconds)} s`;
  return seconds < 7200 ? `${rough(seconds / 60)} min` : `${rough(seconds / 3600)} h`;
}

/** The value of a parameter: '1,048,576', '0.5'; '1.5e+21' where that is shorter */
function numberText(value) {
  const text = `${value}`;
  return /e/.test(text) || text.length > 15 ? `${+value.toPrecision(6)}` : fixed(value, decimalsOf(value));
}

const RATE_UNITS = [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, '']].map(([size, prefix]) => (
  { size, name: prefix && `\u00a0${prefix}` }));

// Beyond these a prefix would stand behind zeros that have to be counted.
const SMALLEST_RATE = 0.001;
const LARGEST_RATE = 1e16;

const rateUnitOf = (rate) => RATE_UNITS.find(({ size }) => abs(rate) >= size) || RATE_UNITS[RATE_UNITS.length - 1];
const isPlainRate = (rate) => rate === 0 || abs(rate) >= SMALLEST_RATE && abs(rate) < LARGEST_RATE;

/** '1.234 M', '0.1235', '1.230·10⁻⁵', '–' where it is not known: four digits */
function rateText(rate) {
  if (isNone(rate)) return NOTHING;
  if (!isPlainRate(rate)) return power(rate, 3);
  if (rate === 0) return '0';
  // Rounded first: 999,960 is 1.000 M and not 1000 k.
  const rounded = +rate.toPrecision(4);
  const { size, name } = rateUnitOf(rounded);
  return fixed(rounded / size, max(0, 3 - floor(log10(abs(rounded / size)) + 1e-9))) + name;
}

/** As short as it can be: '20 k', '1.5 M' */
function shortRate(rate) {
  if (!isPlainRate(rate)) return power(rate, 0);
  const { size, name } = rateUnitOf(rate);
  return shortest(rate / size) + name;
}

module.exports = {
  told, unitFor, fixed, shortest, power, time, roughTime, timeInterval, timeWithInterval, quantity, percent, ratioText,
  ratioInterval, probability, count, plural, duration, numberText, rateUnitOf, isPlainRate, rateText, shortRate,
  decimalsFor, exponentOf, NOTHING,
};
