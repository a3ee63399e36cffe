'use strict';

/* The table of one suite on several engines: a column for each, the fastest of a test marked. */

const { markup, nameOf } = require('../chart/markup');
const { labelOf } = require('../change-figure');
const { engineRows, legendOf } = require('../engine-cells');
const { table, groupRow } = require('./parts');
const { headCells, valuesOfRow } = require('./sorting');

function cell({ time, ratio, isFastest, kind }) {
  const text = isFastest ? markup`<strong>${time}</strong>` : time;
  const times = ratio && markup` <span class="soft">${ratio}</span>`;
  return markup`<td class="number${kind === 'failed' && ' failed'}">${text}${times}${isFastest && ' *'}</td>`;
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
    markup`<p class="remark">${legendOf(engineRows(document), sides).join('; ')}</p>
`,
  ];
}

module.exports = { enginesTable };
