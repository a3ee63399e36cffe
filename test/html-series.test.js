'use strict';

const { expect } = require('chai');
const { seriesOf, spreadOf, measured, medianOf } = require('../lib/report/html/series');

const rounds = (ns, more) => ({ warmUp: 0, calls: ns.map(() => 1), ns, mhz: ns.map(() => null), heapBytes: ns.map(() => null), ...more });
const sample = (ns, more) => ({ nsPerCall: ns[0], rounds: rounds(ns, more) });

describe('the rounds of a test', () => {
  it('come with what is known of each', () => {
    const series = seriesOf({ samples: [sample([5, 3, 4, 9], { warmUp: 1, heapBytes: [1, -2, null, -1], mhz: [3000, null, 0, 3100] })] });
    expect(series).to.deep.equal({
      of: 'rounds', ns: [5, 3, 4, 9], isWarmUp: [true, false, false, false], isCollected: [false, true, false, true], borders: [], hasHeap: true, mhz: [3000, 3100],
    });
    expect(measured(series)).to.deep.equal([3, 4, 9]);
    expect(seriesOf({ samples: [sample([5])] }).hasHeap).to.equal(false);
  });

  it('leave out what is no number, and keep the rest in its place', () => {
    const series = seriesOf({ samples: [sample([null, 'x', 3, NaN, 4], { warmUp: 3, heapBytes: [-1, -1, 1, -1, -1] })] });
    expect([series.ns, series.isWarmUp, series.isCollected]).to.deep.equal([[3, 4], [true, false], [false, true]]);
  });

  it('of several processes follow each other, each with its own warm-up', () => {
    const series = seriesOf({ samples: [sample([5, 3], { warmUp: 1 }), { nsPerCall: 7, rounds: null }, sample([6, 4, 4], { warmUp: 2 }), sample([8])] });
    expect([series.ns, series.isWarmUp, series.borders]).to.deep.equal([[5, 3, 6, 4, 4, 8], [true, false, true, true, false, false], [2, 5]]);
  });

  it('are one figure for each process where there are no rounds, or too many processes', () => {
    const bare = [{ nsPerCall: 3, rounds: null }, { nsPerCall: 4 }, { nsPerCall: null }];
    expect(seriesOf({ samples: bare })).to.deep.include({ of: 'processes', ns: [3, 4], isWarmUp: [false, false] });
    const of = (n) => seriesOf({ samples: Array.from({ length: n }, (_, i) => sample([i + 1, i + 2])) });
    expect([of(40).of, of(40).ns.length, of(41).of, of(41).ns.length]).to.deep.equal(['rounds', 80, 'processes', 41]);
  });

  it('are the runs of the row where there are no samples', () => {
    const results = { stats: [{ count: 1000, elapsed: 1e-6 }, { count: 0, elapsed: 1 }, null, { count: 500, elapsed: 2e-6 }] };
    expect(seriesOf({ results, samples: [] })).to.deep.include({ of: 'runs', ns: [1, 4] });
    expect(seriesOf({}).ns).to.deep.equal([]);
  });
});

describe('the spread of a test', () => {
  it('is that of its processes where there are several, of the measured rounds otherwise', () => {
    const spread = (samples) => spreadOf({ samples }, seriesOf({ samples }));
    expect(spread([sample([5, 3], { warmUp: 1 }), sample([6, 4])])).to.deep.equal({ of: 'processes', values: [5, 6] });
    expect(spread([sample([5, 3, 2], { warmUp: 1 })])).to.deep.equal({ of: 'rounds', values: [3, 2] });
    expect(spread([sample([5, 3]), { nsPerCall: null, rounds: null }])).to.deep.equal({ of: 'rounds', values: [5, 3] });
    expect([medianOf([3, 1, 2]), medianOf([])]).to.deep.equal([2, null]);
  });
});
