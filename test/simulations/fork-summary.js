'use strict';

const { expect } = require('chai');
const { summarizeForks } = require('../../lib/estimate/process-summary');
const { sourceOfTimes } = require('../helpers/process-rows');
const { mulberry32, gaussian } = require('../helpers/random');

const PLAN = { timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0 };

describe('rows of processes', () => {
  it('find a difference between equals in no more than their 5 %', () => {
    const draw = gaussian(mulberry32(20));
    const eight = () => Array.from({ length: 8 }, () => 100 * Math.exp(0.02 * draw()));
    let different = 0;
    for (let pair = 0; pair < 2000; pair++) {
      const [, { verdict }] = summarizeForks([sourceOfTimes('a', eight()), sourceOfTimes('b', eight())], PLAN);
      if (verdict === 'slower' || verdict === 'faster') different++;
    }
    // A rule that never finds anything would pass without the lower limit.
    expect(different / 2000).to.be.within(0.02, 0.065);
  });
});
