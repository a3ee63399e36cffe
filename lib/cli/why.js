'use strict';

/* `qtimeit why`: why tests of a suite take longer than its baseline. */

const path = require('path');
const engine = require('#engine');
const { shownPath } = require('../base/host/paths');
const { explanationText } = require('../report/explanation');
const { createWorkerArguments } = require('../core/suite/suite-arguments');
const { nearest } = require('../base/text/nearest');
const { UsageError } = require('../base/text/usage-error');
const { FINE, FAILED } = require('./shutdown');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');
const MOST_EXPLAINED = 3; // of the slower tests, if none is named
const SECONDS = 1; // of the timing of a test
const TEST_SECONDS = 0.5; // with an option of V8
const MOST_TESTS = 2; // of causes, for each test

/** Rows of chosen tests, from a separate command. flags: options of Node. Throws UsageError if it fails. */
function timesOf({ file, names, seconds, flags = [] }, { host, cwd }) {
  const filters = names === null ? [] : names.flatMap((name) => ['--filter', `: ${name}`]);
  const { status, stdout, stderr } = host.run(process.execPath,
    [...flags, PROGRAM, 'run', '-t', `${seconds}`, '--json', ...filters, '--', file],
    { encoding: 'utf8', cwd, maxBuffer: 64e6, env: host.env });
  if (!stdout) throw new UsageError(`${file} could not be measured: ${(stderr || `exit code ${status}`).trim()}`);
  const document = JSON.parse(stdout);
  if (document.qtimeit === 'error') throw new UsageError(document.error.message);
  return document.suites;
}

const halfWidth = ({ nsLow, nsHigh }) => (nsHigh - nsLow) / 2;

const sideOf = (row, found) => ({
  name: row.test, nsPerCall: row.nsPerCall, halfWidthNs: halfWidth(row),
  bytesPerCall: row.collections ? row.collections.bytesPerCall : null, ...found,
});

function chosenRows(suite, wanted) {
  const [baseline, ...others] = suite.tests;
  if (wanted === undefined) {
    return { baseline, others: others.filter(({ verdict }) => verdict === 'slower')
      .sort((a, b) => b.nsPerCall - a.nsPerCall).slice(0, MOST_EXPLAINED) };
  }
  return { baseline, others: others.filter((row) => wanted.includes(row.test)) };
}

function checkNames(wanted = [], suites, file) {
  const names = suites.flatMap(({ tests }) => tests.map(({ test }) => test));
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const meant = nearest(unknown, names);
  throw new UsageError(`${file} has no test "${unknown}"${meant === null ? '' : `. Did you mean "${meant}"?`}`);
}

/** A faster test is explained from its side: the baseline is the slower one then. */
function inOrder(baseline, row) { return row.nsPerCall < baseline.nsPerCall ? [row, baseline] : [baseline, row]; }

function whyNothing(row, baseline) {
  if (row.error) return `failed: ${row.error.message}`;
  if (row.verdict === 'same') return `takes as long as ${baseline.test}, so there is nothing to explain`;
  if (row.verdict === 'unresolved') return `cannot be distinguished from ${baseline.test}. Measure longer first`;
  return 'the difference is below 15 %, which is too small to be explained';
}

/**
 * Measures both tests again with an option of V8 that takes a cause away. Adds { words, flags, differenceNs, priceNs,
 * halfWidthNs } to a line if the price is clear.
 */
function testCause(line, { a, b, differenceNs, halfWidthNs }, file, deps) {
  const { flags, words } = line.experiment;
  const suites = timesOf({ file, names: [a, b], seconds: TEST_SECONDS, flags }, deps);
  const rows = [a, b].map((name) => suites.flatMap(({ tests }) => tests).find(({ test }) => test === name));
  if (!rows.every((row) => row && row.nsLow > 0)) return line;
  const [fast, slow] = rows;
  const withFlags = slow.nsPerCall - fast.nsPerCall;
  const priceNs = differenceNs - withFlags;
  const error = Math.hypot(halfWidthNs, halfWidth(fast), halfWidth(slow));
  if (!(priceNs > error)) return line;
  return { ...line, test: { flags, words, differenceNs: withFlags, priceNs, halfWidthNs: error } };
}

function withTests(explanation, [a, b], file, deps) {
  const tested = explanation.lines.filter(({ experiment }) => experiment).slice(0, MOST_TESTS);
  const sides = { ...explanation, a: a.name, b: b.name };
  const lines = explanation.lines.map((line) => (
    tested.includes(line) ? testCause(line, sides, file, deps) : line));
  return { ...explanation, lines };
}

/**
 * Resolves to { a, b (names, the slower one last), explanation (see explain()), reason (of a missing explanation, or
 * null), isFailed }. sideFor(row): times and evidence of a test
 */
async function explainRow(row, baseline, sideFor, file, deps) {
  const { explain, LEAST_RATIO } = require('../extras/why/explain');
  const [fast, slow] = inOrder(baseline, row);
  const names = { a: fast.test, b: slow.test };
  const nothing = (reason, isFailed = false) => ({ ...names, explanation: null, reason, isFailed });
  const isClear = ['slower', 'faster'].includes(row.verdict) && slow.nsPerCall / fast.nsPerCall >= LEAST_RATIO;
  if (!isClear) return nothing(whyNothing(row, baseline));
  const a = await sideFor(fast);
  const b = await sideFor(slow);
  const failed = [a, b].find(({ error }) => error);
  if (failed) return nothing(`could not be explained: ${failed.error.message}`, true);
  return { ...names, explanation: withTests(explain(a, b), [a, b], file, deps), reason: null, isFailed: false };
}

function write(explanations, { json }, { terminal, cwd }) {
  if (json) {
    terminal.write(`${JSON.stringify({ qtimeit: 'explanation', explanations }, null, 2)}\n`);
    return;
  }
  const texts = explanations.map((one) => explanationText(one, (file) => shownPath(file, cwd)));
  terminal.write(texts.join('\n') || 'no test is slower than the baseline\n');
}

async function why({ options, positionals }, command, deps) {
  if (positionals.length !== 1) throw new UsageError(`why needs one file with a suite, got ${positionals.length}`);
  if (engine.name !== 'node') throw new UsageError(`why needs the log of V8 in Node.js, and this is ${engine.name}`);
  const { host, clock } = deps;
  const { findSuiteFiles } = require('../core/suite/suite-files');
  const [file, ...others] = findSuiteFiles(positionals, deps);
  if (others.length) throw new UsageError(`why needs one file, and ${positionals[0]} has ${others.length + 1}`);
  const { createForkRunner } = require('../fork-runner');
  const { createEvidence } = require('../extras/why/evidence');
  const { time = SECONDS, test: wanted } = options;
  const suites = timesOf({ file, names: null, seconds: time }, deps);
  checkNames(wanted, suites, file);
  const runner = createForkRunner({ host, clock }, { script: PROGRAM, ...createWorkerArguments(file, {}) });
  const { suites: listed, error } = await runner.list(() => {});
  if (error) throw new UsageError(error.message);
  const explanations = [];
  for (const [i, suite] of suites.entries()) {
    const { baseline, others } = chosenRows(suite, wanted);
    const { position, tests } = listed[i];
    const evidence = createEvidence({ runner, position }, deps);
    const known = new Map();
    const sideFor = async (row) => {
      if (!known.has(row.test)) {
        const index = tests.findIndex(({ name }) => name === row.test);
        known.set(row.test, await evidence.of({ index, name: row.test }));
      }
      return sideOf(row, known.get(row.test));
    };
    try {
      for (const row of others) explanations.push(await explainRow(row, baseline, sideFor, file, deps));
    } finally {
      evidence.close();
    }
  }
  write(explanations, options, deps);
  return explanations.some(({ isFailed }) => isFailed) ? FAILED : FINE;
}

module.exports = { why };
