'use strict';

const { expect } = require('chai');
const { startPart } = require('#lib/cli/part-process');
const { createClock } = require('#lib/base/host/clock');
const { fakeHost } = require('../helpers/fake-host');
const { MACOS, WINDOWS, childOf } = require('../helpers/other-systems');

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A clock whose timers run on demand */
function manualClock() {
  const timers = new Set();
  const after = (act, ms) => {
    const timer = { act, ms };
    timers.add(timer);
    return () => timers.delete(timer);
  };
  const runUntil = (ms) => [...timers].filter((timer) => timer.ms <= ms).forEach((timer) => {
    timers.delete(timer);
    timer.act();
  });
  return { clock: { ...createClock(), after }, runUntil };
}

for (const system of [MACOS, WINDOWS]) {
  describe(`cli/part-process on ${system.platform}`, () => {
    let child;
    let runUntil;
    let part;
    let taken;

    beforeEach(async () => {
      taken = [];
      child = childOf(system, () => child.tell({ type: 'row' }));
      const host = fakeHost({ ...system, fork: () => child });
      const manual = manualClock();
      runUntil = manual.runUntil;
      part = startPart({ asked: {}, worker: { args: [] }, nodeOptions: [] }, () => ({ isTable: false }),
        { host, clock: manual.clock, cwd: '/' }, ({ type }) => taken.push(type));
      child.tell({ type: 'begun' });
      await nextTurn();
    });

    it('takes the rows that a test has after ^C, before it is killed', async () => {
      part.stop(false);
      runUntil(0);
      // The console of Windows interrupts all of its processes.
      if (system === WINDOWS) child.interrupt();
      await nextTurn();
      expect(taken).to.deep.equal(['begun', 'row']);
      expect(child.kills.filter((signal) => signal === 'SIGKILL')).to.deep.equal([]);
      runUntil(500);
      await part.ended;
      expect(child.kills.at(-1)).to.equal('SIGKILL');
    });
  });
}
