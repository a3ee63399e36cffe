'use strict';

const { expect } = require('chai');
const { around, inCycles, inNs } = require('../helpers/sides-of-times');
const { groupBlocks, combineBlocks, recomputeVerdicts } = require('#lib/compare/sides/recompute-verdicts');
const { judge, sampleWithoutSpeed } = require('#lib/core/estimate/judge');

const PLAN = { margin: 0.01, floor: 0, isSaved: false, isComparable: true };

/** A test as a comparison that was measured on one machine has it. */
const savedOn = (machine, ...sides) => (
  { ...judge([{ file: 'a.js', suite: 1, name: 't', secondsEach: 0, sides }], PLAN)[0], machine, seconds: 6 });

const blockTestsOf = (tests) => groupBlocks(tests).map(combineBlocks);

describe('the blocks of a test', () => {
  it('gives the judge the samples of each machine', () => {
    const blocks = [[inCycles(around(300), 3), inCycles(around(310), 3)], [inNs(around(140)), inNs(around(145))]];
    const [test, ...others] = blockTestsOf(blocks.map((sides, machine) => savedOn(machine, ...sides)));
    expect(others).to.deep.equal([]);
    expect(test).to.include({ file: 'a.js', suite: 1, name: 't', secondsEach: 0.5 });
    const plain = { file: 'a.js', suite: 1, name: 't', secondsEach: 0.5 };
    const direct = judge([{ ...plain, blocks: blocks.map((sides, machine) => ({ machine, sides })) }], PLAN)[0];
    const [change] = judge([test], PLAN)[0].changes;
    for (const name of ['ratio', 'low', 'high', 'p']) expect(change[name]).to.be.closeTo(direct.changes[0][name], 1e-9);
    expect(change.blocks.map(({ machine }) => machine)).to.deep.equal([0, 1]);
  });

  it('keeps tests apart, in their order, and a missing side', () => {
    const all = [
      savedOn(0, inNs(around(100)), inNs(around(100))),
      { ...savedOn(0, inNs(around(100)), null), name: 'u', seconds: null },
      savedOn(1, inNs(around(90)), inNs(around(90))),
    ];
    const tests = blockTestsOf(all);
    expect(tests.map(({ name, blocks }) => [name, blocks.length])).to.deep.equal([['t', 2], ['u', 1]]);
    expect(tests[1].blocks[0].sides[1]).to.equal(null);
    expect(tests[1].secondsEach).to.equal(0);
    expect(judge(tests, PLAN)[1].changes[0].verdict).to.equal('unmatched');
  });

  it('keeps processes without a speed, failed ones, and the interval of a single one', () => {
    const unmeasuredSample = { nsPerCall: 0, nsLow: null, nsHigh: null, cycles: null, unmeasured: 'too-noisy' };
    const noSpeed = { samples: [unmeasuredSample], error: null };
    const [noisy] = blockTestsOf([savedOn(0, noSpeed, noSpeed), savedOn(1, noSpeed, noSpeed)]);
    expect(noisy.blocks[0].sides[0].samples).to.deep.equal(noSpeed.samples);
    expect(judge([noisy], PLAN)[0].changes[0].verdict).to.equal('too-noisy');
    const failed = { samples: [], error: { code: 'threw', message: 'no' } };
    const [one] = blockTestsOf([savedOn(0, inNs([100]), failed)]);
    expect(one.blocks[0].sides[1].error).to.equal(failed.error);
    const single = { samples: [{ nsPerCall: 100, nsLow: 99, nsHigh: 101, cycles: 300 }], error: null };
    const [alone] = blockTestsOf([savedOn(0, single, single)]);
    const [sample] = alone.blocks[0].sides[0].samples;
    expect(sample).to.include({ cycles: 300 });
    expect([sample.nsPerCall, sample.nsLow, sample.nsHigh].map(Math.round)).to.deep.equal([100, 99, 101]);
  });
});

describe('recomputeVerdicts', () => {
  const of = (verdict) => ({ samples: Array(3).fill(sampleWithoutSpeed({ verdict })), error: null });
  const limits = { margin: 0.01, maxRegression: null, countPrecision: null, limitSeconds: 9 };
  const saved = (change) => {
    const test = savedOn(0, inNs(around(100)), of('folded'), of('too-noisy'));
    change(test);
    return { sides: ['a', 'b', 'c'].map((label) => ({ label })), tests: [test], kind: 'processes' };
  };
  const reasonsIn = ({ tests: [{ sides, changes }] }) => (
    [sides.map(({ unmeasured }) => unmeasured), changes.map(({ verdict }) => verdict)]);
  const REASONS = [[null, 'folded', 'too-noisy'], ['folded', 'too-noisy']];

  it('keeps the reason of each side without a time, also of several machines', () => {
    for (const hasBlocks of [false, true]) {
      expect(reasonsIn(recomputeVerdicts(saved(() => {}), { ...limits, hasBlocks }))).to.deep.equal(REASONS);
    }
  });

  it('takes the reason from the changes if an earlier version saved the sides', () => {
    const before = saved(({ sides }) => { for (const side of sides) delete side.unmeasured; });
    for (const hasBlocks of [false, true]) {
      const [reasons, verdicts] = reasonsIn(recomputeVerdicts(before, { ...limits, hasBlocks }));
      expect([reasons[0], verdicts]).to.deep.equal([null, ['folded', 'folded']]);
    }
  });
});
