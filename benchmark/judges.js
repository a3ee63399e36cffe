'use strict';

/*
 * How often each way to compare processes is right:
 *
 *   node judges.js [scenario...]
 *     --pairs N       comparisons of each kind, 4000 unless given
 *     --confidence C  of an interval, 0.95 unless given
 *     --short         300 comparisons, of 8 and 8 processes only
 *
 * Simulated with fixed seeds, so that all runs print the same; no time is taken. Sides take turns (ABBA).
 */

const { readArguments } = require('./arguments');
const { mean, median } = require('../lib/stats/sample');
const { CANDIDATES } = require('./judge-candidates');
const { timesOf, randomOf, NAMES } = require('./process-times');

const { options: { pairs: given, confidence, short: isShort }, names: scenarios } =
  readArguments({ pairs: 0, confidence: 0.95, short: false }, NAMES);
const pairs = given || (isShort ? 300 : 4000);
const COUNTS = isShort ? [8] : [6, 8, 12, 30];
const RATIOS = [1, 1.02, 1.05];

const names = Object.keys(CANDIDATES);
const percent = (share, digits = 1) => (share * 100).toFixed(digits);

/** What all candidates make of the same pairs. */
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
 * One row for each judge: { name, differs (of equal ones), near, far (called, of 2 and 5 %), holds (of the three),
 * width }.
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

/** All rows of one judge in one: the worst and the mean. */
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
console.log('| processes | judge | equal, called different | 2 %, called | 5 %, called | ' +
  'interval holds 0 / 2 / 5 % | width |\n|---|---|---|---|---|---|---|');
for (const scenario of scenarios.length ? scenarios : NAMES) {
  for (const count of COUNTS) {
    const rows = rowsOf(scenario, count);
    for (const row of rows) console.log(lineOf(`${scenario}, ${count} + ${count}`, row));
    all.push(...rows);
  }
}

console.log(`
All of these:

| judge | equal, called different: most | mean | interval holds: least | mean | 2 %, called | 5 %, called | width |
|---|---|---|---|---|---|---|---|`);
for (const name of names) console.log(summaryOf(name, all));
