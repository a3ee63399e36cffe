'use strict';

const { expect } = require('chai');
const { detailLines } = require('../../lib/report/details');
const { testLines: tableLines } = require('../helpers/report-texts');
const { width } = require('../../lib/text/display');
const { row, failedRow, tooNoisy } = require('../helpers/documents');

/** A row whose rounds took so many nanoseconds a call, 1000 calls each. */
const withRounds = (times, more) => {
  const stats = times.map((ns) => ({ count: 1000, elapsed: ns * 1000 / 1e9 }));
  const made = row('a', more);
  return { ...made, results: { ...made.results, stats } };
};
const upTo = (n) => Array.from({ length: n }, (_, i) => i + 1);

describe('the line of details', () => {
  it('has the quantiles of the rounds, and what they look like', () => {
    // 101 rounds of 100, 101, 102 ... 200 ns: 6 or 7 in each of 16 parts up to 199 ns
    const [line] = detailLines(withRounds(upTo(101).map((i) => 99 + i).reverse()));
    expect(line).to.match(
      /^ {2}fastest 100 ns, median 150 ns, 75 % 175 ns, 99 % 199 ns, slowest 200 ns {2}\|[=#]{16}\|$/);
  });

  it('draws a part with one round, and none without any', () => {
    // One round among a thousand is seen.
    const times = [...Array(980).fill(100), 108.5, ...Array(20).fill(116)];
    expect(detailLines(withRounds(times))[0]).to.match(/ {2}\|# {7}\. {6}\.\|$/);
    // Half as many are half as high.
    const [half] = detailLines(withRounds([...Array(100).fill(100), ...Array(50).fill(108.5), ...Array(99).fill(116)]));
    expect(half).to.match(/ {2}\|# {7}- {6}#\|$/);
  });

  it('ends where the slowest hundredth begins', () => {
    const times = [...upTo(199).map((i) => 100 + i / 100), 5000];
    const [line] = detailLines(withRounds(times));
    expect(line).to.include('slowest 5 us').and.to.match(/99 % 102 ns/);
    expect(/\|(.*)\|/.exec(line)[1].trim()).to.have.length(16);
    // 10 of 1000 are slower: none of them is drawn, where the 99th percentile is 110.9 ns
    const slow = [...Array(900).fill(100), ...Array(85).fill(105), ...Array(5).fill(110), ...Array(10).fill(200)];
    expect(detailLines(withRounds(slow))[0]).to.match(/ {2}\|# {6}\. {6}\. \|$/);
  });

  it('is none of fewer than five rounds, of none, and where there is no time', () => {
    expect(detailLines(withRounds([1, 2, 3, 4]))).to.deep.equal([]);
    expect(detailLines(withRounds([1, 2, 3, 4, 5]))).to.have.length(1);
    expect(detailLines(row('a'))).to.deep.equal([]);
    for (const results of [undefined, null, {}]) expect(detailLines({ ...row('a'), results })).to.deep.equal([]);
    expect(detailLines(failedRow('a'))).to.deep.equal([]);
    expect(detailLines({ ...withRounds(upTo(9)), verdict: 'too-noisy', results: withRounds(upTo(9)).results }))
      .to.deep.equal([]);
    expect(detailLines(tooNoisy('a'))).to.deep.equal([]);
  });

  it('leaves out rounds without a time, and draws nothing where all are the same', () => {
    expect(detailLines(withRounds([0, 5, 6, 7, 8]))).to.deep.equal([]);
    expect(detailLines(withRounds([0, 5, 6, 7, 8, 9]))[0]).to.match(/^ {2}fastest 5 ns, .* slowest 9 ns/);
    const [same] = detailLines(withRounds([7, 7, 7, 7, 7]));
    expect(same).to.equal('  fastest 7 ns, median 7 ns, 75 % 7 ns, 99 % 7 ns, slowest 7 ns');
  });

  it('goes without the drawing where the terminal is narrow, then without the quarters, then ends early', () => {
    const rounds = withRounds(upTo(50).map((i) => 100 + i));
    const [whole] = detailLines(rounds);
    expect(detailLines(rounds, width(whole))).to.deep.equal([whole]);
    const words = whole.replace(/ {2}\|.*\|$/, '');
    expect(detailLines(rounds, width(whole) - 1)).to.deep.equal([words]);
    expect(detailLines(rounds, width(words))).to.deep.equal([words]);
    const few = '  fastest 101 ns, median 126 ns, slowest 150 ns';
    for (const columns of [width(words) - 1, 47]) expect(detailLines(rounds, columns)).to.deep.equal([few]);
    expect(detailLines(rounds, 30)).to.deep.equal(['  fastest 101 ns, median 126 …']);
    for (const columns of upTo(120)) expect(width(detailLines(rounds, columns)[0])).to.be.at.most(columns);
    for (const columns of [0, undefined]) expect(detailLines(rounds, columns)).to.deep.equal([whole]);
  });

  it('stands below its row where people look, faint, and nowhere else', () => {
    const rows = [withRounds(upTo(9)), { ...withRounds([1, 2]), name: 'b' }];
    const settings = { visualize: true, showRunDetails: true, verbose: 2 };
    expect(tableLines(rows, settings).map((line) => line.slice(0, 10)))
      .to.deep.equal([tableLines(rows, settings)[0].slice(0, 10), tableLines(rows, settings)[1].slice(0, 10),
        '  fastest ', tableLines(rows, settings)[3].slice(0, 10)]);
    const faint = `\u001b[2m${tableLines(rows, settings)[2]}\u001b[0m`;
    expect(tableLines(rows, { ...settings, hasColours: true })[2]).to.equal(faint);
    for (const other of [{ visualize: false }, { verbose: 1 }, { showRunDetails: false }]) {
      expect(tableLines(rows, { ...settings, ...other }).join()).not.to.include('fastest');
    }
  });
});
