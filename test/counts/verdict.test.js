'use strict';

const { expect } = require('chai');
const { compareCounts, notCounted } = require('../../lib/counts/verdict');
const { countsOf } = require('../helpers/documents');

const exact = (instructions, more) => countsOf(instructions, { error: 0.001, ...more });
const verdict = (old, fresh, asked) => compareCounts(old, fresh, asked).verdict;
const regression = (old, fresh, limit, precision) => (
  compareCounts(exact(old), exact(fresh), { limit, precision }).regression);

describe('counts/verdict', () => {
  it('tells how many instructions more a call executes, absolutely and as a ratio', () => {
    const found = compareCounts(countsOf(272, { error: 0.03 }), countsOf(275, { error: 0.04 }));
    expect(found).to.include({ difference: 3, ratio: 275 / 272, verdict: 'more', regression: false, reason: null });
    expect(found.error).to.be.closeTo(0.05, 1e-12);
    expect(found.margin).to.be.closeTo(0.0005, 1e-12);
    expect(verdict(exact(275), exact(272))).to.equal('fewer');
  });

  it('is the same within both errors, or within 0.05 %, and 0.3 % of what collects on either side', () => {
    expect(verdict(exact(1000), exact(1000.49))).to.equal('same');
    expect(verdict(exact(1000), exact(1000.52))).to.equal('more');
    expect(verdict(countsOf(1000, { error: 3 }), countsOf(1004.9, { error: 4 }))).to.equal('same');
    expect(verdict(countsOf(1000, { error: 3 }), countsOf(1005.1, { error: 4 }))).to.equal('more');
    expect(verdict(exact(1000), exact(1002.9, { collects: true }))).to.equal('same');
    expect(verdict(exact(1000, { collects: true }), exact(996))).to.equal('fewer');
  });

  it('is the same within the precision that was asked for', () => {
    expect(verdict(exact(1000), exact(1009), { precision: 0.01 })).to.equal('same');
    expect(verdict(exact(1000), exact(1012), { precision: 0.01 })).to.equal('more');
    expect(verdict(exact(1000), exact(1000.2), { precision: 0.0001 })).to.equal('more');
  });

  it('believes no difference of less than 0.05 instructions, and has no ratio to nothing', () => {
    expect(verdict(exact(8), exact(8.049))).to.equal('same');
    expect(verdict(exact(8), exact(8.06))).to.equal('more');
    expect(compareCounts(exact(0.01), exact(3))).to.include({ ratio: null, verdict: 'more', difference: 2.99 });
    expect(compareCounts(exact(0.01), exact(0))).to.include({ verdict: 'same', margin: null });
  });

  it('is a regression where it is certainly beyond the limit, and never undecided where it is known well', () => {
    expect(regression(1000, 1006, 0.005)).to.equal(true);
    expect(regression(1000, 1005, 0.005)).to.equal(false);
    expect(regression(1000, 1004, 0.005)).to.equal(false);
    expect(regression(1000, 900, 0.005)).to.equal(false);
    expect(regression(1000, 1001, 0)).to.equal(true);
    expect(regression(1000, 1000.4, 0)).to.equal(false);
    expect(regression(1000, 1008, 0.005, 0.01), 'within what counts as the same').to.equal(false);
    expect(regression(0.01, 3, 0.005), 'from nothing').to.equal(true);
    expect(compareCounts(countsOf(1000, { error: 0.5 }), countsOf(1005.6, { error: 0.5 }), { limit: 0.005 }).regression)
      .to.equal(false);
  });

  it('cannot tell of a limit that is smaller than the error', () => {
    const [old, fresh] = [countsOf(1000, { error: 30 }), countsOf(1001, { error: 30 })];
    expect(compareCounts(old, fresh, { limit: 0.005 })).to.include({ verdict: 'same', regression: null });
    expect(compareCounts(old, fresh, { limit: 0.1 }).regression).to.equal(false);
    expect(compareCounts(countsOf(1, { error: 0.03 }), countsOf(1, { error: 0.03 }), { limit: 0 }).regression)
      .to.equal(false);
  });

  it('compares no counts of different kinds', () => {
    const perf = { source: { name: 'perf', version: '6.1' } };
    expect(compareCounts(exact(5), exact(5, perf))).to.deep.equal(
      notCounted('one side was counted by valgrind, and the other by perf'));
    expect(compareCounts(exact(5), exact(5, { source: { name: 'valgrind', version: '3.22.0' } })).verdict)
      .to.equal('same');
    expect(compareCounts(exact(5), exact(5, { flags: ['--single-threaded'] })).reason).to.include('options of V8');
    expect(compareCounts(exact(5, { isProportional: false }), exact(5)).reason).to.include('in proportion');
    expect(notCounted('why')).to.include({ verdict: 'not-counted', difference: null, regression: null, reason: 'why' });
  });

  it('says where processes that either side starts are not counted', () => {
    expect(compareCounts(exact(5), exact(5)).hasProcesses).to.equal(false);
    expect(compareCounts(exact(5), exact(5, { hasProcesses: true })).hasProcesses).to.equal(true);
  });

  it('says which of the other events have moved', () => {
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
