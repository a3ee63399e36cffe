'use strict';

const { expect } = require('chai');
const { comparison } = require('../helpers/ci-documents');
const { mulberry32, gaussian } = require('../helpers/random');
const { withGate } = require('#lib/compare/sides/gate');
const { judge } = require('#lib/core/estimate/judge');

const { exp } = Math;

it('the gate of a comparison estimates a number of processes that suffices in most cases', () => {
  const random = gaussian(mulberry32(13));
  const measured = (processes, factor) => Array.from({ length: processes },
      () => ({ nsPerCall: 100 * factor * exp(0.03 * random()), nsLow: 99, nsHigh: 101, cycles: null }));
  const judged = (processes) => {
    const sides = [1, 1].map((factor) => ({ samples: measured(processes, factor), error: null }));
    const tests = judge([{ file: 'a.js', suite: 1, name: 'x', sides, secondsEach: 0.3 }],
        { margin: 0.01, floor: 0, isSaved: false, isComparable: true });
    return withGate(comparison(tests, { failures: [] }), { secondsEach: [0.3] }).gate;
  };
  let estimated = 0;
  let passed = 0;
  for (let i = 0; i < 200; i++) {
    const [open] = judged(8).unjudged;
    if (!open || open.reason !== 'too-wide') continue;
    estimated++;
    if (judged(8 + open.moreProcesses).outcome === 'passed') passed++;
  }
  expect(estimated).to.be.above(50);
  expect(passed / estimated).to.be.above(0.6);
});
