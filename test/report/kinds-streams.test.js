'use strict';

const { expect } = require('chai');
const { STREAM_PARTS } = require('#lib/report/kinds/streams');
const { toReport } = require('#lib/report/output/formats');
const words = require('#lib/report/streams-words');
const { countsOf, results } = require('../helpers/documents');
const {
  reference, gzip, typical, objectMode, oneSided, single, inChunks, failedStream, openStream, streamSuite,
} = require('../helpers/streams-rows');
const { textsOf } = require('../helpers/report-texts');

const tableOf = (rows, settings = {}) => STREAM_PARTS.table(rows, settings);
const titleOf = (rows, key) => tableOf(rows).columns.find((column) => column.key === key).title;

describe('figures of streams', () => {
  it('have the speed with its own interval, or with the interval of the time', () => {
    expect(words.computeSpeed(gzip())).to.deep.equal(
      { value: 52.1, low: 52.1 * (1 - 0.0081), high: 52.1 * (1 + 0.0081), unit: 'MB/s' });
    const items = { itemsPerSecond: 100, bytesPerSecond: null, nsPerCall: 8, nsLow: 4, nsHigh: 10, stream: null };
    // The longest time is the lowest speed: 100 * 8 / 10
    expect(words.computeSpeed(items)).to.deep.equal({ value: 100, low: 80, high: 200, unit: 'chunks/s' });
    expect(words.computeSpeed({ ...items, nsLow: null })).to.include({ low: null, high: null });
    expect([words.computeSpeed({ bytesPerSecond: null, itemsPerSecond: null }),
      words.computeSpeed({ bytesPerSecond: 0, itemsPerSecond: 5 })])
      .to.deep.equal([null, null]);
  });

  const cases = [
    ['megabytes', [[64.24e6, '64.2'], [1234.56e6, '1,234.6'], [1e12, '1,000,000.0'], [0, '0.0']]],
    ['signedMegabytes', [[123456, '+0.12'], [-3.4e6, '-3.40'], [12.34e6, '+12.3'], [-4999, '0.00'], [4999, '0.00'],
      [1234e6, '+1,234'], [-250e6, '-250'], [9.996e6, '+10.0']]],
    ['processorText', [[{ userShare: 0.981, systemShare: 1.046 }, '98 + 105'], [{ userShare: 0.5, systemShare: null },
      '-']]],
    ['collectionsText', [[{ count: 12.34, seconds: 0.0034 }, '12.3 in 3.40 ms'], [{ count: 0, seconds: 0 }, '0'],
      [{ count: 2, seconds: null }, '2'], [{ count: null, seconds: 0.1 }, '-'], [null, '-']]],
    ['outText', [[{ bytesIn: 1e6, bytesOut: 123e3 }, '12.3'], [{ bytesIn: 1e6, bytesOut: 7.9e6 }, '790'],
      [{ bytesIn: 1e6, bytesOut: 412 }, '0.041'], [{ bytesIn: 1e6, bytesOut: 3 }, '<0.01'],
        [{ bytesIn: 1e6, bytesOut: 0 }, '0'],
      [{ bytesIn: 1e6, bytesOut: null }, '-'], [{ bytesIn: 0, bytesOut: 5 }, '-']]],
  ];
  for (const [name, pairs] of cases) {
    it(`are written by ${name}`, () => {
      for (const [value, text] of pairs) expect(words[name](value)).to.equal(text);
    });
  }
});

describe('the description of the input of streams', () => {
  const heads = [
    [{ input: 'logs/a\x1b.log', inputBytes: 64e6 }, [],
      '64.0 MB from logs/a\\x1b.log in chunks of 65,536 bytes; 10 runs each, every run in a separate process'],
    [{ input: Buffer.alloc(1500), chunkSize: 16, runs: 1 }, [],
      '1.50 kB from memory in chunks of 16 bytes; one run each, in a separate process'],
    [{ input: () => null, runs: 2500, forkTests: 0 }, [], 'a function; 2,500 runs each, in this process'],
    [{ input: null }, [], '10 runs each, every run in a separate process'],
  ];
  for (const [settings, , text] of heads) {
    it(`is: ${text}`, () => expect(STREAM_PARTS.headText({ runs: 10, forkTests: 10, chunkSize: 65536,
      ...settings })).to.equal(text));
  }

  it('is derived from the rows of a saved suite, and has the margin on pages only', () => {
    const of = (settings) => toReport(results([streamSuite(typical(),
      { settings: { isStreams: true, ...settings } })])).sections[0];
    expect(of({ forkTests: 10, margin: 0.002, input: 'a function', chunkSize: 5 }).settings).to.equal(
      '64.0 MB from a function; 10 runs each, every run in a separate process · margin 0.2 %');
    expect(of({ runs: 3, margin: 0.002, title: '' }).head(80).pop()).to.equal('64.0 MB; 3 runs each, in this process');
    expect(of({}).settings).to.equal('64.0 MB; 10 runs each, in this process');
    const failed = toReport(results([streamSuite([failedStream('a')], { settings: { isStreams: true } })]));
    expect(failed.sections[0].head(80).pop()).to.equal('one run each, in this process');
  });
});

describe('the table of streams', () => {
  it('has its unit in the title, or in cells if they differ', () => {
    expect([titleOf(typical(), 'speed'), titleOf(objectMode(), 'speed'), titleOf([], 'speed')])
      .to.deep.equal(['MB/s', 'chunks/s', 'MB/s']);
    const mixed = [reference(), inChunks('objects', 31234, 0.02)];
    expect(titleOf(mixed, 'speed')).to.equal('speed');
    expect(tableOf(mixed).rows.map((row) => textsOf(row).speed)).to.deep.equal(['1,235 MB/s', '31,234 chunks/s']);
  });

  it('has empty cells for unknown values, and outputs only if sizes change', () => {
    expect(textsOf(tableOf(single()).rows[0])).to.deep.equal({
      name: 'pass-through', speed: '1,235', rank: '1000', rankInterval: '1000 – 1000', verdict: 'baseline',
        marked: 'baseline',
      first: '212 µs', collections: '-' });
    expect(tableOf(oneSided()).rows.map(({ cells }) => cells.out)).to.deep.equal(['', '']);
    expect(textsOf(tableOf(oneSided()).rows[1])).to.not.have.property('first');
    const { instead, bar } = tableOf([failedStream('a')]).rows[0];
    expect({ instead, bar }).to.deep.equal(
      { instead: 'FAILED Error: the stream was closed before its end (bench/zip.js:12:7)', bar: undefined });
    expect(tableOf([openStream('a')]).rows[0].instead).to.equal('...');
  });

  it('has instructions per byte, or per run if the bytes of some are unknown', () => {
    const counted = (row) => ({ ...row, counts: countsOf(64e6 * 3) });
    expect(titleOf([counted(reference()), gzip()], 'instructions')).to.equal('instructions/byte');
    expect(textsOf(tableOf([counted(reference())]).rows[0]).instructions).to.equal('3.00');
    expect(titleOf([counted(inChunks('a', 5, 0.1))], 'instructions')).to.equal('instructions/run');
    expect(textsOf(tableOf([counted(inChunks('a', 5, 0.1))]).rows[0]).instructions).to.equal('192,000,000');
  });
});
