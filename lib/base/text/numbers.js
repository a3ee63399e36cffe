'use strict';

/* Numbers as text. An interval gives the digits, 134.2 for 134.1953 in 132.7 to 135.7; then the signs are µ, −, ×. */

// Captured at load, because a measured test may change them.
const { abs, ceil, floor, log10, max, min, round } = Math;
const { isFinite } = Number;

const NOTHING = '–';
const MINUS = '−';
const ASCII = { µ: 'u', '±': '+-', [MINUS]: '-', '×': 'x', '–': '-', '\u00a0': ' ', '·': '*' };

/** For terminals without UTF-8 */
const ascii = (text) => text.replace(/[µ±−×–·\u00a0]/g, (sign) => ASCII[sign]);

/** @typedef {{ sign: string, digits: string, unit: string }} Quantity unit: with its space, if any: ' ns', '×' */

const quantityText = ({ sign, digits, unit }) => sign + digits + unit;
const unsigned = (quantity) => ({ ...quantity, sign: '' });

/** '2 to 3 ns', '900 ns to 1 µs' */
const rangeText = ([from, to]) => (
  `${quantityText(from.unit === to.unit ? { ...from, unit: '' } : from)} to ${quantityText(to)}`);

// A ratio below this factor is shown in percent, unless its interval exceeds WIDE; other ratios are factors.
const FACTOR_FROM = 2;
const WIDE = 10;

const ALMOST = 0.9995; // 999.96 ns would be written as 1,000 ns

const isNumber = (value) => typeof value === 'number' && isFinite(value);
const isNone = (value) => value === null || value === undefined;
const grouped = (whole) => `${whole}`.replace(/\B(?=(\d{3})+$)/g, ',');

/** '0.5' for '0.50', '3' for '3.0' */
const withoutZeros = (text) => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

const exponentOf = (value) => (abs(value) > 0 ? floor(log10(abs(value))) : 0);

/** Uses more than `decimals` digits if a small value would lose its first two: 0.56 ns is 0.00000056 ms. */
function fixed(value, decimals) {
  if (!(abs(value) > 0) || abs(value) === Infinity) return (value || 0).toFixed(decimals);
  // From 1e21, toFixed() falls back to an exponent.
  if (abs(value) >= 1e21) return `${BigInt(value)}.${'0'.repeat(decimals)}`;
  return value.toFixed(min(20, max(decimals, -floor(log10(abs(value))) + 1)));
}

/** '93,468,158'; '4.55', '0.00123' below 100; '1,000,000g' from 1e15 in units of 1e9; '-' if not finite */
function formatNumber(value) {
  if (!isNumber(value)) return '-';
  if (value < 0) {
    const positive = formatNumber(-value);
    return positive === '0' ? positive : `-${positive}`;
  }
  if (value >= 1e24) return value.toPrecision(3);
  if (value >= 999999999999999.5) return `${formatNumber(value / 1e9)}g`;
  const exponent = +value.toExponential(2).slice(5); // rounded first: 99.96 is 100 and not 100.0
  if (exponent >= 2) return grouped(value.toFixed(0));
  const text = value.toFixed(min(18, 2 - exponent));
  return +text > 0 ? text : '0';
}

/** '93,468,158', '4.55'; whole numbers below 1000 unchanged; '–' if unknown */
const formatCount = (value) =>
  (isNone(value) ? NOTHING : value % 1 === 0 && abs(value) < 1e3 ? `${value}` : formatNumber(value));

/** '1 run', '3 runs', '1 process', '1,024 processes' */
const counted = (value, one, many = one.endsWith('s') ? `${one}es` : `${one}s`) => (
  `${formatCount(value)} ${value === 1 ? one : many}`);

const MOST_DECIMALS = 2; // smaller fractions of an instruction are irrelevant

/** '21.00' with an error of 0.005, '4,929' with 2: the last digit is at most twice the error; never '-0' */
function withinError(value, error, minus = '-') {
  if (!isNumber(value)) return '-';
  const known = error > 0 ? max(0, min(MOST_DECIMALS, ceil(-log10(2 * error) - 1e-9))) : MOST_DECIMALS;
  if (abs(value) >= 1e15) return formatNumber(value);
  const { sign, digits } = quantityOf(value, known);
  return sign ? minus + digits : digits;
}

/** 5000000 -> '5m', 12345 -> '12.3k': three digits */
function scale(value) {
  if (!isNumber(value)) return '-';
  const rounded = +value.toPrecision(3);
  const size = abs(rounded);
  if (size >= 1e9) return `${rounded / 1e9}g`;
  if (size >= 1e6) return `${rounded / 1e6}m`;
  return size >= 1e3 ? `${rounded / 1e3}k` : `${rounded}`;
}

/** Rate relative to 1000 for the baseline: whole, '1002'; three digits below 10 */
const formatRank = (value) => (value >= 10 && value < 1e15 ? `${floor(value + 0.5)}` : formatNumber(value));

function quantityOf(value, decimals, unit = '') {
  const text = abs(value).toFixed(decimals);
  const [whole, fraction] = text.split('.');
  const digits = grouped(whole) + (fraction ? `.${fraction}` : '');
  return { sign: value < 0 && +text > 0 ? MINUS : '', digits, unit };
}

/** '1,234.50', with a typographic minus sign */
const decimal = (value, decimals) => quantityText(quantityOf(value, decimals));

/** Two digits of the half width of an interval if they are below 36, otherwise one: 0.12, 0.34, 0.4 */
function digitsOf(reach) {
  const exponent = exponentOf(reach);
  return (reach / 10 ** exponent < 3.55 ? 1 : 0) - exponent;
}

/** Decimals that an interval leaves certain. Three digits of the value without an interval; at most six. */
function decimalsFor(value, reach) {
  const wanted = reach > 0 ? digitsOf(reach) : 2 - exponentOf(value);
  return max(0, min(wanted, 5 - exponentOf(value), 12));
}

const reachOf = (low, high) => (isNone(low) || isNone(high) ? 0 : abs(high - low) / 2);

const quantity = (value, low, high) => (
  isNone(value) ? NOTHING : decimal(value, decimalsFor(value, reachOf(low, high))));

const TIMES = [{ name: 's', ns: 1e9 }, { name: 'ms', ns: 1e6 }, { name: 'µs', ns: 1e3 }, { name: 'ns', ns: 1 }];

const unitFor = (ns) => TIMES.find((unit) => abs(ns) >= ALMOST * unit.ns) || TIMES[TIMES.length - 1];

/** '134.2 ns', with digits that follow the interval, but at least one; '–' if unknown */
function formatTime(ns, low, high) {
  if (isNone(ns)) return NOTHING;
  const unit = unitFor(ns);
  const value = ns / unit.ns;
  const decimals = max(decimalsFor(value, reachOf(low, high) / unit.ns), min(3, -exponentOf(value)));
  return `${decimal(value, decimals)} ${unit.name}`;
}

/** '132.7 – 135.7 ns', in the unit and with the digits of its estimate */
function formatTimeInterval(low, high, ns) {
  if (isNone(low) || isNone(high)) return NOTHING;
  const unit = unitFor(ns ?? high);
  const decimals = decimalsFor((ns ?? high) / unit.ns, reachOf(low, high) / unit.ns);
  return `${decimal(low / unit.ns, decimals)} – ${decimal(high / unit.ns, decimals)} ${unit.name}`;
}

const timeWithInterval = (ns, low, high) =>
  formatTime(ns, low, high) + (isNone(low) || isNone(high) ? '' : ` (${formatTimeInterval(low, high, ns)})`);

function roughTime(ns) {
  if (isNone(ns)) return NOTHING;
  const unit = unitFor(ns);
  const value = +(ns / unit.ns).toPrecision(2);
  return `${withoutZeros(decimal(value, max(0, min(12, 1 - exponentOf(value)))))} ${unit.name}`;
}

const LONGEST = 999999999999999; // above this, formatNumber() appends 'g' (units of 1e9), which cannot precede a unit

/** At most three digits, without trailing zeros. */
const trimmed = (value) => (abs(value) > LONGEST && isFinite(value) ? value.toPrecision(3).replace(/\.?0+e/, 'e')
  : withoutZeros(formatNumber(value)));

/** '6.02 ms', '82 µs (78..90)' in a sentence: at most three digits */
function shortTime(ns, low, high) {
  const unit = unitFor(ns);
  const interval = ends(low, high, (end) => trimmed(end / unit.ns));
  return `${trimmed(ns / unit.ns)} ${unit.name}${interval && ` ${interval}`}`;
}

/** '0.9 ms', '12 ms', '340 ms', '1.2 s', '15 min': two or three digits */
function secondsText(seconds) {
  if (!isNumber(seconds) || seconds < 0) return '-';
  const [unit, name] = seconds >= 599.5 ? [60, 'min'] : seconds >= 0.9995 || seconds === 0 ? [1, 's']
    : seconds >= 99.5e-6 ? [1e-3, 'ms'] : seconds >= 99.5e-9 ? [1e-6, 'µs'] : [1e-9, 'ns'];
  const value = seconds / unit;
  return `${value >= 99.5 ? round(value) : +value.toPrecision(2)} ${name}`;
}

/** Remaining time: '12 s', '3 min', '2.5 h', never '0 s' */
function timeLeft(seconds) {
  if (seconds < 90) return `${max(1, round(seconds))} s`;
  return seconds < 5400 ? `${round(seconds / 60)} min` : `${round(seconds / 360) / 10} h`;
}

/** Duration in settings: '3.2 s', '10 min', '10 h' */
function formatDuration(seconds) {
  if (seconds < 120) return `${rough(seconds)} s`;
  return seconds < 7200 ? `${rough(seconds / 60)} min` : `${rough(seconds / 3600)} h`;
}

const SIZES = [{ name: 'GB', bytes: 1e9 }, { name: 'MB', bytes: 1e6 }, { name: 'kB', bytes: 1e3 }];
const LARGEST_IN_BYTES = 10000; // smaller sizes are in bytes: people look for an object of 1,120 B in the source

/** '1,120 B', '31.4 kB', '16.5 B' for an average; '0 B' for noise below 0 */
function bytesText(bytes) {
  if (!isNumber(bytes)) return '-';
  if (bytes < 0.005) return '0 B';
  if (bytes < LARGEST_IN_BYTES) return `${trimmed(bytes)} B`;
  const unit = SIZES.find((one) => bytes >= ALMOST * one.bytes);
  return `${trimmed(bytes / unit.bytes)} ${unit.name}`;
}

/** '512 bytes', '65.5 kB', '64.0 MB': three digits; '-' if unknown */
function sizeText(bytes) {
  if (!isNumber(bytes)) return '-';
  // Rounded first: 999,999 bytes are 1.00 MB and not 1,000 kB.
  const unit = SIZES.find((one) => abs(+bytes.toPrecision(3)) >= one.bytes);
  return unit ? `${formatNumber(bytes / unit.bytes)} ${unit.name}` : `${formatNumber(bytes)} bytes`;
}

const RATES = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k'], [1, '']];

function rateQuantity(rate, digits) {
  if (rate === 0) return { sign: '', digits: '0', unit: '' };
  const sign = rate < 0 ? '-' : '';
  const rounded = +abs(rate).toPrecision(digits); // rounded first: 999.99 is 1.000 k and not 1000
  if (rounded >= 1e16 || rounded < 1e-4) {
    const [mantissa, exponent] = abs(rate).toExponential(digits - 1).split('e');
    return { sign, digits: mantissa, unit: `e${exponent}` };
  }
  const [size, unit] = RATES.find(([least]) => rounded >= least) || [1, ''];
  const value = rounded / size; // whole thousands of the largest unit keep all digits
  return { sign, digits: value >= 10 ** digits ? value.toFixed(0) : value.toPrecision(digits), unit };
}

/** '62.71 M', '1.204 k', '0.01234': four digits by default; '-' if not a finite number */
const shortRate = (rate, digits = 4) => (isNumber(rate) ? quantityText(rateQuantity(rate, digits)) : '-');

/** Unit of a rate and of its axis: { size: 1e6, name: ' M' }, { size: 1e-9, name: 'e-9' } */
function chooseRateUnit(rate) {
  const isPlain = rate === 0 || (rate >= 1e-3 && rate < 1e16);
  if (!isPlain) return { size: 10 ** exponentOf(rate), name: `e${exponentOf(rate)}` };
  const [size, name] = RATES.find(([least]) => rate >= least) || [1, ''];
  return { size, name };
}

/** Rate at a tick of an axis, as short as possible: '20 k', '1.5 M' */
function tickRate(rate) {
  const quantity = rateQuantity(rate, 4);
  return quantityText({ ...quantity, digits: withoutZeros(quantity.digits) });
}

const perSecond = (rate, digits) => (isNumber(rate) ? `${shortRate(rate, digits)}/s` : '-');
const rough = (value) => trimmed(+value.toPrecision(2));
const formatPercent = (share) => (isNone(share) ? NOTHING : `${rough(share * 100)} %`);

/** '3 %', '0.25 %': a limit, or a number from a user */
const shortPercent = (share, digits = 2) => `${+(share * 100).toPrecision(digits)} %`;

/** '0.31 %': two digits below 10, with zeros for alignment; '>999 %' for larger, meaningless values */
function shareText(share) {
  const percents = share * 100;
  if (!(percents < Infinity)) return '-';
  if (percents > 999) return '>999 %';
  return `${percents >= 9.95 ? percents.toFixed(0) : percents >= 0.995 ? percents.toFixed(1) : percents.toFixed(2)} %`;
}

/** Change in percent for sentences, with one decimal from 1 %, none from 100 %: '+2.1 %', '+-0.00 %' */
function percentChange(ratio) {
  const value = (ratio - 1) * 100;
  const digits = abs(value).toFixed(abs(value) >= 100 ? 0 : abs(value) >= 1 ? 1 : 2);
  return { sign: +digits === 0 ? '+-' : value > 0 ? '+' : '-', digits, unit: ' %' };
}

const isNearOne = (ratio, low, high) =>
  ratio < FACTOR_FROM && ratio > 1 / FACTOR_FROM && (isNone(low) || low >= 1 / WIDE) && !(high > WIDE);

const SMALLEST_DECIMAL = 0.001;
const LARGEST_DECIMAL = 1e6;

function quantityOfChange(isNear, ratio, decimals) {
  if (isNear) {
    const change = quantityOf((ratio - 1) * 100, decimals, ' %');
    return ratio > 1 && /[1-9]/.test(change.digits) ? { ...change, sign: '+' } : change;
  }
  const isExtreme = ratio > 0 && (ratio < SMALLEST_DECIMAL || ratio >= LARGEST_DECIMAL);
  return isExtreme ? { sign: '', digits: ratio.toExponential(1), unit: '×' } : quantityOf(ratio, decimals, '×');
}

function changeDecimals(isNear, ratio, reach) {
  const most = abs(ratio - 1) < 0.01 ? 2 : 1; // one decimal is enough above 1 %
  if (isNear) return reach > 0 ? max(0, min(most, digitsOf(reach * 100))) : most;
  // A wide interval still leaves two digits: 0.17 and not 0.
  return max(reach > 0 ? decimalsFor(ratio, reach) : 0, (reach > 0 ? 1 : 2) - exponentOf(ratio), 0);
}

const LARGEST_RATIO = 1e24; // the inverse of 0: intervals of imported documents can start at 0

const inverseOf = (ratio) => (isNone(ratio) ? ratio : min(LARGEST_RATIO, 1 / ratio));

/** A ratio and its interval, or null, as quantities: near 1 in percent, otherwise as a factor above 1. */
function changeOf(ratio, low, high, isOfSpeed = false) {
  const isNear = isNearOne(ratio, low, high);
  const isBelow = ratio > 0 && ratio < 1;
  const [size, from, to] = isBelow && !isNear ? [ratio, high, low].map(inverseOf) : [ratio, low, high];
  const decimals = changeDecimals(isNear, size, reachOf(from, to));
  const write = (value, digits = decimals) => quantityOfChange(isNear, value, digits);
  // A far lower end needs one more digit: 0.007 and not 0.0.
  const fromDecimals = isNear ? decimals : max(decimals, min(3, -exponentOf(from)));
  const interval = isNone(low) || isNone(high) ? null : [write(from, fromDecimals), write(to)];
  return { isNear, value: write(size), interval, direction: isBelow === isOfSpeed ? 'slower' : 'faster' };
}

/** '+2.1 %', '−4.0 %', '2.41× slower' for a ratio of times, with digits that follow the interval; '–' if unknown */
function changeText(ratio, low, high, isOfSpeed) {
  if (isNone(ratio)) return NOTHING;
  const { isNear, value, direction } = changeOf(ratio, low, high, isOfSpeed);
  return quantityText(value) + (isNear ? '' : ` ${direction}`);
}

/** '+1.2 to +3.0 %', '2.35 to 2.47×', in the form of its ratio */
function changeInterval(low, high, ratio) {
  const { interval } = changeOf(ratio ?? high, low, high);
  return interval ? rangeText(interval) : NOTHING;
}

/** '82 % faster', '43× slower' for a ratio of speeds, with the digits of changeText() */
function speedWords(ratio, low, high) {
  const { value, direction } = changeOf(ratio, low, high, true);
  return `${quantityText(unsigned(value))} ${direction}`;
}

/** '82 % (61 to 104 %) faster', '43× (40 to 46×) slower'; '1.2 % (−0.3 to +2.7 %) faster' */
function formatSpeedWithInterval(ratio, low, high) {
  const { isNear, value, interval, direction } = changeOf(ratio, low, high, true);
  if (!interval) return speedWords(ratio, low, high);
  const isOneSided = isNear && (low > 1 || high < 1);
  const [from, to] = isOneSided ? interval.map(unsigned) : interval;
  const range = rangeText(isOneSided && ratio < 1 ? [to, from] : [from, to]);
  return `${quantityText(unsigned(value))} (${range}) ${direction}`;
}

/** '1.125', '0.0012', '12.34'; `decimals` applies around 1 */
function ratioText(ratio, decimals) {
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

/** 'p = 0.012', 'p = 3e-9', 'p < 1e-10': the assumptions of no test hold further out */
function formatProbability(p, least = 1e-10) {
  if (p < least) return `p < ${least}`;
  return `p = ${p < 1e-4 ? p.toExponential(0) : +p.toPrecision(2)}`;
}

/** '(998..1002)', '' if an end is unknown */
const ends = (low, high, write) => (isNumber(low) && isNumber(high) ? `(${write(low)}..${write(high)})` : '');

/** Value of a parameter: '1,048,576', '0.5'; '1.5e+21' if that is shorter */
function parameterText(value) {
  const text = `${value}`;
  return /e/.test(text) || text.length > 15 ? `${+value.toPrecision(6)}`
    : decimal(value, (text.split('.')[1] || '').length);
}

module.exports = {
  NOTHING, isNumber, ascii, quantityText, unsigned, rangeText, decimal, fixed, formatNumber, formatCount, counted,
  withinError, scale, formatRank, quantity, unitFor, formatTime, formatTimeInterval, timeWithInterval, roughTime,
  shortTime, secondsText, timeLeft, formatDuration, bytesText, sizeText, shortRate, chooseRateUnit, tickRate, perSecond,
  rough, formatPercent, shortPercent, shareText, percentChange, changeOf, changeText, changeInterval, speedWords,
  formatSpeedWithInterval, ratioWithInterval, formatProbability, ends, parameterText,
};
