'use strict';

const { expect } = require('chai');
const { untilEnd } = require('../../lib/commands/shutdown');
const { fakeTimers } = require('../helpers/fake-timers');

describe('a command that measures until its end', () => {
  /** What happens, in its order, while measure() runs. */
  async function end(measure, options = {}) {
    const steps = [];
    const clock = fakeTimers();
    const terminal = { status() {}, writeError: (text) => steps.push(text.trim()) };
    const listeners = () => ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => process.listenerCount(name));
    const before = listeners();
    const work = {
      measure: () => measure(clock), release: () => steps.push('release'),
      finish: () => steps.push('finish'),
    };
    await untilEnd(options, { clock, terminal }, work).catch((error) => steps.push(error.message));
    expect([listeners(), clock.waiting]).to.deep.equal([before, []]);
    return steps;
  }

  it('releases what it holds, and finishes then', async () => {
    expect(await end(async () => {})).to.deep.equal(['release', 'finish', 'release']);
  });

  it('releases what it holds where measuring throws, and prints nothing', async () => {
    expect(await end(async () => { throw new Error('wrong'); })).to.deep.equal(['release', 'wrong']);
  });

  it('finishes once where its time is up, and ends the process with 124', async () => {
    const { exit } = process;
    const codes = [];
    process.exit = (code) => codes.push(code);
    try {
      const steps = await end(async (clock) => { expect(clock.fire(2000)).to.equal(1); }, { timeout: 2 });
      expect(codes).to.deep.equal([124]);
      expect(steps).to.deep.equal(['qtimeit: stopped after 2 s (--timeout)', 'release', 'finish', 'release']);
    } finally {
      process.exit = exit;
    }
  });
});
