'use strict';

/* The answer below a table, in sentences. Percentages and factors are of the speed, like the rank. */

const { listing } = require('../text/columns');
const { label } = require('../text/display');
const { counted, isNumber, number, shareText, shortPercent } = require('../text/numbers');
const { UNTOLD } = require('../text/verdict-words');
const { isCounted } = require('./cells');
const { bracketsOf } = require('../system/warnings');
const { groupsOf, shortName } = require('./row-groups');
const { settlingTime } = require('./unresolved');

const { max, round } = Math;

const MOST_CLAUSES = 5;
const MOST_NAMES = 3;

const MOST_GROUPS = 4;

// From this ratio, the answer shows a factor instead of a percentage.
const TIMES = 2;

// Words about instructions are loaded if tests have some.
const executedText = (rows, baseline, nameOf) => (
  isCounted(baseline) ? require('./count-notes').executedText(rows, baseline, nameOf) : '');
const fewestText = (rows, nameOf) => (rows.some(isCounted) ? require('./count-notes').fewestText(rows, nameOf) : '');

const timesText = (ratio) => `${ratio < 9.95 ? ratio.toFixed(1) : number(round(ratio)).replace(/\.0$/, '')}x`;

/** 'is 16x as fast as', 'is 7.1 % faster than', 'takes 3.1x as long as'; rank 1000 is the baseline */
function comparedWords(rank) {
  const ratio = rank / 1000;
  if (ratio >= TIMES) return `is ${timesText(ratio)} as fast as`;
  if (ratio >= 1) return `is ${shareText(ratio - 1)} faster than`;
  return 1 / ratio >= TIMES ? `takes ${timesText(1 / ratio)} as long as` : `is ${shareText(1 - ratio)} slower than`;
}

function together(names) {
  return names.length > MOST_NAMES ? listing(names, MOST_NAMES)
    : [...names.slice(0, -2), names.slice(-2).join(' and ')].join(', ');
}

/** The largest difference from the baseline within the interval, as a share. Infinity without an interval. */
function mostApart({ rankLow, rankHigh }) {
  return rankLow > 0 && isNumber(rankHigh) ? max(1000 / rankLow, rankHigh / 1000) - 1 : Infinity;
}

function doubtText(rows) {
  const within = max(...rows.map(mostApart));
  const time = settlingTime(rows);
  const words = [within < 1 && `within ${shareText(within)}`, time && `${time} more a test would`].filter(Boolean);
  return words.length ? ` (${words.join('; ')})` : '';
}

/** Clauses about rows; only the first names the baseline. common: warning codes of the baseline, shown once. */
function clausesOf(rows, nameOf, baseline, common) {
  const of = (verdict) => rows.filter((row) => row.verdict === verdict);
  const names = (some) => together(some.map(nameOf));
  const be = (some) => (some.length > 1 ? 'are' : 'is');
  const [same, unresolved] = ['same', 'unresolved'].map(of);
  const compared = rows.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower')
    .sort((a, b) => b.rank - a.rank);
  const clauses = compared.map((row) => (base) => {
    const words = `${nameOf(row)} ${comparedWords(row.rank)} ${base}`;
    const own = bracketsOf((row.warnings || []).filter(({ code }) => !common.includes(code)));
    return [base ? words : words.replace(/ (as|than) $/, ''), own].filter(Boolean).join(' ') +
      executedText([row], baseline);
  });
  const add = (some, words) => {
    if (some.length) clauses.push((base) => words(base) + executedText(some.slice(0, MOST_NAMES), baseline, nameOf));
  };
  add(same, (base) => `${names(same)} ${be(same)} as fast${base && ` as ${base}`}, ` +
    `within ${shortPercent(max(...same.map(({ margin }) => margin)))}`);
  add(unresolved, (base) => `${names(unresolved)} cannot be told from ${base || 'it'} yet${doubtText(unresolved)}`);
  for (const [verdict, words] of Object.entries(UNTOLD)) {
    const some = of(verdict);
    add(some, () => `${names(some)} ${be(some)} ${words}`);
  }
  return clauses;
}

const COUNTED = [
  ['faster', 'faster'], ['slower', 'slower'], ['same', 'as fast'], ['unresolved', 'not told apart'],
  ...Object.entries(UNTOLD), ['failed', 'failed'],
];

function countedSentence(rows, baseline, nameOf) {
  const base = nameOf(baseline);
  const [fastest] = rows.filter(({ verdict }) => verdict === 'faster').sort((a, b) => b.rank - a.rank);
  const counts = COUNTED.map(([verdict, words]) => [rows.filter((row) => row.verdict === verdict).length, words])
    .filter(([count]) => count > 0).map(([count, words]) => `${count} ${words}`).join(', ');
  const others = counted(rows.length, 'other');
  const start = fastest ? `${nameOf(fastest)} ${comparedWords(fastest.rank)} ${base}, the most of ${others}`
    : `none of ${others} is faster than ${base}`;
  return `${start}: ${counts}${fewestText([baseline, ...rows], nameOf)}`;
}

/** For tests with one baseline; words is '' without a comparison. */
function sentenceOf(rows, nameOf) {
  const baseline = rows.find(({ verdict }) => verdict === 'baseline');
  const others = rows.filter((row) => row !== baseline && row.verdict !== null);
  if (!baseline || others.length === 0) return { words: '', isCounted: false };
  const base = nameOf(baseline);
  const common = bracketsOf(baseline.warnings || []);
  const clauses = clausesOf(others, nameOf, baseline, (baseline.warnings || []).map(({ code }) => code));
  if (clauses.length > MOST_CLAUSES) {
    return { words: [countedSentence(others, baseline, nameOf), common].filter(Boolean).join(' '), isCounted: true };
  }
  const judged = clauses.map((clause, i) => clause(i === 0 ? base : '')).join('; ');
  // The notes report failures, and an answer of failures alone answers nothing.
  if (!judged) return { words: '', isCounted: false };
  const failed = others.filter(({ verdict }) => verdict === 'failed').map(nameOf);
  const sentence = [judged, common].filter(Boolean).join(' ');
  return { words: failed.length ? `${sentence}; ${together(failed)} failed` : sentence, isCounted: false };
}

function sentencesOf(rows) {
  const sentences = groupsOf(rows).map(({ heading, rows: own }) => (
    { heading, ...sentenceOf(own, (row) => label(heading ? shortName(row) : row.name)) }
  )).filter(({ words }) => words);
  return sentences.length > MOST_GROUPS ? [] : sentences;
}

/** A sentence per group if there are few groups of rows, or none without a comparison. */
function suiteAnswer(rows) {
  return sentencesOf(rows).map(({ heading, words }) => (heading ? `${heading}: ${words}` : words));
}

/** Whether the answer names the unresolved tests and the time that would resolve them. */
function namesDoubts(rows) {
  const sentences = sentencesOf(rows);
  return sentences.length > 0 && sentences.every(({ isCounted }) => !isCounted);
}

module.exports = { suiteAnswer, namesDoubts, comparedWords, timesText, together, TIMES };
