'use strict';

/* How long slices are, and how many loops take turns around a test. */

const { callsFor, sliceFor } = require('../calibrate');
const { FEWEST_SLICES } = require('./warm-up');
const { COLLECTIONS_FOR_MEDIAN } = require('../samples/round');

const { max, min, floor, ceil, round: nearest, log2 } = Math;

// Short, so that the machine's changes of mind fall between rounds: beside busy neighbours a process gets 3 to 4 ms in
// a row. An interruption of 25 microseconds, which comes every 4 ms on a busy virtual machine, then falls into one
// slice of ten, and the median of the ratios does not feel it. Two equal functions: 0.02 % apart with slices of 0.4 ms,
// 0.1 % with 1.5 ms.
const SLICE_NS = 5e5;
const MIN_SLICE_NS = 30e3;

// A clock of steps tells the time of a slice as one number of them or the next, and the median of many such is up to
// half a step off: 2 % of a slice of 0.5 ms by the 20 microseconds of a page in Firefox or WebKit.
const FINE_STEPS = 200;
const FINE_ROUNDS = 100;

// Of a suite.
const MOST_ROUNDS = 6000;

// Of a given number of calls.
const FEWEST_ROUNDS = 24;

// Collections take now more, now less: the time of a slice of 1.5 ms spreads by 4.7 %, of one of 25 ms by
// 0.8 %, and the median of 24 long ones is better than that of 400 short ones.
const COLLECTING_SLICE_NS = 25e6;
const COLLECTING_ROUNDS = 24;

// Loops around each test of a suite, see addCopies in task.js; under eight they make no interval. Each takes some 3 ms
// to warm up.
const COPIES = { most: 24, fewest: 8 };
const NS_PER_COPY = 2.5e7;

// Calls this long do not feel where the loop around them lies.
const LONG_CALL_NS = 1e4;

/** The shortest slice worth having. */
const shortestNsOf = (clock) => sliceFor(MIN_SLICE_NS, clock);

/** How long a slice is of which the clock tells more than its steps, where there is time for so many of them. */
const fineNsOf = (clock, goalNs, rounds = FINE_ROUNDS) => min(FINE_STEPS * clock.grainNs(), goalNs / rounds);

/**
 * How long slices are to be.
 *
 * @param {number} goalNs for the whole run of a test
 * @param {object} clock
 * @param {number} mostRounds
 */
function sliceNsOf(goalNs, clock, mostRounds) {
  return max(goalNs / mostRounds, shortestNsOf(clock), min(SLICE_NS, goalNs / 300), fineNsOf(clock, goalNs));
}

/**
 * Sets the slices of all members. All that collect garbage get slices of one length: of different ones, two
 * equal tests differed by 5 %.
 *
 * @param {object[]} members as in measure-suite.js, warmed up
 * @param {number} goalNs for each
 * @param {number} sliceNs
 * @param {number} longestNs that a slice may take for its collections
 */
function setSlices(members, goalNs, sliceNs, longestNs) {
  let collectingNs = 0;
  for (let i = 0; i < members.length; i++) collectingNs = max(collectingNs, collectingSliceNs(members[i], goalNs));
  collectingNs = min(collectingNs, longestNs);
  for (let i = 0; i < members.length; i++) {
    const member = members[i];
    member.collects = collectingSliceNs(member, goalNs) > 0;
    const wantedNs = max(sliceNs, member.perCallNs, member.collects ? collectingNs : 0);
    member.every = 2 ** (nearest(log2(wantedNs / sliceNs)) || 0);
    // Without a figure (a coarse clock, no time) the calls of the warm-up have to do.
    if (member.perCallNs > 0) member.calls = min(callsFor(wantedNs, member.perCallNs), member.task.mostCalls());
    member.sliceNs = member.calls * member.perCallNs;
  }
}

/** The length of a slice that holds its share of collections, 0 where there are none or too few in all. */
function collectingSliceNs({ task, perCallNs }, goalNs) {
  const { allocation } = task.samples;
  if (!allocation || !allocation.callsPerCollection) return 0;
  const neededNs = COLLECTIONS_FOR_MEDIAN * allocation.callsPerCollection * perCallNs;
  if (!(neededNs < goalNs / FEWEST_SLICES)) return 0;
  return max(neededNs, min(COLLECTING_SLICE_NS, goalNs / COLLECTING_ROUNDS));
}

/** Slices for a number of calls: all tests have the same, so that their rounds are pairs. */
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

/**
 * How many loops take turns around each test: as many as can be warmed up in a tenth of the time.
 *
 * @param {number} goalNs of the test
 * @param {number} perCallNs
 * @param {{ most: number, fewest: number }} [limits] those of a suite unless given; one where there would be fewer
 */
function copiesOf(goalNs, perCallNs, { most, fewest = 1 } = COPIES) {
  if (perCallNs > LONG_CALL_NS) return 1;
  const copies = min(most, floor(goalNs / NS_PER_COPY));
  return copies < fewest ? 1 : copies;
}

module.exports = { setSlices, setCalls, copiesOf, fineNsOf, shortestNsOf, sliceNsOf, SLICE_NS, MOST_ROUNDS };
