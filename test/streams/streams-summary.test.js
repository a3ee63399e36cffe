'use strict';

const { expect } = require('chai');
const { summarizeStreams } = require('#lib/extras/streams/summary');
const { createEmptyRow } = require('#lib/core/estimate/row');
const { sourceOfRows } = require('../helpers/process-rows');

const SETTINGS = { margin: 0.01, forkTests: 6 };

/** What one run gives that takes so many ms for 1e6 bytes in 10 chunks. */
function runOf(ms, given = {}, more = {}) {
  const stream = {
    runs: 1, bytesIn: 1e6, bytesOut: 2e6, chunksIn: 10, chunksOut: 20, bytesPerSecondLow: null,
    bytesPerSecondHigh: null,
    firstByteNs: 5e5, peakRssBytes: 5e7, meanRssBytes: 4e7, isPeakExact: true, rssSamples: 4, samplerShare: 0.001,
    heapGrowthBytes: null, userShare: 0.5, systemShare: 0.25, moreRuns: null, ...given,
  };
  const ns = ms * 1e6;
  return {
    ...createEmptyRow('told', 1),
    verdict: 'unresolved', nsPerCall: ns, kind: 'stream', calls: 1, rounds: 1, cpuNsPerCall: ns / 2,
    collections: { count: 2, share: 0.1, seconds: ns / 1e10, bytesPerCall: null }, stream,
    bytesPerSecond: stream.bytesIn && stream.bytesIn * 1e9 / ns, itemsPerSecond: null,
    results: { avg: 1e9 / ns, min: 1e9 / ns, max: 1e9 / ns, count: 1, elapsed: ns / 1e9, runs: 1, duration: ns / 1e9,
      nloops: 1, stats: [{ count: 1, elapsed: ns / 1e9 }] },
    ...more,
  };
}

const around = (ms, share = 0.001) =>
  [1 - 3 * share, 1 - share, 1, 1 + share, 1 + 2 * share, 1 + 3 * share].map((times) => ms * times);
// Runs of the same restart are pairs: in this order their ratios to those of around() differ, with a mean of 1.
const reversed = (ms, share) => around(ms, share).reverse();
const source = (name, rows, more) => sourceOfRows(name, rows, { trial: null, ...more });
const of = (name, times, given) => source(name, times.map((ms) => runOf(ms, given)));
const summarize = (sources, settings) => summarizeStreams(sources, { ...SETTINGS, ...settings });

describe('the runs of a stream', () => {
  it('make one row: the trimmed mean of their times, and medians', () => {
    const rows = [100, 110, 121].map(
      (ms, i) => runOf(ms, { peakRssBytes: [5e7, 9e7, 6e7][i], firstByteNs: i * 1e5, chunksOut: 20 + i }, {
      collections: { count: i, share: i / 10, seconds: i / 100, bytesPerCall: null },
    }));
    const [row] = summarize([source('a', rows, { trial: runOf(500, { heapGrowthBytes: 7000 }) })]);
    expect(row.nsPerCall).to.be.closeTo(110e6, 1);
    expect(row).to.include(
      { name: 'a', kind: 'stream', verdict: 'baseline', rank: 1000, processes: 3, calls: 3, ops: 1, moreSeconds: null,
        itemsPerSecond: null, cpuNsPerCall: 55e6 });
    expect(row.bytesPerSecond).to.be.closeTo(1e6 / 0.11, 1);
    expect(row.results.avg).to.be.closeTo(1 / 0.11, 1e-6);
    expect(row.collections).to.deep.equal({ count: 1, share: 0.10000000000000002, seconds: 0.01, bytesPerCall: null });
    expect(row.stream).to.deep.include({
      runs: 3, bytesIn: 1e6, bytesOut: 2e6, chunksIn: 10, chunksOut: 21, firstByteNs: 1e5, peakRssBytes: 6e7,
      meanRssBytes: 4e7,
      isPeakExact: true, rssSamples: 4, samplerShare: 0.001, heapGrowthBytes: 7000, userShare: 0.5, systemShare: 0.25,
      moreRuns: null,
    });
    // 110 ms * exp(-+ 4.30265 * ln 1.1 / sqrt 3)
    expect(row.stream.bytesPerSecondHigh).to.be.closeTo(1e15 / 86.80955999795191e6, 10);
    expect(row.stream.bytesPerSecondLow).to.be.closeTo(1e15 / 139.38556997968283e6, 10);
    expect(Object.keys(row.stream).sort()).to.deep.equal(Object.keys(runOf(1).stream).sort());
  });

  it('are judged against the first', () => {
    const [first, slower, same] = summarize(
      [of('a', around(100)), of('b', reversed(200)), of('c', reversed(100.1), { isPeakExact: false })],
      { forkTests: 0 });
    expect(first).to.include({ verdict: 'baseline', processes: 0, calls: 6 });
    expect(slower).to.include({ verdict: 'slower' });
    expect(slower.rank).to.be.closeTo(500, 0.1);
    expect(same.verdict).to.equal('same');
    expect([first, same].map(({ stream }) => stream.isPeakExact)).to.deep.equal([true, false]);
  });

  it('are compared byte for byte', () => {
    const rows =
      summarize([of('a', around(100)), of('reads', around(100), { bytesIn: null, chunksIn: null, bytesOut: 5e5 })]);
    expect(rows[1].rank).to.be.closeTo(500, 0.1);
    expect(rows[1].nsPerCall).to.be.closeTo(100e6, 1e5);
    expect(rows[1].bytesPerSecond).to.be.closeTo(5e6, 5e3);
    const objects = { bytesIn: null, bytesOut: null };
    const chunks = summarize([of('a', around(100), objects), of('b', around(100), { ...objects, chunksIn: 40 })]);
    expect(chunks[1].rank).to.be.closeTo(4000, 1);
    expect(chunks[1].itemsPerSecond).to.be.closeTo(400, 0.5);
    expect(chunks[1].bytesPerSecond).to.equal(null);
    expect(chunks[1].stream).to.include({ bytesPerSecondLow: null, bytesPerSecondHigh: null });
    const mixed = summarize([of('a', around(100)), of('b', around(100), objects)]);
    expect(mixed[1].rank).to.be.closeTo(1000, 0.1);
  });

  it('report how many more runs would settle an open comparison, up to an hour of them', () => {
    const rowOf = (ms, share) => summarize([of('a', around(ms, share)), of('b', reversed(1.03 * ms, share))])[1];
    const row = rowOf(100, 0.02);
    expect(row.verdict).to.equal('unresolved');
    expect(row.moreSeconds).to.equal(null);
    // The standard error is sqrt(92 / 30) x 2 %, and t 2.571: the interval must become 3.0 times as narrow.
    expect(row.stream.moreRuns).to.equal(50);
    expect(rowOf(100, 0.04).stream.moreRuns).to.be.within(195, 225);
    // 50 more runs of each of the two, 100 s each, take more than an hour.
    expect(rowOf(1e5, 0.02)).to.include({ verdict: 'unresolved' });
    expect(rowOf(1e5, 0.02).stream.moreRuns).to.equal(null);
  });

  it('have the noise floor of a twin', () => {
    const [row] =
      summarize([of('a', around(100)), of('b', reversed(100)), { ...of('a', reversed(103)), isTwin: true }]);
    expect(row.noiseFloor).to.be.closeTo(0.03, 1e-3);
    expect(row.noiseFloor).to.be.within(row.noiseFloorLow, row.noiseFloorHigh);
  });

  it('that failed do not affect other streams', () => {
    const error = { code: 'threw', message: 'x' };
    const rows = summarize([source('a', [], { error }), of('b', around(100)), source('c', [])]);
    expect(rows[0]).to.include({ verdict: 'failed', error, stream: null, kind: 'stream' });
    expect(rows[1]).to.include({ verdict: 'baseline' });
    expect(rows[2]).to.include({ verdict: null, stream: null });
  });

  it('warn if they are short, or their output varies', () => {
    const warnings = (times, given = () => ({})) =>
      summarize([source('a', times.map((ms, i) => runOf(ms, given(i))))])[0].warnings;
    expect(warnings([20, 20, 20])).to.deep.equal([]);
    expect(warnings([19, 19.5, 90])).to.deep.equal([{ code: 'short-runs', seconds: 0.0195 }]);
    expect(warnings([50, 50, 50], (i) => ({ bytesOut: 100 + i })))
      .to.deep.equal([{ code: 'output-varies', low: 100, high: 102 }]);
    expect(warnings([50, 50], () => ({ bytesOut: null }))).to.deep.equal([]);
  });
});
