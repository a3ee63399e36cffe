'use strict';

const { expect } = require('chai');
const { createSample } = require('#lib/core/samples/samples');

const row = { name: 'a', nsPerCall: 12, nsLow: 11, nsHigh: 13, cycles: 36, calls: 5000, rank: 1000 };
const round = (i, phase = 'measured', more = {}) =>
  ({ phase, turn: i, copy: 0, calls: 10, ns: 10 * (5 + i) + 40, referenceNs: 1, mhz: 3000, cpuNs: 0, heapBytes: 100,
    ...more });

describe('samples: createSample', () => {
  it('keeps the estimate, and the net time of each round', () => {
    const rounds = [round(0, 'cold'), round(1, 'warm-up'), round(2), round(3)];
    // (10 x (5 + i) + 40 - 40) / 10 - 1
    expect(createSample(row, { rounds, clockCostNs: 40 })).to.deep.equal({
      nsPerCall: 12, nsLow: 11, nsHigh: 13, cycles: 36, calls: 5000,
      rounds: { warmUp: 2, calls: [10, 10, 10, 10], ns: [4, 5, 6, 7], mhz: [3000, 3000, 3000, 3000],
        heapBytes: [100, 100, 100, 100] },
    });
  });

  it('has the interval of the time on the shared core', () => {
    const warnings = [{ code: 'shared-core', leastCycles: 1, usualCycles: 1.5 }];
    const { nsLow, nsHigh } = createSample({ ...row, nsLow: 8, warnings }, { rounds: [round(2)], clockCostNs: 40 });
    expect(nsLow).to.be.closeTo(144 / 13, 1e-9);
    expect(nsHigh).to.equal(13);
  });

  it('merges adjacent rounds if there are too many, but never warm-up with measured rounds', () => {
    const rounds = Array.from({ length: 10 }, (_, i) =>
      round(i, i < 3 ? 'warm-up' : 'measured', { calls: i + 1, ns: (i + 1) * (6 + i) + 40 }));
    const { rounds: columns } = createSample(row, { rounds, clockCostNs: 40 }, 5);
    expect(columns.warmUp).to.equal(2);
    expect(columns.calls).to.deep.equal([3, 3, 9, 13, 17, 10]);
    // Rounds 0 and 1, with 1 and 2 calls at 5 and 6 ns.
    expect(columns.ns[0]).to.be.closeTo((5 + 2 * 6) / 3, 1e-12);
    expect(columns.heapBytes[0]).to.equal(200);
  });

  it('shows a collection in merged rounds even if more was allocated', () => {
    const rounds = [round(0, 'measured', { heapBytes: 5000 }), round(1, 'measured', { heapBytes: -1000 })];
    expect(createSample(row, { rounds, clockCostNs: 0 }, 1).rounds.heapBytes).to.deep.equal([-1000]);
  });

  it('has null for an unknown clock rate, and empty columns without rounds', () => {
    const columnsOf = (...rounds) => createSample(row, { rounds, clockCostNs: 0 }).rounds;
    expect(columnsOf(round(0, 'measured', { mhz: NaN })).mhz).to.deep.equal([null]);
    const known = [round(0, 'measured', { mhz: NaN }), round(1), round(2, 'measured', { mhz: 3600 })];
    expect(createSample(row, { rounds: known, clockCostNs: 0 }, 1).rounds.mhz).to.deep.equal([3600]);
    expect(columnsOf()).to.deep.equal({ warmUp: 0, calls: [], ns: [], mhz: [], heapBytes: [] });
  });
});
