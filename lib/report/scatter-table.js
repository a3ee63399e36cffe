'use strict';

/*
 * How a rate depends on a parameter, for a terminal: the points, what is mixed in them, steps, growth, and a plot.
 *
 *   encoding utf8
 *     len  samples       mean  +- (95 %)     median
 *      64       30  15.63 M/s   +-1.0 %  15.64 M/s  (15.50 M..15.77 M)
 */

const { createPaint } = require('../text/paint');
const { tableOf, wrapped, unitsAligned } = require('../text/columns');
const { ends, perSecond, shortRate, shareText } = require('../text/numbers');
const { scatterPlot, markersOf } = require('./scatter-plot');
const {
  titleOf, categoriesOf, categoryHeading, aggregatedLines, stepLines, growthLines, noteLines, scatterFailures,
  valueText,
} = require('./scatter-words');

const { max } = Math;

// Of a plot that goes into a file, which has no columns.
const USUAL_COLUMNS = 80;

/** How far the 95 % interval of the mean reaches from it, as a share; null where it has none. */
function reachOf({ mean, low, high }) {
  return mean > 0 && low !== null && high !== null ? max(mean - low, high - mean) / mean : null;
}

/** The texts of a point in a table. */
function cellsOf(point) {
  const { x, samples, mean, median, medianLow, medianHigh, isSkewed } = point;
  const reach = reachOf(point);
  return {
    x: valueText(x), samples: `${samples}`, mean: perSecond(mean), reach: reach === null ? '' : `+-${shareText(reach)}`,
    median: median === null ? '' : perSecond(median), between: ends(medianLow, medianHigh, shortRate),
    skewed: isSkewed ? '(!)' : '',
  };
}

function layoutOf(points, xaxis) {
  return [
    { key: 'x', title: valueText(xaxis), toTheRight: points.every(({ x }) => typeof x === 'number') },
    { key: 'samples', title: 'samples', toTheRight: true }, { key: 'mean', title: 'mean', toTheRight: true },
    { key: 'reach', title: '+- (95 %)', toTheRight: true }, { key: 'skewed', title: '' },
    { key: 'median', title: 'median', toTheRight: true }, { key: 'between', title: '(95 %)' },
  ];
}

function rowsOf({ points, category }) {
  const cells = points.map(cellsOf);
  for (const key of ['mean', 'median']) {
    unitsAligned(cells.map((row) => row[key])).forEach((text, i) => { cells[i][key] = text; });
  }
  const rows = [];
  for (const [value, own] of categoriesOf(points)) {
    if (category !== null) rows.push({ heading: categoryHeading(category, value) });
    for (const point of own) rows.push(cells[points.indexOf(point)]);
  }
  return rows;
}

/** The plot with what its markers mean; [] where there is no room for one. */
function plotLines({ points, xaxis, category, isLog }, columns = USUAL_COLUMNS) {
  const groups = categoriesOf(points.filter(({ mean }) => typeof mean === 'number'));
  const values = [...new Set(points.map(({ x }) => x))];
  const isNumeric = values.every((x) => typeof x === 'number');
  if (isNumeric) values.sort((a, b) => a - b);
  const at = new Map(values.map((x, i) => [x, isNumeric ? x : i]));
  const markers = markersOf([...groups.keys()]);
  const placed = ({ x, mean, low, high }) => ({ x: at.get(x), y: mean, low, high });
  const series = [...groups.values()].map((own, k) => (
    { marker: markers[k], points: own.map(placed).sort((a, b) => a.x - b.x) }));
  const labels = values.map((x) => ({ at: at.get(x), text: valueText(x) }));
  const plot = scatterPlot({ series, labels, isLogX: isLog && isNumeric, columns });
  if (!plot) return [];
  const title = `rate${plot.isLogY ? ' (log)' : ''} over ${valueText(xaxis)}${plot.isLogX ? ' (log)' : ''}`;
  const kinds = category === null ? [] : [...groups.keys()];
  const legend = kinds.map((value, k) => `${markers[k]} ${valueText(value)}`);
  if (plot.hasSeveral) legend.push('* several');
  return [...wrapped(title + (legend.length ? `: ${legend.join(', ')}` : ''), columns), ...plot.lines];
}

/**
 * @param {object} scatter of one file
 * @param {object} [screen]
 * @param {number} [screen.columns] of the terminal, which no line exceeds
 * @param {boolean} [screen.hasColours]
 * @returns {string} text with ends of line
 */
function scatterTable(scatter, { columns, hasColours = false } = {}) {
  const { points, xaxis } = scatter;
  const paint = createPaint(hasColours);
  const table = points.length === 0 ? ['no rates'] : tableOf(layoutOf(points, xaxis), rowsOf(scatter), {
    columns, paint, spare: ['between', 'samples', 'median', 'skewed', 'reach'],
  });
  const texts = [aggregatedLines(scatter), stepLines(scatter, columns), growthLines(scatter)];
  const sections = [
    [...wrapped(titleOf(scatter), columns).map((line) => paint('bold', line)), ...table],
    ...texts.map((lines) => lines.flatMap((line) => wrapped(line, columns))),
    plotLines(scatter, columns),
    [...noteLines(scatter), ...scatterFailures(scatter)].flatMap((line) => wrapped(line, columns)),
  ];
  return `${sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

module.exports = { scatterTable, reachOf };
