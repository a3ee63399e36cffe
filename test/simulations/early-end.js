'use strict';

const { expect } = require('chai');
const { chooseLooks, reasonToEnd } = require('#lib/core/estimate/early-end');
const { summarizeSuite } = require('#lib/core/estimate/suite-summary');
const { mulberry32, gaussian } = require('../helpers/random');
const { suiteSource, roundOf } = require('../helpers/suite-sources');

const LOOKS = chooseLooks({ precision: false, untilClear: 0.01 });
const COPIES = 24;
const all = () => true;

// Of tests that allocate nothing.
const NOTHING = { bytesPerCall: 0, share: 0, callsPerCollection: null, keptShare: 0 };

/**
 * Rounds of interleaved tests: AR(1), with a random offset of each loop.
 *
 * @param {number[]} times ns per call, of each test
 */
function roundsOf(times, { rounds, share, correlation = 0, loopShare = 0 }, normal) {
  return times.map((ns) => {
    const luck = Array.from({ length: COPIES }, () => loopShare * normal());
    let error = 0;
    return Array.from({ length: rounds }, (_, i) => {
      error = correlation * error + Math.sqrt(1 - correlation ** 2) * normal();
      return roundOf(ns * (1 + share * error + luck[i % COPIES]), i, { copy: loopShare > 0 ? i % COPIES : 0 });
    });
  });
}

/**
 * Simulates suites that end as soon as all verdicts are clear.
 *
 * @returns {{ wrongInFull: number, wrong: number, early: number, share: number, covered: number }} shares of suites
 *   with a wrong verdict, with the full time and without; of suites that end early; the mean share of the time that
 *   these take; and the share of suites whose intervals contain all ratios
 */
function simulate({ suites, times, hasTwin = false, seed, ...noise }) {
  const normal = gaussian(mulberry32(seed));
  const settings = { timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: hasTwin ? 0.002 : 0, precision: false,
    untilClear: 0.01, coversProcesses: true };
  const found = { wrongInFull: 0, wrong: 0, early: 0, share: 0, covered: 0 };
  const truth = (i) => (times[i] === times[0] ? null : times[i] > times[0] ? 'slower' : 'faster');
  const isWrong = (rows) => rows.some(({ verdict }, i) => (
    (verdict === 'slower' || verdict === 'faster') && verdict !== truth(i)));
  const isCovered = (rows) => rows.every(({ rankLow, rankHigh }, i) => (
    rankLow <= 1000 * times[0] / times[i] && 1000 * times[0] / times[i] <= rankHigh));
  for (let suite = 0; suite < suites; suite++) {
    const data = roundsOf(hasTwin ? [...times, times[0]] : times, noise, normal);
    const sourcesAt = (share) => data.map((rounds, i) => {
      const isTwin = i === times.length;
      const source = suiteSource(`${isTwin ? 0 : i}`, rounds.slice(0, Math.round(share * rounds.length)),
        { isTwin, collects: Boolean(noise.loopShare) });
      return { ...source, samples: { ...source.samples, allocation: NOTHING } };
    });
    const end = LOOKS.find((share) => reasonToEnd(sourcesAt(share), all, settings, times.length - 1)) || 1;
    const full = summarizeSuite(sourcesAt(1), settings);
    const rows = end < 1 ? summarizeSuite(sourcesAt(end), settings) : full;
    found.wrongInFull += isWrong(full) / suites;
    found.wrong += isWrong(rows) / suites;
    found.early += (end < 1) / suites;
    found.share += end / suites;
    found.covered += isCovered(rows) / suites;
  }
  return found;
}

// The seeds are fixed, so the shares are the same in every run. The noise floor of a twin would hide most errors.
describe('early-end: error rates', function slow() {
  this.timeout(120000);

  const equal = [
    ['two equal tests', { times: [100, 100], rounds: 400, share: 0.01 }, 600],
    ['four equal tests', { times: [100, 100, 100, 100], rounds: 400, share: 0.01 }, 300],
    ['two tests with correlated rounds', { times: [100, 100], rounds: 400, share: 0.01, correlation: 0.6 }, 400],
    ['two tests whose loops differ', { times: [100, 100], rounds: 240, share: 0.005, loopShare: 0.005 }, 400],
    ['two tests with little noise', { times: [100, 100], rounds: 400, share: 0.002 }, 400],
  ];
  equal.forEach(([what, noise, suites], i) => {
    it(`calls ${what} different in at most 1 % more suites than with the full time`, () => {
      const { wrong, wrongInFull } = simulate({ suites, seed: 40 + i, ...noise });
      expect(wrong).to.be.at.most(wrongInFull + 0.01);
      expect(wrong).to.be.at.most(0.085);
    });
  });

  it('is wrong in at most 1 % of suites with a twin', () => {
    const noise = { rounds: 400, share: 0.005 };
    const { wrong } = simulate({ suites: 300, seed: 50, hasTwin: true, times: [100, 100], ...noise });
    expect(wrong).to.be.at.most(0.01);
  });

  it('finds a difference of 3 % early, with intervals that contain it', () => {
    const noise = { rounds: 400, share: 0.02 };
    const { early, share, wrong, covered } =
      simulate({ suites: 300, seed: 51, hasTwin: true, times: [100, 103], ...noise });
    expect(early).to.be.closeTo(1, 1e-9);
    expect(share).to.be.below(0.4);
    expect(wrong).to.equal(0);
    expect(covered).to.be.at.least(0.93);
  });
});
