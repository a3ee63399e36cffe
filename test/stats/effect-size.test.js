'use strict';

const { expect } = require('chai');
const { cliffsDelta, effectWord } = require('../../lib/stats/effect-size');
const { mulberry32 } = require('../helpers/random');

/** By its definition: all pairs. */
function byPairs(a, b) {
  let sum = 0;
  for (const x of a) for (const y of b) sum += Math.sign(x - y);
  return sum / (a.length * b.length);
}

describe('Cliff\'s delta', () => {
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
