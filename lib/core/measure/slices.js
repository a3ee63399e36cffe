'use strict';

/* Lengths of slices. Under contention shorter slices are interrupted less often, and the run gets more time. */

const { COLLECTIONS_FOR_MEDIAN, isInterrupted, isIdle } = require('../samples/round');
const { MAX_CALLS } = require('./loop');

const { max, min, floor, ceil, round: nearest, log2 } = Math;

// Short, so that changes of the machine fall between rounds. On a busy machine a process keeps its core for 3 to 4 ms.
// A virtual machine is interrupted for 25 us every 4 ms, which then hits one slice in ten and does not move the median
// of the ratios. Two equal functions: 0.02 % apart with slices of 0.4 ms, 0.1 % with 1.5 ms.
const SLICE_NS = 5e5;
const MIN_SLICE_NS = 30e3;
const CLOCK_STEPS = 10; // shortest slice in steps of a coarse clock

// A coarse clock rounds a slice to whole steps: the 20 us of a page are 2 % of a slice of 0.5 ms.
const FINE_STEPS = 200;
const FINE_ROUNDS = 100;
const MOST_ROUNDS = 6000;
const FEWEST_ROUNDS = 24;

const FEWEST_SLICES = 16; // slices with collections must hold several; the run needs at least this number of slices

// The time of collections varies: in slices of 1.5 ms by 4.7 %, of 25 ms by 0.8 %.
const COLLECTING_SLICE_NS = 25e6;
const COLLECTING_ROUNDS = 24;

// Loops around each test of a suite. An interval needs eight. Each takes about 3 ms to warm up.
const COPIES = { most: 24, fewest: 8 };
const NS_PER_COPY = 2.5e7;

// So that V8 compiles the whole loop and not only an entry into its middle: 0.6 ns for an empty callback, not 2.1.
const GROWTH = 1.5;

const LONG_CALL_NS = 1e4; // the address of the loop does not affect calls this long

const sliceFor = (sliceNs, clock) => max(sliceNs, CLOCK_STEPS * clock.grainNs());

const callsFor = (sliceNs, perCallNs) => (
  perCallNs > 0 ? min(MAX_CALLS, max(1, nearest(sliceNs / perCallNs))) : MAX_CALLS);

const chooseShortestNs = (clock) => sliceFor(MIN_SLICE_NS, clock);

/** Length of slices: at least fewestRounds fit into the goal, or FINE_ROUNDS if the clock has coarse steps. */
function chooseSliceNs(goalNs, clock, mostRounds, fewestRounds = 300) {
  const fineNs = min(FINE_STEPS * clock.grainNs(), goalNs / FINE_ROUNDS);
  return max(goalNs / mostRounds, chooseShortestNs(clock), min(SLICE_NS, goalNs / fewestRounds), fineNs);
}

/** Tests that collect garbage get slices of one length, longestNs at most: otherwise equal tests differed by 5 %. */
function setSlices(members, goalNs, sliceNs, longestNs) {
  let collectingNs = 0;
  for (let i = 0; i < members.length; i++) collectingNs = max(collectingNs, collectingSliceNs(members[i], goalNs));
  collectingNs = min(collectingNs, longestNs);
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    member.collects = collectingSliceNs(member, goalNs) > 0;
    const wantedNs = max(sliceNs, member.perCallNs, member.collects ? collectingNs : 0);
    member.every = 2 ** (nearest(log2(wantedNs / sliceNs)) || 0);
    // Without a figure (a coarse clock, no time) the calls of the warm-up stay.
    if (member.perCallNs > 0) member.calls = min(callsFor(wantedNs, member.perCallNs), member.task.mostCalls());
    member.sliceNs = member.calls * member.perCallNs;
  }
}

function collectingSliceNs({ task, perCallNs }, goalNs) {
  const { allocation } = task.samples;
  if (!allocation || !allocation.callsPerCollection) return 0;
  const neededNs = COLLECTIONS_FOR_MEDIAN * allocation.callsPerCollection * perCallNs;
  if (!(neededNs < goalNs / FEWEST_SLICES)) return 0;
  return max(neededNs, min(COLLECTING_SLICE_NS, goalNs / COLLECTING_ROUNDS));
}

/** Sets slices for a number of calls. All tests have the same, so that their rounds are pairs. */
function setCalls(members, goalCalls) {
  let perCallNs = Infinity;
  let mostCalls = Infinity;
  for (let i = 0; i < members.length; i++) {
    perCallNs = min(perCallNs, members[i].perCallNs || Infinity);
    mostCalls = min(mostCalls, members[i].task.mostCalls());
  }
  const fitting = perCallNs < Infinity ? goalCalls * perCallNs / SLICE_NS : 0;
  const rounds = max(FEWEST_ROUNDS, min(MOST_ROUNDS, fitting));
  for (let i = 0; i < members.length; i++) {
    members[i].calls = min(mostCalls, max(1, ceil(goalCalls / rounds)));
    members[i].sliceNs = members[i].calls * members[i].perCallNs;
  }
}

function chooseCopies(goalNs, perCallNs, { most, fewest = 1 } = COPIES) {
  if (perCallNs > LONG_CALL_NS) return 1;
  const copies = min(most, floor(goalNs / NS_PER_COPY));
  return copies < fewest ? 1 : copies;
}

// If most slices are interrupted, they are halved down to this length.
const SHORT_SLICE_NS = 1.5e5;
const ROUNDS_TO_LOOK_AT = 8;

// A run takes up to three times as long until this number of undisturbed rounds has taken this share of the goal.
const WANTED_ROUNDS = 24;
const WANTED_SHARE = 1 / 8;
const MOST_GOALS = 3;
const WANTED_COLLECTIONS = 4;

// Under contention all rounds of slow calls are interrupted, so that more time does not help. Two rounds show a spread,
// even if a call takes longer than the goal.
const SLOW_CALL_NS = 2e7;
const FEWEST_OF_LONG = 2;

// Longer slices would all be interrupted: under contention a process keeps its core for 3 to 4 ms.
const BUSY_SLICE_NS = 1.5e6;

function createTally() {
  let taken = 0;
  let shortestCallNs = Infinity;
  let kept = 0;
  let keptNs = 0;
  let keptCalls = 0;
  let latest = 0;
  let disturbed = 0;

  function isEnough(goalNs, roundNs, allocation) {
    const callsPerCollection = allocation && allocation.callsPerCollection || Infinity;
    const fitting = goalNs / 2 / (keptNs / keptCalls * callsPerCollection);
    return keptNs >= goalNs * WANTED_SHARE && kept >= min(WANTED_ROUNDS, goalNs / 2 / roundNs) &&
      keptCalls / callsPerCollection >= min(WANTED_COLLECTIONS, fitting);
  }

  return {
    add({ ns, cpuNs, calls, preemptions }) {
      if (latest === ROUNDS_TO_LOOK_AT) {
        latest = 0;
        disturbed = 0;
      }
      latest++;
      taken++;
      if (ns > 0) shortestCallNs = min(shortestCallNs, ns / calls);
      // A waiting test also loses the processor, but without a preemption.
      if (preemptions > 0 && isInterrupted(ns, cpuNs)) {
        disturbed++;
      } else {
        kept++;
        keptNs += ns;
        keptCalls += calls;
      }
    },
    /** endNs: time after the next round. Contention prolongs a run until enough rounds are undisturbed. */
    isOver(samples, endNs, goalNs, roundNs, isKeptWaiting) {
      if (endNs < goalNs || (roundNs >= SLOW_CALL_NS && taken < FEWEST_OF_LONG)) return false;
      // Also for NaN, which a test can cause by replacing builtins.
      const isLate = !(endNs < MOST_GOALS * goalNs);
      const isLong = shortestCallNs >= SLOW_CALL_NS;
      if (isLate || isLong || isEnough(goalNs, roundNs, samples.allocation) || !isKeptWaiting()) return true;
      samples.isProlonged = true;
      return false;
    },
    leftRounds: (roundNs) => (roundNs >= SLOW_CALL_NS ? max(0, FEWEST_OF_LONG - taken) : 0),
    areTooLong: (sliceNs) => latest === ROUNDS_TO_LOOK_AT && disturbed * 2 > latest && sliceNs > 2 * SHORT_SLICE_NS,
  };
}

/** The result returns whether the process has since been preempted and idle for over a tenth of the time. */
function watchWaiting({ steadyNs, cpuNs, preemptions }) {
  const begun = { ns: steadyNs(), cpuNs: cpuNs(), preemptions: preemptions() };
  return () => preemptions() > begun.preemptions && isIdle(steadyNs() - begun.ns, cpuNs() - begun.cpuNs);
}

module.exports = {
  setSlices, setCalls, chooseCopies, callsFor, sliceFor, chooseShortestNs, chooseSliceNs, createTally, watchWaiting,
  MOST_ROUNDS, FEWEST_SLICES, BUSY_SLICE_NS, GROWTH,
};
