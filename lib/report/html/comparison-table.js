'use strict';

/* The table of a comparison: a row for each test, or for each side of each test where there are more than two. */

const { markup, nameOf } = require('../chart/markup');
const { table, groupRow } = require('./parts');
const { labelOf } = require('../change-figure');
const { verdictTag } = require('../chart/verdicts');
const { time, ratioText, ratioInterval, probability } = require('../chart/figures');

function sideTime(side) {
  if (side === null) return markup`<span class="soft">none</span>`;
  return side.error ? markup`<span class="failed">failed</span>` : time(side.nsPerCall, side.nsLow, side.nsHigh);
}

const SOFT = 'number soft';
const numberCell = (content, kind = 'number') => markup`<td class="${kind}">${content}</td>`;

const changeCells = ({ ratio, low, high, adjustedP, verdict, regression }) => [
  numberCell(ratioText(ratio, low, high)), numberCell(ratioInterval(low, high, ratio), SOFT),
  numberCell(probability(adjustedP), SOFT),
  markup`<td>${verdictTag(verdict)}${regression && markup` <span class="regression">regression</span>`}</td>`,
];

function nameCell(name, id, rows) {
  return markup`<th scope="row"${rows > 1 && markup` rowspan="${rows}"`}><a href="#${id}">${nameOf(name)}</a></th>`;
}

const headCell = ([title, kind]) => markup`<th scope="col"${kind && markup` class="${kind}"`}>${title}</th>`;

const CHANGE = [['change', 'number'], ['interval', SOFT], ['adjusted p', SOFT], ['verdict']];
const COLUMNS = 7;
const FIRST = markup`<td colspan="4" class="soft">what the others are compared with</td>`;

/** Two sides: a row for each test. */
function pairRow({ name, sides, changes }, id) {
  const times = sides.map((side) => numberCell(sideTime(side)));
  return markup`<tr>${nameCell(name, id, 1)}${times}${changeCells(changes[0])}</tr>
`;
}

/** More sides: a row for each side of each test. */
function sideRows(test, id, sides) {
  return sides.map((_, i) => {
    const side = markup`<td><bdi>${labelOf(sides, i)}</bdi></td>${numberCell(sideTime(test.sides[i]))}`;
    if (i > 0) return markup`<tr>${side}${changeCells(test.changes[i - 1])}</tr>
`;
    return markup`<tr class="first">${nameCell(test.name, id, sides.length)}${side}${FIRST}</tr>
`;
  });
}

/**
 * @param {Array<{ title: string, tests: object[], ids: string[] }>} groups tests of one file and suite
 * @param {object[]} sides
 */
function changeTable(groups, sides) {
  const isPair = sides.length === 2;
  const names = isPair ? [0, 1].map((i) => [markup`<bdi>${labelOf(sides, i)}</bdi>`, 'number'])
    : [['side'], ['time per call', 'number']];
  return table({
    label: 'Changes',
    head: [['test'], ...names, ...CHANGE].map(headCell),
    rows: groups.map(({ title, tests, ids }) => [
      groups.length > 1 && groupRow(title, COLUMNS),
      tests.map((test, i) => (isPair ? pairRow(test, ids[i]) : sideRows(test, ids[i], sides))),
    ]),
  });
}

module.exports = { changeTable };
