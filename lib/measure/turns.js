'use strict';

/* The order of the tests in a round, and the progress of a suite. */

const { max, min, floor, imul } = Math;

/**
 * Returns the k-th test of a turn. The default order rotates: the first test and the direction change from turn to
 * turn, so that no test always follows the same one.
 */
function createOrder(order, size) {
  if (order === 'given') return () => (turn, k) => k;
  if (order === 'random') return () => shuffled(size);
  return () => (turn, k) => {
    // The factor is 2^32 over the golden ratio: it spreads any turns evenly, also each 64th alone.
    const first = (imul(turn, 0x9e3779b1) >>> 8) % size;
    return (isBackward(turn) ? first - k + size : first + k) % size;
  };
}

/** The sequence of Thue and Morse, ABBA BAAB ...: balanced for each power of two of turns. */
function isBackward(turn) {
  let ones = 0;
  for (let bits = turn; bits > 0; bits >>>= 1) ones ^= bits & 1;
  return ones === 1;
}

let seed = 1;

/** Fisher and Yates, with an LCG because a test may replace Math.random. */
function shuffled(size) {
  const places = new Int32Array(size);
  for (let i = 0; i < size; i++) {
    seed = (imul(seed, 1664525) + 1013904223) >>> 0;
    const j = floor(seed / 2 ** 32 * (i + 1));
    places[i] = places[j];
    places[j] = i;
  }
  return (turn, k) => places[k];
}

function progressOf({ members, tests, plan }) {
  if (plan.calls) return progressOfCalls(members, tests, plan);
  const goalNs = plan.timeGoal * 1e9;
  let leftNs = goalNs * max(0, tests.length - members.length);
  let spentNs = 0;
  for (let i = 0; i < members.length; i++) {
    spentNs += members[i].spentNs;
    if (!members[i].failure && !members[i].endedEarly) leftNs += max(0, goalNs - members[i].spentNs);
  }
  return { share: spentNs / max(1, spentNs + leftNs), leftSeconds: leftNs / 1e9 };
}

function progressOfCalls(members, tests, { calls }) {
  let done = 0;
  let spentNs = 0;
  for (let i = 0; i < members.length; i++) {
    done += members[i].failure ? calls : min(calls, members[i].callsDone);
    spentNs += members[i].spentNs;
  }
  const share = done / (calls * max(tests.length, members.length));
  return { share, leftSeconds: share > 0 ? spentNs * (1 / share - 1) / 1e9 : 0 };
}

module.exports = { createOrder, progressOf };
