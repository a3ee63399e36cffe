'use strict';

const { expect } = require('chai');
const { detailLines } = require('#lib/report/details');
const { width } = require('#lib/base/text/display');
const { row, failedRow } = require('../helpers/documents');

/** A row whose rounds took these nanoseconds per call, with 1000 calls each */
const withRounds = (times, more) => {
  const stats = times.map((ns) => ({ count: 1000, elapsed: ns * 1000 / 1e9 }));
  const made = row('a', more);
  return { ...made, results: { ...made.results, stats } };
};
const upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);
const many = (count, ns) => Array(count).fill(ns);

const ALL = 'fastest 100 ns, median 150 ns, 75 % 175 ns, 99 % 199 ns, slowest 200 ns';
const linesOf = (times, more, screen = {}) => detailLines(withRounds(times, more), screen);
const drawingOf = (times, screen) => linesOf(times, {}, screen)[0].slice(2, 26);

describe('the lines of details', () => {
  const even = upTo(101).map((i) => 99 + i).reverse();

  it('have a histogram, quantiles, and the interval and the median below them', () => {
    // 101 rounds of 100, 101, 102 ... 200 ns: four or five in each of 24 parts up to 199 ns
    const interval = { nsPerCall: 150, nsLow: 120, nsHigh: 180 };
    expect(linesOf(even, interval)).to.deep.equal([
      `  ${'#'.repeat(24)}  ${ALL}`.replace(/#+/, drawingOf(even)),
      '      [-------|------]      95 % interval 120 – 180 ns',
    ]);
    expect(drawingOf(even)).to.match(/^[=#]{24}$/);
    expect(linesOf(even, interval, { isUtf8: true })[1])
      .to.equal('      ├───────┼──────┤      95 % interval 120 – 180 ns');
    expect(drawingOf(even, { isUtf8: true })).to.match(/^[▆▇█]{24}$/);
  });

  it('mark the median alone without an interval, and ends beyond the histogram at its edge', () => {
    const none = { nsLow: null, nsHigh: null };
    expect(linesOf(even, none)[1]).to.equal(`${' '.repeat(14)}|${' '.repeat(13)}median`);
    expect(linesOf(even, { nsPerCall: 150, nsLow: 50, nsHigh: 900 })[1])
      .to.equal(`  [${'-'.repeat(11)}|${'-'.repeat(10)}]  95 % interval 50 – 900 ns`);
    expect(linesOf(even, { nsPerCall: 150, nsLow: 149.9, nsHigh: 150.1 })[1]).to.match(/^ {14}\| {13}95 %/);
  });

  for (const [title, times, drawing] of [
    ['shows one round among a thousand', [...many(980, 100), 108.5, ...many(20, 116)], '#           .          .'],
    ['has half the height for half as many', [...many(100, 100), ...many(50, 108.5), ...many(99, 116)],
      '#           -          #'],
    // 10 of 1000 are slower than the 99th percentile, 110.9 ns.
    ['ends at the 99th percentile', [...many(900, 100), ...many(85, 105), ...many(5, 110), ...many(10, 200)],
      '#          .          . '],
  ]) {
    it(`have a histogram that ${title}`, () => expect(drawingOf(times)).to.equal(drawing));
  }

  it('are missing with fewer than five timed rounds, and without a speed', () => {
    expect(linesOf([1, 2, 3, 4])).to.deep.equal([]);
    expect(linesOf([0, 5, 6, 7, 8])).to.deep.equal([]);
    expect(linesOf([0, 5, 6, 7, 8, 9])[0]).to.match(/fastest 5 ns, .* slowest 9 ns/);
    for (const results of [undefined, null, {}]) expect(detailLines({ ...row('a'), results }, {})).to.deep.equal([]);
    expect(detailLines(failedRow('a'), {})).to.deep.equal([]);
    expect(linesOf(upTo(9), { verdict: 'too-noisy' })).to.deep.equal([]);
  });

  it('have no histogram of equal rounds', () => {
    expect(linesOf([7, 7, 7, 7, 7])).to.deep.equal(['  fastest 7 ns, median 7 ns, 75 % 7 ns, 99 % 7 ns, slowest 7 ns']);
  });

  it('in narrower terminals have fewer bins, no histogram, fewer quantiles, and are finally cut', () => {
    const [whole] = linesOf(even);
    const few = '  fastest 100 ns, median 150 ns, slowest 200 ns';
    for (const [columns, line] of [
      [0, whole], [width(whole), whole], [ALL.length + 2, `  ${ALL}`], [ALL.length + 1, few], [47, few],
      [30, '  fastest 100 ns, median 150 …'],
    ]) expect(linesOf(even, {}, { columns })[0], `${columns}`).to.equal(line);
    expect(linesOf(even, {}, { columns: width(whole) - 1 })[0]).to.have.length(width(whole) - 8);
  });
});
