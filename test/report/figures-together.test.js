'use strict';

const { expect } = require('chai');
const { timesTogether, ratesTogether } = require('../../lib/report/chart/figures-together');

const plain = (texts) => texts.map((text) => text.replace(/\u00a0/g, ' '));
const of = (value, half = null) => (
  { value, low: half === null ? null : value - half, high: half === null ? null : value + half });

describe('figures that are compared', () => {
  it('have one unit, and the digits of the most certain of them', () => {
    expect(plain(timesTogether([of(16600, 300), of(16450, 20)]))).to.deep.equal(['16.600 µs', '16.450 µs']);
    expect(plain(timesTogether([of(16600, 300), of(16450, 90)]))).to.deep.equal(['16.60 µs', '16.45 µs']);
    expect(plain(timesTogether([of(996.4, 3), of(1043.2, 8)]))).to.deep.equal(['996.4 ns', '1,043.2 ns']);
    expect(plain(timesTogether([of(100), of(88)]))).to.deep.equal(['100.0 ns', '88.0 ns']);
  });

  it('have no more than six digits', () => {
    expect(plain(timesTogether([of(90000, 5), of(1000, 0.01)]))).to.deep.equal(['90.0000 µs', '1.0000 µs']);
  });

  it('stand each by itself where they are far apart, or alone', () => {
    expect(plain(timesTogether([of(5e6, 1e4), of(12, 0.1)]))).to.deep.equal(['5.000 ms', '12.00 ns']);
    expect(plain(timesTogether([null, of(12.345, 0.4)]))).to.deep.equal(['–', '12.3 ns']);
    expect(timesTogether([null, null])).to.deep.equal(['–', '–']);
    expect(timesTogether([])).to.deep.equal([]);
  });

  it('are rates a second, too', () => {
    expect(plain(ratesTogether([of(1.002e6, 4e4), of(9.44e5, 3e3)]))).to.deep.equal(['1.0020 M/s', '0.9440 M/s']);
    expect(plain(ratesTogether([of(120), null]))).to.deep.equal(['120 /s', '–']);
    expect(plain(ratesTogether([of(3e-7), of(5e-7)]))).to.deep.equal(['3.000·10⁻⁷/s', '5.000·10⁻⁷/s']);
    expect(plain(ratesTogether([of(5e8), of(3e3)]))).to.deep.equal(['500.0 M/s', '3.000 k/s']);
  });
});
