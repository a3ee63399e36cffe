'use strict';

const { expect } = require('chai');
const { slopeOf, without } = require('../../lib/counts/slope');
const { mulberry32, gaussian } = require('../helpers/random');

// 0.975 of Student's distribution with 2 degrees of freedom
const T = 4.302652729749464;

describe('slopeOf', () => {
  it('is what one call adds, where nothing is noise', () => {
    const { value, slopes, isProportional, isBending } = slopeOf([5e8, 5e8 + 3e7, 5e8 + 3e7, 5e8 + 6e7], 1e6);
    expect(value).to.equal(30);
    expect(slopes).to.deep.equal([30, 30]);
    expect([isProportional, isBending]).to.deep.equal([true, false]);
  });

  it('takes a deviation of 2000 instructions for what equal processes may be apart at least', () => {
    const { error } = slopeOf([5e8, 5e8 + 3e7, 5e8 + 3e7, 5e8 + 6e7], 1e6);
    expect(error).to.be.closeTo(T * 2000 * Math.SQRT2 / 2e6, 1e-12);
  });

  it('takes its error from how far the two in the middle are apart, and from the bend', () => {
    // Apart by 60000; 20000 more in the middle than on a line: sqrt((6e4 ** 2 / 2 + 2e4 ** 2 / 4) / 2) = 30822.07
    const { value, error, slopes } = slopeOf([1e8, 1.4e8 + 4e4, 1.4e8 - 2e4, 1.8e8], 1e6);
    expect(value).to.equal(40);
    expect(error).to.be.closeTo(T * 30822.0700148 * Math.SQRT2 / 2e6, 1e-9);
    expect(slopes).to.deep.equal([40.04, 40.02]);
  });

  it('can be negative, or 0', () => {
    expect(slopeOf([5e8, 4e8, 4e8, 3e8], 1e6).value).to.equal(-100);
    expect(slopeOf([5e8, 5e8, 5e8, 5e8], 1e6)).to.include({ value: 0, isProportional: true, isBending: false });
  });

  it('says that what grows less and less is not proportional, nor what grows more and more', () => {
    const less = slopeOf([1e8, 2e8, 2e8 + 100, 2.5e8], 1e6);
    expect(less).to.include({ isProportional: false, isBending: true });
    expect(less.slopes).to.deep.equal([100, 49.9999]);
    expect(slopeOf([1e8, 1.5e8, 1.5e8 + 100, 2.5e8], 1e6)).to.include({ isProportional: false, isBending: true });
  });

  it('is proportional within a twentieth of a call, and where equal processes are apart by a tenth as much', () => {
    const bent = (bend, repeat = 0) => slopeOf([0, 5e7 + bend / 2, 5e7 + bend / 2 - repeat, 1e8], 1e6).isProportional;
    // 1e6 calls of 50 instructions
    expect(bent(2.49e6)).to.equal(true);
    expect(bent(2.51e6)).to.equal(false);
    expect(slopeOf([0, 5e7 + 2e6, 5e7 + 1.65e6, 1e8], 1e6).isProportional).to.equal(false);
    expect(slopeOf([0, 5e7 + 2e6, 5e7 + 1.63e6, 1e8], 1e6).isProportional).to.equal(true);
  });

  it('bends where the bend is more than four times what equal processes are apart', () => {
    const bends = (bend) => slopeOf([0, 5e7 + bend, 5e7, 1e8], 1e6).isBending;
    // bend and difference are the same
    expect(bends(1000)).to.equal(false);
    const both = (each, apart) => slopeOf([0, 5e7 + each + apart, 5e7 + each, 1e8], 1e6).isBending;
    // 2 * each + apart, against 4 * apart
    expect(both(149, 100)).to.equal(false);
    expect(both(151, 100)).to.equal(true);
  });

  it('holds the true slope in 95 of 100 cases where noise is normal', () => {
    const normal = gaussian(mulberry32(1));
    let held = 0;
    const tries = 20000;
    for (let i = 0; i < tries; i++) {
      const totals = [0, 1e6, 1e6, 2e6].map((calls) => 5e8 + 113.16 * calls + 3e5 * normal());
      const { value, error } = slopeOf(totals, 1e6);
      if (Math.abs(value - 113.16) <= error) held++;
    }
    // One deviation of the share is 0.15 %.
    expect(held / tries).to.be.within(0.94, 0.96);
  });
});

describe('without', () => {
  it('takes one slope off another, and adds up their errors as those of things apart', () => {
    const slope = { value: 113, error: 0.3, slopes: [113, 113], isProportional: true };
    expect(without(slope, { value: 8, error: 0.4, slopes: [8, 8], isProportional: false }))
      .to.deep.equal({ value: 105, error: 0.5, slopes: [113, 113], isProportional: true });
  });
});
