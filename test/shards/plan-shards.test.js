'use strict';

const { expect } = require('chai');
const { formatUnitKey, collectSeconds, estimateSeconds } = require('#lib/compare/shards/expected');
const { listShardPlaces, planShards, splitUnits } = require('#lib/compare/shards/plan-shards');

const unitsOf = (names) => names.map((name) => ({ key: formatUnitKey(name), name }));
const known = (seconds) => new Map(Object.entries(seconds).map(([name, value]) => [formatUnitKey(name), value]));

it('units over shards go to the shard with the least work, the longest first', () => {
  for (const [seconds, count, shards] of [
    [[3, 8, 5, 4], 2, [1, 1, 2, 2]], [[1, 1, 1, 1, 1], 2, [1, 2, 1, 2, 1]], [[1, 1], 5, [1, 2]], [[], 5, []],
  ]) expect(splitUnits(seconds, count), `${seconds}`).to.deep.equal(shards);
});

describe('expected seconds', () => {
  it('come from the last document with the file, test or configuration', () => {
    const results = { qtimeit: 'results', suites: [
      { file: 'a.js', seconds: 2 }, { file: 'a.js', seconds: 3 }, { file: 'b.js', seconds: null }, { file: 'c.js' },
    ] };
    const comparison = { qtimeit: 'comparison', tests: [{ file: 'a.js', suite: 1, name: 'x', seconds: 7 }] };
    const side = { rates: [1, 2], errors: [{}] };
    const rates = { qtimeit: 'rates', configurations: [
      { file: 'r.js', configuration: 'n=1', seconds: 12, sides: [side, side] },
      { file: 'r.js', configuration: 'n=2 m=1', asked: 'n=2', seconds: 3, sides: [null, side] },
      { file: 'r.js', configuration: 'n=3', seconds: 0, sides: [{ rates: [], errors: [] }] },
      { file: 'r.js', configuration: 'n=4', sides: [side] },
    ] };
    const [planned] = rates.configurations;
    expect([...collectSeconds([{ ...rates, runs: 30, configurations: [{ ...planned, wanted: 6 }] }]).values()])
      .to.deep.equal([...collectSeconds([{ ...rates, configurations: [planned] }]).values()].map(
        (seconds) => seconds / 5));
    expect([...collectSeconds([results, comparison, rates])]).to.deep.equal([
      [formatUnitKey('a.js'), 5], [formatUnitKey('a.js', 1, 'x'), 7], [formatUnitKey('r.js', 'n=1'), 2],
        [formatUnitKey('r.js', 'n=2'), 1],
    ]);
    const later = { qtimeit: 'results', suites: [{ file: 'a.js', seconds: 9 }] };
    expect(collectSeconds([results, later]).get(formatUnitKey('a.js'))).to.equal(9);
  });

  it('of an unknown unit are the mean of the known ones', () => {
    expect(estimateSeconds(['a', 'b', 'c'], new Map([['a', 1], ['c', 5], ['x', 100]])))
      .to.deep.equal({ seconds: [1, 3, 5], unknown: 1 });
    expect(estimateSeconds(['a', 'b'], new Map())).to.deep.equal({ seconds: null, unknown: 2 });
  });
});

describe('a plan', () => {
  it('gives each unit one shard, and each shard its places in order', () => {
    const plan = planShards(unitsOf(['a', 'b', 'c', 'd']), 2, known({ a: 3, b: 8, c: 5, d: 4 }));
    expect([listShardPlaces(plan, 1), listShardPlaces(plan, 2)]).to.deep.equal([[0, 1], [2, 3]]);
    expect(plan.load).to.deep.equal({ machines: 2, longestSeconds: 11, meanSeconds: 10, leastUnits: 2, mostUnits: 2 });
    expect(plan.units[1]).to.deep.equal({ key: formatUnitKey('b'), name: 'b', seconds: 8, isKnown: true, shard: 1 });
  });

  it('has no seconds if none are known', () => {
    const plan = planShards(unitsOf(['a', 'b', 'c']), 2, new Map());
    expect(plan).to.include({ isTimed: false, unknown: 3 });
    expect(plan.load)
      .to.deep.equal({ machines: 2, longestSeconds: null, meanSeconds: null, leastUnits: 1, mostUnits: 2 });
    expect(plan.units.map(({ shard }) => shard)).to.deep.equal([1, 2, 1]);
  });

  it('may have no units', () => {
    expect(planShards([], 2, new Map()).load)
      .to.deep.equal({ machines: 2, longestSeconds: null, meanSeconds: null, leastUnits: 0, mostUnits: 0 });
  });

  it('has a hash of its units, numbers and times', () => {
    const hashOf = (names, count, seconds = {}) => planShards(unitsOf(names), count, known(seconds)).hash;
    const hash = hashOf(['a', 'b', 'c'], 2);
    expect(hash).to.match(/^[0-9a-f]{16}$/);
    expect(hashOf(['a', 'b', 'c'], 2)).to.equal(hash);
    const others = [hashOf(['a', 'b'], 2), hashOf(['a', 'c', 'b'], 2), hashOf(['a', 'b', 'c'], 3),
      hashOf(['a', 'b', 'c'], 2, { a: 1, b: 1, c: 9 })];
    expect(new Set([hash, ...others]).size).to.equal(5);
  });
});
