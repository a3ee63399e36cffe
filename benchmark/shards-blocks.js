'use strict';

/*
 * The same tests on two machines of which one is 10 % slower and the other noisy, simulated with fixed seeds: what
 * verdicts within each machine say, and what lists poured together would. One machine was stopped in the middle: it
 * has all processes of one side, and half of those of the other.
 */

const { blocksOf, list, testOf } = require('./block-times');
const { randomOf } = require('./process-times');
const { judge } = require('../lib/estimate/judge');
const { oddMachines } = require('../lib/estimate/odd-machines');

const { log } = Math;

const TESTS = 10;
const PROCESSES = 10;
const SPREAD = 0.01;
const PLAN = { margin: 0, floor: 0, isSaved: false, isComparable: true, maxRegression: null };

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const machinesOf = (times) => [{ level: 1.1, spread: SPREAD }, { level: 1, spread: SPREAD * times }];

/** Of the machine that is slower only half of the old side's processes. */
const stopped = (blocks) => blocks.map((block) => (
  block.machine === 0 ? { ...block, second: block.second.slice(0, PROCESSES / 2) } : block));

/** What nobody kept apart. */
function poured({ blocks, ...test }) {
  const sides = blocks[0].sides.map((_, at) => (
    { samples: blocks.flatMap((block) => block.sides[at].samples), error: null }));
  return { ...test, sides };
}

const verdictsOf = (tests) => judge(tests, PLAN).map(({ changes: [{ verdict }] }) => verdict);

/** Shares of runs and of tests. */
function outcomesOf({ times, change, runs }) {
  const { draw } = randomOf(1000 * times + Math.round(change * 1000));
  const found = { wrong: 0, right: 0, pouredWrong: 0, pouredRight: 0, slower: 0, noisy: 0, disagree: 0 };
  for (let run = 0; run < runs; run++) {
    const tests = list(TESTS, (i) => testOf(stopped(blocksOf(
      machinesOf(times), { processes: PROCESSES, changeOf: () => log(1 + change) }, draw)), `${i}`));
    const verdicts = verdictsOf(tests);
    const others = verdictsOf(tests.map(poured));
    const isWrong = (verdict) => verdict === 'faster' || (verdict === 'slower' && change === 0);
    if (verdicts.some(isWrong)) found.wrong++;
    if (others.some(isWrong)) found.pouredWrong++;
    found.right += verdicts.filter((verdict) => verdict === 'slower').length / TESTS;
    found.pouredRight += others.filter((verdict) => verdict === 'slower').length / TESTS;
    const odd = oddMachines(tests);
    const isNamed = (kind, machine) => odd.some((one) => one.kind === kind && one.machine === machine);
    if (isNamed('machine-slower', 0)) found.slower++;
    if (isNamed('machine-noisy', 1)) found.noisy++;
    if (odd.some(({ kind }) => kind === 'machine-disagrees')) found.disagree++;
  }
  return Object.fromEntries(Object.entries(found).map(([name, count]) => [name, count / runs]));
}

/** @param {number} runs of each kind */
function printBlocks(runs) {
  console.log(`${runs} runs of ${TESTS} tests on two machines, ${PROCESSES} processes a side that spread by ` +
    `${percent(SPREAD)}; one is 10 % slower and lacks half of one side, the other spreads more

| the other spreads | slower by | wrong in any test of a run | found | poured together: wrong | found | \
named as slower | as noisy | disagreement claimed |
|---|---|---|---|---|---|---|---|---|`);
  for (const times of [1, 3, 10]) {
    for (const change of [0, 0.02]) {
      const { wrong, right, pouredWrong, pouredRight, slower, noisy, disagree } = outcomesOf({ times, change, runs });
      const found = (share) => (change > 0 ? percent(share) : '');
      console.log(`| ${times} times as much | ${percent(change)} | ${percent(wrong)} | ${found(right)} | ` +
        `${percent(pouredWrong)} | ${found(pouredRight)} | ${percent(slower)} | ${percent(noisy)} | ` +
        `${percent(disagree)} |`);
    }
  }
}

module.exports = { printBlocks };
