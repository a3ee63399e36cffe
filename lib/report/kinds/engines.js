'use strict';

/* The report of one suite on several engines: a column for each, with the fastest of each test marked. */

const { memoryCell } = require('../cells');
const { changeFigure } = require('../figures/sides');
const { MANY, createNotes } = require('../report');
const { sorted, time } = require('../values');
const { sentence } = require('../../core/system/warnings');
const { label } = require('../../base/text/display');
const { groupBy } = require('../../base/text/grouped-by');
const { changeText } = require('../../base/text/numbers');
const { unmeasuredWords } = require('../../base/text/verdict-words');
const { conditionNotes, cutShort, listFailures, groupBySuite, reportOfSides } = require('./comparison');

const LACKS = ['memory-unsure']; // warnings about an engine instead of a test
const MOST_NAMED = 4;
const isTimed = (side) => Boolean(side && !side.error && side.nsPerCall > 0);

const isUnmeasured = (side) => Boolean(side && side.unmeasured);

/** The sides whose intervals overlap with the fastest side's; none if all do, or if an engine may have folded it. */
function fastestOf(sides) {
  const timed = sides.filter(isTimed);
  if (timed.length < 2 || sides.some(isUnmeasured)) return [];
  const fastest = timed.reduce((best, side) => (side.nsPerCall < best.nsPerCall ? side : best));
  const reach = fastest.nsHigh > 0 ? fastest.nsHigh : fastest.nsPerCall;
  const found = timed.filter((side) => (side.nsLow > 0 ? side.nsLow : side.nsPerCall) <= reach);
  return found.length === timed.length ? [] : found;
}

/** The names of the engines that are fastest in a test; '' if all are, or only one was measured */
const winnerOf = (own, sides) => fastestOf(own).map((side) => label(sides[own.indexOf(side)].label)).join(', ');

/** Earlier versions saved the reason only as the verdict of changes. */
const wordsOf = ({ unmeasured }, { verdict }) => unmeasuredWords({ verdict: unmeasured || verdict });

const MARKS = { same: '=', unresolved: '?' }; // after a ratio

function cellsOf({ sides, changes }, at, fastest) {
  const side = sides[at];
  const change = at > 0 ? changes[at - 1] : null;
  if (side && side.error) return { [`time${at}`]: { ...sorted('FAILED', null), tone: 'failed' } };
  if (!isTimed(side)) return { [`time${at}`]: (side && wordsOf(side, changes[Math.max(0, at - 1)])) || '-' };
  const isFastest = fastest.includes(side);
  const mark = (change && MARKS[change.verdict]) || '';
  return {
    [`time${at}`]: {
      ...time(side.nsPerCall, side.nsLow, side.nsHigh), isStrong: isFastest, tone: isFastest ? 'faster' : undefined,
    },
    [`ratio${at}`]: change && change.ratio !== null
      ? sorted(`${changeText(change.ratio, change.low, change.high)}${mark}`, change.ratio) : '',
  };
}

const columnsOf = (title, sides) => [
  { key: 'name', title, wideTitle: 'test' },
  ...sides.flatMap((side, at) => [
    { key: `time${at}`, title: label(side.label), isNumber: true },
    ...(at > 0 ? [{ key: `ratio${at}`, title: '', wideTitle: 'change', isNumber: true, isSoft: true }] : []),
  ]),
  { key: 'winner', title: 'fastest', only: 'wide' },
];

const joined = (objects) => Object.fromEntries(objects.flatMap(Object.entries));

const timesTable = ({ sides, tests }, groups) => ({
  type: 'table', label: 'Engines', isShelved: true, fixed: 2, isLong: tests.length > MANY,
  columns: columnsOf('time/call', sides),
  rows: groups.flatMap(({ heading, tests: own, ids }) => [
    ...(groups.length > 1 ? [{ heading }] : []),
    ...own.map((test, i) => ({
      id: ids[i],
      cells: {
        name: test.name, ...joined(sides.map((_, at) => cellsOf(test, at, fastestOf(test.sides)))),
        winner: winnerOf(test.sides, sides),
      },
    })),
  ]),
});

const bytesOf = (side) => (side && side.memory ? memoryCell(side) : '');

function memoryTables({ tests, sides }) {
  const rows = tests.filter((test) => test.sides.some((side) => bytesOf(side) !== '')).map((test) => ({
    cells: { name: test.name, ...joined(sides.map((_, at) => ({ [`time${at}`]: bytesOf(test.sides[at]) || '-' }))) },
  }));
  const columns = columnsOf('bytes/call', sides).filter(({ isSoft }) => !isSoft);
  return rows.length > 0 ? [{ type: 'table', label: 'Bytes per call', isShelved: true, columns, rows }] : [];
}

function lackNotes({ tests, sides }) {
  const found = tests.flatMap((test) => test.sides.flatMap((side, at) => ((side && side.warnings) || [])
    .filter(({ code }) => LACKS.includes(code))
    .map((warning) => ({ name: sides[at].label, text: sentence(warning) }))));
  return [...groupBy(found, ({ name, text }) => `${name}: ${text}`).values()].map(([first]) => first);
}

function legendText(rows, sides) {
  const cells = rows.flatMap((row) => Object.values(row.cells || {}));
  const ratios = rows.flatMap(({ cells: own = {} }) => sides.map((_, at) => (own[`ratio${at}`] || {}).text || ''));
  const has = (end) => ratios.some((text) => text.endsWith(end));
  return [
    ratios.some(Boolean) && `percentages are relative to the time of ${label(sides[0].label)}`,
    cells.some(({ isStrong }) => isStrong) && '*: fastest, or not distinguishable from the fastest',
    has('=') && '=: the same within the precision', has('?') && '?: not resolved',
  ].filter(Boolean).join('; ');
}

function fastestAnswer({ tests, sides }) {
  const alone = tests.map((test) => ({ test, found: fastestOf(test.sides) })).filter(({ found }) => found.length === 1);
  const timed = tests.filter((test) => test.sides.filter(isTimed).length > 1 && !test.sides.some(isUnmeasured));
  if (timed.length === 0) return [];
  const byEngine = [...groupBy(alone, ({ test, found: [side] }) => test.sides.indexOf(side))]
    .sort(([, a], [, b]) => b.length - a.length);
  const clauses = byEngine.map(([at, own], i) => {
    const names = own.length > MOST_NAMED ? '' : ` (${own.map(({ test }) => label(test.name)).join(', ')})`;
    return `${label(sides[at].label)}${i === 0 ? ' is fastest' : ''} in ${own.length} of ${timed.length}${names}`;
  });
  const left = timed.length - alone.length;
  const none = 'no single engine is fastest';
  return [[...clauses, ...(left > 0 ? [`${none} in ${left} of ${timed.length}`] : [])].join('; ')];
}

function uncomparedAnswer({ tests }) {
  const found = tests.map(({ name, sides }) => (
    { name, reasons: [...new Set(sides.filter(isUnmeasured).map(({ unmeasured }) => unmeasured))] }))
    .filter(({ reasons }) => reasons.length > 0);
  if (found.length === 0) return [];
  const names = found.map(({ name, reasons }) => (
    `${label(name)} (${reasons.map((verdict) => unmeasuredWords({ verdict })).join(', ')})`)).join(', ');
  const isRemoved = found.some(({ reasons }) => reasons.some((verdict) => verdict !== 'too-noisy'));
  return [`not compared: ${found.length > MOST_NAMED ? `${found.length} tests` : names}` +
    `${isRemoved ? ': pass inputs through blackBox(value)' : ''}`];
}

function enginesReport(document) {
  const { sides, tests } = document;
  const groups = groupBySuite(document);
  const table = timesTable(document, groups);
  const legend = legendText(table.rows, sides);
  return {
    ...reportOfSides(document, groups, {
      title: 'Side by side', answer: [...fastestAnswer(document), ...uncomparedAnswer(document)],
      blocks: [
        ...(tests.length > 0 ? [table, ...memoryTables(document)] : []),
        { type: 'figure', figures: () => [changeFigure(groups, document)] },
        createNotes([
          ...lackNotes(document), ...(legend ? [legend] : []), ...conditionNotes(document), ...cutShort(document),
        ]),
        { type: 'failures', items: listFailures(document) },
      ],
    }),
    title: sides.map((side) => label(side.label)).join(', '),
  };
}

module.exports = { enginesReport };
