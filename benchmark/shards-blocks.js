'use strict';

/*
 * The same tests on two machines of which one is 10 % slower and the other noisy, simulated with fixed seeds: what
 * verdicts within each machine say, what the quiet one says alone, and what lists poured together would. The slower one
 * was stopped in the middle: of the first side it has all processes, of the other a third.
 */

const { blocksOf, list, testOf } = require('./block-times');
const { randomOf } = require('./process-times');
const { judge } = require('../lib/estimate/judge');
const { findMachineOutliers } = require('../lib/estimate/machine-outliers');

const { log, sqrt } = Math;

const TESTS = 10;
const PROCESSES = 24;
const SPREAD = 0.02;
const PLAN = { margin: 0, floor: 0, isSaved: false, isComparable: true, maxRegression: null };

// In 95 of 100 runs no verdict is wrong, and a machine that is odd is named.
const MOST_WRONG = 0.05;
const LEAST_NAMED = 0.95;

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const machinesOf = (times) => [{ level: 1.1, spread: SPREAD }, { level: 1, spread: SPREAD * times }];

const stopped = ([first, ...others]) => [{ ...first, second: first.second.slice(0, PROCESSES / 3) }, ...others];

const ofQuietOne = ({ blocks, ...test }) => ({ ...test, sides: blocks[0].sides });

/** What nobody kept apart. */
function poured({ blocks, ...test }) {
  const sides = blocks[0].sides.map((_, at) => (
    { samples: blocks.flatMap((block) => block.sides[at].samples), error: null }));
  return { ...test, sides };
}

const JUDGED = { blocks: (test) => test, quiet: ofQuietOne, poured };

/** Of each way to judge how many runs have a wrong verdict, and how many tests the right one; what is named. */
function outcomesOf({ times, change, runs }) {
  const { draw } = randomOf(1000 * times + Math.round(change * 1000));
  const isWrong = (verdict) => verdict === 'faster' || (verdict === 'slower' && change === 0);
  const found = { slower: 0, noisy: 0, disagree: 0 };
  for (const name of Object.keys(JUDGED)) found[name] = { wrong: 0, right: 0 };
  for (let run = 0; run < runs; run++) {
    const changeOf = () => log(1 + change);
    const tests = list(TESTS, (i) => (
      testOf(stopped(blocksOf(machinesOf(times), { processes: PROCESSES, changeOf }, draw)), `${i}`)));
    for (const [name, given] of Object.entries(JUDGED)) {
      const verdicts = judge(tests.map(given), PLAN).map(({ changes: [{ verdict }] }) => verdict);
      if (verdicts.some(isWrong)) found[name].wrong += 1 / runs;
      found[name].right += verdicts.filter((verdict) => verdict === 'slower').length / TESTS / runs;
    }
    const odd = findMachineOutliers(tests);
    const isNamed = (kind, machine) => odd.some((one) => one.kind === kind && one.machine === machine);
    if (isNamed('machine-slower', 0)) found.slower += 1 / runs;
    if (isNamed('machine-noisy', 1)) found.noisy += 1 / runs;
    if (odd.some(({ kind }) => kind === 'machine-disagrees')) found.disagree += 1 / runs;
  }
  return found;
}

function lineOf({ times, change }, { blocks, quiet, poured: together, slower, noisy, disagree }) {
  const shareOf = ({ wrong, right }) => (change > 0 ? percent(right) : `(${percent(wrong)})`);
  const cells = [
    `${times} times`, percent(change), shareOf(blocks), shareOf(quiet), shareOf(together),
    percent(slower), percent(noisy), percent(disagree),
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * @param {number} runs of each kind
 * @returns {boolean} whether verdicts are those of blocks, and the odd machines named
 */
function printBlocks(runs) {
  console.log(`${runs} runs of ${TESTS} tests on two machines, ${PROCESSES} processes a side that spread by ` +
    `${percent(SPREAD)}; one is 10 % slower, and was stopped with a third of one side. Found: share of tests; in ` +
    'brackets: of runs in which equal code is called different' + `

| the other spreads | slower by | found | by the quiet machine alone | poured together | named as slower | as noisy | \
blamed for its changes |
|---|---|---|---|---|---|---|---|`);
  const slack = 2 * sqrt(MOST_WRONG * (1 - MOST_WRONG) / runs);
  let isRight = true;
  for (const times of [1, 3, 10]) {
    for (const change of [0, 0.02]) {
      const found = outcomesOf({ times, change, runs });
      console.log(lineOf({ times, change }, found));
      isRight = isRight && found.blocks.wrong <= MOST_WRONG + slack && found.disagree <= MOST_WRONG + slack
        && found.slower >= LEAST_NAMED - slack && (times === 1 || found.noisy >= LEAST_NAMED - slack);
    }
  }
  return isRight;
}

module.exports = { printBlocks };
