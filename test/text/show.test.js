'use strict';

const { expect } = require('chai');
const { inspect } = require('util');
const { describeThrown: inWords, readMessage, show } = require('#lib/base/text/show');

const HIDDEN = 'a value that cannot be shown';
const trap = () => { throw new Error('trap'); };

describe('text/show', () => {
  it('shows a value in one short line', () => {
    expect(show([1, { a: 1 }, 3, 4, 5])).to.equal('[ 1, [Object], 3, ... 2 more items ]');
    expect(show('x'.repeat(100))).to.equal(`'${'x'.repeat(56)}...`);
  });

  it('handles values that throw when they are shown', () => {
    const biting = { [inspect.custom]: trap, get ofPages() { return trap(); } };
    const error = Object.defineProperty(new Error('x'), 'message', { get: trap });
    expect([show(biting), inWords(biting), inWords(error)]).to.deep.equal([HIDDEN, HIDDEN, HIDDEN]);
    expect(readMessage(error)).to.equal('an error that cannot be read');
    expect(readMessage(Object.create(null))).to.equal('an error that cannot be read');
  });

  it('has a message for any thrown value', () => {
    const cases = [[new Error('no'), 'no'], [new RangeError(''), 'RangeError'], ['x', 'x'],
      ['', 'an error without a message'], [null, 'null'], [undefined, 'undefined'], [5, '5'], [{ message: 5 }, '5']];
    for (const [thrown, message] of cases) expect(readMessage(thrown)).to.equal(message);
  });
});
