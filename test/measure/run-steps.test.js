'use strict';

const { expect } = require('chai');
const { createLoopWatch, createWatchdog, runSteps, withTimeout } = require('#lib/core/measure/run-steps');

/** A loop that ends at once with twice its calls, or with a failure. */
const quick = (failure = null) => ({ run(calls, done) { done(failure, 2 * calls); } });

/** A loop that keeps its answers: answers[i](failure, ns). */
function waiting(more) {
  const loop = { answers: [], calls: [], ...more };
  return Object.assign(loop, { run(calls, done) { loop.calls.push(calls); loop.answers.push(done); } });
}

/** The ends of runSteps(): [failure, value] of each. */
function endsOf(steps) {
  const ends = [];
  runSteps(steps, (...end) => ends.push(end));
  return ends;
}

describe('runSteps', () => {
  it('passes a failure on, and asks for nothing more', () => {
    const failure = { error: new Error('mine'), index: 3 };
    let resumed = 0;
    expect(endsOf((function* () { yield [quick(failure), 1]; resumed++; })())).to.deep.equal([[failure, undefined]]);
    expect(resumed).to.equal(0);
  });

  it('ends once, even if a loop answers again', () => {
    const loop = waiting();
    const ends = endsOf((function* () { yield [loop, 1]; return 'value'; })());
    loop.answers[0](null, 1);
    loop.answers[0](null, 2);
    loop.answers[0]({ error: 1 });
    expect(ends).to.deep.equal([[null, 'value']]);
  });

  it('ends a request, or all steps, in half of the time of the command while a test has no figure', function () {
    if (!process.report) this.skip(); // a page cannot end an endless loop
    const tests = [{}, {}];
    const endless = { run() { for (;;); } };
    const measured = { measured: true, task: {} };
    const failed = { failure: {}, task: {} };
    for (const [members, isOpen] of [[[measured], true], [[measured, failed], false]]) {
      const { isAnyOpen, mostMs, runWatched } = createLoopWatch({ tests, members }, () => 150, { wallMs: () => 0 });
      expect([isAnyOpen(), mostMs()]).to.deep.equal([isOpen, isOpen ? 100 : Infinity]);
      if (!isOpen) continue;
      const ends = [];
      const tried = withTimeout((function* () { yield [endless, 1]; })(), { stop() {} }, 6e4);
      for (const steps of [tried, (function* () { yield [endless, 1]; })()]) {
        runSteps(steps, (failure, value) => ends.push(failure ? failure.error.message : value.failure), runWatched);
      }
      expect(ends).to.deep.equal([{ limitMs: 100, isLowered: true }, 'the process was suspended']);
    }
  });
});

/** Time that a test lets pass, and repeated actions. */
function fakeTime() {
  const time = {
    ms: 5e5,
    repeats: [],
    wallMs: () => time.ms,
    cpuNs: () => 0,
    repeat(action, ms, keepsAlive) {
      const one = { action, ms, keepsAlive, ended: false };
      time.repeats.push(one);
      return () => { one.ended = true; };
    },
    pass(ms) {
      time.ms += ms;
      for (const one of time.repeats) if (!one.ended) one.action();
    },
  };
  return time;
}

/** Runs steps within a time limit: { ends, time, watchdog }. */
function limited(steps, limitMs = 1000, { time = fakeTime(), watchdog = createWatchdog(time) } = {}) {
  return { ends: endsOf(withTimeout(steps, watchdog, limitMs)), time, watchdog };
}
const over = (failure) => [[null, { failure }]];

describe('withTimeout', () => {
  it('returns the result of steps, with answers at once and later, the first of each request', () => {
    const loop = waiting();
    const { ends } = limited((function* () { return [yield [loop, 5], yield [quick(), 7], yield [loop, 9]]; })());
    expect({ ends, calls: loop.calls }).to.deep.equal({ ends: [], calls: [5] });
    loop.answers[0](null, 31);
    loop.answers[0](null, 32);
    loop.answers[0]({ error: 1 }, 0);
    expect({ ends, calls: loop.calls }).to.deep.equal({ ends: [], calls: [5, 9] });
    loop.answers[1](null, 33);
    expect(ends).to.deep.equal([[null, { failure: null, value: [31, 14, 33] }]]);
  });

  it('returns a failure as the loop reports it, with the stage of the loop, and asks for nothing more', () => {
    for (const failure of [{ error: new Error('mine'), index: 3 }, { twice: true, index: 0 }, { error: undefined }]) {
      let resumed = 0;
      const steps = (loop) => (function* () { yield [quick(), 1]; yield [loop, 1]; resumed++; })();
      expect(limited(steps(quick(failure))).ends).to.deep.equal(over(failure));
      expect(limited(steps({ ...quick(failure), stage: 'afterEach' })).ends)
        .to.deep.equal(over({ stage: 'afterEach', ...failure }));
      expect(resumed).to.equal(0);
    }
  });

  it('returns an error of the steps as ours', () => {
    for (const error of [new Error('the clock did not advance'), null]) {
      const { ends } = limited((function* () { yield [quick(), 1]; throw error; })());
      expect(ends).to.deep.equal(over({ error, ours: true }));
    }
  });

  it('ends a request in the time that the command has left, and says so if this is lower', () => {
    for (const [mostMs, failure] of [[700, { limitMs: 700, isLowered: true }], [1500, { limitMs: 1000 }]]) {
      const time = fakeTime();
      const steps = (function* () { yield [waiting(), 1]; })();
      const ends = endsOf(withTimeout(steps, createWatchdog(time), 1000, () => mostMs));
      time.pass(failure.limitMs);
      expect(ends).to.deep.equal(over(failure));
    }
  });

  it('leaves a test after an endless loop a second, or what the command has left', () => {
    const tests = [{}, {}];
    const mostOf = (failure, leftMs) => (
      createLoopWatch({ tests, members: [{ failure, task: { samples: {} } }] }, () => leftMs, {}).mostMs());
    const looped = { limitMs: 1700, isLowered: true };
    expect(mostOf({}, 1400)).to.equal(700);
    expect([1400, 5000, 600, 0].map((leftMs) => mostOf(looped, leftMs))).to.deep.equal([1000, 2500, 600, 100]);
  });

  it('ends a request without an answer in its time, once; each has the whole time', () => {
    const loop = waiting();
    const { ends, time } = limited((function* () { yield [loop, 1]; yield [loop, 1]; })());
    time.pass(900);
    loop.answers[0](null, 1);
    time.pass(999);
    expect(ends).to.deep.equal([]);
    for (const ms of [1, 5000]) time.pass(ms);
    loop.answers[1](null, 5);
    expect(ends).to.deep.equal(over({ limitMs: 1000 }));
  });

  it('ignores a late answer while another test waits, and gives that one no more time', () => {
    const time = fakeTime();
    const watchdog = createWatchdog(time);
    const [slow, other] = [waiting(), waiting()];
    const ends = endsOf((function* () {
      const first = yield* withTimeout((function* () { yield [slow, 1]; })(), watchdog, 1000);
      return [first, yield* withTimeout((function* () { return yield [other, 1]; })(), watchdog, 3000)];
    })());
    for (const ms of [1000, 2000]) time.pass(ms);
    slow.answers[0](null, 1);
    time.pass(999);
    expect({ ends, calls: other.calls }).to.deep.equal({ ends: [], calls: [1] });
    time.pass(1);
    expect(ends).to.deep.equal([[null, [{ failure: { limitMs: 1000 } }, { failure: { limitMs: 3000 } }]]]);
  });

  it('gives each call of a run its time, and names the call without an answer', () => {
    let made = 0;
    const { ends, time } = limited((function* () { yield [waiting({ made: () => made }), 100]; })());
    for (; made < 30; made++) time.pass(900);
    for (const ms of [100, 999]) time.pass(ms);
    expect(ends).to.deep.equal([]);
    time.pass(1);
    expect(ends).to.deep.equal(over({ limitMs: 1000, index: 30 }));
  });
});

describe('the watchdog', () => {
  it('has one timer for many requests, ten times a second', () => {
    const loop = waiting();
    const time = fakeTime();
    const watchdog = createWatchdog(time);
    limited((function* () { for (let i = 0; i < 100; i++) yield [quick(), 1]; })(), 1000, { watchdog });
    expect({ repeats: time.repeats, isRunning: watchdog.isRunning() }).to.deep.equal({ repeats: [], isRunning: false });
    for (let test = 0; test < 3; test++) {
      limited((function* () { for (let i = 0; i < 10; i++) yield [loop, 1]; })(), 1000, { watchdog });
      for (let i = 0; i < 10; i++) {
        time.pass(100);
        loop.answers[loop.answers.length - 1](null, 1);
      }
    }
    expect({ answers: loop.answers.length, repeats: time.repeats.length, isRunning: watchdog.isRunning() })
      .to.deep.equal({ answers: 30, repeats: 1, isRunning: true });
    expect(time.repeats[0]).to.include({ ms: 100, keepsAlive: true, ended: false });
    watchdog.dispose();
    expect(time.repeats[0].ended).to.equal(true);
    createWatchdog(time, { keepsAlive: false }).start(5, undefined, () => {});
    expect(time.repeats[1].keepsAlive).to.equal(false);
  });

  it('ends a wait after 5 s if the process does not work, and nothing open could answer', () => {
    for (const [title, isPending, cpuShare, passedMs, expected] of [
      ['idle', false, 0, 5000, [{ limitMs: 5000 }]], ['for a shorter time', false, 0, 4900, []],
      ['something open', true, 0, 5000, []], ['a thread that works', false, 0.5, 5000, []],
      ['something open until the limit', true, 0, 60000, [{ limitMs: 60000 }]],
    ]) {
      const time = fakeTime();
      time.cpuNs = () => time.ms * 1e6 * cpuShare;
      const watchdog = createWatchdog(time, { isPending: () => isPending });
      const { ends } = limited((function* () { yield [waiting(), 1]; })(), 60000, { time, watchdog });
      for (let ms = 0; ms < passedMs; ms += 100) time.pass(100);
      expect(ends, title).to.deep.equal(expected.flatMap((failure) => over(failure)));
    }
  });

  it('fails only the pending request', () => {
    const time = fakeTime();
    const watchdog = createWatchdog(time);
    const error = new Error('later');
    expect(watchdog.fail({ error })).to.equal(false);
    for (const [loop, failure] of [[waiting(), { error }], [waiting({ made: () => 4 }), { error, upTo: 4 }]]) {
      const { ends } = limited((function* () { yield [loop, 9]; })(), 1000, { time, watchdog });
      expect([watchdog.fail({ error }), watchdog.fail({ error })]).to.deep.equal([true, false]);
      expect(ends).to.deep.equal(over(failure));
    }
  });
});
