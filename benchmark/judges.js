'use strict';

/*
 * Simulates how often each method to compare processes is right:
 *
 *   node judges.js [scenario...]
 *     --pairs N       comparisons of each kind, default 4000
 *     --confidence C  of the intervals, default 0.95
 *     --short         30 comparisons, only of 8 and 8 processes
 *
 * The seeds are fixed: all runs print the same. Sides are in the order A B B A.
 */

const { readArguments } = require('./arguments');
const { mean, median } = require('../lib/base/stats/sample');
const { CANDIDATES } = require('./judge-candidates');
const { timesOf, randomOf, NAMES } = require('./process-times');

const { options: { pairs: given, confidence, short: isShort }, names: scenarios } =
  readArguments({ pairs: 0, confidence: 0.95, short: false }, NAMES);
const pairs = given || (isShort ? 30 : 4000);
const COUNTS = isShort ? [8] : [6, 8, 12, 30];
const RATIOS = [1, 1.02, 1.05];

const names = Object.keys(CANDIDATES);
const percent = (share, digits = 1) => (share * 100).toFixed(digits);

/** The results of all methods for the same pairs. */
function outcomesOf(scenario, count, ratio) {
  const random = randomOf(count * 1000 + Math.round(ratio * 100));
  const outcomes = names.map(() => ({ slower: 0, faster: 0, held: 0, widths: [] }));
  for (let pair = 0; pair < pairs; pair++) {
    const [first, second] = timesOf(scenario, { count, ratio }, random);
    names.forEach((name, i) => {
      const { low, high } = CANDIDATES[name](first, second, confidence);
      const outcome = outcomes[i];
      if (low > 1) outcome.slower++;
      if (high < 1) outcome.faster++;
      if (low <= ratio && high >= ratio) outcome.held++;
      outcome.widths.push(high - low);
    });
  }
  return outcomes;
}

/**
 * Rows of methods: { name, width, differs: share of equal pairs called different; near, far: shares of changes of 2 and
 * 5 % called slower; holds: shares of intervals that contain the true ratio }.
 */
function rowsOf(scenario, count) {
  const [equal, near, far] = RATIOS.map((ratio) => outcomesOf(scenario, count, ratio));
  return names.map((name, i) => ({
    name,
    differs: (equal[i].slower + equal[i].faster) / pairs,
    near: near[i].slower / pairs,
    far: far[i].slower / pairs,
    holds: [equal, near, far].map((outcomes) => outcomes[i].held / pairs),
    width: median(equal[i].widths),
  }));
}

const lineOf = (what, { name, differs, near, far, holds, width }) =>
  `| ${what} | ${name} | ${percent(differs)} % | ${percent(near)} % | \
${percent(far)} % | ${holds.map((share) => percent(share)).join(' / ')} % | ${percent(width, 2)} % |`;

/** Worst values and means of all rows of a method. */
function summaryOf(name, rows) {
  const own = rows.filter((row) => row.name === name);
  const of = (column) => own.map((row) => row[column]);
  const holds = of('holds').flat();
  const cells = [
    percent(Math.max(...of('differs'))), percent(mean(of('differs'))),
    percent(Math.min(...holds)), percent(mean(holds)),
    percent(mean(of('near'))), percent(mean(of('far'))), percent(mean(of('width')), 2),
  ];
  return `| ${name} | ${cells.map((cell) => `${cell} %`).join(' | ')} |`;
}

const all = [];
console.log('| processes | method | equal, called different | 2 %, called slower | 5 %, called slower | ' +
  'interval contains 0 / 2 / 5 % | width |\n|---|---|---|---|---|---|---|');
for (const scenario of scenarios.length ? scenarios : NAMES) {
  for (const count of COUNTS) {
    const rows = rowsOf(scenario, count);
    for (const row of rows) console.log(lineOf(`${scenario}, ${count} + ${count}`, row));
    all.push(...rows);
  }
}

console.log(`
All scenarios:

| method | equal, called different: most | mean | interval contains: least | mean | 2 %, called | 5 %, called | width |
|---|---|---|---|---|---|---|---|`);
for (const name of names) console.log(summaryOf(name, all));
