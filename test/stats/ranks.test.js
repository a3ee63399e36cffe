'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/stat-vectors.json');
const { mulberry32, gaussian } = require('../helpers/random');
const { normalTwoSidedP } = require('../../lib/stats/distributions');
const { exactRankP, mannWhitney, cliffsDelta, effectWord } = require('../../lib/stats/ranks');

const range = (n, valueOf) => Array.from({ length: n }, (_, i) => valueOf(i));

/** Within 1e-9 relative. */
function near(actual, expected, what) {
  expect(Math.abs(actual - expected), `${what}: ${actual} for ${expected}`).to.be.at.most(1e-9 * Math.abs(expected));
}

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

describe('stats/ranks: exactRankP', () => {
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

describe('stats/ranks: mannWhitney', () => {
  for (const one of vectors.mwu) {
    it(`compares ${one.name} as the reference does, exactly and by the normal approximation`, () => {
      const { u, p } = mannWhitney(one.a, one.b);
      near(u, one.U1, 'u');
      near(p, one.p_exact, 'p');
      const turned = mannWhitney(one.b, one.a);
      near(turned.u, one.U2, 'u of b');
      near(turned.p, one.p_exact, 'p of b and a');
      near(mannWhitney(one.a, one.b, 0).p, one.p_asymptotic_continuity, 'p, approximate');
      expect(mannWhitney(one.a, one.b, 0).u).to.equal(u);
    });
  }

  it('reaches the smallest p there is at total separation', () => {
    for (const { n, p } of vectors.mwu_min_p) {
      near(mannWhitney(range(n, (i) => i), range(n, (i) => n + i)).p, p, `n = ${n}`);
    }
  });

  it('counts exactly up to 60 values and approximates from 61 on, to 2 % of a p near 0.05', () => {
    const normal = gaussian(mulberry32(61));
    const a = range(30, normal);
    const b = range(30, () => normal() + 0.43);
    const counted = mannWhitney(a, b).p;
    expect(counted).to.equal(mannWhitney(a, b, 60).p);
    expect(counted).to.not.equal(mannWhitney(a, b, 59).p);
    expect(mannWhitney(a, b, 59).p / counted).to.be.within(0.98, 1.02);
    const more = [...b, 0.5];
    expect(mannWhitney(a, more).p).to.equal(mannWhitney(a, more, 0).p);
    expect(mannWhitney(a, more, 61).p / mannWhitney(a, more).p).to.be.within(0.98, 1.02);
  });

  it('counts what a listing of all choices counts', () => {
    const uniform = mulberry32(3);
    for (let trial = 0; trial < 20; trial++) {
      const pool = range(9, () => Math.floor(uniform() * 6)); // few values, so many ties
      const size = 2 + trial % 6;
      const uOf = (chosen) => {
        let u = 0;
        for (let i = 0; i < 9; i++) {
          for (let j = 0; j < 9; j++) {
            if (chosen(i) && !chosen(j)) u += pool[i] > pool[j] ? 1 : pool[i] === pool[j] ? 0.5 : 0;
          }
        }
        return u;
      };
      const expected = size * (9 - size) / 2;
      const own = uOf((i) => i < size);
      let all = 0;
      let far = 0;
      for (let mask = 0; mask < 512; mask++) {
        const chosen = (i) => (mask >> i & 1) === 1;
        if (range(9, chosen).filter(Boolean).length !== size) continue;
        all++;
        if (Math.abs(uOf(chosen) - expected) >= Math.abs(own - expected)) far++;
      }
      const { u, p } = mannWhitney(pool.slice(0, size), pool.slice(size));
      expect(u).to.equal(own);
      near(p, far / all, `${size} of ${pool}`);
    }
  });

  it('knows the tails of the normal distribution', () => {
    for (const { z, value } of vectors.normal_cdf) {
      if (z <= 0) near(normalTwoSidedP(-z), 2 * value, `z = ${z}`);
      else expect(normalTwoSidedP(z), `z = ${z}`).to.be.closeTo(2 - 2 * value, 1e-15);
    }
    near(normalTwoSidedP(3 - 1e-12) / normalTwoSidedP(3), 1, 'where series and fraction meet');
    // erfc(z / sqrt 2), small probabilities to all digits: 1 minus the middle leaves eight of them.
    near(normalTwoSidedP(5.5), 3.797912493177544e-8, 'z = 5.5');
    near(normalTwoSidedP(5.9), 3.6350157261988647e-09, 'z = 5.9');
    expect(normalTwoSidedP(50)).to.equal(0);
  });

  it('finds nothing where there is nothing to be found', () => {
    for (const [a, b] of [[[], []], [[], [1, 2]], [[1], []]]) {
      expect(mannWhitney(a, b)).to.deep.equal({ u: 0, p: 1 });
      expect(mannWhitney(a, b, -1)).to.deep.equal({ u: 0, p: 1 });
    }
    // Right at its mean u is nearer to it than the continuity correction.
    expect(mannWhitney([1, 4], [2, 3], 0)).to.deep.equal({ u: 2, p: 1 });
  });
});

/** By its definition: all pairs. */
function byPairs(a, b) {
  let sum = 0;
  for (const x of a) for (const y of b) sum += Math.sign(x - y);
  return sum / (a.length * b.length);
}

describe('stats/ranks: cliffsDelta', () => {
  it('is the share of pairs in which the first is above, less those in which it is below', () => {
    expect(cliffsDelta([4, 5, 6], [1, 2, 3])).to.equal(1);
    expect(cliffsDelta([1, 2, 3], [4, 5, 6])).to.equal(-1);
    expect(cliffsDelta([1, 2], [1, 2])).to.equal(0);
    expect(cliffsDelta([5], [5, 5, 5])).to.equal(0);
    // Of six pairs two are above, and three below.
    expect(cliffsDelta([3, 1], [2, 1, 4])).to.equal(-1 / 6);
  });

  it('is that of all pairs for any lists, with ties', () => {
    const random = mulberry32(3);
    const list = (most) => Array.from({ length: 1 + Math.floor(random() * 20) }, () => Math.floor(random() * most));
    for (let i = 0; i < 300; i++) {
      const [a, b] = [list(2 + i % 30), list(2 + i % 30)];
      expect(cliffsDelta(a, b)).to.be.closeTo(byPairs(a, b), 1e-12);
      expect(cliffsDelta(b, a)).to.be.closeTo(-byPairs(a, b), 1e-12);
    }
  });

  it('leaves the lists as they are', () => {
    const [a, b] = [[3, 1, 2], [9, 8]];
    cliffsDelta(a, b);
    expect([a, b]).to.deep.equal([[3, 1, 2], [9, 8]]);
  });

  it('has words for its size', () => {
    expect([0, 0.146, -0.147, 0.329, 0.33, -0.473, 0.474, -1].map(effectWord))
      .to.deep.equal(['negligible', 'negligible', 'small', 'small', 'medium', 'medium', 'large', 'large']);
  });
});
