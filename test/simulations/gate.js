'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { withGate } = require('#lib/compare/sides/gate');
const { judge } = require('#lib/core/estimate/judge');

const { exp } = Math;

/** A comparison with its gate. */
function comparison(tests, { labels = ['old', 'new'], secondsEach, limitSeconds, ...more } = {}) {
  const document = {
    qtimeit: 'comparison', schema: 1, version: '1.0.0', savedAt: '2026-11-21T08:00:00.000Z', complete: true,
    command: ['compare'],
    sides: labels.map((label) => ({ label, source: null, environment: null })), kind: 'processes', confidence: 0.95,
    precision: 0.01,
    maxRegression: 0.03, differences: [], tests, failures: [], ...more,
  };
  return withGate(document, { secondsEach, limitSeconds });
}

const gate = (...given) => comparison(...given).gate;

it('the gate of a comparison estimates a number of processes that suffices in most cases', () => {
  const random = gaussian(mulberry32(13));
  const measured = (processes, factor) => Array.from({ length: processes },
      () => ({ nsPerCall: 100 * factor * exp(0.03 * random()), nsLow: 99, nsHigh: 101, cycles: null }));
  const judged = (processes) => {
    const sides = [1, 1].map((factor) => ({ samples: measured(processes, factor), error: null }));
    const tests = judge([{ file: 'a.js', suite: 1, name: 'x', sides, secondsEach: 0.3 }],
        { margin: 0.01, floor: 0, isSaved: false, isComparable: true });
    return gate(tests, { secondsEach: [0.3] });
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
