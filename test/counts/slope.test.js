'use strict';

const { expect } = require('chai');
const { slopeOfParts, slopeOfProcesses, without } = require('#lib/extras/counts/slope');

// 0.975 of Student's distribution with 2 degrees of freedom
const T = 4.302652729749464;

describe('slopeOfProcesses', () => {
  it('is the count that one call adds, with a minimum deviation of 2000 instructions', () => {
    const { error, ...slope } = slopeOfProcesses([5e8, 5e8 + 3e7, 5e8 + 3e7, 5e8 + 6e7], 1e6);
    expect(slope).to.deep.equal({ value: 30, slopes: [30, 30], isProportional: true, isBending: false });
    expect(error).to.be.closeTo(T * 2000 * Math.SQRT2 / 2e6, 1e-12);
    expect(slopeOfProcesses([5e8, 4e8, 4e8, 3e8], 1e6).value).to.equal(-100);
    expect(slopeOfProcesses([5e8, 5e8, 5e8, 5e8], 1e6))
      .to.include({ value: 0, isProportional: true, isBending: false });
  });

  it('takes its error from the difference of the middle two, and from the bend', () => {
    // Apart by 60000; 20000 more in the middle than on a line: sqrt((6e4 ** 2 / 2 + 2e4 ** 2 / 4) / 2) = 30822.07
    const { value, error, slopes } = slopeOfProcesses([1e8, 1.4e8 + 4e4, 1.4e8 - 2e4, 1.8e8], 1e6);
    expect(value).to.equal(40);
    expect(error).to.be.closeTo(T * 30822.0700148 * Math.SQRT2 / 2e6, 1e-9);
    expect(slopes).to.deep.equal([40.04, 40.02]);
  });

  it('is not proportional if it grows less and less, or more and more', () => {
    const less = slopeOfProcesses([1e8, 2e8, 2e8 + 100, 2.5e8], 1e6);
    expect(less).to.include({ isProportional: false, isBending: true });
    expect(less.slopes).to.deep.equal([100, 49.9999]);
    const more = slopeOfProcesses([1e8, 1.5e8, 1.5e8 + 100, 2.5e8], 1e6);
    expect(more).to.include({ isProportional: false, isBending: true });
  });

  it('is proportional within 5 % of a call, or if equal processes differ by a tenth of the bend', () => {
    // 1e6 calls of 50 instructions
    for (const [first, second, expected] of [
      [2.49e6 / 2, 2.49e6 / 2, true], [2.51e6 / 2, 2.51e6 / 2, false], [2e6, 1.65e6, false], [2e6, 1.63e6, true],
    ]) {
      expect(slopeOfProcesses([0, 5e7 + first, 5e7 + second, 1e8], 1e6).isProportional).to.equal(expected);
    }
  });

  it('bends if the bend is more than four times the difference of equal processes', () => {
    // The bend is the sum, against four times the difference.
    for (const [first, second, expected] of [[1000, 0, false], [249, 149, false], [251, 151, true]]) {
      expect(slopeOfProcesses([0, 5e7 + first, 5e7 + second, 1e8], 1e6).isBending).to.equal(expected);
    }
  });
});

describe('slopeOfParts', () => {
  const instructionsOf = (parts) => slopeOfParts(parts.map((one) => one * 1e6), 1e4);

  it('is the mean of the parts, with an error from their deviation', () => {
    // 0.975 of Student's distribution with 7 degrees of freedom, and a deviation of 1e5
    const { value, error, slopes, isProportional } = slopeOfParts([1, -1, 1, -1, 1, -1, 1, -1]
      .map((sign) => 1e7 + sign * 1e5 * Math.sqrt(7 / 8)), 1e5);
    expect(value).to.be.closeTo(100, 1e-9);
    expect(error).to.be.closeTo(2.3646242515927844 / Math.sqrt(8), 1e-9);
    expect(slopes.map((one) => one.toFixed(6))).to.deep.equal(['100.000000', '100.000000']);
    expect(isProportional).to.equal(true);
  });

  it('assumes a deviation of at least 500 instructions between equal parts', () => {
    const { error } = slopeOfParts([1e7, 1e7, 1e7, 1e7], 1e5);
    expect(error).to.be.closeTo(3.182446305284263 * 500 / 2 / 1e5, 1e-12);
  });

  it('uses the second half if the first has settled', () => {
    // An awaited function in Node 26, as seen
    const parts = [81614470, 82452763, 77810288, 76239421, 76238255, 76228931, 76239380, 76235323];
    const { value, error, isBending } = slopeOfParts(parts, 65322);
    expect(value).to.be.closeTo(1167.0719, 1e-3);
    expect(error).to.be.closeTo(0.1141, 1e-3);
    expect(isBending).to.equal(false);
  });

  it('is not proportional if the count grows with each call, by any function', () => {
    expect(instructionsOf([1, 2, 3, 4, 5, 6, 7, 8])).to.deep.include({ isProportional: false, slopes: [250, 650] });
    expect(instructionsOf([1, 4, 9, 16, 25, 36, 49, 64]).isProportional).to.equal(false);
    expect(instructionsOf([80, 70, 60, 50, 40, 30, 20, 10]).isProportional).to.equal(false);
  });

  it('bends where its halves are further apart than neighbours are, and is proportional within a twentieth', () => {
    const stepped = (step) => instructionsOf([10, 10.001, 10, 10.001, 10, 10.001, 10, 10.001].map((part, i) => (
      part + i * step)));
    expect(stepped(0)).to.include({ isBending: false, isProportional: true });
    expect(stepped(0.1)).to.include({ isBending: true, isProportional: true });
    expect(stepped(0.2)).to.include({ isBending: true, isProportional: false });
  });
});

it('without subtracts one slope from another, and adds their independent errors', () => {
  const slope = { value: 113, error: 0.3, slopes: [113, 113], isProportional: true };
  expect(without(slope, { value: 8, error: 0.4, slopes: [8, 8], isProportional: false }))
    .to.deep.equal({ value: 105, error: 0.5, slopes: [113, 113], isProportional: true });
});
