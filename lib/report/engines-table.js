'use strict';

/*
 * One suite on several engines, for a terminal, with a column for each:
 *   one call  node 20.20.2         bun 1.4.5         deno 2.9.6
 *   parse         113.6 ns  41.82 ns  0.368x *  93.07 ns 0.819x
 * Where they do not fit side by side they stand below each other, the first one in each table.
 */

const { tableOf, wrapped } = require('../text/columns');
const { cutInside, escaped, label, padStart, width } = require('../text/display');
const { createPaint } = require('../text/paint');
const { conditionLines, failureLines } = require('./comparison-table');
const { engineRows, fastestWords, legendOf } = require('./engine-cells');
const { answerLines } = require('./gate-words');

const { max } = Math;

const SHORTEST_NAME = 12;

// Behind a ratio.
const MARK = /[=?]$/;

// A time, and a ratio with its marks.
const ENGINE_COLUMNS = 22;
const FIRST_COLUMNS = 12;

/** Which engines stand side by side, behind the first one. */
function shelvesOf(sides, columns) {
  const room = columns > 0 ? columns - SHORTEST_NAME - FIRST_COLUMNS : Infinity;
  const most = max(1, Math.floor(room / ENGINE_COLUMNS));
  const others = sides.map((_, at) => at).slice(1);
  const shelves = [];
  for (let i = 0; i < others.length; i += most) shelves.push([0, ...others.slice(i, i + most)]);
  return shelves;
}

/** The texts of one engine, their parts below each other: '  93.07 ns 0.819x *' */
function alignedTexts(cells) {
  const widest = (texts) => max(0, ...texts.map(width));
  const times = widest(cells.map(({ time }) => time));
  const ratios = widest(cells.map(({ ratio }) => ratio.replace(MARK, '')));
  return cells.map(({ time, ratio, isFastest }) => {
    const mark = (MARK.exec(ratio) || [' '])[0];
    const behind = ratios > 0 ? ` ${padStart(ratio.replace(MARK, ''), ratios)}${mark}` : '';
    return `${padStart(time, times)}${behind}${isFastest ? ' *' : '  '}`.trimEnd();
  });
}

function rowsOf(groups, shelf) {
  const rows = groups.flatMap((group) => group.rows);
  const texts = new Map(shelf.map((at) => [at, alignedTexts(rows.map(({ cells }) => cells[at]))]));
  return rows.map(({ name, cells }, i) => ({
    name,
    ...Object.fromEntries(shelf.map((at) => [`engine${at}`, texts.get(at)[i]])),
    kinds: Object.fromEntries(shelf.map((at) => [`engine${at}`, cells[at].kind])),
  }));
}

const layoutOf = (shelf, sides) => [
  { key: 'name', title: 'one call' }, ...shelf.map((at) => ({ key: `engine${at}`, title: label(sides[at].label) })),
];

function bodyOf(groups, sides, screen) {
  return shelvesOf(sides, screen.columns).flatMap((shelf) => {
    const [titles, ...lines] = tableOf(layoutOf(shelf, sides), rowsOf(groups, shelf), {
      ...screen, shortest: SHORTEST_NAME, gaps: [2, 3],
    });
    const below = groups.flatMap(({ group, rows: own }) => [
      ...(groups.length > 1 ? [screen.columns > 0 ? cutInside(escaped(group), screen.columns) : escaped(group)] : []),
      ...lines.splice(0, own.length),
    ]);
    return ['', titles, ...below];
  });
}

/** What went wrong, test by test and file by file. */
function failuresOf({ tests, sides, failures }) {
  const ofTests = tests.flatMap((test) => test.sides.flatMap((side, at) => (
    side && side.error ? failureLines(`${label(test.name)} (${label(sides[at].label)})`, side.error) : [])));
  return [...ofTests, ...failures.flatMap(({ side, file, error }) => (
    failureLines(`${escaped(file)} (${label(side)})`, error)))];
}

/** Lines below the table, the answer last. */
function notesOf(document, groups) {
  const cut = document.complete ? [] : ['cut short: these figures stand on fewer processes than were planned'];
  return [
    legendOf(groups, document.sides).join('; '), ...conditionLines(document), ...cut, ...failuresOf(document),
    ...fastestWords(document), ...answerLines(document),
  ];
}

/**
 * @param {object} document a comparison across engines, see docs/results.md
 * @param {object} [screen] { columns, hasColours } as comparisonTable() takes it
 * @returns {string} text with ends of line
 */
function enginesTable(document, { columns, hasColours = false } = {}) {
  const groups = engineRows(document);
  const fit = (lines) => lines.flatMap((line) => wrapped(line, columns));
  const body = groups.length ? bodyOf(groups, document.sides, { columns, paint: createPaint(hasColours) }) : [];
  const notes = fit(notesOf(document, groups).filter(Boolean));
  return `${[...body, ...(notes.length ? ['', ...notes] : [])].join('\n')}\n`;
}

module.exports = { enginesTable, failuresOf };
