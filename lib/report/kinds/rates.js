'use strict';

/* The report of runs of benchmark files with parameters: a table of all configurations, and figures for each file. */

const { countCells, cyclesTitle } = require('../cells');
const { parameterFigures } = require('../figures/lines');
const { rateFigures } = require('../figures/rates');
const { labelMachine } = require('../machines-notes');
const { hasCountedConfigurations, failedRuns, rateNotes } = require('../rates-notes');
const { drawRuns, chooseShape } = require('../terminal-plot');
const { MANY, filesTitle, createNotes } = require('../report');
const { rate: rateCell, reach, seconds: secondsCell, share, sorted } = require('../values');
const {
  byFile, configurationName, nameText, rateLine, shortConfiguration,
} = require('../../base/text/configuration-names');
const { escaped, label } = require('../../base/text/display');
const { counted, perSecond, speedWords } = require('../../base/text/numbers');
const { median, medianInterval, quantileSorted, toSorted: inOrder, variation } = require('../../base/stats/sample');
const { environmentSection, machinesSection } = require('./environment');

const PARAMETER = /([^\s="]+=(?:"(?:[^"\\]|\\.)*"|[^\s"]+))(?: |$)/gy;

/** ['n=1024', 'type="a b"'], null if the text is not a list of parameters */
function parametersOf(configuration) {
  const found = [...configuration.matchAll(PARAMETER)];
  const isWhole = found.reduce((length, [text]) => length + text.length, 0) === configuration.length;
  return isWhole && found.length > 0 ? found.map(([, part]) => part) : null;
}

/** The parameters that all configurations of a file share ('' if none), and the rest of each, to keep names short. */
function shareParameters(configurations) {
  const none = { shared: '', rest: configurations };
  const lists = configurations.map(parametersOf);
  if (lists.length < 2 || lists.includes(null)) return none;
  const isShared = (part) => lists.every((parts) => parts.includes(part));
  const shared = lists[0].filter(isShared);
  const rest = lists.map((parts) => parts.filter((part) => !isShared(part)).join(' '));
  return shared.length === 0 || rest.includes('') ? none : { shared: shared.join(' '), rest };
}

function labelled(configurations, file) {
  const { shared, rest } = shareParameters(configurations.map(({ configuration }) => configuration));
  return { shared, entries: configurations.map((one, i) => ({ ...one, label: rest[i] || label(file) })) };
}

/** rate: median or NaN; low, high: from 6 runs; spread: deviation over mean, or null; seconds: median or null */
function runsOf({ rates: measured, seconds, errors }) {
  const rates = inOrder(measured);
  const rate = rates.length ? quantileSorted(rates, 0.5) : NaN;
  const known = (seconds || []).filter((one) => one !== null);
  return {
    rates, runs: rates.length, failed: (errors || []).length, rate, ...(rate > 0 && medianInterval(rates)),
    spread: variation(measured), seconds: known.length ? median(known) : null,
  };
}

/** The highest rate of a file over its lowest. There is no verdict, because configurations do different work. */
function fileAnswer(configurations) {
  const { rest } = shareParameters(configurations.map(({ configuration }) => configuration));
  const known = configurations.map(({ sides: [side] }, i) => ({ name: rest[i], ...(side && runsOf(side)) }))
    .filter(({ rate }) => rate > 0);
  if (known.length < 2) return [];
  const [highest, lowest] = [1, -1].map((way) => [...known].sort((a, b) => way * (b.rate - a.rate))[0]);
  const ratio = highest.rate / lowest.rate;
  if (ratio === 1) return [`all configurations have a rate of ${perSecond(highest.rate)}`];
  const [name, other] = [highest, lowest].map((one) => shortConfiguration(one.name));
  return [`${name} has the highest rate, ${perSecond(highest.rate)}, ${speedWords(ratio)} than ${other}`];
}

const answerOf = (files) => files.flatMap(([file, configurations]) => (
  fileAnswer(configurations).map((line) => (files.length > 1 ? `${label(file)}: ${line}` : line))));

function rowOf(name, side, { sides, machine }, i) {
  const { rates, runs, failed, rate, low, high, spread, seconds } = runsOf(side);
  return {
    shape: runs > 1 && rate > 0 ? chooseShape(rates.map((one) => one / rate - 1)) : null,
    cells: {
      name, side: sides.length > 1 ? label(sides[i].label) : '', machine,
      rate: runs > 0 ? rateCell(rate) : { ...sorted(failed > 0 ? 'FAILED' : 'not run', null), tone: 'failed' },
      ...countCells(side), reach: reach(rate, low, high), variation: share(spread),
      runs: sorted(failed > 0 ? `${runs} of ${runs + failed}` : `${runs}`, runs), seconds: secondsCell(seconds),
    },
  };
}

/** Rows under the names of their files. Files without parameters have no heading, and so come first. */
function rowsByFile(list, configurationOf, rowsFor) {
  const files = [...byFile(list)].map(([file, own]) => {
    const isAlone = own.length === 1 && !configurationOf(own[0]);
    const rows = own.flatMap((one) => rowsFor(one, isAlone ? file : shortConfiguration(configurationOf(one))));
    return { isAlone, rows: rows.length > 0 && !isAlone && file ? [{ heading: file }, ...rows] : rows };
  });
  return [true, false].flatMap((isFirst) => files.filter(({ isAlone }) => isAlone === isFirst))
    .flatMap(({ rows }) => rows);
}

const rowsOf = (document) => rowsByFile(document.configurations, ({ configuration }) => configuration, (one, name) => {
  const about = { sides: document.sides, machine: labelMachine(one, document) };
  return one.sides.flatMap((side, i) => (side ? [rowOf(name, side, about, i)] : []));
});

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

const runLines = (files) => files.flatMap(([file, own]) => {
  const lines = own.flatMap(({ configuration, sides: [side] }) => (
    side ? side.rates.map((rate) => rateLine({ file, configuration, rate })) : []));
  return lines.length ? [escaped(file), ...lines, ''] : [];
}).slice(0, -1);

function fileSection([file, configurations], { sides, runs }, id) {
  const { shared, entries } = labelled(configurations, file);
  const of = runs > 1 ? `medians of ${runs} runs each` : '1 run each';
  return {
    id, title: label(file), depth: 'detail', settings: [shared && `all with ${shared}`, of].filter(Boolean).join(' · '),
    blocks: [{
      type: 'figure', figures: (options) => [
        ...rateFigures(entries, sides, options, shared), ...parameterFigures(entries, sides),
      ],
    }],
  };
}

function leadOf({ configurations, runs }, files) {
  const failed = configurations.flatMap(({ sides }) => sides.flatMap((side) => (side && side.errors) || [])).length;
  return [
    files.length > 1 && { text: counted(files.length, 'file') },
    { text: counted(configurations.length, 'configuration') }, runs > 0 && { text: `${counted(runs, 'run')} each` },
    failed > 0 && { text: `${counted(failed, 'run')} failed`, tone: 'failed' },
  ].filter(Boolean);
}

/** isShown: the progress of the run has already shown single runs */
function ratesReport(document, { isShown = false } = {}) {
  const { sides, configurations } = document;
  const files = [...byFile(configurations)];
  const environment = (sides.find((side) => side.environment) || {}).environment || { warnings: [], missing: {} };
  // Of one run, a configuration has nothing to show but its rate.
  const isSingle = !(document.runs > 1 || hasCountedConfigurations(document));
  const table = { ...ratesTable(document), only: isSingle ? 'wide' : undefined };
  const measured = isSingle && !isShown
    ? [{ type: 'lines', lines: runLines(files), only: 'terminal', isTable: true }, table] : [table];
  return {
    title: filesTitle(files.map(([file]) => file), 'No rates'), lead: leadOf(document, files), origin: document,
    sections: [
      {
        id: 'rates', title: 'Rates', answer: isSingle || sides.length > 1 ? [] : answerOf(files),
        blocks: [
          ...(files.length > 0 ? measured : [{ type: 'remark', text: 'nothing was run', tone: 'empty' }]),
          createNotes(rateNotes(document)),
          failedRuns(configurations, document, (one) => nameText(configurationName(one))),
        ],
      },
      ...files.map((file, i) => fileSection(file, document, `f${i + 1}`)),
      document.machines ? machinesSection(document) : environmentSection(environment),
    ],
  };
}

module.exports = { ratesReport, labelled, rowsByFile };
