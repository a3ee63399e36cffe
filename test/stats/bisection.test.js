'use strict';

const { expect } = require('chai');
const { credibleCommits, nextCommit, computePosterior } = require('#lib/base/stats/bisection');
const { gaussian, mulberry32 } = require('../helpers/random');

const STEP = Math.log(1.03);

/** A search for commit `changed` of `count`, with comparisons of this error: { found, comparisons } */
function search(count, changed, error, uniform, misleads = 0) {
  const normal = gaussian(uniform);
  const effect = { logRatio: STEP + error * normal(), error };
  const observations = [];
  for (;;) {
    const posterior = computePosterior(count, effect, observations);
    const { from, to } = credibleCommits(posterior, 0.95);
    if (from === to || observations.length > 60) return { found: from, comparisons: observations.length + 1 };
    const at = nextCommit(posterior, new Set());
    const isChanged = uniform() < misleads ? uniform() < 0.5 : at >= changed;
    observations.push({ at, logRatio: (isChanged ? STEP : 0) + error * normal(), error });
  }
}

describe('bisection', () => {
  it('has the posterior of a comparison with 1 % of misleading ones', () => {
    const effect = { logRatio: 0.1, error: 0.001 };
    expect(computePosterior(4, effect, [])).to.deep.equal([0.25, 0.25, 0.25, 0.25]);
    const one = computePosterior(4, effect, [{ at: 2, logRatio: 0.1, error: 0.001 }]);
    [0.495, 0.495, 0.005, 0.005].forEach((share, i) => expect(one[i]).to.be.closeTo(share, 1e-9));
    // Half of the effect, with the same errors, says nothing.
    const half = computePosterior(2, { logRatio: 0.1, error: 0 }, [{ at: 1, logRatio: 0.05, error: 0.01 }]);
    expect(half[0]).to.be.closeTo(0.5, 1e-9);
  });

  it('compares the commit that halves the probability, or its neighbour if it is skipped', () => {
    const even = Array(10).fill(0.1);
    expect([nextCommit(even, new Set()), nextCommit(even, new Set([5])), nextCommit(even, new Set([5, 4]))])
      .to.deep.equal([5, 4, 6]);
    expect(nextCommit([0.5, 0.5], new Set([1]))).to.equal(null);
    expect(nextCommit([1], new Set())).to.equal(null);
  });

  it('has the fewest adjacent commits that hold the probability', () => {
    expect(credibleCommits([0.01, 0.02, 0.96, 0.01], 0.95)).to.deep.equal({ from: 3, to: 3 });
    expect(credibleCommits([0.3, 0.1, 0.3, 0.3], 0.6)).to.deep.equal({ from: 3, to: 4 });
    expect(credibleCommits([0.5, 0.5], 1)).to.deep.equal({ from: 1, to: 2 });
  });

  it('finds one of 200 commits by at most twelve comparisons, also if some mislead', () => {
    const uniform = mulberry32(7);
    const searches = (error, misleads) => Array.from({ length: 200 }, (_, i) => (
      { changed: i + 1, ...search(200, i + 1, error, uniform, misleads) }));
    const wrong = (all) => all.filter(({ changed, found }) => changed !== found).length;
    const sharp = searches(0.003);
    expect([wrong(sharp), Math.max(...sharp.map(({ comparisons }) => comparisons)) <= 12]).to.deep.equal([0, true]);
    expect(wrong(searches(0.003, 0.02))).to.be.at.most(10);
    expect(wrong(searches(0.01))).to.be.at.most(15);
  });
});
