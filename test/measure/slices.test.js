'use strict';

const { expect } = require('chai');
const { createTally, watchWaiting } = require('../../lib/measure/slices');

const SLICE = 5e5;
const good = { calls: 1000, ns: SLICE, cpuNs: SLICE, preemptions: 0 };
const kept = { calls: 1000, ns: SLICE + 4e6, cpuNs: SLICE, preemptions: 1 };
const rested = { calls: 1000, ns: SLICE + 4e6, cpuNs: SLICE, preemptions: 0 };

function tallyOf(rounds) {
  const tally = createTally();
  for (const one of rounds) tally.add(one);
  return tally;
}
const times = (n, one) => Array(n).fill(one);

/** Whether a run that is kept waiting ends at its goal, after these rounds. */
const isEnough = (rounds, goalNs, roundNs, allocation = null) => (
  tallyOf(rounds).isOver({ allocation }, goalNs, goalNs, roundNs, () => true));

describe('neighbours: a run has enough', () => {
  it('with 24 rounds that nobody interrupted and an eighth of its goal in them', () => {
    const goalNs = 24 * SLICE * 8;
    expect(isEnough(times(24, good), goalNs, SLICE)).to.equal(true);
    expect(isEnough(times(23, good), goalNs, SLICE)).to.equal(false);
    expect(isEnough(times(23, { ...good, ns: 2 * SLICE, cpuNs: 2 * SLICE }), goalNs, SLICE)).to.equal(false);
    expect(isEnough(times(30, good), goalNs * 1.26, SLICE)).to.equal(false);
  });

  it('with half as many as fit into the goal, if that is less than 24', () => {
    // Ten rounds fit
    expect(isEnough(times(5, good), 10 * SLICE, SLICE)).to.equal(true);
    expect(isEnough(times(4, good), 10 * SLICE, SLICE)).to.equal(false);
  });

  it('with four collections of a test that makes garbage, or half of those that fit into the goal', () => {
    const rounds = times(100, good);
    // 100 000 calls, of 400 000 that fit into the goal
    const withCollections = (callsPerCollection, goalNs = 400 * SLICE) =>
      isEnough(rounds, goalNs, SLICE, { callsPerCollection });
    expect([withCollections(25000), withCollections(25001)]).to.deep.equal([true, false]);
    expect(withCollections(1e5)).to.equal(false);
    // and of 199 000
    expect(withCollections(1e5, 199 * SLICE)).to.equal(true);
    expect(withCollections(null)).to.equal(true);
    expect(isEnough(rounds, 100 * SLICE, SLICE, null)).to.equal(true);
    expect(isEnough([kept], 100 * SLICE, SLICE, null)).to.equal(false);
  });

  it('of a test that waits, or if nobody counts who took the processor away', () => {
    const goalNs = 24 * SLICE * 8;
    expect(isEnough(times(24, rested), goalNs, SLICE)).to.equal(true);
    expect(isEnough(times(24, { ...rested, preemptions: NaN }), goalNs, SLICE)).to.equal(true);
    // Taken away outside of what is timed
    expect(isEnough(times(24, { ...good, preemptions: 1 }), goalNs, SLICE)).to.equal(true);
  });
});

describe('neighbours: slices are too long', () => {
  const areTooLong = (rounds, sliceNs = SLICE) => tallyOf(rounds).areTooLong(sliceNs);

  it('where more than half of eight were interrupted', () => {
    expect(areTooLong([...times(5, kept), ...times(3, good)])).to.equal(true);
    expect(areTooLong([...times(3, good), ...times(5, kept)])).to.equal(true);
    expect(areTooLong([...times(4, kept), ...times(4, good)])).to.equal(false);
  });

  it('as of each eighth round, of the eight up to it', () => {
    expect(areTooLong(times(7, kept))).to.equal(false);
    expect(areTooLong(times(8, kept))).to.equal(true);
    expect(areTooLong(times(9, kept))).to.equal(false);
    expect(areTooLong([...times(8, kept), ...times(8, good)])).to.equal(false);
    expect(areTooLong([...times(8, good), ...times(8, kept)])).to.equal(true);
  });

  it('and not if half of them would be shorter than 0.15 ms', () => {
    expect(areTooLong(times(8, kept), 3e5)).to.equal(false);
    expect(areTooLong(times(8, kept), 300001)).to.equal(true);
  });
});

describe('neighbours: a process is kept waiting', () => {
  /** Whether it is after so much time, from a beginning that is no zero. */
  function isKept({ ns, idleNs, preemptions }) {
    const now = { ns: 5e9, cpuNs: 3e9, preemptions: 700 };
    const isKeptWaiting = watchWaiting(
      { steadyNs: () => now.ns, cpuNs: () => now.cpuNs, preemptions: () => now.preemptions });
    expect(isKeptWaiting(), 'at the beginning').to.equal(false);
    now.ns += ns;
    now.cpuNs += ns - idleNs;
    now.preemptions += preemptions;
    return isKeptWaiting();
  }

  it('where the processor was taken away and was elsewhere for more than a tenth of the time', () => {
    expect(isKept({ ns: 1e9, idleNs: 0.11e9, preemptions: 1 })).to.equal(true);
    expect(isKept({ ns: 1e9, idleNs: 0.09e9, preemptions: 100 })).to.equal(false);
    expect(isKept({ ns: 1e9, idleNs: 0.9e9, preemptions: 0 })).to.equal(false);
    expect(isKept({ ns: 1e9, idleNs: 0.9e9, preemptions: NaN })).to.equal(false);
  });
});
