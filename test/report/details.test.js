'use strict';

const { expect } = require('chai');
const { detailLines } = require('../../lib/report/details');
const { width } = require('../../lib/text/display');
const { row, failedRow } = require('../helpers/documents');

/** A row whose rounds took so many nanoseconds a call, 1000 calls each. */
const withRounds = (times, more) => {
  const stats = times.map((ns) => ({ count: 1000, elapsed: ns * 1000 / 1e9 }));
  const made = row('a', more);
  return { ...made, results: { ...made.results, stats } };
};
const upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);
const many = (count, ns) => Array(count).fill(ns);

describe('the line of details', () => {
  it('has quantiles and a histogram of the rounds', () => {
    // 101 rounds of 100, 101, 102 ... 200 ns: 6 or 7 in each of 16 parts up to 199 ns
    expect(detailLines(withRounds(upTo(101).map((i) => 99 + i).reverse()))[0]).to.match(
      /^ {2}fastest 100 ns, median 150 ns, 75 % 175 ns, 99 % 199 ns, slowest 200 ns {2}\|[=#]{16}\|$/);
  });

  for (const [title, times, drawing] of [
    ['shows one round among a thousand', [...many(980, 100), 108.5, ...many(20, 116)], '#       .      .'],
    ['has half the height for half as many', [...many(100, 100), ...many(50, 108.5), ...many(99, 116)],
      '#       -      #'],
    // 10 of 1000 are slower than the 99th percentile, 110.9 ns.
    ['ends at the 99th percentile', [...many(900, 100), ...many(85, 105), ...many(5, 110), ...many(10, 200)],
      '#      .      . '],
  ]) {
    it(`has a histogram that ${title}`, () => (
      expect(/\|(.*)\|$/.exec(detailLines(withRounds(times))[0])[1]).to.equal(drawing)));
  }

  it('is missing below five rounds with a time, and without a speed', () => {
    expect(detailLines(withRounds([1, 2, 3, 4]))).to.deep.equal([]);
    expect(detailLines(withRounds([0, 5, 6, 7, 8]))).to.deep.equal([]);
    expect(detailLines(withRounds([0, 5, 6, 7, 8, 9]))[0]).to.match(/^ {2}fastest 5 ns, .* slowest 9 ns/);
    for (const results of [undefined, null, {}]) expect(detailLines({ ...row('a'), results })).to.deep.equal([]);
    expect(detailLines(failedRow('a'))).to.deep.equal([]);
    expect(detailLines(withRounds(upTo(9), { verdict: 'too-noisy' }))).to.deep.equal([]);
  });

  it('has no histogram of equal rounds', () => {
    expect(detailLines(withRounds([7, 7, 7, 7, 7])))
      .to.deep.equal(['  fastest 7 ns, median 7 ns, 75 % 7 ns, 99 % 7 ns, slowest 7 ns']);
  });

  it('drops the histogram, then quantiles, and is cut at last', () => {
    const rounds = withRounds(upTo(50).map((i) => 100 + i));
    const [whole] = detailLines(rounds);
    const words = whole.replace(/ {2}\|.*\|$/, '');
    const few = '  fastest 101 ns, median 126 ns, slowest 150 ns';
    for (const [columns, line] of [
      [0, whole], [width(whole), whole], [width(whole) - 1, words], [width(words), words], [width(words) - 1, few],
      [47, few], [30, '  fastest 101 ns, median 126 …'],
    ]) expect(detailLines(rounds, columns), `${columns}`).to.deep.equal([line]);
  });
});
