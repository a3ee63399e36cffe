'use strict';

/* What the processes of one restart say of each other, see session/interleaved.js. Pure functions. */

const { compareTests } = require('./suite-comparison');
const { median, quantileSorted, sorted } = require('../stats/sample');
const { hasSpeed } = require('../text/verdict-words');

const { log, min } = Math;

/**
 * @typedef {object} Measured what one process of a restart has found
 * @property {object} row
 * @property {object|null} rounds of a process that took turns, see roundsForPairs()
 */

const isKnown = ({ row }) => hasSpeed(row) && row.nsPerCall > 0;

// The luck of single loops is averaged by the restarts: all rounds as one list repeat better, 2.6 % for 3.4 % of a test
// that allocates.
const inRestart = ({ row, rounds }) => ({ row, nets: rounds, collects: false });

/**
 * Time of an operation of one process over that of another one of the same restart, from the turns that both took part
 * in; without turns from their times.
 *
 * @param {Measured} one
 * @param {Measured} other
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
 * The times of the processes of one restart, brought to what their ratios to the first one say: two lists of such times
 * are pairs.
 *
 * @param {Measured[]} measured
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

// An empty loop that takes so much more than it does alone shares the core with something: 1.51 cycles become 2.6, and
// loops over arrays take 1.8 times as long, while a chain of multiplications takes what it did.
const SHARED = 1.03;

// What it takes alone, as quantiles: of the rounds of a process, and of these of all processes. Not the least: in some
// processes the code of the empty loop lies better than in the others.
const LOW = 0.05;
const USUAL = 0.15;

// Rounds that a process needs, half of its rounds if these are fewer; and restarts.
const FEWEST_ROUNDS = 4;
const FEWEST_RESTARTS = 4;

const cyclesIn = ({ rounds }) => (rounds ? rounds.cycles.filter((one) => one > 0) : []);

/** What one process has found in the rounds in which the empty loop took so many cycles at most; null in too few. */
function within(measured, most) {
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
 * What a turn of the empty loop takes in processes that have their core to themselves.
 *
 * @param {Measured[]} processes of one engine
 * @returns {number} cycles; Infinity if that is unknown
 */
function turnCyclesAlone(processes) {
  const lows = processes.map(cyclesIn).filter(({ length }) => length > 0)
    .map((cycles) => quantileSorted(sorted(cycles), LOW));
  return lows.length > 0 ? quantileSorted(sorted(lows), USUAL) : Infinity;
}

/**
 * Of all restarts what was measured while the core was not shared. Something on a hyperthread of the same core changes
 * the ratio of two tests for seconds, and interleaving does not help against that. What an empty loop takes shows it,
 * so that rounds and restarts can be left out without a look at what is compared.
 *
 * @param {Measured[][]} restarts of each what its processes have found, in the order of what they measure
 * @param {number[]} usual turnCyclesAlone() of each of these
 * @returns {(Measured[]|null)[]} of each restart the same in fewer rounds, null for one that is left out; all as they
 *   are if too few are left
 */
function aloneRestarts(restarts, usual) {
  const alone = restarts.map((own) => {
    const kept = own.map((measured, i) => within(measured, SHARED * usual[i]));
    return kept.includes(null) ? null : kept;
  });
  return alone.filter((own) => own !== null).length >= FEWEST_RESTARTS ? alone : restarts;
}

/**
 * Logarithms of the ratios of two tests, of the restarts that both took part in.
 *
 * @param {Map<number, Measured>} one by the number of the restart
 * @param {Map<number, Measured>} other
 * @param {number} usual turnCyclesAlone() of all
 */
function logRatios(one, other, usual) {
  const pairs = [...one].filter(([number]) => other.has(number)).map(([number, measured]) => (
    [measured, other.get(number)]));
  return aloneRestarts(pairs, [usual, usual]).map((pair) => pair && ratioInRestart(...pair))
    .filter((ratio) => ratio !== null).map((ratio) => log(ratio));
}

module.exports = { aloneRestarts, turnCyclesAlone, samplesOfRestart, ratioInRestart, logRatios };
