'use strict';

/*
 * What several runs of benchmark files have given, for a terminal:
 *   buffers/x.js      rate      +-       spread runs each   -2 %     median     +2 %
 *     n=1024       62.71 M/s    +-0.31 % 0.8 %    30 12 ms      o  --[=|==]---
 */

const { label, printable } = require('../text/display');
const { createPaint } = require('../text/paint');
const { tableOf, wrapped, unitsAligned } = require('../text/columns');
const { shortConfiguration, byFile } = require('../text/configuration-names');
const { perSecond, shareText, secondsText } = require('../text/numbers');
const { machineOf } = require('./machines-notes');
const { noteLines } = require('./rates-notes');
const { cyclesCell, cyclesTitle, instructionsCell } = require('./count-cells');
const { shapeOf, boxLine, reachOf, commonReach, axisTitle } = require('./terminal-plot');
const { median, medianInterval, quantileSorted, sorted, variation } = require('../stats/sample');

const { max } = Math;

const PLOT_COLUMNS = 21;

/**
 * What the runs of one side of a configuration come to.
 *
 * @param {{ rates: number[], seconds: number[], errors: object[] }} side
 * @returns {{ runs: number, failed: number, rate: number, reach: number|null, variation: number|null,
 *   seconds: number|null }} rate: the median, NaN without runs; reach: of its 95 % interval as a share of it, to the
 *   farther end, null under 6 runs; variation: standard deviation over mean, null under 2 runs; seconds: the median of
 *   a run, null where it is not known
 */
function runsOf({ rates: measured, seconds, errors }) {
  const rates = sorted(measured);
  const rate = rates.length ? quantileSorted(rates, 0.5) : NaN;
  const known = (seconds || []).filter((one) => one !== null);
  const found = rate > 0 ? medianInterval(rates) : null;
  return {
    runs: rates.length, failed: (errors || []).length, rate,
    reach: found && max(found.high - rate, rate - found.low) / rate,
    variation: variation(measured),
    seconds: known.length ? median(known) : null,
  };
}

/** A line for each side of a configuration that has it. */
function rowsOf(configuration, document, name) {
  const { sides } = document;
  return configuration.sides.flatMap((side, i) => {
    if (!side) return [];
    // For the box, too: what is in order stays so.
    const rates = sorted(side.rates);
    const { runs, failed, rate, reach, variation: spread, seconds } = runsOf({ ...side, rates });
    return [{
      name, side: sides.length > 1 ? label(sides[i].label) : '', machine: machineOf(configuration, document),
      kinds: { rate: runs > 0 || failed === 0 ? '' : 'failed' },
      shape: runs > 1 && rate > 0 ? shapeOf(rates.map((one) => one / rate - 1)) : null,
      rate: runs > 0 ? perSecond(rate) : failed > 0 ? 'FAILED' : 'not run',
      reach: reach === null ? '' : `+-${shareText(reach)}`, variation: spread === null ? '' : shareText(spread),
      runs: failed > 0 ? `${runs} of ${runs + failed}` : `${runs}`,
      seconds: seconds === null ? '' : secondsText(seconds),
      instructions: instructionsCell(side), cycles: cyclesCell(side),
    }];
  });
}

/** Rows under the names of their files; a file without parameters is one row. */
function allRows(document) {
  const { configurations } = document;
  const rows = [];
  for (const [file, own] of byFile(configurations)) {
    const isAlone = own.length === 1 && !own[0].configuration;
    if (!isAlone) rows.push({ heading: printable(file) });
    const nameOf = ({ configuration }) => (isAlone ? label(file) : `  ${shortConfiguration(configuration)}`);
    rows.push(...own.flatMap((one) => rowsOf(one, document, nameOf(one))));
  }
  return rows;
}

/** Adds a drawing to each row, on an axis of changes from the median of that row. */
function drawRuns(rows) {
  const drawn = rows.filter(({ shape }) => shape);
  const reach = commonReach(drawn.map(({ shape }) => reachOf(shape)));
  if (!(reach > 0)) return 0;
  const axis = { low: -reach, high: reach, columns: PLOT_COLUMNS };
  for (const row of drawn) row.plot = boxLine(row.shape, axis);
  return reach;
}

const layoutOf = (counted) => [
  { key: 'name', title: '' }, { key: 'side', title: 'side' }, { key: 'rate', title: 'rate', toTheRight: true },
  { key: 'instructions', title: 'instructions', toTheRight: true },
  { key: 'cycles', title: cyclesTitle(counted), toTheRight: true },
  { key: 'reach', title: '+- (95 %)', toTheRight: true }, { key: 'variation', title: 'spread', toTheRight: true },
  { key: 'runs', title: 'runs', toTheRight: true }, { key: 'seconds', title: 'each', toTheRight: true },
  { key: 'machine', title: 'machine' },
];

/**
 * @param {object} rates a document of rates, with `hints` on runs that were too short or differ too much
 * @param {object} [screen]
 * @param {number} [screen.columns] of the terminal, which no line exceeds
 * @param {boolean} [screen.hasColours]
 * @returns {string} text with ends of line
 */
function ratesTable(rates, { columns, hasColours = false } = {}) {
  const rows = allRows(rates);
  const reach = drawRuns(rows);
  const figures = rows.filter(({ rate }) => rate !== undefined);
  unitsAligned(figures.map(({ rate }) => rate)).forEach((text, i) => { figures[i].rate = text; });
  const counted = rates.configurations.flatMap(({ sides }) => sides).filter(Boolean);
  const layout = [...layoutOf(counted), { key: 'plot', title: reach ? axisTitle(reach, PLOT_COLUMNS, 'median') : '' }];
  const lines = rows.length === 0 ? ['nothing was run'] : tableOf(layout, rows, {
    columns, paint: createPaint(hasColours),
    spare: ['plot', 'machine', 'seconds', 'runs', 'variation', 'reach', 'cycles', 'instructions'],
  });
  const notes = noteLines(rates).flatMap((line) => wrapped(line, columns));
  if (notes.length) lines.push('', ...notes);
  return `${lines.join('\n')}\n`;
}

module.exports = { ratesTable, runsOf };
