'use strict';

const { expect } = require('chai');
const { mulberry32, gaussian } = require('../helpers/random');
const { coldCacheOf, FEWEST_PAIRS } = require('../../lib/measure/cold-cache');

const EMPTIES = 8;
const TESTS = 4;

const summaryOf = (pairs, clockGrainNs) => coldCacheOf(pairs, TESTS, clockGrainNs);

/**
 * Pairs of a test whose data takes bodyNs. All places differ by a normal placeNs; noise has heavy tails, and each
 * sample of the test has what is kept of the one before.
 */
function pairsOf(uniform, { count = 200, bodyNs = 0, placeNs = 0, noiseNs = 60, kept = 0 } = {}) {
  const normal = gaussian(uniform);
  const place = () => placeNs * normal();
  const empties = Array.from({ length: EMPTIES }, place);
  const tests = Array.from({ length: TESTS }, place);
  let slow = 0;
  const noise = () => noiseNs * normal() * Math.abs(normal());
  return Array.from({ length: count }, (_, i) => {
    slow = kept * slow + noise();
    const empty = i % EMPTIES;
    const test = (i + Math.floor(i / EMPTIES)) % TESTS;
    return { testNs: 1000 + bodyNs + tests[test] + slow, emptyNs: 1000 + empties[empty] + noise(), empty, ns: 5e4,
      cpuNs: 5e4 };
  });
}

/** Of how many of 400 runs the interval holds what is right. */
function holding(options) {
  const uniform = mulberry32(7);
  const { bodyNs = 0 } = options;
  let count = 0;
  for (let i = 0; i < 400; i++) {
    const { nsLow, nsHigh } = summaryOf(pairsOf(uniform, options), 10);
    if (nsLow <= bodyNs && bodyNs <= nsHigh && nsHigh > 0) count++;
  }
  return count;
}

describe('a summary of cold calls', () => {
  it('is the median of the differences', () => {
    const pairs = [3, 1, 2, 7, 5, 4, 6].map(
      (ns, empty) => ({ testNs: 1e4 + 1e3 * ns, emptyNs: 100, empty, ns: 1e4, cpuNs: 1e4 }));
    expect(summaryOf(pairs, 10).nsPerCall).to.equal(13900);
    expect(summaryOf(pairs, 10).samples).to.equal(7);
  });

  it('lies within its interval, however the samples are spread', () => {
    const uniform = mulberry32(3);
    for (let i = 0; i < 300; i++) {
      const options =
        { count: FEWEST_PAIRS + Math.floor(200 * uniform()), bodyNs: 1e4, placeNs: 200 * uniform(),
          noiseNs: 3e3 * uniform(), kept: uniform() };
      const { nsPerCall, nsLow, nsHigh } = summaryOf(pairsOf(uniform, options), 10);
      expect(nsLow).to.be.at.most(nsPerCall);
      expect(nsHigh).to.be.at.least(nsPerCall);
    }
  });

  it('holds what is right if places differ by more than a line', () => {
    // 95 % of 400; by the noise alone about 60 hold it
    expect(holding({ placeNs: 400, bodyNs: 3000 })).to.be.at.least(372);
    expect(holding({ placeNs: 400, bodyNs: 3000 })).to.be.at.most(394);
  });

  it('holds what is right if one sample is like the one before', () => {
    expect(holding({ count: 400, noiseNs: 1500, kept: 0.8, bodyNs: 5e4 })).to.be.at.least(368);
  });

  it('has at least a line and a step of the clock to both sides, if nothing differs', () => {
    const same =
      Array.from({ length: 40 }, (_, i) => ({ testNs: 3050, emptyNs: 50, empty: i % EMPTIES, ns: 1e4, cpuNs: 1e4 }));
    expect(summaryOf(same, 0)).to.include({ nsPerCall: 3000, nsLow: 2940, nsHigh: 3060, resolutionNs: 60 });
    const { nsLow, nsHigh, resolutionNs } = summaryOf(same, 1000);
    expect(nsHigh - 3000).to.be.closeTo(1001.8, 0.1);
    expect(3000 - nsLow).to.be.closeTo(1001.8, 0.1);
    expect(resolutionNs).to.equal(2000);
  });

  it('is told as 0 and above', () => {
    const faster =
      Array.from({ length: 40 }, (_, i) => ({ testNs: 50, emptyNs: 100, empty: i % EMPTIES, ns: 1e4, cpuNs: 1e4 }));
    expect(summaryOf(faster, 0)).to.include({ nsPerCall: 0, nsLow: 0, nsHigh: 10 });
  });
});

describe('interrupted pairs of cold calls', () => {
  const alone = { testNs: 3050, emptyNs: 50, ns: 2e4, cpuNs: 2e4 };
  const interrupted = { testNs: 9050, emptyNs: 50, ns: 4.2e6, cpuNs: 2e4 };
  const mixed = (count, every) =>
    Array.from({ length: count }, (_, i) => ({ ...(i % every ? alone : interrupted), empty: i % EMPTIES }));

  it('do not count', () => {
    const pairs = mixed(40, 2);
    expect(summaryOf(pairs, 0)).to.include({ nsPerCall: 3000, nsLow: 2940, nsHigh: 3060, samples: 20 });
  });

  it('count if there are more of them than others: then the test waits', () => {
    expect(summaryOf(mixed(40, 1), 0)).to.include({ nsPerCall: 9000, samples: 40 });
    expect(summaryOf(mixed(41, 2), 0).samples).to.equal(41);
  });
});
