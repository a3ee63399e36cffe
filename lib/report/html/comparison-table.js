'use strict';

/* The table of a comparison: a row for each test, or for each side of each test where there are more than two. */

const { markup, nameOf } = require('../chart/markup');
const { table, groupRow } = require('./parts');
const { labelOf } = require('../change-figure');
const { verdictTag } = require('../chart/verdicts');
const { ratioText, ratioInterval, probability } = require('../chart/figures');

/** What each side of a test has come to, in figures that stand together. */
function sideTexts({ sides }, figures) {
  const texts = figures.textsOf(sides.map((side) => (side && !side.error ? figures.estimateOf(side) : null)));
  return sides.map((side, i) => {
    if (side === null) return markup`<span class="soft">none</span>`;
    return side.error ? markup`<span class="failed">failed</span>` : texts[i];
  });
}

const SOFT = 'number soft';
const numberCell = (content, kind = 'number') => markup`<td class="${kind}">${content}</td>`;

function changeCells({ adjustedP, verdict, regression, ...change }, figures) {
  const { ratio, low, high } = figures.changeOf(change);
  return [
    numberCell(ratioText(ratio, low, high)), numberCell(ratioInterval(low, high, ratio), SOFT),
    numberCell(probability(adjustedP), SOFT),
    markup`<td>${verdictTag(verdict)}${regression && markup` <span class="regression">regression</span>`}</td>`,
  ];
}

function nameCell(name, id, rows) {
  return markup`<th scope="row"${rows > 1 && markup` rowspan="${rows}"`}><a href="#${id}">${nameOf(name)}</a></th>`;
}

const headCell = ([title, kind]) => markup`<th scope="col"${kind && markup` class="${kind}"`}>${title}</th>`;

const CHANGE = [['change', 'number'], ['interval', SOFT], ['adjusted p', SOFT], ['verdict']];
const COLUMNS = 7;
const FIRST = markup`<td colspan="4" class="soft">what the others are compared with</td>`;

/** Two sides: a row for each test. */
function pairRow(test, id, figures) {
  const cells = sideTexts(test, figures).map((text) => numberCell(text));
  return markup`<tr>${nameCell(test.name, id, 1)}${cells}${changeCells(test.changes[0], figures)}</tr>
`;
}

/** More sides: a row for each side of each test. */
function sideRows(test, id, sides, figures) {
  const texts = sideTexts(test, figures);
  return sides.map((_, i) => {
    const side = markup`<td><bdi>${labelOf(sides, i)}</bdi></td>${numberCell(texts[i])}`;
    if (i > 0) return markup`<tr>${side}${changeCells(test.changes[i - 1], figures)}</tr>
`;
    return markup`<tr class="first">${nameCell(test.name, id, sides.length)}${side}${FIRST}</tr>
`;
  });
}

/**
 * @param {Array<{ title: string, tests: object[], ids: string[] }>} groups tests of one file and suite
 * @param {object[]} sides
 * @param {import('../side-figures').SideFigures} figures
 */
function changeTable(groups, sides, figures) {
  const isPair = sides.length === 2;
  const names = isPair ? [0, 1].map((i) => [markup`<bdi>${labelOf(sides, i)}</bdi>`, 'number'])
    : [['side'], [figures.title, 'number']];
  return table({
    label: 'Changes',
    head: [['test'], ...names, ...CHANGE].map(headCell),
    rows: groups.map(({ title, tests, ids }) => [
      groups.length > 1 && groupRow(title, COLUMNS),
      tests.map((test, i) => (
        isPair ? pairRow(test, ids[i], figures) : sideRows(test, ids[i], sides, figures))),
    ]),
  });
}

module.exports = { changeTable };
