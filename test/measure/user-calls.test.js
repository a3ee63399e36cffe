'use strict';

const { expect } = require('chai');
const {
  createFinisher, handlesOpenedSince, isThenable, noteOurHandle, openHandles, stepsAround,
} = require('#lib/core/measure/user-calls');

/** Runs a step: [failure, ns] once it has ended. */
const runOf = ({ run }, calls) => new Promise((resolve) => { run(calls, (...end) => resolve(end)); });

const error = new Error('mine');

it('a thenable is a value that await would wait for', () => {
  const callable = Object.assign(() => {}, { then() {} });
  for (const value of [Promise.resolve(), { then() {} }, callable, Object.create({ then() {} })]) {
    expect(isThenable(value)).to.equal(true);
  }
  for (const value of [undefined, null, 0, '', 'then', true, Symbol('a'), {}, () => {}, { then: 5 }]) {
    expect(isThenable(value)).to.equal(false);
  }
});

it('handles left open are neither requests of Node.js nor handles of this library', () => {
  const { getActiveResourcesInfo } = process;
  const open = ['Timeout'];
  try {
    process.getActiveResourcesInfo = () => [...open];
    const before = openHandles();
    open.push('CloseReq', 'FSReqPromise', 'TCPConnectWrap', 'RandomBytesRequest', 'Immediate', 'Timeout', 'Loader');
    noteOurHandle('Loader');
    expect(handlesOpenedSince(before)).to.deep.equal(['1 x Timeout']);
    open.push('Loader', 'TCPSocketWrap');
    expect(handlesOpenedSince(before)).to.deep.equal(['1 x Timeout', '1 x Loader', '1 x TCPSocketWrap']);
  } finally {
    Object.assign(process, { getActiveResourcesInfo });
  }
});

it('inputs of a run are made for each call, and released', async () => {
  let made = 0;
  const { list, prepare, discard } = stepsAround({ each: () => ++made });
  expect(await runOf({ run: prepare }, 3)).to.deep.equal([null, 0]);
  expect(list).to.deep.equal([1, 2, 3]);
  discard();
  expect(list).to.deep.equal([undefined, undefined, undefined]);
  expect(stepsAround({})).to.deep.equal({ list: null });
});

describe('afterEach', () => {
  const stepOf = (after) => createFinisher({ after }, null).finisher;

  it('is awaited, one call after the other', async () => {
    let pending = 0;
    let most = 0;
    const step = stepOf(async () => {
      most = Math.max(most, ++pending);
      await null;
      pending--;
    });
    expect(await runOf(step, 1000)).to.deep.equal([null, 0]);
    expect({ most, made: step.made() }).to.deep.equal({ most: 1, made: 1000 });
  });

  it('fails, and is not called again, if it throws or rejects', async () => {
    const fail = () => { throw error; };
    for (const after of [fail, async () => fail(), () => ({ get then() { return fail(); } })]) {
      let calls = 0;
      expect(await runOf(stepOf(() => (++calls === 2 ? after() : undefined)), 5)).to.deep.equal([{ error }, 0]);
      expect(calls).to.equal(2);
    }
  });
});
