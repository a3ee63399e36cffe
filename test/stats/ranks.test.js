'use strict';

const { expect } = require('chai');
const vectors = require('../fixtures/stat-vectors.json');
const { near, nearEach, range } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { exactRankP, mannWhitney, cliffsDelta, effectWord } = require('#lib/base/stats/ranks');

/** A plain count of the ways to choose k of the doubled ranks with each sum. */
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
  it('equals a plain count, with and without ties', () => {
    const uniform = mulberry32(8);
    const draw = (from, to) => from + Math.floor(uniform() * (to - from + 1));
    for (let trial = 0; trial < 60; trial++) {
      const groups = range(draw(2, 14), () => 1 + draw(0, trial % 4));
      const n = groups.reduce((sum, size) => sum + size, 0);
      const k = draw(1, n - 1);
      for (const distance of [0, 1, 2, 5, 20, k * (n - k)].filter((one) => one <= k * (n - k))) {
        const expected = plainP(groups, k, distance);
        expect(exactRankP(groups, k, distance), `${distance} with ${k} of ${groups}`)
          .to.be.closeTo(expected, 1e-12 * expected);
      }
    }
  });

  it('keeps counts for each pair of lengths', () => {
    const of = (n, k) => exactRankP(Array(n).fill(1), k, 40);
    const first = of(20, 8);
    expect(new Set([first, of(20, 9), of(21, 8)]).size).to.equal(3);
    expect(of(20, 8)).to.equal(first);
  });

  it('reaches 2 of C(60, 30) choices for separate lists', () => {
    const choices = range(30, (i) => (60 - i) / (i + 1)).reduce((product, factor) => product * factor, 1);
    near(exactRankP(Array(60).fill(1), 30, 900) * choices / 2, 1, 'choices');
  });
});

describe('stats/ranks: mannWhitney', () => {
  it('equals the reference, exactly and by the normal approximation', () => {
    for (const one of vectors.mwu) {
      const { name, a, b, p_exact: p, p_asymptotic_continuity: approximate } = one;
      nearEach(mannWhitney(a, b), { u: one.U1, p }, name);
      nearEach(mannWhitney(b, a), { u: one.U2, p }, `${name}, turned`);
      nearEach(mannWhitney(a, b, 0), { u: one.U1, p: approximate }, `${name}, approximate`);
    }
    for (const { n, p } of vectors.mwu_min_p) {
      near(mannWhitney(range(n, (i) => i), range(n, (i) => n + i)).p, p, `n = ${n}`);
    }
  });

  it('is exact up to 60 values, and approximate for more, to 2 % of a p near 0.05', () => {
    const normal = gaussian(mulberry32(61));
    const a = range(30, normal);
    const b = range(30, () => normal() + 0.43);
    const { p } = mannWhitney(a, b);
    expect(p).to.equal(mannWhitney(a, b, 60).p);
    expect(p).to.not.equal(mannWhitney(a, b, 59).p);
    expect(mannWhitney(a, b, 59).p / p).to.be.within(0.98, 1.02);
    const more = [...b, 0.5];
    expect(mannWhitney(a, more).p).to.equal(mannWhitney(a, more, 0).p);
  });

  it('is 1 for empty lists, and at the mean', () => {
    for (const exactUpTo of [60, -1]) {
      for (const [a, b] of [[[], []], [[], [1, 2]], [[1], []]]) {
        expect(mannWhitney(a, b, exactUpTo)).to.deep.equal({ u: 0, p: 1 });
      }
      expect(mannWhitney([1, 4], [2, 3], exactUpTo)).to.deep.equal({ u: 2, p: 1 });
    }
  });
});

describe('stats/ranks: cliffsDelta', () => {
  it('is the share of pairs with the first above, minus the share with the first below', () => {
    const byPairs = (a, b) => (
      a.reduce((sum, x) => sum + b.reduce((all, y) => all + Math.sign(x - y), 0), 0) / (a.length * b.length));
    expect(cliffsDelta([4, 5, 6], [1, 2, 3])).to.equal(1);
    expect(cliffsDelta([5], [5, 5, 5])).to.equal(0);
    const random = mulberry32(3);
    const list = (most) => range(1 + Math.floor(random() * 20), () => Math.floor(random() * most));
    for (let i = 0; i < 100; i++) {
      const [a, b] = [list(2 + i % 30), list(2 + i % 30)];
      const given = JSON.stringify([a, b]);
      expect(cliffsDelta(a, b)).to.be.closeTo(byPairs(a, b), 1e-12);
      expect(JSON.stringify([a, b])).to.equal(given);
    }
  });

  it('has words for its size', () => {
    expect([0, 0.146, -0.147, 0.329, 0.33, -0.473, 0.474, -1].map(effectWord))
      .to.deep.equal(['negligible', 'negligible', 'small', 'small', 'medium', 'medium', 'large', 'large']);
  });
});
