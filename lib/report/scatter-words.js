'use strict';

/* The text around the points of a scatter: averaged parameters, steps from one x to the next, growth, doubts. */

const { escaped, label, printable, truncate } = require('../text/display');
const { listing } = require('../text/columns');
const { groupedBy } = require('../text/grouped-by');
const { failuresBlock, skippedTexts } = require('./rates-notes');
const { configurationName, nameText } = require('../text/configuration-names');
const { counted, ends, percent, ratioWithInterval, probability } = require('../text/numbers');
const { growthSentence } = require('./growth-words');
const { effectWord } = require('../stats/ranks');

const MOST_LEVELS = 12;
const NAME_COLUMNS = 40;

/** The value or name of a parameter: 64, utf8, ''; 'none' for a configuration without it */
const valueText = (value) => (value === null ? 'none' : truncate(printable(value), NAME_COLUMNS));

function aggregatedLines({ aggregated }) {
  return aggregated.map(({ name, share, levels }) => {
    const found = levels.map((level) => (
      valueText(level.value) + (level.ratio === null ? '' : ` ${ratioWithInterval(level)}`)));
    const what = share === null ? 'is mixed within points' : `explains ${percent(share)} of the variance within points`;
    return `${valueText(name)} ${what}${found.length ? `: ${listing(found, MOST_LEVELS)}` : ''}`;
  });
}

const categoriesOf = (list) => groupedBy(list, ({ category }) => category);

const categoryHeading = (category, value) => `${valueText(category)} ${valueText(value)}`;

function byCategory(list, category, linesOf) {
  if (category === null) return linesOf(list);
  return [...categoriesOf(list)].flatMap(([value, own]) => (
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
    p !== null && probability(p), typeof delta === 'number' && `delta ${delta.toFixed(2)} (${effectWord(delta)})`,
  ].filter(Boolean).join(', ')}`;
}

/** '64 -> 128: x0.51 (0.50..0.52), exponent -0.97 (-1.00..-0.94), p = 1e-9, delta -1.00 (large)' */
const stepLines = ({ steps, category }) => byCategory(steps, category, (own) => own.map(stepLine));

function growthLines({ growth, xaxis, category }) {
  const heading = (found) => (category === null ? '' : `${valueText(found.category)}: `);
  return growth.map((found) => heading(found) + growthSentence(found, valueText(xaxis)));
}

const configurations = (count) => counted(count, 'configuration');

const NOTES = {
  // Reported by the title and the lines on variance, and by the list of failures.
  aggregated: () => '',
  'failed-runs': ({ count }, { errors = [] }) => (errors.length ? '' : `${counted(count, 'run')} failed`),
  'single-run': ({ count }) => `${counted(count, 'point has', 'points have')} configurations with one run: no interval`,
  'x-missing': ({ count }, { xaxis }) => `left out: ${configurations(count)} without ${valueText(xaxis)}`,
  'category-missing': ({ count }, { category }) => (
    `${configurations(count)} without ${valueText(category)}, shown as none`),
  'parameters-unknown': ({ count }) => `left out: ${configurations(count)} whose parameters cannot be told`,
  'not-finite': ({ count }) => `left out: ${counted(count, 'rate that is', 'rates that are')} no finite number`,
  'not-positive': ({ count }) => `${counted(count, 'rate is', 'rates are')} not above 0: in means, and in nothing else`,
};

function noteLine(note, scatter) {
  const { kind, ...values } = note;
  if (Object.hasOwn(NOTES, kind)) return NOTES[kind](note, scatter);
  const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  const words = Object.entries(values).map(([name, value]) => `${name} ${textOf(value)}`);
  return escaped(`${kind}`.replace(/-/g, ' ') + (words.length ? `: ${words.join(', ')}` : ''));
}

function noteLines(scatter) {
  const { points, notes, skipped, complete } = scatter;
  return [
    points.some(({ isSkewed }) => isSkewed) && '(!) skewed: some runs far off move the mean; the median tells more',
    ...notes.map((note) => noteLine(note, scatter)),
    ...skippedTexts({ skipped, sides: [] }),
    complete === false && 'cut short: not all runs have been made',
  ].filter(Boolean);
}

/** Failed runs with their causes; `errors` has an entry for each run. */
function failedPoints({ points, file, errors = [], failures = [] }) {
  const runs = points.reduce((sum, { samples }) => sum + samples, 0);
  const failed = errors.map(({ configuration, error }) => (
    { name: nameText(configurationName({ file, configuration })), runs: 0, errors: [error] }));
  const files = failures.map((one) => ({ name: label(one.file), error: one.error }));
  return failuresBlock([{ name: '', runs, errors: [] }, ...failed], files);
}

module.exports = {
  titleOf, categoriesOf, categoryHeading, aggregatedLines, stepLines, growthLines, noteLines, failedPoints,
  valueText,
};
