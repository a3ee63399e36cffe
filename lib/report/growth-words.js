'use strict';

/* Sentences on how a time grows with a parameter, of benchmark files and of tests with parameters. */

const { formatPercent, roughTime } = require('../base/text/numbers');

const FAR = 0.1; // if the best function is off by more, it is merely the least bad
const MUCH_NEARER = 2; // a second unknown alone fits better: with four points of pure noise, by a fifth

const coefficientText = (ns) => (ns > 0 ? roughTime(ns) : '-');

const isConstant = ({ name }) => name === '1';
const hasConstant = ({ constantNs }) => typeof constantNs === 'number';
const offBy = ({ error }) => `off by ${formatPercent(error)}`;

/** 'n log n'; 'a constant plus n' with a constant */
const formOf = (found) => (hasConstant(found) ? `a constant plus ${found.name}` : found.name);
const sumOf = ({ name, constantNs, coefficientNs }) => (
  `${coefficientText(constantNs)} + ${coefficientText(coefficientNs)} * ${name}`);

const needsConstant = ({ withConstant, best }) =>
  Boolean(withConstant) && withConstant.error <= FAR && withConstant.error * MUCH_NEARER <= best.error;

/** The function plus a constant, if it fits much better than any function alone; or null. */
function growthWithConstant(growth, x) {
  if (!needsConstant(growth)) return null;
  const { withConstant, best } = growth;
  const alone = `${best.name} alone by ${formatPercent(best.error)}`;
  return `time grows with ${x} as ${formOf(withConstant)}: ${sumOf(withConstant)} (${offBy(withConstant)}; ${alone})`;
}

function doubtfulGrowth(best, runnerUp, x) {
  if (best.error > FAR) {
    const next = `${formOf(runnerUp)} by ${formatPercent(runnerUp.error)}`;
    return `none of the usual functions fits the growth of time with ${x}: ${formOf(best)} is ${offBy(best)}, ${next}`;
  }
  const one = isConstant(best) ? runnerUp : best;
  const other = isConstant(best) ? best : runnerUp;
  const both = `${formOf(one)} or ${isConstant(other) ? 'not at all' : formOf(other)}`;
  return `time grows with ${x} as ${both}; both fit these points (${offBy(one)} and ${formatPercent(other.error)})`;
}

/** 'time grows with size as n log n (1.2 ns each, off by 3 %); next best n (off by 7 %)'; x: name of the parameter */
function growthSentence(growth, x) {
  const { best, runnerUp, isClear } = growth;
  const offset = growthWithConstant(growth, x);
  if (offset) return offset;
  if (!isClear && runnerUp) return doubtfulGrowth(best, runnerUp, x);
  const nextForm = runnerUp && (isConstant(runnerUp) ? 'a constant' : formOf(runnerUp));
  const next = runnerUp ? `; next best ${nextForm} (${offBy(runnerUp)})` : '';
  if (hasConstant(best) && !isConstant(best)) {
    return `time grows with ${x} as ${formOf(best)}: ${sumOf(best)} (${offBy(best)})${next}`;
  }
  const each = coefficientText(best.coefficientNs);
  if (isConstant(best)) return `time does not depend on ${x} (${each}, ${offBy(best)})${next}`;
  return `time grows with ${x} as ${each} * ${best.name} (${offBy(best)})${next}`;
}

function growthInShort(growth) {
  const { best, runnerUp, isClear, withConstant } = growth;
  if (needsConstant(growth)) return formOf(withConstant);
  if (isClear || !runnerUp) return formOf(best);
  return best.error > FAR ? 'none' : `${formOf(best)} or ${formOf(runnerUp)}`;
}

module.exports = { growthSentence, growthInShort };
