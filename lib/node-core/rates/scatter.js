'use strict';

/*
 * How the rate of a file depends on one parameter, x, and on a second one, the category. A point is a combination of
 * both and averages over its cells, the combinations of all other parameters. Differences between cells are not noise,
 * so intervals come from the runs of each configuration.
 */

const { meanAndError, trimmedAndError } = require('../../base/stats/comparison');
const { complexity, complexitiesWithConstant, isClear } = require('../../base/stats/complexity');
const { cliffsDelta } = require('../../base/stats/ranks');
const { levelRatios, shareOfLevels, weightedSum } = require('../../base/stats/levels');
const { mean, median, medianInterval } = require('../../base/stats/sample');
const { groupBy } = require('../../base/text/grouped-by');
const { isNumber } = require('../../base/text/numbers');
const { UsageError } = require('../../base/text/usage-error');

const { exp, log } = Math;
const FEWEST_FOR_GROWTH = 4; // most of the functions fit three points well

/** Ascending if all values are numbers, else in order of appearance. */
function ordered(values) {
  const own = [...new Set(values)];
  return own.every(isNumber) ? own.sort((a, b) => a - b) : own;
}

const valueOf = (parameters, name) => (Object.hasOwn(parameters, name) ? parameters[name] : null);

function createTally() {
  const counts = new Map();
  return {
    add(kind, count = 1) {
      if (count > 0) counts.set(kind, (counts.get(kind) || 0) + count);
    },
    notes: () => [...counts].map(([kind, count]) => ({ kind, count })),
  };
}

/** Trimmed mean of the logarithms with its error; null if a rate is not above 0. */
function lnOf(rates) {
  if (rates.length === 0 || !rates.every((rate) => rate > 0)) return null;
  return trimmedAndError(rates.map(log));
}

function pointsOf(known, { xaxis, category, rest }, tally) {
  const points = new Map();
  for (const { parameters, sides: [measured] } of known) {
    if (!measured) continue;
    tally.add('failed-runs', (measured.errors || []).length);
    const rates = measured.rates.filter(Number.isFinite);
    tally.add('not-finite', measured.rates.length - rates.length);
    const point = { x: valueOf(parameters, xaxis), category: category === null ? null : valueOf(parameters, category) };
    if (point.x === null) {
      tally.add('x-missing');
      continue;
    }
    if (category !== null && point.category === null) tally.add('category-missing');
    if (rates.length === 0) continue;
    const pointKey = JSON.stringify([point.x, point.category]);
    if (!points.has(pointKey)) points.set(pointKey, { ...point, cells: new Map() });
    const { cells } = points.get(pointKey);
    const key = JSON.stringify(rest.map((name) => valueOf(parameters, name)));
    if (!cells.has(key)) cells.set(key, { parameters, key, rates: [] });
    for (const one of rates) cells.get(key).rates.push(one);
  }
  return [...points.values()].map((point) => ({
    ...point, cells: [...point.cells.values()].map((cell) => ({ ...cell, ln: lnOf(cell.rates) })),
  }));
}

/** A cell is { parameters, key (of the others), rates, ln: { centre, error, df }|null }; others: names that vary. */
function cellsOf({ configurations }, { xaxis, category }) {
  const [file, ...others] = new Set(configurations.map((one) => one.file));
  if (others.length > 0) {
    const files = [file, ...others];
    throw new UsageError(`scatter needs the rates of one file, but these are from ${files.length} files: ` +
      `${files.join(', ')}`);
  }
  const known = configurations.filter(({ parameters }) => parameters);
  const names = [...new Set(known.flatMap(({ parameters }) => Object.keys(parameters)))];
  const rest = names.filter((name) => name !== xaxis && name !== category);
  const tally = createTally();
  tally.add('parameters-unknown', configurations.length - known.length);
  const points = pointsOf(known, { xaxis, category, rest }, tally);
  const cells = points.flatMap((point) => point.cells);
  for (const { rates, ln } of cells) {
    if (ln === null) tally.add('not-positive', rates.filter((rate) => !(rate > 0)).length);
  }
  const xs = ordered(points.map(({ x }) => x));
  const categories = [...new Set(points.map((point) => point.category))];
  points.sort((a, b) => xs.indexOf(a.x) - xs.indexOf(b.x)
    || categories.indexOf(a.category) - categories.indexOf(b.category));
  const varies = (name) => new Set(cells.map(({ parameters }) => valueOf(parameters, name))).size > 1;
  return { file, points, others: rest.filter(varies), isNumeric: xs.every(isNumber), notes: tally.notes() };
}

/**
 * A point is the mean of its cells' means, with equal weights, so that a lost run does not move it. The median is the
 * mean of their medians, with an interval if there is one cell. A point is skewed if its median is outside the interval
 * of the mean: by chance in 7 of 1000 cases with 30 runs.
 */
function pointOf({ x, category, cells }) {
  const weight = 1 / cells.length;
  const { value, low, high } = weightedSum(cells.map(({ rates }) => ({ weight, ...meanAndError(rates) })));
  const middle = mean(cells.map(({ rates }) => median(rates)));
  const between = cells.length === 1 ? medianInterval(cells[0].rates) : null;
  return {
    x, category, samples: cells.reduce((sum, { rates }) => sum + rates.length, 0),
    mean: value, low, high,
    median: middle, medianLow: between && between.low, medianHigh: between && between.high,
    isSkewed: low !== null && high > low && (middle < low || middle > high),
  };
}

function aggregatedOf(name, points, others) {
  const values = ordered(points.flatMap(({ cells }) => cells.map(({ parameters }) => valueOf(parameters, name))));
  const numbers = new Map(values.map((value, i) => [value, i]));
  const share = shareOfLevels(points.map(({ cells }) => cells.flatMap(({ parameters, rates, ln }) => (
    ln === null ? [] : rates.map((rate) => ({ level: valueOf(parameters, name), value: log(rate) }))
  ))).filter((group) => group.length > 0));
  const rest = others.filter((other) => other !== name);
  const cells = points.flatMap((point, i) => point.cells.filter(({ ln }) => ln !== null).map(({ parameters, ln }) => ({
    stratum: JSON.stringify([i, ...rest.map((other) => valueOf(parameters, other))]),
    level: numbers.get(valueOf(parameters, name)),
    ...ln,
  })));
  const ratios = levelRatios(cells, values.length);
  return { name, share, levels: values.map((value, i) => ({ value, ...ratios[i] })) };
}

/** The cells with logarithms that all points have, in the same order: only these can be compared. */
function commonCells(points) {
  const maps = points.map(({ cells }) => (
    new Map(cells.filter(({ ln }) => ln !== null).map((cell) => [cell.key, cell]))));
  const keys = [...maps[0].keys()].filter((key) => maps.every((own) => own.has(key)));
  return maps.map((own) => keys.map((key) => own.get(key)));
}

const ifKnown = (value, change) => (value === null ? null : change(value));

const NO_STEP = {
  ratio: null, low: null, high: null, exponent: null, exponentLow: null, exponentHigh: null, p: null, delta: null,
};

/** Ratio of rates (trimmed means of logarithms) and Cliff's delta between points, averaged over common cells. */
function stepOf(category, from, to, isNumeric) {
  const step = { category, from: from.x, to: to.x, ...NO_STEP };
  const [before, after] = commonCells([from, to]);
  if (before.length === 0) return step;
  const weight = 1 / before.length;
  const { value, low, high, p } = weightedSum([
    ...after.map(({ ln }) => ({ weight, ...ln })), ...before.map(({ ln }) => ({ weight: -weight, ...ln })),
  ]);
  step.delta = mean(after.map(({ rates }, i) => cliffsDelta(rates, before[i].rates)));
  Object.assign(step, { ratio: exp(value), low: ifKnown(low, exp), high: ifKnown(high, exp), p });
  if (!isNumeric || !(from.x > 0)) return step;
  const exponentOf = (ln) => ln / log(to.x / from.x);
  const [exponentLow, exponentHigh] = [ifKnown(low, exponentOf), ifKnown(high, exponentOf)];
  return { ...step, exponent: exponentOf(value), exponentLow, exponentHigh };
}

const fitted = ({ name, coefficient, error }) => ({ name, coefficientNs: coefficient, error });

/** Uses only x above 1: log(1) is 0, and only the constant part is measured there. */
function growthOf(category, points) {
  const sized = points.filter(({ x }) => x > 1);
  if (sized.length < FEWEST_FOR_GROWTH) return [];
  const cells = commonCells(sized);
  if (cells[0].length === 0) return [];
  const times = cells.map((own) => 1e9 / exp(mean(own.map(({ ln: { centre } }) => centre))));
  const sizes = sized.map(({ x }) => x);
  const fits = complexity(sizes, times);
  const isNear = isClear(fits);
  const offset = isNear ? null : complexitiesWithConstant(sizes, times)[0] || null;
  return [{
    category, best: fitted(fits[0]), runnerUp: fitted(fits[1]), isClear: isNear,
    withConstant: offset && { ...fitted(offset), constantNs: offset.constant },
  }];
}

/**
 * Makes a scatter, see docs/command-line.md, of the rates of one side; the caller has checked that they have the
 * parameters. Notes are { kind: 'aggregated', name } for each parameter that is averaged over, and { kind, count } for
 * configurations 'x-missing' (left out), 'category-missing' (in a category null), 'parameters-unknown' (left out), for
 * points with 'single-run' cells (no interval), for runs 'failed-runs', 'not-finite' (left out) and 'not-positive' (in
 * means, but not in logarithms). Throws a UsageError for rates of several files.
 */
function createScatter(rates, { xaxis, category = null }) {
  const { file, points, others, isNumeric, notes } = cellsOf(rates, { xaxis, category });
  const categories = [...groupBy(points, (point) => point.category)];
  const single = points.filter(({ cells }) => cells.some((cell) => cell.rates.length < 2)).length;
  return {
    file, xaxis, category, isLog: false,
    points: points.map(pointOf),
    aggregated: others.map((name) => aggregatedOf(name, points, others)),
    steps: categories.flatMap(([value, own]) => own.slice(1)
      .map((point, i) => stepOf(value, own[i], point, isNumeric))),
    growth: isNumeric ? categories.flatMap(([value, own]) => growthOf(value, own)) : [],
    notes: [
      ...others.map((name) => ({ kind: 'aggregated', name })),
      ...(single ? [{ kind: 'single-run', count: single }] : []), ...notes,
    ],
  };
}

module.exports = { createScatter };
