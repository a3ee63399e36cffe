'use strict';

/* Finds machines with different changes (something is wrong), slower ones, and noisier ones. */

const { logs, trimmedAndError, yuenTest } = require('../../base/stats/comparison');
const { tTwoSidedP } = require('../../base/stats/distributions');
const { ALPHA, holm } = require('../../base/stats/process-contrast');
const { binomialTail, weightedMean } = require('../../base/stats/random-effects');
const { mean, median, minOf, variance } = require('../../base/stats/sample');

const { exp, log, log1p, max, min, sqrt } = Math;

const SLOWER = 0.05; // a share; the times of one machine change by less within minutes

const NOISIER = 2; // ratio of standard deviations

const CHANCE = 2 * ALPHA; // twice the expected share, because successive processes are slightly correlated

const LEAST_P = 1e-300;

const valuesOf = (side, unit) => (side && !side.error
  ? side.samples.map((sample) => sample[unit]).filter((value) => value > 0) : []);

function timesOf({ sides }) {
  const measured = sides.flatMap((side) => (side ? side.samples : [])).filter(({ nsPerCall }) => nsPerCall > 0);
  const unit = measured.every(({ cycles }) => cycles > 0) ? 'cycles' : 'nsPerCall';
  return sides.map((side) => valuesOf(side, unit));
}

function levelOf({ sides }) {
  const first = valuesOf(sides[0], 'nsPerCall');
  const found = first.length > 1 ? trimmedAndError(logs(first)) : { error: 0 };
  return found.error > 0 ? found : null;
}

/** Logarithm of the standard deviation within sides. Its squared error is trigamma(df / 2) / 4, to second order. */
function spreadOf(block) {
  let squares = 0;
  let df = 0;
  for (const values of timesOf(block).filter(({ length }) => length > 1)) {
    squares += variance(logs(values)) * (values.length - 1);
    df += values.length - 1;
  }
  return squares > 0 ? { centre: log(squares / df) / 2, error: (1 + 1 / df) / (2 * df), df } : null;
}

function referenceOf(own, all) {
  const others = all.filter((one) => one !== own);
  if (others.length === 1) return others[0];
  return {
    centre: median(all.map(({ centre }) => centre)),
    error: mean(others.map(({ error }) => error)),
    df: minOf(others.map(({ df }) => df)),
  };
}

function differenceOf(own, other) {
  const error = own.error + other.error;
  return {
    centre: own.centre - other.centre, error, df: error ** 2 / (own.error ** 2 / own.df + other.error ** 2 / other.df),
  };
}

/** Distance of each machine from the rest: `value` is the median over tests; p of the mean, by Holm over machines. */
function compareMachines(tests, quantityOf) {
  const differences = new Map();
  for (const { blocks } of tests) {
    const known = blocks.map((block) => ({ machine: block.machine, found: quantityOf(block) })).filter(
      ({ found }) => found);
    if (known.length < 2) continue;
    const all = known.map(({ found }) => found);
    for (const { machine, found } of known) {
      if (!differences.has(machine)) differences.set(machine, []);
      differences.get(machine).push(differenceOf(found, referenceOf(found, all)));
    }
  }
  const machines = [...differences].map(([machine, list]) => {
    const { centre, error, df } = weightedMean(list);
    const value = median(list.map((one) => one.centre));
    return { machine, tests: list.length, value, p: value * centre > 0 ? tTwoSidedP(centre / sqrt(error), df) : 1 };
  });
  const adjusted = holm(machines.map(({ p }) => p), ALPHA);
  return machines.map((one, i) => ({ ...one, p: adjusted[i].adjusted }));
}

const findHigh = (tests, quantityOf, least) => compareMachines(tests, quantityOf)
  .filter(({ p, value }) => p <= ALPHA && value >= least);

const findSlower = (tests) => findHigh(tests, levelOf, log1p(SLOWER)).map(({ machine, value, tests: count }) => (
  { kind: 'machine-slower', machine, share: exp(value) - 1, tests: count }));

const findNoisy = (tests) => findHigh(tests, spreadOf, log(NOISIER)).map(({ machine, value, tests: count }) => (
  { kind: 'machine-noisy', machine, times: exp(value), tests: count }));

function changesOf(tests) {
  return tests.flatMap(({ blocks }) => blocks[0].sides.slice(1).map((_, i) => blocks.flatMap((block) => {
    const sides = timesOf(block);
    const [old, fresh] = [sides[0], sides[i + 1]];
    if (old.length < 2 || fresh.length < 2) return [];
    const { difference, error, df } = yuenTest(fresh, old);
    return error > 0 ? [{ machine: block.machine, centre: difference, error: error ** 2, df }] : [];
  })));
}

/**
 * Whether the changes of a machine differ in too many tests, or by too much in one. `p`: under the assumption that the
 * machine is like the rest; `surprise`: mean of -ln p, to order machines that all differ.
 */
function disagreementOf(machine, rest, changes) {
  const ps = [];
  for (const parts of changes) {
    const own = parts.find((part) => part.machine === machine);
    const others = parts.filter((part) => part !== own && rest.includes(part.machine));
    if (!own || others.length === 0) continue;
    const { centre, error, df } = differenceOf(own, weightedMean(others));
    ps.push(tTwoSidedP(centre / sqrt(error), df));
  }
  const differing = ps.filter((p) => p <= ALPHA).length;
  if (ps.length === 0) return { machine, p: 1, surprise: 0, tests: 0, differing };
  const least = ps.reduce((lowest, p) => min(lowest, p), 1);
  const p = min(1, 2 * min(binomialTail(differing, ps.length, CHANCE), least * ps.length));
  return { machine, p, surprise: mean(ps.map((one) => -log(max(LEAST_P, one)))), tests: ps.length, differing };
}

/** Finds the worst machine, then repeats without it (Holm). Of the last two, either can be wrong. */
function findDisagreeing(tests, machines) {
  const changes = changesOf(tests);
  const found = [];
  let rest = machines;
  while (rest.length > 2) {
    const all = rest.map((machine) => disagreementOf(machine, rest, changes));
    const worst = all.reduce((most, one) => (one.surprise > most.surprise ? one : most));
    if (worst.p * rest.length > ALPHA) break;
    found.push(worst);
    rest = rest.filter((machine) => machine !== worst.machine);
  }
  if (rest.length === 2) {
    const both = rest.map((machine) => disagreementOf(machine, rest, changes));
    if (both[0].p <= ALPHA) found.push(both[0], both[1]);
  }
  return found.map(({ machine, tests: count, differing }) => (
    { kind: 'machine-disagrees', machine, tests: count, differing }));
}

/**
 * @param {object[]} tests as judge() takes them; tests with fewer than two blocks do not count
 * @returns {object[]} the worst first: { kind: 'machine-disagrees', machine, tests (shared), differing (at 5 %) }, {
 *   kind: 'machine-slower', machine, share (0.1 for 10 %), tests }, { kind: 'machine-noisy', machine, times, tests }
 */
function findMachineOutliers(tests) {
  const shared = tests.filter(({ blocks }) => blocks && blocks.length > 1);
  const machines = [...new Set(shared.flatMap(({ blocks }) => blocks.map(({ machine }) => machine)))].sort(
    (a, b) => a - b);
  if (machines.length < 2) return [];
  return [...findDisagreeing(shared, machines), ...findSlower(shared), ...findNoisy(shared)];
}

module.exports = { findMachineOutliers };
