'use strict';

/*
 * Simulates, with fixed seeds, the same tests on a machine that is 10 % slower and on a noisy one. Compares verdicts by
 * blocks (within each machine), by the quiet machine alone, and by pooled values. The slower machine was stopped: it
 * has all processes of the first side, and a third of the second.
 */

const { blocksOf, list, testOf } = require('./block-times');
const { randomOf } = require('./process-times');
const { judge } = require('../lib/core/estimate/judge');
const { findMachineOutliers } = require('../lib/core/estimate/machine-outliers');

const { log, sqrt } = Math;

const TESTS = 10;
const PROCESSES = 24;
const SPREAD = 0.02;
const PLAN = { margin: 0, floor: 0, isSaved: false, isComparable: true, maxRegression: null };

// Goals: shares of runs with a wrong verdict, and of runs that report the outlier machine.
const MOST_WRONG = 0.05;
const LEAST_REPORTED = 0.95;

const percent = (share) => `${(share * 100).toFixed(1)} %`;

const machinesOf = (times) => [{ level: 1.1, spread: SPREAD }, { level: 1, spread: SPREAD * times }];

const stopped = ([first, ...others]) => [{ ...first, second: first.second.slice(0, PROCESSES / 3) }, ...others];

const ofQuietOne = ({ blocks, ...test }) => ({ ...test, sides: blocks[0].sides });

/** Pools the processes of all machines. */
function pooled({ blocks, ...test }) {
  const sides = blocks[0].sides.map((_, at) => (
    { samples: blocks.flatMap((block) => block.sides[at].samples), error: null }));
  return { ...test, sides };
}

const METHODS = { blocks: (test) => test, quiet: ofQuietOne, pooled };

/** Shares of runs with a wrong verdict, of tests with the right one, for each method; of runs that report outliers. */
function outcomesOf({ times, change, runs }) {
  const { draw } = randomOf(1000 * times + Math.round(change * 1000));
  const isWrong = (verdict) => verdict === 'faster' || (verdict === 'slower' && change === 0);
  const found = { slower: 0, noisy: 0, disagree: 0 };
  for (const name of Object.keys(METHODS)) found[name] = { wrong: 0, right: 0 };
  for (let run = 0; run < runs; run++) {
    const changeOf = () => log(1 + change);
    const tests = list(TESTS, (i) => (
      testOf(stopped(blocksOf(machinesOf(times), { processes: PROCESSES, changeOf }, draw)), `${i}`)));
    for (const [name, given] of Object.entries(METHODS)) {
      const verdicts = judge(tests.map(given), PLAN).map(({ changes: [{ verdict }] }) => verdict);
      if (verdicts.some(isWrong)) found[name].wrong += 1 / runs;
      found[name].right += verdicts.filter((verdict) => verdict === 'slower').length / TESTS / runs;
    }
    const outliers = findMachineOutliers(tests);
    const isReported = (kind, machine) => outliers.some((one) => one.kind === kind && one.machine === machine);
    if (isReported('machine-slower', 0)) found.slower += 1 / runs;
    if (isReported('machine-noisy', 1)) found.noisy += 1 / runs;
    if (outliers.some(({ kind }) => kind === 'machine-disagrees')) found.disagree += 1 / runs;
  }
  return found;
}

function lineOf({ times, change }, { blocks, quiet, pooled: together, slower, noisy, disagree }) {
  const shareOf = ({ wrong, right }) => (change > 0 ? percent(right) : `(${percent(wrong)})`);
  const cells = [
    `${times} times`, percent(change), shareOf(blocks), shareOf(quiet), shareOf(together),
    percent(slower), percent(noisy), percent(disagree),
  ];
  return `| ${cells.join(' | ')} |`;
}

/**
 * @param {number} runs of each kind
 * @returns {boolean} whether the goals are met
 */
function printBlocks(runs) {
  console.log(`${runs} runs of ${TESTS} tests on two machines, ${PROCESSES} processes per side with a deviation of ` +
    `${percent(SPREAD)}; one machine is 10 % slower, and has only a third of one side. Found: share of tests; ` +
    'in parentheses: share of runs in which equal code is called different' + `

| noise of the other | slower by | found | by the quiet machine alone | pooled | reported as slower | as noisy | \
as disagreeing |
|---|---|---|---|---|---|---|---|`);
  const slack = 2 * sqrt(MOST_WRONG * (1 - MOST_WRONG) / runs);
  let isRight = true;
  for (const times of [1, 3, 10]) {
    for (const change of [0, 0.02]) {
      const found = outcomesOf({ times, change, runs });
      console.log(lineOf({ times, change }, found));
      isRight = isRight && found.blocks.wrong <= MOST_WRONG + slack && found.disagree <= MOST_WRONG + slack
        && found.slower >= LEAST_REPORTED - slack && (times === 1 || found.noisy >= LEAST_REPORTED - slack);
    }
  }
  return isRight;
}

module.exports = { printBlocks };
