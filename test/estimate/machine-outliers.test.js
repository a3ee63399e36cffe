'use strict';

const { expect } = require('chai');
const { blocksOf, list, testOf } = require('../../benchmark/block-times');
const { mulberry32, gaussian } = require('../helpers/random');
const { findMachineOutliers: outliersOf } = require('../../lib/estimate/machine-outliers');

const { log } = Math;

/** So many tests on machines { level, spread, change, every }: its change is other in each `every`-th test. */
function measured(machines, { tests = 20, processes = 8, seed = 1 } = {}) {
  const draw = gaussian(mulberry32(seed));
  const all = machines.map(({ level = 1, spread = 0.01 }) => ({ level, spread }));
  const changeOf = ({ change = 1, every = 1 }, i) => log(1.02) + (i % every === 0 ? log(change) : 0);
  return list(tests, (i) => testOf(
    blocksOf(all, { processes, changeOf: (m) => changeOf(machines[m], i) }, draw), `${i}`));
}

const kindsOf = (odd) => odd.map(({ kind, machine }) => [kind, machine]);

function forSamples(tests, action) {
  for (const { machine, sides } of tests.flatMap(({ blocks }) => blocks)) {
    for (const { samples } of sides) samples.forEach((sample) => action(sample, machine));
  }
}

const tellCycles = (tests, ghzOf) =>
  forSamples(tests, (sample, machine) => { sample.cycles = sample.nsPerCall * ghzOf(machine); });

describe('estimate/machine-outliers', () => {
  it('has nothing to say of machines that are alike', () => {
    expect(outliersOf(measured([{}, {}, {}]))).to.deep.equal([]);
    expect(outliersOf(measured([{}, { level: 1.02 }]))).to.deep.equal([]);
    expect(outliersOf(measured([{}]))).to.deep.equal([]);
    expect(outliersOf([])).to.deep.equal([]);
    const [{ blocks: [{ sides }] }] = measured([{}]);
    expect(outliersOf([{ file: null, suite: 1, name: 'a', secondsEach: 0, sides }])).to.deep.equal([]);
  });

  it('names the one that is slower, of two and of three', () => {
    for (const machines of [[{}, { level: 1.1 }], [{}, { level: 1.1 }, {}]]) {
      const [one, ...others] = outliersOf(measured(machines));
      expect(others).to.deep.equal([]);
      expect(one).to.include({ kind: 'machine-slower', machine: 1, tests: 20 });
      expect(one.share).to.be.closeTo(0.1, 0.01);
    }
    // One that is faster makes no two that are slower.
    expect(outliersOf(measured([{}, { level: 0.9 }, {}]))).to.deep.equal([]);
    // A single test tells it, too.
    expect(kindsOf(outliersOf(measured([{}, { level: 1.1 }], { tests: 1 })))).to.deep.equal([['machine-slower', 1]]);
  });

  it('names it by the tests that know it, whatever one that is not steady says', () => {
    const draw = gaussian(mulberry32(3));
    const spreads = [0.01, 0.01, 0.2];
    const tests = spreads.map((spread, i) => testOf(blocksOf(
      [{ level: 1, spread }, { level: 1, spread }, { level: 1.2, spread }], { processes: 6, changeOf: () => 0 }, draw),
    `${i}`));
    expect(kindsOf(outliersOf(tests))).to.deep.equal([['machine-slower', 2]]);
  });

  it('does not call slower what steady tests call faster', () => {
    const draw = gaussian(mulberry32(4));
    const tests = [[0.1, 1.3], [0.1, 1.3], [0.001, 0.8]].map(([spread, level], i) => testOf(blocksOf(
      [{ level: 1, spread }, { level, spread }], { processes: 8, changeOf: () => 0 }, draw), `${i}`));
    expect(outliersOf(tests)).to.deep.equal([]);
  });

  it('takes no changing clock rate for noise', () => {
    const draw = gaussian(mulberry32(5));
    const tests = measured([{}, {}]);
    tellCycles(tests, () => 3);
    forSamples(tests, (sample, machine) => { if (machine === 1) sample.nsPerCall *= Math.exp(0.05 * draw()); });
    expect(outliersOf(tests)).to.deep.equal([]);
  });

  it('takes the clock rate for a level, and not for a change', () => {
    const tests = measured([{}, { level: 1.5 }]);
    tellCycles(tests, (machine) => (machine === 1 ? 2 : 3));
    expect(kindsOf(outliersOf(tests))).to.deep.equal([['machine-slower', 1]]);
  });

  it('names the one whose times spread more', () => {
    for (const machines of [[{}, { spread: 0.03 }], [{}, { spread: 0.03 }, {}]]) {
      const [one, ...others] = outliersOf(measured(machines));
      expect(others).to.deep.equal([]);
      expect(one).to.include({ kind: 'machine-noisy', machine: 1, tests: 20 });
      expect(one.times).to.be.within(2.5, 3.5);
    }
    // Of one test with few processes nobody knows.
    expect(outliersOf(measured([{}, { spread: 0.03 }], { tests: 1, processes: 3 }))).to.deep.equal([]);
  });

  it('blames the one whose changes are others, in all tests or in some', () => {
    for (const odd of [{ change: 1.03 }, { change: 0.95, every: 2 }, { change: 1.1, every: 20 }]) {
      const [one, ...others] = outliersOf(measured([{}, {}, odd, {}]));
      expect(others).to.deep.equal([]);
      expect(one).to.include({ kind: 'machine-disagrees', machine: 2, tests: 20 });
      expect(one.differing).to.be.at.least(Math.floor(20 / (odd.every || 1)) * 0.9);
    }
  });

  it('blames both of two, and all where none is left that agrees with another', () => {
    expect(kindsOf(outliersOf(measured([{}, { change: 1.04 }])))).to.deep.equal(
      [['machine-disagrees', 0], ['machine-disagrees', 1]]);
    const three = kindsOf(outliersOf(measured([{}, { change: 1.04 }, { change: 0.94 }])));
    expect(three.map(([kind]) => kind)).to.deep.equal(Array(3).fill('machine-disagrees'));
    expect(three.map(([, machine]) => machine).sort()).to.deep.equal([0, 1, 2]);
  });

  it('blames two of four, one after the other', () => {
    const found = kindsOf(outliersOf(measured([{}, { change: 1.05 }, {}, { change: 0.93 }])));
    expect(found).to.deep.equal([['machine-disagrees', 3], ['machine-disagrees', 1]]);
  });

  it('compares what machines share, whatever each lacks', () => {
    const tests = measured([{}, {}, { change: 1.05 }]);
    tests[0].blocks.pop();
    tests[1].blocks[0].sides[1] = null;
    tests[2].blocks[2].sides[0] = { samples: [], error: { code: 'threw', message: 'no' } };
    tests[3].blocks[1].sides[1].samples.length = 1;
    expect(outliersOf(tests)).to.deep.equal([{ kind: 'machine-disagrees', machine: 2, tests: 18, differing: 18 }]);
  });
});
