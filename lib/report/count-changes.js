'use strict';

/* Instruction changes between sides in words: for cells, clauses, and contradictions with the time. */

const { EVENT_WORDS } = require('./cells');
const { sentence } = require('../core/system/warnings');
const { groupBy } = require('../base/text/grouped-by');
const { alsoText, limitLines } = require('../base/text/columns');
const { escaped } = require('../base/text/display');
const { formatNumber, percentChange, quantityText, rough, shareText } = require('../base/text/numbers');

const { abs } = Math;

const MOST_LINES = 4;

/** Whether the comparison covers instructions. Comparisons of rates and of older versions have no counts. */
const hasCounts = ({ counts }) => Boolean(counts);
const isOf = (...verdicts) => (change) => hasCounts(change) && verdicts.includes(change.counts.verdict);
const isMoved = isOf('more', 'fewer');
const isSame = isOf('same');
const isNotCounted = isOf('not-counted');

const hasCountedChanges = ({ tests }) => tests.some(({ changes }) => changes.some(hasCounts));

/** '3.0', '0.25', '41.3', '1,234': instructions, with one decimal from 1 to 100 */
function formatInstructions(value) {
  const size = abs(value);
  return size >= 99.95 ? formatNumber(size) : size.toFixed(size >= 0.995 ? 1 : 2);
}

/** '+3.0, +1.1 %', 'same', 'not counted', '' if counts were not requested */
function countCell(change) {
  if (!hasCounts(change)) return '';
  if (!isMoved(change)) return isSame(change) ? 'same' : 'not counted';
  const { difference, ratio } = change.counts;
  const sign = difference < 0 ? '-' : '+';
  return `${sign}${formatInstructions(difference)}${ratio === null ? '' : `, ${quantityText(percentChange(ratio))}`}`;
}

/** '3.0 more', '2.1x as many' */
function movedAmount({ counts: { difference, ratio, verdict } }) {
  if (ratio === null) return `${formatInstructions(difference)} ${verdict}`;
  if (ratio >= 2) return `${ratio < 9.95 ? ratio.toFixed(1) : formatNumber(ratio)}x as many`;
  return `${shareText(abs(ratio - 1))} ${verdict}`;
}

const movedWords = (change) => `${movedAmount(change)} instructions`;

const SAME = 'the same number of instructions';

const executesWords = (change) => `executes ${isSame(change) ? SAME : movedWords(change)}`;
const timesAs = (ratio) =>
  (ratio < 2 ? `takes ${shareText(ratio - 1)} longer` : `takes ${formatNumber(ratio)}x as long`);

const slowerOrFaster = ({ verdict, ratio }) => (
  verdict === 'slower' ? timesAs(ratio) : `takes ${shareText(1 - ratio)} less time`);

function isContradicted(change) {
  if (!hasCounts(change)) return false;
  const { verdict, counts } = change;
  return verdict === 'slower' ? counts.verdict === 'same' || counts.verdict === 'fewer'
    : verdict === 'faster' && (counts.verdict === 'same' || counts.verdict === 'more');
}

function eventWords({ counts: { events } }, verdicts = ['more', 'fewer'], words = EVENT_WORDS) {
  if (!events) return [];
  return words.filter(([name]) => events[name] && verdicts.includes(events[name].verdict))
    .map(([name, what]) => `${rough(abs(events[name].difference))} ${events[name].verdict} ${what}`);
}

function whyText(change, unit) {
  const isSlower = change.verdict === 'slower';
  if (!change.counts.events) {
    return `the cause may be ${isSlower ? 'cache misses, mispredicted branches or longer dependency chains'
      : 'fewer cache misses, fewer mispredicted branches or shorter dependency chains'
    }; --count cache counts the first two`;
  }
  const found = eventWords(change, [isSlower ? 'more' : 'fewer']);
  return found.length > 0 ? `${found.join(', ')} ${unit}`
    : `caches and branches are not the cause; its dependency chains may be ${isSlower ? 'longer' : 'shorter'}`;
}

/** named: { name, change, other }; other: the test that it is compared with, unless that is clear */
const contradictionLines = (named, unit) => named.filter(({ change }) => isContradicted(change)).map((
  { name, change, other = '' }) => (
  `${name} ${executesWords(change)}${other && ` ${isSame(change) ? 'as' : 'than'} ${other}`}, ` +
  `but ${slowerOrFaster(change)}: ${whyText(change, unit)}`));

function eventLines(named, unit) {
  return named.filter(({ change }) => hasCounts(change) && !isContradicted(change)).flatMap(({ name, change }) => {
    const words = eventWords(change, ['more', 'fewer'], [...EVENT_WORDS, ['cycles', 'cycles']]);
    return words.length === 0 ? [] : [`${name}: ${words.join(', ')} ${unit}`];
  });
}

function notCountedLines(named) {
  const open = named.filter(({ change }) => isNotCounted(change));
  return [...groupBy(open, ({ change }) => change.counts.reason)]
    .map(([reason, [{ name }, ...others]]) => `${name}: not counted: ${escaped(reason)}` +
      alsoText(others.map((one) => one.name)));
}

function partLines(named) {
  const names = named.filter(({ change }) => hasCounts(change) && change.counts.hasProcesses).map(({ name }) => name);
  return names.length ? [`${names[0]}: ${sentence({ code: 'processes-not-counted' })}${alsoText(names.slice(1))}`] : [];
}

/** named: changes of a comparison as { name, change } */
const countLines = (named, unit = 'per call') => [
  ...limitLines(notCountedLines(named), MOST_LINES), ...partLines(named),
  ...limitLines(eventLines(named, unit), MOST_LINES), ...limitLines(contradictionLines(named, unit), MOST_LINES),
];

module.exports = {
  hasCounts, hasCountedChanges, isMoved, isSame, isNotCounted, countCell, movedAmount, movedWords, executesWords,
  contradictionLines, countLines, formatInstructions, SAME,
};
