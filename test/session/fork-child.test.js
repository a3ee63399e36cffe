'use strict';

const { expect } = require('chai');
const { createForkChild } = require('#lib/core/session/fork-child');

it('a process that lists its suites sends what another process needs to measure and count each test', () => {
  const sent = [];
  const job = { lists: true, position: 0 };
  const child = createForkChild({ job, history: [], send: (message) => sent.push(message) }, {});
  const tests = [
    { name: 'plain', timeoutSeconds: 5 }, { name: 'made', tier: 'optimized', each() {} },
    { name: 'cleaned', afterEach() {} },
  ];
  child.take({ position: 2, tests, settings: { opsPerTest: 1 }, strategy: { isAtOnce: () => true }, callback: null });
  expect(JSON.parse(JSON.stringify(sent))).to.deep.equal([{ type: 'suite', suite: { position: 2, tests: [
    { name: 'plain', timeoutSeconds: 5, tier: null, hasInputs: false },
    { name: 'made', tier: 'optimized', hasInputs: true },
    { name: 'cleaned', tier: null, hasInputs: true },
  ] } }]);
});

it('a process measures the test of its name, also at another index, and if the script replaces array methods', () => {
  const measured = [];
  const job = { position: 0, index: 0, name: 'b' };
  const channel = { job, history: [], send() {}, onNextMessage: (action) => action(), onUncaught() {} };
  const strategy = { measure: ({ name }) => measured.push(name) };
  const tests = Object.assign([{ name: 'a' }, { name: 'b' }], { find: () => undefined });
  createForkChild(channel, {}).take({ position: 0, tests, settings: {}, strategy });
  expect(measured).to.deep.equal(['b']);
});
