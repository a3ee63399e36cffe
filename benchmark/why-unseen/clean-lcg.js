'use strict';
// Draws dice with a linear congruential generator and counts the faces.
// reason: does more

function next(seed) {
  return (Math.imul(seed, 1664525) + 1013904223) >>> 0;
}

function face(seed) {
  return (seed >>> 16) % 6;
}

function roll(times) {
  const counts = [0, 0, 0, 0, 0, 0];
  let seed = 12345;
  for (let i = 0; i < times; i++) {
    seed = next(seed);
    counts[face(seed)]++;
  }
  return counts;
}

function most(counts) {
  let best = 0;
  for (let i = 1; i < counts.length; i++) if (counts[i] > counts[best]) best = i;
  return best;
}

function fast() {
  return most(roll(400));
}

function slow() {
  return most(roll(1000));
}

module.exports = { fast, slow };
