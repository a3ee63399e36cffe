'use strict';

const { expect } = require('chai');
const { createRunsLeft } = require('../../lib/files/measure-configurations');

describe('files/runs-left', () => {
  it('takes each for as long as its own runs were, and one without any as the mean of all', () => {
    const work = createRunsLeft();
    const [a, b, c] = [{}, {}, {}];
    for (const entry of [a, b, c]) work.expect(entry, 4);
    expect([work.left(), work.leftNs()]).to.deep.equal([12, 0]);
    work.took(a, 100);
    work.expect(a, 3);
    expect([work.left(), work.leftNs()]).to.deep.equal([11, 1100]);
    work.took(b, 300);
    work.expect(b, 3);
    expect([work.left(), work.leftNs()]).to.deep.equal([10, 300 + 900 + 4 * 200]);
    work.took(a, 300);
    work.expect(a, 2);
    expect([work.left(), work.leftNs()]).to.deep.equal([9, 2 * 200 + 900 + 4 * 700 / 3]);
  });

  it('hears of more and of fewer', () => {
    const work = createRunsLeft();
    const entry = {};
    work.expect(entry, 30);
    work.took(entry, 10);
    work.expect(entry, 5);
    expect([work.left(), work.leftNs()]).to.deep.equal([5, 50]);
    work.expect(entry, 20);
    expect([work.left(), work.leftNs()]).to.deep.equal([20, 200]);
    work.expect(entry, 0);
    expect([work.left(), work.leftNs()]).to.deep.equal([0, 0]);
  });
});
