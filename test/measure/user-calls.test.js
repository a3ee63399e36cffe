'use strict';

const { expect } = require('chai');
const { createFinisher, handlesOpenedSince, openHandles, stepsAround } = require('#lib/core/measure/user-calls');

/** Runs a step: [failure, ns] once it has ended. */
const runOf = ({ run }, calls) => new Promise((resolve) => { run(calls, (...end) => resolve(end)); });

it('handles left open are no requests of Node.js', () => {
  const { getActiveResourcesInfo } = process;
  const open = ['Timeout'];
  try {
    process.getActiveResourcesInfo = () => [...open];
    const before = openHandles();
    open.push('CloseReq', 'FSReqPromise', 'TCPConnectWrap', 'RandomBytesRequest', 'Immediate', 'Timeout',
      'TCPSocketWrap');
    expect(handlesOpenedSince(before)).to.deep.equal(['1 x Timeout', '1 x TCPSocketWrap']);
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

it('afterEach is awaited, one call after the other', async () => {
  let pending = 0;
  let most = 0;
  async function after() {
    most = Math.max(most, ++pending);
    await null;
    pending--;
  }
  const { finisher } = createFinisher({ after }, null);
  expect(await runOf(finisher, 1000)).to.deep.equal([null, 0]);
  expect({ most, made: finisher.made() }).to.deep.equal({ most: 1, made: 1000 });
});
