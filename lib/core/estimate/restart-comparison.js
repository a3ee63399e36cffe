'use strict';

/* Compares the processes of a restart, see session/interleaved.js. */

const { compareTests } = require('./suite-comparison');
const { mean, median, quantileSorted, toSorted } = require('../../base/stats/sample');
const { hasSpeed } = require('../../base/text/verdict-words');

const { exp, log, min } = Math;

function scaleTimes(sample, factor) {
  const scaled = { ...sample };
  for (const name of ['nsPerCall', 'nsLow', 'nsHigh', 'cycles']) if (sample[name] !== null) scaled[name] *= factor;
  return scaled;
}

const haveCycles = (samples) => samples.every(({ cycles }) => cycles > 0);

/** Cycles per ns, the geometric mean (1 for none). As ns at this rate, times keep the ratios of the cycles. */
function commonRate(samples) {
  return samples.length ? exp(mean(samples.map(({ cycles, nsPerCall }) => log(cycles / nsPerCall)))) : 1;
}

/** @typedef {{ row: object, rounds: object|null }} Measured result of one process; rounds: see roundsForPairs() */

const isKnown = ({ row }) => hasSpeed(row) && row.nsPerCall > 0;

// Not clusters: tests that allocate repeat to 2.6 % with all rounds in one list, and to 3.4 % with clusters of loops.
const inRestart = ({ row, rounds }) => ({ row, nets: rounds, collects: false });

/** Ratio of the times per operation of two processes of a restart, from their turns if known. Null without a speed. */
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

/** Times of the processes of a restart, scaled to their ratios to the first, as pairs. Null if one has no speed. */
function samplesOfRestart(measured) {
  const [first] = measured;
  const ratios = measured.map((one) => ratioInRestart(one, first));
  if (ratios.includes(null)) return null;
  return measured.map(({ row: { ops, nsPerCall, nsLow, nsHigh, cycles } }, i) => {
    const factor = ratios[i] * ops / first.row.ops;
    const ns = first.row.nsPerCall * factor;
    return {
      ...scaleTimes({ nsPerCall, nsLow, nsHigh }, ns / nsPerCall), nsPerCall: ns,
      cycles: cycles > 0 && first.row.cycles > 0 ? first.row.cycles * factor : null,
    };
  });
}

// An empty loop this much slower shares its core: 1.51 cycles become 2.6, and loops over arrays take 1.8 times as long.
const SHARED = 1.03;

// Quantiles for the unshared time: of the rounds of a process, then of all processes, some with a better address.
const LOW = 0.05;
const USUAL = 0.15;

// Least number of rounds of a process (or half of its rounds, if fewer) and of restarts on an unshared core.
const FEWEST_ROUNDS = 4;
const FEWEST_UNSHARED = 4;

const cyclesIn = ({ rounds }) => (rounds ? rounds.cycles.filter((one) => one > 0) : []);

function restrict(measured, most) {
  if (cyclesIn(measured).length === 0) return measured;
  const { row, rounds } = measured;
  const kept = rounds.turns.map((_, i) => i).filter((i) => rounds.cycles[i] === null || rounds.cycles[i] <= most);
  if (kept.length < min(FEWEST_ROUNDS, rounds.turns.length / 2)) return null;
  const columns = Object.entries(rounds).filter(([, list]) => Array.isArray(list));
  const own = { ...rounds, ...Object.fromEntries(columns.map(([name, list]) => [name, kept.map((i) => list[i])])) };
  const factor = row.statistic === 'median' && row.nsPerCall > 0 ? median(own.ns) * row.ops / row.nsPerCall : 1;
  return { row: scaleTimes(row, factor), rounds: own };
}

/** Cycles per iteration of the empty loop on an unshared core, for processes of one engine; Infinity if unknown. */
function turnCyclesAlone(processes) {
  const lows = processes.map(cyclesIn).filter(({ length }) => length > 0)
    .map((cycles) => quantileSorted(toSorted(cycles), LOW));
  return lows.length > 0 ? quantileSorted(toSorted(lows), USUAL) : Infinity;
}

/** Leaves out rounds with a shared core. Restarts without enough become null; if too many do, none is changed. */
function keepUnshared(restarts, usual) {
  const alone = restarts.map((own) => {
    const kept = own.map((measured, i) => restrict(measured, SHARED * usual[i]));
    return kept.includes(null) ? null : kept;
  });
  return alone.filter((own) => own !== null).length >= FEWEST_UNSHARED ? alone : restarts;
}

/** Log ratios by the restarts that have both tests. Maps are from the number of a restart to Measured. */
function logRatios(one, other, usual) {
  const pairs = [...one].filter(([number]) => other.has(number)).map(([number, measured]) => (
    [measured, other.get(number)]));
  return keepUnshared(pairs, [usual, usual]).map((pair) => pair && ratioInRestart(pair[0], pair[1]))
    .filter((ratio) => ratio !== null).map((ratio) => log(ratio));
}

module.exports = {
  isKnown, scaleTimes, haveCycles, commonRate, keepUnshared, turnCyclesAlone, samplesOfRestart, ratioInRestart,
  logRatios,
};
