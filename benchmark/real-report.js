'use strict';

/* Judges the rows of real.js by the true times, and prints them. */

const { keyOf } = require('./real-truth');
const { median } = require('../lib/base/stats/sample');

const NEAR = 0.1;
const SILENT = 0.25;
const DISAGREES = 1.25;
// Tests of less than this differ by more than their time for reasons of the loop.
const NEAR_NS = 1;
// Intervals are widened by this, because true times are uncertain, too.
const SLACK = 0.02;

// Warnings that do not change the meaning of a result, by docs/believing.md
const HARMLESS = ['disturbed', 'prolonged', 'collections', 'waits', 'few-samples', 'too-few-samples', 'memory-unsure'];
const MARKING_VERDICTS = ['folded', 'hoisted', 'below-resolution', 'too-noisy'];

/** Verdicts and warnings that tell the reader not to take the time at face value */
const marksOf = ({ verdict, warnings }) => [
  ...MARKING_VERDICTS.filter((one) => one === verdict), ...warnings.filter((code) => !HARMLESS.includes(code)),
];

// Processes whose empty loop took longer than this, next to the fastest one, shared their core: with up to 1.45 times,
// true times did not depend on it; with 1.6 times and more, they were 1.3 to 2.4 times as long.
const MOST_OF_LOOP = 1.5;
const ENOUGH = 3;

const sorted = (values) => [...values].sort((a, b) => a - b);
const quantile = (values, share) => sorted(values)[Math.min(values.length - 1, Math.floor(share * values.length))];

/** ns of the fastest empty loop; 0 without any, as in files of earlier versions */
const fastestLoop = (truths) => {
  const all = truths.flatMap(({ loopNs = [] }) => loopNs);
  return all.length > 0 ? Math.min(...all) : 0;
};

/** Whether each process had its core to itself */
const areAlone = ({ times, loopNs = [] }, fastestNs) => (
  times.map((_, i) => loopNs[i] <= MOST_OF_LOOP * fastestNs));

/**
 * { ns: median of the processes; low, high: the middle half of them; all: the range of all of them }, of those that had
 * their core to themselves, if they are enough. The time of a promise or a callback may include its empty equivalent:
 * both are true, so `low` and `least` exclude it.
 */
function truthOf({ times: given, emptyNs, loopNs }, fastestNs) {
  const isAlone = areAlone({ times: given, loopNs }, fastestNs);
  const alone = given.filter((_, i) => isAlone[i]);
  const times = alone.length >= ENOUGH ? alone : given;
  const ns = median(times);
  const empty = median(emptyNs);
  const all = { low: Math.max(0, Math.min(...times) - empty), high: Math.max(...times) };
  return {
    ns, all, least: Math.max(0, ns - empty),
    low: Math.max(0, quantile(times, 0.25) - empty), high: quantile(times, 0.75),
  };
}

/** How far a value is from a range: 0 inside, 0.5 for 50 % above, -1/3 for a value that is 50 % too low */
const offBy = (value, low, high) => (value > high ? value / high - 1 : value < low ? value / low - 1 : 0);
/** The factor, in both directions: 0.5 for 50 % too high, or for a third too low */
const sizeOf = (off) => (off < 0 ? 1 / (1 + off) - 1 : off);
const widened = ({ low, high }) => ({ low: low * (1 - SLACK), high: high * (1 + SLACK) });
const isWithin = (value, { low, high }) => value >= low && value <= high;
const meets = (one, other) => one.low <= other.high && other.low <= one.high;
const hasInterval = ({ low, high }) => low !== null && high !== null;

/** Adds the true time of the test, and whether the row is right, silent (also for the best process) or contradicted. */
function judged(row, truth, fastestNs) {
  if (row.error || !(row.ns >= 0) || row.ns === null) return { ...row, isFailed: true };
  const marks = marksOf(row);
  const true_ = truthOf(truth, fastestNs);
  const off = offBy(row.ns, true_.least, true_.ns);
  const offHalf = sizeOf(offBy(row.ns, true_.low, true_.high));
  const isNear = sizeOf(off) <= NEAR || Math.abs(row.ns - true_.ns) <= NEAR_NS;
  const isInside = hasInterval(row) && meets(row, { low: true_.least, high: true_.ns });
  const isTouching = hasInterval(row) && meets(widened(row), true_);
  const isSilent = marks.length === 0 && !isNear && offHalf > SILENT && !isTouching;
  // On a shared machine, a few processes for the true time may all have run at one of its speeds.
  const isBeyondAll = isSilent && sizeOf(offBy(row.ns, true_.all.low, true_.all.high)) > SILENT;
  const isContradicted = hasInterval(row) && row.values.length > 1
    && !row.values.some((value) => isWithin(value, widened(row)));
  return { ...row, truth: true_, marks, off, isRight: isNear || isInside, isSilent, isBeyondAll, isContradicted };
}

/** Whether more processes for the true time may change the judgement of a row */
function isSuspicious(row, truth, fastestNs) {
  if (truth.times.length === 0) return false;
  const { isFailed, isRight, isSilent, isContradicted } = judged(row, truth, fastestNs);
  return !isFailed && (isSilent || isContradicted || !isRight);
}

/** Pairs of ways whose intervals exclude each other, without a warning */
function disagreementsOf(rows) {
  const found = [];
  const usable = rows.filter((row) => !row.isFailed && row.marks.length === 0 && hasInterval(row) && row.ns > 0);
  for (const [i, one] of usable.entries()) {
    for (const other of usable.slice(i + 1)) {
      const factor = Math.max(one.ns / other.ns, other.ns / one.ns);
      const isFar = factor > DISAGREES && Math.abs(one.ns - other.ns) > NEAR_NS;
      if (one.way !== other.way && isFar && !meets(one, other)) found.push([one, other]);
    }
  }
  return found;
}

const UNITS = [[1e9, 's'], [1e6, 'ms'], [1e3, 'µs'], [1, 'ns']];
function formatNs(ns) {
  const [size, unit] = UNITS.find(([least]) => ns >= least) || UNITS.at(-1);
  return `${Number((ns / size).toPrecision(3))} ${unit}`;
}

const formatRange = ({ low, high }) => (low === null || high === null ? 'no interval'
  : `${formatNs(low)} to ${formatNs(high)}`);
const formatOff = (off) => (off < 0 ? `${Number((1 / (1 + off)).toPrecision(3))}× too fast`
  : `${Number((1 + off).toPrecision(3))}× too slow`);

const placeOf = ({ suite, file, name }) => `${suite}: ${file}: ${name}`;
const wayOf = ({ way, load }) => `${way}${load ? ` with ${load} loops` : ''}`;

function lineOf(row) {
  const { ns, truth, off, warnings, verdict, values } = row;
  const words = [verdict, ...warnings].join(', ');
  const own = values.length <= 8 ? `; processes ${values.map(formatNs).join(', ')}` : '';
  return `  ${wayOf(row)}: ${formatNs(ns)} (${formatRange(row)}), ${formatOff(off)}; true ${formatNs(truth.ns)} ` +
    `(${formatRange(truth)}; all processes ${formatRange(truth.all)}); ${words}${own}\n    ${placeOf(row)}`;
}

function table(lines) {
  const widths = lines[0].map((_, i) => Math.max(...lines.map((line) => `${line[i]}`.length)));
  const aligned = (cell, i) => (i === 0 ? `${cell}`.padEnd(widths[0]) : `${cell}`.padStart(widths[i]));
  return lines.map((line) => line.map(aligned).join('  ')).join('\n');
}

const count = (rows, property) => rows.filter((row) => row[property]).length;

function summaryOf(group, runs, rows) {
  const own = rows.filter((row) => wayOf(row) === group);
  const measured = own.filter(({ isFailed }) => !isFailed);
  const seconds = runs.filter((run) => wayOf(run) === group).reduce((sum, run) => sum + run.seconds, 0);
  const marked = measured.filter(({ marks }) => marks.length > 0).length;
  const rightOrMarked = measured.filter(({ isRight, marks }) => isRight || marks.length > 0).length;
  return [
    group, own.length, count(measured, 'isRight'), marked, rightOrMarked, count(measured, 'isSilent'),
    count(measured, 'isBeyondAll'), count(measured, 'isContradicted'), own.length - measured.length, seconds.toFixed(0),
  ];
}

const HEAD = [
  '', 'rows', `within ${NEAR * 100} % or inside`, 'marked', 'one of both', `silent > ${SILENT * 100} %`, 'and than all',
  'contradicted', 'failed', 'seconds',
];

function sectionOf(title, lines) {
  return lines.length ? [`\n${title}:`, ...lines] : [];
}

function truthLines(truths) {
  const fastestNs = fastestLoop(truths);
  const measured = truths.filter(({ times }) => times.length > 0);
  const failed = truths.filter(({ error }) => error);
  const least = Math.min(...measured.map(({ times }) => times.length));
  // A busy machine makes true times too long.
  const busy = measured.filter(({ cleanShares }) => median(cleanShares) < 0.5).length;
  const isShared = (one) => one.loopNs && areAlone(one, fastestNs).filter(Boolean).length < ENOUGH;
  const shared = measured.filter(isShared).length;
  return [
    `true times: ${measured.length} tests, ${least} processes each` +
      `${busy ? `; ${busy} waited or were interrupted in most batches` : ''}` +
      `${shared ? `; ${shared} have fewer than ${ENOUGH} processes with a core to themselves` : ''}`,
    ...failed.map((one) => `  failed: ${placeOf(one)}: ${one.error}`),
  ];
}

/**
 * The text of a result of real.js.
 *
 * @param {{ machine: object, truths: object[], runs: object[] }} result runs: { way, load, suite, file, seconds, rows,
 *   error } of each file
 */
function reportOf({ machine, truths, runs }) {
  const fastestNs = fastestLoop(truths);
  const byKey = new Map(truths.filter(({ times }) => times.length > 0).map((one) => [keyOf(one), one]));
  const rows = runs.flatMap(({ way, load, suite, file, rows: own }) => own
    .map((row) => ({ ...row, way, load, suite, file }))
    .filter((row) => byKey.has(keyOf(row)))
    .map((row) => judged(row, byKey.get(keyOf(row)), fastestNs)));
  const groups = [...new Set(runs.map(wayOf))];
  const inOneLoad = (key, load) => rows.filter((row) => keyOf(row) === key && row.load === load);
  const loads = [...new Set(runs.map(({ load }) => load))];
  const pairs = loads.flatMap((load) => [...byKey.keys()].flatMap((key) => disagreementsOf(inOneLoad(key, load))));
  return [
    `node ${machine.node}, ${machine.cpus} × ${machine.cpu}`,
    ...truthLines(truths), '',
    table([HEAD, ...groups.map((group) => summaryOf(group, runs, rows))]),
    `ways that disagree without a warning: ${pairs.length} pairs`,
    ...sectionOf('files without a result', runs.filter(({ error }) => error)
      .map((run) => `  ${wayOf(run)}: ${run.suite}: ${run.file}: ${run.error}`)),
    ...sectionOf('failed tests', rows.filter(({ isFailed }) => isFailed)
      .map((row) => `  ${wayOf(row)}: ${placeOf(row)}: ${row.error}`)),
    ...sectionOf('silent errors', rows.filter(({ isSilent }) => isSilent).map(lineOf)),
    ...sectionOf('contradicted intervals', rows.filter(({ isContradicted }) => isContradicted).map(lineOf)),
    ...sectionOf('disagreements', pairs.map((pair) => `  ${placeOf(pair[0])}\n${pair
      .map((row) => `    ${wayOf(row)} ${formatNs(row.ns)} (${formatRange(row)})`).join('\n')}`)),
  ].join('\n');
}

module.exports = { fastestLoop, isSuspicious, reportOf };
