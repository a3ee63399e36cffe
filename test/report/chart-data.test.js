'use strict';

const { expect } = require('chai');
const { bins } = require('../../lib/report/chart/distribution');
const { stack } = require('../../lib/report/chart/frame');
const { mulberry32, gaussian } = require('../helpers/random');

const sum = (list) => list.reduce((total, value) => total + value, 0);

describe('bins', () => {
  const normal = (seed, n, mean, deviation) => {
    const draw = gaussian(mulberry32(seed));
    return Array.from({ length: n }, () => mean + deviation * draw());
  };

  it('hold all values, from the lowest to the highest', () => {
    for (const n of [1, 2, 5, 61, 500, 6000]) {
      const values = normal(n, n, 100, 3);
      const low = Math.min(...values);
      const high = Math.max(...values);
      const { counts, width, low: from } = bins(values);
      expect(sum(counts), n).to.equal(n);
      expect(from, n).to.be.at.most(low);
      expect(from + width * counts.length, n).to.be.at.least(high - 1e-9);
      expect(counts.length, n).to.be.within(1, 100);
    }
  });

  it('are narrow enough to keep two levels apart', () => {
    const { counts, low, width } = bins([...normal(1, 2000, 100, 1), ...normal(2, 1000, 120, 1)]);
    const at = (value) => counts[Math.floor((value - low) / width)];
    expect(at(110)).to.equal(0);
    expect(at(100)).to.be.above(5 * at(104));
    expect(at(120)).to.be.above(5 * at(116.5));
  });

  it('are wide enough to show one hump as one', () => {
    const { counts } = bins(normal(3, 300, 100, 1));
    expect(counts.length).to.be.within(8, 30);
  });

  it('hold as many steps each where values come in steps', () => {
    const values = normal(5, 5000, 50, 6).map(Math.round);
    const { counts, width, low } = bins(values);
    expect(width % 1).to.equal(0);
    expect(Math.abs(low % 1)).to.equal(0.5);
    expect(sum(counts)).to.equal(5000);
    // A comb has gaps between its teeth.
    const middle = counts.slice(Math.floor(counts.length / 3), Math.ceil(2 * counts.length / 3));
    for (let i = 1; i < middle.length; i++) expect(middle[i] / middle[i - 1]).to.be.within(0.5, 2);
  });

  it('are one where all values are the same', () => {
    expect(bins([5, 5, 5])).to.deep.equal({ low: 5, width: 0, counts: [3] });
  });
});

describe('dots', () => {
  it('stay on the line where there is room, and go up where they would hide each other', () => {
    expect(stack([10, 20, 30], 5)).to.deep.equal({ levels: [0, 0, 0], height: 1 });
    expect(stack([30, 10, 11, 12, 16], 5)).to.deep.equal({ levels: [0, 0, 1, 2, 0], height: 3 });
    expect(stack([], 5)).to.deep.equal({ levels: [], height: 0 });
  });

  it('never lie over each other', () => {
    const uniform = mulberry32(6);
    const places = Array.from({ length: 60 }, () => uniform() * 100);
    const { levels, height } = stack(places, 3);
    for (let i = 0; i < 60; i++) {
      expect(levels[i]).to.be.within(0, height - 1);
      for (let k = 0; k < i; k++) {
        if (levels[i] === levels[k]) expect(Math.abs(places[i] - places[k])).to.be.at.least(3);
      }
    }
  });
});
