'use strict';

const { expect } = require('chai');
const { oddMachineLines } = require('../../lib/report/odd-machines');
const { doubtOfChange } = require('../../lib/report/unresolved');

const machines = (...names) => names.map((name) => ({ name, environment: null, shards: [1] }));

describe('report/odd-machines', () => {
  it('has no words where all are alike', () => {
    expect(oddMachineLines({})).to.deep.equal([]);
    expect(oddMachineLines({ machines: machines('n1', 'n2'), oddMachines: [] })).to.deep.equal([]);
  });

  it('tells which is slower, and which noisy', () => {
    const odd = [
      { kind: 'machine-slower', machine: 1, share: 0.1004, tests: 40 },
      { kind: 'machine-noisy', machine: 0, times: 3.123, tests: 1 },
    ];
    expect(oddMachineLines({ machines: machines('n1', 'n2', 'n3'), oddMachines: odd })).to.deep.equal([
      'n2 is 10 % slower than the other machines in the median of 40 tests; verdicts are made within each machine',
      'n1 is noisy: its times spread 3.1 times as much as those of the other machines in the median of 1 test; ' +
        'it weighs less',
    ]);
    expect(oddMachineLines({ machines: machines('n1', 'n2'), oddMachines: odd }, 'configuration')[0]).to.equal(
      'n2 is 10 % slower than the other machine in the median of 40 configurations; verdicts are made within each ' +
        'machine');
  });

  it('blames those that disagree, before all else', () => {
    const disagrees = (machine, differing) => ({ kind: 'machine-disagrees', machine, tests: 40, differing });
    const slower = { kind: 'machine-slower', machine: 0, share: 0.1, tests: 40 };
    const lines = oddMachineLines({
      machines: machines('n1', 'n2', 'n3'), oddMachines: [slower, disagrees(2, 17)] });
    expect(lines).to.have.lengthOf(2);
    expect(lines[0]).to.equal('n3 disagrees with the other machines: its changes differ from theirs in 17 of 40 ' +
      'tests, where chance makes 2; look at it, or leave it out');
    expect(oddMachineLines({ machines: machines('n1', 'n2'), oddMachines: [disagrees(0, 9), disagrees(1, 9)] }))
      .to.deep.equal(['n1 and n2 disagree: their changes differ in 9 of 40 tests, where chance makes 2; a third ' +
        'machine would tell which of them is odd']);
    expect(oddMachineLines({
      machines: machines('n1', 'n2', 'n3'), oddMachines: [disagrees(1, 30), disagrees(0, 9), disagrees(2, 9)] }))
      .to.deep.equal(['n1, n2 and n3 disagree: their changes differ in 30 of 40 tests, where chance makes 2']);
  });

  it('gives no advice of more processes where machines differ', () => {
    expect(doubtOfChange({ moreProcesses: null, moreSeconds: null, machinesDiffer: true }))
      .to.equal('not resolved; the machines differ by more than their processes explain');
    expect(doubtOfChange({ moreProcesses: 3, moreSeconds: null, machinesDiffer: false }))
      .to.equal('not resolved; about 3 more processes per side would settle it');
  });

  it('keeps what controls a terminal out of names, and what it does not know to itself', () => {
    const slower = { kind: 'machine-slower', machine: 1, share: 1, tests: 9 };
    const [line] = oddMachineLines({
      machines: machines('n1', 'n\x1b[31m2'), oddMachines: [{ kind: 'machine-of-tomorrow', machine: 0 }, slower],
    });
    expect(line).to.match(/^n.*2 is 100 % slower than the other machine/);
    expect(line).not.to.include('\x1b');
  });
});
