'use strict';

const { expect } = require('chai');
const { mulberry32 } = require('../helpers/random');
const { exactRankP } = require('../../lib/stats/rank-counts');

const range = (n, valueOf) => Array.from({ length: n }, (_, i) => valueOf(i));

/** Straight on: the ways to choose k of the doubled ranks that add up to each sum, all of them kept. */
function plainP(groups, k, distance) {
  const n = groups.reduce((sum, size) => sum + size, 0);
  let seen = 0;
  const ranks = groups.flatMap((size) => {
    seen += size;
    return Array(size).fill(2 * seen - size + 1);
  });
  const ways = range(k + 1, () => new Map());
  ways[0].set(0, 1);
  for (const rank of ranks) {
    for (let j = k; j > 0; j--) {
      for (const [sum, count] of ways[j - 1]) ways[j].set(sum + rank, (ways[j].get(sum + rank) || 0) + count);
    }
  }
  let all = 0;
  let far = 0;
  for (const [sum, count] of ways[k]) {
    all += count;
    if (Math.abs(sum - k * (n + 1)) >= distance) far += count;
  }
  return far / all;
}

describe('stats/rank-counts', () => {
  it('counts what a plain count of all sums gives, with and without ties', () => {
    const uniform = mulberry32(8);
    const draw = (from, to) => from + Math.floor(uniform() * (to - from + 1));
    for (let trial = 0; trial < 60; trial++) {
      const most = trial % 4;
      const groups = range(draw(2, 14), () => 1 + draw(0, most));
      const n = groups.reduce((sum, size) => sum + size, 0);
      const k = draw(1, n - 1);
      for (const distance of [0, 1, 2, 5, 20, k * (n - k)]) {
        if (distance > k * (n - k)) continue;
        const expected = plainP(groups, k, distance);
        expect(exactRankP(groups, k, distance), `${distance} with ${k} of ${groups}`)
          .to.be.closeTo(expected, 1e-12 * expected);
      }
    }
  });

  it('gives the same again, for other lengths in between', () => {
    const first = exactRankP(Array(20).fill(1), 8, 40);
    expect(first).to.not.equal(exactRankP(Array(20).fill(1), 9, 40));
    expect(first).to.not.equal(exactRankP(Array(21).fill(1), 8, 40));
    expect(exactRankP(Array(20).fill(1), 8, 40)).to.equal(first);
  });

  it('is sure of nothing at the mean', () => {
    expect(exactRankP([1, 1, 1, 1], 2, 0)).to.equal(1);
    expect(exactRankP([4], 2, 0)).to.equal(1);
  });

  it('reaches 2 of C(60, 30) choices where all of one list lie above the other', () => {
    const choices = range(30, (i) => (60 - i) / (i + 1)).reduce((product, factor) => product * factor, 1);
    expect(exactRankP(Array(60).fill(1), 30, 900) * choices / 2).to.be.closeTo(1, 1e-12);
  });
});
