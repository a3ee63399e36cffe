'use strict';

/* Names of the configurations of benchmark files, and the line that is printed for each run. */

const { cutInside, printable, truncate } = require('./display');
const { groupBy } = require('./grouped-by');
const { decimal, isNumber, perSecond } = require('./numbers');

const NAME_COLUMNS = 160;
const RUN_DIGITS = 3; // the third digit differs from run to run

/** { n: 1024, type: 'fast' } -> 'n=1024 type="fast"' */
const configurationText = (configuration) => Object.entries(configuration).map(([name, value]) => (
  `${name}=${typeof value === 'number' && !Number.isFinite(value) ? value : JSON.stringify(value)}`)).join(' ');

/** 'buffers/x.js n=1024 type="fast"', or the file alone without parameters */
const configurationName = ({ file, configuration }) => (
  configuration ? `${printable(file)} ${printable(configuration)}` : printable(file));

function lineOf(report, rate, columns) {
  const name = configurationName(report);
  const shown = columns > 0 ? cutInside(name, columns - rate.length - 2) : name;
  const { latency } = report;
  const line = `${shown}: ${rate}`;
  return latency ? `${line}\n  latency p50 ${milliseconds(latency.p50Ms)}, p99 ${milliseconds(latency.p99Ms)}` : line;
}

/** 'buffers/x.js n=1024 type="fast": 62.7 M/s', and latencies on a second line. report.rate: operations per second */
const rateLine = (report, screen = null) =>
  lineOf(report, perSecond(report.rate, RUN_DIGITS), screen ? screen.columns - 1 : 0);

/** All digits, commas in the integer part only; '1e+21' and '1e-7' unchanged */
function rateText(rate) {
  const text = `${rate}`;
  return /[^\d.]/.test(text) ? text : decimal(rate, (text.split('.')[1] || '').length);
}

/** For programs, as Node's benchmarks print it: 'buffers/x.js n=1024 type="fast": 62,710,590.39' */
const plainRateLine = (report) => lineOf(report, rateText(report.rate));

const milliseconds = (ms) => (isNumber(ms) ? `${+ms.toPrecision(3)} ms` : '-');

/** Longer than names of tests: at 80 columns half of a large matrix would look the same. */
const nameText = (name) => truncate(printable(name), NAME_COLUMNS);

const shortConfiguration = (configuration) => (configuration ? nameText(configuration) : '(no parameters)');

/** Configurations or tests by file, '' for no file. */
const byFile = (list) => groupBy(list, ({ file }) => (file === null || file === undefined ? '' : file));

module.exports = {
  configurationName, configurationText, nameText, shortConfiguration, rateLine, plainRateLine, byFile,
};
