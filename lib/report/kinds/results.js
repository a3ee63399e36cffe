'use strict';

/* The report of a run: a section for each suite, the details of its tests, and the environment. */

const { headLines } = require('../banner');
const { explanationSections } = require('./explanation');
const { growthNotes } = require('../notes');
const { machineLines, labelMachine } = require('../machines-notes');
const { FEW, filesTitle, createNotes } = require('../report');
const { titledName } = require('../test-names');
const { counted, formatDuration, formatPercent } = require('../../base/text/numbers');
const { escaped, label, plainLines } = require('../../base/text/display');
const { environmentSection, machinesSection } = require('./environment');
const { suiteFigures, testDetails } = require('./test-details');
const { suiteParts, testsTable } = require('./tests');

const MOST_ANSWERS = 4; // of the growth, if no tests could be compared

function answerOf(tests, answer) {
  const growth = growthNotes(tests);
  if (answer.length > 0 || growth.length > MOST_ANSWERS) return answer;
  return growth.map(({ name, text }) => `${label(name)}: ${text}`);
}

function settingsText({ timeGoal, margin, forkTests, order, opsPerTest, baselineAvg, precision, untilClear, inline }) {
  return [
    timeGoal !== undefined
      && (untilClear > 0 ? `until all verdicts are clear, at most ${formatDuration(timeGoal)} per test`
      : `${formatDuration(timeGoal)} per test`),
    forkTests > 0 && `in ${counted(forkTests, 'process', 'processes')} each`,
    margin !== undefined && `margin ${formatPercent(margin)}`,
    precision > 0 && `stopping early at precision ${formatPercent(precision)}`,
    opsPerTest > 1 && `${opsPerTest} operations per call`,
    `rate 1000: ${baselineAvg > 0 ? `${baselineAvg} ops/sec` : 'the baseline'}`,
    typeof order === 'string' && `order ${order}`,
    inline === false && 'calls not inlined',
  ].filter(Boolean).join(' · ');
}

const withoutFile = ({ settings }) => (settings && settings.isCommands ? 'commands' : 'snippets');

function titleOf(own, suites) {
  const { file, suite } = own;
  const name = file === null ? withoutFile(own) : label(file);
  return titledName(own, suites.filter((other) => other.file === file).length > 1 ? `${name}, suite ${suite}` : name);
}

const TEST_PARTS = { table: testsTable, parts: suiteParts, settingsText, figures: suiteFigures, details: testDetails };
const partsOf = (tests, { isStreams }) => (
  isStreams || tests.some(({ stream }) => stream) ? require('./streams').STREAM_PARTS : TEST_PARTS);

function headOf({ settings, tests }, { environment, suites }, isFirst) {
  const { preRunMessage = '', title, isStreams } = settings || {};
  const showPlatformInfo = isFirst && environment !== null;
  const asked = { ...settings, showPlatformInfo, title: suites.length === 1 && title };
  const headText = isStreams && partsOf(tests, settings).headText(settings, tests);
  return (columns) => [
    ...plainLines(preRunMessage).map(escaped).filter(Boolean),
    ...headLines(asked, () => environment, headText, columns),
  ];
}

function suiteSections(suite, document, id) {
  const { suites } = document;
  const { tests, error } = suite;
  const settings = suite.settings || {};
  const all = suites.reduce((sum, one) => sum + one.tests.length, 0);
  const title = titleOf(suite, suites);
  const machine = labelMachine(suite, document);
  const places = new Map(tests.map((test, i) => [test, `${id}t${i + 1}`]));
  const idOf = (test) => places.get(test);
  const parts = partsOf(tests, settings);
  const isFolded = all > FEW;
  const table = { ...parts.table(tests, { ...settings, visualize: true }, idOf), label: `Results of ${title}` };
  const { answer, blocks } = parts.parts(tests, settings, table);
  const section = {
    id, title: suites.length > 1 ? title : 'Results', isFolded, isCompact: true,
    heading: suites.length > 1 ? title + (machine && ` (${machine})`) : title,
    head: headOf(suite, document, suite === suites.find((one) => one.tests.length > 0)),
    settings: parts.settingsText(settings, tests), answer: answerOf(tests, answer),
    blocks: [
      ...(error ? [{ type: 'failures', items: [{ name: title, error }] }] : []),
      ...(tests.length > 0 ? blocks : [{ type: 'remark', text: 'This suite has no tests.', tone: 'empty' }]),
      ...parts.figures(tests, settings, all),
    ],
  };
  const words = new Map(table.rows.map(({ id: place, cells }) => [place, cells && cells.verdict.words]));
  const detailsOf = (test) => parts.details(test, {
    id: idOf(test), all, words: words.get(idOf(test)), isOpen: tests.length <= 2 || test.verdict === 'failed',
  });
  const details = {
    id: `${id}tests`, title: suites.length > 1 ? `${title}, test by test` : 'Test by test', depth: 'detail', isFolded,
    // Only pages have details.
    get blocks() { return tests.map(detailsOf); },
  };
  const why = suites.length > 1 ? `Why: ${title}` : 'Why tests are slower';
  const reasons = explanationSections(suite, { id, title: why, isFolded });
  return tests.length > 0 ? [section, ...reasons, details] : [section];
}

function leadOf(suites) {
  const tests = suites.flatMap((suite) => suite.tests);
  const tags = [['failed', 'failed'], ['unresolved', 'open']].map(([verdict, tone]) => (
    { verdict, tone, times: tests.filter((test) => test.verdict === verdict).length }));
  return [
    ...(suites.length === 1 ? [] : [{ text: counted(suites.length, 'suite') }]),
    { text: counted(tests.length, 'test') },
    ...tags.filter(({ times }) => times > 0).map(({ verdict, tone, times }) => ({ text: `${times} ${verdict}`, tone })),
  ];
}

function resultsReport(document) {
  const { suites, environment, machines, complete } = document;
  const files = [...new Set(suites.map((suite) => suite.file ?? withoutFile(suite)))];
  const closing = [
    ...machineLines(document), ...(complete === false ? ['cut short: some results are missing'] : []),
  ];
  const path = filesTitle(files, 'No suites');
  const question = suites.length === 1 && titledName(suites[0], '');
  return {
    title: question || path, subtitle: question ? path : '', lead: leadOf(suites), origin: document,
    sections: [
      ...suites.flatMap((suite, i) => suiteSections(suite, document, `s${i + 1}`)),
      ...(closing.length > 0 ? [{ id: 'closing', title: 'Notes', blocks: [createNotes(closing)] }] : []),
      machines ? machinesSection(document) : environmentSection(environment),
    ],
  };
}

module.exports = { resultsReport };
