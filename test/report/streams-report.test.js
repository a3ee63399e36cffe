'use strict';

const { expect } = require('chai');
const { streamsHead } = require('../../lib/report/streams-head');
const { streamsNotes } = require('../../lib/report/streams-notes');
const { sizeText } = require('../../lib/text/numbers');
const {
  speedOf, reachOf, megabytes, signedMegabytes, processorText, collectionsText, outText,
} = require('../../lib/report/streams-words');
const { noteLines } = require('../../lib/report/notes');
const { toCsv, resultsCsv } = require('../../lib/report/csv');
const { toMarkdown } = require('../../lib/report/markdown');
const { toBenchstat } = require('../../lib/report/benchstat');
const { toGithubAction } = require('../../lib/report/github-action');
const { toGithubSummary } = require('../../lib/report/github-summary');
const { KINDS } = require('../../lib/document/document-shape');
const { faultWords } = require('../../lib/document/shape');
const { results, row } = require('../helpers/documents');
const {
  reference, gzip, against, typical, objectMode, oneSided, single, inChunks, failedStream, openStream, streamSuite,
} = require('../helpers/streams-rows');

const document = (tests, more) => results([streamSuite(tests)], more);
const cells = (line) => line.split('|').slice(1, -1).map((cell) => cell.trim());

describe('figures of streams', () => {
  it('have the speed with its own interval, or that of the time', () => {
    expect(speedOf(gzip())).to.deep.equal(
      { perSecond: 52.1, low: 52.1 * (1 - 0.0081), high: 52.1 * (1 + 0.0081), unit: 'MB/s' });
    const { perSecond, low, high, unit } =
      speedOf({ itemsPerSecond: 100, bytesPerSecond: null, nsPerCall: 8, nsLow: 4, nsHigh: 10, stream: null });
    // the longest time is the lowest speed: 100 * 8 / 10
    expect([perSecond, low, high, unit]).to.deep.equal([100, 80, 200, 'chunks/s']);
    expect(reachOf({ perSecond, low, high })).to.equal(1);
    expect(reachOf({ perSecond: 100, low: 70, high: 110 })).to.equal(0.3);
    expect(reachOf({ perSecond: 100, low: null, high: null })).to.equal(null);
    expect(speedOf({ bytesPerSecond: null, itemsPerSecond: null })).to.equal(null);
    expect(speedOf({ bytesPerSecond: 0, itemsPerSecond: 5 }).unit).to.equal('MB/s');
  });

  it('have sizes with three digits', () => {
    const sizes =
      [[0, '0 bytes'], [512, '512 bytes'], [999.6, '1.00 kB'], [12345, '12.3 kB'], [999999, '1.00 MB'],
        [64e6, '64.0 MB'], [5.369e8, '537 MB'], [1.2e9, '1.20 GB'], [null, '-']];
    for (const [bytes, text] of sizes) expect(sizeText(bytes), bytes).to.equal(text);
    for (const [bytes, text] of [
        [64.24e6, '64.2'], [1234.56e6, '1,234.6'], [1e12, '1,000,000.0'], [undefined, '-'], [0, '0.0']]) expect(
      megabytes(bytes), bytes).to.equal(text);
    const grown =
      [[123456, '+0.12'], [-3.4e6, '-3.40'], [12.34e6, '+12.3'], [-4999, '0.00'], [4999, '0.00'], [0, '0.00'],
        [1234e6, '+1,234'], [-250e6, '-250'], [9.996e6, '+10.0'], [NaN, '-']];
    for (const [bytes, text] of grown) expect(signedMegabytes(bytes), bytes).to.equal(text);
  });

  it('have processor time, collections and what comes out', () => {
    expect(processorText({ userShare: 0.981, systemShare: 1.046 })).to.equal('98 + 105');
    expect(processorText({ userShare: 0.5, systemShare: null })).to.equal('-');
    expect(collectionsText({ count: 12.34, seconds: 0.0034 })).to.equal('12.3 in 3.40 ms');
    expect(collectionsText({ count: 0, seconds: 0 })).to.equal('0');
    expect(collectionsText({ count: 2, seconds: null })).to.equal('2');
    expect(collectionsText({ count: null, seconds: 0.1 })).to.equal('-');
    const out = (bytesOut, bytesIn = 1e6) => outText({ bytesIn, bytesOut });
    expect([out(123e3), out(1e6), out(7.9e6), out(412), out(3), out(0), out(null), out(5, 0)])
      .to.deep.equal(['12.3', '100', '790', '0.041', '<0.01', '0', '-', '-']);
  });
});

describe('the head of streams', () => {
  it('tells what goes in, and how often', () => {
    const head = (settings, rows) => streamsHead({ runs: 10, forkTests: 10, chunkSize: 65536, ...settings }, rows);
    expect(head({ input: 'logs/access.log', inputBytes: 64e6 }))
      .to.equal('64.0 MB from logs/access.log in chunks of 65,536 bytes; 10 runs each, a process for each');
    expect(head({ input: Buffer.alloc(1500), inputBytes: null, chunkSize: 16, runs: 1 }))
      .to.equal('1.50 kB from memory in chunks of 16 bytes; one run each, in a process of its own');
    expect(head({ input: () => null, runs: 2500, forkTests: 0 }))
      .to.equal('a function; 2,500 runs each, in this process');
    expect(head({ input: 'a function' }, [openStream('a'), reference()]))
      .to.equal('64.0 MB from a function; 10 runs each, a process for each');
    expect(head({ input: null })).to.equal('10 runs each, a process for each');
    expect(head({ input: null }, typical())).to.match(/^64\.0 MB in chunks of 65,536 bytes; /);
    expect(head({ input: null }, oneSided().slice(0, 1))).to.equal('10 runs each, a process for each');
    expect(head({ input: 'a\x1b[2Jb' })).to.match(/^a\\x1b\[2Jb in chunks/);
  });
});

describe('the notes of streams', () => {
  it('say what is in doubt and what failed, the worst last', () => {
    expect(streamsNotes(typical(), { margin: 0.002 })).to.deep.equal([
      'noise floor here: 0.42 %; what lies under it is not told apart, nor called same',
      'to upper case: not resolved; about 14 more runs would settle it',
      'the peak of memory of to upper case is the highest sample; between two of them it may have been higher',
      'sampling memory took 0.21 % of the time at most',
      '1 of 5 tests failed:',
      '  closes early: Error: the stream was closed before its end',
      '    at bench/zip.js:12:7',
      'gunzip and count lines takes 5.1x as long as pass-through; gzip takes 24x as long; to upper case cannot be ' +
        'told from it yet (within 3.6 %); closes early failed',
    ]);
  });

  it('are gathered, unless all are asked for', () => {
    const rows = [reference(), ...Array.from({ length: 30 }, (_, i) => (
      against(`x ${i}`, 1200, 0.1, { verdict: 'unresolved', noiseFloor: null, stream: { moreRuns: 3 } })))];
    const doubts = (verbose) => streamsNotes(rows, { margin: 0.002, verbose })
      .filter((line) => /not resolved; about 3 more runs would settle it/.test(line));
    expect(doubts(2)).to.have.length(1);
    expect(doubts(2)[0]).to.match(/^x 0: .* \(also: x 1, x 2, x 3 and 26 more\)$/);
    expect(doubts(3)).to.have.length(30);
  });

  it('say that more runs would not settle it, or that one has no interval', () => {
    const doubt = (stream) => noteLines(
      [against('x', 1200, 0.1, { verdict: 'unresolved', noiseFloor: null, stream })], { margin: 0.01 });
    expect(doubt({ moreRuns: 1 })).to.deep.equal(['x: not resolved; about 1 more run would settle it']);
    expect(doubt({ moreRuns: null })).to.deep.equal(['x: not resolved; an hour of more runs would not settle it']);
    // 64 MB at 1200 MB/s are 0.053 s: 67,500 runs in an hour
    expect(doubt({ moreRuns: 67000 })).to.deep.equal(['x: not resolved; about 67,000 more runs would settle it']);
    expect(doubt({ moreRuns: 68000 })).to.deep.equal(['x: not resolved; an hour of more runs would not settle it']);
    expect(doubt({ moreRuns: null, runs: 1 })).to.deep.equal(['x: not resolved; one run has no interval']);
  });

  it('say whose peak is sampled: of all, of some, of many', () => {
    const sampled = (name) => against(name, 100, 0.1, { noiseFloor: null, stream: { isPeakExact: false } });
    const exact = reference({ noiseFloor: null });
    expect(streamsNotes([sampled('a'), sampled('b')]))
      .to.deep.equal(['the peak of memory is the highest sample; between two of them it may have been higher']);
    expect(streamsNotes([exact, ...'abcde'].map((one) => (one === exact ? one : sampled(one))))[0])
      .to.match(/^the peak of memory of a, b, c and 2 more is the highest/);
    expect(streamsNotes([exact])).to.deep.equal([]);
    expect(streamsNotes(single())).to.deep.equal([]);
  });

  it('tell what went in and out where they are asked to be talkative', () => {
    const lines =
      streamsNotes([...typical().slice(0, 2), ...oneSided(), ...objectMode().slice(0, 1), ...single()],
        { margin: 0.002, verbose: 3 });
    expect(lines.slice(0, 6)).to.deep.equal([
      'pass-through: in 64.0 MB in 977 chunks, out 64.0 MB in 977 chunks (100 %); 10 runs, 163 samples of memory ' +
        'in each',
      'gzip: in 64.0 MB in 977 chunks, out 7.87 MB in 481 chunks (12.3 %); 10 runs, 163 samples of memory in each',
      'pass-through: out 64.0 MB in 977 chunks; 10 runs, 163 samples of memory in each',
      'write to nowhere: in 64.0 MB in 977 chunks; 10 runs, 163 samples of memory in each',
      'pass-through: in 977 chunks, out 977 chunks; 10 runs, 163 samples of memory in each',
      'pass-through: in 64.0 MB in 977 chunks, out 64.0 MB in 977 chunks (100 %); 1 run, 0 samples of memory',
    ]);
    // 0.04 % is not worth a line unless all is.
    expect(lines).to.include('sampling memory took 0.04 % of the time at most');
    expect(streamsNotes([reference()], { margin: 0.002 }).join()).not.to.match(/sampl/);
  });
});

describe('rows of streams in the formats for programs', () => {
  const csv = (text) => {
    const [header, ...lines] = text.split('\r\n').slice(0, -1).map((line) => line.split(','));
    return lines.map((line) => Object.fromEntries(header.map((name, i) => [name, line[i]])));
  };

  it('have their columns in CSV, with units in the names', () => {
    const [first, second, , , failed] = csv(toCsv(typical()));
    expect(second).to.include({
      name: 'gzip', bytes_per_second: '52100000', runs: '10', bytes_in: '64000000', bytes_out: '7872000',
      chunks_in: '977', chunks_out: '481', first_byte_ns: '4020000',
      peak_rss_bytes: '81040000', peak_is_exact: 'true', mean_rss_bytes: '78300000', rss_samples: '163',
      sampler_share: '0.0004', heap_growth_bytes: '-400000',
      user_share: '1.04', system_share: '0.06', more_runs: '', collections: '31', collections_seconds: '0.0098',
    });
    expect(Number(first.bytes_per_second_low)).to.be.closeTo(1235e6 * 0.988, 1);
    expect(Number(first.bytes_per_second_high)).to.be.closeTo(1235e6 * 1.012, 1);
    expect(failed).to.include({ name: 'closes early', verdict: 'failed', runs: '', peak_rss_bytes: '' });
    const [tested, streamed] = csv(
      resultsCsv(results([{ ...streamSuite([row('x')]), suite: 1 }, streamSuite([reference()], { suite: 2 })])));
    expect(tested).to.include({ suite: '1', name: 'x', runs: '' });
    expect(streamed).to.include({ suite: '2', runs: '10', user_share: '0.981' });
    expect(toCsv([row('x'), failedStream('y')])).not.to.match(/user_share/);
  });

  it('have what fits into Markdown', () => {
    const lines = toMarkdown(typical()).split('\n');
    expect(lines[0])
      .to.equal('| name | MB/s | 95 % interval | rate | interval | first byte, ms | peak memory, MB | processor, ' +
        'user + system % | verdict |');
    expect(cells(lines[3])).to.deep.equal(
      ['gzip', '52.1', '51.7 .. 52.5', '42', '(42..43)', '4.02', '81.0', '104 + 6', 'slower']);
    expect(cells(lines[6])).to.deep.equal(
      ['closes early', '', '', '', '', '', '', '',
        'FAILED Error: the stream was closed before its end (bench/zip.js:12:7)']);
    expect(cells(toMarkdown(single()).split('\n')[2]))
      .to.deep.equal(['pass-through', '1,235', '', '1000', '(1000..1000)', '0.212', '', '', 'baseline']);
    expect(cells(toMarkdown(oneSided()).split('\n')[3])[5]).to.equal('');
    expect(cells(toMarkdown(objectMode()).split('\n')[0])[1]).to.equal('chunks/s');
    expect(cells(toMarkdown([reference(), inChunks('objects', 5e4, 0.1)]).split('\n')[3]).slice(0, 2))
      .to.deep.equal(['objects', '50,000 chunks/s']);
  });

  it('have MB/s and the peak of memory in the format of Go', () => {
    const lines = toBenchstat(document([gzip()])).split('\n').filter((line) => /^Benchmark/.test(line));
    expect(lines).to.have.length(10);
    const read =
      lines.map((line) => /^BenchmarkGzip \t1\t(\S+) ns\/op\t(\S+) MB\/s(\t81040000 peak-RSS-bytes)?$/.exec(line));
    // 64e6 bytes in so many ns, in 1e6 bytes per second
    for (const [, ns, speed] of read) expect(speed * ns).to.be.closeTo(64e9, 1e3);
    expect(read.map(([, , , peak]) => Boolean(peak))).to.deep.equal([true, ...Array(9).fill(false)]);
    expect(toBenchstat(document(objectMode()))).not.to.match(/MB\/s/);
  });

  it('have MB/s beside the points of github-action-benchmark', () => {
    const [first, other] = JSON.parse(toGithubAction(document([gzip(), inChunks('objects', 5e4, 0.1)])));
    expect(first).to.include({ unit: 'ns/op', value: 1228410000 });
    expect(first.extra).to.match(/ ns\n52\.1 MB\/s\n10 processes/);
    expect(other.extra).not.to.match(/MB\/s/);
  });

  it('have their table and notes in the summary of a job', () => {
    const text = toGithubSummary(document(typical()));
    expect(text).to.include('| gzip | 52.1 | 51.7 .. 52.5 | 42 |')
      .and.include('- to upper case: not resolved; about 14 more runs would settle it\n');
    expect(text).to.include('- sampling memory took 0.21 % of the time at most\n')
      .and.include('1 of 5 tests failed:\n');
  });
});

describe('saved rows of streams', () => {
  const faultOf = (change) => {
    const saved = JSON.parse(JSON.stringify(document([gzip()])));
    change(saved.suites[0].tests[0]);
    const fault = KINDS.results.find(saved);
    return fault && faultWords(fault);
  };

  it('are read, and so are those of before there were any', () => {
    expect(faultOf(() => {})).to.equal(null);
    expect(faultOf((test) => { test.stream = null; })).to.equal(null);
    expect(faultOf((test) => { delete test.stream; })).to.equal(null);
    expect(faultOf((test) => { test.stream.more = 1; })).to.equal(null);
    expect(KINDS.results.find(
      JSON.parse(JSON.stringify(document([...typical(), ...single(), ...objectMode(), ...oneSided()])))))
      .to.equal(null);
  });

  it('are told from what is damaged', () => {
    expect(faultOf((test) => { test.stream.peakRssBytes = '81 MB'; }))
      .to.equal('suites[0].tests[0].stream.peakRssBytes: expected a number or null, got \'81 MB\'');
    expect(faultOf((test) => { test.stream.isPeakExact = 1; })).to.match(/stream\.isPeakExact: expected true or false/);
    expect(faultOf((test) => { test.stream = 5; })).to.match(/\.stream: expected an object or null, got 5/);
    expect(faultOf((test) => { delete test.stream.moreRuns; }))
      .to.match(/stream\.moreRuns: expected a number or null, it is missing/);
  });
});
