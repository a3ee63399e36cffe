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
const { engineRows, fastestWords, lackLines, legendOf, memoryRows } = require('./engine-cells');
const { answerLines } = require('./gate-words');

const { max } = Math;

const SHORTEST_NAME = 12;

// Behind a ratio.
const MARK = /[=?]$/;

// A time, and a ratio with its marks.
const ENGINE_COLUMNS = 22;
const FIRST_COLUMNS = 12;

/** Which engines stand side by side, behind the first one. */
function shelves(sides, columns) {
  const room = columns > 0 ? columns - SHORTEST_NAME - FIRST_COLUMNS : Infinity;
  const most = max(1, Math.floor(room / ENGINE_COLUMNS));
  const others = sides.map((_, at) => at).slice(1);
  const found = [];
  for (let i = 0; i < others.length; i += most) found.push([0, ...others.slice(i, i + most)]);
  return found;
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

/** A table of these rows, for each shelf of engines. */
function shelvesOf(title, rows, sides, { groups, ...screen }) {
  return shelves(sides, screen.columns).flatMap((shelf) => {
    const texts = new Map(shelf.map((at) => [at, alignedTexts(rows.map(({ cells }) => cells[at]))]));
    const layout = [
      { key: 'name', title }, ...shelf.map((at) => ({ key: `engine${at}`, title: label(sides[at].label) })),
    ];
    const own = rows.map(({ name, cells }, i) => ({
      name,
      ...Object.fromEntries(shelf.map((at) => [`engine${at}`, texts.get(at)[i]])),
      kinds: Object.fromEntries(shelf.map((at) => [`engine${at}`, cells[at].kind])),
    }));
    const [titles, ...lines] = tableOf(layout, own, { ...screen, shortest: SHORTEST_NAME, gaps: [2, 3] });
    return ['', titles, ...groups(lines)];
  });
}

/** Lines of tests under the names of their files, where there are several. */
const grouped = (groups, columns) => (lines) => {
  const heading = (group) => (columns > 0 ? cutInside(escaped(group), columns) : escaped(group));
  return groups.flatMap(({ group, rows }) => (
    [...(groups.length > 1 ? [heading(group)] : []), ...lines.splice(0, rows.length)]));
};

function bodyOf(document, groups, screen) {
  const { sides } = document;
  const rows = groups.flatMap((group) => group.rows);
  const memory = memoryRows(document);
  return [
    ...(rows.length ? shelvesOf('one call', rows, sides, { ...screen, groups: grouped(groups, screen.columns) }) : []),
    ...(memory.length ? shelvesOf('bytes a call', memory, sides, { ...screen, groups: (lines) => lines }) : []),
  ];
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
    legendOf(groups, document.sides).join('; '), ...lackLines(document), ...conditionLines(document), ...cut,
    ...failuresOf(document),
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
  const body = bodyOf(document, groups, { columns, paint: createPaint(hasColours) });
  const notes = fit(notesOf(document, groups).filter(Boolean));
  return `${[...body, ...(notes.length ? ['', ...notes] : [])].join('\n')}\n`;
}

module.exports = { enginesTable, failuresOf };
