'use strict';

/* The table of one suite on several engines: a column for each, the fastest of a test marked. */

const { markup, nameOf } = require('../chart/markup');
const { labelOf } = require('../change-figure');
const { engineRows, lackLines, legendOf, memoryRows } = require('../engine-cells');
const { table, groupRow } = require('./parts');
const { headCells, valuesOfRow } = require('./sorting');

function cell({ time, ratio, isFastest, kind }) {
  const text = isFastest ? markup`<strong>${time}</strong>` : time;
  const times = ratio && markup` <span class="soft">${ratio}</span>`;
  return markup`<td class="number${kind === 'failed' && ' failed'}">${text}${times}${isFastest && ' *'}</td>`;
}

/** What a call allocates, where that was asked for. */
function memoryTable(document) {
  const rows = memoryRows(document);
  if (rows.length === 0) return false;
  const columns = [
    { title: 'bytes a call' },
    ...document.sides.map((_, at) => (
      { title: markup`<bdi>${labelOf(document.sides, at)}</bdi>`, unit: 'number' })),
  ];
  return table({
    label: 'Bytes a call', head: headCells(columns), isLong: false,
    rows: rows.map(({ name, cells }) => markup`<tr><th scope="row">${nameOf(name)}</th>${cells.map(cell)}</tr>
`),
  });
}

/**
 * @param {Array<{ title: string, tests: object[], ids: string[] }>} groups tests of one file and suite
 * @param {object} document a Comparison across engines
 * @param {{ isLong: boolean }} more
 */
function enginesTable(groups, document, { isLong }) {
  const { sides } = document;
  const ofSide = (at) => ({ sides: own }) => own[at] && !own[at].error && own[at].nsPerCall;
  const columns = [
    { title: 'one call', value: 'name' },
    ...sides.map((_, at) => (
      { title: markup`<bdi>${labelOf(sides, at)}</bdi>`, unit: 'number', value: ofSide(at) })),
  ];
  const rowsOf = ({ title, tests, ids }) => {
    const rows = engineRows({ tests, sides }).flatMap((group) => group.rows);
    return [
      groups.length > 1 && groupRow(title, columns.length),
      rows.map(({ test, cells }, i) => markup`<tr${valuesOfRow(columns, test)}><th scope="row"><a href="#${ids[i]}">${
        nameOf(test.name)}</a></th>${cells.map(cell)}</tr>
`),
    ];
  };
  return [
    table({ label: 'Engines', head: headCells(columns), rows: groups.map(rowsOf), isLong }),
    memoryTable(document),
    markup`<p class="remark">${[...legendOf(engineRows(document), sides), ...lackLines(document)].join('; ')}</p>
`,
  ];
}

module.exports = { enginesTable };
