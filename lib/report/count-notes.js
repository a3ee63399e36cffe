'use strict';

/* Notes below a table of instructions: counter, doubts, cache misses, contradictions. None makes a time doubtful. */

const { label } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');
const { number, percent, shareText } = require('../text/numbers');
const {
  EVENT_WORDS, anyWaits, counterTexts, cyclesTitle, eventCell, eventOf, instructionsCell, isCounted, isMeasured,
} = require('./cells');
const { SAME, movedWords, otherCause, unknownCause } = require('./count-changes');
const { sharedNote } = require('./report');
const { groupsOf } = require('./row-groups');
const { amount, functionWords, profileIn, totalOf } = require('./profile-words');
const { sentence } = require('../system/warnings');

const CODES = ['not-counted', 'not-proportional', 'count-unsettled', 'processes-not-counted'];

const { abs, hypot, max } = Math;

const MOST_FUNCTIONS = 4;
const LEAST_DIFFERENCE = 0.05; // in instructions, like lib/counts/verdict.js
const APART = 1.1; // below this ratio, instructions and times agree: some instructions take half a cycle, others two

// Additional cycles of each event, if the counter does not report its weights.
const USUAL_WEIGHTS = { l1Hit: 1, llHit: 5, memory: 35, mispredicted: 15 };
const LEAST_CAUSE = 0.05; // least share of the cycles of a call that counts as a cause
const COUNTED = { stream: 'a run', file: 'an operation' };

const doubtsOf = (rows) => rows.filter(isMeasured).flatMap(({ name, warnings = [] }) => (
  warnings.filter(({ code }) => CODES.includes(code))
    .map((warning) => ({ name, code: warning.code, text: sentence(warning) }))));

/** Equal doubts once: 'a: not counted: ... (also: b, c)', or 'all tests: ...' */
function newDoubts(rows) {
  const measured = rows.filter(isMeasured).length;
  const sameOf = ({ code, text }) => (code === 'not-counted' ? text : code);
  return [...groupedBy(doubtsOf(rows), sameOf).values()].map((group) => {
    const [{ text }] = group;
    const isOfAll = group.length > 1 && group.length === measured && group.every((one) => one.text === text);
    return isOfAll ? { text: `all tests: ${text}` } : sharedNote(group);
  });
}

const missNotes = (rows) => rows.filter((row) => eventOf(row, 'cycles')).map((row) => {
  const words = EVENT_WORDS.filter(([name]) => eventOf(row, name))
    .map(([name, what]) => `${eventCell(row, name)} ${what}`);
  const cycles = `${eventCell(row, 'cycles')} ${cyclesTitle([row])} ${COUNTED[row.kind] || 'a call'}`;
  return { name: row.name, text: `${cycles}; ${words.join(', ')}` };
});

/** Top functions of requested profiles; valgrind also has a profile by native functions without a request. */
const profileNotes = (rows) => rows.filter((row) => profileIn(row)).flatMap((row) => {
  const profile = profileIn(row);
  const { name } = row;
  const why = profile.reason ? [{ name, text: `no profile by JavaScript function: ${profile.reason}` }] : [];
  if (!profile.isSplit) return why;
  const total = totalOf(profile);
  const words = profile.functions.slice(0, MOST_FUNCTIONS).map((one) => (
    `${amount(one.instructions)} (${percent(one.instructions / total)}) in ${functionWords(one)}`));
  return [...why, { name, text: `instructions: ${words.join(', ')}` }];
});

const instructionsOf = ({ counts }) => counts.instructions;
const valueOf = (row, name) => eventOf(row, name).value;

/** Events that the slower test has more of, as { words, cycles }, most expensive first; null if not counted. */
function causesOf(slower, quicker) {
  const isKnown = [slower, quicker].every((row) => EVENT_WORDS.every(([name]) => eventOf(row, name)));
  if (!isKnown) return null;
  const weights = slower.counts.weights || USUAL_WEIGHTS;
  const more = (name) => valueOf(slower, name) - valueOf(quicker, name);
  const cyclesOf = {
    l1Misses: (more('l1Misses') - more('llMisses')) * (weights.llHit - weights.l1Hit),
    llMisses: more('llMisses') * (weights.memory - weights.l1Hit),
    mispredicted: more('mispredicted') * weights.mispredicted,
  };
  return EVENT_WORDS.map(([name, what]) => (
    { words: `${eventCell(slower, name)} ${what}, not ${eventCell(quicker, name)}`, cycles: cyclesOf[name] }
  )).filter(({ cycles }) => cycles > LEAST_CAUSE * valueOf(quicker, 'cycles')).sort((a, b) => b.cycles - a.cycles);
}

function whyText(slower, quicker) {
  const causes = causesOf(slower, quicker);
  if (causes === null) return unknownCause(true);
  if (causes.length === 0) return otherCause(true);
  return causes.map(({ words }) => words).join('; ');
}

/** 'b executes 22 % fewer instructions than a and is 31 % slower: ...'; null without a contradiction */
function disagreement(row, baseline) {
  if (!['faster', 'slower'].includes(row.verdict) || !isCounted(row)) return null;
  const isSlower = row.verdict === 'slower';
  const [slower, quicker] = isSlower ? [row, baseline] : [baseline, row];
  const speeds = isSlower ? 1000 / row.rank : row.rank / 1000;
  const [fewer, more] = [instructionsOf(slower), instructionsOf(quicker)];
  if (!(speeds > APART && fewer > 0 && more > APART * fewer)) return null;
  const name = ({ name: own }) => label(own);
  // Of the speed, like the rank.
  const time = speeds < 2 ? `is ${shareText(1 - 1 / speeds)} slower` : `takes ${number(speeds)}x as long`;
  const fewerWords = `${name(slower)} executes ${shareText(1 - fewer / more)} fewer instructions than ${name(quicker)}`;
  return `${fewerWords}, and ${time}: ${whyText(slower, quicker)}`;
}

function disagreementLines(rows) {
  const waits = (row) => anyWaits([row]);
  return groupsOf(rows).flatMap(({ rows: own }) => {
    const baseline = own.find(({ verdict }) => verdict === 'baseline');
    if (!baseline || !isCounted(baseline) || waits(baseline)) return [];
    return own.filter((row) => !waits(row)).map((row) => disagreement(row, baseline)).filter(Boolean);
  });
}

function comparedInstructions(row, baseline) {
  const [own, other] = [row, baseline].map(({ counts }) => counts);
  if (![row, baseline].every((one) => isCounted(one) && one.counts.isProportional)) return '';
  const difference = own.instructions - other.instructions;
  if (abs(difference) <= max(hypot(own.error, other.error), LEAST_DIFFERENCE)) return SAME;
  const ratio = other.instructions > LEAST_DIFFERENCE ? own.instructions / other.instructions : null;
  return movedWords({ counts: { difference, ratio, verdict: difference > 0 ? 'more' : 'fewer' } });
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
  disagreementLines(rows).map((text) => ({ text })), counterTexts(rows).map((text) => ({ text })),
].filter((notes) => notes.length > 0);

module.exports = { countNotes, executedText, fewestText };
