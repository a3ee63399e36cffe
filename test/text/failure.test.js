'use strict';

const { expect } = require('chai');
const { errorOf, describe: inWords } = require('../../lib/text/failure');

describe('the error of a run', () => {
  it('is what the test threw, with where it happened', () => {
    const error = new TypeError('mine');
    expect(errorOf({ error }, '"a test"', '7')).to.equal(error);
    expect(error.timeit).to.deep.equal({ test: '"a test"', calls: '7' });
    expect(error.message).to.equal('mine');
  });

  it('names the latest test where one error is thrown twice', () => {
    const error = new Error('shared');
    errorOf({ error }, '"first"', '1');
    errorOf({ error }, '"second"', '2');
    expect(error.timeit).to.deep.equal({ test: '"second"', calls: '2' });
  });

  it('is what was thrown where that comes from another realm', () => {
    const error = require('vm').runInNewContext('new RangeError("far")');
    expect(errorOf({ error }, '"t"', '1')).to.equal(error);
    expect(error.timeit.calls).to.equal('1');
  });

  const sealed = Object.preventExtensions(new Error('sealed'));
  const locked = Object.defineProperty(new Error('locked'), 'timeit', { value: 1 });
  const wrapped = [[null, 'null'], [undefined, 'undefined'], ['text', '\'text\''], [12, '12'], [7n, '7n'],
    [Symbol('s'), 'Symbol(s)'],
    [{ code: 1 }, '{ code: 1 }'], [Object.freeze(new Error('frozen')), 'Error: frozen'], [sealed, 'Error: sealed'],
    [locked, 'Error: locked']];
  for (const [error, words] of wrapped) {
    it(`says in words what cannot carry it: ${words}`, () => {
      const got = errorOf({ error }, '"a test"', '3 to 4');
      expect(got).to.be.an('error').that.does.not.equal(error);
      expect(got.message).to.equal(`timeit: the test "a test" threw ${words} on call 3 to 4`);
      expect(got).to.have.property('cause', error);
      expect(errorOf({ error, answered: true }, '"a test"', '9').message)
        .to.equal(`timeit: the test "a test" called back with ${words} on call 9`);
    });
  }

  it('is one of our own where the test called back twice', () => {
    expect(errorOf({ twice: true }, '"a test"', '5').message)
      .to.equal('timeit: the test "a test" called back twice on call 5: each call has to be answered once');
  });

  it('is ours as it is where the measurement itself failed', () => {
    const error = new Error('the clock');
    expect(errorOf({ error, ours: true }, '"a test"', '5')).to.equal(error);
    expect(error).to.not.have.property('timeit');
  });

  it('describes what cannot be described', () => {
    const bite = () => { throw new Error('trap'); };
    const biting = { [Symbol.for('nodejs.util.inspect.custom')]: bite, get ofPages() { return bite(); } };
    expect(inWords(biting)).to.equal('a value that cannot be shown');
    expect(inWords(Object.defineProperty(new Error('x'), 'message', { get() { throw new Error('trap'); } })))
      .to.equal('a value that cannot be shown');
  });
});
