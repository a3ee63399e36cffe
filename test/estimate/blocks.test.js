'use strict';

const { expect } = require('chai');
const { around, inCycles, inNs } = require('../helpers/sides-of-times');
const { judge, judgeSummaries, sampleWithoutSpeed, summarizeSides } = require('#lib/core/estimate/judge');

const PLAN = { margin: 0.01, floor: 0, isSaved: false, isComparable: true };

const FAILED = { samples: [], error: { code: 'threw', message: 'Error: no', at: null, calls: null, stack: null } };
const testOf = (...blocks) => ({
  file: 'a.js', suite: 1, name: 't', secondsEach: 0.3, blocks: blocks.map((sides, machine) => ({ machine, sides })),
});
const only = (test, plan) => judge([test], { ...PLAN, ...plan })[0];

/** Two sides around these times. */
const pair = (old, fresh) => [inNs(around(old)), inNs(around(fresh))];
const both = pair(100, 103);

describe('judge: blocks', () => {
  it('compares within machines of different levels', () => {
    const [change] = only(testOf(both, pair(130, 133.9))).changes;
    expect(change.verdict).to.equal('slower');
    expect(change.ratio).to.be.closeTo(1.03, 1e-9);
    expect(change.high / change.low).to.be.below(1.004);
    expect(change.blocks.map(({ machine, processes }) => [machine, processes])).to.deep.equal([[0, 12], [1, 12]]);
    for (const { ratio, low, high } of change.blocks) expect(ratio).to.be.closeTo(1.03, 1e-9).and.within(low, high);
  });

  it('brings times to one level, and shows the ratios of the changes', () => {
    const noisy = [inNs(around(144)), inNs(around(144 * 1.05, 0.02)), inNs(around(140))];
    const { sides, changes, unit } = only(testOf([...both, inNs(around(95))], noisy));
    expect(unit).to.equal('ns');
    // The geometric mean of 100 and 144.
    expect(sides[0].nsPerCall).to.be.closeTo(120, 1);
    changes.forEach(({ ratio }, i) => (
      expect(sides[i + 1].nsPerCall / sides[0].nsPerCall).to.be.closeTo(ratio, 1e-12)));
    expect(sides.map(({ processes, values }) => [processes, values.length])).to.deep.equal(Array(3).fill([12, 12]));
    // A machine without a speed changes no level.
    const untold = { samples: [sampleWithoutSpeed({ verdict: 'too-noisy' })], error: null };
    const { sides: [withUntold] } = only(testOf(both, noisy.slice(0, 2), [untold, untold]));
    for (const { values } of [sides[0], withUntold]) {
      expect(Math.max(...values) / Math.min(...values)).to.be.below(1.03);
    }
    for (const { nsPerCall, nsLow, nsHigh } of sides) expect(nsPerCall).to.be.within(nsLow, nsHigh);
  });

  it('compares cycles on each machine that knows them', () => {
    const { unit, sides, changes: [{ ratio, verdict }] } = only(testOf(
      [inCycles(around(300), 3), inCycles(around(300), 3.6)], [inCycles(around(330), 2), inCycles(around(330), 2.2)]));
    expect(unit).to.equal('cycles');
    expect(ratio).to.be.closeTo(1, 1e-12);
    expect(verdict).to.equal('same');
    expect(sides[0].cycles).to.be.closeTo(Math.sqrt(300 * 330), 1);
    const mixed = only(testOf(
      [inCycles(around(300), 3), inCycles(around(300), 3.6)], [inNs(around(130)), inNs(around(130))]));
    expect(mixed.unit).to.equal('ns');
    const [{ values }] = mixed.sides;
    expect(Math.max(...values) / Math.min(...values)).to.be.below(1.25);
    // 300 cycles are the same at another clock rate.
    expect(mixed.changes[0].ratio).to.be.closeTo(1, 1e-12);
  });

  it('takes a test of one machine unchanged, and judges it with other tests', () => {
    const plain = { file: 'a.js', suite: 1, name: 'u', secondsEach: 0.3, sides: both };
    const { changes: [change] } = only(plain);
    const alone = only(testOf(both)).changes[0];
    expect(alone.blocks).to.equal(undefined);
    for (const name of ['ratio', 'low']) expect(alone[name]).to.be.closeTo(change[name], 1e-12);
    expect(alone.verdict).to.equal(change.verdict);
    const judged = judgeSummaries([summarizeSides(testOf(both, both)), summarizeSides(plain)], PLAN);
    expect(judged.map(({ changes: [{ confidence }] }) => confidence).sort()).to.deep.equal([0.95, 0.975]);
  });

  it('leaves out a machine with one side only', () => {
    const { sides, changes: [change] } = only(testOf(both, [inNs(around(500)), null], [null, inNs(around(50))]));
    expect(change.verdict).to.equal('slower');
    expect(change.ratio).to.be.closeTo(1.03, 1e-9);
    expect(sides[1].processes).to.equal(6);
    const never = only(testOf([inNs(around(500)), null], [null, inNs(around(50))]));
    expect(never.sides[1]).to.equal(null);
    expect(never.changes[0]).to.include({ verdict: 'unmatched', ratio: null });
    // No machine has figures of both sides.
    const untold = { samples: [sampleWithoutSpeed({ verdict: 'too-noisy' })], error: null };
    const apart = only(testOf([inNs(around(500)), untold], [untold, inNs(around(50))]));
    expect(apart.changes[0]).to.include({ verdict: 'too-noisy', ratio: null });
  });

  it('asks for no more processes if machines differ', () => {
    const noisy = (ratio) => [inNs(around(100, 0.01)), inNs(around(100 * ratio, 0.01))];
    const agreeing = only(testOf(noisy(1.011), noisy(1.012))).changes[0];
    expect(agreeing).to.include({ verdict: 'unresolved', machinesDiffer: false });
    expect(agreeing.moreProcesses).to.be.above(0);
    const differing = only(testOf(noisy(1.06), noisy(0.97))).changes[0];
    expect(differing).to.include({ verdict: 'unresolved', machinesDiffer: true, moreProcesses: null });
    // Many tests together show it.
    const many = judge(Array.from({ length: 8 }, () => testOf(noisy(1.04), noisy(1))), PLAN);
    for (const { changes: [change] } of many) {
      expect(change).to.include({ verdict: 'unresolved', machinesDiffer: true, moreProcesses: null });
    }
  });

  it('does not hide a failure on one machine', () => {
    const { sides, changes: [change] } = only(testOf(both, [inNs(around(100)), FAILED]));
    expect(change).to.include({ verdict: 'failed', ratio: null });
    expect(sides[1].error).to.equal(FAILED.error);
  });
});
