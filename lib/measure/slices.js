'use strict';

/* How long the slices of a suite are, and how many loops take turns around each of its tests. */

const { callsFor } = require('../calibrate');
const { FEWEST_SLICES } = require('./warm-up');
const { COLLECTIONS_FOR_MEDIAN } = require('../samples/round');

const { max, min, floor, ceil, round: nearest, log2 } = Math;

// Shorter than those of a test alone: an interruption of 25 microseconds, which comes every 4 ms on a busy
// virtual machine, then falls into one slice of ten, and the median of the ratios does not feel it. Two
// equal functions: 0.02 % apart with slices of 0.4 ms, 0.1 % with 1.5 ms.
const SLICE_NS = 5e5;
const MOST_ROUNDS = 6000;

// Of a given number of calls.
const FEWEST_ROUNDS = 24;

// Collections take now more, now less: the time of a slice of 1.5 ms spreads by 4.7 %, of one of 25 ms by
// 0.8 %, and the median of 24 long ones is better than that of 400 short ones.
const COLLECTING_SLICE_NS = 25e6;
const COLLECTING_ROUNDS = 24;

// Loops around each test, see addCopies in task.js; under eight they make no interval.
const MOST_COPIES = 24;
const FEWEST_COPIES = 8;
const NS_PER_COPY = 2.5e7;

// Calls this long do not feel where the loop around them lies.
const LONG_CALL_NS = 1e4;

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

/** How many loops take turns around each test: as many as can be warmed up in a tenth of the time. */
function copiesOf(goalNs, perCallNs) {
  if (perCallNs > LONG_CALL_NS) return 1;
  const copies = min(MOST_COPIES, floor(goalNs / NS_PER_COPY));
  return copies < FEWEST_COPIES ? 1 : copies;
}

module.exports = { setSlices, setCalls, copiesOf, SLICE_NS, MOST_ROUNDS };
