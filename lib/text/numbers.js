'use strict';

/* Numbers as text: counts, ranks, times, bytes, rates, shares and ratios, with the digits and units of reports. */

// Captured at load, because a measured test may change them.
const { abs, ceil, floor, log10, max, min, round } = Math;
const { isFinite } = Number;

const isNumber = (value) => typeof value === 'number' && isFinite(value);

/** Fixed point with `decimals` digits, more where a small value would lose its first two: 0.56 ns is 0.00000056 ms. */
function fixed(value, decimals) {
  if (!(abs(value) > 0) || abs(value) === Infinity) return (value || 0).toFixed(decimals);
  // Beyond this toFixed falls back to an exponent.
  if (abs(value) >= 1e21) return `${BigInt(value)}.${'0'.repeat(decimals)}`;
  const leading = -floor(log10(abs(value)));
  return value.toFixed(min(20, max(decimals, leading + 1)));
}

/**
 * '93,468,158'; below 100 three significant digits, '4.55', '0.00123'; from 1e15 in units of 1e9,
 * '1,000,000g', which keeps it below 20 columns up to 1e24; '-' for what is no finite number.
 */
function number(value) {
  if (!isNumber(value)) return '-';
  if (value < 0) {
    const positive = number(-value);
    return positive === '0' ? positive : `-${positive}`;
  }
  if (value >= 1e24) return value.toPrecision(3);
  if (value >= 999999999999999.5) return `${number(value / 1e9)}g`;
  // Rounded first: 99.96 is 100 and not 100.0.
  const exponent = +value.toExponential(2).slice(5);
  if (exponent >= 2) return grouped(value.toFixed(0));
  const text = value.toFixed(min(18, 2 - exponent));
  return +text > 0 ? text : '0';
}

const grouped = (whole) => `${whole}`.replace(/\B(?=(\d{3})+$)/g, ',');

// Of an instruction nobody needs more.
const MOST_DECIMALS = 2;

/** '21.00', '4,929' of what is known to +- 0.005, +- 2: the last digit is at most twice the error; never '-0' */
function withinError(value, error) {
  if (!isNumber(value)) return '-';
  const known = error > 0 ? max(0, min(MOST_DECIMALS, ceil(-log10(2 * error) - 1e-9))) : MOST_DECIMALS;
  if (abs(value) >= 1e15) return number(value);
  const [whole, ...decimals] = abs(value).toFixed(known).split('.');
  const text = [grouped(whole), ...decimals].join('.');
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text;
}

/** 5000000 -> '5m', 12345 -> '12.3k', three digits as the original has them */
function scale(count) {
  if (!isNumber(count)) return '-';
  const rounded = +count.toPrecision(3);
  const size = abs(rounded);
  if (size >= 1e9) return `${rounded / 1e9}g`;
  if (size >= 1e6) return `${rounded / 1e6}m`;
  return size >= 1e3 ? `${rounded / 1e3}k` : `${rounded}`;
}

// An interval with ends so many times apart says that nothing is known, and would be as wide as the table.
const MOST_TIMES = 1000;

/** A rate of 1000 for the baseline: whole, as 1002; with three digits below 10. */
function rank(value) {
  if (!(value >= 10 && value < 1e15)) return number(value);
  return `${floor(value + 0.5)}`;
}

/** '(998..1002)', '' where it is not known, '(?)' where it says nothing */
function interval(low, high) {
  if (!isFinite(low) || !isFinite(high)) return '';
  return high <= MOST_TIMES * low ? `(${rank(low)}..${rank(high)})` : '(?)';
}

const TIMES = [{ name: 's', ns: 1e9 }, { name: 'ms', ns: 1e6 }, { name: 'us', ns: 1e3 }, { name: 'ns', ns: 1 }];
const SIZES = [{ name: 'GB', bytes: 1e9 }, { name: 'MB', bytes: 1e6 }, { name: 'kB', bytes: 1e3 }];
const RATES = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k'], [1, '']];

// 999.96 ns would be written as 1,000 ns.
const ALMOST = 0.9995;

// toPrecision() has an exponent for what is shorter; in that time light moves less than a thousandth of a millimetre.
const LEAST_NS = 1e-6;

// Up to here bytes are counted one by one: an object of 1,120 B is looked for in the source as such.
const LARGEST_IN_BYTES = 10000;

// number() writes what is longer in units of 1e9, as 1,000,000g: with a unit behind it that would be none.
const LONGEST = 999999999999999;

function unitOf(ns, almost) {
  let i = 0;
  while (i < TIMES.length - 1 && ns < almost * TIMES[i].ns) i++;
  return TIMES[i];
}

/** '253.3 ns', four digits: differences of a tenth of a per cent are to be seen */
function timeText(ns) {
  if (!(ns > LEAST_NS && ns < Infinity)) return ns > 0 && ns <= LEAST_NS ? '0 ns' : '-';
  const unit = unitOf(ns, 1);
  const value = ns / unit.ns;
  return `${value >= 1000 ? value.toFixed(0) : value.toPrecision(4)} ${unit.name}`;
}

/** Three digits at the most, no zeros behind them. */
function trimmed(value) {
  const text = abs(value) > LONGEST && isFinite(value) ? value.toPrecision(3).replace(/\.?0+e/, 'e') : number(value);
  return text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

/** '6.02 ms', '82 ns', three digits at the most, for a figure that stands by itself */
function shortTime(ns) {
  const unit = unitOf(ns, ALMOST);
  return `${trimmed(ns / unit.ns)} ${unit.name}`;
}

/** '6.02 ms', '82.0 ns', three digits, for a figure among others */
function threeDigitTime(ns) {
  const unit = unitOf(ns, ALMOST);
  return `${number(ns / unit.ns)} ${unit.name}`;
}

/** '(78..90)' in the unit that the time itself has; '' where it is not known */
function intervalOfTime(low, high, ns) {
  const unit = unitOf(ns, ALMOST);
  return ends(low, high, (end) => trimmed(end / unit.ns));
}

/** '0.9 ms', '12 ms', '340 ms', '1.2 s', '15 min': two digits or three */
function secondsText(seconds) {
  if (!isNumber(seconds) || seconds < 0) return '-';
  const [unit, name] = seconds >= 599.5 ? [60, 'min'] : seconds >= 0.9995 || seconds === 0 ? [1, 's']
    : seconds >= 99.5e-6 ? [1e-3, 'ms'] : seconds >= 99.5e-9 ? [1e-6, 'us'] : [1e-9, 'ns'];
  const value = seconds / unit;
  return `${value >= 99.5 ? round(value) : +value.toPrecision(2)} ${name}`;
}

/** '12 s', '3 min', '2.5 h': how long something still takes, never '0 s' */
function timeLeft(seconds) {
  if (seconds < 90) return `${max(1, round(seconds))} s`;
  return seconds < 5400 ? `${round(seconds / 60)} min` : `${round(seconds / 360) / 10} h`;
}

/** '1,120 B', '31.4 kB', '16.5 B' of an average; nothing below 0, which is noise */
function bytesText(bytes) {
  if (!isNumber(bytes)) return '-';
  if (bytes < 0.005) return '0 B';
  if (bytes < LARGEST_IN_BYTES) return `${trimmed(bytes)} B`;
  const unit = SIZES.find((one) => bytes >= ALMOST * one.bytes);
  return `${trimmed(bytes / unit.bytes)} ${unit.name}`;
}

/** '512 bytes', '65.5 kB', '64.0 MB', three digits; '-' where it is not known */
function sizeText(bytes) {
  if (!isNumber(bytes)) return '-';
  // Rounded first: 999,999 bytes are 1.00 MB and not 1,000 kB.
  const unit = SIZES.find((one) => abs(+bytes.toPrecision(3)) >= one.bytes);
  return unit ? `${number(bytes / unit.bytes)} ${unit.name}` : `${number(bytes)} bytes`;
}

/** '1,234,567.891': all digits, commas in the integer part only; '1e+21', '1e-7' as they are */
function rateText(rate) {
  const text = `${rate}`;
  if (/[^\d.-]/.test(text)) return text;
  const [whole, ...decimals] = text.split('.');
  return [grouped(whole), ...decimals].join('.');
}

/** '62.71 M', '1.204 k', '0.01234': four digits, or so many; '-' for what is no finite number */
function shortRate(rate, digits = 4) {
  if (!isNumber(rate)) return '-';
  if (rate === 0) return '0';
  // Rounded first: 999.99 is 1.000 k and not 1000.
  const rounded = +rate.toPrecision(digits);
  const size = abs(rounded);
  if (size >= 1e16 || size < 1e-4) return rate.toExponential(digits - 1);
  const [unit, name] = RATES.find(([least]) => size >= least) || [1, ''];
  // Of whole thousands of the largest unit no digit is left out.
  const value = rounded / unit;
  return (abs(value) >= 10 ** digits ? value.toFixed(0) : value.toPrecision(digits)) + name;
}

/** '62.71 M/s', '12.00/s', the same with what it counts by; '-' */
const perSecond = (rate, digits) => (isNumber(rate) ? `${shortRate(rate, digits)}/s` : '-');

/** Two digits, no more: 0.05, 3.2, 320 */
const rough = (value) => trimmed(+value.toPrecision(2));

/** '3.2 %', the same of a share */
const percent = (share) => `${rough(share * 100)} %`;

/** '3 %', '0.25 %': what somebody has typed, or a limit, as short as it is */
const shortPercent = (share, digits = 2) => `${+(share * 100).toPrecision(digits)} %`;

/** '0.31 %', two digits below 10, also where they are zeros, so that they line up; '>999 %' of what says nothing */
function shareText(share) {
  const percents = share * 100;
  if (!(percents < Infinity)) return '-';
  if (percents > 999) return '>999 %';
  return `${percents >= 9.95 ? percents.toFixed(0) : percents >= 0.995 ? percents.toFixed(1) : percents.toFixed(2)} %`;
}

/** '1.125', '0.0012', '12.34'; `decimals` around 1 */
function ratioText(ratio, decimals = 3) {
  if (!(ratio > 0 && ratio < Infinity)) return '-';
  if (ratio >= 1e6 || ratio < 1e-6) return ratio.toExponential(1);
  if (ratio < 0.0995) return `${+ratio.toPrecision(2)}`;
  if (ratio < 9.9995) return ratio.toFixed(decimals);
  return ratio >= 9999.5 ? ratio.toFixed(0) : ratio.toPrecision(decimals + 1);
}

/** 'x1.04 (1.02..1.06)', with a third decimal where the interval needs it; 'x1.04' without an interval */
function ratioWithInterval({ ratio, low, high }) {
  const decimals = isNumber(low) && isNumber(high) && high - low < 0.02 * ratio ? 3 : 2;
  const text = (value) => ratioText(value, decimals);
  return [`x${text(ratio)}`, ends(low, high, text)].filter(Boolean).join(' ');
}

/** 'p = 0.012', 'p = 3e-9', 'p < 1e-10': beyond that nobody's assumptions hold */
function probability(p, least = 1e-10) {
  if (p < least) return `p < ${least}`;
  return `p = ${p < 1e-4 ? p.toExponential(0) : +p.toPrecision(2)}`;
}

/** '(998..1002)' as `write` has numbers, '' where an end is not known */
const ends = (low, high, write) => (isNumber(low) && isNumber(high) ? `(${write(low)}..${write(high)})` : '');

/** '1 run', '3 runs' */
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

module.exports = {
  isNumber, fixed, grouped, number, withinError, scale, rank, interval, timeText, shortTime, threeDigitTime,
  intervalOfTime, secondsText, timeLeft, bytesText, sizeText, rateText, shortRate, perSecond, rough, percent,
  shortPercent, shareText, ratioText, ratioWithInterval, probability, ends, counted,
};
