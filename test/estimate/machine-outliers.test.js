'use strict';

const { expect } = require('chai');
const { blocksOf, list, testOf } = require('../../benchmark/block-times');
const { mulberry32, gaussian } = require('../helpers/random');
const { findMachineOutliers: outliersOf } = require('#lib/core/estimate/machine-outliers');

const { log } = Math;

/** Tests on machines { level, spread, change, every }: the change of a machine differs in each `every`-th test. */
function measured(machines, { tests = 20, processes = 8, seed = 1 } = {}) {
  const draw = gaussian(mulberry32(seed));
  const all = machines.map(({ level = 1, spread = 0.01 }) => ({ level, spread }));
  const changeOf = ({ change = 1, every = 1 }, i) => log(1.02) + (i % every === 0 ? log(change) : 0);
  return list(tests, (i) => testOf(
    blocksOf(all, { processes, changeOf: (m) => changeOf(machines[m], i) }, draw), `${i}`));
}

/** Tests on two or more machines without changes, each with other levels and spreads. */
const varied = (all, processes, draw) => all.map((machines, i) => testOf(
  blocksOf(machines, { processes, changeOf: () => 0 }, draw), `${i}`));

const kindsOf = (odd) => odd.map(({ kind, machine }) => [kind, machine]);

function forSamples(tests, action) {
  for (const { machine, sides } of tests.flatMap(({ blocks }) => blocks)) {
    for (const { samples } of sides) samples.forEach((sample) => action(sample, machine));
  }
  return tests;
}

describe('machine-outliers', () => {
  it('are none among similar machines, or with one machine', () => {
    for (const machines of [[{}, {}, {}], [{}, { level: 1.02 }], [{}, { level: 0.9 }, {}], [{}]]) {
      expect(outliersOf(measured(machines))).to.deep.equal([]);
    }
    expect(outliersOf([])).to.deep.equal([]);
    const [{ blocks: [{ sides }] }] = measured([{}]);
    expect(outliersOf([{ file: null, suite: 1, name: 'a', secondsEach: 0, sides }])).to.deep.equal([]);
    // A single test with few processes does not show a spread.
    expect(outliersOf(measured([{}, { spread: 0.03 }], { tests: 1, processes: 3 }))).to.deep.equal([]);
  });

  it('include the slower and the noisier machine, of two and of three', () => {
    for (const others of [[], [{}]]) {
      const [slower, ...more] = outliersOf(measured([{}, { level: 1.1 }, ...others]));
      expect(more).to.deep.equal([]);
      expect(slower).to.include({ kind: 'machine-slower', machine: 1, tests: 20 });
      expect(slower.share).to.be.closeTo(0.1, 0.01);
      const [noisier, ...rest] = outliersOf(measured([{}, { spread: 0.03 }, ...others]));
      expect(rest).to.deep.equal([]);
      expect(noisier).to.include({ kind: 'machine-noisy', machine: 1, tests: 20 });
      expect(noisier.times).to.be.within(2.5, 3.5);
    }
    expect(kindsOf(outliersOf(measured([{}, { level: 1.1 }], { tests: 1 })))).to.deep.equal([['machine-slower', 1]]);
  });

  it('depend on steady tests more than on noisy ones', () => {
    const steady = [0.01, 0.01, 0.2].map((spread) => [1, 1, 1.2].map((level) => ({ level, spread })));
    expect(kindsOf(outliersOf(varied(steady, 6, gaussian(mulberry32(3)))))).to.deep.equal([['machine-slower', 2]]);
    // Steady tests are faster.
    const mixed = [[0.1, 1.3], [0.1, 1.3], [0.001, 0.8]].map(
      ([spread, level]) => [{ level: 1, spread }, { level, spread }]);
    expect(outliersOf(varied(mixed, 8, gaussian(mulberry32(4))))).to.deep.equal([]);
  });

  it('use cycles for the spread and the change, but times for the level', () => {
    const draw = gaussian(mulberry32(5));
    const withCycles = (tests, ghzOf) =>
      forSamples(tests, (sample, machine) => { sample.cycles = sample.nsPerCall * ghzOf(machine); });
    const unsteady = forSamples(withCycles(measured([{}, {}]), () => 3), (sample, machine) => {
      if (machine === 1) sample.nsPerCall *= Math.exp(0.05 * draw());
    });
    expect(outliersOf(unsteady)).to.deep.equal([]);
    const slower = withCycles(measured([{}, { level: 1.5 }]), (machine) => (machine === 1 ? 2 : 3));
    expect(kindsOf(outliersOf(slower))).to.deep.equal([['machine-slower', 1]]);
  });

  it('include machines with different changes, in all tests or in some', () => {
    for (const odd of [{ change: 1.03 }, { change: 0.95, every: 2 }, { change: 1.1, every: 20 }]) {
      const [one, ...others] = outliersOf(measured([{}, {}, odd, {}]));
      expect(others).to.deep.equal([]);
      expect(one).to.include({ kind: 'machine-disagrees', machine: 2, tests: 20 });
      expect(one.differing).to.be.at.least(Math.floor(20 / (odd.every || 1)) * 0.9);
    }
    for (const [changes, expected] of [[[1, 1.04], [0, 1]], [[1, 1.04, 0.94], [0, 1, 2]], [[1, 1.05, 1, 0.93], [1, 3]],
    ]) {
      const found = outliersOf(measured(changes.map((change) => ({ change }))));
      expect(found.map(({ kind }) => kind)).to.deep.equal(expected.map(() => 'machine-disagrees'));
      expect(found.map(({ machine }) => machine).sort()).to.deep.equal(expected);
    }
    // The worst first.
    expect(outliersOf(measured([{}, { change: 1.05 }, {}, { change: 0.93 }]))[0].machine).to.equal(3);
  });

  it('compare common tests', () => {
    const tests = measured([{}, {}, { change: 1.05 }]);
    tests[0].blocks.pop();
    tests[1].blocks[0].sides[1] = null;
    tests[2].blocks[2].sides[0] = { samples: [], error: { code: 'threw', message: 'no' } };
    tests[3].blocks[1].sides[1].samples.length = 1;
    tests[4].blocks[0].sides[0].samples.length = 2;
    expect(outliersOf(tests)).to.deep.equal([{ kind: 'machine-disagrees', machine: 2, tests: 18, differing: 18 }]);
  });
});
