'use strict';

/* Rates, comparisons of rates and scatters in Markdown, as GitHub shows it. */

const { label } = require('../text/display');
const { literal, opening, markdownTable, bullets, verbatim, paragraphs, againstTitle } = require('./markdown-blocks');
const { answerMarkdown } = require('./gate-words');
const { byFile, shortConfiguration } = require('../text/configuration-names');
const { ends, perSecond, ratioText, shareText, shortRate, secondsText } = require('../text/numbers');
const { anyCounts, countCell } = require('./count-changes');
const { cyclesCell, cyclesTitle, eventOf, instructionsCell, isCounted } = require('./count-cells');
const { machineOf } = require('./machines-notes');
const { runsOf } = require('./rates-table');
const { remarkLines: rateRemarks, rateFailures } = require('./rates-notes');
const { reachOf } = require('./scatter-table');
const {
  titleOf, aggregatedLines, stepLines, growthLines, noteLines: scatterNotes, scatterFailures, valueText,
} = require('./scatter-words');
const { ratioOfRates, verdictWords, percent } = require('./welch-table');
const { entriesOf, remarkLines, welchFailures } = require('./welch-notes');

const plusMinus = (share) => (share === null ? '' : `±${shareText(share)}`);

const right = (title, cell) => ({ title: literal(title), toTheRight: true, cell });
const left = (title, cell) => ({ title: literal(title), cell: (row) => literal(cell(row)) });

/** What was counted of the sides of all configurations. */
function countColumns(found) {
  const hasCycles = found.some((side) => eventOf(side, 'cycles'));
  return [
    ...(found.some(isCounted) ? [right('instructions', ({ counted }) => instructionsCell(counted))] : []),
    ...(hasCycles ? [right(cyclesTitle(found), ({ counted }) => cyclesCell(counted))] : []),
  ];
}

/**
 * @param {object} rates a document of rates
 * @returns {string} a table for each file, then hints and failures
 */
function ratesMarkdown(rates) {
  const { configurations, sides, machines = [] } = rates;
  const columns = [
    left('configuration', ({ configuration }) => shortConfiguration(configuration)),
    ...(sides.length > 1 ? [left('side', ({ side }) => label(side))] : []),
    right('rate', ({ runs, rate }) => (runs ? perSecond(rate) : 'failed')),
    ...countColumns(configurations.flatMap((one) => one.sides).filter(Boolean)),
    right('95 %', ({ reach }) => plusMinus(reach)),
    right('spread', ({ variation }) => (variation === null ? '' : shareText(variation))),
    right('runs', ({ runs, failed }) => (failed ? `${runs} of ${runs + failed}` : `${runs}`)),
    right('each', ({ seconds }) => (seconds === null ? '' : secondsText(seconds))),
    ...(machines.length > 1 ? [left('machine', ({ machine }) => machine)] : []),
  ];
  const rowsOf = (one) => one.sides.flatMap((side, i) => (side ? [{
    configuration: one.configuration, side: sides[i].label, machine: machineOf(one, rates), counted: side,
    ...runsOf(side),
  }] : []));
  const tables = [...byFile(configurations)].flatMap(([file, own]) => [
    `### ${literal(label(file))}\n`, markdownTable(own.flatMap(rowsOf), columns),
  ]);
  const notes = [bullets(rateRemarks(rates)), verbatim(rateFailures(rates))];
  return paragraphs([...tables, tables.length ? '' : 'Nothing was run.\n', ...notes]);
}

const accuracyAt = (index) => ({ change: { welch } }) => (
  welch && welch.accuracy ? `±${percent(welch.accuracy[index])}%` : '');

function ratioCell({ change }) {
  const { ratio, low, high } = ratioOfRates(change);
  return ratio === null ? '' : [ratioText(ratio), ends(low, high, ratioText)].filter(Boolean).join(' ');
}

/** A list in which indented lines stand under the one before. */
const nested = (lines) => lines.map((line) => (
  `${line.startsWith('  ') ? '  ' : ''}- ${opening(line.trim())}\n`)).join('');

/**
 * @param {object} comparison of rates, with `welch` in its changes
 * @returns {string} a table for each side against the first one, then remarks and failures
 */
function welchMarkdown(comparison) {
  const { sides } = comparison;
  const entries = entriesOf(comparison).filter(({ change }) => change.verdict !== 'unmatched');
  const improvementOf = ({ change: { welch } }) => (
    welch && typeof welch.improvement === 'number' ? `${percent(welch.improvement)} %` : '');
  const columns = [
    left('benchmark', ({ plain }) => plain),
    right('confidence', ({ change: { welch } }) => literal((welch && welch.stars) || '')),
    right('improvement', improvementOf),
    right('accuracy (*)', accuracyAt(0)), right('(**)', accuracyAt(1)), right('(***)', accuracyAt(2)),
    right('ratio', ratioCell), left('verdict', ({ change }) => verdictWords(change)),
    ...(anyCounts(comparison) ? [right('instructions', ({ change }) => literal(countCell(change)))] : []),
  ];
  const tables = sides.slice(1).flatMap((side, i) => {
    const own = entries.filter(({ side: index }) => index === i + 1);
    const title = `${againstTitle(side, sides[0])}: rates, + is faster.\n`;
    return [title, own.length ? markdownTable(own, columns) : 'Nothing was compared.\n'];
  });
  const notes = [nested(remarkLines(comparison)), verbatim(welchFailures(comparison))];
  return paragraphs([...tables, ...notes, answerMarkdown(comparison)]);
}

/** '15.64 M/s (15.50 M..15.77 M)', '' where it is not known */
const medianCell = ({ median, medianLow, medianHigh }) => (
  median === null ? '' : [perSecond(median), ends(medianLow, medianHigh, shortRate)].filter(Boolean).join(' '));

/**
 * @param {object} scatter of one file
 * @returns {string} a table of the points, then what else is known of them
 */
function scatterMarkdown(scatter) {
  const { xaxis, category, points } = scatter;
  const columns = [
    { ...left(valueText(xaxis), ({ x }) => valueText(x)), toTheRight: points.every(({ x }) => typeof x === 'number') },
    ...(category === null ? [] : [left(valueText(category), (point) => valueText(point.category))]),
    right('samples', ({ samples }) => `${samples}`), right('mean', ({ mean }) => perSecond(mean)),
    right('95 %', (point) => plusMinus(reachOf(point))), right('median (95 %)', medianCell),
    { title: '', cell: ({ isSkewed }) => (isSkewed ? '(!)' : '') },
  ];
  const flat = (lines) => bullets(lines.map((line) => line.trim()));
  return paragraphs([
    `### ${literal(titleOf(scatter))}\n`,
    points.length ? markdownTable(points, columns) : 'No rates.\n',
    flat(aggregatedLines(scatter)),
    (category === null ? flat : nested)(stepLines(scatter)),
    flat(growthLines(scatter)), flat(scatterNotes(scatter)), verbatim(scatterFailures(scatter)),
  ]);
}

module.exports = { ratesMarkdown, welchMarkdown, scatterMarkdown };
