'use strict';

/* Finds configurations with too few operations: in a short run of a fresh process, V8 has compiled little code. */

const { median, variation } = require('../stats/sample');

const { ceil, floor, log10 } = Math;

// After 10 ms most code is compiled. After 100 ms the start of a process hardly matters.
const SHORT_SECONDS = 0.01;
const WANTED_SECONDS = 0.1;

// With a spread of 10 %, finding a difference of 5 % takes 60 runs per side.
const NOISY = 0.1;
const FEWEST_RUNS = 5;

/** Rounds up to 1, 2 or 5 times a power of ten: 1234 -> 2000. */
function rounded(value) {
  const power = 10 ** floor(log10(value));
  const digit = ceil(value / power - 1e-9);
  return (digit <= 1 ? 1 : digit <= 2 ? 2 : digit <= 5 ? 5 : 10) * power;
}

/** The parameter whose value was passed to end(), else n; null without either. */
function countParameter(parameters, operations) {
  if (parameters === null) return null;
  const names = Object.keys(parameters).filter((name) => typeof parameters[name] === 'number' && parameters[name] > 0);
  const same = names.filter((name) => parameters[name] === operations);
  return same.includes('n') || same.length === 0 ? (names.includes('n') ? 'n' : null) : same[0];
}

/**
 * @param {object} rates see docs/command-line.md
 * @returns {{ file, configuration, kind: 'too-short'|'noisy', seconds, variation, parameter: string|null, suggestion:
 *   number|null }[]}
 */
function hintsOf({ configurations }) {
  const hints = [];
  for (const { file, configuration, parameters, operations = null, sides } of configurations) {
    // The options of a load set its duration.
    if (configuration.includes('benchmarker=')) continue;
    const measured = sides.filter((side) => side && side.rates.length);
    const times = [].concat(...measured.map(({ seconds }) => seconds.filter((one) => one > 0)));
    if (times.length === 0) continue;
    // Avoid the median of ten thousand times unless some are short.
    const isShort = times.some((one) => one < SHORT_SECONDS) && median(times) < SHORT_SECONDS;
    const worst = Math.max(0, ...measured.filter((side) => side.rates.length >= FEWEST_RUNS)
      .map((side) => variation(side.rates) || 0));
    const kind = isShort ? 'too-short' : worst > NOISY ? 'noisy' : null;
    if (kind === null) continue;
    const seconds = median(times);
    const parameter = countParameter(parameters, operations);
    const isLonger = parameter !== null && seconds < WANTED_SECONDS;
    hints.push({
      file, configuration, kind, seconds, variation: worst || null, parameter,
      suggestion: isLonger ? rounded(parameters[parameter] * WANTED_SECONDS / seconds) : null,
    });
  }
  return hints;
}

module.exports = { hintsOf, countParameter, rounded, WANTED_SECONDS };
