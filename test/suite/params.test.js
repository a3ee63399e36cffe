'use strict';

const { expect } = require('chai');
const { readParams, countOf, combinationsOf } = require('../../lib/suite/params');

describe('parameters of tests', () => {
  it('are lists, and a value by itself is a list of one', () => {
    expect(readParams({ size: [10, 1000], type: 'a', isFast: [true, false], none: null }))
      .to.deep.equal({ size: [10, 1000], type: ['a'], isFast: [true, false], none: [null] });
  });

  it('are not the lists that were given, which the user can change', () => {
    const given = { size: [1] };
    const read = readParams(given);
    given.size.push(2);
    expect(read.size).to.deep.equal([1]);
  });

  for (const [given, words] of [
    [{}, 'params has no parameters'],
    [{ size: [] }, '\'size\' has no values'],
    [{ size: [1, 2, 1] }, '\'size\' has the value 1 twice'],
    [{ size: [NaN] }, 'a value of \'size\' is NaN'],
    [{ size: [[1]] }, 'a value of \'size\' is [ 1 ]'],
    [{ make: () => {} }, 'a value of \'make\' is'],
    [{ size: [undefined] }, 'a value of \'size\' is undefined'],
    [{ 'a b': [1] }, '\'a b\' cannot be the name of a parameter'],
    [{ 'a=': [1] }, '\'a=\' cannot be the name of a parameter'],
    [{ '': [1] }, '\'\' cannot be the name of a parameter'],
    [JSON.parse('{ "__proto__": [1] }'), '\'__proto__\' cannot be the name of a parameter'],
  ]) {
    it(`are refused with "${words}"`,
      () => expect(() => readParams(given))
        .to.throw(Error, `bench: ${words.startsWith('params') ? words : `params: ${words}`}`));
  }

  it('make combinations in the order written, of which the last changes fastest', () => {
    const combinations = combinationsOf({ size: [1, 2], type: ['a', 'b'] });
    expect(combinations).to.deep.equal(
      [{ size: 1, type: 'a' }, { size: 1, type: 'b' }, { size: 2, type: 'a' }, { size: 2, type: 'b' }]);
    for (const combination of combinations) expect(combination).to.be.frozen;
    expect(countOf({ size: [1, 2], type: ['a', 'b', 'c'] })).to.equal(6);
  });
});
