'use strict';

/* Figures of one round, and packed rounds. The shape of a round is in measure/task.js. */

const { max } = Math;

// Uninterrupted, both clocks differ by 3 microseconds at most on an idle machine; an interruption takes 4 ms.
const INTERRUPTED_NS = 2e4;
const INTERRUPTED_SHARE = 0.01;

// A test that rests for this share of the time waits, unless other processes take the processor away.
const IDLE_SHARE = 0.1;

// The median of slices drops collections that few slices hold: a test that keeps its objects reads 9 ns in slices of
// 0.3 ms, and takes 40. If each slice holds several collections, the median includes them.
const COLLECTIONS_FOR_MEDIAN = 5;

// Calls of the shortest slice whose allocations are counted; the slices of slower tests vary too little.
const FEWEST_CALLS = 16;

const TOP = 'optimized';

/** Time per call in ns, without the cost of the loop and of the clock. Can be negative. */
const netNs = (round, clockCostNs) => (round.ns - clockCostNs) / round.calls - round.referenceNs;

function isInterrupted(ns, cpuNs, clockGrainNs = 0) {
  return ns - cpuNs > max(INTERRUPTED_NS, INTERRUPTED_SHARE * ns, clockGrainNs);
}

const isIdle = (ns, cpuNs) => ns - cpuNs > IDLE_SHARE * ns;

/** Whether less than half of the bytes are left. bytesPerCall: null for a heap that only collections change. */
function holdsCollection({ heapBytes, calls }, bytesPerCall) {
  return bytesPerCall === null ? heapBytes !== 0 : heapBytes < bytesPerCall * calls / 2;
}

const isTop = ({ tier = null }) => tier === null || tier === TOP;

/** Highest reading of the round and its neighbours, because interruptions make readings too low. NaN without one. */
function mhzAround(rounds, i) {
  let highest = rounds[i].mhz;
  // A comparison with NaN is false.
  if (i > 0 && rounds[i - 1].mhz > highest) highest = rounds[i - 1].mhz;
  if (i + 1 < rounds.length && rounds[i + 1].mhz > highest) highest = rounds[i + 1].mhz;
  return highest;
}

// Rounds are packed into 112 bytes instead of 270: a suite of 20 000 tests keeps some forty warm-up rounds of each.
const PHASES = ['cold', 'counted', 'warm-up', 'measured'];
const NUMBERS = [
  'turn', 'copy', 'before', 'calls', 'ns', 'referenceNs', 'mhz', 'turnNs', 'cpuNs', 'preemptions', 'queuedNs',
  'heapBytes',
];
const FIELDS = 2 + NUMBERS.length;
const Numbers = Float64Array;
const tiers = [];

function placeOf(list, value) {
  let place = 0;
  while (place < list.length && list[place] !== value) place++;
  list[place] = value;
  return place;
}

function pack(rounds) {
  const packed = new Numbers(rounds.length * FIELDS);
  for (let i = 0, at = 0; i < rounds.length; i++) {
    const round = rounds[i];
    packed[at++] = placeOf(PHASES, round.phase);
    packed[at++] = placeOf(tiers, round.tier);
    for (let k = 0; k < NUMBERS.length; k++) packed[at++] = round[NUMBERS[k]];
  }
  return packed;
}

function unpack(packed, more) {
  const rounds = [];
  const length = packed.length / FIELDS;
  for (let i = 0, at = 0; i < length; i++) {
    const phase = PHASES[packed[at++]];
    const tier = tiers[packed[at++]];
    rounds[i] = {
      phase,
      turn: packed[at++], copy: packed[at++], before: packed[at++], calls: packed[at++], ns: packed[at++],
      referenceNs: packed[at++], mhz: packed[at++], turnNs: packed[at++], cpuNs: packed[at++],
      preemptions: packed[at++], queuedNs: packed[at++], tier, heapBytes: packed[at++],
    };
  }
  for (let i = 0; i < more.length; i++) rounds[length + i] = more[i];
  return rounds;
}

// Replacements for methods and iterators of arrays, because a measured test may have replaced those.

function filter(list, isKept) {
  const kept = [];
  for (let i = 0; i < list.length; i++) if (isKept(list[i], i)) kept[kept.length] = list[i];
  return kept;
}

function map(list, valueOf) {
  const values = [];
  for (let i = 0; i < list.length; i++) values[i] = valueOf(list[i], i);
  return values;
}

function reduce(list, combine, start) {
  let found = start;
  for (let i = 0; i < list.length; i++) found = combine(found, list[i], i);
  return found;
}

const sum = (list, valueOf) => reduce(list, (total, one, i) => total + valueOf(one, i), 0);

module.exports = {
  filter, map, reduce, sum, netNs, mhzAround, isInterrupted, isIdle, holdsCollection, isTop, pack, unpack, TOP,
  IDLE_SHARE, COLLECTIONS_FOR_MEDIAN, FEWEST_CALLS,
};
