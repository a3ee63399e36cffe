'use strict';

/* The page of rates of benchmark files with parameters: of each file its table and its plots, then the environment. */

const { markup, nameOf, shown } = require('../chart/markup');
const { plural } = require('../chart/figures');
const { table, failure } = require('./parts');
const { answerOf } = require('./answer');
const { environmentSection, machinesSection } = require('./environment');
const { rateFigures, parameterFigures } = require('./rate-figures');
const { headCells, valuesOfRow } = require('./sorting');
const { isLong } = require('./length');
const { page } = require('./page');
const { fileAnswer } = require('../rates-answer');
const { remarkLines } = require('../rates-notes');
const { cyclesCell, cyclesTitle, instructionsCell } = require('../count-cells');
const { machineOf } = require('../machines-notes');
const { runsOf } = require('../rates-table');
const { shareParameters } = require('../shared-parameters');
const { byFile } = require('../../text/configuration-names');
const { perSecond, shareText, secondsText } = require('../../text/numbers');

const NAMED_FILES = 2;
const NBSP = '\u00a0';

const joined = (text) => text.replace(/ /g, NBSP);
const FAILED = markup`<span class="failed">failed</span>`;

const valueOf = (figure) => (figure ? figure.value : null);

/** title, class, cell, what it is sorted by; a column that none has, or that says what stands above, is left out. */
const columnsOf = (rows) => [
  { title: 'side', unit: '', cell: ({ side }) => (side ? markup`<bdi>${side}</bdi>` : '') },
  {
    title: 'rate', unit: 'number', value: ({ runs, rate }) => (runs > 0 ? rate : null),
    cell: ({ runs, rate }) => (runs > 0 ? joined(perSecond(rate)) : FAILED),
  },
  {
    title: 'instructions', unit: 'number', value: ({ counts }) => (counts ? counts.instructions : null),
    cell: instructionsCell,
  },
  {
    title: cyclesTitle(rows), unit: 'number spare', cell: cyclesCell,
    value: ({ counts }) => valueOf(counts && counts.events && counts.events.cycles),
  },
  {
    title: '95 % interval', unit: 'number soft', value: ({ reach }) => reach,
    cell: ({ reach }) => (reach === null ? '' : `±${joined(shareText(reach))}`),
  },
  {
    title: 'spread', unit: 'number', value: ({ variation }) => variation,
    cell: ({ variation }) => (variation === null ? '' : joined(shareText(variation))),
  },
  {
    title: 'runs', unit: 'number', value: ({ runs }) => runs,
    isSame: ({ runs, failed }, planned) => failed === 0 && runs === planned,
    cell: ({ runs, failed }) => (failed > 0 ? `${runs} of ${runs + failed}` : `${runs}`),
  },
  {
    title: 'each', unit: 'number spare', value: ({ seconds }) => seconds,
    cell: ({ seconds }) => (seconds === null ? '' : joined(secondsText(seconds))),
  },
  { title: 'machine', unit: 'spare', cell: ({ machine }) => machine },
];

function rowOf({ label, row }, columns) {
  const cells = columns.map(({ unit, cell }) => markup`<td class="${unit}">${cell(row)}</td>`);
  return markup`<tr${valuesOfRow(columns, row)}><th scope="row">${nameOf(label)}</th>${cells}</tr>
`;
}

/** A row for each side of a configuration that has it. */
const rowsOf = (entries, document) => entries.flatMap(({ label, machine, sides: own }) => own.flatMap((side, i) => (
  side ? [{ label, row: {
    side: document.sides.length > 1 ? shown(document.sides[i].label) : '', machine: machineOf({ machine }, document),
    counts: side.counts || null, ...runsOf(side),
  } }] : [])));

function ratesTable(file, entries, document) {
  const { runs: planned } = document;
  const rows = rowsOf(entries, document);
  const hasValue = ({ cell, isSame = () => false }) =>
    rows.some(({ row }) => cell(row) !== '' && !isSame(row, planned));
  const columns = columnsOf(rows.map(({ row }) => row)).filter(hasValue);
  return table({
    label: `Rates of ${file}`,
    head: headCells([{ title: 'configuration', value: 'name' }, ...columns]),
    rows: rows.map((one) => rowOf(one, columns)),
    isLong: isLong(document.configurations.length),
  });
}

/** The runs of a configuration that failed, each with its cause; the same once. */
function failuresOf(entries, sides) {
  const all = entries.flatMap(({ label, sides: own }) => own.flatMap((side, i) =>
    (side ? (side.errors || []).map((error) => ({ label, side: sides[i].label, error })) : [])));
  const seen = new Set();
  return all.filter(({ label, error }) => {
    const key = `${label} ${error.message}`;
    return !seen.has(key) && seen.add(key);
  }).map(({ label, side, error }) => markup`<h3>Failed: ${nameOf(label)}${
    sides.length > 1 && markup` <bdi>(${shown(side)})</bdi>`}</h3>
${failure(error)}`);
}

/** A file's configurations under what all of them have in common. */
function fileOf([file, configurations]) {
  const { shared, rest } = shareParameters(configurations.map(({ configuration }) => configuration));
  const entries = configurations.map((one, i) => ({ ...one, label: rest[i] || shown(file) }));
  return { file, shared, configurations, entries };
}

function fileSection({ file, shared, configurations, entries }, document, id) {
  const { sides, runs } = document;
  const of = runs > 1 ? `medians of ${runs} runs each` : '1 run each';
  const settings = [shared && `all with ${shown(shared)}`, of].filter(Boolean);
  const answers = sides.length === 1 ? fileAnswer(configurations) : [];
  return markup`<section class="suite" id="${id}">
<h2><bdi>${shown(file)}</bdi></h2>
<p class="settings"><bdi>${settings.join(' · ')}</bdi></p>
${[
    answerOf(answers), ratesTable(file, entries, document), rateFigures(entries, sides),
    parameterFigures(entries, sides), failuresOf(entries, sides),
  ]}</section>
`;
}

/** What is to be said beside the figures, and files that could not be run at all. */
function notesSection(document) {
  // Machines have a section of their own.
  const lines = remarkLines({ ...document, machines: [] }).filter((line) => !/^cut short/.test(line));
  const failures = document.failures || [];
  if (lines.length + failures.length === 0) return null;
  return markup`<section class="suite" id="notes">
<h2>Notes</h2>
${lines.length > 0 && markup`<ul class="notes">${lines.map((line) => markup`<li>${line}</li>
`)}</ul>
`}${failures.map(({ file, error }) => markup`<h3>Could not be run: <bdi>${shown(file)}</bdi></h3>
${failure(error)}`)}</section>
`;
}

function leadOf(document, files) {
  const { configurations, runs } = document;
  const failed = configurations.flatMap(({ sides }) => sides.flatMap((side) => (side && side.errors) || [])).length;
  return [
    files.length > 1 && `${plural(files.length, 'file')} · `, plural(configurations.length, 'configuration'),
    runs > 0 && ` · ${plural(runs, 'run')} each`,
    failed > 0 && markup` · <span class="failed">${plural(failed, 'run')} failed</span>`,
  ];
}

/**
 * @param {object} document of rates
 * @returns {string} HTML
 */
function ratesPage(document) {
  const { sides, configurations } = document;
  const files = [...byFile(configurations)].map(fileOf);
  const names = files.map(({ file }) => shown(file));
  const environment = (sides.find((side) => side.environment) || {}).environment || { warnings: [], missing: {} };
  const notes = notesSection(document);
  const contents = files.map(({ file }, i) => ({ id: `f${i + 1}`, title: shown(file) }));
  return page({
    document,
    title: names.length === 0 ? 'No rates' : names.length > NAMED_FILES ? `${names.length} files` : names.join(', '),
    lead: leadOf(document, files),
    contents: [...contents, ...(notes ? [{ id: 'notes', title: 'Notes' }] : []),
      { id: 'environment', title: document.machines ? 'Machines' : 'Environment' }],
    sections: [
      files.length === 0 && markup`<p class="empty">Nothing was run.</p>
`, files.map((file, i) => fileSection(file, document, `f${i + 1}`)), notes,
      document.machines ? machinesSection(document) : environmentSection(environment),
    ],
  });
}

module.exports = { ratesPage };
