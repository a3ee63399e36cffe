'use strict';

/*
 * One line per test and one for all, for scripts: the same fields in the same order in each version, see
 * docs/for-scripts.md. Unknown values are `none`.
 */

const { importsAsResults } = require('../kinds/imports');
const { optionsToSettle, typedTime } = require('../gate-words');
const { movedPart } = require('../memory-words');
const { maxOf } = require('../../base/stats/sample');
const { escapeControls } = require('../../base/text/display');
const { isNumber } = require('../../base/text/numbers');
const { isUnmeasured } = require('../../base/text/verdict-words');

const { abs } = Math;

const NONE = 'none';
const OF_COMMANDS = 'command'; // the side in the gate of `qtimeit command`

const quoted = (text) => (text ? escapeControls(JSON.stringify(`${text}`)) : NONE);
const numberText = (value) => (isNumber(value) ? `${+value.toPrecision(6)}` : NONE);
/** '+3.10%' for a ratio of 1.031 */
const changeText = (ratio) => (
  isNumber(ratio) ? `${ratio < 1 ? '-' : '+'}${(abs(ratio - 1) * 100).toFixed(2)}%` : NONE);
/** A verdict or the code of a warning. Saved documents can contain other text. */
const wordOf = (text) => (/^[\w-]+$/.test(text || NONE) ? text || NONE : 'unknown');
const codesText = (warnings) => [...new Set((warnings || []).map(({ code }) => wordOf(code)))].join() || NONE;
const lineOf = (fields) => `${Object.entries(fields).map(([name, value]) => `${name}=${value}`).join(' ')}\n`;

const countOf = (list, verdict) => list.filter((one) => one === verdict).length;

/** The option that would resolve most, with the longest of these times; `none` if no time within reason would */
function timeOption(option, seconds) {
  const known = seconds.filter((one) => one > 0);
  return known.length > 0 ? quoted(`${option} ${typedTime(Math.ceil(maxOf(known)))}`) : NONE;
}

/** Limits of time and of memory */
const gatesOf = ({ gate, memoryGate }) => [gate, memoryGate].filter(Boolean);
const worstOf = (outcomes) => ['failed', 'not-judged', 'passed'].find((one) => outcomes.includes(one)) || NONE;

const gateOfAll = (document) => worstOf(gatesOf(document).map(({ outcome }) => outcome));

function gateOfTest(document, { file, suite, name }, side) {
  const isThis = (one) => one.file === file && one.suite === suite && one.name === name && one.side === side;
  return worstOf(gatesOf(document).map(({ failed, unjudged }) => (
    failed.some(isThis) ? 'failed' : unjudged.some(isThis) ? 'not-judged' : 'passed')));
}

function resultsLines(document) {
  const { suites, failures = [] } = document;
  const rows = suites.flatMap(({ file, settings, tests }) => tests.map((row) => ({ ...row, file, settings })));
  const lines = rows.map((row) => {
    const { file, name, verdict, nsPerCall, nsLow, nsHigh, rank, rankLow, rankHigh, warnings, error } = row;
    const [rate, low, high] = isUnmeasured(row) ? [] : [rank, rankLow, rankHigh];
    return lineOf({
      test: quoted(name), file: quoted(file), verdict: wordOf(verdict), ns: numberText(nsPerCall),
      ns_low: numberText(nsLow), ns_high: numberText(nsHigh), rate: numberText(rate), rate_low: numberText(low),
      rate_high: numberText(high), warnings: codesText(warnings), error: quoted(error && error.message),
      gate: verdict === 'baseline' ? NONE : gateOfTest(document, { ...row, suite: 1 }, OF_COMMANDS),
    });
  });
  const verdicts = rows.map(({ verdict }) => verdict);
  const open = rows.filter(({ verdict }) => verdict === 'unresolved');
  const wholeSeconds = ({ moreSeconds, settings }) => moreSeconds && settings.timeGoal + moreSeconds;
  return [...lines, lineOf({
    total: 'results', tests: rows.length, unresolved: open.length,
    failed: countOf(verdicts, 'failed') + failures.length, next: timeOption('-t', open.map(wholeSeconds)),
    gate: gateOfAll(document),
  })];
}

/** What all comparisons say together: 'mixed' if some are slower and some faster */
function verdictOfAll({ slower, faster, same, unresolved, failed }) {
  if (failed > 0) return 'failed';
  if (slower > 0) return faster > 0 ? 'mixed' : 'slower';
  if (faster > 0) return 'faster';
  if (unresolved > 0) return 'unresolved';
  return same > 0 ? 'same' : NONE;
}

/** 'more', or '+24' bytes per call; `none` if memory was not compared */
const memoryVerdict = ({ memory }) => (memory ? wordOf(memory.verdict) : NONE);

function memoryBytes({ memory }) {
  if (!memory || memory.allocated === null) return NONE;
  const { difference } = movedPart({ memory }) || memory.allocated;
  return `${difference < 0 ? '-' : '+'}${numberText(abs(difference))}`;
}

function comparisonLines(document) {
  const { sides, tests, failures = [], gate } = document;
  const compared = tests.flatMap((test) => test.changes.map((change, i) => ({
    test, change, label: sides[i + 1].label, pair: [test.sides[0], test.sides[i + 1]],
  })));
  const errorOf = (pair) => pair.map((side) => side && side.error).find(Boolean);
  const lines = compared.map(({ test, change, change: { ratio, low, high, verdict }, label, pair }) => lineOf({
    // Imports are one test with several sides.
    ...(document.imports ? { test: quoted(label), file: NONE } : { test: quoted(test.name), file: quoted(test.file) }),
    side: quoted(label), verdict: wordOf(verdict),
    change: changeText(ratio), low: changeText(low), high: changeText(high), gate: gateOfTest(document, test, label),
    warnings: codesText(pair.flatMap((side) => (side && side.warnings) || [])),
    error: quoted(errorOf(pair) && errorOf(pair).message),
    memory: memoryVerdict(change), memory_bytes: memoryBytes(change),
  }));
  const broken = failures.map(({ name, file, side, error }) => lineOf({
    test: quoted(name), file: quoted(name ? null : file), side: quoted(side || name), verdict: 'failed', change: NONE,
    low: NONE, high: NONE, gate: NONE, warnings: NONE, error: quoted(error.message), memory: NONE, memory_bytes: NONE,
  }));
  const verdicts = compared.map(({ change }) => change.verdict);
  const counts = {
    slower: countOf(verdicts, 'slower'), faster: countOf(verdicts, 'faster'), same: countOf(verdicts, 'same'),
    unresolved: countOf(verdicts, 'unresolved'), failed: countOf(verdicts, 'failed') + failures.length,
  };
  const settling = gate ? optionsToSettle(document) : '';
  const open = compared.filter(({ change }) => change.verdict === 'unresolved');
  const next = gate ? quoted(settling)
    : timeOption('--time', open.map(({ test, change: { moreSeconds } }) => (
      moreSeconds && (test.seconds + moreSeconds) / (document.imports ? sides.length : 1))));
  return [...lines, ...broken, lineOf({
    total: 'comparison', verdict: verdictOfAll(counts), tests: compared.length, ...counts,
    gate: gateOfAll(document), next,
  })];
}

/** document: results, a comparison, or imports, which are a comparison if there are several */
function toLines(document) {
  const isSingle = document.imports && document.imports.length + document.failures.length === 1;
  const shown = isSingle ? importsAsResults(document) : document;
  return (shown.qtimeit === 'results' ? resultsLines(shown) : comparisonLines(shown)).join('');
}

module.exports = { toLines };
