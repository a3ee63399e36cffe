'use strict';

/* The tests of suites, and what a comparison judges, as pictures that stand alone. */

const { visible } = require('../chart/markup');
const { drawable } = require('../chart/scale');
const { changeFigure } = require('../change-figure');
const { namedGroups } = require('../row-groups');
const { speedFigures } = require('../speed-figure');
const { timeFigure } = require('../time-figure');
const { groupedBy } = require('../../text/grouped-by');
const { figure, textBlock, spaceBlock, MARGIN } = require('./figure');
const { columnsOf, intervalPanel } = require('./interval-panel');

const { max } = Math;

// A title needs so much, however narrow the columns are.
const LEAST_WIDTH = 640;
const MOST_FAILURES = 10;
const NOTHING = 'There is nothing to draw.';

const SIGNS = { interval: 'Line', band: 'Grey', limit: 'Dashed', unity: 'Upright line', far: 'Dotted' };

const textOf = (parts) => parts.map((part) => (typeof part === 'string' ? part : visible(part.name))).join('');
const keyOf = ([sign, words]) => `${SIGNS[sign]}: ${textOf(words)}.`;

/** What is seen, in sentences. */
const sentenceOf = ({ title, text, items }) =>
  `${title}, ${textOf(text)}. ${items.filter(({ label }) => label).map(({ label }) => label).join('; ')}.`;

const suiteOf = ({ file, suite }) => (file ?? 'snippets') + (suite > 1 ? `, suite ${suite}` : '');

/**
 * @param {object} picture
 * @param {string} picture.title
 * @param {Array<{ heading: string, figures: object[] }>} picture.parts
 * @param {string[]} picture.failures in words
 * @param {boolean} picture.isComplete
 */
function draw({ title, parts, failures, isComplete }) {
  const figures = parts.flatMap((part) => part.figures);
  const columns = columnsOf(figures);
  const width = max(LEAST_WIDTH, columns.end - MARGIN);
  const soft = (text, after = 0) => textBlock('soft', text, { width, after });
  const left = failures.length - MOST_FAILURES;
  const blocks = [
    textBlock('title', title, { width, after: 4 }),
    !isComplete && soft('Not complete: the run was cut short or is still under way.', 4),
    ...parts.flatMap(({ heading, figures: own }) => [
      spaceBlock(8), parts.length > 1 && own.length > 0 && textBlock('heading', visible(heading), { width, after: 3 }),
      ...own.flatMap((one) => [
        soft(`${one.title}, ${textOf(one.text)}`, 6), intervalPanel(one, columns),
        ...one.key.map((line) => soft(keyOf(line), 2)), spaceBlock(8),
      ]),
    ]),
    figures.length === 0 && soft(NOTHING),
    ...failures.slice(0, MOST_FAILURES).map((failure) => soft(failure, 3)),
    left > 0 && soft(`${left} more failed`),
  ];
  const description = figures.map(sentenceOf).join(' ') || NOTHING;
  return figure({ width, blocks: blocks.filter(Boolean), title, description });
}

function failureWords(name, { message }) {
  const [first] = message.trim().split(/[\r\n]/);
  return `${visible(name)} failed${first && `: ${visible(first)}`}`;
}

/** The figures of one suite: of streams their speeds, of tests their times. */
function figuresOf({ tests }) {
  const streams = tests.filter(({ stream }) => Boolean(stream));
  return streams.length > 0 ? speedFigures(streams) : [timeFigure(namedGroups(tests))].filter(Boolean);
}

/**
 * @param {object} results a document of results
 * @returns {string} SVG that can stand alone: the times of all tests with their intervals, an axis for each suite
 */
function suitesPlot(results) {
  const { suites, complete } = drawable(results);
  const failures = suites.flatMap((suite) => [
    ...(suite.error ? [failureWords(suiteOf(suite), suite.error)] : []),
    ...suite.tests.filter(({ error }) => error).map(({ name, error }) => failureWords(name, error)),
  ]);
  const parts = suites.map((suite) => ({ heading: suiteOf(suite), figures: figuresOf(suite) }));
  const names = [...new Set(suites.map(({ file }) => file ?? 'snippets'))];
  const title = names.length === 1 ? visible(names[0]) : `${names.length} files`;
  return draw({ title, parts, failures, isComplete: complete !== false });
}

/**
 * @param {object} comparison a comparison of suites
 * @returns {string} SVG that can stand alone: the change of each test, and the limit of --max-regression
 */
function changesPlot(comparison) {
  const document = drawable(comparison);
  const { sides, tests, failures, complete } = document;
  const groups = [...groupedBy(tests, suiteOf)].map(([title, own]) => ({ title, tests: own }));
  const figures = [changeFigure(groups, document)].filter(Boolean);
  const [first, ...others] = sides.map(({ label, source }) => visible(source && source !== label
    ? `${label} (${source})` : label));
  const failed = [
    ...failures.map(({ side, file, error }) => failureWords(`${file} (${side})`, error)),
    ...tests.flatMap(({ name, sides: own }) => own.flatMap((side, i) => (
      side && side.error ? [failureWords(`${name} (${sides[i].label})`, side.error)] : []))),
  ];
  return draw({
    title: `${others.join(', ')} against ${first}`, parts: [{ heading: '', figures }], failures: failed,
    isComplete: complete !== false,
  });
}

module.exports = { suitesPlot, changesPlot };
