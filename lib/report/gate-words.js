'use strict';

/* The answer to --max-regression on one line: passed, failed, or not judged, and then how to get a verdict. */

const { maxOf, minOf } = require('../base/stats/sample');
const { listNames } = require('../base/text/columns');
const { label } = require('../base/text/display');
const { counted, shortPercent, timeLeft } = require('../base/text/numbers');
const { UNMEASURED } = require('../base/text/verdict-words');
const { memoryGateLine } = require('./memory-words');
const { createNamer } = require('./rates-notes');
const { isOfRates } = require('./report');

const { ceil } = Math;

const MOST_NAMES = 5;

// In reading order: first the reasons that more measuring settles, then those to fix.
const CLAUSES = [
  { reasons: ['too-wide', 'near-limit', 'noise'], words: 'may or may not exceed it' },
  ...Object.entries(UNMEASURED).map(([verdict, words]) => ({ reasons: [verdict], words })),
  { reasons: ['no-interval'], words: 'without an interval' },
  { reasons: ['not-comparable'], words: 'cannot be compared' },
  { reasons: ['not-measured'], words: 'not measured' },
  { reasons: ['unmatched'], words: 'on one side only' },
  { reasons: ['failed'], words: 'failed' },
];

const MORE_RUNS = ['more run per side', 'more runs per side'];
const MORE_PROCESSES = ['more process per side', 'more processes per side'];
const NOISE = 'saved results cannot show differences below --noise';
const IN_TURNS = 'use --rev, or --old and --new, to interleave the sides';

const typed = (share) => `${+(share * 100).toPrecision(3)}%`;

/** '45', '3m': seconds in the form of --time */
const typedTime = (seconds) => (seconds < 300 ? `${+seconds.toPrecision(3)}` : `${ceil(seconds / 60)}m`);

function listed(list, { tests, sides }) {
  const nameOf = createNamer(tests);
  const sideOf = ({ side }) => (sides.length > 2 && side !== null ? ` (${label(side)})` : '');
  return listNames(list.map((one) => nameOf({ ...one, name: one.name || '' }) + sideOf(one)), MOST_NAMES);
}

/** ', by instructions', and the names of tests judged by time instead; '' if counts were not requested */
function judgedBy({ byCounts = 0, byTime = [] }, document) {
  const others = byTime.length > 0 ? `; not counted, and judged by time: ${listed(byTime, document)}` : '';
  return (byCounts > 0 ? ', by instructions' : '') + others;
}

function failedClauses(failed, total, document) {
  const clause = (own, is, are) => (own.length === 0 ? []
    : [`${own.length} of ${total} ${own.length === 1 ? is : are}: ${listed(own, document)}`]);
  const isByCounts = ({ by }) => by === 'instructions';
  return [
    ...clause(failed.filter(isByCounts), 'exceeds it in instructions', 'exceed it in instructions'),
    ...clause(failed.filter((one) => !isByCounts(one)), 'exceeds it in time', 'exceed it in time'),
  ];
}

/** '--time 45 --precision 2%', for the tests of a gate that are not judged; '' if no option would help */
function optionsOf(open) {
  const option = (name, key, most, write) => {
    const values = open.map((one) => one[key]).filter((value) => value !== null);
    return values.length ? [`--${name} ${write(most(values))}`] : [];
  };
  const words = [
    ...option('runs', 'runs', maxOf, String), ...option('precision', 'precision', minOf, typed),
    ...option('time', 'time', maxOf, typedTime),
  ];
  return words.join(' ');
}

const openOnes = ({ gate: { unjudged } }) => unjudged.filter(({ reason }) => CLAUSES[0].reasons.includes(reason));
const optionsToSettle = (document) => optionsOf(openOnes(document));

function adviceFor(document) {
  const open = openOnes(document);
  if (open.length === 0) return [];
  if (open.every(({ moreProcesses }) => moreProcesses !== null)) {
    const processes = maxOf(open.map(({ moreProcesses }) => moreProcesses));
    const seconds = open.reduce((sum, { moreSeconds }) => sum + moreSeconds, 0);
    const words = isOfRates(document) ? MORE_RUNS : MORE_PROCESSES;
    const wait = seconds > 0 ? ` (${timeLeft(seconds)})` : '';
    const options = optionsOf(open);
    return [`about ${counted(processes, words[0], words[1])}${wait} would settle it${options && `: ${options}`}`];
  }
  const limits = open.map(({ limitItCouldJudge }) => limitItCouldJudge);
  const wider = limits.includes(null) ? [] : [`--max-regression ${typed(maxOf(limits))} could be judged`];
  const noise = open.some(({ reason }) => reason === 'noise') ? [NOISE] : [];
  if (document.kind === 'saved') return [...noise, IN_TURNS, ...wider];
  if (open.every(({ reason }) => reason === 'near-limit')) return ['more time would not settle it', ...wider];
  const why = isOfRates(document) ? 'the runs differ too much' : 'this machine is too noisy';
  return [`${why} for this limit`, ...wider];
}

function clausesOf(unjudged, document, total) {
  const clauses = [];
  for (const { reasons, words } of CLAUSES) {
    const own = unjudged.filter(({ reason }) => reasons.includes(reason));
    const many = clauses.length ? own.length : `${own.length} of ${total}`;
    if (own.length) clauses.push(`${many} ${words}: ${listed(own, document)}`);
  }
  const files = unjudged.filter(({ reason }) => reason === 'file-failed');
  if (files.length) clauses.push(`${counted(files.length, 'file')} failed: ${listed(files, document)}`);
  return clauses;
}

const othersClause = (unjudged, document) => (
  unjudged.length ? [`${unjudged.length} not judged: ${listed(unjudged, document)}`] : []);

function openClauses(document, total) {
  const { gate: { passed, unjudged, byCounts = 0, byTime = [] }, complete } = document;
  const cut = complete === false ? [`cut short: ${passed} of ${total} within the limit so far`] : [];
  // Counting comes last: an uninterrupted run has counts, and more time would not help.
  if (cut.length > 0 && byCounts + byTime.length > 0) return [...cut, ...othersClause(unjudged, document)];
  const isOfTime = (one) => byTime.some(({ name, side }) => name === one.name && side === one.side);
  const why = unjudged.some(isOfTime) ? ['tests without counts are judged by time'] : [];
  return [...cut, ...clausesOf(unjudged, document, total), ...why, ...adviceFor(document)];
}

function timeGateLine(document) {
  const { gate, sides } = document;
  if (!gate) return null;
  const { limit, outcome, passed, failed, unjudged } = gate;
  const compared = unjudged.filter(({ name }) => name !== null);
  const words = sides.length > 2 ? ['comparison', 'comparisons'] : ['test', 'tests'];
  const total = counted(passed + failed.length + compared.length, words[0], words[1]);
  const isOrAre = (count) => `${count} of ${total} ${count === 1 ? 'is' : 'are'}`;
  const head = `--max-regression ${shortPercent(limit, 3)}: ${outcome === 'not-judged' ? 'not judged' : outcome}`;
  const by = judgedBy(gate, document);
  if (outcome === 'passed') return `${head}; ${isOrAre(passed)} certainly within it${by}`;
  if (outcome === 'failed') {
    return [head, ...failedClauses(failed, total, document), ...othersClause(unjudged, document)].join('; ');
  }
  const clauses = openClauses(document, total);
  return [head, ...(clauses.length ? clauses : ['nothing was compared'])].join('; ');
}

/** @returns {string|null} one line of plain text without an end of line; null without a gate */
const gateLine = (document) => (
  [timeGateLine(document), memoryGateLine(document)].filter(Boolean).join('. ') || null);

/** The worse of the outcomes, and the line */
function describeGate(document) {
  const outcomes = [document.gate, document.memoryGate].filter(Boolean).map(({ outcome }) => outcome);
  const outcome = ['failed', 'not-judged', 'passed'].find((one) => outcomes.includes(one));
  return outcome && { outcome, line: gateLine(document) };
}

module.exports = { gateLine, describeGate, optionsToSettle, typedTime };
