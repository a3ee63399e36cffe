'use strict';

/* The table of a comparison: a row for each test, or for each side of each test where there are more than two. */

const { markup, nameOf } = require('./markup');
const { list, object } = require('./known');
const { table, labelOf } = require('./parts');
const { verdictTag } = require('./verdicts');
const { time, ratioText, ratioInterval, probability } = require('./figures');

const isThere = (test, i) => list(test.sides)[i] !== null && list(test.sides)[i] !== undefined;

function sideTime(test, i) {
  if (!isThere(test, i)) return markup`<span class="soft">none</span>`;
  const { error, nsPerCall, nsLow, nsHigh } = object(test.sides[i]);
  return error ? markup`<span class="failed">failed</span>` : time(nsPerCall, nsLow, nsHigh);
}

function changeCells(change) {
  const { ratio, low, high, adjustedP, verdict, regression } = change;
  return [
    markup`<td class="number">${ratioText(ratio, low, high)}</td>`,
    markup`<td class="number soft">${ratioInterval(low, high, ratio)}</td><td class="number soft">${probability(adjustedP)}</td>`,
    markup`<td>${verdictTag(verdict)}${regression === true && markup` <span class="regression">regression</span>`}</td>`,
  ];
}

function groupRow(group, groups, columns) {
  return groups.length > 1 && markup`<tr class="group"><th scope="rowgroup" colspan="${columns}"><bdi>${group.title}</bdi></th></tr>
`;
}

const nameCell = (name, id, rows) => markup`<th scope="row"${rows > 1 && markup` rowspan="${rows}"`}><a href="#${id}">${nameOf(name)}</a></th>`;

const headOf = (titles) => titles.map(([title, kind]) => markup`<th scope="col"${kind && markup` class="${kind}"`}>${title}</th>`);

const CHANGE = [['change', 'number'], ['interval', 'number soft'], ['adjusted p', 'number soft'], ['verdict']];
const COLUMNS = 7;
const FIRST = markup`<td colspan="4" class="soft">what the others are compared with</td>`;

/** Two sides: a row for each test. */
function pairRow(test, id) {
  const times = [0, 1].map((i) => markup`<td class="number">${sideTime(test, i)}</td>`);
  return markup`<tr>${nameCell(test.name, id, 1)}${times}${changeCells(object(list(test.changes)[0]))}</tr>
`;
}

/** More sides: a row for each side of each test. */
function sideRows(test, id, sides) {
  return sides.map((_, i) => {
    const isFirst = i === 0;
    const cells = isFirst ? FIRST : changeCells(object(list(test.changes)[i - 1]));
    const side = markup`<td><bdi>${labelOf(sides, i)}</bdi></td><td class="number">${sideTime(test, i)}</td>`;
    return markup`<tr${isFirst && markup` class="first"`}>${isFirst && nameCell(test.name, id, sides.length)}${side}${cells}</tr>
`;
  });
}

/**
 * @param {Array<{ title: string, tests: object[], ids: string[] }>} groups tests of one file and suite
 * @param {object[]} sides
 */
function changeTable(groups, sides) {
  const isPair = sides.length <= 2;
  const names = isPair ? [0, 1].map((i) => [markup`<bdi>${labelOf(sides, i)}</bdi>`, 'number']) : [['side'], ['time per call', 'number']];
  return table({
    label: 'Changes',
    head: headOf([['test'], ...names, ...CHANGE]),
    rows: groups.map((group) => [
      groupRow(group, groups, COLUMNS),
      group.tests.map((test, i) => (isPair ? pairRow(test, group.ids[i]) : sideRows(test, group.ids[i], sides))),
    ]),
  });
}

module.exports = { changeTable, isThere };
