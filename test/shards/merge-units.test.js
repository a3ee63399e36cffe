'use strict';

const { expect } = require('chai');
const { unitsOf } = require('../../lib/shards/merge-units');

const ones = (count) => Array(count).fill(1);
const side = (runs, failed = 0) => ({ rates: ones(runs), seconds: ones(runs), errors: ones(failed) });

/** Whether a configuration of a part that was cut short is measured. */
const isMeasured = (sides, wanted) => unitsOf({
  qtimeit: 'rates', complete: false, runs: 30, shard: { places: [4] },
  configurations: [{ file: 'a.js', configuration: 'n=1', sides, ...(wanted && { wanted }) }],
})[0].isMeasured;

describe('shards/merge-units', () => {
  it('takes a configuration for measured that has all of its runs, or all that were planned', () => {
    expect(isMeasured([side(30), side(30)])).to.equal(true);
    expect(isMeasured([side(30), side(28, 2)])).to.equal(true);
    expect(isMeasured([side(30), side(29)])).to.equal(false);
    expect(isMeasured([side(8), side(8)])).to.equal(false);
    expect(isMeasured([side(8), side(8)], 8)).to.equal(true);
    expect(isMeasured([side(12), side(11)], 12)).to.equal(false);
    expect(isMeasured([side(30), null])).to.equal(true);
  });
});
