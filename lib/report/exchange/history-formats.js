'use strict';

/* JSON for programs that keep a history of estimates: github-action-benchmark and Bencher. */

const { escaped, printableJson } = require('../../base/text/display');
const { counted } = require('../../base/text/numbers');
const { listEstimates, listEnvironments } = require('./estimates');
const { fullName, uniqueNames } = require('../test-names');
const { describeEngine, engineText } = require('../../core/system/engine-facts');

const DIGITS = 6; // more digits than any run resolves, but still readable

const rounded = (value, digits) => +value.toPrecision(digits);

/** '± 0.12', the only form that the tool reads as a number; of an asymmetric interval, the longer side. */
const rangeOf = ({ ns, nsLow, nsHigh }) =>
  nsLow === null || nsHigh === null ? undefined : `± ${rounded(Math.max(nsHigh - ns, ns - nsLow), 3)}`;

function extraOf({ nsLow, nsHigh, cycles, processes, bytesPerSecond }, environment) {
  const { version } = describeEngine(environment || {});
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

/** A separate entry: the tool has one value per name, and a smaller change of instructions is worth an alert. */
const countedEntry = ({ instructions }, name) => instructions && {
  name: `${name} (instructions)`, unit: 'instructions/op', value: rounded(instructions.value, DIGITS),
  range: `± ${rounded(instructions.error, 3)}`,
};

/** For github-action-benchmark (customSmallerIsBetter). Its comments show value, unit and range; charts also extra. */
function toGithubAction(document) {
  const estimates = listEstimates(document);
  const names = uniqueNames(estimates, fullName);
  const timed = (one, i) => one.ns !== null && {
    name: names[i], unit: 'ns/op', value: rounded(one.ns, DIGITS), range: rangeOf(one),
    extra: extraOf(one, listEnvironments(document, one.machine).pop()),
  };
  const entries = estimates.flatMap((one, i) => [timed(one, i), countedEntry(one, names[i])].filter(Boolean));
  return `${printableJson(entries, 2)}\n`;
}

/** Bounds are optional, but Bencher does not accept null as a number. */
const metric = (value, low, high) => (
  { value, ...(low !== null && { lower_value: low }), ...(high !== null && { upper_value: high }) });

const countedMetric = ({ value, error }) => metric(value, value - error, value + error);
const rate = (ns) => (ns > 0 ? 1e9 / ns : null);

/** Bencher Metric Format: known measures, in ns and 1/s, with the names of other Bencher adapters. */
function toBencher(document) {
  const estimates = listEstimates(document);
  const names = uniqueNames(estimates, fullName);
  const metrics = estimates.map(({ ns, nsLow, nsHigh, instructions, estimatedCycles }, i) => [names[i], {
    ...(ns !== null && { latency: metric(ns, nsLow, nsHigh), throughput: metric(rate(ns), rate(nsHigh), rate(nsLow)) }),
    ...(instructions && { instructions: countedMetric(instructions) }),
    ...(estimatedCycles && { 'estimated-cycles': countedMetric(estimatedCycles) }),
  }]);
  return `${printableJson(Object.fromEntries(metrics), 2)}\n`;
}

module.exports = { toBencher, toGithubAction };
