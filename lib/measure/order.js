'use strict';

const { floor, imul } = Math;

/**
 * Who runs k-th in a turn. Rotating: the first one moves on from turn to turn and the direction
 * changes, so that none has always the same one before it.
 */
function createOrder(order, size) {
  if (order === 'given') return () => (turn, k) => k;
  if (order === 'random') return () => shuffled(size);
  return () => (turn, k) => {
    // Multiplied by 2^32 over the golden ratio, any turns are spread evenly, also each 64th alone.
    const first = (imul(turn, 0x9e3779b1) >>> 8) % size;
    return (isBackward(turn) ? first - k + size : first + k) % size;
  };
}

/** The sequence of Thue and Morse, ABBA BAAB ...: in balance for each power of two of turns. */
function isBackward(turn) {
  let ones = 0;
  for (let bits = turn; bits > 0; bits >>>= 1) ones ^= bits & 1;
  return ones === 1;
}

let seed = 1;

/** A pseudo-random permutation by Fisher and Yates; steps of an LCG, because a test may replace Math.random. */
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

module.exports = { createOrder };
