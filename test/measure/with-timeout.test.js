'use strict';

const { expect } = require('chai');
const { createWatchdog, withTimeout } = require('../../lib/measure/run-steps');
const { runSteps } = require('../../lib/measure/run-steps');

/** Time that a test lets pass, and what is repeated meanwhile. */
function fakeTime() {
  const time = {
    ms: 5e5,
    repeats: [],
    wallMs: () => time.ms,
    repeat(action, ms) {
      const one = { action, ms, ended: false };
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

/** A loop that answers at once with ns calls times two, or as it is told. */
const quick = (failure = null) => ({ run(calls, done) { done(failure, 2 * calls); } });

/** A loop that keeps its answers: answers[i](failure, ns). */
function waiting() {
  const loop = { answers: [], calls: [], run(calls, done) { loop.calls.push(calls); loop.answers.push(done); } };
  return loop;
}

/** Runs withTimeout(): { ends: what drive was told, time, watchdog }. */
function run(steps, limitMs = 1000, { time = fakeTime(), watchdog = createWatchdog(time) } = {}) {
  const ends = [];
  runSteps(withTimeout(steps, watchdog, limitMs), (...args) => ends.push(args));
  return { ends, time, watchdog };
}

describe('attempting the steps of a test', () => {
  it('gives what they return, each step answered with what its loop took', () => {
    const { ends } = run((function* () {
      const first = yield [quick(), 5];
      const second = yield [quick(), 7];
      return [first, second];
    })());
    expect(ends).to.deep.equal([[null, { failure: null, value: [10, 14] }]]);
  });

  it('needs no step', () => {
    expect(run((function* () { return 'value'; })()).ends).to.deep.equal([[null, { failure: null, value: 'value' }]]);
    expect(run((function* () {})()).ends).to.deep.equal([[null, { failure: null, value: undefined }]]);
  });

  it('asks the loop of each step, for the calls of that step', () => {
    const asked = [];
    const named = (name) => ({ run(calls, done) { asked.push([name, calls]); done(null, 0); } });
    run((function* () {
      yield [named('a'), 1];
      yield [named('b'), 22];
      yield [named('a'), 3];
    })());
    expect(asked).to.deep.equal([['a', 1], ['b', 22], ['a', 3]]);
  });

  it('survives a failure, as the loop tells it, and asks for nothing more', () => {
    for (const failure of [{ error: new Error('mine'), index: 3 }, { twice: true, index: 0 }, { error: undefined }]) {
      let resumed = 0;
      const { ends } = run((function* () {
        yield [quick(), 1];
        yield [quick(failure), 1];
        resumed++;
        yield [quick(), 1];
      })());
      expect(ends).to.deep.equal([[null, { failure }]]);
      expect(ends[0][1].failure).to.equal(failure);
      expect(resumed).to.equal(0);
    }
  });

  it('goes on with the steps of another test after one that failed', () => {
    const watchdog = createWatchdog(fakeTime());
    const ends = [];
    runSteps((function* () {
      const first = yield* withTimeout((function* () { yield [quick({ error: 1 }), 1]; })(), watchdog, 1000);
      const second = yield* withTimeout((function* () { return yield [quick(), 4]; })(), watchdog, 1000);
      return [first, second];
    })(), (...args) => ends.push(args));
    expect(ends).to.deep.equal([[null, [{ failure: { error: 1 } }, { failure: null, value: 8 }]]]);
  });

  it('survives an error of the steps themselves, as ours', () => {
    for (const error of [new Error('the clock did not advance'), null]) {
      const expected = [[null, { failure: { error, ours: true } }]];
      expect(run((function* () { throw error; })()).ends).to.deep.equal(expected);
      expect(run((function* () { yield [quick(), 1]; throw error; })()).ends).to.deep.equal(expected);
    }
  });

  it('waits for answers that come later', () => {
    const loop = waiting();
    const { ends } = run((function* () {
      const first = yield [loop, 5];
      const second = yield [quick(), 7];
      const third = yield [loop, 9];
      return [first, second, third];
    })());
    expect([ends, loop.calls]).to.deep.equal([[], [5]]);
    loop.answers[0](null, 31);
    expect([ends, loop.calls]).to.deep.equal([[], [5, 9]]);
    loop.answers[1](null, 32);
    expect(ends).to.deep.equal([[null, { failure: null, value: [31, 14, 32] }]]);
  });

  it('survives a failure that comes later', () => {
    const loop = waiting();
    const { ends } = run((function* () { yield [loop, 1]; })());
    const failure = { error: new Error('mine') };
    loop.answers[0](failure, 0);
    expect(ends).to.deep.equal([[null, { failure }]]);
  });

  it('takes the first answer of a step, and no other', () => {
    const loop = waiting();
    const { ends } = run((function* () { return [yield [loop, 1], yield [loop, 2]]; })());
    loop.answers[0](null, 31);
    loop.answers[0](null, 32);
    loop.answers[0]({ error: 1 }, 0);
    expect(ends).to.deep.equal([]);
    loop.answers[1](null, 33);
    loop.answers[1]({ error: 1 }, 0);
    expect(ends).to.deep.equal([[null, { failure: null, value: [31, 33] }]]);
  });
});

describe('a step that is not answered', () => {
  it('is ended when its time is over, and not before', () => {
    const loop = waiting();
    const { ends, time } = run((function* () { yield [loop, 1]; })(), 1000);
    time.pass(999);
    expect(ends).to.deep.equal([]);
    time.pass(1);
    expect(ends).to.deep.equal([[null, { failure: { limitMs: 1000 } }]]);
  });

  it('is ended once', () => {
    const { ends, time } = run((function* () { yield [waiting(), 1]; })(), 1000);
    for (let i = 0; i < 5; i++) time.pass(5000);
    expect(ends).to.have.length(1);
  });

  it('has its own time, whatever the steps before took', () => {
    const loop = waiting();
    const { ends, time } = run((function* () { yield [loop, 1]; yield [loop, 1]; return yield [loop, 1]; })(), 1000);
    time.pass(900);
    loop.answers[0](null, 1);
    time.pass(900);
    loop.answers[1](null, 1);
    time.pass(900);
    expect(ends).to.deep.equal([]);
    time.pass(100);
    expect(ends).to.deep.equal([[null, { failure: { limitMs: 1000 } }]]);
  });

  it('is not taken for the one before, which was answered', () => {
    const loop = waiting();
    const { ends, time } = run((function* () { yield [loop, 1]; })(), 1000);
    time.pass(900);
    loop.answers[0](null, 1);
    expect(ends).to.deep.equal([[null, { failure: null, value: undefined }]]);
    // Nobody waits now
    time.pass(5000);
    expect(ends).to.have.length(1);
  });

  it('may answer late: that is ignored', () => {
    const loop = waiting();
    let resumed = 0;
    const { ends, time } = run((function* () { yield [loop, 1]; resumed++; })(), 1000);
    time.pass(1000);
    loop.answers[0](null, 5);
    loop.answers[0]({ error: new Error('late') }, 5);
    expect(ends).to.deep.equal([[null, { failure: { limitMs: 1000 } }]]);
    expect(resumed).to.equal(0);
  });

  it('does not answer in place of a step of another test when it is late', () => {
    const time = fakeTime();
    const watchdog = createWatchdog(time);
    const [slow, other] = [waiting(), waiting()];
    const ends = [];
    runSteps((function* () {
      const first = yield* withTimeout((function* () { yield [slow, 1]; })(), watchdog, 1000);
      const second = yield* withTimeout((function* () { return yield [other, 1]; })(), watchdog, 3000);
      return [first, second];
    })(), (...args) => ends.push(args));
    time.pass(1000);
    expect(other.calls).to.deep.equal([1]);
    time.pass(2000);
    slow.answers[0](null, 1);
    expect(ends).to.deep.equal([]);
    // Nor does it give the other one more time.
    time.pass(999);
    expect(ends).to.deep.equal([]);
    time.pass(1);
    expect(ends).to.deep.equal([[null, [{ failure: { limitMs: 1000 } }, { failure: { limitMs: 3000 } }]]]);
  });
});

describe('the watchdog', () => {
  it('starts nothing where steps answer at once', () => {
    const { time, watchdog } = run((function* () { for (let i = 0; i < 100; i++) yield [quick(), 1]; })());
    expect(time.repeats).to.deep.equal([]);
    watchdog.dispose();
  });

  it('starts one repetition for many steps, ten times a second', () => {
    const loop = waiting();
    const time = fakeTime();
    const watchdog = createWatchdog(time);
    for (let test = 0; test < 3; test++) {
      run((function* () { for (let i = 0; i < 10; i++) yield [loop, 1]; })(), 1000, { watchdog });
      for (let i = 0; i < 10; i++) {
        time.pass(100);
        loop.answers[loop.answers.length - 1](null, 1);
      }
    }
    expect(loop.answers).to.have.length(30);
    expect(time.repeats).to.have.length(1);
    expect(time.repeats[0]).to.include({ ms: 100, ended: false });
    watchdog.dispose();
    expect(time.repeats[0].ended).to.equal(true);
  });

  it('ends nothing after it was stopped, until it is started anew', () => {
    const time = fakeTime();
    const watchdog = createWatchdog(time);
    const ended = [];
    watchdog.start(500, undefined, () => ended.push('a'));
    watchdog.stop();
    time.pass(5000);
    watchdog.start(500, undefined, () => ended.push('b'));
    time.pass(499);
    expect(ended).to.deep.equal([]);
    time.pass(1);
    expect(ended).to.deep.equal(['b']);
    time.pass(5000);
    expect(ended).to.deep.equal(['b']);
  });

  it('can be started by what it has just ended', () => {
    const time = fakeTime();
    const watchdog = createWatchdog(time);
    const ended = [];
    watchdog.start(500, undefined, () => { ended.push('a'); watchdog.start(300, undefined, () => ended.push('b')); });
    time.pass(500);
    time.pass(299);
    expect(ended).to.deep.equal(['a']);
    time.pass(1);
    expect(ended).to.deep.equal(['a', 'b']);
    expect(time.repeats).to.have.length(1);
  });

  it('gives each call of a step its time, and names the one that has not ended', () => {
    const time = fakeTime();
    const loop = { ...waiting(), made: () => made };
    let made = 0;
    const { ends } = run((function* () { yield [loop, 100]; })(), 1000, { time });
    for (let i = 0; i < 30; i++) {
      time.pass(900);
      made++;
    }
    time.pass(100);
    time.pass(999);
    expect(ends).to.deep.equal([]);
    time.pass(1);
    expect(ends).to.deep.equal([[null, { failure: { limitMs: 1000, index: 30 } }]]);
  });

  it('fails what is waited for, and nothing else', () => {
    const time = fakeTime();
    const watchdog = createWatchdog(time);
    expect(watchdog.fail({ error: 1 })).to.equal(false);
    const [first, second] = [waiting(), { ...waiting(), made: () => 4 }];
    const error = new Error('later');
    for (const [loop, failure] of [[first, { error }], [second, { error, upTo: 4 }]]) {
      const { ends } = run((function* () { yield [loop, 9]; })(), 1000, { time, watchdog });
      expect(watchdog.fail({ error })).to.equal(true);
      expect(watchdog.fail({ error })).to.equal(false);
      expect(ends).to.deep.equal([[null, { failure }]]);
    }
    time.pass(5000);
  });

  it('keeps the process alive unless that is told by somebody else', () => {
    const kept = [];
    const time = { ...fakeTime(), repeat: (action, ms, keepsAlive) => { kept.push(keepsAlive); return () => {}; } };
    createWatchdog(time).start(5, undefined, () => {});
    createWatchdog(time, { keepsAlive: false }).start(5, undefined, () => {});
    expect(kept).to.deep.equal([true, false]);
  });
});
