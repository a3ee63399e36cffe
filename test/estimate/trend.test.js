'use strict';

const { expect } = require('chai');
const { changeInProcess, changeInProcesses, fitTrend } = require('#lib/core/estimate/diagnostics');
const { range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { roundOf, samplesOf } = require('../helpers/suite-sources');

/** Samples of rounds whose time per call is a function of the number of earlier calls. */
function samplesFrom(nsAt, { count = 120, first = 20000, more = () => ({}) } = {}) {
  let before = 0;
  return samplesOf(range(count, (i) => {
    const calls = i === 0 ? first : 1000;
    const round = roundOf(nsAt(before + calls / 2, i), i, { before, calls, preemptions: 0, ...more(i) });
    before += calls;
    return round;
  }));
}

const exponentOf = (...given) => fitTrend(samplesFrom(...given)).exponent;

describe('trend: the time per call by the number of earlier calls', () => {
  it('is the exponent of a power, or the middle of different slopes, and tolerates outliers', () => {
    for (const exponent of [-1, 0, 0.5, 1, 2]) {
      expect(exponentOf((calls) => 100 * (calls / 2e4) ** exponent)).to.be.closeTo(exponent, 0.02);
    }
    // 0 up to 60 000 calls, then 2
    expect(exponentOf((calls) => (calls < 60000 ? 100 : 100 * (calls / 60000) ** 2))).to.be.closeTo(1.07, 0.05);
    expect(exponentOf((_, i) => (i % 3 === 0 ? 500 : 100))).to.be.closeTo(0, 1e-9);
  });

  it('counts calls that are not in a round', () => {
    const jump = (calls) => (calls > 60000 ? calls + 1e5 : calls);
    const samples = samplesFrom((calls) => 0.1 * jump(calls));
    for (const round of samples.rounds) round.before = jump(round.before);
    expect(fitTrend(samples).exponent).to.be.closeTo(1, 0.05);
  });

  it('excludes earlier calls than a fifth, and disturbed, short and lower-tier rounds', () => {
    expect(exponentOf((calls) => (calls < 23000 ? 900 : 100), { first: 1000 })).to.be.closeTo(0, 1e-9);
    for (const more of [{ preemptions: 1, cpuNs: 0 }, { tier: 'baseline' }]) {
      const isOdd = (i) => i > 60 && i % 3 > 0;
      const samples = samplesFrom((_, i) => (isOdd(i) ? 900 : 100), { more: (i) => (isOdd(i) ? more : {}) });
      expect(fitTrend(samples).exponent).to.be.closeTo(0, 1e-9);
    }
    const short = samplesFrom((calls) => calls);
    for (const round of short.rounds) round.ns = 19000;
    expect(fitTrend(short)).to.equal(null);
  });

  it('is unknown with few rounds or without numbers of calls', () => {
    expect(fitTrend(samplesFrom(() => 100, { count: 4 }))).to.equal(null);
    expect(fitTrend(samplesOf(range(100, (i) => roundOf(100, i))))).to.equal(null);
    expect(fitTrend(samplesOf([]))).to.equal(null);
  });
});

describe('trend: a change by the number of calls', () => {
  it('is for twice as many calls, if processes agree', () => {
    expect(changeInProcesses([1, 1, 1])).to.equal(1);
    expect(changeInProcesses([0.9, 1, 1.1, 1])).to.be.closeTo(1, 1e-9);
    expect(changeInProcesses([-0.9, -1, -1.1, -1])).to.be.closeTo(-0.5, 1e-9);
  });

  it('is null for few, small or contradictory changes', () => {
    for (const exponents of [
      [], [1], [1, 1], [0.29, 0.29, 0.29, 0.29], [-0.69, -0.69, -0.69, -0.69], [0.1, 1.9, 0.1, 1.9], [1, 1, -1, -1],
    ]) {
      expect(changeInProcesses(exponents)).to.equal(null);
    }
  });

  it('in one process, needs agreeing rounds that get slower', () => {
    expect(changeInProcess(samplesFrom((calls) => 0.1 * calls))).to.be.closeTo(1, 0.05);
    expect(changeInProcess(samplesFrom((calls) => 1e8 / calls))).to.equal(null);
    expect(changeInProcess(samplesFrom((calls) => calls ** 0.4))).to.equal(null);
    expect(changeInProcess(samplesFrom((calls) => calls * (calls % 16000 < 8000 ? 0.1 : 0.05)))).to.equal(null);
    expect(changeInProcess(samplesOf([]))).to.equal(null);
  });

  it('is found for steady tests on a busy machine in at most 1 of 100 rows', () => {
    const uniform = mulberry32(1);
    const normal = gaussian(uniform);
    // Exponents of four processes: medium disagreement for most tests, and large for some, as measured.
    const rows = range(2000, (i) => range(4, () => 0.02 + normal() * [0.05, 0.15, 0.3, 0.7][i % 4]));
    expect(rows.filter((row) => changeInProcesses(row) !== null).length).to.be.at.most(20);
  });

  it('is found in most growing tests despite noise and levels of the machine', () => {
    const uniform = mulberry32(2);
    const normal = gaussian(uniform);
    const ofProcess = (ns) => {
      let level = 1;
      return fitTrend(samplesFrom((calls, i) => {
        if (i % 20 === 0) level = uniform() < 0.3 ? 1.4 : 1;
        return ns(calls) * level * (1 + 0.1 * Math.abs(normal()));
      })).exponent;
    };
    const found = (ns) => range(100, () => changeInProcesses(range(4, () => ofProcess(ns))))
      .filter((change) => change !== null).length;
    expect(found((calls) => 0.1 * calls)).to.be.at.least(95);
    expect(found(() => 100)).to.be.at.most(1);
  });
});
