'use strict';

/* Notes below a table of instructions: counter, doubts, cache misses, contradictions. None makes a time doubtful. */

const { label } = require('../base/text/display');
const { groupBy } = require('../base/text/grouped-by');
const { formatPercent } = require('../base/text/numbers');
const {
  EVENT_WORDS, anyWaits, counterTexts, cyclesTitle, eventCell, readEvent, instructionsCell, isCounted, isMeasured,
} = require('./cells');
const { SAME, contradictionLines, movedWords } = require('./count-changes');
const { sharedNote } = require('./report');
const { groupRows } = require('./row-groups');
const { formatInstructionsPerCall, functionWords, profileIn, sumInstructions } = require('./profile-words');
const { sentence } = require('../core/system/warnings');

const CODES = ['not-counted', 'not-proportional', 'count-unsettled', 'processes-not-counted'];

const { abs, hypot, max } = Math;

const MOST_FUNCTIONS = 4;
const LEAST_DIFFERENCE = 0.05; // in instructions, like lib/extras/counts/verdict.js
const APART = 1.1; // below this ratio, instructions and times agree: some instructions take half a cycle, others two

// Additional cycles of each event, if the counter does not report its weights.
const USUAL_WEIGHTS = { l1Hit: 1, llHit: 5, memory: 35, mispredicted: 15 };
const LEAST_CAUSE = 0.05; // least share of the cycles of a call that counts as a cause
const COUNTED = { stream: 'per run', file: 'per operation' };

const doubtsOf = (rows) => rows.filter(isMeasured).flatMap(({ name, warnings = [] }) => (
  warnings.filter(({ code }) => CODES.includes(code))
    .map((warning) => ({ name, code: warning.code, text: sentence(warning) }))));

/** Equal doubts once: 'a: not counted: ... (also: b, c)', or 'all tests: ...' */
function newDoubts(rows) {
  const measured = rows.filter(isMeasured).length;
  const sameOf = ({ code, text }) => (code === 'not-counted' ? text : code);
  return [...groupBy(doubtsOf(rows), sameOf).values()].map((group) => {
    const [{ text }] = group;
    const isOfAll = group.length > 1 && group.length === measured && group.every((one) => one.text === text);
    return isOfAll ? { text: `all tests: ${text}` } : sharedNote(group);
  });
}

const missNotes = (rows) => rows.filter((row) => readEvent(row, 'cycles')).map((row) => {
  const words = EVENT_WORDS.filter(([name]) => readEvent(row, name))
    .map(([name, what]) => `${eventCell(row, name)} ${what}`);
  const cycles = `${eventCell(row, 'cycles')} ${cyclesTitle([row])} ${COUNTED[row.kind] || 'per call'}`;
  return { name: row.name, text: `${cycles}; ${words.join(', ')}` };
});

/** Top functions of requested profiles; valgrind also has a profile by native functions without a request. */
const profileNotes = (rows) => rows.filter((row) => profileIn(row)).flatMap((row) => {
  const profile = profileIn(row);
  const { name } = row;
  const why = profile.reason ? [{ name, text: `no profile by JavaScript function: ${profile.reason}` }] : [];
  if (!profile.isSplit) return why;
  const total = sumInstructions(profile);
  const words = profile.functions.slice(0, MOST_FUNCTIONS).map((one) => (
    `${formatInstructionsPerCall(one.instructions)} (${formatPercent(one.instructions / total)}) in ` +
      functionWords(one)));
  return [...why, { name, text: `instructions: ${words.join(', ')}` }];
});

const instructionsOf = ({ counts }) => counts.instructions;

/** The difference between two tests in the form of a change between two sides */
function instructionsChange(row, other) {
  const [own, others] = [row, other].map(({ counts }) => counts);
  const difference = own.instructions - others.instructions;
  const isSame = abs(difference) <= max(hypot(own.error, others.error), LEAST_DIFFERENCE);
  const ratio = others.instructions > LEAST_DIFFERENCE ? own.instructions / others.instructions : null;
  return { difference, ratio, verdict: isSame ? 'same' : difference > 0 ? 'more' : 'fewer' };
}

/** The events that may explain why a test is slower; null if not counted */
function eventsChange(slower, quicker) {
  const isKnown = [slower, quicker].every((row) => EVENT_WORDS.every(([name]) => readEvent(row, name)));
  if (!isKnown) return null;
  const { l1Hit, llHit, memory, mispredicted } = slower.counts.weights || USUAL_WEIGHTS;
  const costs = { l1Misses: llHit - l1Hit, llMisses: memory - l1Hit, mispredicted };
  const least = LEAST_CAUSE * readEvent(quicker, 'cycles').value;
  return Object.fromEntries(Object.entries(costs).map(([name, cost]) => {
    const difference = readEvent(slower, name).value - readEvent(quicker, name).value;
    return [name, { difference, verdict: difference * cost > least ? 'more' : 'same' }];
  }));
}

/** 'b executes 22 % fewer instructions than a, and takes 31 % longer: ...' */
function disagreementLines(rows, baseline) {
  const isUsable = (row) => isCounted(row) && !anyWaits([row]);
  if (!baseline || !isUsable(baseline)) return [];
  const named = rows.filter((row) => ['faster', 'slower'].includes(row.verdict) && isUsable(row)).flatMap((row) => {
    const isSlower = row.verdict === 'slower';
    const [slower, quicker] = isSlower ? [row, baseline] : [baseline, row];
    const ratio = isSlower ? 1000 / row.rank : row.rank / 1000;
    const [fewer, more] = [instructionsOf(slower), instructionsOf(quicker)];
    if (!(ratio > APART && fewer > 0 && more > APART * fewer)) return [];
    const counts = { ...instructionsChange(slower, quicker), events: eventsChange(slower, quicker) };
    const change = { verdict: 'slower', ratio, counts };
    return [{ name: label(slower.name), other: label(quicker.name), change }];
  });
  return contradictionLines(named, COUNTED[baseline.kind] || 'per call');
}

function comparedInstructions(row, baseline) {
  if (![row, baseline].every((one) => isCounted(one) && one.counts.isProportional)) return '';
  const counts = instructionsChange(row, baseline);
  return counts.verdict === 'same' ? SAME : movedWords({ counts });
}

/** ', with 53 % fewer instructions', or '; b executes 53 % fewer instructions' with nameOf; '' if not counted */
function executedText(rows, baseline, nameOf = null) {
  return rows.map((row) => [row, comparedInstructions(row, baseline)]).filter(([, words]) => words)
    .map(([row, words]) => (nameOf === null ? `, with ${words}` : `; ${nameOf(row)} executes ${words}`)).join('');
}

/** '; c executes the fewest instructions (116.00)' unless it is also the fastest */
function fewestText(rows, fastest, nameOf) {
  const [least] = rows.filter(isCounted).sort((a, b) => instructionsOf(a) - instructionsOf(b));
  if (!least || least === fastest) return '';
  return `; ${nameOf(least)} executes the fewest instructions (${instructionsCell(least)})`;
}

const countNotes = (rows, isVerbose) => [
  isVerbose ? doubtsOf(rows) : newDoubts(rows), missNotes(rows), profileNotes(rows),
  groupRows(rows).flatMap(({ rows: own }) => (
    disagreementLines(own, own.find(({ verdict }) => verdict === 'baseline')))).map((text) => ({ text })),
  counterTexts(rows).map((text) => ({ text })),
].filter((notes) => notes.length > 0);

module.exports = { countNotes, executedText, fewestText };
