'use strict';

const { expect } = require('chai');
const { streamsLines } = require('../../lib/report/streams-table');
const { width } = require('../../lib/text/display');
const { reference, gzip, against, typical, objectMode, oneSided, single, many, inChunks, failedStream, openStream } =
  require('../helpers/streams-rows');

const at = (rows, columns, more) => streamsLines(rows, { visualize: true, bargraphScale: 5, columns, ...more });

describe('the table of streams', () => {
  it('has units in the titles, and bars', () => {
    expect(at([reference(), gzip()])).to.deep.equal([
      'name           MB/s  +- %  rate                verdict   first byte  peak MB  mean MB  heap MB  processor % ' +
        ' out/in %      collections',
      'pass-through  1,235   1.2  1000  (1000..1000)  baseline    0.212 ms     64.2     60.1    +0.12       98 + 4 ' +
        '      100  12.3 in 3.40 ms  >>>>>',
      'gzip           52.1   0.8    42  (42..43)      slower       4.02 ms     81.0     78.3    -0.40      104 + 6 ' +
        '     12.3    31 in 9.80 ms',
    ]);
  });

  it('does not tell how wide an interval is that says nothing', () => {
    const [, row] = at([reference({ stream: { bytesPerSecondLow: 1, bytesPerSecondHigh: 1e12 } })]);
    expect(row).to.match(/^pass-through +1,235 +>999 /);
  });

  it('leaves out what can be missed where the terminal is narrow, and cuts names inside at last', () => {
    const titles = (columns) => at(typical(), columns)[0].trim().split(/ {1,}(?=\S)/).join(' ');
    expect(titles(150)).to.match(/out\/in % collections$/);
    expect(titles(125)).to.equal('name MB/s +- % rate verdict first byte peak MB mean MB heap MB processor % out/in %');
    expect(titles(112)).to.equal('name MB/s +- % rate verdict first byte peak MB mean MB heap MB processor %');
    expect(titles(98)).to.equal('name MB/s +- % rate verdict first byte peak MB processor %');
    expect(titles(80)).to.equal('name MB/s +- % rate verdict peak MB processor %');
    expect(titles(66)).to.equal('name MB/s rate verdict peak MB processor %');
    expect(at(typical(), 40).slice(0, 4)).to.deep.equal([
      'name                MB/s rate verdict',
      'pass-through       1,235 1000 baseline',
      'gzip                52.1   42 slower',
      'gunzip an…nt lines   240  195 slower',
    ]);
  });

  it('is never wider than the terminal', () => {
    const rows =
      [...typical(), ...many().slice(0, 6), openStream('later'),
        failedStream('x'.repeat(300), { message: 'word '.repeat(90) })];
    for (const columns of [1, 7, 39, 40, 61, 80, 100, 133, 300]) {
      for (const line of at(rows, columns)) expect(width(line), `${columns}: ${line}`).to.be.at.most(columns);
      for (const line of at(rows, columns, { visualize: false })) expect(width(line)).to.be.at.most(columns);
    }
  });

  it('puts two blanks between columns where there is room', () => {
    const wide = at([reference()], 140)[1];
    expect(wide).to.match(/^pass-through {2}1,235 {3}1\.2 {2}1000 {2}\(/);
    const full = at([reference()]).reduce((most, line) => Math.max(most, width(line)), 0);
    expect(at([reference()], full - 10)[1]).to.match(/^pass-through 1,235 {2}1\.2 1000 \(/);
  });

  it('has a bar for each contender in proportion, as long as the terminal lets it', () => {
    const rows = [reference(), against('fast', 12350, 0.01, { rank: 10000 }), against('slow', 1, 0.01, { rank: 0.8 })];
    const bars = (columns, bargraphScale = 5) =>
      at(rows, columns, { bargraphScale }).slice(1).map((line) => /(>*\+?)$/.exec(line)[1]);
    expect(bars()).to.deep.equal(['>>>>>', '>'.repeat(50), '']);
    expect(bars(undefined, 0)).to.deep.equal(['', '', '']);
    expect(bars(undefined, 10)[1]).to.equal(`${'>'.repeat(59)}+`);
    const [first, second] = bars(137);
    expect(first).to.equal('>>>>>');
    expect(second).to.match(/^>+\+$/).and.have.length.below(50);
  });

  it('tells chunks where the chunks have no bytes, and each unit where they differ', () => {
    const [header, first, second] = at(objectMode());
    expect(header).to.match(/^name +chunks\/s +\+- %/);
    // 977 / 1.25e6 s is the time; the interval is that of the time
    expect(first).to.match(/^pass-through +1,250,000 +1\.0 +1000/);
    expect(second).to.match(/^parse lines +310,000 +2\.0 +248 +\(243\.\.253\)/);
    const mixed = at([reference(), inChunks('objects', 31234.5, 0.02)]);
    expect(mixed[0]).to.match(/^name +speed +\+- %/);
    expect(mixed[1]).to.match(/^pass-through +1,235 MB\/s/);
    expect(mixed[2]).to.match(/^objects +31,235 chunks\/s/);
  });

  it('has no column for what no contender has, and a dash for what one has not', () => {
    expect(at([reference()])[0]).not.to.match(/out\/in/);
    expect(at([reference({ stream: { bytesOut: 64.3e6 } })])[0], 'headers of half a per cent').not.to.match(/out\/in/);
    expect(at([reference({ stream: { bytesOut: 66e6 } })])[1]).to.match(/ 103 /);
    expect(at(single())).to.deep.equal(
      ['name           MB/s  rate                verdict   first byte',
        'pass-through  1,235  1000  (1000..1000)  baseline    0.212 ms  >>>>>']);
    const [, first, second] = at(oneSided());
    expect(first).to.match(/baseline +0\.212 ms/);
    expect(second).to.match(/faster +- +64\.2/);
  });

  it('has in brackets what the notes explain, or as a mark where a column would have to go', () => {
    const warned = [reference({ warnings: [{ code: 'short-runs', seconds: 0.01 }] }), gzip()];
    expect(at(warned)[1]).to.match(/baseline \(short runs\) +0\.212 ms/);
    const widest = Math.max(...at(warned, undefined, { bargraphScale: 0 }).map(width));
    // All but one of the 13 columns have a gap, of one or two blanks.
    expect(at(warned, widest - 12)[1]).to.match(/baseline \(short runs\) .* 12\.3 in 3\.40 ms$/);
    expect(at(warned, widest - 13, { bargraphScale: 0 })[1]).to.match(/baseline\* .* 12\.3 in 3\.40 ms$/);
    expect(streamsLines(warned, {})[1]).to.match(/ baseline \(short runs\) first byte/);
    expect(at([reference({ warnings: [{ code: 'collections', share: 0.02 }] })])[1]).not.to.match(/\*|baseline \(/);
  });

  it('says how one failed, and which are not measured yet', () => {
    const lines = at([openStream('gzip'), failedStream('closes early'), openStream('\x1b[2J')], 70);
    expect(lines).to.deep.equal(
      ['name', 'gzip          ...', 'closes early  FAILED Error: the stream was closed before its end (ben…',
        '\\x1b[2J       ...']);
  });

  it('has single spaces, names and units for programs', () => {
    const [header, first, second, failed] =
      streamsLines([reference(), gzip({ stream: { bytesOut: 7.872e6 } }), failedStream('closes early')],
        { visualize: false, bargraphScale: 5 });
    expect(header).to.equal('name speed rate');
    expect(first)
      .to.equal('pass-through 1,235 MB/s +-1.2 % 1000 (1000..1000) baseline first byte 0.212 ms peak 64.2 MB mean ' +
        '60.1 MB heap +0.12 MB ' +
      'processor 98 + 4 % out/in 100 % collections 12.3 in 3.40 ms');
    expect(second)
      .to.equal('gzip 52.1 MB/s +-0.8 % 42 (42..43) slower first byte 4.02 ms peak 81.0 MB mean 78.3 MB ' +
        'heap -0.40 MB processor 104 + 6 % out/in 12.3 % collections 31 in 9.80 ms');
    expect(failed).to.equal('closes early FAILED Error: the stream was closed before its end (bench/zip.js:12:7)');
    const [, alone] = streamsLines(single(), {});
    expect(alone).to.equal('pass-through 1,235 MB/s 1000 (1000..1000) baseline first byte 0.212 ms');
    expect(streamsLines([openStream('x'.repeat(200))], {})[1]).to.equal(`${'x'.repeat(200)} ...`);
  });
});
