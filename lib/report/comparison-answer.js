'use strict';

/* The answer below the table of a comparison. Percentages and factors are of the values in the column of changes. */

const { executesWords, isMoved, isNotCounted, isSame, hasCounts, movedAmount, movedWords } = require('./count-changes');
const { maxOf } = require('../base/stats/sample');
const { changeOf, quantityText, shortPercent, speedWords, unsigned } = require('../base/text/numbers');
const { UNMEASURED } = require('../base/text/verdict-words');
const { together } = require('./answer');

const { abs, log } = Math;

const MOST_NAMED = 3; // of more tests, the answer names the most changed one and counts the rest

/** 'takes 1.9 % longer', 'takes 17.0 % less time', 'is 2.3× faster', as in the table; ratio: new time over old */
function timeWords({ ratio, low, high }) {
  const { isNear, value, direction } = changeOf(ratio, low, high);
  if (!isNear) return `is ${quantityText(value)} ${direction}`;
  return `takes ${quantityText(unsigned(value))} ${direction === 'faster' ? 'less time' : 'longer'}`;
}

const inverse = (value) => (value > 0 ? 1 / value : null);
const rateWords = ({ ratio, low, high }) => `is ${speedWords(1 / ratio, inverse(high), inverse(low))}`;

const withCounts = (wordsOf) => (change) => wordsOf(change) + (isMoved(change) ? `, with ${movedWords(change)}` : '');

function executedClause(moved, ending) {
  const [first, ...others] = moved;
  if (!first) return [];
  const words = ending(others.length > 0 ? 'their times' : 'its time');
  if (moved.length > MOST_NAMED) {
    const most = `the largest change is in ${first.name}, with ${movedWords(first)}`;
    return [`${moved.length} execute more or fewer instructions${words}; ${most}`];
  }
  const shorter = (change) => `${change.name} ${movedAmount(change)}`;
  return [together([`${first.name} ${executesWords(first)}`, ...others.map(shorter)]) + words];
}

function changedClauses(changed, wordsOf, many) {
  if (changed.length <= MOST_NAMED) return changed.map((change) => `${change.name} ${wordsOf(change)}`);
  return [`${changed.length} ${many}; the largest change is in ${changed[0].name}, which ${wordsOf(changed[0])}`];
}

function restClause(rest, words) {
  if (rest.length === 0) return [];
  const names = rest.length <= MOST_NAMED ? together(rest.map(({ name }) => name)) : `${rest.length}`;
  return [`${names} ${words(rest.length > 1 ? 'are' : 'is')}`];
}

const isUntested = ({ ratio, welch }) => ratio === null || Boolean(welch && welch.skipped);

const REMOVED = ['hoisted', 'folded']; // verdicts of tests whose work V8 does only once
const OPEN = ['unresolved', ...Object.keys(UNMEASURED)]; // verdicts of unresolved or unknown times

const isOpen = (change) => !hasCounts(change) || isNotCounted(change);
const sizeOf = ({ counts: { ratio, difference } }) => (ratio === null ? abs(difference) : abs(log(ratio)));

/** Lines: the changes first. entries: [{ name, change }]; isSaved: results of different times */
function comparisonAnswer(entries, { isSaved = false, isOfRates = false } = {}) {
  const changes = entries.map(({ name, change }) => ({ ...change, name }));
  const of = (...verdicts) => changes.filter(({ verdict }) => verdicts.includes(verdict));
  const wordsOf = withCounts(isOfRates ? rateWords : timeWords);
  const slower = of('slower', 'looks-slower').sort((a, b) => b.ratio - a.ratio);
  const faster = of('faster', 'looks-faster').sort((a, b) => a.ratio - b.ratio);
  const moved = (...verdicts) => of(...verdicts).filter(isMoved).sort((a, b) => sizeOf(b) - sizeOf(a));
  const within = (changes) => `within ${shortPercent(maxOf(changes.map(({ margin }) => margin)))}`;
  const same = of('same').filter((change) => !isMoved(change));
  const sameByCounts = of(...OPEN).filter(isSame);
  const unresolved = of('unresolved').filter((change) => !isUntested(change) && isOpen(change));
  const changed = [
    ...changedClauses(slower, wordsOf, isOfRates ? 'are slower' : 'take longer'),
    ...changedClauses(faster, wordsOf, isOfRates ? 'are faster' : 'take less time'),
  ].join('; ');
  return [
    ...(changed && isSaved ? [`${changed}, judging by results measured at different times`] : changed ? [changed] : []),
    ...executedClause(moved('not-judged'), () => ''),
    ...executedClause(moved(...OPEN), (times) => `, which ${times} cannot show`),
    ...executedClause(moved('same'), () => `, at the same speed ${within(moved('same'))}`),
    ...restClause(same, (are) => `${are} the same ${within(same)}`),
    ...restClause(sameByCounts, (are) => (
      `cannot be distinguished by time, and ${are === 'is' ? 'executes' : 'execute'} the same number of instructions`)),
    ...restClause(unresolved, (are) => `${are} not resolved yet`),
    ...REMOVED.flatMap((verdict) => restClause(of(verdict), (are) => (
      `${are} ${UNMEASURED[verdict]}: pass inputs through blackBox(value)`))),
  ];
}

module.exports = { comparisonAnswer };
