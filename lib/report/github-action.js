'use strict';

/*
 * What github-action-benchmark reads as customSmallerIsBetter. It compares by name, and shows value, unit and
 * range in its comments as they are, extra only beside the points of its chart.
 */

const { escaped } = require('../text/display');
const { counted } = require('../text/numbers');
const { estimatesOf, environmentOf } = require('./estimates');
const { fullName, uniqueNames } = require('./test-names');
const { engineOf, engineText } = require('../system/engine-facts');

// More than any run can tell, few enough to be read.
const DIGITS = 6;

const rounded = (value, digits) => +value.toPrecision(digits);

/** '± 0.12': the tool reads such a range as a number, and no other form; so of a lopsided interval the longer side. */
function rangeOf({ ns, nsLow, nsHigh }) {
  return nsLow === null || nsHigh === null ? undefined : `± ${rounded(Math.max(nsHigh - ns, ns - nsLow), 3)}`;
}

function extraOf({ nsLow, nsHigh, cycles, processes, bytesPerSecond }, environment) {
  const { version } = engineOf(environment || {});
  const { cpu } = environment || {};
  const hasInterval = nsLow !== null && nsHigh !== null;
  const lines = [
    hasInterval && `95 % interval ${rounded(nsLow, DIGITS)} to ${rounded(nsHigh, DIGITS)} ns`,
    bytesPerSecond !== null && `${rounded(bytesPerSecond / 1e6, DIGITS)} MB/s`,
    cycles !== null && `${rounded(cycles, DIGITS)} cycles`,
    processes > 0 && counted(processes, 'process', 'processes'),
    version && escaped(engineText(environment)),
    cpu && escaped(cpu),
  ];
  return lines.filter(Boolean).join('\n') || undefined;
}

/** Of its own: the tool has one value for a name, and a smaller change of this one is worth an alert. */
const countedEntry = ({ instructions }, name) => instructions && {
  name: `${name} (instructions)`, unit: 'instructions/op', value: rounded(instructions.value, DIGITS),
  range: `± ${rounded(instructions.error, 3)}`,
};

/**
 * @param {object} document Results, or a Comparison, of which the last side is taken
 * @returns {string} JSON: an array of { name, unit, value, range, extra }, with an end of line; range and extra are
 *   not there where they are not known. The tool takes an empty array for an error.
 */
function toGithubAction(document) {
  const estimates = estimatesOf(document);
  const environment = environmentOf(document);
  const names = uniqueNames(estimates, fullName);
  const timed = (one, i) => one.ns !== null && {
    name: names[i], unit: 'ns/op', value: rounded(one.ns, DIGITS), range: rangeOf(one),
    extra: extraOf(one, environment),
  };
  const entries = estimates.flatMap((one, i) => [timed(one, i), countedEntry(one, names[i])].filter(Boolean));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

module.exports = { toGithubAction };
