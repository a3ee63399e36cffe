'use strict';

const { expect } = require('chai');
const { range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { suiteSource } = require('../helpers/suite-sources');
const { summarizeSuite } = require('../../lib/estimate/suite-summary');

// A margin of 0, because 'same' would hide differences.
const PLAN = { timeGoal: 4, opsPerTest: 1, baselineAvg: false, margin: 0 };

// The same 1000 suites in every run, so the share is exact.
describe('suite-summary: how often it is wrong', () => {
  it('of eight equal tests any is called different in 1 of 20 suites', () => {
    const normal = gaussian(mulberry32(8));
    let wrong = 0;
    // The same in every run: 15 of them.
    for (let suite = 0; suite < 500; suite++) {
      const sources = range(8, (i) => suiteSource(`${i}`, range(40, () => 100 * (1 + 0.02 * normal()))));
      const rows = summarizeSuite(sources, PLAN);
      if (rows.some(({ verdict }) => verdict === 'slower' || verdict === 'faster')) wrong++;
    }
    expect(wrong / 500).to.be.within(0.01, 0.065);
  });
});
