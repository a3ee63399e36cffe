'use strict';

const { expect } = require('chai');
const { untilEnd } = require('../../lib/commands/ending');
const { fakeTimers } = require('../helpers/fake-timers');

describe('a command that measures until its end', () => {
  /** What happens, in its order, while measure() runs: { done, steps, clock }. */
  async function end(measure, options = {}) {
    const steps = [];
    const clock = fakeTimers();
    const terminal = { status() {}, writeError: (text) => steps.push(text.trim()) };
    const listeners = () => ['SIGINT', 'SIGTERM', 'SIGHUP', 'exit'].map((name) => process.listenerCount(name));
    const before = listeners();
    const work = {
      measure: (isOver) => measure({ isOver, clock }), release: () => steps.push('release'),
      finish: () => steps.push('finish'),
    };
    const done = await untilEnd(options, { clock, terminal }, work).catch((error) => error.message);
    expect([listeners(), clock.waiting]).to.deep.equal([before, []]);
    return { done, steps };
  }

  it('releases what it holds, and finishes then', async () => {
    expect(await end(async () => {})).to.deep.equal({ done: true, steps: ['release', 'finish', 'release'] });
  });

  it('releases what it holds where measuring throws, and prints nothing', async () => {
    expect(await end(async () => { throw new Error('wrong'); })).to.deep.equal({ done: 'wrong', steps: ['release'] });
  });

  it('finishes once where its time is up, and ends the process with 124', async () => {
    const { exit } = process;
    const codes = [];
    process.exit = (code) => codes.push(code);
    try {
      const { done, steps } = await end(async ({ isOver, clock }) => {
        expect([isOver(), clock.fire(2000), isOver()]).to.deep.equal([false, 1, true]);
      }, { timeout: 2 });
      expect([done, codes]).to.deep.equal([false, [124]]);
      expect(steps).to.deep.equal(['qtimeit: stopped after 2 s (--timeout)', 'release', 'finish', 'release']);
    } finally {
      process.exit = exit;
    }
  });
});
