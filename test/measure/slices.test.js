'use strict';

const { expect } = require('chai');
const { MAX_CALLS } = require('#lib/core/measure/loop');
const { callsFor, createTally, watchWaiting } = require('#lib/core/measure/slices');

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

const GOAL_NS = 24 * SLICE * 8;

it('callsFor returns calls that fill a slice', () => {
  for (const [sliceNs, perCallNs, calls] of [
    [60e3, 0.4, 150000], [1000, 3, 333], [1000, 600, 2], [1000, 5000, 1], [1e12, 0.1, MAX_CALLS], [1000, 0, MAX_CALLS],
    [1000, -3, MAX_CALLS], [1000, NaN, MAX_CALLS],
  ]) expect(callsFor(sliceNs, perCallNs)).to.equal(calls);
});

describe('a tally of rounds', () => {
  // Ends a run at its goal in ns, if a number of calls collects once. Up to 24 undisturbed rounds, half of the ones
  // in the goal, and four collections, or half of the possible ones, are needed.
  for (const [title, rounds, goalNs, callsPerCollection, expected] of [
    ['an eighth of the goal in 24 rounds', times(24, good), GOAL_NS, null, true],
    ['fewer rounds', times(23, good), GOAL_NS, null, false],
    ['fewer, but longer rounds', times(23, { ...good, ns: 2 * SLICE, cpuNs: 2 * SLICE }), GOAL_NS, null, false],
    ['less than an eighth', times(30, good), GOAL_NS * 1.26, null, false],
    ['half of ten rounds', times(5, good), 10 * SLICE, null, true],
    ['less than half of ten', times(4, good), 10 * SLICE, null, false],
    ['four collections in 1e5 calls', times(100, good), 400 * SLICE, 25000, true],
    ['fewer collections', times(100, good), 400 * SLICE, 25001, false],
    ['one collection, of four that fit', times(100, good), 400 * SLICE, 1e5, false],
    ['one collection, of less than two that fit', times(100, good), 199 * SLICE, 1e5, true],
    ['only interrupted rounds', [kept], 100 * SLICE, null, false],
    ['a test that waits', times(24, rested), GOAL_NS, null, true],
    ['unknown preemptions', times(24, { ...rested, preemptions: NaN }), GOAL_NS, null, true],
    ['preemptions outside of the slice', times(24, { ...good, preemptions: 1 }), GOAL_NS, null, true],
  ]) {
    it(`ends a run, or not, after ${title}`, () => {
      const samples = { allocation: callsPerCollection && { callsPerCollection } };
      const isOver = (endNs, isKeptWaiting = true) => (
        tallyOf(rounds).isOver(samples, endNs, goalNs, SLICE, () => isKeptWaiting));
      expect([isOver(goalNs - 1), isOver(goalNs), isOver(3 * goalNs - 1)]).to.deep.equal([false, expected, expected]);
      expect(samples.isProlonged).to.equal(expected ? undefined : true);
      expect([isOver(goalNs, false), isOver(3 * goalNs), isOver(NaN)]).to.deep.equal([true, true, true]);
    });
  }

  it('halves slices if more than half of each eight rounds were interrupted, down to 0.15 ms', () => {
    for (const [rounds, sliceNs, expected] of [
      [[...times(5, kept), ...times(3, good)], SLICE, true], [[...times(3, good), ...times(5, kept)], SLICE, true],
      [[...times(4, kept), ...times(4, good)], SLICE, false],
      [times(7, kept), SLICE, false], [times(8, kept), SLICE, true], [times(9, kept), SLICE, false],
      [[...times(8, kept), ...times(8, good)], SLICE, false], [[...times(8, good), ...times(8, kept)], SLICE, true],
      [times(8, kept), 3e5, false], [times(8, kept), 300001, true],
    ]) expect(tallyOf(rounds).areTooLong(sliceNs)).to.equal(expected);
  });
});

it('watchWaiting notices if the process was preempted and off the processor for over a tenth of the time', () => {
  for (const [idleNs, preemptions, expected] of [
    [0.11e9, 1, true], [0.09e9, 100, false], [0.9e9, 0, false], [0.9e9, NaN, false],
  ]) {
    const now = { ns: 5e9, cpuNs: 3e9, preemptions: 700 };
    const isKeptWaiting = watchWaiting(
      { steadyNs: () => now.ns, cpuNs: () => now.cpuNs, preemptions: () => now.preemptions });
    expect(isKeptWaiting()).to.equal(false);
    now.ns += 1e9;
    now.cpuNs += 1e9 - idleNs;
    now.preemptions += preemptions;
    expect(isKeptWaiting()).to.equal(expected);
  }
});
