'use strict';

const { expect } = require('chai');
const { resumeTests } = require('#lib/compare/sides/recompute-verdicts');

const unit = (name, sides = 2) => ({
  file: 'a.js', suite: 1, name, seconds: 0, wanted: 0, planned: null, spentSeconds: 0,
  sides: Array.from({ length: sides }, () => ({ samples: [], error: null, latest: null, counted: null })),
});
const side = (values, more) => ({ values, nsPerCall: 10, cycles: null, error: null, ...more });
const test = (name, sides, more) => ({
  file: 'a.js', suite: 1, name, sides, unit: 'ns', seconds: 4.5, planned: { seconds: 0.4, processes: 9 }, paired: true,
  ...more,
});

describe('compare/resume', () => {
  it('resumes a test whose number of processes was planned', () => {
    const units = [unit('x')];
    resumeTests(units, [test('x', [side([9, 11]), side([12])])]);
    const [{ sides: [old, fresh], ...found }] = units;
    expect(found).to.include({ seconds: 0.4, wanted: 9, spentSeconds: 4.5 });
    expect(found.planned).to.deep.equal({ seconds: 0.4, processes: 9 });
    expect(old.samples.map(({ nsPerCall }) => nsPerCall)).to.deep.equal([9, 11]);
    expect(fresh.samples).to.deep.equal([{ nsPerCall: 12, nsLow: null, nsHigh: null, cycles: null }]);
  });

  it('has cycles, and the time at their common rate', () => {
    const units = [unit('x')];
    const cycles = side([30, 33], { nsPerCall: 10, cycles: 30 });
    resumeTests(units, [test('x', [cycles, cycles], { unit: 'cycles' })]);
    expect(units[0].sides[0].samples.map(({ nsPerCall, cycles: own }) => [nsPerCall, own]))
      .to.deep.equal([[10, 30], [11, 33]]);
  });

  it('keeps counts, and the reasons for missing ones', () => {
    const units = [unit('x')];
    const counts = { instructions: 5 };
    const counted = side([9], { counts, notCounted: null });
    resumeTests(units, [test('x', [counted, side([9], { counts: null, notCounted: 'why' })])]);
    expect(units[0].sides.map((one) => one.counted))
      .to.deep.equal([{ counts, reason: null }, { counts: null, reason: 'why' }]);
  });

  it('measures again tests without a complete pilot, failed ones, and ones of other sides', () => {
    const units = ['pilot', 'failed', 'moved', 'unpaired', 'new'].map((name) => unit(name));
    resumeTests(units, [
      test('pilot', [side([9]), side([9])], { planned: null }),
      test('failed', [side([9]), side([], { error: { code: 'threw' } })]),
      test('moved', [side([9]), null]),
      test('unpaired', [side([9]), side([9])], { paired: false }),
    ]);
    for (const one of units) {
      expect(one.planned, one.name).to.equal(null);
      expect(one.sides.map(({ samples }) => samples.length), one.name).to.deep.equal([0, 0]);
    }
  });
});
