'use strict';

/*
 * What the runs of load.js say, in Markdown. Pure functions over runs:
 *   { tool, body, kind, load, goalMs, before, after: what truthOf measured, figure, ms }; error in place of the figure
 *   where the tool gave none, noTruth where the hand-written loop did not get warm, which is not counted
 */

const { median } = require('./truth');

const WRONG = 0.15;
const RIGHT = 0.1;
const PROMISE_NS = 20;
const PARTED = 0.1;
const SHARED_IS_WORTH = 0.05;
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
 * How far a figure is from the nearest of the truth before, the truth after and their mean; each while the core was its
 * own, and as it came: others may have had the same core all the time.
 */
function nearest(value, before, after, unit) {
  const { [unit]: { centre: first } } = before;
  const { [unit]: { centre: last } } = after;
  const truths = [first, last, (first + last) / 2, before.asItCame[unit].centre, after.asItCame[unit].centre];
  const errors = truths.map((truth) => ({ truth, share: value / truth - 1 }));
  return errors.reduce((a, b) => (Math.abs(b.share) < Math.abs(a.share) ? b : a));
}

/**
 * The error of a run, in ns or, where the tool counts them, in cycles, whichever is smaller: the clock rate moves. None
 * of a promise body that is 20 ns off at most, for that much is the queueing.
 *
 * @returns {{ share: number, truth: number in ns }} share Infinity where there is no figure
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
 * Whether an interval meets the truths: from the least to the largest that parts of them gave, before or after, or
 * those of the truth as it came; in ns or in cycles.
 */
function holds({ figure: { ns, low, high, cycles }, kind, before, after }) {
  const slackNs = kind === 'promise' ? PROMISE_NS : 0;
  const meets = (unit, from, to) => {
    const [first, last] = [before[unit], after[unit]];
    const own = { low: Math.min(first.low, last.low), high: Math.max(first.high, last.high) };
    return [own, before.asItCame[unit], after.asItCame[unit]].some((truth) => from <= truth.high && to >= truth.low);
  };
  const mhz = cycles / ns;
  return meets('ns', low - slackNs, high + slackNs) || (cycles > 0 && meets('cycles', low * mhz, high * mhz));
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
  const isInDoubt = !run.error && (run.figure.doubts || []).length > 0;
  const hasInterval = !run.error && typeof run.figure.low === 'number';
  const holdsTruth = hasInterval && holds(run);
  const isSilent = off > WRONG && !isInDoubt;
  return { ...run, share, truth, off, isRight: off <= RIGHT, isInDoubt, isSilent, hasInterval, holdsTruth };
}

const accuracyCells = (runs) => [
  runs.length, percent(shareOf(runs, (run) => run.isRight)), percent(median(runs.map((run) => run.off))),
  percent(largest(runs.map((run) => run.off)), 0), runs.filter((run) => run.isSilent).length,
];
const ACCURACY = ['runs', 'within 10 %', 'median error', 'worst', 'wrong by > 15 % and silent'];

function toolsTable(runs, tools, loads) {
  const rows = tools.flatMap((tool) => [...loads, null].map((load) => {
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
    ...accuracyCells(runs), runs.filter((run) => run.isInDoubt).length,
    `${percent(shareOf(withInterval, (run) => run.holdsTruth))} of ${withInterval.length}`,
    widths.length ? percent(median(widths)) : 'none',
    times.length ? `${median(times).toFixed(2)}, ${largest(times).toFixed(2)}` : 'none',
  ];
}

const OWN = [...ACCURACY, 'in doubt', 'intervals that hold the truth', 'median width', 'time over goal: median, most'];

function ownTable(runs, loads, goals) {
  const row = (load, what, fits) => [load, what, ...ownCells(runs.filter(fits))];
  const rows = loads.flatMap((load) => goals.map((goalMs) => {
    return row(load, `${goalMs} ms`, (run) => run.load === load && run.goalMs === goalMs);
  }));
  const kinds = ['sync', 'callback', 'promise'].filter((kind) => runs.some((run) => run.kind === kind));
  const byKind = kinds.map((kind) => row('all', kind, (run) => run.kind === kind));
  return table(['beside', 'goal', ...OWN], [...rows, ...byKind, row('all', 'all', () => true)]);
}

const WORST_HEAD = [
  'body', 'beside', 'goal', 'figure', 'error', 'truth before, after', 'cycles', 'cycles before, after', 'interval',
  'rounds', 'warnings, bold where they change the meaning',
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

/** What ended without a figure, which counts as wrong, or without a truth. */
function failureLines(runs) {
  const words = runs.filter((run) => run.error || run.noTruth)
    .map(({ tool, body, error, noTruth }) => `${tool}, ${body}: ${error || `not counted, ${noTruth}`}`);
  return [...new Set(words)].map((one) => `* ${one} (${words.filter((other) => other === one).length})`);
}

const TRUTH_HEAD = [
  'body', 'runs', 'ns', 'before and after apart: median', 'most', 'in cycles: median', 'most', 'slices not interrupted',
];

/** How far the truth can be trusted: before against after, over the runs of all tools. */
function truthTable(runs) {
  const names = [...new Set(runs.map((run) => run.body))];
  return table(TRUTH_HEAD, names.map((name) => {
    const own = runs.filter((run) => run.body === name);
    const truths = own.flatMap(({ before, after }) => [before, after]);
    const apart = (unit) => {
      const values = own.map((run) => partedBy(run)[unit]);
      return [percent(median(values)), percent(largest(values))];
    };
    const whole = percent(median(truths.map((truth) => truth.whole / truth.turns)), 0);
    const ns = digits(median(truths.map((truth) => truth.ns.centre)));
    return [name, own.length, ns, ...apart('ns'), ...apart('cycles'), whole];
  }));
}

/** How far a figure is from what the body takes on a core that is not shared, in ns or in cycles. */
function offAlone({ figure, before, after }) {
  const units = figure.cycles > 0 ? ['ns', 'cycles'] : ['ns'];
  return Math.min(...units.map((unit) => {
    const [low, high] = [before[unit].centre, after[unit].centre].sort((a, b) => a - b);
    const value = figure[unit];
    return Math.max(0, low / value - 1, value / high - 1);
  }));
}

/** Whether the warning `shared-core` is worth reading: how often a figure has it that is right without it. */
function sharedCoreLine(runs) {
  const known = runs.filter(({ error, before, after }) => !error && before.isAlone && after.isAlone);
  const warned = known.filter(({ figure }) => figure.warnings.some(({ code }) => code === 'shared-core'));
  const isOff = (run) => offAlone(run) > SHARED_IS_WORTH;
  const needless = warned.filter((run) => !isOff(run)).length;
  const missed = known.filter((run) => isOff(run) && !warned.includes(run)).length;
  return `* with shared-core although within 5 % of the truth on a core that is not shared: ${needless} of ` +
    `${known.length}, ${percent(needless / known.length)} (goal: 5 %); with it and farther off: ` +
    `${warned.length - needless}; farther off without it: ${missed}`;
}

/** The goals, and whether these runs of timeit reach them. */
function goalLines(runs) {
  const within = (what, goal, some) => {
    const right = percent(shareOf(some, (run) => run.isRight));
    return some.length ? [`* within 10 % beside ${what}: ${right} of ${some.length} (goal: ${goal} %)`] : [];
  };
  const silent = runs.filter((run) => run.isSilent).length;
  const unsure = runs.filter((run) => !run.error && Math.min(partedBy(run).ns, partedBy(run).cycles) > PARTED);
  return [
    `* wrong by more than 15 % without a warning: ${silent} of ${runs.length} (goal: 0)`,
    ...within('up to three loops', 95, runs.filter((run) => run.load <= 3)),
    ...within('more', 80, runs.filter((run) => run.load > 3)),
    sharedCoreLine(runs),
    `* runs whose truth before and after are more than 10 % apart, in ns and in cycles: ${unsure.length}, ` +
      `of them wrong and silent: ${unsure.filter((run) => run.isSilent).length}; all are counted above`,
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
  const told = runs.filter((run) => !run.error);
  const failures = failureLines(given);
  return [
    toolsTable(runs, [...new Set(runs.map((run) => run.tool))], loads),
    ...(failures.length ? ['No figure:', failures.join('\n')] : []),
    ...(own.length ? ['timeit:', goalLines(own).join('\n'), ownTable(own, loads, sortedOnes('goalMs'))] : []),
    ...(own.length ? ['Its worst:', worstTable(own)] : []),
    ...(told.length ? ['How far the truth moved from before a tool to after it:', truthTable(told)] : []),
  ].join('\n\n');
}

module.exports = { reportOf };
