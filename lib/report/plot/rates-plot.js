'use strict';

/* Rates of benchmark files as a picture: a part for each file, in it rows on as many axes as their scales need. */

const { shortRate } = require('../../text/numbers');
const { visible } = require('../chart/markup');
const { rect, upright, words, group } = require('../chart/marks');
const { textWidth, wrapped } = require('../chart/text-width');
const { seriesClass } = require('../chart/theme');
const { modelOfComparison, modelOfRates, centreOf } = require('../rates-model');
const { figure, textBlock, spaceBlock, MARGIN } = require('./figure');
const { panelsOf } = require('../rate-panels');
const { columnsOf, panelBlock } = require('./rows-panel');
const { FEW_RUNS } = require('./lanes');

const { max } = Math;

// A title needs so much, however narrow the columns are.
const LEAST_WIDTH = 640;

const KEYS = {
  box: 'Box: the middle half of the runs, with their median, which stands at the right. Whiskers go to the last run ' +
    'within 1.5 times its length, dots are runs beyond, triangles at an edge such off the axis.',
  bars: 'Bar: the mean of the runs, which stands at the right, with its 95 % interval.',
};
const STARS = '*, **, ***: the means differ by Welch\'s t test at 5 %, 1 %, 0.1 %, each taken by itself.';
const FEW = 'Of fewer than five runs each is a dot.';
const MOST_FAILURES = 10;

const rowsOf = ({ files }) => files.flatMap(({ rows }) => rows);
const hasChange = (model, isOne) => rowsOf(model).some(({ changes }) => changes.some(isOne));
const hasFew = (model) => rowsOf(model).some(({ sides }) => sides.some(({ box }) => box && box.count < FEW_RUNS));

function whereAxesBegin(begin) {
  if (!begin.includes(false)) return '';
  if (begin.length === 1) return '; the axis does not begin at 0';
  return begin.includes(true) ? '; not all axes begin at 0' : '; the axes do not begin at 0';
}

/** Under the axes of a file; `begin` tells of each whether it begins at 0. */
function axisNote(begin, columns) {
  const scales = begin.length > 1 ? '; each axis has a scale of its own' : '';
  const text = `operations per second, higher is better${whereAxesBegin(begin)}${scales}`;
  return { height: 26, draw: (top) => words('tick', (columns.left + columns.right) / 2, top + 6, text, 'middle') };
}

const STEP = 19;
const SWATCH = 26;
const LABEL_MOST = 260; // pixels
const GAP = 12;

/** What the sides of a comparison are called, and what they are: a row for each. */
function legendBlock(sides, { width, kind }) {
  const labels = sides.map(({ label }) => wrapped(label, { size: 12, isBold: true, width: LABEL_MOST })[0]);
  const beside = MARGIN + SWATCH + max(...labels.map((label) => textWidth(label, 12, true))) + GAP;
  return {
    height: sides.length * STEP + 10,
    draw: (top) => sides.map(({ source }, i) => {
      const y = top + i * STEP + 9;
      return group(seriesClass(i), null, [
        rect(kind === 'bars' ? 'bar' : 'box', MARGIN, y - 5, 16, 10),
        kind === 'box' && upright('median', MARGIN + 8, y - 5, y + 5),
        words('strong', MARGIN + SWATCH, y + 4, labels[i]),
        source && words('soft', beside, y + 4, wrapped(source, { size: 12, width: width + MARGIN - beside })[0]),
      ]);
    }),
  };
}

/** What is seen, in sentences. */
function describe({ files, sides }, kind) {
  const told = ({ box, state }) => (box ? shortRate(centreOf(box, kind)) : state === 'failed' ? 'failed' : 'none');
  const sideWords = (side, i) => `${sides[i].label} ${told(side)}`;
  const rowWords = (row) => `${visible(row.name)}: ${row.sides.map(sideWords).join(', ')}`;
  const sentences = files.map(({ file, rows }) => `${visible(file)}. ${rows.map(rowWords).join('; ')}.`);
  return `${kind === 'bars' ? 'Means' : 'Medians'} in operations per second. ${sentences.join(' ')}`;
}

/** What the marks mean, and what of it there is. */
function keysOf(model, kind) {
  const improvement = `Per cent: how much higher the mean is than that of ${model.sides[0].label}.`;
  const hasStars = hasChange(model, ({ stars }) => Boolean(stars));
  return [
    kind === 'box' && hasFew(model) ? `${KEYS[kind]} ${FEW}` : KEYS[kind],
    hasChange(model, (change) => typeof change.improvement === 'number') && `${improvement} ${hasStars ? STARS : ''}`,
    !model.isComplete && 'Not complete: the run was cut short or is still under way.',
  ].filter(Boolean);
}

/** The panels of one file, under its name. */
function fileBlocks({ file, shared, rows }, { model, kind, columns, width }) {
  const panels = panelsOf(rows, kind).map((own) => panelBlock(own, { model, kind, columns }));
  const begin = panels.map(({ beginsAtZero }) => beginsAtZero).filter((isZero) => isZero !== null);
  return [
    spaceBlock(12), textBlock('heading', visible(file), { width, after: shared ? 1 : 5 }),
    shared && textBlock('soft', `all with ${visible(shared)}`, { width, after: 5 }),
    ...panels, begin.length > 0 && axisNote(begin, columns),
  ];
}

function draw(model, title, { kind = 'box' }) {
  const columns = columnsOf(model, kind);
  const width = max(LEAST_WIDTH, columns.end - MARGIN);
  const soft = (text, after = 0) => textBlock('soft', text, { width, after });
  const left = model.failures.length - MOST_FAILURES;
  const blocks = [
    textBlock('title', title, { width, after: 4 }), ...keysOf(model, kind).map((text) => soft(text, 4)), spaceBlock(8),
    model.sides.length > 1 && legendBlock(model.sides, { width, kind }),
    ...model.files.flatMap((file) => fileBlocks(file, { model, kind, columns, width })),
    model.files.length === 0 && soft('There are no rates to draw.'),
    ...model.failures.slice(0, MOST_FAILURES).map((failure) => soft(failure, 3)),
    left > 0 && soft(`${left} more files could not be run`),
  ];
  return figure({ width, blocks: blocks.filter(Boolean), title, description: describe(model, kind) });
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/**
 * The rates of all sides of a comparison, configuration by configuration.
 *
 * @param {object} comparison a comparison of rates: tests[].sides[].rates
 * @param {object} [options]
 * @param {'box'|'bars'} [options.kind] box plots of the runs, or bars for their means with 95 % intervals
 * @returns {string} SVG that can stand alone
 */
function comparisonPlot(comparison, options = {}) {
  const model = modelOfComparison(comparison);
  const names = model.sides.map(({ label }) => short(label));
  const title = names.length > 1 ? `Rates of ${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}` : 'Rates';
  return draw(model, title, options);
}

/** The same for a rates document, which has one side as a rule. */
function ratesPlot(rates, options = {}) {
  return draw(modelOfRates(rates), 'Rates', options);
}

module.exports = { comparisonPlot, ratesPlot };
