'use strict';

/* How often equal tests are called different, over all verdicts. The margin is 0; a larger one would hide them. */

const { expect } = require('chai');
const { judge } = require('#lib/core/estimate/judge');
const { summarizeForks } = require('#lib/core/estimate/process-summary');
const { summarizeSuite } = require('#lib/core/estimate/suite-summary');
const { compareRates } = require('#lib/node-core/rates/compare');
const { range, shareOf } = require('../helpers/numbers');
const { sourceOfTimes } = require('../helpers/process-rows');
const { mulberry32, gaussian } = require('../helpers/random');
const { inNs } = require('../helpers/sides-of-times');
const { suiteSource } = require('../helpers/suite-sources');

const PLAN = { timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0 };
const JUDGING = { margin: 0, floor: 0, isSaved: false, isComparable: true };

const isDifferent = ({ verdict }) => verdict === 'slower' || verdict === 'faster';
const haveDifferent = (tests) => tests.some(({ changes: [change] }) => isDifferent(change));

describe('equal tests are called different', () => {
  it('in at most 5 % of suites of eight', () => {
    const normal = gaussian(mulberry32(8));
    expect(shareOf(500, () => summarizeSuite(range(8, (i) => (
      suiteSource(`${i}`, range(40, () => 100 * (1 + 0.02 * normal()))))), PLAN).some(isDifferent)))
      .to.be.within(0.01, 0.065);
  });

  it('in at most 5 % of pairs of processes', () => {
    const draw = gaussian(mulberry32(20));
    const eight = () => range(8, () => 100 * Math.exp(0.02 * draw()));
    expect(shareOf(2000, () => isDifferent(
      summarizeForks([sourceOfTimes('a', eight()), sourceOfTimes('b', eight())], PLAN)[1])))
      .to.be.within(0.02, 0.065);
  });

  it('in at most 5 % of comparisons of ten tests, with one of ten processes disturbed', () => {
    const draw = gaussian(mulberry32(2026));
    const uniform = mulberry32(7);
    const side = () => inNs(range(
      12, () => 100 * Math.exp(0.01 * draw()) * (uniform() < 0.1 ? 1 + 0.1 * uniform() : 1)));
    expect(shareOf(400, () => haveDifferent(judge(range(10, (i) => (
      { file: 'a.js', suite: 1, name: `${i}`, sides: [side(), side()], secondsEach: 0.3 })), JUDGING))))
      .to.be.at.most(0.05);
  });

  it('in at most 5 % of comparisons of eight rates, whose stars are not adjusted', () => {
    const normal = gaussian(mulberry32(36));
    const side = () => (
      { rates: range(8, () => 1e6 * Math.exp(0.03 * normal())), seconds: Array(8).fill(0.5), errors: [] });
    let starred = 0;
    expect(shareOf(200, () => {
      const { tests } = compareRates({
        qtimeit: 'rates', sides: ['old', 'new'].map((label) => ({ label, source: null, environment: null })),
        failures: [], configurations: range(8, (i) => (
          { file: 'buffers/x.js', configuration: `n=${i}`, parameters: null, sides: [side(), side()] })),
      }, { margin: 0 });
      if (tests.some(({ changes: [{ welch }] }) => welch.stars !== '')) starred++;
      return haveDifferent(tests);
    })).to.be.at.most(0.08);
    // 1 - 0.95^8 is 34 %.
    expect(starred).to.be.within(48, 88);
  });
});
