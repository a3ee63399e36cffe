'use strict';

const { expect } = require('chai');
const { addOwnLoops } = require('#lib/core/session/own-loops');

describe('own loops', () => {
  it('of two versions of a file are those of the slower one, which has fewer iterations', () => {
    const known = {};
    addOwnLoops(known, { a: { count: 10, ops: 10 }, b: { count: 1, ops: 5 } });
    addOwnLoops(known, { a: { count: 1, ops: 1 }, b: { count: 100, ops: 500 }, c: { count: 100, ops: 100 } });
    expect(known).to.deep.equal({ a: { count: 1, ops: 1 }, b: { count: 1, ops: 5 }, c: { count: 100, ops: 100 } });
  });
});
