'use strict';

/*
 * A comparison for a terminal:
 *   test             old        new   change
 *   parse       253.3 ns   258.6 ns   +2.1 %  (+1.6 .. +2.6)  slower
 */

const { timeText } = require('../text/amounts');
const { wrapped } = require('../text/columns');
const { label, padEnd, padStart, truncate, width, escaped } = require('../text/display');
const { answerLines } = require('./gate-words');
const { createPaint } = require('../text/paint');
const { timeLeft } = require('./progress');
const { describeDifference } = require('../system/fingerprint');
const { untoldWords } = require('../text/verdict-words');

const { abs, max, min } = Math;

const SHORTEST_NAME = 12;

/** '+2.1', in per cent; a tenth is enough above one per cent, and twice as slow is +100 */
function percentText(ratio) {
  const percent = (ratio - 1) * 100;
  const digits = abs(percent) >= 100 ? 0 : abs(percent) >= 1 ? 1 : 2;
  const text = percent.toFixed(digits);
  return /^-?0\.?0*$/.test(text) ? `+-${text.replace('-', '')}` : percent > 0 ? `+${text}` : text;
}

const WORDS = { 'not-judged': 'not judged', unmatched: 'unmatched', failed: 'FAILED' };

/** 'slower', 'same within 1 %', 'looks slower' */
function verdictText({ verdict, margin }) {
  if (verdict === 'same') return `same within ${+(margin * 100).toPrecision(2)} %`;
  return untoldWords({ verdict }) || WORDS[verdict] || verdict.replace('-', ' ');
}

function cellsOf(test, side, sides) {
  const change = test.changes[side - 1];
  const hasInterval = change.low !== null;
  const name = sides.length > 2 ? `${label(test.name)} (${label(sides[side].label)})` : label(test.name);
  const missing = test.sides.findIndex((one) => one === null);
  return {
    name,
    old: test.sides[0] ? timeText(test.sides[0].nsPerCall) : '-',
    fresh: test.sides[side] ? timeText(test.sides[side].nsPerCall) : '-',
    change: change.ratio === null ? '' : `${percentText(change.ratio)} %`,
    interval: hasInterval ? `(${percentText(change.low)} .. ${percentText(change.high)})` : '',
    verdict: change.verdict === 'unmatched' ? `not in ${label(sides[missing].label)}` : verdictText(change),
    kind: change.verdict,
  };
}

/** Names of files are told where there are several. */
function groupsOf(document) {
  const groups = new Map();
  for (const test of document.tests) {
    const key = `${test.file === null ? '' : test.file}${test.suite > 1 ? ` suite ${test.suite}` : ''}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(test);
  }
  return groups;
}

const COLUMNS = ['old', 'fresh', 'change', 'interval'];

function widthsOf(rows) {
  const widths = {};
  for (const column of ['name', ...COLUMNS, 'verdict']) widths[column] = max(...rows.map((row) => width(row[column])));
  return widths;
}

/** Leaves out the interval, then the old side, then the ends of names, where the terminal is too narrow. */
function fitted(widths, columns) {
  const fit = { ...widths };
  if (!(columns > 0)) return fit;
  const used = () => fit.name + fit.verdict + COLUMNS.reduce((sum, column) => sum + (fit[column] ? fit[column] + 2 : 0), 0) + 2;
  for (const column of ['interval', 'old', 'fresh']) if (used() > columns) fit[column] = 0;
  if (used() > columns) fit.name = max(min(SHORTEST_NAME, fit.name), fit.name - (used() - columns));
  return fit;
}

function lineOf(row, fit, columns, paint) {
  let line = padEnd(truncate(row.name, fit.name), fit.name);
  for (const column of COLUMNS) if (fit[column]) line += `  ${(column === 'interval' ? padEnd : padStart)(row[column], fit[column])}`;
  const left = columns > 0 ? columns - width(line) - 2 : Infinity;
  const verdict = left > 0 ? truncate(row.verdict, left) : '';
  return `${line}  ${row.kind ? paint(row.kind, verdict) : verdict}`.trimEnd();
}

/** A failure with all that is known of it. */
function failureLines(what, { message, at, output }) {
  return [`FAILED ${what}: ${escaped(message)}`, ...(at ? [`    at ${escaped(at)}`] : []), ...(output || []).map((line) => `    | ${escaped(line)}`)];
}

function doubtOf({ moreProcesses, moreSeconds }, kind) {
  if (moreProcesses === null) return kind === 'saved' ? 'not resolved; compare --rev, or --old and --new, measure both in turns' : 'not resolved';
  return `not resolved; about ${moreProcesses} more processes per side${moreSeconds ? ` (${timeLeft(moreSeconds)})` : ''} would settle it`;
}

function regressionLine(name, { low, adjustedP }, { maxRegression }) {
  const p = adjustedP === null ? '' : `, p = ${adjustedP < 1e-4 ? adjustedP.toExponential(0) : +adjustedP.toPrecision(2)}`;
  return `regression: ${name} is slower by ${percentText(low).slice(1)} % at least (more than ${+(maxRegression * 100).toPrecision(3)} %${p})`;
}

/** What the verdicts leave open, and what went wrong: the worst comes last, where it is seen. */
function notesOf(document) {
  const doubts = [];
  const regressions = [];
  const failures = [];
  const { sides, kind } = document;
  for (const test of document.tests) {
    test.changes.forEach((change, i) => {
      const name = label(test.name) + (sides.length > 2 ? ` (${label(sides[i + 1].label)})` : '');
      if (change.verdict === 'unresolved' && change.ratio !== null) doubts.push(`${name}: ${doubtOf(change, kind)}`);
      if (change.regression) regressions.push(regressionLine(name, change, document));
    });
    test.sides.forEach((side, i) => {
      if (side && side.error) failures.push(...failureLines(`${label(test.name)} (${label(sides[i].label)})`, side.error));
    });
  }
  for (const { side, file, error } of document.failures || []) failures.push(...failureLines(`${escaped(file)} (${side})`, error));
  return [...doubts, ...closingOf(document), ...regressions, ...failures];
}

const comparedIn = ({ tests }) => tests.flatMap(({ changes }) => changes).filter(({ p }) => p !== null);

/** Under which conditions the sides were measured, where that weakens the verdicts. */
function conditionLines(document) {
  const lines = [];
  const compared = comparedIn(document);
  for (const difference of document.differences) lines.push(describeDifference(difference));
  if (document.differences.some(({ forbids }) => forbids)) lines.push('no verdicts: these were measured under different conditions, which alone change times');
  if (document.kind === 'saved' && compared.length) {
    lines.push(`from another session: differences under ${+(compared[0].margin * 100).toPrecision(2)} % are not told apart (--noise), and all others only "look" so`);
  }
  return lines;
}

function closingOf(document) {
  const lines = conditionLines(document);
  const compared = comparedIn(document);
  if (compared.length > 1) lines.push(`${compared.length} comparisons; the verdicts of all together hold in 95 of 100 cases (Holm)`);
  if (!document.complete) lines.push('cut short: these figures stand on fewer processes than were planned');
  return lines;
}

/**
 * @param {object} document a comparison, see docs/results.md
 * @param {object} [screen]
 * @param {number} [screen.columns] of the terminal, which no line of the table exceeds
 * @param {boolean} [screen.hasColours]
 * @returns {string} text with ends of line
 */
function comparisonTable(document, { columns, hasColours = false } = {}) {
  const { sides } = document;
  const paint = createPaint(hasColours);
  const lines = sides.map(({ label: side, source }) => `${label(side)}: ${source === null ? '-' : escaped(source)}`);
  const groups = groupsOf(document);
  const header = { name: 'test', old: label(sides[0].label), fresh: sides.length > 2 ? 'this' : label(sides[1].label), change: 'change', interval: '', verdict: '', kind: '' };
  const rowsOf = (tests) => tests.flatMap((test) => test.changes.map((_, i) => cellsOf(test, i + 1, sides)));
  const fit = fitted(widthsOf([header, ...rowsOf(document.tests)]), columns);
  if (groups.size > 0) lines.push('', lineOf(header, fit, columns, paint));
  for (const [group, tests] of groups) {
    if (groups.size > 1) lines.push(escaped(group));
    for (const row of rowsOf(tests)) lines.push(lineOf(row, fit, columns, paint));
  }
  const notes = [...notesOf(document), ...answerLines(document)].flatMap((line) => wrapped(line, columns));
  if (notes.length) lines.push('', ...notes);
  return `${lines.join('\n')}\n`;
}

module.exports = { comparisonTable, verdictText, failureLines, conditionLines, regressionLine };
