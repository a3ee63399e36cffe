'use strict';

const { expect } = require('chai');
const { placesOf } = require('../lib/report/html/places');

const series = (...processes) => ({
  isWarmUp: processes.flatMap(([warmUps, counted]) => [...new Array(warmUps).fill(true), ...new Array(counted).fill(false)]),
  borders: processes.slice(1).map((_, i) => processes.slice(0, i + 1).reduce((sum, [warmUps, counted]) => sum + warmUps + counted, 0)),
});

describe('the places of rounds', () => {
  it('are as wide for all where little of them is warm-up', () => {
    expect(placesOf(series([1, 4]))).to.deep.equal({ centres: [10, 30, 50, 70, 90], starts: [0, 20, 40, 60, 80, 100], processes: [{ from: 0, to: 100, warmUpTo: 20 }] });
    expect(placesOf(series([0, 2])).processes).to.deep.equal([{ from: 0, to: 100, warmUpTo: 0 }]);
  });

  it('leave a quarter to the warm-up, however long it was', () => {
    const { starts, centres, processes } = placesOf(series([300, 3]));
    expect(processes).to.deep.equal([{ from: 0, to: 100, warmUpTo: 25 }]);
    expect([starts[300], starts[301], starts[303]]).to.deep.equal([25, 50, 100]);
    expect(centres[0]).to.be.closeTo(25 / 600, 1e-9);
    expect(centres[302]).to.be.closeTo(87.5, 1e-9);
  });

  it('give all to the warm-up where there is nothing else', () => {
    expect(placesOf(series([4, 0])).starts).to.deep.equal([0, 25, 50, 75, 100]);
  });

  it('are shared out among processes by what was measured', () => {
    const { processes } = placesOf(series([90, 3], [1, 11], [0, 1]));
    expect(processes).to.deep.equal([{ from: 0, to: 23.53, warmUpTo: 5.88 }, { from: 23.53, to: 94.12, warmUpTo: 29.41 }, { from: 94.12, to: 100, warmUpTo: 94.12 }]);
  });
});
