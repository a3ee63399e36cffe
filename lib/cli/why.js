'use strict';

/* `qtimeit why`, and --why: why tests of a suite take longer than its baseline. */

const engine = require('#engine');
const { keepText } = require('../base/host/child-output');
const { createRunMark } = require('../base/host/child-process-run');
const { shownPath } = require('../base/host/paths');
const { explanationLines } = require('../report/kinds/explanation');
const { SCHEMA } = require('../core/document/document-shape');
const { readScreen } = require('../report/terminal');
const { createWorkerArguments } = require('../core/suite/suite-arguments');
const { printableJson } = require('../base/text/display');
const { counted } = require('../base/text/numbers');
const { nearest } = require('../base/text/nearest');
const { isUnmeasured, lowWhileShared, unmeasuredWords } = require('../base/text/verdict-words');
const { UsageError } = require('../base/text/usage-error');
const { hintOfTaken } = require('./options');
const { createOutput } = require('./output');
const { PROGRAM } = require('./part-process');
const { FINE, FAILED, untilEnd } = require('./shutdown');

const MOST_EXPLAINED = 3; // of the slower tests, if none is named
const TEST_SECONDS = 0.25; // with an option of V8; too short for a process with both tests, see together.js
const MOST_TESTS = 2; // of causes, for each test
const MOST_TEXT = 64e6; // of a document, in characters

/** Arguments of a command that measures tests of a file again, with these options */
const measureAgain = (file, names, options) => [
  'run', ...options, ...names.flatMap((name) => ['--filter', `: ${name}`]), '--', file,
];

/**
 * Resolves to the suites of a separate command. again, onStart: see explainSuites(); flags: options of Node. Throws
 * UsageError if it fails.
 */
async function timesOf({ again, onStart }, { names = [], seconds, flags = [] }, { host, cwd }) {
  const child = host.spawn(host.execPath, [...flags, PROGRAM, ...again(names, ['-t', `${seconds}`, '--json'])],
    { cwd, env: { ...host.env, ...createRunMark(host.env) }, stdio: ['ignore', 'pipe', 'pipe'] });
  onStart(() => child.kill('SIGINT'));
  const [told, said] = [child.stdout, child.stderr].map((stream) => keepText(stream, MOST_TEXT));
  const { error, status } = await new Promise((resolve) => {
    child.on('error', (failure) => resolve({ error: failure }));
    child.on('close', (code) => resolve({ status: code }));
  });
  if (!told.text) {
    const why = error ? error.message : said.text.trim() || `exit code ${status}`;
    throw new UsageError(`the tests could not be measured: ${why}`);
  }
  const document = JSON.parse(told.text);
  if (document.qtimeit === 'error') throw new UsageError(document.error.message);
  return document.suites;
}

const halfWidth = (row) => (row.nsHigh - lowWhileShared(row)) / 2;

const sideOf = (row, found) => ({
  name: row.name, kind: row.kind === 'side' ? 'side' : 'test', nsPerCall: row.nsPerCall, halfWidthNs: halfWidth(row),
  bytesPerCall: row.collections ? row.collections.bytesPerCall : null, ...found,
});

/**
 * Pairs of { row, baseline }: the tests with these names, or the slowest ones. Only equal parameters are compared.
 * A row that can be compared with none is also its baseline.
 */
function chosenPairs({ tests }, wanted) {
  const baselineOf = (row) => {
    const others = tests.filter(({ group, error, nsPerCall }) => group === row.group && !error && nsPerCall > 0);
    // With `baselineAvg`, none has this verdict.
    return others.find(({ verdict }) => verdict === 'baseline') || others[0] || row;
  };
  const pairs = tests.map((row) => ({ row, baseline: baselineOf(row) }));
  if (wanted !== undefined) return pairs.filter(({ row }) => wanted.includes(row.name));
  const slower = pairs.filter(({ row }) => row.verdict === 'slower')
    .sort((a, b) => b.row.nsPerCall - a.row.nsPerCall).slice(0, MOST_EXPLAINED);
  return slower.length > 0 ? slower : pairs.filter(({ row }) => row.verdict === 'unresolved').slice(0, MOST_EXPLAINED);
}

function checkNames(wanted = [], suites, file) {
  const names = suites.flatMap(({ tests }) => tests.map(({ name }) => name));
  const unknown = wanted.find((name) => !names.includes(name));
  if (unknown === undefined) return;
  const inGroups = names.filter((name) => name.endsWith(`: ${unknown}`));
  const meant = inGroups[0] ?? nearest(unknown, names);
  throw new UsageError(`${file} has no test "${unknown}"${meant === null ? '' : `. Did you mean "${meant}"?`}`);
}

/** A faster test is explained from its side: the baseline is the slower one then. */
const inOrder = (baseline, row) => (row.nsPerCall < baseline.nsPerCall ? [row, baseline] : [baseline, row]);

function whyNothing(row, baseline) {
  if (row.error) return `failed: ${row.error.message}`;
  if (isUnmeasured(row)) return `${unmeasuredWords(row)}, so there is no time to explain`;
  if (row === baseline) return 'is the baseline, so there is nothing to compare it with';
  if (row.verdict === 'same') return `takes as long as ${baseline.name}, so there is nothing to explain`;
  if (row.verdict === 'unresolved') return `cannot be distinguished from ${baseline.name}. Measure longer first`;
  return 'the difference is below 15 %, which is too small to be explained';
}

/** A result of explainRow() without an explanation */
const nothing = ({ row, baseline }, reason = whyNothing(row, baseline), isFailed = Boolean(row.error)) => (
  { a: baseline.name, b: row.name, explanation: null, reason, isFailed });

/**
 * Measures both again with an option of V8 that takes a cause away. Resolves to { words, flags, differenceNs, priceNs,
 * halfWidthNs }, or null if the price is not clear.
 */
async function testCause({ flags, words }, before, measureWith) {
  const { priceOf, timesOfPair } = require('../extras/why/explain');
  const after = timesOfPair(await measureWith(flags));
  if (before === null || after === null) return null;
  const price = priceOf(before, after);
  return price.priceNs > price.halfWidthNs ? { flags, words, ...price } : null;
}

/** Adds `test` to the lines whose causes can be tested, and makes paths as people write them. */
async function withTests(explanation, before, { measureWith, shownFile }) {
  // One test takes the cause of all lines with this option away.
  const isFirst = ({ experiment }, i, all) => all.findIndex((one) => one.experiment === experiment) === i;
  const tested = explanation.lines.filter(({ experiment }) => experiment).filter(isFirst).slice(0, MOST_TESTS);
  const lines = [];
  for (const all of explanation.lines) {
    const { experiment, ...line } = all;
    lines.push({
      ...line,
      place: line.place && { ...line.place, file: shownFile(line.place.file) },
      test: tested.includes(all) ? await testCause(experiment, before, measureWith) : null,
    });
  }
  return { ...explanation, lines };
}

/**
 * Resolves to { a, b (names: the slower one last, or without an explanation the row's), explanation (see explain()),
 * reason (of a missing explanation, or null), isFailed }. obstacle: reason why it cannot be explained, or null;
 * evidenceOf(row): see createEvidence(); measureWith(flags, rows): resolves to rows of the same with these options of
 * V8; shownFile(path): as people write it
 */
async function explainRow(pair, { evidenceOf, measureWith, shownFile }) {
  const { compareCode, eventsOf } = require('../extras/why/code');
  const { explain, timesOfPair, LEAST_RATIO } = require('../extras/why/explain');
  const { flameOf } = require('../extras/why/flame');
  const { row, baseline, obstacle = null } = pair;
  const [fast, slow] = inOrder(baseline, row);
  const isClear = ['slower', 'faster'].includes(row.verdict) && slow.nsPerCall / fast.nsPerCall >= LEAST_RATIO;
  if (!isClear) return nothing(pair);
  if (obstacle !== null) return nothing(pair, obstacle);
  const sides = [sideOf(fast, await evidenceOf(fast)), sideOf(slow, await evidenceOf(slow))];
  const failed = sides.find(({ error }) => error);
  if (failed) return nothing(pair, `could not be explained: ${failed.error.message}`, true);
  const budget = await withTests(explain(sides[0], sides[1]), timesOfPair([fast, slow]),
    { shownFile, measureWith: (flags) => measureWith(flags, [fast, slow]) });
  const explanation = {
    ...budget, code: compareCode(sides, shownFile), flame: flameOf(sides, shownFile),
    events: eventsOf(sides, shownFile),
  };
  const codes = sides.map(({ machineCode }) => machineCode);
  if (codes.every(Boolean)) explanation.machineCode = require('../extras/why/machine-code').compareCodes(codes);
  return { a: fast.name, b: slow.name, explanation, reason: null, isFailed: false };
}

/**
 * Adds explanations to measured suites of a file or of snippets. wanted: names of tests, or undefined for the slowest
 * ones; worker: see createWorkerArguments(); again(names, options): arguments of a command that measures these tests;
 * onStart: given a function that ends the current process; saveProfile: see createOutput(); hasCode: whether to compare
 * the machine code; withPlaces: see run.js. Throws UsageError.
 */
async function explainSuites(suites, how, deps) {
  const { wanted, worker, again, saveProfile, hasCode = false, withPlaces = (one) => one } = how;
  let isStopped = false;
  const onStart = (kill) => how.onStart(() => {
    isStopped = true;
    kill();
  });
  checkEngine();
  const chosen = suites.map((suite) => ({ suite, pairs: chosenPairs(suite, wanted) }));
  for (const { suite } of chosen) suite.explanations = [];
  if (chosen.every(({ pairs }) => pairs.length === 0)) return;
  const { createForkRunner } = require('../fork-runner');
  const { createEvidence } = require('../extras/why/evidence');
  const runner = createForkRunner(deps, { script: PROGRAM, ownLoops: {}, ...worker });
  const { suites: listed, error } = await runner.list(onStart);
  if (error) throw new UsageError(error.message);
  const measureWith = async (flags, rows) => {
    if (isStopped) return [];
    const names = rows.map(({ name }) => name);
    const found = await timesOf({ again, onStart }, { names, seconds: TEST_SECONDS, flags }, deps);
    const measured = found.flatMap(({ tests }) => tests);
    return names.map((wantedName) => measured.find(({ name }) => name === wantedName));
  };
  const evidence = createEvidence({ onStart, hasCode }, deps);
  try {
    for (const { suite, pairs } of chosen) {
      const { position, tests } = listed.find((one) => one.position === suite.suite - 1) || {};
      if (!tests) continue;
      const evidenceOf = rememberEach(async ({ name, nsPerCall }) => {
        const index = tests.findIndex((one) => one.name === name);
        const found = await evidence.of({ runner, position, index, name, nsPerCall });
        saveProfile(found, suite.file, [name]);
        return found;
      });
      const given = { evidenceOf, measureWith, shownFile: (file) => shownPath(file, deps.cwd) };
      for (const pair of pairs) {
        if (isStopped) return;
        const found = await explainRow(pair, given);
        suite.explanations.push({ ...found, explanation: found.explanation && withPlaces(found.explanation) });
      }
    }
  } finally {
    evidence.close();
  }
}

/** Calls a function once for each argument. */
function rememberEach(find) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, find(key));
    return known.get(key);
  };
}

function checkEngine() {
  if (engine.name === 'node') return;
  throw new UsageError(`why needs the log of V8 in Node.js, and this is ${engine.name}`);
}

async function why({ options, positionals }, command, deps) {
  if (positionals.length !== 1) {
    throw new UsageError(`why needs one file with a suite, got ${positionals.length}${hintOfTaken(options)}`);
  }
  checkEngine();
  const { findSuiteFiles } = require('../core/suite/suite-files');
  const [file, ...others] = findSuiteFiles(positionals, deps);
  if (others.length > 0) {
    throw new UsageError(`why needs one file, and ${positionals[0]} has ${counted(others.length + 1, 'file')}`);
  }
  let stop = () => {};
  let signals = 0;
  let exitCode = FAILED;
  const onStart = (kill) => {
    stop = kill;
    if (signals > 0) kill();
  };
  const code = await untilEnd({}, deps, {
    async measure(early) {
      try {
        exitCode = await explainFile(file, { options, onStart, early }, deps);
      } catch (error) {
        if (!early()) throw error; // of a process that a signal has ended
      }
    },
    stop() {
      stop();
      return ++signals === 1; // the second one does not wait
    },
    release() { stop(); },
  });
  return code || exitCode;
}

async function explainFile(file, { options, onStart, early }, deps) {
  const { time, test: wanted, json, cpuprofile, code: hasCode } = options;
  const output = createOutput({ cpuprofile }, deps);
  const { terminal } = deps;
  const again = (names, more) => measureAgain(file, names, more);
  const suites = await timesOf({ again, onStart }, { seconds: time }, deps);
  if (early()) return FAILED;
  const { error = null } = suites.find((suite) => suite.error) || {};
  const print = (explanations) => {
    const { version } = deps;
    const text = json
      ? printableJson({ qtimeit: 'explanation', schema: SCHEMA, version, error, explanations }, 2)
      : explanationLines(explanations, readScreen(terminal)).join('\n') || 'no test is slower than the baseline';
    terminal.write(`${text}\n`);
  };
  if (error) {
    const { message, at } = error;
    const place = at ? ` (${shownPath(at, deps.cwd)})` : '';
    terminal.writeError(`qtimeit: ${shownPath(file, deps.cwd)}: ${message}${place}\n`);
    if (suites.every(({ tests }) => tests.length === 0)) {
      if (json) print([]);
      return FAILED;
    }
  }
  checkNames(wanted, suites, shownPath(file, deps.cwd));
  const { saveProfile } = output;
  const { nodeOptionsHere } = require('../core/suite/typescript');
  const nodeOptions = nodeOptionsHere({ path: file, shown: shownPath(file, deps.cwd) }, deps);
  const worker = { ...createWorkerArguments(file, {}), nodeOptions };
  await explainSuites(suites, { wanted, worker, again, saveProfile, hasCode, onStart }, deps);
  if (early()) return FAILED;
  const failures = suites.flatMap(({ tests }) => tests).filter((row) => row.error && wanted === undefined);
  const explanations = [
    ...suites.flatMap((suite) => suite.explanations), ...failures.map((row) => nothing({ row, baseline: row })),
  ];
  print(explanations);
  return error || output.hasFailed() || explanations.some(({ isFailed }) => isFailed) ? FAILED : FINE;
}

module.exports = { why, explainRow, explainSuites, measureAgain, rememberEach };
