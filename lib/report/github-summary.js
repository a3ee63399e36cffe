'use strict';

/* A document in Markdown for the page of a job: the file that GITHUB_STEP_SUMMARY names. */

const { escaped } = require('../text/display');
const { counted } = require('../text/numbers');
const { environmentTable } = require('./environment-table');
const { answerMarkdown } = require('./gate-words');
const { comparisonBody } = require('./github-comparison');
const { literal, bullets, verbatim, folded, paragraphs } = require('./markdown-blocks');
const { toMarkdownWithTimes } = require('./markdown');
const { remarkLines, failedLines } = require('./notes');
const { streamRemarks } = require('./streams-notes');
const { hasStreams } = require('./streams-words');

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
  const title = file === null ? 'snippets' : literal(escaped(file));
  return paragraphs([
    `### ${title}${suite > 1 ? `, suite ${suite}` : ''}\n`,
    tests.length ? toMarkdownWithTimes(tests) : 'No tests.\n',
    bullets(hasStreams(tests) ? streamRemarks(tests, { margin }) : remarkLines(tests, margin)),
    verbatim(failedLines(tests)),
  ]);
}

const resultsText = (document) => paragraphs([outcomeOf(document), ...document.suites.map(suiteText)]);

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

/**
 * @param {object} document Results or a Comparison
 * @returns {string} Markdown of at most 1000 KB: what came out, tables, what there is to say of them, the machines
 */
function toGithubSummary(document) {
  const isComparison = document.qtimeit === 'comparison';
  const sides = isComparison ? document.sides : [{ label: '', environment: document.environment }];
  return fitted(paragraphs([
    isComparison ? comparisonBody(document) : resultsText(document),
    document.complete === false ? 'Cut short: these are not all of the figures.\n' : '',
    folded('Environment', environmentTable(sides)),
  ]), isComparison ? answerMarkdown(document) : '');
}

module.exports = { toGithubSummary };
