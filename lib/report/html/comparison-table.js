'use strict';

/* The table of a comparison: a row for each test, or for each side of each test where there are more than two. */

const { markup, nameOf } = require('../chart/markup');
const { table, groupRow } = require('./parts');
const { labelOf } = require('../change-figure');
const { anyCounts, countCell, withMinus } = require('../count-changes');
const { headCells, valuesOfRow } = require('./sorting');
const { verdictTag, placeOf } = require('../chart/verdicts');
const { ratioText, ratioInterval, probability } = require('../chart/figures');

/** What each side of a test has come to, in figures that stand together. */
function sideTexts({ sides }, figures) {
  const texts = figures.textsOf(sides.map((side) => (side && !side.error ? figures.estimateOf(side) : null)));
  return sides.map((side, i) => {
    if (side === null) return markup`<span class="soft">none</span>`;
    return side.error ? markup`<span class="failed">failed</span>` : texts[i];
  });
}

const { max, min } = Math;

const SOFT = 'number soft';
const numberCell = (content, kind = 'number') => markup`<td class="${kind}">${content}</td>`;

function changeCells({ adjustedP, verdict, regression, ...change }, { figures, hasCounts }) {
  const { ratio, low, high } = figures.changeOf(change);
  return [
    numberCell(ratioText(ratio, low, high)), numberCell(ratioInterval(low, high, ratio), SOFT),
    numberCell(probability(adjustedP), SOFT),
    markup`<td>${verdictTag(verdict)}${regression && markup` <span class="regression">regression</span>`}</td>`,
    hasCounts && numberCell(withMinus(countCell(change))),
  ];
}

function nameCell(name, id, rows) {
  return markup`<th scope="row"${rows > 1 && markup` rowspan="${rows}"`}><a href="#${id}">${nameOf(name)}</a></th>`;
}

/** The least of what is known, and so the greatest; null of nothing. */
function oneOf(extreme, values) {
  const told = values.filter((value) => typeof value === 'number');
  return told.length > 0 ? extreme(...told) : null;
}

/** title, class, and what a test is sorted by: of several changes the one that has to be looked at first. */
function columnsOf(sides, { figures, hasCounts }) {
  const ofSide = (i) => ({ sides: own }) => own[i] && !own[i].error && (figures.estimateOf(own[i]) || {}).value;
  const times = sides.length === 2
    ? sides.map((_, i) => ({ title: markup`<bdi>${labelOf(sides, i)}</bdi>`, unit: 'number', value: ofSide(i) }))
    : [{ title: 'side' }, { title: figures.title, unit: 'number', value: ofSide(0) }];
  const mostMore = (changes) => oneOf(max, changes.map(({ counts }) => counts && counts.difference));
  const slowest = (changes) => figures.changeOf({ ratio: oneOf(max, changes.map(({ ratio }) => ratio)) }).ratio;
  return [
    { title: 'test', value: 'name' }, ...times,
    { title: 'change', unit: 'number', value: ({ changes }) => slowest(changes) },
    { title: 'interval', unit: SOFT },
    { title: 'adjusted p', unit: SOFT, value: ({ changes }) => oneOf(min, changes.map(({ adjustedP }) => adjustedP)) },
    { title: 'verdict', value: ({ changes }) => oneOf(min, changes.map(({ verdict }) => placeOf(verdict))) },
    ...(hasCounts ? [{ title: 'instructions', unit: 'number', value: ({ changes }) => mostMore(changes) }] : []),
  ];
}

const firstCell = (hasCounts) => (
  markup`<td colspan="${hasCounts ? 5 : 4}" class="soft">what the others are compared with</td>`);

/** Two sides: a row for each test. */
function pairRow(test, id, { values, ...about }) {
  const { figures } = about;
  const cells = sideTexts(test, figures).map((text) => numberCell(text));
  return markup`<tr${values(test)}>${nameCell(test.name, id, 1)}${cells}${changeCells(test.changes[0], about)}</tr>
`;
}

/** More sides: a row for each side of each test. */
function sideRows(test, id, { sides, values, ...about }) {
  const { figures, hasCounts } = about;
  const texts = sideTexts(test, figures);
  return sides.map((_, i) => {
    const side = markup`<td><bdi>${labelOf(sides, i)}</bdi></td>${numberCell(texts[i])}`;
    if (i > 0) return markup`<tr>${side}${changeCells(test.changes[i - 1], about)}</tr>
`;
    const name = nameCell(test.name, id, sides.length);
    return markup`<tr class="first"${values(test)}>${name}${side}${firstCell(hasCounts)}</tr>
`;
  });
}

/**
 * @param {Array<{ title: string, tests: object[], ids: string[] }>} groups tests of one file and suite
 * @param {object[]} sides
 * @param {{ figures: import('../side-figures').SideFigures, isLong: boolean }} more
 */
function changeTable(groups, sides, { figures, isLong }) {
  const hasCounts = anyCounts({ tests: groups.flatMap(({ tests }) => tests) });
  const columns = columnsOf(sides, { figures, hasCounts });
  const rowsOf = sides.length === 2 ? pairRow : sideRows;
  const about = { sides, figures, hasCounts, values: (test) => valuesOfRow(columns, test) };
  return table({
    label: 'Changes',
    head: headCells(columns),
    rows: groups.map(({ title, tests, ids }) => [
      groups.length > 1 && groupRow(title, columns.length), tests.map((test, i) => rowsOf(test, ids[i], about)),
    ]),
    isLong,
  });
}

module.exports = { changeTable };
