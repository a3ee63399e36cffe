'use strict';

/*
 * The report of load.js in Markdown, from its runs:
 *   { tool, body, kind, load, goalMs, before, after: results of truthOf(), figure: result of the tool, ms }. error
 *   replaces figure if the tool failed. noTruth: V8 did not optimize the hand-written loop, and the run is not counted
 */

const { median } = require('./truth');

const WRONG = 0.15;
const RIGHT = 0.1;
const PROMISE_NS = 20;
const MOST_CHANGE = 0.1;
const SHARED_ERROR = 0.05;
const WORST = 10;

const percent = (share, digits = 1) => (Number.isFinite(share) ? `${(share * 100).toFixed(digits)} %` : 'none');
const signed = (share) => (Number.isFinite(share) ? `${share > 0 ? '+' : ''}${percent(share)}` : 'none');
const shareOf = (runs, fits) => (runs.length === 0 ? NaN : runs.filter(fits).length / runs.length);
const largest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const digits = (value) => (value === null || value === undefined ? 'none' : String(Number(value.toPrecision(4))));

function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/**
 * The error of a figure relative to the nearest true time: before, after, and their mean, on an unshared core; before
 * and after, as first measured: another program may have shared the core all the time.
 */
function nearest(value, before, after, unit) {
  const { [unit]: { centre: first } } = before;
  const { [unit]: { centre: last } } = after;
  const truths = [first, last, (first + last) / 2, before.asItCame[unit].centre, after.asItCame[unit].centre];
  const errors = truths.map((truth) => ({ truth, share: value / truth - 1 }));
  return errors.reduce((a, b) => (Math.abs(b.share) < Math.abs(a.share) ? b : a));
}

/**
 * The error of a run in ns, or in cycles if the tool counts them and that error is smaller: the clock rate changes. For
 * promise bodies, errors up to 20 ns count as 0, because of the queueing.
 *
 * @returns {{ share: number, truth: number in ns }} share: Infinity without a figure
 */
function errorOf({ kind, figure, before, after, error }) {
  if (error || !(figure.ns >= 0)) return { share: Infinity, truth: NaN };
  const ns = nearest(figure.ns, before, after, 'ns');
  if (kind === 'promise' && Math.abs(figure.ns - ns.truth) <= PROMISE_NS) return { share: 0, truth: ns.truth };
  if (!(figure.cycles > 0)) return ns;
  const { share } = nearest(figure.cycles, before, after, 'cycles');
  return Math.abs(share) < Math.abs(ns.share) ? { share, truth: ns.truth } : ns;
}

/**
 * Whether an interval overlaps the range of true times, in ns or in cycles. Ranges extend over the parts of the
 * measurements before and after, or of one of them as first measured.
 */
function overlapsTruth({ figure: { ns, low, high, cycles }, kind, before, after }) {
  const slackNs = kind === 'promise' ? PROMISE_NS : 0;
  const meets = (unit, from, to) => {
    const [first, last] = [before[unit], after[unit]];
    const own = { low: Math.min(first.low, last.low), high: Math.max(first.high, last.high) };
    return [own, before.asItCame[unit], after.asItCame[unit]].some((truth) => from <= truth.high && to >= truth.low);
  };
  const mhz = cycles / ns;
  return meets('ns', low - slackNs, high + slackNs) || (cycles > 0 && meets('cycles', low * mhz, high * mhz));
}

/** The differences of the true times before and after, as shares. */
function changeOf({ before, after }) {
  const apart = (unit) => Math.abs(Math.log(after[unit].centre / before[unit].centre));
  return { ns: Math.expm1(apart('ns')), cycles: Math.expm1(apart('cycles')) };
}

/** A run with its error and verdicts. */
function judged(run) {
  const { share, truth } = errorOf(run);
  const off = Math.abs(share);
  const isInDoubt = !run.error && (run.figure.doubts || []).length > 0;
  const hasInterval = !run.error && typeof run.figure.low === 'number';
  const holdsTruth = hasInterval && overlapsTruth(run);
  const isSilent = off > WRONG && !isInDoubt;
  return { ...run, share, truth, off, isRight: off <= RIGHT, isInDoubt, isSilent, hasInterval, holdsTruth };
}

const accuracyCells = (runs) => [
  runs.length, percent(shareOf(runs, (run) => run.isRight)), percent(median(runs.map((run) => run.off))),
  percent(largest(runs.map((run) => run.off)), 0), runs.filter((run) => run.isSilent).length,
];
const ACCURACY = ['runs', 'within 10 %', 'median error', 'worst', 'wrong by > 15 %, no warning'];

function toolsTable(runs, tools, loads) {
  const rows = tools.flatMap((tool) => [...loads, null].map((load) => {
    const own = runs.filter((run) => run.tool === tool && (load === null || run.load === load));
    return [tool, load === null ? 'all' : load, ...accuracyCells(own)];
  }));
  return table(['tool', 'loops', ...ACCURACY], rows);
}

function ownCells(runs) {
  const withInterval = runs.filter((run) => run.hasInterval);
  const widths = withInterval.map(({ figure: { ns, low, high } }) => (high - low) / ns).filter(Number.isFinite);
  const times = runs.filter((run) => !run.error).map((run) => run.ms / run.goalMs);
  return [
    ...accuracyCells(runs), runs.filter((run) => run.isInDoubt).length,
    `${percent(shareOf(withInterval, (run) => run.holdsTruth))} of ${withInterval.length}`,
    widths.length ? percent(median(widths)) : 'none',
    times.length ? `${median(times).toFixed(2)}, ${largest(times).toFixed(2)}` : 'none',
  ];
}

const OWN = [...ACCURACY, 'in doubt', 'intervals with the true time', 'median width', 'duration / goal: median, most'];

function ownTable(runs, loads, goals) {
  const row = (load, what, fits) => [load, what, ...ownCells(runs.filter(fits))];
  const rows = loads.flatMap((load) => goals.map((goalMs) => {
    return row(load, `${goalMs} ms`, (run) => run.load === load && run.goalMs === goalMs);
  }));
  const kinds = ['sync', 'callback', 'promise'].filter((kind) => runs.some((run) => run.kind === kind));
  const byKind = kinds.map((kind) => row('all', kind, (run) => run.kind === kind));
  return table(['loops', 'goal', ...OWN], [...rows, ...byKind, row('all', 'all', () => true)]);
}

const WORST_HEAD = [
  'body', 'loops', 'goal', 'figure', 'error', 'true time before, after', 'cycles', 'cycles before, after', 'interval',
  'rounds', 'warnings, bold if they change the meaning',
];

function worstRow({ body, load, goalMs, figure, share, before, after, hasInterval, error }) {
  const start = [body, load, `${goalMs} ms`];
  if (error) return [...start, ...Array(WORST_HEAD.length - 4).fill(''), error];
  const pair = (unit) => `${digits(before[unit].centre)}, ${digits(after[unit].centre)}`;
  const { ns, low, high, cycles, rounds, warnings, doubts } = figure;
  return [
    ...start, digits(ns), signed(share), pair('ns'), digits(cycles), pair('cycles'),
    hasInterval ? `${digits(low)} to ${digits(high)}` : 'none', digits(rounds),
    warnings.map(({ code }) => (doubts.includes(code) ? `**${code}**` : code)).join(', '),
  ];
}

function worstTable(runs) {
  const worst = [...runs].sort((a, b) => (b.off > a.off ? 1 : b.off < a.off ? -1 : 0)).slice(0, WORST);
  return table(WORST_HEAD, worst.map(worstRow));
}

/** Runs without a figure, which count as wrong, and runs without a true time. */
function failureLines(runs) {
  const messages = runs.filter((run) => run.error || run.noTruth)
    .map(({ tool, body, error, noTruth }) => `${tool}, ${body}: ${error || `not counted, ${noTruth}`}`);
  return [...new Set(messages)].map((one) => `* ${one} (${messages.filter((other) => other === one).length})`);
}

const TRUTH_HEAD = [
  'body', 'runs', 'ns', 'change before to after: median', 'most', 'in cycles: median', 'most', 'uninterrupted slices',
];

/** How repeatable the true times are: before and after, over the runs of all tools. */
function truthTable(runs) {
  const names = [...new Set(runs.map((run) => run.body))];
  return table(TRUTH_HEAD, names.map((name) => {
    const own = runs.filter((run) => run.body === name);
    const truths = own.flatMap(({ before, after }) => [before, after]);
    const apart = (unit) => {
      const values = own.map((run) => changeOf(run)[unit]);
      return [percent(median(values)), percent(largest(values))];
    };
    const whole = percent(median(truths.map((truth) => truth.whole / truth.turns)), 0);
    const ns = digits(median(truths.map((truth) => truth.ns.centre)));
    return [name, own.length, ns, ...apart('ns'), ...apart('cycles'), whole];
  }));
}

/** The error relative to the time on an unshared core, in ns or in cycles. */
function offAlone({ figure, before, after }) {
  const units = figure.cycles > 0 ? ['ns', 'cycles'] : ['ns'];
  return Math.min(...units.map((unit) => {
    const [low, high] = [before[unit].centre, after[unit].centre].sort((a, b) => a - b);
    const value = figure[unit];
    return Math.max(0, low / value - 1, value / high - 1);
  }));
}

/** Whether the warning `shared-core` is useful: how often correct figures have it. */
function sharedCoreLine(runs) {
  const known = runs.filter(({ error, before, after }) => !error && before.isAlone && after.isAlone);
  const warned = known.filter(({ figure }) => figure.warnings.some(({ code }) => code === 'shared-core'));
  const isOff = (run) => offAlone(run) > SHARED_ERROR;
  const needless = warned.filter((run) => !isOff(run)).length;
  const missed = known.filter((run) => isOff(run) && !warned.includes(run)).length;
  return `* shared-core although within 5 % of the true time on an unshared core: ${needless} of ` +
    `${known.length}, ${percent(needless / known.length)} (goal: 5 %); with a larger error: ` +
    `${warned.length - needless}; larger errors without shared-core: ${missed}`;
}

/** The goals, and the results of these runs of timeit. */
function goalLines(runs) {
  const within = (what, goal, some) => {
    const right = percent(shareOf(some, (run) => run.isRight));
    return some.length ? [`* within 10 % with ${what}: ${right} of ${some.length} (goal: ${goal} %)`] : [];
  };
  const silent = runs.filter((run) => run.isSilent).length;
  const unsure = runs.filter((run) => !run.error && Math.min(changeOf(run).ns, changeOf(run).cycles) > MOST_CHANGE);
  return [
    `* wrong by more than 15 % without a warning: ${silent} of ${runs.length} (goal: 0)`,
    ...within('up to three loops', 95, runs.filter((run) => run.load <= 3)),
    ...within('more loops', 80, runs.filter((run) => run.load > 3)),
    sharedCoreLine(runs),
    `* runs whose true times before and after differ by more than 10 %, in ns and in cycles: ${unsure.length}, ` +
      `${unsure.filter((run) => run.isSilent).length} of them wrong without a warning; all are counted above`,
  ];
}

/**
 * @param {object[]} given runs as above
 * @returns {string}
 */
function reportOf(given) {
  const runs = given.filter((run) => !run.noTruth).map(judged);
  const sortedOnes = (field) => [...new Set(runs.map((run) => run[field]))].sort((a, b) => a - b);
  const loads = sortedOnes('load');
  const own = runs.filter((run) => run.tool === 'timeit');
  const finished = runs.filter((run) => !run.error);
  const failures = failureLines(given);
  return [
    toolsTable(runs, [...new Set(runs.map((run) => run.tool))], loads),
    ...(failures.length ? ['No figure:', failures.join('\n')] : []),
    ...(own.length ? ['timeit:', goalLines(own).join('\n'), ownTable(own, loads, sortedOnes('goalMs'))] : []),
    ...(own.length ? ['The worst runs of timeit:', worstTable(own)] : []),
    ...(finished.length ? ['True times before and after a tool:', truthTable(finished)] : []),
  ].join('\n\n');
}

module.exports = { reportOf };
