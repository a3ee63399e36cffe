'use strict';

const { expect } = require('chai');
const { range: times } = require('../helpers/numbers');
const { cpuNsPerCall, waitingShare } = require('#lib/core/estimate/rounds');

// 100 calls of 1000 us + 20 ns clock + 480 ns of reading the processor's clock + 1 ns per iteration
const round = (cpuUs, ns = cpuUs * 1000) => ({ calls: 100, ns, cpuNs: cpuUs * 1000, referenceNs: 1 });
const cpuOf = (rounds, statistic = 'median') =>
  cpuNsPerCall({ rounds, clockCostNs: 20, cpuCostNs: 480 }, rounds, statistic);
const waitOf = (rounds, all = rounds) => waitingShare({ rounds: all }, rounds);
// A clock with steps of 15 ms
const ticks = (n, ns) => times(n, (i) => round(i % 4 ? 0 : 15625, ns));

describe('the processor time of a call', () => {
  it('is the median of the rounds, or their mean for another statistic or few steps of the clock', () => {
    // (1e6 - 20 - 480) / 100 - 1
    const rounds = [1000, 1000, 1000, 1000, 3001].map((us) => round(us));
    expect(cpuOf(rounds)).to.equal(9994);
    expect(cpuOf(rounds, 'mean')).to.be.closeTo(9994 + 20010 / 5, 1e-6);
    // 2 or 3 microseconds per round
    expect(cpuOf(times(10, (i) => round(i % 10 < 6 ? 2 : 3)))).to.be.closeTo((2400 - 500) / 100 - 1, 1e-9);
    expect(cpuOf(times(5, (i) => ({ ...round(i + 1), referenceNs: 1000 })))).to.equal(0);
  });

  it('is unknown for a coarse clock with fewer than 400 steps, and for a stopped clock', () => {
    expect(cpuOf(ticks(1599))).to.be.closeTo((15625e3 * 400 / 1599 - 500) / 100 - 1, 1e-6);
    for (const rounds of [ticks(100), ticks(1590), times(5, () => round(0)), []]) expect(cpuOf(rounds)).to.equal(null);
  });
});

describe('the share of the time that a test waits', () => {
  const waiting = times(9, (i) => round(1000 + i, 5e6));

  it('is null below 10 %, or if a third of the rounds did not wait', () => {
    expect(waitOf(waiting)).to.be.closeTo(0.7992, 1e-4);
    expect(waitOf(times(9, (i) => round(1000 + i, 1.1e6)))).to.equal(null);
    expect(waitOf(times(9, (i) => round(1000 + i, 1.13e6)))).to.be.closeTo(0.11, 0.01);
    const rounds = [...waiting.slice(0, 6), ...times(3, (i) => round(1000 + i))];
    expect(waitOf(rounds)).to.equal(null);
    expect(waitOf([...rounds, ...waiting])).to.be.above(0.5);
  });

  it('is null for two rounds, or a coarse clock, except for a long time', () => {
    expect(waitOf(waiting.slice(0, 2), waiting)).to.equal(null);
    expect(waitOf(waiting.slice(0, 3), waiting)).to.be.above(0.7);
    expect(waitOf(ticks(20, 5e6))).to.equal(null);
    expect(waitOf(ticks(2000, 15625e3))).to.equal(0.75);
  });
});
