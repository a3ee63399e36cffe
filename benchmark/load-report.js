'use strict';

/*
 * What the runs of load.js say, in Markdown. Pure functions over runs:
 *   { tool, body, kind, load, goalMs, before, after: what truthOf measured, figure, ms } or, where there is no figure, { ..., error }
 */

const { median } = require('./truth');

const WRONG = 0.15;
const RIGHT = 0.1;
const PROMISE_NS = 20;
const PARTED = 0.1;
const WORST = 10;

const percent = (share, digits = 1) => (Number.isFinite(share) ? `${(share * 100).toFixed(digits)} %` : 'none');
const signed = (share) => (Number.isFinite(share) ? `${share > 0 ? '+' : ''}${percent(share)}` : 'none');
const shareOf = (runs, fits) => (runs.length === 0 ? NaN : runs.filter(fits).length / runs.length);
const largest = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const digits = (value) => (value === null || value === undefined ? 'none' : String(Number(value.toPrecision(4))));
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** How far a figure is from the nearest of the truth before, the truth after and their mean. */
function nearest(value, before, after) {
  const truths = [before, after, (before + after) / 2];
  return truths.map((truth) => ({ truth, share: value / truth - 1 })).reduce((a, b) => (Math.abs(b.share) < Math.abs(a.share) ? b : a));
}

/**
 * The error of a run, in ns or, where the tool counts them, in cycles, whichever is smaller: the clock rate moves. None
 * of a promise body that is 20 ns off at most, for that much is the queueing.
 *
 * @returns {{ share: number, truth: number in ns }} share Infinity where there is no figure
 */
function errorOf({ kind, figure, before, after, error }) {
  if (error || !(figure.ns >= 0)) return { share: Infinity, truth: NaN };
  const ns = nearest(figure.ns, before.ns.centre, after.ns.centre);
  if (kind === 'promise' && Math.abs(figure.ns - ns.truth) <= PROMISE_NS) return { share: 0, truth: ns.truth };
  if (!(figure.cycles > 0)) return ns;
  const { share } = nearest(figure.cycles, before.cycles.centre, after.cycles.centre);
  return Math.abs(share) < Math.abs(ns.share) ? { share, truth: ns.truth } : ns;
}

/** Whether an interval meets the truths, from the least to the largest that parts of them gave; in ns or in cycles. */
function holds({ figure: { ns, low, high, cycles }, kind, before, after }) {
  const slack = kind === 'promise' ? PROMISE_NS : 0;
  const meets = (from, to, unit) => from <= Math.max(before[unit].high, after[unit].high) && to >= Math.min(before[unit].low, after[unit].low);
  return meets(low - slack, high + slack, 'ns') || (cycles > 0 && meets(low * cycles / ns, high * cycles / ns, 'cycles'));
}

/** How far the truth before and the truth after are from each other. */
function partedBy({ before, after }) {
  const apart = (unit) => Math.abs(Math.log(after[unit].centre / before[unit].centre));
  return { ns: Math.expm1(apart('ns')), cycles: Math.expm1(apart('cycles')) };
}

/** A run with what is made of it. */
function judged(run) {
  const { share, truth } = errorOf(run);
  const off = Math.abs(share);
  const said = !run.error && (run.figure.doubts || []).length > 0;
  const hasInterval = !run.error && typeof run.figure.low === 'number';
  return { ...run, share, truth, off, isRight: off <= RIGHT, isSilent: off > WRONG && !said, hasInterval, holdsTruth: hasInterval && holds(run) };
}

const accuracyCells = (runs) => [
  runs.length, percent(shareOf(runs, (run) => run.isRight)), percent(median(runs.map((run) => run.off))),
  percent(largest(runs.map((run) => run.off)), 0), runs.filter((run) => run.isSilent).length,
];
const ACCURACY = ['runs', 'within 10 %', 'median error', 'worst', 'wrong by > 15 % and silent'];

function toolsTable(runs, tools, loads) {
  const some = tools.filter((tool) => runs.some((run) => run.tool === tool));
  const rows = some.flatMap((tool) => [...loads, null].map((load) => {
    const own = runs.filter((run) => run.tool === tool && (load === null || run.load === load));
    return [tool, load === null ? 'all' : load, ...accuracyCells(own)];
  }));
  return table(['tool', 'beside', ...ACCURACY], rows);
}

function ownCells(runs) {
  const withInterval = runs.filter((run) => run.hasInterval);
  const widths = withInterval.map(({ figure: { ns, low, high } }) => (high - low) / ns).filter(Number.isFinite);
  const times = runs.filter((run) => !run.error).map((run) => run.ms / run.goalMs);
  return [
    ...accuracyCells(runs), runs.filter((run) => !run.error && (run.figure.doubts || []).length > 0).length,
    `${percent(shareOf(withInterval, (run) => run.holdsTruth))} of ${withInterval.length}`, widths.length ? percent(median(widths)) : 'none',
    times.length ? `${median(times).toFixed(2)}, ${largest(times).toFixed(2)}` : 'none',
  ];
}

function ownTable(runs, loads, goals) {
  const rows = loads.flatMap((load) => goals.map((goalMs) => {
    return [load, `${goalMs} ms`, ...ownCells(runs.filter((run) => run.load === load && run.goalMs === goalMs))];
  }));
  const kinds = ['sync', 'callback', 'promise'].filter((kind) => runs.some((run) => run.kind === kind));
  const byKind = kinds.map((kind) => ['all', kind, ...ownCells(runs.filter((run) => run.kind === kind))]);
  return table(['beside', 'goal', ...ACCURACY, 'in doubt', 'intervals that hold the truth', 'median width', 'time over goal: median, most'],
    [...rows, ...byKind, ['all', 'all', ...ownCells(runs)]]);
}

function worstTable(runs) {
  const worst = [...runs].sort((a, b) => (b.off > a.off ? 1 : b.off < a.off ? -1 : 0)).slice(0, WORST);
  return table(['body', 'beside', 'goal', 'figure', 'error', 'truth before, after', 'cycles', 'cycles before, after', 'interval', 'rounds', 'warnings'], worst.map((run) => {
    const { body, load, goalMs, figure = {}, share, before, after, error } = run;
    const pair = (unit) => (error ? '' : `${digits(before[unit].centre)}, ${digits(after[unit].centre)}`);
    const warnings = error || (figure.warnings || []).map(({ code }) => ((figure.doubts || []).includes(code) ? `**${code}**` : code)).join(', ');
    return [body, load, `${goalMs} ms`, digits(figure.ns), signed(share), pair('ns'), digits(figure.cycles), pair('cycles'),
      run.hasInterval ? `${digits(figure.low)} to ${digits(figure.high)}` : 'none', digits(figure.rounds), warnings];
  }));
}

/** How far the truth can be trusted: before against after, over the runs of all tools. */
function truthTable(runs) {
  const measured = runs.filter((run) => !run.error);
  const names = [...new Set(measured.map((run) => run.body))];
  return table(['body', 'runs', 'ns', 'before and after apart: median', 'most', 'in cycles: median', 'most', 'slices not interrupted'], names.map((name) => {
    const own = measured.filter((run) => run.body === name);
    const apart = (unit) => own.map((run) => partedBy(run)[unit]);
    return [name, own.length, digits(median(own.map((run) => (run.before.ns.centre + run.after.ns.centre) / 2))),
      percent(median(apart('ns'))), percent(largest(apart('ns'))), percent(median(apart('cycles'))), percent(largest(apart('cycles'))),
      percent(median(own.flatMap(({ before, after }) => [before, after]).map(({ whole, turns }) => whole / turns)), 0)];
  }));
}

/** The goals, and whether these runs of timeit reach them. */
function goalLines(runs) {
  const few = runs.filter((run) => run.load <= 3);
  const many = runs.filter((run) => run.load > 3);
  const unsure = runs.filter((run) => !run.error && Math.min(partedBy(run).ns, partedBy(run).cycles) > PARTED);
  return [
    `* wrong by more than 15 % without a warning: ${runs.filter((run) => run.isSilent).length} of ${runs.length} (goal: 0)`,
    ...(few.length ? [`* within 10 % beside up to three loops: ${percent(shareOf(few, (run) => run.isRight))} of ${few.length} (goal: 95 %)`] : []),
    ...(many.length ? [`* within 10 % beside more: ${percent(shareOf(many, (run) => run.isRight))} of ${many.length} (goal: 80 %)`] : []),
    `* runs whose truth before and after are more than 10 % apart, in ns and in cycles: ${unsure.length}, ` +
      `of them wrong and silent: ${unsure.filter((run) => run.isSilent).length}; all are counted above`,
  ];
}

/**
 * @param {object[]} given runs as above
 * @returns {string}
 */
function reportOf(given) {
  const runs = given.map(judged);
  const sortedOnes = (field) => [...new Set(runs.map((run) => run[field]))].sort((a, b) => a - b);
  const loads = sortedOnes('load');
  const own = runs.filter((run) => run.tool === 'timeit');
  const parts = [toolsTable(runs, [...new Set(runs.map((run) => run.tool))], loads)];
  if (own.length) {
    parts.push('timeit:', goalLines(own).join('\n'), ownTable(own, loads, sortedOnes('goalMs')), `The ${Math.min(WORST, own.length)} worst of timeit:`, worstTable(own));
  }
  if (runs.some((run) => !run.error)) parts.push('How far the truth moved from before a tool to after it:', truthTable(runs));
  return parts.join('\n\n');
}

module.exports = { reportOf };
