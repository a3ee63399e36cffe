'use strict';

const { expect } = require('chai');
const { startPart } = require('#lib/cli/part-process');
const { fakeHost } = require('../helpers/fake-host');
const { fakeTimers } = require('../helpers/fake-timers');
const { MACOS, WINDOWS, childOf } = require('../helpers/other-systems');

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

for (const system of [MACOS, WINDOWS]) {
  it(`cli/part-process on ${system.platform} takes the rows of a test after ^C, before it is killed`, async () => {
    const taken = [];
    const child = childOf(system, () => child.tell({ type: 'row' }));
    const host = fakeHost({ ...system, fork: () => child });
    const clock = fakeTimers({ nowNs: () => 0 });
    const part = startPart({ asked: {}, worker: { args: [] }, nodeOptions: [] }, () => ({ isTable: false }),
      { host, clock, cwd: '/' }, ({ type }) => taken.push(type));
    child.tell({ type: 'begun' });
    await nextTurn();

    part.stop(false);
    clock.fire(0);
    // The console of Windows interrupts all of its processes.
    if (system === WINDOWS) child.interrupt();
    await nextTurn();
    expect(taken).to.deep.equal(['begun', 'row']);
    expect(child.kills.filter((signal) => signal === 'SIGKILL')).to.deep.equal([]);
    clock.fire(500);
    await part.ended;
    expect(child.kills.at(-1)).to.equal('SIGKILL');
  });
}
