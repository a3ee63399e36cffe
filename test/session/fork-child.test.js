'use strict';

const { expect } = require('chai');
const { createForkChild } = require('../../lib/session/fork-child');

describe('a process that only tells which suites there are', () => {
  it('has of each test what another process needs to measure and to count it', () => {
    const told = [];
    const job = { lists: true, position: 0 };
    const child = createForkChild({ job, history: [], send: (message) => told.push(message) }, {});
    const tests = [
      { name: 'plain', timeoutSeconds: 5 }, { name: 'made', tier: 'optimized', each() {} },
      { name: 'cleaned', afterEach() {} },
    ];
    child.take({ position: 2, tests, settings: { opsPerTest: 1 }, strategy: { isAtOnce: () => true }, callback: null });
    expect(JSON.parse(JSON.stringify(told))).to.deep.equal([{ type: 'suite', suite: { position: 2, tests: [
      { name: 'plain', timeoutSeconds: 5, tier: null, hasInputs: false },
      { name: 'made', tier: 'optimized', hasInputs: true },
      { name: 'cleaned', tier: null, hasInputs: true },
    ] } }]);
  });
});
