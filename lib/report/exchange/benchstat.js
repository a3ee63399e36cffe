'use strict';

/* Go's benchmark format (golang.org/design/14313-benchmark-format): samples, for benchstat's own statistics. */

const { escaped, printable } = require('../../base/text/display');
const { groupBy } = require('../../base/text/grouped-by');
const { isNumber } = require('../../base/text/numbers');
const { isCounted } = require('../cells');
const { listEnvironments, hasEstimate, opsOf, listRows } = require('./estimates');
const { nsOfCycle } = require('../report');
const { paramsText, shortName } = require('../row-groups');
const { suiteName, uniqueNames } = require('../test-names');
const { median } = require('../../base/stats/sample');
const { engineText, isOfNode } = require('../../core/system/engine-facts');

const { floor, max, min, round } = Math;

// benchstat needs 6 independent lines for an interval. Neighbouring rounds are not; batches of them nearly are.
const MOST_BATCHES = 20;
const SYSTEMS = { win32: 'windows', sunos: 'solaris' };
const ARCHITECTURES = { x64: 'amd64', ia32: '386', mipsel: 'mipsle' };

const renamed = (names, name) => (typeof names[name] === 'string' ? names[name] : name);

// Few keys: benchstat puts results that differ in any of them into separate tables.
const CONFIGURATION = [
  { key: 'goos', read: ({ platform }) => platform && renamed(SYSTEMS, platform) },
  { key: 'goarch', read: ({ arch }) => arch && renamed(ARCHITECTURES, arch) },
  { key: 'cpu', read: ({ cpu }) => cpu },
  { key: 'node', read: ({ nodeVersion }) => nodeVersion },
  { key: 'engine', read: (environment) => (isOfNode(environment) ? '' : engineText(environment)) },
];

/**
 * A value that differs between sides becomes a comment: benchstat would not compare such sides. An empty value removes
 * that of another machine.
 */
const configuration = (environments, { sides, machines = [] }) => CONFIGURATION.map(({ key, read }) => {
  const values = environments.map((environment) => {
    const value = environment && read(environment);
    return value ? escaped(value) : '';
  });
  if (values.every((value) => value === values[0])) {
    return values[0] || machines.length > 1 ? `${key}: ${values[0]}\n` : '';
  }
  return sides.map(({ label }, s) => `# ${printable(label)}: ${key}: ${values[s] || 'unknown'}\n`).join('');
}).join('');

/** '/size=10/type="a"', Go's form of keys to group by; '' without parameters */
const subNames = (params) => Object.entries(params || {})
  .map(([key, value]) => `/${paramsText({ [key]: value })}`).join('');

const groupOf = ({ group }) => (typeof group === 'string' ? `${group}/` : '');

/** 'Sort/small_input/size=10': Go's names start with a capital and have no spaces, which end a name. */
function goName(row) {
  const text = printable(groupOf(row) + shortName(row) + subNames(row.params)).replace(/\s/g, '_');
  return text.replace(/^[^]/u, (first) => first.toUpperCase());
}

/** Neighbouring rounds in at most 20 batches, each with the row's statistic: medians would lose rare collections. */
function batchesOf({ warmUp, calls, ns }, statistic) {
  const count = ns.length - warmUp;
  const most = min(MOST_BATCHES, count);
  return Array.from({ length: most }, (_, b) => {
    const rounds = [];
    for (let i = warmUp + floor(b * count / most); i < warmUp + floor((b + 1) * count / most); i++) {
      if (isNumber(ns[i])) rounds.push({ ns: ns[i], calls: calls[i] });
    }
    const together = rounds.reduce((sum, one) => sum + one.calls, 0);
    const total = rounds.reduce((sum, one) => sum + one.calls * one.ns, 0);
    return { ns: statistic === 'mean' ? total / together : median(rounds.map((one) => one.ns)), calls: together };
  });
}

function samplesOf({ samples, statistic, nsPerCall, calls }) {
  const list = samples || [];
  const [{ rounds } = {}] = list;
  if (list.length === 1 && rounds && rounds.ns.length > rounds.warmUp) return batchesOf(rounds, statistic);
  const found = list.filter((one) => isNumber(one.nsPerCall)).map((one) => ({ ns: one.nsPerCall, calls: one.calls }));
  return found.length ? found : [{ ns: nsPerCall, calls }];
}

/** benchstat reads iterations as an integer, and has no other use for them. */
const iterations = (calls, ops) => (calls > 0 ? min(Number.MAX_SAFE_INTEGER, max(1, round(calls * ops))) : 1);

/** Allocated bytes per call: the separate measurement, or else derived from collections in timed rounds. */
function bytesPerCallOf({ memory, collections }) {
  if (memory && isNumber(memory.bytesPerCall)) return max(0, memory.bytesPerCall);
  return collections ? collections.bytesPerCall : null;
}

const bytesOf = ({ bytesPerSecond, nsPerCall }) =>
  isNumber(bytesPerSecond) && nsPerCall > 0 ? bytesPerSecond * nsPerCall / 1e9 : null;

const peakOf = ({ stream }) => (
  stream && isNumber(stream.peakRssBytes) ? `\t${stream.peakRssBytes} peak-RSS-bytes` : '');

/** One figure: benchstat would take several for samples. */
const instructionsOf = (row, ops) => (isCounted(row) ? `\t${row.counts.instructions / ops} instructions/op` : '');

function linesOfRow(row, name) {
  const ops = opsOf(row);
  // A test that is too fast to be timed has no other known figures.
  if (!hasEstimate(row)) return `Benchmark${name} \t1${instructionsOf(row, ops)}\n`;
  const bytes = bytesPerCallOf(row);
  const worked = bytesOf(row);
  return samplesOf(row).filter(({ ns }) => isNumber(ns)).map(({ ns, calls }, i) => {
    // MB of 1e6 bytes, as in Go.
    const speed = worked !== null && ns > 0 ? `\t${worked * 1e3 / ns} MB/s` : '';
    // On one line only: the bytes are one estimate, and benchstat would take repetitions for certainty.
    const once = i > 0 ? '' : (isNumber(bytes) ? `\t${bytes / ops} B/op` : '') + peakOf(row) + instructionsOf(row, ops);
    return `Benchmark${name} \t${iterations(calls, ops)}\t${ns / ops} ns/op${speed}${once}\n`;
  }).join('');
}

function linesOfSide(test, side, name) {
  if (!side || side.error) return '';
  const ns = test.unit === 'cycles' ? nsOfCycle(test.sides) : 1;
  const ops = opsOf(test);
  const textOf = (value) => (ns === null ? `${value / ops} cycles` : `${value * ns / ops} ns`);
  return side.values.filter(isNumber).map((value) => `Benchmark${name} \t1\t${textOf(value)}/op\n`).join('');
}

const suitesOf = (tests) =>
  [...groupBy(tests, suiteName)].map(([pkg, own]) => ({ pkg, tests: own, names: uniqueNames(own, goName) }));

const suiteText = (suites, linesOf) => suites.map(({ pkg, tests, names }) => (
  `pkg: ${pkg}\n${tests.map((test, i) => linesOf(test, names[i])).join('')}`)).join('');

const textOfResults = (tests) => suiteText(suitesOf(tests), linesOfRow);

function textOfComparison(tests, { sides }) {
  const suites = suitesOf(tests);
  const textOf = ({ label }, s) => (
    `side: ${printable(label)}\n${suiteText(suites, (test, name) => linesOfSide(test, test.sides[s], name))}`);
  return sides.map(textOf).join('');
}

/** Tests without an estimate have no lines. `benchstat -col side` separates the sides of a Comparison. */
function toBenchstat(document) {
  const isComparison = document.qtimeit === 'comparison';
  const tests = isComparison ? document.tests
    : listRows(document).filter((row) => hasEstimate(row) || isCounted(row));
  const textOf = isComparison ? textOfComparison : textOfResults;
  const byMachine = tests.length > 0 ? groupBy(tests, ({ machine }) => machine) : new Map([[undefined, []]]);
  return [...byMachine].map(([machine, own]) => (
    configuration(listEnvironments(document, machine), document) + textOf(own, document))).join('');
}

module.exports = { toBenchstat };
