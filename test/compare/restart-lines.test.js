'use strict';

const { expect } = require('chai');
const { restartLines } = require('../../lib/compare/plan');

const unit = (more) => ({ expected: 0.01, neededSeconds: 10, spentSeconds: 4, ...more });
const noisy = (more) => unit({ expected: 0.2, neededSeconds: 700.2, ...more });
const unasked = () => { throw new Error('asked how long counting takes'); };

describe('the lines after the pilot of compare', () => {
  it('say how long the rest takes, and ask nothing else if the precision is in reach', () => {
    expect(restartLines(39, [unit()], 0.01, unasked)).to.deep.equal(['then about 39 s more']);
    expect(restartLines(39, [unit({ expected: 0.0104 })], 0.01, unasked)).to.deep.equal(['then about 39 s more']);
    expect(restartLines(0, [unit()], 0.01, unasked)).to.deep.equal(['the pilot was enough']);
    expect(restartLines(0, [], 0.01, unasked)).to.deep.equal([]);
  });

  it('say that the machine is too noisy, how long it would take, and how long counting takes', () => {
    expect(restartLines(39, [unit(), noisy(), noisy({ neededSeconds: 100 })], 0.01, () => 62)).to.deep.equal([
      'then about 39 s more, for +- 20 % at worst (--time allows no more)',
      'note: this machine is too noisy for +- 1 % in that time: it would take about 13 min more (--time 701); ' +
        '--count compares instructions in about 62 s',
    ]);
    const [, without] = restartLines(39, [noisy()], 0.005, () => null);
    expect(without).to.match(/^note: .* for \+- 0\.5 % .* about 12 min more \(--time 701\)$/);
  });

  it('give no advice to wait for hours', () => {
    const [first, second] = restartLines(39, [noisy({ expected: 21, neededSeconds: 4000 })], 0.01, () => null);
    expect(first).to.include('+- >999 % at worst');
    expect(second).to.equal('note: this machine is too noisy for +- 1 % in that time: it would take hours');
  });

  it('do not call a pilot enough that has only used up the time', () => {
    expect(restartLines(0, [noisy()], 0.01, () => null)[0])
      .to.equal('the pilot took all the time, for +- 20 % at worst (--time allows no more)');
  });
});
