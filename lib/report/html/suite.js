'use strict';

/* One suite of a Results document: table, plots, what has to be said of it, and its tests. */

const { markup, nameOf, shown } = require('../chart/markup');
const { doubtOf } = require('../unresolved');
const { suiteAnswer } = require('../answer');
const { noiseLine, leftOutOf } = require('../notes');
const { isUntold } = require('../../text/verdict-words');
const { bracketsOf, changesMeaning, sentence } = require('../../system/warnings');
const { answerOf } = require('./answer');
const { table, groupRow } = require('./parts');
const { verdictTag, placeOf } = require('../chart/verdicts');
const { roughTime, percent, count, duration, plural } = require('../chart/figures');
const { headCells, valuesOfRow } = require('./sorting');
const { RANKS, columnsOf } = require('./suite-columns');
const { isLong, pointsOfTest, folded, FEW_NOTES } = require('./length');
const { growthFigures } = require('./growth-figure');
const { growthSentences } = require('./measured-facts');
const { pageCountNotes } = require('../count-notes');
const { ratioFigure } = require('../ratio-figure');
const { namedGroups } = require('../row-groups');
const { titledName } = require('../test-names');
const { timeFigure } = require('../time-figure');
const { streamColumns, streamNotes, streamSettings, streamFigures } = require('./streams');
const { streamSection } = require('./streams-test');
const { intervalFigure } = require('./interval-figure');
const { testSection } = require('./test');

// Up to this many tests all are unfolded: there is room for them.
const UNFOLDED = 2;

// More sentences are no answer.
const MOST_ANSWERS = 4;

const isStream = ({ stream }) => Boolean(stream);

/** Why there is no figure of a test; '' where there is one. */
function insteadOf(test) {
  const { verdict, error, resolutionNs } = test;
  if (verdict === 'failed') {
    const { message, at } = error || { message: '' };
    const first = message.trim().replace(/[\r\n][^]*$/, '');
    return [shown(first || 'failed'), at && markup` <span class="soft">${shown(at)}</span>`];
  }
  if (!isUntold(test)) return '';
  if (verdict === 'too-noisy') return 'its interval is wider than its figure';
  if (verdict !== 'below-resolution') return 'V8 does not do its work in each call';
  return `${resolutionNs === null ? '' : `under ${roughTime(resolutionNs)}: `}cannot be told from an empty function`;
}

// What stands around the other columns.
const NAME = { title: 'test', value: 'name' };
const VERDICT = { title: 'verdict', value: ({ verdict }) => placeOf(verdict) };

const cellsOf = (columns, test) => columns.map(({ unit, cell }) => markup`<td class="${unit}">${cell(test)}</td>`);

/** Words in place of the columns that there is nothing to say in. */
function cellsInstead(columns, test, instead) {
  const cellOf = (words, span) => span > 0 && markup`<td class="instead" colspan="${span}"><div>${words}</div></td>`;
  const isAlways = (column) => column.isAlways && column.has(test);
  const first = columns.findIndex(isAlways);
  if (first < 0) return cellOf(instead, columns.length);
  const always = columns.filter(isAlways);
  return [
    cellOf(instead, first), cellsOf(always, test), cellOf('', columns.length - first - always.length),
  ];
}

function rowOf({ test, id, name }, columns) {
  const { verdict, warnings } = test;
  const brackets = bracketsOf(warnings);
  const tag = markup`<td>${verdictTag(verdict)}${brackets && markup` <span class="mark">${brackets}</span>`}</td>`;
  const instead = insteadOf(test);
  const cells = instead === '' ? cellsOf(columns, test) : cellsInstead(columns, test, instead);
  const kind = verdict === 'failed' && markup` class="failed"`;
  const values = valuesOfRow([...columns, VERDICT], test);
  return markup`<tr${kind}${values}><th scope="row"><a href="#${id}">${nameOf(name)}</a></th>${cells}${tag}</tr>
`;
}

/** @param {Array<{ heading: string, tests: Array<{ test: object, id: string, name: string }> }>} groups */
function summaryTable(groups, title, { columns: all, isFolded }) {
  const columns = all.filter(({ has = () => true }) => groups.some(({ tests }) => tests.some(({ test }) => has(test))));
  return table({
    label: `Results of ${title}`,
    isLong: isFolded,
    head: headCells([NAME, ...columns, VERDICT]),
    rows: groups.map(({ heading, tests }) => [
      groupRow(heading, columns.length + 2), tests.map((entry) => rowOf(entry, columns)),
    ]),
  });
}

const item = (text) => markup`<li>${text}</li>
`;
const itemOf = (name, text) => item(name === null ? text : markup`<b>${nameOf(name)}</b>: ${text}`);
const countNotes = (tests) => pageCountNotes(tests).map(({ name, words }) => itemOf(name, words));

function notes(tests, more, isFolded) {
  const measured = tests.find(({ noiseFloor }) => typeof noiseFloor === 'number');
  const lines = [
    measured && item(noiseLine([measured], measured.margin).replace('noise', 'Noise').replace(/ %/g, '\u00a0%')),
    ...tests.flatMap((test) => [
      test.verdict === 'unresolved' && itemOf(test.name, doubtOf(test)),
      ...test.warnings.filter(changesMeaning).map((warning) => itemOf(test.name, sentence(warning))),
    ]),
    ...leftOutOf(tests).map(({ name, whose, words }) => itemOf(name, name === null ? `${whose}: ${words}` : words)),
    ...more,
  ].filter(Boolean);
  const list = markup`<ul class="notes">
${lines}</ul>
`;
  const isShort = !isFolded || lines.length <= FEW_NOTES;
  return lines.length > 0 && (isShort ? list : folded({ title: 'Notes', more: lines.length }, list));
}

function settingsLine({
  timeGoal, margin, forkTests, order, opsPerTest, baselineAvg, precision, untilClear, inline,
}) {
  const words = [
    timeGoal !== undefined && `${duration(timeGoal)} for each test`,
    untilClear > 0 && 'less where all was clear before',
    forkTests > 0 && `in ${plural(forkTests, 'process')} each`,
    margin !== undefined && `margin ${percent(margin)}`,
    precision > 0 && `stopping early at ${percent(precision)}`,
    opsPerTest > 1 && `${count(opsPerTest)} operations per call`,
    baselineAvg > 0 && `rank 1000 is ${count(baselineAvg)} ops/sec`,
    typeof order === 'string' && `order ${order}`,
    inline === false && 'calls not inlined',
  ];
  return words.filter(Boolean).join(' · ');
}

/** @returns {string} what a suite is called: its title, its file, and which of several in it */
function titleOf(own, suites) {
  const { file, suite } = own;
  const name = file === null ? 'snippets' : shown(file);
  return titledName(own, suites.filter((other) => other.file === file).length > 1 ? `${name}, suite ${suite}` : name);
}

/** The tests by their parameters, each with the id of its place on the page, and its name there. */
function groupedTests(tests, id) {
  const places = new Map(tests.map((test, i) => [test, `${id}t${i + 1}`]));
  const placed = ({ heading, tests: own }) => (
    { heading, tests: own.map((entry) => ({ ...entry, id: places.get(entry.test) })) });
  return namedGroups(tests).map(placed);
}

const PARTS_OF_TESTS = {
  line: settingsLine, columns: columnsOf, more: countNotes,
  section: testSection,
  figures: (tests, groups, settings, points) => {
    const found = [ratioFigure(groups, settings), timeFigure(groups)].filter((one) => one !== null);
    return [growthFigures(tests), ...(points > 0 ? found : found.slice(0, 1)).map(intervalFigure)];
  },
};

const PARTS_OF_STREAMS = {
  line: streamSettings, columns: (tests) => streamColumns(tests, RANKS),
  more: (tests) => [...streamNotes(tests), ...countNotes(tests)], section: streamSection,
  figures: (tests) => streamFigures(tests.filter(isStream)),
};

const EACH = 'Test by test';

const testByTest = (sections, more, { id, isFolded }) => (
  isFolded ? folded({ title: EACH, id, more }, sections) : markup`<h3 id="${id}">${EACH}</h3>
${sections}`);

/** The answer, and what is left to be said of growth: that is the answer where there are too many groups for one. */
function answersOf(tests) {
  const answer = suiteAnswer(tests);
  const growth = growthSentences(tests);
  const isGrowth = answer.length === 0 && growth.length <= MOST_ANSWERS;
  return isGrowth ? { answer: growth, growth: [] } : { answer, growth };
}

/**
 * @param {object} suite of a Results document
 * @param {object[]} suites all of them
 * @param {string} id of its place on the page
 */
function suiteSection(suite, suites, id) {
  const { tests } = suite;
  const settings = suite.settings || {};
  const title = titleOf(suite, suites);
  const groups = groupedTests(tests, id);
  const parts = tests.some(isStream) ? PARTS_OF_STREAMS : PARTS_OF_TESTS;
  const all = suites.reduce((sum, one) => sum + one.tests.length, 0);
  const isFolded = isLong(all);
  const isOpen = ({ verdict }) => tests.length <= UNFOLDED || verdict === 'failed';
  const points = pointsOfTest(all);
  const section = ({ test, id: place }) => parts.section(test, place, isOpen(test), points);
  const figures = parts.figures(tests, groups, settings, points);
  const { answer, growth } = answersOf(tests);
  const more = [...growth.map(item), ...parts.more(tests)];
  const above = [
    answerOf(answer), summaryTable(groups, title, { columns: parts.columns(tests), isFolded }),
    notes(tests, more, isFolded), isFolded ? folded({ title: 'Figures' }, figures) : figures,
  ];
  const body = tests.length === 0 ? markup`<p class="empty">This suite has no tests.</p>` : markup`
${above}${testByTest(groups.map((group) => group.tests.map(section)), tests.length, { id: `${id}tests`, isFolded })}`;
  return markup`<section class="suite" id="${id}">
<h2><bdi>${suites.length > 1 ? title : titledName(suite, '') || 'Results'}</bdi></h2>
<p class="settings">${parts.line(settings, tests)}</p>${body}</section>
`;
}

module.exports = { suiteSection, titleOf };
