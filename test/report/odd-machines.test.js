'use strict';

const { expect } = require('chai');
const { oddMachineLines } = require('#lib/report/machines-notes');
const { explainUnresolvedChange } = require('#lib/report/unresolved');
const { label } = require('#lib/base/text/display');

const machines = (...names) => names.map((name) => ({ name, environment: null, shards: [1] }));
const slower = { kind: 'machine-slower', machine: 1, share: 0.1004, tests: 40 };
const noisy = { kind: 'machine-noisy', machine: 0, times: 3.123, tests: 1 };
const disagrees = (machine, differing) => ({ kind: 'machine-disagrees', machine, tests: 40, differing });
const lines = (names, oddMachines, ...more) => oddMachineLines({ machines: machines(...names), oddMachines }, ...more);

describe('notes on machines that are outliers', () => {
  it('report slow and noisy machines, and ignore unknown kinds', () => {
    expect(lines(['n1', 'n2'], undefined)).to.deep.equal([]);
    expect(lines(['n1', 'n2', 'n3'], [slower, noisy, { kind: 'of tomorrow', machine: 0 }])).to.deep.equal([
      'n2 is 10 % slower than the other machines (median of 40 tests); verdicts compare only times from the same ' +
        'machine',
      'n1 is noisy: its times vary 3.1 times as much as those of the other machines (median of 1 test), ' +
        'so it gets less weight',
    ]);
    expect(lines(['n1', 'n\x1b2'], [slower], 'configuration')[0]).to.match(
      /^n\\x1b2 is 10 % slower than the other machine \(median of 40 configurations\); /);
  });

  it('start with machines that disagree', () => {
    const [first, ...others] = lines(['n1', 'n2', 'n3'], [slower, disagrees(2, 17)]);
    expect(others).to.have.length(1);
    expect(first).to.equal('n3 disagrees with the other machines: its changes differ from theirs in 17 of 40 ' +
      'tests, but chance alone explains only 2; check n3, or leave it out');
    expect(lines(['n1', 'n2'], [disagrees(0, 9), disagrees(1, 9)])).to.deep.equal(['n1 and n2 disagree: their ' +
      'changes differ in 9 of 40 tests, but chance alone explains only 2; a third machine would show which of ' +
      'them is the outlier']);
    expect(lines(['n1', 'n2', 'n3'], [disagrees(1, 30), disagrees(0, 9), disagrees(2, 9)]))
      .to.deep.equal(['n1, n2 and n3 disagree: their changes differ in 30 of 40 tests, but chance alone explains ' +
        'only 2']);
  });
});

describe('advice for an unresolved change', () => {
  it('is the number of processes, or the differences between machines', () => {
    const none = { moreProcesses: null, moreSeconds: null };
    const five = machines('n1', 'n2', 'n3', 'n\u001b4', 'n5');
    const blocks = [1.05, 1.2, 0.9, 1, 3].map((ratio, machine) => ({ machine, ratio }));
    const differ = (count, more) => explainUnresolvedChange(
      { ...none, machinesDiffer: true, blocks: blocks.slice(0, count) }, { machines: five, ...more });
    const start = 'not resolved; the machines differ by more than the variance between processes can explain';
    expect(differ(0)).to.equal(start);
    expect(differ(2, { machines: [] })).to.equal(start);
    expect(differ(3)).to.equal(`${start}: +20.0 % on n2, +5.0 % on n1, -10.0 % on n3`);
    expect(differ(3, { changeOf: (ratio) => 1 / ratio })).to.equal(
      `${start}: +11.1 % on n3, -4.8 % on n1, -16.7 % on n2`);
    expect(differ(4)).to.include(`+5.0 % on n1, +-0.00 % on ${label(five[3].name)}, -10.0 %`);
    expect(differ(5)).to.equal(`${start}: from +200 % on n5 to -10.0 % on n3`);
    expect(explainUnresolvedChange({ moreProcesses: 3, moreSeconds: null, machinesDiffer: false }))
      .to.equal('not resolved; about 3 more processes per side would settle it');
    expect(explainUnresolvedChange(none)).to.equal('not resolved');
  });
});
