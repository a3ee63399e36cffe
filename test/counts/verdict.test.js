'use strict';

const { expect } = require('chai');
const { compareCounts, notCounted } = require('#lib/extras/counts/verdict');
const { countsOf } = require('../helpers/documents');

const exact = (instructions, more) => countsOf(instructions, { error: 0.001, ...more });
const verdict = (old, fresh, asked) => compareCounts(old, fresh, asked).verdict;
describe('counts/verdict', () => {
  it('has the difference of instructions, and their ratio', () => {
    const found = compareCounts(countsOf(272, { error: 0.03 }), countsOf(275, { error: 0.04 }));
    expect(found).to.include({ difference: 3, ratio: 275 / 272, verdict: 'more', regression: false, reason: null });
    expect(found.error).to.be.closeTo(0.05, 1e-12);
    expect(found.margin).to.be.closeTo(0.0005, 1e-12);
    expect(verdict(exact(275), exact(272))).to.equal('fewer');
    expect(compareCounts(exact(5), exact(5, { hasProcesses: true })).hasProcesses).to.equal(true);
  });

  const within = (error) => (value) => countsOf(value, { error });
  const collecting = (value) => exact(value, { collects: true });
  for (const [old, fresh, expected, precision] of [
    // Within 0.05 %
    [exact(1000), exact(1000.49), 'same'], [exact(1000), exact(1000.52), 'more'],
    // Within both errors
    [within(3)(1000), within(4)(1004.9), 'same'], [within(3)(1000), within(4)(1005.1), 'more'],
    // Within 0.3 % if either side collects garbage
    [exact(1000), collecting(1002.9), 'same'], [collecting(1000), exact(996), 'fewer'],
    // Within the requested precision
    [exact(1000), exact(1009), 'same', 0.01], [exact(1000), exact(1012), 'more', 0.01],
    [exact(1000), exact(1000.2), 'more', 0.0001],
    // Within 0.05 instructions
    [exact(8), exact(8.049), 'same'], [exact(8), exact(8.06), 'more'],
  ]) {
    it(`finds ${fresh.instructions} after ${old.instructions}: ${expected}`, () => (
      expect(compareCounts(old, fresh, { precision }).verdict).to.equal(expected)));
  }

  it('has no ratio to nothing', () => {
    expect(compareCounts(exact(0.01), exact(3))).to.include({ ratio: null, verdict: 'more', difference: 2.99 });
    expect(compareCounts(exact(0.01), exact(0))).to.include({ verdict: 'same', margin: null });
  });

  it('is a regression if it is certainly beyond the limit, and null if the error is larger than the limit', () => {
    for (const [old, fresh, limit, error, expected, precision] of [
      [1000, 1006, 0.005, 0.001, true],
      [1000, 1005, 0.005, 0.001, false],
      [1000, 900, 0.005, 0.001, false],
      [1000, 1001, 0, 0.001, true],
      [1000, 1000.4, 0, 0.001, false],
      // Within the precision
      [1000, 1008, 0.005, 0.001, false, 0.01],
      // From nothing
      [0.01, 3, 0.005, 0.001, true],
      [1000, 1005.6, 0.005, 0.5, false],
      [1000, 1001, 0.005, 30, null],
      [1000, 1001, 0.1, 30, false],
      [1, 1, 0, 0.03, false],
    ]) {
      const [before, after] = [old, fresh].map((value) => countsOf(value, { error }));
      expect(compareCounts(before, after, { limit, precision }).regression, `${old} ${fresh} ${limit}`)
        .to.equal(expected);
    }
  });

  it('compares no counts of different kinds', () => {
    const perf = { source: { name: 'perf', version: '6.1' } };
    expect(compareCounts(exact(5), exact(5, perf))).to.deep.equal(
      notCounted('one side was counted with valgrind, the other with perf'));
    expect(compareCounts(exact(5), exact(5, { source: { name: 'valgrind', version: '3.22.0' } })).verdict)
      .to.equal('same');
    expect(compareCounts(exact(5), exact(5, { flags: ['--single-threaded'] })).reason).to.include('options');
    expect(compareCounts(exact(5, { isProportional: false }), exact(5)).reason).to.include('not proportional');
    expect(notCounted('why')).to.include({ verdict: 'not-counted', difference: null, regression: null, reason: 'why' });
  });

  it('reports which of the other events have changed', () => {
    const { events } = compareCounts(exact(500, { events: [10, 0.5, 2] }), exact(500, { events: [12, 0.5, 1] }));
    expect(events.l1Misses).to.include({ difference: 2, verdict: 'more' });
    expect(events.llMisses.verdict).to.equal('same');
    expect(events.mispredicted).to.include({ difference: -1, verdict: 'fewer' });
    expect(events.l1Misses.error).to.be.closeTo(Math.sqrt(2) * 0.01, 1e-12);
    expect(compareCounts(exact(500, { events: [1000, 0.5, 2] }), exact(500, { events: [1009, 0.5, 2] })).events.l1Misses
      .verdict, 'within 1 %').to.equal('same');
    expect(compareCounts(exact(500, { events: [10, 0.5, 2] }), exact(500)).events).to.equal(null);
  });
});
