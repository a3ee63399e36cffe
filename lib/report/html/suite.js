'use strict';

/* One suite of a Results document: table, plots, what has to be said of it, and its tests. */

const { markup, nameOf, shown } = require('./markup');
const { rank } = require('../display');
const { doubtOf } = require('../unresolved');
const { noiseLine, leftOutOf } = require('../notes');
const { known, list, object, positive, textual } = require('./known');
const { isUntold } = require('../../told');
const { bracketsOf, changesMeaning } = require('../../warnings');
const { table, wordsFor } = require('./parts');
const { verdictTag } = require('./verdicts');
const { time, roughTime, timeInterval, percent, count, duration, plural } = require('./figures');
const { growthFigures } = require('./growth-figure');
const { growthItems, coldCacheTime, bytes } = require('./measured-facts');
const { groupsOf, shortName } = require('../row-groups');
const { streamColumns, streamNotes, streamSettings, streamFigures } = require('./streams');
const { streamSection } = require('./streams-test');
const { isStream } = require('./streams-words');
const { ratioFigure, timeFigure } = require('./suite-plots');
const { testSection } = require('./test');

// Up to this many tests all are unfolded: there is room for them.
const UNFOLDED = 2;

const countOr = (value, unit) => (known(value) === null ? '' : count(value / unit));

const waits = ({ warnings }) => list(warnings).some((warning) => object(warning).code === 'waits');
const bytesPerCall = ({ memory }) => known(object(memory).bytesPerCall);

const COLUMNS = [
  { title: 'ops/sec', unit: 'number', cell: ({ results }) => count(object(results).avg) },
  { title: 'MB/s', unit: 'number', field: 'bytesPerSecond', cell: ({ bytesPerSecond }) => countOr(bytesPerSecond, 1e6) },
  { title: 'items/s', unit: 'number', field: 'itemsPerSecond', cell: ({ itemsPerSecond }) => countOr(itemsPerSecond, 1) },
  { title: 'time per call', unit: 'number', cell: ({ nsPerCall, nsLow, nsHigh }) => time(nsPerCall, nsLow, nsHigh) },
  { title: '95 % interval', unit: 'number soft', cell: ({ nsPerCall, nsLow, nsHigh }) => timeInterval(nsLow, nsHigh, nsPerCall) },
  { title: 'processor time', unit: 'number', has: waits, cell: ({ cpuNsPerCall }) => time(cpuNsPerCall) },
  { title: 'cold data caches', unit: 'number', has: (test) => coldCacheTime(test) !== null, cell: (test) => coldCacheTime(test) || '–' },
  { title: 'bytes per call', unit: 'number', has: (test) => bytesPerCall(test) !== null, cell: (test) => bytes(bytesPerCall(test)) || '–' },
  { title: 'rank', unit: 'number', cell: (test) => (positive(test.rank) === null ? '–' : rank(test.rank)) },
  {
    title: 'interval', unit: 'number soft', field: 'rankLow',
    cell: ({ rankLow, rankHigh }) => (known(rankLow) === null || known(rankHigh) === null ? '–' : `${rank(rankLow)} – ${rank(rankHigh)}`),
  },
];

const firstLine = (text) => text.trim().replace(/[\r\n][^]*$/, '');

/** Why a test that was measured has no speed. */
function untoldReason({ verdict, resolutionNs }) {
  if (verdict === 'too-noisy') return 'its interval is wider than its figure';
  return `${known(resolutionNs) === null ? '' : `under ${roughTime(resolutionNs)}: `}cannot be told from an empty function`;
}

function rowOf(test, { id, name: title }, columns) {
  const { verdict, error, warnings } = test;
  const name = markup`<th scope="row"><a href="#${id}">${nameOf(title)}</a></th>`;
  const brackets = bracketsOf(list(warnings).map(object));
  const tag = markup`<td>${verdictTag(verdict)}${brackets && markup` <span class="mark">${brackets}</span>`}</td>`;
  if (verdict === 'failed') {
    const { message, at } = object(error);
    const place = textual(at) && markup` <span class="soft">${shown(at)}</span>`;
    const words = markup`${shown(firstLine(textual(message) || 'failed'))}${place}`;
    return markup`<tr class="failed">${name}<td class="instead" colspan="${columns.length}"><div>${words}</div></td>${tag}</tr>
`;
  }
  if (isUntold(test)) {
    return markup`<tr>${name}<td class="instead" colspan="${columns.length}"><div>${untoldReason(test)}</div></td>${tag}</tr>
`;
  }
  return markup`<tr>${name}${columns.map(({ unit, cell }) => markup`<td class="${unit}">${cell(test)}</td>`)}${tag}</tr>
`;
}

/** The line of its parameters above the tests that have them. */
function groupRow(heading, columns) {
  return heading !== '' && markup`<tr class="group"><th scope="rowgroup" colspan="${columns.length + 2}"><bdi>${heading}</bdi></th></tr>
`;
}

/** Those that any of the tests has. */
const columnsOf = (tests) => COLUMNS.filter(({ field, has }) => (field ? tests.some((test) => known(test[field]) !== null) : !has || tests.some(has)));

/** @param {Array<{ heading: string, tests: Array<{ test: object, id: string, name: string }> }>} groups */
function summaryTable(groups, title, columns) {
  return table({
    label: `Results of ${title}`,
    head: [
      markup`<th scope="col">test</th>`,
      columns.map(({ title: words, unit }) => markup`<th scope="col" class="${unit}">${words}</th>`),
      markup`<th scope="col">verdict</th>`,
    ],
    rows: groups.map(({ heading, tests: own }) => [groupRow(heading, columns), own.map((entry) => rowOf(entry.test, entry, columns))]),
  });
}

/** A row as the words of the terminal take it: numbers or nothing. */
function plainOf(test) {
  const { verdict, warnings, stream, margin, isCold, processes, nsPerCall } = test;
  const row = { name: test.name, verdict, isCold, processes: known(processes), nsPerCall: known(nsPerCall), warnings: list(warnings).map(object) };
  for (const field of ['rank', 'rankLow', 'rankHigh', 'moreSeconds', 'noiseFloor', 'noiseFloorLow', 'noiseFloorHigh']) row[field] = known(test[field]);
  return { ...row, stream: isStream({ stream }) ? stream : null, margin: known(margin) === null ? Infinity : margin };
}

const item = (text) => markup`<li>${text}</li>
`;
const itemOf = (name, text) => item(markup`<b>${nameOf(name)}</b>: ${text}`);

function notes(tests, more = []) {
  const rows = tests.map(plainOf);
  const lines = [];
  const measured = rows.find(({ noiseFloor }) => noiseFloor !== null);
  if (measured) lines.push(item(noiseLine([measured], measured.margin).replace('noise', 'Noise').replace(/ %/g, '\u00a0%')));
  for (const row of rows) {
    if (row.verdict === 'unresolved') lines.push(itemOf(row.name, doubtOf(row)));
    for (const warning of row.warnings) if (changesMeaning(warning)) lines.push(itemOf(row.name, wordsFor(warning)));
  }
  for (const { name, whose, words } of leftOutOf(rows)) lines.push(name === null ? item(`${whose}: ${words}`) : itemOf(name, words));
  lines.push(...growthItems(tests));
  lines.push(...more);
  return lines.length > 0 && markup`<ul class="notes">
${lines}</ul>
`;
}

function settingsLine(settings) {
  const { timeGoal, margin, forkTests, order, opsPerTest, baselineAvg, precision, inline } = settings;
  const words = [
    known(timeGoal) !== null && `${duration(timeGoal)} for each test`,
    forkTests > 0 && `in ${plural(forkTests, 'process')} each`,
    known(margin) !== null && `margin ${percent(margin)}`,
    precision > 0 && `stopping early at ${percent(precision)}`,
    opsPerTest > 1 && `${count(opsPerTest)} operations per call`,
    baselineAvg > 0 && `rank 1000 is ${count(baselineAvg)} ops/sec`,
    textual(order) && `order ${order}`,
    inline === false && 'calls not inlined',
  ];
  return words.filter(Boolean).join(' · ');
}

/** @returns {string} what a suite is called: its file, and which of several in it */
function titleOf({ file, suite }, suites) {
  const name = file === null || file === undefined ? 'snippets' : shown(file);
  const several = suites.filter((other) => other.file === file).length > 1;
  return several && known(suite) !== null ? `${name}, suite ${suite}` : name;
}

/** The tests by their parameters, each with the id of its place on the page, and its name there. */
function groupedTests(tests, id) {
  const places = new Map(tests.map((test, i) => [test, `${id}t${i + 1}`]));
  return groupsOf(tests).map(({ heading, rows }) => ({
    heading, tests: rows.map((test) => ({ test, id: places.get(test), name: heading === '' ? test.name : shortName(test) })),
  }));
}

/**
 * @param {object} suite of a Results document
 * @param {object[]} suites all of them
 * @param {string} id of its place on the page
 */
function suiteSection(suite, suites, id) {
  const tests = list(suite.tests).map(object);
  const title = titleOf(suite, suites);
  const groups = groupedTests(tests, id);
  const settings = object(suite.settings);
  const ofStreams = tests.some(isStream);
  const head = markup`<h2><bdi>${suites.length > 1 ? title : 'Results'}</bdi></h2>
<p class="settings">${ofStreams ? streamSettings(settings, tests) : settingsLine(settings)}</p>
`;
  if (tests.length === 0) return markup`<section class="suite" id="${id}">${head}<p class="empty">This suite has no tests.</p></section>
`;
  const parts = ofStreams
    ? [summaryTable(groups, title, streamColumns(tests)), notes(tests, streamNotes(tests)), streamFigures(tests)]
    : [summaryTable(groups, title, columnsOf(tests)), notes(tests), growthFigures(tests), ratioFigure(groups, settings), timeFigure(groups)];
  const sectionOf = ofStreams ? streamSection : testSection;
  return markup`<section class="suite" id="${id}">
${head}${parts}<h3>Test by test</h3>
${groups.map(({ tests: own }) => own.map((entry) => sectionOf(entry.test, entry.id, tests.length <= UNFOLDED || entry.test.verdict === 'failed')))}</section>
`;
}

module.exports = { suiteSection, titleOf };
