'use strict';

/* Rates of benchmark files as a picture: a part for each file, in it rows on as many axes as their scales need. */

const { modelOfComparison, modelOfRates } = require('./rates-model');
const { figure, textBlock, spaceBlock, MARGIN } = require('./figure');
const { legendBlock } = require('./legend');
const { panelsOf } = require('./panels');
const { columnsOf, panelBlock } = require('./rows-panel');
const { rateText } = require('./rate-axis');
const { words } = require('./marks');
const { FEW_RUNS } = require('./lanes');
const { visible } = require('./text-width');

// Captured at load, because a measured test may change them.
const { max } = Math;

const KINDS = ['box', 'bars'];

// A title needs so much, however narrow the columns are.
const LEAST_WIDTH = 640;

const KEYS = {
  box: 'Box: the middle half of the runs, with their median, which stands at the right. Whiskers go to the last run within 1.5 times its length, dots are runs beyond, triangles at an edge such off the axis.',
  bars: 'Bar: the mean of the runs, which stands at the right, with its 95 % interval.',
};
const STARS = '*, **, ***: the means differ by Welch\'s t test at 5 %, 1 %, 0.1 %, each taken by itself.';
const FEW = 'Of fewer than five runs each is a dot.';
const MOST_FAILURES = 10;

const hasChanges = ({ files }) => files.some(({ rows }) => rows.some(({ changes }) => changes.some(({ improvement }) => typeof improvement === 'number')));
const hasStars = ({ files }) => files.some(({ rows }) => rows.some(({ changes }) => changes.some(({ stars }) => typeof stars === 'string' && stars !== '')));

function whereAxesBegin(begin) {
  if (!begin.includes(false)) return '';
  if (begin.length === 1) return '; the axis does not begin at 0';
  return begin.includes(true) ? '; not all axes begin at 0' : '; the axes do not begin at 0';
}

const hasFew = ({ files }) => files.some(({ rows }) => rows.some(({ sides }) => sides.some(({ box }) => box && box.count < FEW_RUNS)));

/** Under the axes of a file; `begin` tells of each whether it begins at 0. */
function axisNote(begin, columns) {
  const text = `operations per second, higher is better${whereAxesBegin(begin)}${begin.length > 1 ? '; each axis has a scale of its own' : ''}`;
  return { height: 26, draw: (top) => words('tick', (columns.left + columns.right) / 2, top + 6, text, 'middle') };
}

/** What is seen, in sentences. */
function describe(model, kind) {
  const told = model.files.map(({ file, rows }) => {
    const parts = rows.map(({ name, sides }) => `${visible(name)}: ${sides.map(({ box, state }, i) => `${model.sides[i].label} ` +
      `${box ? rateText(kind === 'bars' ? box.mean : box.median) : state === 'failed' ? 'failed' : 'none'}`).join(', ')}`);
    return `${visible(file)}. ${parts.join('; ')}.`;
  });
  return `${kind === 'bars' ? 'Means' : 'Medians'} in operations per second. ${told.join(' ')}`;
}

function draw(model, title, { kind = 'box', theme }) {
  if (!KINDS.includes(kind)) throw new TypeError(`kind is ${JSON.stringify(kind)}; there are ${KINDS.join(', ')}`);
  const columns = columnsOf(model, kind);
  const width = max(LEAST_WIDTH, columns.end - MARGIN);
  const blocks = [textBlock('title', title, { width, after: 4 }), textBlock('soft', kind === 'box' && hasFew(model) ? `${KEYS[kind]} ${FEW}` : KEYS[kind], { width, after: 4 })];
  if (hasChanges(model)) {
    const text = `Per cent: how much higher the mean is than that of ${model.sides[0].label}. ${hasStars(model) ? STARS : ''}`;
    blocks.push(textBlock('soft', text, { width, after: 4 }));
  }
  if (!model.isComplete) blocks.push(textBlock('soft', 'Not complete: the run was cut short or is still under way.', { width, after: 4 }));
  blocks.push(spaceBlock(8));
  if (model.sides.length > 1) blocks.push(legendBlock(model.sides, { width, kind }));
  for (const { file, shared, rows } of model.files) {
    const panels = panelsOf(rows, kind).map((own) => panelBlock(own, { model, kind, columns }));
    blocks.push(spaceBlock(12), textBlock('heading', visible(file), { width, after: shared ? 1 : 5 }));
    if (shared) blocks.push(textBlock('soft', `all with ${visible(shared)}`, { width, after: 5 }));
    blocks.push(...panels);
    const begin = panels.map(({ beginsAtZero }) => beginsAtZero).filter((known) => known !== null);
    if (begin.length > 0) blocks.push(axisNote(begin, columns));
  }
  if (model.files.length === 0) blocks.push(textBlock('soft', 'There are no rates to draw.', { width }));
  for (const failure of model.failures.slice(0, MOST_FAILURES)) blocks.push(textBlock('soft', failure, { width, after: 3 }));
  if (model.failures.length > MOST_FAILURES) blocks.push(textBlock('soft', `${model.failures.length - MOST_FAILURES} more files could not be run`, { width }));
  return figure({ width, blocks, title, description: describe(model, kind), theme });
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/**
 * The rates of all sides of a comparison, configuration by configuration.
 *
 * @param {object} comparison a comparison of rates: tests[].sides[].rates
 * @param {object} [options]
 * @param {'box'|'bars'} [options.kind] box plots of the runs, or bars for their means with 95 % intervals
 * @param {'auto'|'light'|'dark'} [options.theme] 'auto' follows the viewer's
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
  const model = modelOfRates(rates);
  return draw(model, 'Rates', options);
}

module.exports = { comparisonPlot, ratesPlot };
