'use strict';

/* The report of a history: changes of all tests, and a line of values for each test of each machine. */

const { format, ratio, ratioInterval, sorted, time } = require('../values');
const { findSteps } = require('../../base/stats/change-points');
const { label } = require('../../base/text/display');
const { bytesText, counted } = require('../../base/text/numbers');
const { commitsFigure } = require('../figures/commits');
const { FEW, MANY } = require('../report');

const { abs, exp, log, max } = Math;
const MOST_OPEN = 3;
// Of logarithms: results have six digits, and counts of equal code differ a little between builds.
const LEAST_NOISE = { ns: 1e-5, cycles: 1e-5, instructions: 2e-4, bytes: 5e-3, peakBytes: 5e-2 };
const WORDS = { ns: 'time', cycles: 'cycles', instructions: 'instructions', bytes: 'bytes', peakBytes: 'bytes' };

const short = (commit) => commit.slice(0, 10);
const testOf = ({ file, name }) => label(file === null ? name : `${file}: ${name}`);
const MEMORY = { bytes: 'memory', peakBytes: 'peak memory' };
const isOfMemory = ({ field }) => Object.hasOwn(MEMORY, field);
const nameOf = (series) => testOf(series) + (isOfMemory(series) ? ` (${MEMORY[series.field]})` : '');

/**
 * @typedef {object} Judged a series of history/store.js, { machine, file, name, commits, ns, cycles, instructions,
 *   bytes, peakBytes }, with field: the one of these by which it was judged; steps: of stats/change-points.js, of
 *   logarithms
 */

/** '+24 B' */
const bytesChange = (old, fresh) => sorted(`${fresh < old ? '-' : '+'}${bytesText(abs(fresh - old))}`, fresh - old);

const changesOf = (judged) => judged.flatMap((series) => series.steps.map((step) => ({ series, step })))
  .sort((a, b) => b.step.size - a.step.size);

function changeCells({ series, step: { at, before, after, low, high } }) {
  const { commits, field, machine } = series;
  const change = exp(after - before);
  const figures = isOfMemory(series) ? { change: bytesChange(series[field][at - 1], series[field][at]), interval: '' }
    : { change: ratio(change, exp(low), exp(high)), interval: ratioInterval(change, exp(low), exp(high)) };
  return {
    name: nameOf(series), commits: `${short(commits[at - 1])}..${short(commits[at])}`, ...figures,
    by: WORDS[field], machine: label(machine.name),
  };
}

const MACHINE = { key: 'machine', title: 'machine', drop: 15, isWrapped: true };
const SUBJECT = { key: 'subject', title: 'subject', isSpare: true, isWrapped: true };
const countOf = (judged, of) => new Set(judged.map(of)).size;
const machinesOf = (judged) => countOf(judged, ({ machine }) => machine.name);

/** subjectOf: of a commit, or null, for a page, which also names a single machine elsewhere */
function changesTable(judged, ids = new Map(), subjectOf = null) {
  const changes = changesOf(judged);
  return {
    type: 'table', label: 'Changes', kept: 8, isLong: changes.length > MANY,
    columns: [
      { key: 'name', title: 'test' },
      { key: 'change', title: 'change', isNumber: true },
      { key: 'interval', title: '', wideTitle: 'interval', isNumber: true, isSoft: true, drop: 14 },
      { key: 'commits', title: 'commits before..after', isWrapped: true }, ...(subjectOf === null ? [] : [SUBJECT]),
      { key: 'by', title: 'by', drop: 16, isSpare: true },
      ...(subjectOf !== null && machinesOf(judged) === 1 ? [] : [MACHINE]),
    ],
    rows: changes.map(({ series, step }) => ({
      id: ids.get(series),
      cells: {
        ...changeCells({ series, step }),
        ...(subjectOf !== null && { subject: subjectOf(series.commits[step.at]) ?? '' }),
      },
    })),
  };
}

function latestOf(series) {
  const latest = series[series.field]?.at(-1);
  return isOfMemory(series) ? sorted(bytesText(latest), latest) : time(series.ns.at(-1));
}

const sinceFirst = (series) => (isOfMemory(series) ? bytesChange(series[series.field][0], series[series.field].at(-1))
  : ratio(series.ns.at(-1) / series.ns[0]));

const seriesTable = (judged, ids = new Map(), isPage = false) => ({
  type: 'table', label: 'Tests', isLong: judged.length > MANY,
  columns: [
    { key: 'name', title: 'test' }, { key: 'commits', title: 'commits', isNumber: true, drop: 16, isSpare: true },
    { key: 'latest', title: 'latest', isNumber: true },
    { key: 'change', title: 'since first', wideTitle: 'since first commit', isNumber: true },
    ...(isPage && machinesOf(judged) === 1 ? [] : [MACHINE]),
  ],
  rows: judged.map((series) => ({
    id: ids.get(series),
    cells: {
      name: nameOf(series), commits: sorted(`${series.commits.length}`, series.commits.length),
      latest: latestOf(series), change: sinceFirst(series), machine: label(series.machine.name),
    },
  })),
});

function changeNote(series, step, { linkOf, subjectOf }) {
  const { change, interval, commits, by } = changeCells({ series, step });
  const commit = series.commits[step.at];
  const subject = subjectOf(commit);
  const within = interval === '' ? '' : ` (${format(interval)})`;
  const text = `${format(change)}${within}, by ${by}${subject === null ? '' : `: ${subject}`}`;
  return { name: commits, text, href: linkOf(commit) };
}

function detailsOf(series, id, isOpen, about) {
  const { steps, machine } = series;
  return {
    type: 'details', id, name: nameOf(series), isOpen, headline: [{ text: format(latestOf(series)) }],
    blocks: [
      { type: 'figure', figures: () => [commitsFigure(series, WORDS[series.field])] },
      { type: 'notes', items: steps.map((step) => changeNote(series, step, about)) },
      { type: 'facts', pairs: [['machine', label(machine.name)]] },
    ],
  };
}

/** A test has a series for each machine. */
const testsIn = (judged) => countOf(judged, testOf);

/** How many tests have changed, and how many of them are slower now */
function answerOf(judged) {
  const allChanged = judged.filter(({ steps }) => steps.length > 0);
  const ofMemory = allChanged.filter(isOfMemory);
  const memory = ofMemory.length > 0 ? `; memory of ${testsIn(ofMemory)} changed` : '';
  const changed = allChanged.filter((series) => !isOfMemory(series));
  const tests = counted(testsIn(judged), 'test');
  if (changed.length === 0) return `no changes ${memory && 'of time '}in ${tests}${memory}`;
  const totalOf = ({ steps }) => steps.reduce((sum, { before, after }) => sum + after - before, 0);
  const slower = changed.filter((series) => totalOf(series) > 0);
  const faster = changed.filter((series) => !(totalOf(series) > 0));
  return `${testsIn(changed)} of ${tests} changed: ${testsIn(slower)} slower, ${testsIn(faster)} faster${memory}`;
}

/**
 * @param {Judged[]} judged
 * @param {{ title: string, origin: object, linkOf: function(string): string|null,
 *   subjectOf: function(string): string|null }} about linkOf: address of a commit; subjectOf: its first line
 */
function historyReport(judged, { title, origin, ...about }) {
  const sizeOf = ({ steps }) => steps.reduce((most, { after, before }) => max(most, abs(after - before)), 0);
  const ordered = [...judged].sort((a, b) => sizeOf(b) - sizeOf(a));
  const ids = new Map(ordered.map((series, i) => [series, `t${i + 1}`]));
  const commits = new Set(judged.flatMap((series) => series.commits));
  const isFolded = judged.length > FEW;
  const machines = machinesOf(judged);
  return {
    title, origin, lead: [
      { text: counted(testsIn(judged), 'test') }, { text: counted(commits.size, 'commit') },
      { text: machines === 1 ? label(judged[0].machine.name) : counted(machines, 'machine') },
    ],
    sections: [
      { id: 'changes', title: 'Changes', answer: [answerOf(judged)],
        blocks: judged.some(({ steps }) => steps.length > 0) ? [changesTable(ordered, ids, about.subjectOf)] : [] },
      { id: 'tests', title: 'Tests', blocks: [seriesTable(ordered, ids, true)] },
      { id: 'details', title: 'Test by test', depth: 'detail', isFolded,
        noun: machines > 1 ? 'tests on machines' : 'tests', blocks: ordered.map((series, i) => (
        detailsOf(series, ids.get(series), i < MOST_OPEN && series.steps.length > 0, about))) },
    ],
  };
}

/** The series, and again those with a figure of memory for each commit, with its field */
const withMemorySeries = (all) => all.flatMap((series) => [
  series, ...Object.keys(MEMORY).filter((field) => series[field].every((value) => value !== null))
    .map((field) => ({ ...series, field })),
]);

/** Judged by instructions if all values have them, else by cycles, else by time; by `field` if the series has one. */
function judgeSeries(series, rate) {
  const field = series.field || ['instructions', 'cycles', 'ns'].find((one) => series[one].every((value) => value > 0));
  // A test may allocate nothing.
  const logarithms = series[field].map((value) => log(isOfMemory({ field }) ? max(1, value) : value));
  return { ...series, field, steps: findSteps(logarithms, LEAST_NOISE[field], rate) };
}

module.exports = { changesTable, historyReport, judgeSeries, testsIn, seriesTable, withMemorySeries };
