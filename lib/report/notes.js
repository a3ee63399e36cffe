'use strict';

/* Notes on the rows of a suite: doubts about figures, excluded rounds, facts without a column, counts. */

const { countNotes } = require('./count-notes');
const { factNotes } = require('./fact-notes');
const { namesDoubts } = require('./answer');
const { doubtOf, settlingTime } = require('./unresolved');
const { sentence, changesMeaning, isOfLeftOut } = require('../system/warnings');
const { alsoText } = require('../text/columns');
const { label } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');
const { percent, rough } = require('../text/numbers');
const { isUntold } = require('../text/verdict-words');

/** @typedef {import('./report').Note} Note */

// Notes of a kind in a terminal below `verbose: 3`. A page has all.
const MOST_NOTES = 4;
const ALL_NOTES = 3;
const MORE = 'more, which verbose shows';

function noiseNotes(rows, margin) {
  const row = rows.find(({ noiseFloor }) => typeof noiseFloor === 'number');
  if (!row) return [];
  const { noiseFloor, noiseFloorLow: low, noiseFloorHigh: high } = row;
  // Rows of older versions have no interval of the noise floor.
  const hasInterval = typeof low === 'number' && typeof high === 'number';
  const floor = percent(noiseFloor) + (hasInterval ? ` (${rough(low * 100)} to ${percent(high)})` : '');
  const isOverMargin = noiseFloor > margin;
  return [{
    text: `noise floor here: ${floor}; what lies under it is not told apart${isOverMargin ? ', nor called same' : ''}`,
  }];
}

/** Sums numbers of warnings with the same code. Own fields only: a test can extend Object.prototype. */
function addUp(sum, warning) {
  for (const [field, value] of Object.entries(warning)) {
    if (typeof value === 'number') sum[field] = (sum[field] || 0) + value;
  }
}

/** Rounds excluded because of contention, once for all tests: on a busy machine every test has some. */
function leftOutNotes(rows) {
  const sums = new Map();
  for (const { name, warnings = [] } of rows) {
    for (const warning of warnings.filter(isOfLeftOut)) {
      const { code } = warning;
      if (!sums.has(code)) sums.set(code, { sum: { code }, name, tests: 0 });
      addUp(sums.get(code).sum, warning);
      sums.get(code).tests++;
    }
  }
  const measured = rows.filter(({ verdict }) => verdict !== 'failed' && verdict !== null).length;
  return [...sums.values()].map(({ sum, name, tests }) => (tests === 1 ? { name, text: sentence(sum) } : {
    text: `${tests < measured ? `${tests} of ${measured} tests` : 'all tests'}: ${sentence(sum)}`,
  }));
}

function untoldText({ verdict, warnings = [], resolutionNs }) {
  const words = sentence(warnings.find(({ code }) => code === verdict) || { code: verdict, resolutionNs });
  const isDropped = verdict === 'below-resolution';
  return isDropped ? `${words}; what nobody uses is dropped: timeit.keep(result) uses it` : words;
}

function doubtsOf(rows) {
  return rows.filter(({ verdict }) => verdict !== 'failed').flatMap((row) => [
    ...(row.verdict === 'unresolved' ? [{ kind: 'unresolved', text: doubtOf(row) }] : []),
    ...(isUntold(row) ? [{ kind: row.verdict, text: untoldText(row) }] : []),
    ...(row.warnings || []).filter(changesMeaning).map((warning) => ({ kind: warning.code, text: sentence(warning) })),
  ].map((doubt) => ({ ...doubt, row, name: row.name })));
}

/** The key for grouping: figures of unresolved tests may differ if the advice is the same. */
const sameOf = ({ kind, row, text }) => (kind === 'unresolved' && !settlingTime([row]) ? text : kind);

/** Equal doubts as one, the most common first: 'a: not steady: ... (also: b, c)' */
function gathered(doubts) {
  const groups = [...groupedBy(doubts, sameOf).values()].sort((a, b) => b.length - a.length);
  return groups.map(([{ name, text }, ...others]) => (
    { name, text: text + alsoText(others.map((one) => label(one.name))) }));
}

function newDoubts(rows) {
  const isNamed = namesDoubts(rows);
  return doubtsOf(rows).filter(({ kind, row }) => kind !== 'unresolved' || !isNamed || !settlingTime([row]));
}

/** margin: the share below which two tests count as the same; verbose of 3: all notes of each test */
function suiteNotes(rows, { margin, verbose = 2 }) {
  const isVerbose = verbose >= ALL_NOTES;
  const limit = isVerbose ? {} : { most: MOST_NOTES, more: MORE };
  const doubts = isVerbose ? doubtsOf(rows) : gathered(newDoubts(rows));
  return [
    { type: 'notes', ...limit, items: [...noiseNotes(rows, margin), ...doubts, ...leftOutNotes(rows)] },
    { type: 'notes', ...limit, items: factNotes(rows) },
    ...countNotes(rows, { isVerbose }).map((items) => ({ type: 'notes', ...limit, items })),
  ];
}

module.exports = { suiteNotes };
