'use strict';

const { expect } = require('chai');
const { fewest } = require('../../lib/stats/sample-size');

describe('stats/sample-size', () => {
  // Threshold from which numbers are enough, smallest and largest number, result.
  const cases = [
    ['a threshold inside the range', 17, 6, 100, 17],
    ['the threshold at the smallest number', 6, 6, 100, 6],
    ['the threshold below the smallest number', 2, 6, 100, 6],
    ['the threshold at the largest number', 100, 6, 100, 100],
    ['the threshold above the largest number', 101, 6, 100, 100],
    ['a range of one number', 50, 6, 6, 6],
    ['a threshold that is no integer', 41.5, 2, 1e5, 42],
  ];
  for (const [what, threshold, least, most, expected] of cases) {
    it(`fewest, given ${what}, returns ${expected}`, () => {
      const asked = [];
      const found = fewest((count) => {
        asked.push(count);
        return count >= threshold;
      }, least, most);
      expect(found).to.equal(expected);
      for (const count of asked) expect(count).to.be.within(least, most);
      // By halves.
      expect(asked.length).to.be.at.most(Math.ceil(Math.log2(most - least + 1)));
    });
  }
});
