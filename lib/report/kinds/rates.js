'use strict';

/* The report of runs of benchmark files with parameters: a table of all configurations, and figures for each file. */

const { countCells, cyclesTitle } = require('../cells');
const { parameterFigures } = require('../figures/lines');
const { rateFigures } = require('../figures/rates');
const { machineOf } = require('../machines-notes');
const { ratesAnswer, runsOf } = require('../rates-answer');
const { anyCounts, failedRuns, rateNotes } = require('../rates-notes');
const { shareParameters } = require('../shared-parameters');
const { shapeOf, boxLine, reachOf, commonReach, axisTitle } = require('../terminal-plot');
const { MANY } = require('../report');
const { plusMinus, rate: rateCell, seconds: secondsCell, share, sorted } = require('../values');
const { byFile, filesInOrder, rateLine, shortConfiguration } = require('../../text/configuration-names');
const { escaped, label } = require('../../text/display');
const { counted } = require('../../text/numbers');
const { sorted: inOrder } = require('../../stats/sample');
const { environmentSection, machinesSection } = require('./environment');

const PLOT_COLUMNS = 21;
const NAMED_FILES = 2;
function rowOf(name, side, { sides, machine }, i) {
  const rates = inOrder(side.rates);
  const { runs, failed, rate, reach, variation, seconds } = runsOf({ ...side, rates });
  return {
    shape: runs > 1 && rate > 0 ? shapeOf(rates.map((one) => one / rate - 1)) : null,
    cells: {
      name, side: sides.length > 1 ? label(sides[i].label) : '', machine,
      rate: runs > 0 ? rateCell(rate) : { ...sorted(failed > 0 ? 'FAILED' : 'not run', null), tone: 'failed' },
      ...countCells(side),
      reach: plusMinus(reach), variation: share(variation),
      runs: sorted(failed > 0 ? `${runs} of ${runs + failed}` : `${runs}`, runs), seconds: secondsCell(seconds),
    },
  };
}

function rowsOf(document) {
  const files = filesInOrder(document.configurations, ({ configuration }) => configuration);
  return files.flatMap(({ file, own, isAlone }) => {
    const nameOf = ({ configuration }) => (isAlone ? file : shortConfiguration(configuration));
    const rows = own.flatMap((one) => one.sides.flatMap((side, i) => (
      side ? [rowOf(nameOf(one), side, { sides: document.sides, machine: machineOf(one, document) }, i)] : [])));
    return isAlone ? rows : [{ heading: file }, ...rows];
  });
}

function drawRuns(rows) {
  const drawn = rows.filter(({ shape }) => shape);
  const reach = commonReach(drawn.map(({ shape }) => reachOf(shape)));
  if (!(reach > 0)) return '';
  const axis = { low: -reach, high: reach, columns: PLOT_COLUMNS };
  for (const row of drawn) row.cells.plot = boxLine(row.shape, axis);
  return axisTitle(reach, PLOT_COLUMNS, 'median');
}

function ratesTable(document) {
  const rows = rowsOf(document);
  const plotTitle = drawRuns(rows);
  const sides = document.configurations.flatMap((one) => one.sides).filter(Boolean);
  return {
    type: 'table', label: 'Rates', isLong: document.configurations.length > MANY, rows,
    columns: [
      { key: 'name', title: 'configuration' }, { key: 'side', title: 'side' },
      { key: 'rate', title: 'rate', isNumber: true },
      { key: 'instructions', title: 'instructions', isNumber: true, drop: 17 },
      { key: 'cycles', title: cyclesTitle(sides), isNumber: true, drop: 16 },
      { key: 'reach', title: '± (95 %)', isNumber: true, drop: 15 },
      { key: 'variation', title: 'spread', isNumber: true, drop: 14 },
      { key: 'runs', title: 'runs', isNumber: true, drop: 13 },
      { key: 'seconds', title: 'each', isNumber: true, drop: 12 },
      { key: 'machine', title: 'machine', drop: 11, isSpare: true },
      { key: 'plot', title: plotTitle, drop: 10, only: 'terminal' },
    ],
  };
}

const runLines = ({ configurations }) => [...byFile(configurations)].flatMap(([file, own]) => {
  const lines = own.flatMap(({ configuration, sides: [side] }) => (
    side ? side.rates.map((rate) => rateLine({ file, configuration, rate })) : []));
  return lines.length ? [escaped(file), ...lines.flatMap((line) => line.split('\n')), ''] : [];
}).slice(0, -1);

/** Whether a configuration has more to show than the rate of one run. */
const hasTable = (document) => document.runs > 1 || anyCounts(document);

function fileSection([file, configurations], { sides, runs }, id) {
  const { shared, rest } = shareParameters(configurations.map(({ configuration }) => configuration));
  const entries = configurations.map((one, i) => ({ ...one, label: rest[i] || label(file) }));
  const of = runs > 1 ? `medians of ${runs} runs each` : '1 run each';
  return {
    id, title: label(file), depth: 'detail', settings: [shared && `all with ${shared}`, of].filter(Boolean).join(' · '),
    blocks: [{
      type: 'figure', figures: (options) => [
        ...rateFigures(entries, sides, options, shared), ...parameterFigures(entries, sides, options),
      ],
    }],
  };
}

function leadOf({ configurations, runs }, files) {
  const failed = configurations.flatMap(({ sides }) => sides.flatMap((side) => (side && side.errors) || [])).length;
  return [
    ...(files.length > 1 ? [{ text: counted(files.length, 'file') }] : []),
    { text: counted(configurations.length, 'configuration') },
    ...(runs > 0 ? [{ text: `${counted(runs, 'run')} each` }] : []),
    ...(failed > 0 ? [{ text: `${counted(failed, 'run')} failed`, tone: 'failed' }] : []),
  ];
}

/**
 * @param {object} document of rates
 * @param {{ isShown?: boolean }} [options] isShown: the progress of the run has already shown single runs
 * @returns {import('../report').Report}
 */
function ratesReport(document, { isShown = false } = {}) {
  const { sides, configurations } = document;
  const files = [...byFile(configurations)];
  const environment = (sides.find((side) => side.environment) || {}).environment || { warnings: [], missing: {} };
  const names = files.map(([file]) => label(file));
  const isSingle = !hasTable(document);
  const table = { ...ratesTable(document), only: isSingle ? 'wide' : undefined };
  const lines = { type: 'lines', lines: runLines(document), only: 'terminal', isTable: true };
  const measured = isSingle ? [...(isShown ? [] : [lines]), table] : [table];
  return {
    title: names.length === 0 ? 'No rates' : names.length > NAMED_FILES ? `${names.length} files` : names.join(', '),
    lead: leadOf(document, files), origin: document,
    sections: [
      {
        id: 'rates', title: 'Rates', answer: isSingle || sides.length > 1 ? [] : ratesAnswer(files),
        blocks: [
          ...(files.length > 0 ? measured : [{ type: 'remark', text: 'nothing was run', tone: 'empty' }]),
          { type: 'notes', items: rateNotes(document) }, failedRuns(document),
        ],
      },
      ...files.map((file, i) => fileSection(file, document, `f${i + 1}`)),
      document.machines ? machinesSection(document) : environmentSection(environment),
    ],
  };
}

module.exports = { ratesReport };
