'use strict';

/* The report of a scatter: the rate of a benchmark file over one of its parameters. */

const { pointsFigure } = require('../figures/lines');
const { growthSentence } = require('../growth-words');
const { failuresBlock, skippedTexts } = require('../rates-notes');
const { groupByCategory, plotLines, valueText } = require('../scatter-plot');
const { MANY, createNotes } = require('../report');
const { rate, reach, sorted } = require('../values');
const { effectWord } = require('../../base/stats/ranks');
const { listNames } = require('../../base/text/columns');
const { configurationName, nameText } = require('../../base/text/configuration-names');
const { label } = require('../../base/text/display');
const {
  counted, ends, formatPercent, perSecond, formatProbability, ratioWithInterval, shortRate,
} = require('../../base/text/numbers');
const { environmentSection } = require('./environment');

const MOST_LEVELS = 12;

const aggregatedLines = ({ aggregated }) => aggregated.map(({ name, share, levels }) => {
  const found = levels.map((level) => (
    valueText(level.value) + (level.ratio === null ? '' : ` ${ratioWithInterval(level)}`)));
  const what = share === null ? 'varies within points'
    : `explains ${formatPercent(share)} of the variance within points`;
  return `${valueText(name)} ${what}${found.length ? `: ${listNames(found, MOST_LEVELS)}` : ''}`;
});

const categoryHeading = (category, value) => `${valueText(category)} ${valueText(value)}`;

function byCategory(list, category, linesOf) {
  if (category === null) return linesOf(list);
  return [...groupByCategory(list)].flatMap(([value, own]) => (
    [categoryHeading(category, value), ...linesOf(own).map((line) => `  ${line}`)]));
}

/** 'buffers/x.js: rate by len and encoding, averaged over n' */
function titleOf({ file, xaxis, category, aggregated }) {
  const by = [xaxis, ...(category === null ? [] : [category])].map(valueText).join(' and ');
  const over = aggregated.length ? `, averaged over ${aggregated.map(({ name }) => valueText(name)).join(', ')}` : '';
  return `${label(file)}: rate by ${by}${over}`;
}

const exponentText = ({ exponent, exponentLow, exponentHigh }) => [
  exponent.toFixed(2), ends(exponentLow, exponentHigh, (value) => value.toFixed(2))].filter(Boolean).join(' ');

function stepLine(step) {
  const { from, to, ratio, exponent, p, delta } = step;
  return `${valueText(from)} -> ${valueText(to)}: ${[
    ratio === null ? 'no rate' : ratioWithInterval(step), exponent !== null && `exponent ${exponentText(step)}`,
    p !== null && formatProbability(p), typeof delta === 'number' && `delta ${delta.toFixed(2)} (${effectWord(delta)})`,
  ].filter(Boolean).join(', ')}`;
}

/** '64 -> 128: x0.51 (0.50..0.52), exponent -0.97 (-1.00..-0.94), p = 1e-9, delta -1.00 (large)' */
const stepLines = ({ steps, category }) => byCategory(steps, category, (own) => own.map(stepLine));

function growthLines({ growth, xaxis, category }) {
  const heading = (found) => (category === null ? '' : `${valueText(found.category)}: `);
  return growth.map((found) => heading(found) + growthSentence(found, valueText(xaxis)));
}

const configurations = (count) => counted(count, 'configuration');

// The title and the list of failures report the remaining ones.
const NOTES = {
  'single-run': ({ count }) => `no interval for ${counted(count, 'point')}: a configuration has only one run`,
  'x-missing': ({ count }, { xaxis }) => `left out: ${configurations(count)} without ${valueText(xaxis)}`,
  'category-missing': ({ count }, { category }) => (
    `${configurations(count)} without ${valueText(category)}, shown as "none"`),
  'parameters-unknown': ({ count }) => `left out: ${configurations(count)} whose parameters are unknown`,
  'not-finite': ({ count }) => `left out: ${counted(count, 'rate that is', 'rates that are')} not finite`,
  'not-positive': ({ count }) => `${counted(count, 'rate of', 'rates of')} 0 or less, included only in means`,
};

function noteLines(scatter) {
  const { points, notes, skipped, complete } = scatter;
  return [
    ...(points.some(({ isSkewed }) => isSkewed)
      ? ['(!) skewed: a few outlying runs shift the mean; the median is more reliable'] : []),
    ...notes.filter(({ kind }) => Object.hasOwn(NOTES, kind)).map((note) => NOTES[note.kind](note, scatter)),
    ...skippedTexts({ skipped, sides: [] }),
    ...(complete ? [] : ['cut short: some runs are missing']),
  ];
}

/** Failed runs with their causes; `errors` has an entry for each run. */
function failedPoints({ points, file, errors, failures }) {
  const runs = points.reduce((sum, { samples }) => sum + samples, 0);
  const failed = errors.map(({ configuration, error }) => (
    { name: nameText(configurationName({ file, configuration })), runs: 0, errors: [error] }));
  const files = failures.map((one) => ({ name: label(one.file), error: one.error }));
  return failuresBlock([{ name: '', runs, errors: [] }, ...failed], files);
}

const rowOf = (point) => ({
  cells: {
    x: typeof point.x === 'number' ? sorted(valueText(point.x), point.x) : valueText(point.x),
    samples: sorted(`${point.samples}`, point.samples),
    mean: rate(point.mean), reach: reach(point.mean, point.low, point.high),
    skewed: point.isSkewed ? '(!)' : '', median: rate(point.median),
    between: ends(point.medianLow, point.medianHigh, shortRate),
  },
});

const pointsTable = ({ points, xaxis, category }) => ({
  type: 'table', label: `Rates by ${label(xaxis)}`, isLong: points.length > MANY,
  columns: [
    { key: 'x', title: valueText(xaxis), isNumber: points.every(({ x }) => typeof x === 'number') },
    { key: 'samples', title: 'samples', isNumber: true, drop: 11 }, { key: 'mean', title: 'mean', isNumber: true },
    { key: 'reach', title: '± (95 %)', isNumber: true, drop: 14 },
    { key: 'skewed', title: '', wideTitle: 'skewed', drop: 13 },
    { key: 'median', title: 'median', isNumber: true, drop: 12 },
    { key: 'between', title: '(95 %)', isNumber: true, isSoft: true, drop: 10 },
  ],
  rows: [...groupByCategory(points)].flatMap(([value, own]) => [
    ...(category === null ? [] : [{ heading: categoryHeading(category, value) }]), ...own.map(rowOf),
  ]),
});

function answerOf(document) {
  const lines = growthLines(document);
  if (lines.length > 0) return lines;
  const rates = document.points.filter(({ mean }) => mean > 0).sort((a, b) => b.mean - a.mean);
  if (rates.length < 2) return [];
  const placeOf = ({ x, category }) => [
    `${valueText(document.xaxis)} ${valueText(x)}`,
    document.category !== null && categoryHeading(document.category, category),
  ].filter(Boolean).join(' and ');
  const textOf = (point) => `${perSecond(point.mean)} with ${placeOf(point)}`;
  return [`${textOf(rates[0])}, down to ${textOf(rates[rates.length - 1])}`];
}

function scatterReport(document) {
  const { file, points, environment } = document;
  return {
    title: label(file), lead: [{ text: counted(points.length, 'point') }], origin: document,
    sections: [
      {
        id: 'rates', title: `Rate by ${label(document.xaxis)}`, heading: titleOf(document),
        head: () => [titleOf(document)], settings: titleOf(document), answer: answerOf(document),
        blocks: [
          points.length > 0 ? pointsTable(document) : { type: 'remark', text: 'no rates', tone: 'empty' },
          { type: 'figure', figures: () => pointsFigure(document) },
          { type: 'lines', only: 'terminal', isTable: true, linesFor: (columns) => plotLines(document, columns) },
          createNotes(aggregatedLines(document), { title: 'Other parameters' }),
          createNotes(stepLines(document), { title: 'From one value to the next' }),
          createNotes(noteLines(document)), failedPoints(document),
        ],
      },
      ...(environment ? [environmentSection(environment)] : []),
    ],
  };
}

module.exports = { scatterReport };
