'use strict';

const { expect } = require('chai');
const { roundFigures, runsFigure, readRoundSeries, thin } = require('#lib/report/figures/rounds');
const { row, sample } = require('../helpers/documents');
const { mulberry32 } = require('../helpers/random');

const process = (ns, more) => ({
  nsPerCall: ns[0],
  rounds: { warmUp: 0, ns, mhz: ns.map(() => null), heapBytes: ns.map(() => null), ...more },
});
const results = (...stats) => ({ stats: stats.map(([count, elapsed]) => ({ count, elapsed })) });

/** 'w' marks rounds of the warm-up, 'c' rounds with a collection. */
const wordsOf = ({ of, processes }) => [of, ...processes.map((rounds) => rounds.map(({ ns, isWarmUp, isCollected }) =>
  `${ns}${isWarmUp ? 'w' : ''}${isCollected ? 'c' : ''}`).join(' '))];

it('the series of a test has the rounds of each process, or else one value per process or run', () => {
  for (const [test, ...expected] of [
    [{ samples: [process([5, 3, 4, 9], { warmUp: 1, heapBytes: [1, -2, null, -1] })] }, 'rounds', '5w 3c 4 9c'],
    [{ samples: [process([null, null, 3, null, 4], { warmUp: 3, heapBytes: [-1, -1, 1, -1, -1] })] },
      'rounds', '3w 4c'],
    [{ samples: [process([5, 3], { warmUp: 1 }), { nsPerCall: 7, rounds: null }, process([6, 4], { warmUp: 2 }),
      process([null])] }, 'rounds', '5w 3', '6w 4w'],
    [{ samples: [{ nsPerCall: 3, rounds: null }, { nsPerCall: 4, rounds: null }] }, 'processes', '3 4'],
    [{ samples: [], results: results([1000, 1e-6], [0, 1], [500, 2e-6]) }, 'runs', '1 4'],
  ]) expect(wordsOf(readRoundSeries(test))).to.deep.equal(expected);
  const of = (n) => readRoundSeries({ samples: Array.from({ length: n }, (_, i) => process([i])) }).of;
  expect([of(40), of(41)]).to.deep.equal(['rounds', 'processes']);
  expect(readRoundSeries({ samples: [process([1, 2, 3], { mhz: [3000, null, 0] })] }).mhz).to.deep.equal([3000]);
});

describe('thinning', () => {
  const points = (values) => values.map((value) => ({ value }));

  it('keeps the lowest, the middle and the highest of each group, in their order', () => {
    expect(thin(points([3, 1]), 3)).to.deep.equal({ points: [{ value: 3 }, { value: 1 }], every: 1 });
    const { points: kept, every } = thin(points([5, 9, 1, 4, 3, 8, 2, 7, 6, 0]), 6);
    expect(every).to.equal(5);
    expect(kept.map(({ value }) => value)).to.deep.equal([9, 1, 4, 8, 6, 0]);
  });

  it('never keeps too many points, and never loses extremes', () => {
    const uniform = mulberry32(4);
    for (const n of [601, 5999]) {
      const values = Array.from({ length: n }, () => Math.round(uniform() * 50));
      values[Math.floor(uniform() * n)] = 1e6;
      const kept = thin(points(values), 600).points;
      expect(kept.length).to.be.within(400, 600);
      expect(Math.max(...kept.map(({ value }) => value))).to.equal(1e6);
    }
  });
});

/** The plots in test/fixtures/plots/ cover most of them. */
describe('the figures of rounds', () => {
  const figures = (test, points = 600) => roundFigures(test, readRoundSeries(test), points);

  it('are missing without rounds or runs, and one round has no order', () => {
    const alone = row('a', { samples: [sample(1, { n: 1, ns: 100 })] });
    expect([...figures(row('a')), figures(alone)[1]]).to.deep.equal([null, null, null]);
    const speed = { value: 50, low: 45, high: 55, unit: 'MB/s' };
    const test = { nsPerCall: 100, samples: [{ nsPerCall: 100 }, { nsPerCall: 50 }, { nsPerCall: 0 }] };
    expect(runsFigure(test, speed).items[0].values).to.deep.equal([50, 100]);
    expect([runsFigure(test, null), runsFigure({ ...test, samples: [test.samples[0]] }, speed),
      runsFigure({ ...test, nsPerCall: null }, speed)]).to.deep.equal([null, null, null]);
    const [spread] = figures(row('a', { samples: [sample(1, { n: 900, ns: 1 })] }), 90);
    expect({ values: spread.items[0].values.length, more: spread.items[0].more })
      .to.deep.equal({ values: 90, more: '900 rounds' });
  });
});
