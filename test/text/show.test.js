'use strict';

const { expect } = require('chai');
const { inspect } = require('util');
const { show } = require('../../lib/text/show');

describe('a value in an error', () => {
  it('is one short line', () => {
    expect(show([1, { a: 1 }, 3, 4, 5])).to.equal('[ 1, [Object], 3, ... 2 more items ]');
    expect(show('x'.repeat(100))).to.equal(`'${'x'.repeat(56)}...`);
  });

  it('can be what bites when it is looked at', () => {
    expect(show({ [inspect.custom]() { throw new Error('x'); } })).to.equal('a value that cannot be shown');
  });
});
