'use strict';

/* Changes of memory per call in words: for cells, the answer, notes, and the gate. */

const { alsoText, listNames } = require('../base/text/columns');
const { label } = require('../base/text/display');
const { bytesText, counted, shortPercent } = require('../base/text/numbers');

const { abs } = Math;

const MOST_NAMED = 3;
const MOST_NAMES = 5;

const isOf = (...verdicts) => ({ memory }) => Boolean(memory) && verdicts.includes(memory.verdict);
const isMemoryMoved = isOf('more', 'less');
const isPartMoved = (part) => Boolean(part) && (part.verdict === 'more' || part.verdict === 'less');

/** The part that a verdict is about: retained memory first, which is also allocated. */
const movedPart = ({ memory: { allocated, kept, peak = null, verdict } }) => (
  [kept, allocated, peak].find((part) => isPartMoved(part) && part.verdict === verdict));

/** '+24 B', '-1,024 B kept', '+2 MB at its peak', 'same', '?', '' if memory was not compared */
function memoryChangeCell(change) {
  const { memory } = change;
  if (!memory) return '';
  if (!isMemoryMoved(change)) return { same: 'same', unresolved: '?' }[memory.verdict] || '-';
  const part = movedPart(change);
  const sign = part.difference < 0 ? '-' : '+';
  const what = part === memory.kept ? ' kept' : part === memory.peak ? ' at its peak' : '';
  return `${sign}${bytesText(abs(part.difference))}${what}`;
}

/** 'allocates 24 B more per call (64 B, before 40 B)' */
const partWords = (verb, { difference, old, fresh, verdict }, when) => (
  `${verb} ${bytesText(abs(difference))} ${verdict} ${when} (${bytesText(fresh)}, before ${bytesText(old)})`);

const changedWords = ({ memory: { allocated, kept, peak = null } }) => [
  ...(isPartMoved(kept) ? [partWords('retains', kept, 'per call')] : []),
  ...(isPartMoved(allocated) ? [partWords('allocates', allocated, 'per call')] : []),
  ...(isPartMoved(peak) ? [partWords('holds', peak, 'at its peak')] : []),
].join(' and ');

function sharedLine(named, words) {
  const [first, ...others] = named;
  return first ? [`${first.name}: ${words}${alsoText(others.map(({ name }) => name))}`] : [];
}

/** The largest changes on one line, in a list that is empty without any. named: changes as { name, change } */
function memoryAnswer(named) {
  const size = ({ change }) => abs(movedPart(change).difference);
  const moved = named.filter(({ change }) => isMemoryMoved(change)).sort((a, b) => size(b) - size(a));
  if (moved.length === 0) return [];
  const shown = moved.slice(0, MOST_NAMED).map(({ name, change }) => `${name} ${changedWords(change)}`);
  const more = moved.length > MOST_NAMED ? [`the memory of ${moved.length - MOST_NAMED} more differs`] : [];
  return [[...shown, ...more].join('; ')];
}

/** Lines for the notes */
function memoryLines(named) {
  const open = named.filter(({ change }) => isOf('unresolved')(change));
  const missing = named.filter(({ change }) => isOf('not-measured')(change));
  return [
    ...sharedLine(open, 'memory not resolved, because its processes differ or are few'),
    ...sharedLine(missing, 'memory is known for one side only'),
  ];
}

/** The answer to --max-regression-memory on one line; null without a limit */
function memoryGateLine({ memoryGate, sides }) {
  if (!memoryGate) return null;
  const { limit, outcome, passed, failed, unjudged } = memoryGate;
  const sideOf = ({ side }) => (sides.length > 2 ? ` (${label(side)})` : '');
  const names = (list) => listNames(list.map((one) => label(one.name) + sideOf(one)), MOST_NAMES);
  const total = counted(passed + failed.length + unjudged.length, 'test');
  const answer = outcome === 'not-judged' ? 'not judged' : outcome;
  const head = `--max-regression-memory ${shortPercent(limit, 3)}: ${answer}`;
  const clauses = [
    ...(failed.length > 0 ? [`${failed.length} of ${total} certainly need more: ${names(failed)}`] : []),
    ...(unjudged.length > 0 ? [`${unjudged.length} of ${total} not judged: ${names(unjudged)}`] : []),
    ...(outcome === 'passed' ? [`${passed} of ${total} ${passed === 1 ? 'is' : 'are'} certainly within it`] : []),
  ];
  return [head, ...clauses].join('; ');
}

module.exports = { isMemoryMoved, memoryAnswer, memoryChangeCell, memoryGateLine, memoryLines, movedPart };
