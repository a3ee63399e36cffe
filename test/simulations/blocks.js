'use strict';

const { execFileSync } = require('child_process');
const path = require('path');
const { expect } = require('chai');
const { blocksOf, list, testOf } = require('../../benchmark/block-times');
const { holds, slack } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { findMachineOutliers } = require('#lib/core/estimate/machine-outliers');
const { contrastsOfBlocks } = require('#lib/base/stats/block-contrast');
const { computeContrast, judgeTogether } = require('#lib/base/stats/process-contrast');
const { mean } = require('#lib/base/stats/sample');

const { exp, log } = Math;

const equal = (count) => list(count, (i) => ({ level: 1 + 0.1 * (i % 3), spread: 0.01 }));
const slowerAndNoisy = (times) => [{ level: 1.1, spread: 0.01 }, { level: 1, spread: 0.01 * times }];

/** Contrasts of pooled machines: one list per side. */
const pooled = (tests) => tests.map((blocks) => (
  computeContrast(blocks.flatMap(({ first }) => first), blocks.flatMap(({ second }) => second))));

/** The first machine was stopped early: it has a third of one side. */
const stopped = ([first, ...others]) => (
  [{ ...first, second: first.second.slice(0, Math.round(first.second.length / 3)) }, ...others]);

/** Shares of runs in which any test is called different, and of tests. */
function differentShares({ machines, runs, tests, processes, change = 1, seed, given = (blocks) => blocks },
  judged = contrastsOfBlocks) {
  const draw = gaussian(mulberry32(seed));
  let ofRuns = 0;
  let ofTests = 0;
  for (let run = 0; run < runs; run++) {
    const all = list(tests, () => given(blocksOf(machines, { processes, changeOf: () => log(change) }, draw)));
    const found = judgeTogether(judged(all, 0.05 / tests)).filter(({ adjustedP }) => adjustedP <= 0.05).length;
    if (found > 0) ofRuns++;
    ofTests += found;
  }
  return { ofRuns: ofRuns / runs, ofTests: ofTests / (runs * tests) };
}

/** How often 95 % intervals contain the mean of machines like these, and the mean of these. */
function coverage({ machines, tests, between, processes, runs, seed }) {
  const draw = gaussian(mulberry32(seed));
  let like = 0;
  let these = 0;
  for (let run = 0; run < runs; run++) {
    const truths = list(tests, () => list(machines.length, () => 0.02 + between * draw()));
    const all = truths.map((changes) => blocksOf(machines, { processes, changeOf: (m) => changes[m] }, draw));
    contrastsOfBlocks(all).forEach(({ interval }, i) => {
      const found = interval(0.95);
      if (holds(found, exp(0.02))) like++;
      if (holds(found, exp(mean(truths[i])))) these++;
    });
  }
  return { like: like / (runs * tests), these: these / (runs * tests) };
}

describe('blocks of several machines', () => {
  for (const times of [1, 3, 10]) {
    it(`call equal code different in 5 of 100 runs at most, one machine 10 % slower, the other ${times} times as noisy`,
      () => {
        const { ofRuns } = differentShares(
          { machines: slowerAndNoisy(times), runs: 400, tests: 10, processes: 8, seed: times, given: stopped });
        expect(ofRuns).to.be.at.most(0.05 + slack(0.05, 400));
      });
  }

  it('are needed: without them, a slower machine that lacks two thirds of a side makes that side faster', () => {
    const cut = { machines: slowerAndNoisy(1), runs: 100, tests: 1, processes: 30, seed: 4, given: stopped };
    expect(differentShares(cut, pooled).ofRuns).to.be.above(0.4);
    expect(differentShares(cut).ofRuns).to.be.at.most(0.05 + slack(0.05, 100));
    // If no process is missing, the slower machine hides the difference.
    const all = { machines: slowerAndNoisy(1), runs: 40, tests: 10, processes: 10, change: 1.02, seed: 5 };
    expect(differentShares(all, pooled).ofTests).to.be.below(0.05);
    expect(differentShares(all).ofTests).to.be.above(0.8);
  });

  it('are not overconfident with few processes', () => {
    for (const [count, processes] of [[2, 2], [2, 4], [3, 4], [8, 2], [8, 4], [40, 5]]) {
      const { ofTests } = differentShares(
        { machines: equal(count), runs: 500, tests: 1, processes, seed: count + processes });
      expect(ofTests, `${count} machines, ${processes} processes`).to.be.at.most(0.05 + slack(0.05, 500));
    }
  });

  it('find a difference of 2 % as often as one machine with as many processes, not counting a noisy machine', () => {
    const draw = gaussian(mulberry32(8));
    const shareOf = (machines, processes) => {
      const all = list(800, () => blocksOf(machines, { processes, changeOf: () => log(1.02) }, draw));
      return contrastsOfBlocks(all).filter(({ p }) => p <= 0.05).length / 800;
    };
    const one = [{ level: 1, spread: 0.02 }];
    const alone = shareOf(one, 10);
    const twice = shareOf(one, 20);
    expect(twice).to.be.above(alone + 0.3);
    // The weights are estimates, which costs a tenth of it.
    expect(shareOf([...one, { level: 1.1, spread: 0.02 }], 10)).to.be.within(twice - 0.12, twice + 0.03);
    expect(shareOf([...one, { level: 1.1, spread: 0.2 }], 10)).to.be.within(alone - 0.06, alone + 0.06);
  });

  for (const [count, between] of [[2, 0], [3, 0], [8, 0], [2, 0.02], [3, 0.02], [8, 0.02]]) {
    it(`have 95 % intervals that are right, ${count} machines whose changes differ by ${100 * between} %`, () => {
      const { like, these } = coverage({
        machines: equal(count), tests: 20, between, processes: 8, runs: 100, seed: 10 * count + 1000 * between });
      expect(like, 'of machines like these').to.be.at.least(0.935);
      expect(these, 'of these machines').to.be.at.least(0.94);
    });
  }

  it('report a slower and a noisy machine, but rarely that they disagree', () => {
    const draw = gaussian(mulberry32(6));
    const machines = slowerAndNoisy(3);
    const runs = list(100, () => findMachineOutliers(list(10, (i) => testOf(stopped(
      blocksOf(machines, { processes: 8, changeOf: () => log(1.02) }, draw)), `${i}`))));
    const shareOf = (kind, machine) => runs.filter((outliers) => outliers.some((one) => (
      one.kind === kind && one.machine === machine))).length / 100;
    expect(shareOf('machine-slower', 0)).to.be.above(0.95);
    expect(shareOf('machine-noisy', 1)).to.be.above(0.95);
    expect(shareOf('machine-slower', 1) + shareOf('machine-noisy', 0)).to.equal(0);
    expect(shareOf('machine-disagrees', 0)).to.be.at.most(0.05 + slack(0.05, 100));
  });

  it('agree with `benchmark/shards.js blocks`', () => {
    const script = path.join(__dirname, '..', '..', 'benchmark', 'shards.js');
    const printed = execFileSync(process.execPath, [script, 'blocks', '--short'], { encoding: 'utf8' });
    expect(printed.match(/^\| (?:1|3|10) times \| (?:0\.0|2\.0) % \|.* 100\.0 % \|/gm)).to.have.lengthOf(6);
  });

  it('report a machine with other changes, and equal machines in at most 5 of 100 runs', () => {
    const draw = gaussian(mulberry32(7));
    const blamed = (between) => list(120, () => findMachineOutliers(list(20, (i) => {
      const own = between * draw();
      return testOf(blocksOf(equal(4), { processes: 6, changeOf: (m) => (m === 2 ? own : 0) }, draw), `${i}`);
    })).filter(({ kind }) => kind === 'machine-disagrees').map(({ machine }) => machine));
    expect(blamed(0).filter(({ length }) => length > 0).length / 120).to.be.at.most(0.05 + slack(0.05, 120));
    const found = blamed(0.03);
    expect(found.filter(([machine]) => machine === 2).length / 120).to.be.above(0.95);
    expect(found.filter(({ length }) => length > 1).length / 120).to.be.at.most(0.1);
  });
});
