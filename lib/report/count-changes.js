'use strict';

/*
 * What the new side of a comparison executes, beside the old one, in words: in a cell, in a clause, and where its time
 * says the opposite.
 */

const { EVENT_WORDS } = require('./count-cells');
const { sentence } = require('../system/warnings');
const { groupedBy } = require('../text/grouped-by');
const { alsoText, firstOf } = require('../text/columns');
const { escaped } = require('../text/display');
const { number, percentChange, rough, shareText } = require('../text/numbers');

const { abs } = Math;

const MOST_LINES = 4;

/** Whether instructions were to be compared; comparisons of before, and of rates, have none. */
const hasCounts = ({ counts }) => Boolean(counts);
const isOf = (...verdicts) => (change) => hasCounts(change) && verdicts.includes(change.counts.verdict);
const isMoved = isOf('more', 'fewer');
const isSame = isOf('same');
const isNotCounted = isOf('not-counted');

const anyCounts = ({ tests }) => tests.some(({ changes }) => changes.some(hasCounts));

/** '3.0', '0.25', '41.3', '1,234': of instructions a tenth is enough above one */
function amount(value) {
  const size = abs(value);
  return size >= 99.95 ? number(size) : size.toFixed(size >= 0.995 ? 1 : 2);
}

/** '+3.0, +1.1 %', 'same', 'not counted', '' where nobody has asked */
function countCell(change) {
  if (!hasCounts(change)) return '';
  if (!isMoved(change)) return isSame(change) ? 'same' : 'not counted';
  const { difference, ratio } = change.counts;
  const sign = difference < 0 ? '-' : '+';
  return `${sign}${amount(difference)}${ratio === null ? '' : `, ${percentChange(ratio)} %`}`;
}

/** As pages have it. */
const withMinus = (text) => text.replace(/-(?=\d)/g, '−').replace(/ %/, '\u00a0%');

/** '1.1 % more instructions', '2.3x as many instructions', '3.0 fewer instructions' */
function movedWords({ counts: { difference, ratio, verdict } }) {
  if (ratio === null) return `${amount(difference)} ${verdict} instructions`;
  if (ratio >= 2) return `${ratio < 9.95 ? ratio.toFixed(1) : number(ratio)}x as many instructions`;
  return `${shareText(abs(ratio - 1))} ${verdict} instructions`;
}

const SAME = 'the same number of instructions';

/** 'executes 1.1 % more instructions', 'executes the same number of instructions' */
const executesWords = (change) => `executes ${isSame(change) ? SAME : movedWords(change)}`;

const slowerOrFaster = ({ verdict, ratio }) => (verdict === 'slower' ? `takes ${shareText(ratio - 1)} longer`
  : `takes ${shareText(1 - ratio)} less time`);

/** Whether the time says certainly what the instructions do not. */
function isContradicted(change) {
  if (!hasCounts(change)) return false;
  const { verdict, counts } = change;
  return verdict === 'slower' ? counts.verdict === 'same' || counts.verdict === 'fewer'
    : verdict === 'faster' && (counts.verdict === 'same' || counts.verdict === 'more');
}

/** '0.42 more first-level misses', of those that have moved, and in this way */
function eventWords({ counts: { events } }, verdicts = ['more', 'fewer'], words = EVENT_WORDS) {
  if (!events) return [];
  return words.filter(([name]) => events[name] && verdicts.includes(events[name].verdict))
    .map(([name, what]) => `${rough(abs(events[name].difference))} ${events[name].verdict} ${what}`);
}

/** What can make a time go where its instructions do not. */
function whyText(change, what) {
  const isSlower = change.verdict === 'slower';
  if (!change.counts.events) {
    const causes = isSlower ? 'misses of caches, mispredicted branches or operations that wait for each other'
      : 'fewer misses of caches, fewer mispredicted branches or operations that wait less for each other';
    return `${causes} may be why; --count cache tells of the first two`;
  }
  const found = eventWords(change, [isSlower ? 'more' : 'fewer']);
  return found.length > 0 ? `${what} has ${found.join(', ')}`
    : `neither caches nor branches tell why: its operations may wait ${isSlower ? '' : 'less '}for each other`;
}

/** 'parse executes 1.1 % fewer instructions, and takes 2.0 % longer: ...' */
const contradictionLines = (named, what) => named.filter(({ change }) => isContradicted(change)).map((
  { name, change }) => `${name} ${executesWords(change)}, and ${slowerOrFaster(change)}: ${whyText(change, what)}`);

/** 'parse: a call has 0.42 more first-level misses, 5.1 more cycles', which are estimated where valgrind counts */
function eventLines(named, what) {
  return named.filter(({ change }) => hasCounts(change) && !isContradicted(change)).flatMap(({ name, change }) => {
    const words = eventWords(change, ['more', 'fewer'], [...EVENT_WORDS, ['cycles', 'cycles']]);
    return words.length === 0 ? [] : [`${name}: ${what} has ${words.join(', ')}`];
  });
}

/** 'parse: not counted: it starts worker threads (also: fill)' */
function notCountedLines(named) {
  const open = named.filter(({ change }) => isNotCounted(change));
  return [...groupedBy(open, ({ change }) => change.counts.reason)]
    .map(([reason, [{ name }, ...others]]) => `${name}: not counted: ${escaped(reason)}` +
      alsoText(others.map((one) => one.name)));
}

/** Those of which only a part is counted. */
function partLines(named) {
  const names = named.filter(({ change }) => hasCounts(change) && change.counts.hasProcesses).map(({ name }) => name);
  return names.length ? [`${names[0]}: ${sentence({ code: 'processes-not-counted' })}${alsoText(names.slice(1))}`] : [];
}

/**
 * @param {{ name: string, change: object }[]} named changes of a comparison
 * @param {string} [what] is counted
 * @returns {string[]} what there is to say of their instructions, none where nothing was counted
 */
function countLines(named, what = 'a call') {
  return [
    ...firstOf(notCountedLines(named), MOST_LINES), ...partLines(named),
    ...firstOf(eventLines(named, what), MOST_LINES), ...firstOf(contradictionLines(named, what), MOST_LINES),
  ];
}

module.exports = {
  hasCounts, anyCounts, isMoved, isSame, isNotCounted, countCell, withMinus, movedWords, executesWords, countLines,
  amount, SAME,
};
