'use strict';

/*
 * How the rate of a file depends on one of its parameters, x, and on a second, the category. All others that vary are
 * averaged over, but what they do is no noise: intervals are made of the differences between runs of one configuration.
 */

const { cellsOf, valueOf, ordered } = require('./scatter-cells');
const { meanAndError } = require('../stats/comparison');
const { complexity, complexitiesWithConstant, isClear } = require('../stats/complexity');
const { cliffsDelta } = require('../stats/ranks');
const { levelRatios, shareOfLevels, weightedSum } = require('../stats/levels');
const { mean, median, medianInterval } = require('../stats/sample');
const { groupedBy } = require('../text/grouped-by');

const { exp, log } = Math;

// Three points are near to half of the functions.
const FEWEST_FOR_GROWTH = 4;

/**
 * A point: the mean of its cells' means, whatever number of runs each has, so that a lost run does not move it. The
 * median is the mean of their medians, with an interval where there is one cell. Skewed is a point whose median lies
 * outside of the mean's interval: of 30 runs without any skew that happens in 7 of 1000 cases.
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

/** What the values of a parameter do within points. */
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

/** The cells with logarithms that all of these points have, in one order: others cannot be compared. */
function commonCells(points) {
  const told = ({ cells }) => cells.filter(({ ln }) => ln !== null);
  const maps = points.map((point) => new Map(told(point).map((cell) => [cell.key, cell])));
  const keys = [...maps[0].keys()].filter((key) => maps.every((own) => own.has(key)));
  return maps.map((own) => keys.map((key) => own.get(key)));
}

const NO_STEP = {
  ratio: null, low: null, high: null, exponent: null, exponentLow: null, exponentHigh: null, p: null, delta: null,
};

/**
 * From one point to the next: the ratio of rates by trimmed means of logarithms, and Cliff's delta, the means over all
 * cells that both have. With one cell it is Yuen's test, as in a comparison.
 */
function stepOf(category, from, to, isNumeric) {
  const step = { category, from: from.x, to: to.x, ...NO_STEP };
  const [before, after] = commonCells([from, to]);
  if (before.length === 0) return step;
  const weight = 1 / before.length;
  const { value, low, high, p } = weightedSum([
    ...after.map(({ ln }) => ({ weight, ...ln })), ...before.map(({ ln }) => ({ weight: -weight, ...ln })),
  ]);
  step.delta = mean(after.map(({ rates }, i) => cliffsDelta(rates, before[i].rates)));
  const known = (end, of) => (end === null ? null : of(end));
  Object.assign(step, { ratio: exp(value), low: known(low, exp), high: known(high, exp), p });
  if (!isNumeric || !(from.x > 0)) return step;
  const exponentOf = (ln) => ln / log(to.x / from.x);
  const [exponentLow, exponentHigh] = [known(low, exponentOf), known(high, exponentOf)];
  return { ...step, exponent: exponentOf(value), exponentLow, exponentHigh };
}

const fitted = ({ name, coefficient, error }) => ({ name, coefficientNs: coefficient, error });

/** The time per operation over x. At 1 a logarithm is 0, and what is measured there is all that does not grow. */
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
 * @param {object} rates a document of rates
 * @param {object} options
 * @param {string} options.xaxis a parameter
 * @param {string|null} [options.category] another one
 * @param {number} [options.side] which of the document's sides
 * @param {string} [options.file] which of its files, where there are several
 * @returns {object} a scatter, see docs/command-line.md; notes are { kind: 'aggregated', name } of each parameter
 *   averaged over, and { kind, count } of configurations 'x-missing' (left out), 'category-missing' (a category null of
 *   their own), 'parameters-unknown' (left out), of points with 'single-run' cells (no interval), of runs
 *   'failed-runs', 'not-finite' (left out) and 'not-positive' (in means, and in nothing made of logarithms)
 * @throws {UsageError} for a parameter or a file that is not there
 */
function scatterOf(rates, { xaxis, category = null, side = 0, file: wanted }) {
  const { file, points, others, isNumeric, notes } = cellsOf(rates, { xaxis, category, side, file: wanted });
  const categories = [...groupedBy(points, (point) => point.category)];
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

module.exports = { scatterOf };
