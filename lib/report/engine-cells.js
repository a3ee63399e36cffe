'use strict';

/*
 * One suite on several engines, as values: for each test a cell for each engine, with the time of a call, its ratio to
 * the time of the first engine, and whether it is the fastest. Every form of report shows these.
 */

const { groupOf } = require('./comparison-table');
const { escaped, label } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');
const { ratioText, timeText } = require('../text/numbers');
const { memoryCell } = require('./fact-cells');
const { sentence } = require('../system/warnings');
const { untoldWords } = require('../text/verdict-words');

const { max } = Math;

// Warnings that are of an engine, and not of a test.
const LACKS = ['memory-unsure'];

// In the last sentence.
const MOST_NAMED = 4;

const isTimed = (side) => Boolean(side && !side.error && side.nsPerCall > 0);

/** Whether a document has a column for each engine. */
const isOfEngines = ({ across }) => across === 'engines';

/** Those whose intervals reach to that of the fastest: which of them is it nobody knows. */
function fastestOf(sides) {
  const timed = sides.filter(isTimed);
  if (timed.length < 2) return [];
  const fastest = timed.reduce((best, side) => (side.nsPerCall < best.nsPerCall ? side : best));
  const reach = fastest.nsHigh > 0 ? fastest.nsHigh : fastest.nsPerCall;
  const found = timed.filter((side) => (side.nsLow > 0 ? side.nsLow : side.nsPerCall) <= reach);
  return found.length === timed.length ? [] : found;
}

// What a verdict adds to a ratio, and what that means.
const MARKS = { same: '=', unresolved: '?' };

/**
 * @typedef {object} Cell
 * @property {string} time of a call, or why there is none: 'FAILED', 'too fast to tell', '-'
 * @property {string} ratio to the first engine, '' of that and where there is none
 * @property {boolean} isFastest or not told from it
 * @property {string|null} kind how it is painted
 */

/** @returns {Cell} */
function cellOf({ sides, changes }, at, fastest) {
  const side = sides[at];
  const change = at > 0 ? changes[at - 1] : null;
  const isFastest = fastest.includes(side);
  if (side && side.error) return { time: 'FAILED', ratio: '', isFastest, kind: 'failed' };
  // Of the first engine any pair that it is in tells.
  const untold = untoldWords(changes[max(0, at - 1)]);
  if (!isTimed(side)) return { time: (side && untold) || '-', ratio: '', isFastest, kind: 'faint' };
  const mark = (change && MARKS[change.verdict]) || '';
  const ratio = change && change.ratio !== null ? `${ratioText(change.ratio)}x${mark}` : '';
  return { time: timeText(side.nsPerCall), ratio, isFastest, kind: isFastest ? 'faster' : null };
}

/**
 * @param {object} document a comparison across engines, see docs/results.md
 * @returns {{ group: string, rows: { test: object, name: string, cells: Cell[] }[] }[]} by file and suite
 */
function engineRows({ tests, sides }) {
  return [...groupedBy(tests, groupOf)].map(([group, own]) => ({
    group,
    rows: own.map((test) => {
      const fastest = fastestOf(test.sides);
      return { test, name: label(test.name), cells: sides.map((_, at) => cellOf(test, at, fastest)) };
    }),
  }));
}

const bytesOf = (side) => (side && side.memory ? memoryCell(side) : '');

/** What a call allocates, in the rows of tests of which any engine tells; none where nobody asked. */
function memoryRows({ tests, sides }) {
  const isTold = (test) => test.sides.some((side) => bytesOf(side) !== '');
  return tests.filter(isTold).map((test) => ({
    name: label(test.name), cells: sides.map((_, at) => ({ time: bytesOf(test.sides[at]) || '-', ratio: '' })),
  }));
}

/** What an engine cannot tell, once for all tests: 'bun 1.4.5: no memory is told: ...' */
function lackLines({ tests, sides }) {
  const lines = tests.flatMap((test) => test.sides.flatMap((side, at) => ((side && side.warnings) || [])
    .filter(({ code }) => LACKS.includes(code))
    .map((warning) => `${label(sides[at].label)}: ${escaped(sentence(warning))}`)));
  return [...new Set(lines)];
}

/** What the marks of these cells mean, with the name of the first engine. */
function legendOf(groups, sides) {
  const cells = groups.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  return [
    cells.some(({ ratio }) => ratio) && `x: its time over that of ${label(sides[0].label)}`,
    cells.some(({ isFastest }) => isFastest) && '*: fastest, or not told from it',
    cells.some(({ ratio }) => ratio.endsWith('=')) && '=: the same within the precision',
    cells.some(({ ratio }) => ratio.endsWith('?')) && '?: not resolved',
  ].filter(Boolean);
}

/** 'bun 1.4.5 is fastest in 3 of 4 (parse, sort, fill); node 20.20.2 in copy' */
function fastestWords({ tests, sides }) {
  const alone = tests.map((test) => ({ test, found: fastestOf(test.sides) })).filter(({ found }) => found.length === 1);
  const timed = tests.filter((test) => test.sides.filter(isTimed).length > 1);
  if (timed.length === 0) return [];
  const byEngine = [...groupedBy(alone, ({ test, found: [side] }) => test.sides.indexOf(side))]
    .sort(([, a], [, b]) => b.length - a.length);
  const clauses = byEngine.map(([at, own], i) => {
    const names = own.length > MOST_NAMED ? '' : ` (${own.map(({ test }) => label(test.name)).join(', ')})`;
    return `${label(sides[at].label)}${i === 0 ? ' is fastest' : ''} in ${own.length} of ${timed.length}${names}`;
  });
  const left = timed.length - alone.length;
  const none = clauses.length > 0 ? 'no single one is' : 'no single one is fastest';
  return [[...clauses, ...(left > 0 ? [`${none} in ${left} of ${timed.length}`] : [])].join('; ')];
}

module.exports = { isOfEngines, engineRows, memoryRows, lackLines, legendOf, fastestWords };
