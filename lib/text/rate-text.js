'use strict';

/*
 * Rates and seconds as text. A rate on a line of its own has all its digits, as node's own benchmarks print it; in
 * tables it has four.
 */

const { printable, truncate } = require('./display');

const { abs, round } = Math;
const { isFinite } = Number;

const NAME_COLUMNS = 160;

const SIZES = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k'], [1, '']];

/** '1,234,567.891': all digits, commas in the integer part only; '1e+21', '1e-7' as they are */
function rateText(rate) {
  const text = String(rate);
  if (/[^\d.-]/.test(text)) return text;
  const [whole, ...decimals] = text.split('.');
  return [whole.replace(/\B(?=(?:\d{3})+$)/g, ','), ...decimals].join('.');
}

/** '62.71 M', '1.204 k', '0.01234': four digits; '-' for what is no finite number */
function shortRate(rate) {
  if (typeof rate !== 'number' || !isFinite(rate)) return '-';
  if (rate === 0) return '0';
  // Rounded first: 999.99 is 1.000 k and not 1000.
  const rounded = +rate.toPrecision(4);
  const size = abs(rounded);
  if (size >= 1e16 || size < 1e-4) return rate.toExponential(3);
  const [unit, name] = SIZES.find(([least]) => size >= least) || [1, ''];
  return (rounded / unit).toPrecision(4) + name;
}

/** '0.9 ms', '12 ms', '340 ms', '1.2 s', '15 min': two digits or three */
function shortTime(seconds) {
  if (typeof seconds !== 'number' || !isFinite(seconds) || seconds < 0) return '-';
  const [unit, name] = seconds >= 599.5 ? [60, 'min'] : seconds >= 0.9995 || seconds === 0 ? [1, 's']
    : seconds >= 99.5e-6 ? [1e-3, 'ms'] : seconds >= 99.5e-9 ? [1e-6, 'us'] : [1e-9, 'ns'];
  const value = seconds / unit;
  return `${value >= 99.5 ? round(value) : +value.toPrecision(2)} ${name}`;
}

/** '0.31 %', two digits below 10 */
function shareText(share) {
  const percents = share * 100;
  if (!(percents < Infinity)) return '-';
  return `${percents >= 9.95 ? percents.toFixed(0) : percents >= 0.995 ? percents.toFixed(1) : percents.toFixed(2)} %`;
}

/** '1.125', '0.0012', '12.34'; `decimals` around 1 */
function ratioText(ratio, decimals = 3) {
  if (!(ratio > 0 && ratio < Infinity)) return '-';
  if (ratio >= 1e6 || ratio < 1e-6) return ratio.toExponential(1);
  if (ratio < 0.0995) return `${+ratio.toPrecision(2)}`;
  return ratio < 9.9995 ? ratio.toFixed(decimals) : ratio >= 9999.5 ? ratio.toFixed(0) : ratio.toPrecision(decimals + 1);
}

/** 'x1.04 (1.02..1.06)', with a third decimal where the interval needs it; 'x1.04' without an interval */
function ratioWithInterval({ ratio, low, high }) {
  const isKnown = typeof low === 'number' && typeof high === 'number';
  const decimals = isKnown && high - low < 0.02 * ratio ? 3 : 2;
  return `x${ratioText(ratio, decimals)}${isKnown ? ` (${ratioText(low, decimals)}..${ratioText(high, decimals)})` : ''}`;
}

/** 'p = 0.012', 'p = 3e-9', 'p < 1e-10': beyond that nobody's assumptions hold */
function probability(p) {
  if (p < 1e-10) return 'p < 1e-10';
  return `p = ${p < 1e-4 ? p.toExponential(0) : +p.toPrecision(2)}`;
}

/** 'buffers/x.js n=1024 type="fast"', or the file alone where there is no parameter */
function configurationName({ file, configuration }) {
  return configuration ? `${printable(file)} ${printable(configuration)}` : printable(file);
}

/**
 * What is printed for one run, as node's own benchmarks do.
 *
 * @param {object} report
 * @param {string} report.file
 * @param {string} report.configuration 'n=1024 type="fast"', '' without parameters
 * @param {number} report.rate operations per second
 * @param {{ p50Ms: number, p99Ms: number }|null} [report.latency] of requests, in milliseconds
 * @returns {string} 'buffers/x.js n=1024 type="fast": 62,710,590.39', which ends with the rate for who reads that; latencies on a second line;
 *   without an end of line
 */
function rateLine({ file, configuration, rate, latency }) {
  const line = `${configurationName({ file, configuration })}: ${rateText(rate)}`;
  return latency ? `${line}\n  latency p50 ${milliseconds(latency.p50Ms)}, p99 ${milliseconds(latency.p99Ms)}` : line;
}

const milliseconds = (ms) => (typeof ms === 'number' && isFinite(ms) ? `${+ms.toPrecision(3)} ms` : '-');

/** A name as reports show it. Cut at 80 columns, as those of tests are, half of a matrix of six parameters would look the same. */
const nameText = (name) => truncate(printable(name), NAME_COLUMNS);

/** A configuration in a table that stands under the name of its file. */
const shortConfiguration = (configuration) => (configuration ? nameText(configuration) : '(no parameters)');

/**
 * Configurations, or tests, by file, in their order.
 *
 * @param {{ file: string|null }[]} list
 * @returns {Map<string, object[]>}
 */
function byFile(list) {
  const files = new Map();
  for (const one of list) {
    const file = one.file === null || one.file === undefined ? '' : one.file;
    if (!files.has(file)) files.set(file, []);
    files.get(file).push(one);
  }
  return files;
}

module.exports = { rateText, shortRate, rateLine, shareText, shortTime, ratioText, ratioWithInterval, probability, configurationName, nameText, shortConfiguration, byFile };
