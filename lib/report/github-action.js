'use strict';

/*
 * What github-action-benchmark reads as customSmallerIsBetter. It compares by name, and shows value, unit and
 * range in its comments as they are, extra only beside the points of its chart.
 */

const { escaped } = require('../text/display');
const { estimatesOf, environmentOf } = require('../text/estimates');
const { fullName, uniqueNames } = require('./test-names');

// Captured at load, because a measured test may change them.
const { max } = Math;
const { stringify } = JSON;

// More than any run can tell, few enough to be read.
const DIGITS = 6;

const rounded = (value, digits) => +value.toPrecision(digits);

/** '± 0.12': the tool reads such a range as a number, and no other form; so of a lopsided interval the longer side. */
function rangeOf({ ns, nsLow, nsHigh }) {
  return nsLow === null || nsHigh === null ? undefined : `± ${rounded(max(nsHigh - ns, ns - nsLow), 3)}`;
}

function extraOf({ nsLow, nsHigh, cycles, processes, bytesPerSecond }, environment) {
  let extra = '';
  const say = (line) => { extra += (extra && '\n') + line; };
  if (nsLow !== null && nsHigh !== null) say(`95 % interval ${rounded(nsLow, DIGITS)} to ${rounded(nsHigh, DIGITS)} ns`);
  if (bytesPerSecond !== null) say(`${rounded(bytesPerSecond / 1e6, DIGITS)} MB/s`);
  if (cycles !== null) say(`${rounded(cycles, DIGITS)} cycles`);
  if (processes > 0) say(`${processes} process${processes === 1 ? '' : 'es'}`);
  if (environment && environment.nodeVersion) say(`node ${escaped(environment.nodeVersion)}`);
  if (environment && environment.cpu) say(escaped(environment.cpu));
  return extra || undefined;
}

/**
 * @param {object} document Results, or a Comparison, of which the last side is taken
 * @returns {string} JSON: an array of { name, unit, value, range, extra }, with an end of line; range and extra are
 *   not there where they are not known. The tool takes an empty array for an error.
 */
function toGithubAction(document) {
  const estimates = estimatesOf(document);
  const environment = environmentOf(document);
  const names = uniqueNames(estimates, fullName);
  const entries = [];
  for (let i = 0; i < estimates.length; i++) {
    const { ns } = estimates[i];
    entries[i] = { name: names[i], unit: 'ns/op', value: rounded(ns, DIGITS), range: rangeOf(estimates[i]), extra: extraOf(estimates[i], environment) };
  }
  return `${stringify(entries, null, 2)}\n`;
}

module.exports = { toGithubAction };
