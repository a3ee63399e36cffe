'use strict';

/* What configurations of benchmark files are called, and the line that is printed for a run of one. */

const { cutInside, printable, truncate } = require('./display');
const { groupedBy } = require('./grouped-by');
const { isNumber, perSecond, rateText } = require('./numbers');

const NAME_COLUMNS = 160;

// Of a single run: the next one differs in the third.
const RUN_DIGITS = 3;

/** 'buffers/x.js n=1024 type="fast"', or the file alone where there is no parameter */
function configurationName({ file, configuration }) {
  return configuration ? `${printable(file)} ${printable(configuration)}` : printable(file);
}

/** A report of one run, with its rate as text; the name is cut where there are not columns enough. */
function lineOf(report, rate, columns) {
  const name = configurationName(report);
  const shown = columns > 0 ? cutInside(name, columns - rate.length - 2) : name;
  const { latency } = report;
  const line = `${shown}: ${rate}`;
  return latency ? `${line}\n  latency p50 ${milliseconds(latency.p50Ms)}, p99 ${milliseconds(latency.p99Ms)}` : line;
}

/**
 * What is printed for one run.
 *
 * @param {object} report
 * @param {string} report.file
 * @param {string} report.configuration 'n=1024 type="fast"', '' without parameters
 * @param {number} report.rate operations per second
 * @param {{ p50Ms: number, p99Ms: number }|null} [report.latency] of requests, in milliseconds
 * @param {{ columns: number }|null} [screen] that it is shown on, as the terminal tells it
 * @returns {string} 'buffers/x.js n=1024 type="fast": 62.7 M/s', and latencies on a second line; without an end of line
 */
const rateLine = (report, screen = null) =>
  lineOf(report, perSecond(report.rate, RUN_DIGITS), screen ? screen.columns - 1 : 0);

/**
 * The same for programs, as node's own benchmarks print it.
 *
 * @returns {string} 'buffers/x.js n=1024 type="fast": 62,710,590.39', which ends with the rate
 */
const plainRateLine = (report) => lineOf(report, rateText(report.rate));

const milliseconds = (ms) => (isNumber(ms) ? `${+ms.toPrecision(3)} ms` : '-');

/** A name as reports show it. Cut at 80 columns, as those of tests are, half of a large matrix would look the same. */
const nameText = (name) => truncate(printable(name), NAME_COLUMNS);

/** A configuration in a table that stands under the name of its file. */
const shortConfiguration = (configuration) => (configuration ? nameText(configuration) : '(no parameters)');

/** Configurations, or tests, by file: '' where they have none. */
const byFile = (list) => groupedBy(list, ({ file }) => (file === null || file === undefined ? '' : file));

/** The same in the order of a table: files without parameters have no heading, and so come first. */
function filesInOrder(list, nameOf) {
  const files = [...byFile(list)].map(([file, own]) => ({ file, own, isAlone: own.length === 1 && !nameOf(own[0]) }));
  return [...files.filter(({ isAlone }) => isAlone), ...files.filter(({ isAlone }) => !isAlone)];
}

module.exports = { configurationName, nameText, shortConfiguration, rateLine, plainRateLine, byFile, filesInOrder };
