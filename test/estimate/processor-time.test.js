'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { cpuNsPerCall, waitingShare } = require('../../lib/estimate/processor-time');

const times = (n, one) => Array.from({ length: n }, (_, i) => (typeof one === 'function' ? one(i) : one));

// 100 calls of 1000 us + 20 ns clock + 500 ns of reading the processor's clock + 1 ns a turn
const round = (cpuUs, ns = cpuUs * 1000) => ({ calls: 100, ns, cpuNs: cpuUs * 1000, referenceNs: 1 });
const samplesOf = (rounds) => ({ rounds, clockCostNs: 20, cpuCostNs: 480 });
const cpuOf = (rounds, statistic = 'median') => cpuNsPerCall(samplesOf(rounds), rounds, statistic);
const waitOf = (rounds, all = rounds) => waitingShare({ rounds: all }, rounds);

describe('the processor time of a call', () => {
  it('is that of its rounds, without what reading the clocks and the empty loop take', () => {
    // (1e6 - 20 - 480) / 100 - 1; a second step of the clock tells that it is fine
    expect(cpuOf([round(1000), round(1001), round(1000)])).to.equal(9994);
  });

  it('is the middle of the rounds, or their mean where the estimate is one', () => {
    const rounds = [...times(4, round(1000)), round(3001)];
    expect(cpuOf(rounds)).to.equal(9994);
    expect(cpuOf(rounds, 'mean')).to.be.closeTo(9994 + 20010 / 5, 1e-6);
  });

  it('is the mean where a round has few steps of the clock', () => {
    // 2 or 3 microseconds a round
    expect(cpuOf(times(10, (i) => round(i % 10 < 6 ? 2 : 3)))).to.be.closeTo((2400 - 500) / 100 - 1, 1e-9);
  });

  it('is not known where the clock has steps of 15 ms, but for a long time', () => {
    const ticks = (n) => times(n, (i) => round(i % 4 ? 0 : 15625));
    expect(cpuOf(ticks(100))).to.equal(null);
    expect(cpuOf(ticks(1599))).to.be.closeTo((15625e3 * 400 / 1599 - 500) / 100 - 1, 1e-6);
    expect(cpuOf(ticks(1590))).to.equal(null);
  });

  it('is not known of a clock that stands still, or of no rounds', () => {
    expect(cpuOf(times(5, round(0)))).to.equal(null);
    expect(cpuOf([])).to.equal(null);
  });

  it('is never below zero', () => {
    expect(cpuOf(times(5, (i) => ({ ...round(i + 1), referenceNs: 1000 })))).to.equal(0);
  });
});

describe('the share of the time that a test waits', () => {
  const waiting = times(9, (i) => round(1000 + i, 5e6));

  it('is told from a tenth on', () => {
    expect(waitOf(waiting)).to.be.closeTo(0.7992, 1e-4);
    expect(waitOf(times(9, (i) => round(1000 + i, 1.1e6)))).to.equal(null);
    expect(waitOf(times(9, (i) => round(1000 + i, 1.13e6)))).to.be.closeTo(0.11, 0.01);
  });

  it('is not told where a third of the rounds did not wait: others had the processor', () => {
    const rounds = [...waiting.slice(0, 6), ...times(3, (i) => round(1000 + i))];
    expect(waitOf(rounds)).to.equal(null);
    expect(waitOf([...rounds, ...waiting])).to.be.above(0.5);
  });

  it('is not told by two rounds, or a coarse clock', () => {
    expect(waitOf(waiting.slice(0, 2), waiting)).to.equal(null);
    expect(waitOf(times(20, (i) => round(i % 4 ? 0 : 15625, 5e6)))).to.equal(null);
  });

  it('is told by a coarse clock after a long time, of all rounds together', () => {
    expect(waitOf(times(2000, (i) => round(i % 4 ? 0 : 15625, 15625e3)))).to.equal(0.75);
  });
});

describe('a test that waits on the paper machine', () => {
  it('has the processor time of its work, and a warning', () => {
    const machine = fakeMachine();
    const result = machine.timeit({ seconds: 2 }, machine.test((i) => 1e6 + 1000 * (i % 3), { waits: 5e6 }));
    expect(result.cpuNsPerCall).to.be.closeTo(1.001e6, 2000);
    expect(result.nsPerCall).to.be.closeTo(6.001e6, 2000);
    const [{ share }] = result.warnings.filter(({ code }) => code === 'waits');
    expect(share).to.be.closeTo(5 / 6, 0.001);
  });
});
