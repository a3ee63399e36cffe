'use strict';

const { expect } = require('chai');
const { comparisonOf } = require('../../lib/commands/compare-rates');
const { configurationsOf } = require('../../lib/rates/blocks');
const { compareRates } = require('../../lib/rates/compare');

const around = (centre, spread = 0.002) =>
  [-1.5, -1, -0.5, 0.5, 1, 1.5].map((step) => centre * Math.exp(step * spread));
const side = (rates, errors = []) => ({ rates, seconds: rates.map(() => 0.5), errors });
const on = (machine, name, ...sides) => ({ file: 'x.js', configuration: name, parameters: null, sides, machine });
const MACHINES = ['n1', 'n2'].map((name, i) => ({ name, environment: null, shards: [i + 1] }));
const documentOf = (configurations, machines = MACHINES) => ({
  qtimeit: 'rates', savedAt: '2026-11-21T08:00:00.000Z', complete: true, configurations, failures: [], skipped: [],
  sides: ['old', 'new'].map((label) => ({ label, source: null, environment: null })),
  ...(machines && { machines }),
});
const PLAN = { margin: 0.01 };

describe('rates/blocks', () => {
  it('gathers what several machines have measured, each configuration once', () => {
    const first = on(0, 'n=1', side([1, 2]), side([3, 4]));
    const second = on(0, 'n=2', side([5]), side([6]));
    const again = on(1, 'n=1', { ...side([7], [{ code: 'threw', message: 'no' }]), counts: { of: 'n=1' } }, null);
    const [joined, alone, ...others] = configurationsOf(documentOf([first, second, again]));
    expect(others).to.deep.equal([]);
    expect(alone).to.equal(second);
    expect(joined.sides.map(({ rates }) => rates)).to.deep.equal([[1, 2, 7], [3, 4]]);
    expect(joined.sides[0].errors).to.have.lengthOf(1);
    expect(joined.sides[0].counts).to.deep.equal({ of: 'n=1' });
    expect(joined.blocks.map(({ machine }) => machine)).to.deep.equal([0, 1]);
    expect(joined.machine).to.equal(undefined);
  });

  it('leaves a document that was not merged as it is', () => {
    const configurations = [on(undefined, 'n=1', side([1]), side([2])), on(undefined, 'n=1', side([1]), side([2]))];
    expect(configurationsOf(documentOf(configurations, null))).to.equal(configurations);
    expect(compareRates(documentOf(configurations, null), PLAN)).not.to.have.property('oddMachines');
  });

  it('is judged within each machine, and shows rates of one level', () => {
    const { tests: [test], oddMachines } = compareRates(documentOf([
      on(0, 'n=1', side(around(1000)), side(around(970))), on(1, 'n=1', side(around(500)), side(around(485)))]), PLAN);
    const [change] = test.changes;
    expect(change.verdict).to.equal('slower');
    expect(change.ratio).to.be.closeTo(1 / 0.97, 1e-9);
    expect(change.blocks.map(({ machine, processes }) => [machine, processes])).to.deep.equal([[0, 12], [1, 12]]);
    expect(change.welch.stars).to.equal('***');
    const [old] = test.sides;
    expect(old).to.include({ processes: 12 });
    expect(old.rates).to.have.lengthOf(12);
    for (const rate of old.rates) expect(rate).to.be.closeTo(Math.sqrt(1000 * 500), 10);
    expect(oddMachines).to.deep.equal([{ kind: 'machine-slower', machine: 1, share: oddMachines[0].share, tests: 1 }]);
    expect(oddMachines[0].share).to.be.closeTo(1, 0.01);
  });

  it('does not judge what has a rate of 0 on any machine', () => {
    const stalled = on(1, 'n=1', side(around(500)), side([485, 0, 484]));
    const { tests: [test] } = compareRates(
      documentOf([on(0, 'n=1', side(around(1000)), side(around(970))), stalled]), PLAN);
    expect(test.changes[0]).to.include({ verdict: 'not-judged', ratio: null });
    expect(test.sides[1].rates).to.include(0);
  });

  it('tells what failed on one machine', () => {
    const error = { code: 'threw', message: 'no' };
    const { tests: [test] } = compareRates(documentOf([
      on(0, 'n=1', side(around(1000)), side(around(970))), on(1, 'n=1', side(around(500)), side([], [error]))]), PLAN);
    expect(test.changes[0].verdict).to.equal('failed');
    expect(test.sides[1].error).to.deep.equal(error);
  });

  it('has one row for each configuration in the comparison, with its gate', () => {
    const rates = documentOf([
      on(0, 'n=1', side(around(1000)), side(around(970))), on(0, 'n=2', side(around(1000)), side(around(1000))),
      on(1, 'n=1', side(around(500)), side(around(485))), on(1, 'n=2', side(around(500)), side(around(500)))]);
    const comparison = comparisonOf(rates, { maxRegression: 0.02 }, { precision: 0.01 });
    expect(comparison.tests.map(({ name, changes: [{ verdict }] }) => [name, verdict]))
      .to.deep.equal([['n=1', 'slower'], ['n=2', 'same']]);
    expect(comparison.gate.outcome).to.equal('failed');
    expect(comparison.machines).to.equal(rates.machines);
  });
});
