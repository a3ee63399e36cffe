'use strict';

/* A document in Markdown for the page of a job: the file that GITHUB_STEP_SUMMARY names. */

const { groupedBy } = require('../text/grouped-by');
const { counted } = require('../text/numbers');
const { suiteAnswer } = require('./answer');
const { isOfEngines } = require('./engine-cells');
const { enginesMarkdown } = require('./engines-markdown');
const { answerMarkdown } = require('./gate-words');
const { comparisonBody } = require('./github-comparison');
const { literal, markdownTable, answerBlock, bullets, verbatim, folded, paragraphs } = require('./markdown-blocks');
const { machineLines } = require('./machines-notes');
const { toMarkdown } = require('./markdown');
const { remarkLines, failedLines } = require('./notes');
const { streamRemarks } = require('./streams-notes');
const { hasStreams } = require('./streams-words');
const { titledName } = require('./test-names');
const { engineText, isOfNode } = require('../system/engine-facts');
const { sentence } = require('../system/warnings');

const { byteLength } = Buffer;

// Of a summary over 1024 KB GitHub shows nothing at all.
const MOST_BYTES = 1000 * 1024;
const CUT = '\n\nCut here: GitHub shows no more than 1 MB.\n';

/** '**12 tests, 1 failed**' */
function outcomeOf({ suites }) {
  const tests = suites.flatMap((suite) => suite.tests);
  const failed = tests.filter(({ verdict }) => verdict === 'failed').length;
  return `**${counted(tests.length, 'test')}${failed ? `, ${failed} failed` : ''}**\n`;
}

function suiteText({ file, suite, settings, tests }) {
  const margin = settings ? settings.margin : undefined;
  const name = (file === null ? 'snippets' : file) + (suite > 1 ? `, suite ${suite}` : '');
  return paragraphs([
    `### ${literal(titledName({ settings }, name))}\n`,
    answerBlock(suiteAnswer(tests)),
    tests.length ? toMarkdown(tests) : 'No tests.\n',
    bullets(hasStreams(tests) ? streamRemarks(tests, { margin }) : remarkLines(tests, margin)),
    verbatim(failedLines(tests)),
  ]);
}

const resultsText = (document) => paragraphs([
  outcomeOf(document), ...document.suites.map(suiteText), bullets(machineLines(document)),
]);

const joined = (...values) => values.filter((value) => value || value === 0).join(' ');

const FACTS = [
  { title: 'engine', read: (environment) => (isOfNode(environment) ? '' : engineText(environment)) },
  { title: 'node', read: ({ nodeVersion }) => joined(nodeVersion) },
  { title: 'V8', read: ({ v8Version }) => joined(v8Version) },
  { title: 'options', read: ({ nodeFlags }) => joined(...(nodeFlags || [])) },
  { title: 'system', read: ({ platform, arch, kernel }) => joined(platform, arch, kernel) },
  { title: 'processor', read: ({ cpu }) => joined(cpu) },
  { title: 'processors', read: ({ cpuCount }) => joined(cpuCount) },
  {
    title: 'MHz',
    read: ({ cpuMhz, cpuMhzSource: source }) => (cpuMhz > 0 ? joined(Math.round(cpuMhz), source && `(${source})`) : ''),
  },
  { title: 'governor', read: ({ cpuScalingGovernor }) => joined(cpuScalingGovernor) },
  { title: 'qtimeit', read: ({ qtimeitVersion }) => joined(qtimeitVersion) },
];

/** What is known of any side; '' where nothing is. */
function factTable(sides) {
  const read = (fact, { environment }) => fact.read(environment || {});
  const facts = FACTS.filter((fact) => sides.some((side) => read(fact, side)));
  const columns = sides.map((side) => ({
    title: literal(side.label), cell: (fact) => literal(read(fact, side)),
  }));
  return facts.length ? markdownTable(facts, [{ title: '', cell: ({ title }) => title }, ...columns]) : '';
}

/** What the machines are warned of, each sentence once, with the sides where it is not true of all. */
function warningLines(sides) {
  const said = sides.flatMap(({ label, environment }) => (
    ((environment || {}).warnings || []).map((warning) => ({ label, text: sentence(warning) }))));
  return [...groupedBy(said, ({ text }) => text)].map(([text, own]) => (
    own.length < sides.length ? `${own.map(({ label }) => label).join(', ')}: ${text}` : text));
}

/**
 * @param {Array<{ label: string, environment: object|null }>} sides environment as sysinfo() returns it
 * @returns {string} a table and the warnings, '' where nothing is known
 */
function environmentTable(sides) {
  return paragraphs([factTable(sides), bullets(warningLines(sides))]);
}

/** The text and its last line, or as many lines as GitHub takes before that one. */
function fitted(text, last) {
  const whole = paragraphs([text, last]);
  if (byteLength(whole) <= MOST_BYTES) return whole;
  let used = byteLength(`${CUT}\n${last}`);
  let end = 0;
  for (let next = text.indexOf('\n') + 1; next > 0; next = text.indexOf('\n', end) + 1) {
    used += byteLength(text.slice(end, next));
    if (used > MOST_BYTES) break;
    end = next;
  }
  return paragraphs([text.slice(0, end) + CUT, last]);
}

function bodyOf(document) {
  if (document.qtimeit !== 'comparison') return resultsText(document);
  return (isOfEngines(document) ? enginesMarkdown : comparisonBody)(document);
}

/**
 * @param {object} document Results or a Comparison
 * @returns {string} Markdown of at most 1000 KB: what came out, tables, what there is to say of them, the machines
 */
function toGithubSummary(document) {
  const isComparison = document.qtimeit === 'comparison';
  const { environment, machines = [{ name: '', environment }] } = document;
  const sides = isComparison ? document.sides
    : machines.map((machine) => ({ label: machine.name, environment: machine.environment }));
  return fitted(paragraphs([
    bodyOf(document),
    document.complete === false ? 'Cut short: these are not all of the figures.\n' : '',
    folded('Environment', environmentTable(sides)),
  ]), isComparison ? answerMarkdown(document) : '');
}

module.exports = { toGithubSummary };
