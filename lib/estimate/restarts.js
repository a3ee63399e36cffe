'use strict';

/* Compares the processes of a restart with each other, see session/interleaved.js. Pure functions. */

const { compareTests } = require('./suite-comparison');
const { mean, median, quantileSorted, sorted } = require('../stats/sample');
const { hasSpeed } = require('../text/verdict-words');

const { exp, log, min } = Math;

const haveCycles = (samples) => samples.every(({ cycles }) => cycles > 0);

/**
 * The common clock rate of several processes. Cycles are free of changes of that rate, but hard to read: as ns at the
 * mean rate of all processes, times have the ratios of the cycles.
 *
 * @param {{ cycles: number, nsPerCall: number }[]} samples of processes, with a speed and with cycles
 * @returns {number} cycles per ns, the geometric mean; 1 for none
 */
function commonRate(samples) {
  return samples.length ? exp(mean(samples.map(({ cycles, nsPerCall }) => log(cycles / nsPerCall)))) : 1;
}

/**
 * @typedef {object} Measured the result of one process of a restart
 * @property {object} row
 * @property {object|null} rounds of an interleaved process, see roundsForPairs()
 */

const isKnown = ({ row }) => hasSpeed(row) && row.nsPerCall > 0;

// Restarts average the luck of single loops, and so loops are no clusters: for a test that allocates, all rounds as one
// list repeat to 2.6 % and not to 3.4 %.
const inRestart = ({ row, rounds }) => ({ row, nets: rounds, collects: false });

/**
 * Time per operation of one process over that of another one of the same restart, from the turns of both; without turns
 * from their times.
 *
 * @returns {number|null} null if either has no speed
 */
function ratioInRestart(one, other) {
  if (!isKnown(one) || !isKnown(other)) return null;
  if (one.rounds && other.rounds) {
    const { ratio } = compareTests(inRestart(one), inRestart(other), 0.95);
    if (ratio > 0) return ratio;
  }
  const [a, b] = one.row.cycles > 0 && other.row.cycles > 0 ? [one.row.cycles, other.row.cycles]
    : [one.row.nsPerCall, other.row.nsPerCall];
  return a / one.row.ops / (b / other.row.ops);
}

/**
 * The times of the processes of one restart, scaled to their ratios to the first one: two lists of such times are
 * pairs.
 *
 * @returns {{ nsPerCall, nsLow, nsHigh, cycles }[]|null} null if one has no speed
 */
function samplesOfRestart(measured) {
  const [first] = measured;
  const ratios = measured.map((one) => ratioInRestart(one, first));
  if (ratios.includes(null)) return null;
  return measured.map(({ row: { ops, nsPerCall, nsLow, nsHigh, cycles } }, i) => {
    const ns = first.row.nsPerCall / first.row.ops * ratios[i] * ops;
    const scaled = (value) => (value === null ? null : value * (ns / nsPerCall));
    const areCycles = cycles > 0 && first.row.cycles > 0;
    return {
      nsPerCall: ns, nsLow: scaled(nsLow), nsHigh: scaled(nsHigh),
      cycles: areCycles ? first.row.cycles / first.row.ops * ratios[i] * ops : null,
    };
  });
}

// An empty loop that takes so many times as long shares the core: 1.51 cycles become 2.6, and loops over arrays take
// 1.8 times as long, while a chain of multiplications is not slower.
const SHARED = 1.03;

// Its time alone, as a quantile of the rounds of a process, and of these of all processes. Not the least, because in
// some processes the code of the empty loop has a better address.
const LOW = 0.05;
const USUAL = 0.15;

// Rounds that a process needs, or half of its rounds if these are fewer; and restarts.
const FEWEST_ROUNDS = 4;
const FEWEST_RESTARTS = 4;

const cyclesIn = ({ rounds }) => (rounds ? rounds.cycles.filter((one) => one > 0) : []);

/** The result of a process from the rounds with at most so many cycles of the empty loop; null for too few rounds. */
function restrict(measured, most) {
  if (cyclesIn(measured).length === 0) return measured;
  const { row, rounds } = measured;
  const kept = rounds.turns.map((_, i) => i).filter((i) => rounds.cycles[i] === null || rounds.cycles[i] <= most);
  if (kept.length < min(FEWEST_ROUNDS, rounds.turns.length / 2)) return null;
  const own = Object.fromEntries(Object.entries(rounds).map(([name, list]) => [name, kept.map((i) => list[i])]));
  const factor = row.statistic === 'median' && row.nsPerCall > 0 ? median(own.ns) * row.ops / row.nsPerCall : 1;
  const scaled = (value) => (value === null ? null : value * factor);
  const { nsPerCall, nsLow, nsHigh, cycles } = row;
  return {
    row: {
      ...row, nsPerCall: nsPerCall * factor, nsLow: scaled(nsLow), nsHigh: scaled(nsHigh), cycles: scaled(cycles),
    },
    rounds: own,
  };
}

/**
 * Cycles of a turn of the empty loop in processes that do not share their core.
 *
 * @param {Measured[]} processes of one engine
 * @returns {number} Infinity if they are unknown
 */
function turnCyclesAlone(processes) {
  const lows = processes.map(cyclesIn).filter(({ length }) => length > 0)
    .map((cycles) => quantileSorted(sorted(cycles), LOW));
  return lows.length > 0 ? quantileSorted(sorted(lows), USUAL) : Infinity;
}

/**
 * The rounds of all restarts in which the core was not shared. A process on a hyperthread of the same core changes the
 * ratio of two tests for seconds, even if they are interleaved. The empty loop shows it, so that rounds and restarts
 * can be left out without a look at the tests.
 *
 * @param {Measured[][]} restarts for each its processes, in the order of the tests
 * @param {number[]} usual turnCyclesAlone() for each of these
 * @returns {(Measured[]|null)[]} each restart with fewer rounds, null for one without; all unchanged if too few are
 *   left
 */
function keepUnshared(restarts, usual) {
  const alone = restarts.map((own) => {
    const kept = own.map((measured, i) => restrict(measured, SHARED * usual[i]));
    return kept.includes(null) ? null : kept;
  });
  return alone.filter((own) => own !== null).length >= FEWEST_RESTARTS ? alone : restarts;
}

/**
 * Logarithms of the ratios of two tests, from the restarts with both.
 *
 * @param {Map<number, Measured>} one by the number of the restart
 * @param {Map<number, Measured>} other
 * @param {number} usual turnCyclesAlone() of all
 */
function logRatios(one, other, usual) {
  const pairs = [...one].filter(([number]) => other.has(number)).map(([number, measured]) => (
    [measured, other.get(number)]));
  return keepUnshared(pairs, [usual, usual]).map((pair) => pair && ratioInRestart(...pair))
    .filter((ratio) => ratio !== null).map((ratio) => log(ratio));
}

module.exports = {
  haveCycles, commonRate, keepUnshared, turnCyclesAlone, samplesOfRestart, ratioInRestart, logRatios,
};
