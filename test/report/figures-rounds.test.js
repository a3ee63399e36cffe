'use strict';

const { expect } = require('chai');
const { placesOf, roundFigures, runsFigure, seriesOf, thin } = require('../../lib/report/figures/rounds');
const { row, sample } = require('../helpers/documents');
const { mulberry32 } = require('../helpers/random');


const process = (ns, more) => ({
  nsPerCall: ns[0],
  rounds: { warmUp: 0, ns, mhz: ns.map(() => null), heapBytes: ns.map(() => null), ...more },
});
const results = (...stats) => ({ stats: stats.map(([count, elapsed]) => ({ count, elapsed })) });

/** 'w' marks rounds of the warm-up, 'c' those with a collection. */
const wordsOf = ({ of, processes }) => [of, ...processes.map((rounds) => rounds.map(({ ns, isWarmUp, isCollected }) =>
  `${ns}${isWarmUp ? 'w' : ''}${isCollected ? 'c' : ''}`).join(' '))];

describe('the series of a test', () => {
  it('has the rounds of each process, or else one value per process or run', () => {
    for (const [test, ...expected] of [
      [{ samples: [process([5, 3, 4, 9], { warmUp: 1, heapBytes: [1, -2, null, -1] })] }, 'rounds', '5w 3c 4 9c'],
      [{ samples: [process([null, null, 3, null, 4], { warmUp: 3, heapBytes: [-1, -1, 1, -1, -1] })] },
        'rounds', '3w 4c'],
      [{ samples: [process([5, 3], { warmUp: 1 }), { nsPerCall: 7, rounds: null }, process([6, 4], { warmUp: 2 }),
        process([null])] }, 'rounds', '5w 3', '6w 4w'],
      [{ samples: [{ nsPerCall: 3, rounds: null }, { nsPerCall: 4, rounds: null }] }, 'processes', '3 4'],
      [{ samples: [], results: results([1000, 1e-6], [0, 1], [500, 2e-6]) }, 'runs', '1 4'],
    ]) expect(wordsOf(seriesOf(test))).to.deep.equal(expected);
    const of = (n) => seriesOf({ samples: Array.from({ length: n }, (_, i) => process([i])) }).of;
    expect([of(40), of(41)]).to.deep.equal(['rounds', 'processes']);
    expect(seriesOf({ samples: [process([1, 2, 3], { mhz: [3000, null, 0] })] }).mhz).to.deep.equal([3000]);
  });
});

describe('the places of rounds', () => {
  const processWith = ([warmUps, others]) =>
    Array.from({ length: warmUps + others }, (_, i) => ({ isWarmUp: i < warmUps }));
  const of = (...processes) => placesOf(processes.map(processWith));

  it('have the same width, but the warm-up at most a quarter of its process', () => {
    expect(of([1, 4])).to.deep.equal({
      centres: [10, 30, 50, 70, 90], starts: [0, 20, 40, 60, 80, 100], bounds: [{ from: 0, to: 100, warmUpTo: 20 }] });
    const { starts, centres, bounds } = of([300, 3]);
    expect([bounds[0].warmUpTo, starts[300], starts[301], starts[303]]).to.deep.equal([25, 25, 50, 100]);
    expect(centres[0]).to.be.closeTo(25 / 600, 1e-9);
    expect(of([4, 0]).starts).to.deep.equal([0, 25, 50, 75, 100]);
    expect(of([90, 3], [1, 11], [0, 1]).bounds).to.deep.equal([
      { from: 0, to: 23.53, warmUpTo: 5.88 }, { from: 23.53, to: 94.12, warmUpTo: 29.41 },
      { from: 94.12, to: 100, warmUpTo: 94.12 }]);
  });
});

describe('thinning', () => {
  const points = (values) => values.map((value) => ({ value }));

  it('keeps the lowest, the middle and the highest of each group, in their order', () => {
    expect(thin(points([3, 1]), 3)).to.deep.equal(
      { points: [{ value: 3, isMiddle: true }, { value: 1, isMiddle: true }], every: 1 });
    const { points: kept, every } = thin(points([5, 9, 1, 4, 3, 8, 2, 7, 6, 0]), 6);
    expect(every).to.equal(5);
    expect(kept.map(({ value, isMiddle }) => (isMiddle ? -value : value))).to.deep.equal([9, 1, -4, 8, -6, 0]);
  });

  it('never keeps too many, and never loses extremes', () => {
    const uniform = mulberry32(4);
    for (const n of [601, 5999]) {
      const values = Array.from({ length: n }, () => Math.round(uniform() * 50));
      values[Math.floor(uniform() * n)] = 1e6;
      const kept = thin(points(values), 600).points;
      expect(kept.length).to.be.within(400, 600);
      expect(Math.max(...kept.map(({ value }) => value))).to.equal(1e6);
      expect(kept.filter(({ isMiddle }) => isMiddle)).to.have.length(200);
    }
  });
});

/** Most are in the plots that test/fixtures/plots/ keeps. */
describe('the figures of rounds', () => {
  const figures = (test, points = 600) => roundFigures(test, seriesOf(test), points);

  it('have numbers for processes, and runs for a row without samples', () => {
    const of = (n) => figures(row('a', { samples: Array.from({ length: n }, (_, i) => sample(i, { n: 4, ns: 100 })) }));
    const [spread, order] = of(9);
    expect([spread.title, order.text, order.borders.length])
      .to.deep.equal(['Spread of 9 processes', 'ns per call; numbered are the processes', 8]);
    expect(order.ticksAcross.map(({ text }) => text)).to.deep.equal(['1', '3', '5', '7', '9']);
    expect(of(41)[1]).to.include({ title: 'Process after process' });
    const runs = figures(row('a', { results: results([10, 1e-6], [10, 2e-6], [10, 3e-6]) }));
    expect([runs[0].values, runs[1].title, runs[1].key.filter(Boolean).map(([mark]) => mark)])
      .to.deep.equal([[100, 200, 300], 'Run after run', ['value', 'median']]);
  });

  it('are missing without rounds or runs, and one round has no order', () => {
    const alone = row('a', { samples: [sample(1, { n: 1, ns: 100 })] });
    const many = row('a', { samples: [sample(1, { n: 9, ns: 1 })] });
    expect([...figures(row('a')), figures(alone)[1], figures(many, 0)[1]]).to.deep.equal([null, null, null, null]);
    const speed = { value: 50, low: 45, high: 55, unit: 'MB/s' };
    const test = { nsPerCall: 100, samples: [{ nsPerCall: 100 }, { nsPerCall: 50 }, { nsPerCall: 0 }] };
    expect(runsFigure(test, speed).values).to.deep.equal([50, 100]);
    expect([runsFigure(test, null), runsFigure({ ...test, samples: [test.samples[0]] }, speed),
      runsFigure({ ...test, nsPerCall: null }, speed)]).to.deep.equal([null, null, null]);
  });
});
