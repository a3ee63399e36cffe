'use strict';

const { expect } = require('chai');
const { seriesOf, spreadOf, measured, medianOf, placesOf, thin } = require('../../lib/report/figures/series');
const { mulberry32 } = require('../helpers/random');

const rounds = (ns, more) =>
  ({ warmUp: 0, calls: ns.map(() => 1), ns, mhz: ns.map(() => null), heapBytes: ns.map(() => null), ...more });
const sample = (ns, more) => ({ nsPerCall: ns[0], rounds: rounds(ns, more) });

describe('the rounds of a test', () => {
  it('come with what is known of each', () => {
    const series =
      seriesOf(
        { samples: [sample([5, 3, 4, 9], { warmUp: 1, heapBytes: [1, -2, null, -1], mhz: [3000, null, 0, 3100] })] });
    expect(series).to.deep.equal({
      of: 'rounds', ns: [5, 3, 4, 9], isWarmUp: [true, false, false, false], isCollected: [false, true, false, true],
      borders: [], hasHeap: true, mhz: [3000, 3100],
    });
    expect(measured(series)).to.deep.equal([3, 4, 9]);
    expect(seriesOf({ samples: [sample([5])] }).hasHeap).to.equal(false);
  });

  it('leave out what is no number, and keep the rest in its place', () => {
    const series =
      seriesOf({ samples: [sample([null, null, 3, null, 4], { warmUp: 3, heapBytes: [-1, -1, 1, -1, -1] })] });
    expect([series.ns, series.isWarmUp, series.isCollected]).to.deep.equal([[3, 4], [true, false], [false, true]]);
  });

  it('of several processes follow each other, each with its own warm-up', () => {
    const series =
      seriesOf(
        { samples: [sample([5, 3], { warmUp: 1 }), { nsPerCall: 7, rounds: null }, sample([6, 4, 4], { warmUp: 2 }),
          sample([8])] });
    expect([series.ns, series.isWarmUp, series.borders])
      .to.deep.equal([[5, 3, 6, 4, 4, 8], [true, false, true, true, false, false], [2, 5]]);
  });

  it('are one figure for each process where there are no rounds, or too many processes', () => {
    const bare = [{ nsPerCall: 3, rounds: null }, { nsPerCall: 4, rounds: null }];
    expect(seriesOf({ samples: bare })).to.deep.include({ of: 'processes', ns: [3, 4], isWarmUp: [false, false] });
    const of = (n) => seriesOf({ samples: Array.from({ length: n }, (_, i) => sample([i + 1, i + 2])) });
    expect([of(40).of, of(40).ns.length, of(41).of, of(41).ns.length]).to.deep.equal(['rounds', 80, 'processes', 41]);
  });

  it('are the runs of the row where there are no samples', () => {
    const results =
      { stats: [{ count: 1000, elapsed: 1e-6 }, { count: 0, elapsed: 1 }, { count: 500, elapsed: 2e-6 }] };
    expect(seriesOf({ results, samples: [] })).to.deep.include({ of: 'runs', ns: [1, 4] });
    expect(seriesOf({ results: { stats: [] }, samples: [] }).ns).to.deep.equal([]);
  });
});

describe('the spread of a test', () => {
  it('is that of its processes where there are several, of the measured rounds otherwise', () => {
    const spread = (samples) => spreadOf({ samples }, seriesOf({ samples }));
    expect(spread([sample([5, 3], { warmUp: 1 }), sample([6, 4])])).to.deep.equal({ of: 'processes', values: [5, 6] });
    expect(spread([sample([5, 3, 2], { warmUp: 1 })])).to.deep.equal({ of: 'rounds', values: [3, 2] });
    expect([medianOf([3, 1, 2]), medianOf([])]).to.deep.equal([2, null]);
  });
});

const seriesWith = (...processes) => ({
  isWarmUp: processes.flatMap(
    ([warmUps, counted]) => [...new Array(warmUps).fill(true), ...new Array(counted).fill(false)]),
  borders: processes.slice(1).map(
    (_, i) => processes.slice(0, i + 1).reduce((sum, [warmUps, counted]) => sum + warmUps + counted, 0)),
});

describe('the places of rounds', () => {
  it('are as wide for all where little of them is warm-up', () => {
    expect(placesOf(seriesWith([1, 4])))
      .to.deep.equal(
        { centres: [10, 30, 50, 70, 90], starts: [0, 20, 40, 60, 80, 100],
          processes: [{ from: 0, to: 100, warmUpTo: 20 }] });
    expect(placesOf(seriesWith([0, 2])).processes).to.deep.equal([{ from: 0, to: 100, warmUpTo: 0 }]);
  });

  it('leave a quarter to the warm-up, however long it was', () => {
    const { starts, centres, processes } = placesOf(seriesWith([300, 3]));
    expect(processes).to.deep.equal([{ from: 0, to: 100, warmUpTo: 25 }]);
    expect([starts[300], starts[301], starts[303]]).to.deep.equal([25, 50, 100]);
    expect(centres[0]).to.be.closeTo(25 / 600, 1e-9);
    expect(centres[302]).to.be.closeTo(87.5, 1e-9);
  });

  it('give all to the warm-up where there is nothing else', () => {
    expect(placesOf(seriesWith([4, 0])).starts).to.deep.equal([0, 25, 50, 75, 100]);
  });

  it('are shared out among processes by what was measured', () => {
    const { processes } = placesOf(seriesWith([90, 3], [1, 11], [0, 1]));
    expect(processes).to.deep.equal(
      [{ from: 0, to: 23.53, warmUpTo: 5.88 }, { from: 23.53, to: 94.12, warmUpTo: 29.41 },
        { from: 94.12, to: 100, warmUpTo: 94.12 }]);
  });
});

describe('thinning', () => {
  it('leaves few values alone', () => {
    expect(thin([3, 1, 2], 3)).to.deep.equal({ indices: [0, 1, 2], isMiddle: [true, true, true], every: 1 });
    expect(thin([], 3)).to.deep.equal({ indices: [], isMiddle: [], every: 1 });
  });

  it('keeps of each group the lowest, the middle and the highest, in their order', () => {
    const { indices, isMiddle, every } = thin([5, 9, 1, 4, 3, 8, 2, 7, 6, 0], 6);
    expect(every).to.equal(5);
    expect(indices).to.deep.equal([1, 2, 3, 5, 8, 9]);
    expect(isMiddle).to.deep.equal([false, false, true, false, true, false]);
  });

  it('never draws more than it may, and never loses the extremes', () => {
    const uniform = mulberry32(4);
    for (const n of [601, 700, 1000, 5999, 6000]) {
      const values = Array.from({ length: n }, () => Math.round(uniform() * 50));
      values[Math.floor(uniform() * n)] = 1e6;
      values[Math.floor(uniform() * n)] = -1e6;
      const { indices, isMiddle } = thin(values, 600);
      expect(indices.length).to.be.within(400, 600);
      expect(isMiddle).to.have.length(indices.length);
      expect(indices).to.deep.equal([...new Set(indices)].sort((a, b) => a - b));
      const drawn = indices.map((i) => values[i]);
      expect([Math.max(...drawn), Math.min(...drawn)]).to.deep.equal([1e6, -1e6]);
      expect(isMiddle.filter(Boolean)).to.have.length(200);
    }
  });

  it('keeps both levels of what has two', () => {
    const values = Array.from({ length: 3000 }, (_, i) => (i % 3 === 0 ? 200 : 100));
    const drawn = thin(values, 600).indices.map((i) => values[i]);
    expect(drawn.filter((value) => value === 200).length).to.be.above(150);
    expect(drawn.filter((value) => value === 100).length).to.be.above(150);
  });
});
