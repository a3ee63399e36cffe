'use strict';

const { expect } = require('chai');
const { callbackLoop } = require('../../lib/measure/callback-loop');
const { MAX_CALLS, compile, syncLoop, promiseLoop } = require('../../lib/measure/loop');

const COUNTS = [0, 1, 2, 3, 7, 100, 12345];

/** A clock that a test moves. */
const stoppedClock = () => { const clock = { ns: 1000, nowNs: () => clock.ns }; return clock; };

/** Where `index` is given it has to be right; a loop may leave it out, where watching for it would cost time. */
function expectFailure(failure, { error, index, ...more }) {
  expect(failure.error).to.equal(error);
  if (failure.index !== undefined) expect(failure.index).to.equal(index);
  expect(failure).to.include(more);
}

describe('loops', () => {
  it('are compiled from a text of their own each', () => {
    const first = compile(['a'], 'return a + 1;');
    const second = compile(['a'], 'return a + 1;');
    expect(first(1)).to.equal(2);
    expect(first.toString()).to.not.equal(second.toString());
  });

  it('count in 31 bits at the most', () => {
    expect(MAX_CALLS).to.equal(1073741824);
    expect(MAX_CALLS | 0).to.equal(MAX_CALLS);
  });

  it('call nothing before they run', () => {
    const never = () => { throw new Error('called'); };
    syncLoop(never, stoppedClock());
    promiseLoop(never, stoppedClock());
    callbackLoop(never, stoppedClock());
  });
});

describe('loops with something before each call', () => {
  const kinds = {
    sync: (fn, form) => syncLoop(fn, stoppedClock(), form),
    promise: (fn, form) => promiseLoop(fn, stoppedClock(), form),
    callback: (fn, form) => callbackLoop(fn, stoppedClock(), null, form),
  };
  for (const kind of Object.keys(kinds)) {
    it(`do it before each of them, and not where there is none: ${kind}`, async () => {
      const seen = [];
      const loop =
        kinds[kind]((callback) => { seen.push('call'); if (callback) callback(); },
          { inline: true, before: () => seen.push('before') });
      for (const calls of [0, 2]) await new Promise((resolve) => { loop.run(calls, resolve); });
      expect(seen).to.deep.equal(['before', 'call', 'before', 'call']);
    });
  }
});

describe('loops of tests with parameters', () => {
  const given = Object.freeze({ size: 3 });

  it('hand them to each call, as the same object', () => {
    const seen = [];
    syncLoop((...args) => seen.push(args), stoppedClock(), { inline: true, given: [given] }).run(2, () => {});
    expect(seen).to.deep.equal([[given], [given]]);
    expect(seen[1][0]).to.equal(given);
  });

  it('hand them to each call before the callback', () => {
    const seen = [];
    const ends = [];
    callbackLoop((params, callback) => { seen.push(params); callback(); }, stoppedClock(), null,
      { inline: true, given: [given] }).run(2, (failure) => ends.push(failure));
    expect(seen).to.deep.equal([given, given]);
    expect(ends).to.deep.equal([null]);
  });

  it('hand them to each call that is awaited', async () => {
    const seen = [];
    const failure = await new Promise(
      (resolve) => {
        promiseLoop(async (...args) => { seen.push(args); }, stoppedClock(), { inline: true, given: [given] })
          .run(2, resolve); });
    expect([failure, seen]).to.deep.equal([null, [[given], [given]]]);
  });

  it('hand over an input in their place, where there is each', () => {
    const seen = [];
    const form = { inline: false, each: () => 'made', given: [given] };
    const loop = syncLoop((...args) => seen.push(args), stoppedClock(), form);
    loop.prepare(1, () => {});
    loop.run(1, () => {});
    expect(seen[seen.length - 1]).to.deep.equal(['made']);
  });

  it('hand over several, in their order', async () => {
    const seen = [];
    const form = { inline: true, given: [given, 'value'] };
    syncLoop((...args) => seen.push(args), stoppedClock(), form).run(1, () => {});
    callbackLoop((a, b, callback) => { seen.push([a, b]); callback(); }, stoppedClock(), null, form).run(1, () => {});
    await new Promise((resolve) => {
      promiseLoop(async (...args) => { seen.push(args); }, stoppedClock(), form).run(1, resolve);
    });
    expect(seen).to.deep.equal(new Array(3).fill([given, 'value']));
  });

  it('call no function that is an argument, where V8 shall not inline the test', () => {
    const never = () => { throw new Error('called'); };
    const seen = [];
    for (const values of [[], [never], [given, never]]) {
      const form = { inline: false, given: values };
      syncLoop((...args) => seen.push(args), stoppedClock(), form).run(1, () => {});
      promiseLoop((...args) => { seen.push(args); }, stoppedClock(), form).run(1, () => {});
      callbackLoop((...args) => { args.pop()(); seen.push(args); }, stoppedClock(), null, form).run(1, () => {});
    }
    expect(seen).to.deep.equal([[], [never], [given, never]].flatMap((values) => [values, values, values]));
  });

  it('tell the function that is compiled', () => {
    for (const create of [syncLoop, promiseLoop, callbackLoop]) {
      expect(create(() => {}, stoppedClock()).code).to.be.a('function').with.property('name', 'run');
    }
  });
});

describe('the loop of a synchronous test', () => {
  for (const count of COUNTS) {
    it(`makes ${count} calls, and tells what they took`, () => {
      const clock = stoppedClock();
      let calls = 0;
      let ended = null;
      const loop = syncLoop(() => { calls++; clock.ns += 3; }, clock);
      loop.run(count, (...answer) => { ended = answer; });
      expect(calls).to.equal(count);
      expect(ended).to.deep.equal([null, 3 * count]);
    });
  }

  it('runs again and again', () => {
    let calls = 0;
    const loop = syncLoop(() => { calls++; }, stoppedClock());
    for (let i = 0; i < 5; i++) loop.run(10, () => {});
    expect(calls).to.equal(50);
  });

  it('gives a test no arguments and no this', () => {
    let given = null;
    syncLoop(function test(...args) { given = [this, args]; }, stoppedClock()).run(1, () => {});
    expect(given).to.deep.equal([undefined, []]);
  });

  for (const at of [0, 1, 6, 99]) {
    it(`stops at a test that throws, after ${at} calls`, () => {
      const error = new Error('mine');
      let calls = 0;
      let ended = 0;
      const loop = syncLoop(() => { if (calls++ === at) throw error; }, stoppedClock());
      loop.run(100, (failure) => {
        ended++;
        expectFailure(failure, { error, index: at });
      });
      expect(calls).to.equal(at + 1);
      expect(ended).to.equal(1);
    });
  }

  it('tells a failure from success where null or undefined is thrown', () => {
    for (const thrown of [null, undefined, 0, '']) {
      let seen = null;
      syncLoop(() => { throw thrown; }, stoppedClock()).run(3, (failure) => { seen = failure; });
      expect(seen).to.be.an('object').that.has.property('error', thrown);
    }
  });
});

describe('the loop of a promise test', () => {
  const run = (loop, calls) => new Promise((resolve) => {
    loop.run(calls, (failure, ns) => resolve({ failure, ns }));
  });

  const tests = {
    'an async function': (done) => async () => done(),
    'a function that returns a promise': (done) => () => Promise.resolve(done()),
    'a function that returns one late': (done) => () =>
      new Promise((resolve) => { setImmediate(() => resolve(done())); }),
    'a thenable': (done) => () => ({ then(resolve) { done(); resolve(); } }),
    'a thenable that answers late': (done) => () => ({ then(resolve) { setImmediate(() => { done(); resolve(); }); } }),
    'a thenable that answers twice': (done) => () => ({ then(resolve) { done(); resolve(); resolve(); } }),
    'now a promise and now a value': (
      done) => { let i = 0; return () => { done(); return i++ % 2 ? Promise.resolve() : 5; }; },
  };
  for (const name of Object.keys(tests)) {
    for (const count of [0, 1, 2, 7, 100]) {
      it(`awaits ${count} calls, one after the other: ${name}`, async () => {
        const clock = stoppedClock();
        let calls = 0;
        const loop = promiseLoop(tests[name](() => { calls++; clock.ns += 7; }), clock);
        expect(await run(loop, count)).to.deep.equal({ failure: null, ns: 7 * count });
        expect(calls).to.equal(count);
      });
    }
  }

  it('never has two calls under way', async () => {
    let underWay = 0;
    let most = 0;
    await run(promiseLoop(async () => {
      most = Math.max(most, ++underWay);
      await null;
      underWay--;
    }, stoppedClock()), 20);
    expect(most).to.equal(1);
  });

  const failing = {
    'a rejection': (error) => async () => { throw error; },
    'a late rejection': (error) => () => new Promise((_, reject) => { setImmediate(() => reject(error)); }),
    'a throw': (error) => () => { throw error; },
    'a thenable that refuses': (error) => () => ({ then(_, reject) { reject(error); } }),
    'a thenable that throws': (error) => () => ({ then() { throw error; } }),
    'a thenable whose then cannot be read': (error) => () => ({ get then() { throw error; } }),
  };
  for (const name of Object.keys(failing)) {
    it(`stops at ${name}`, async () => {
      const error = new Error('mine');
      let calls = 0;
      const good = async () => {};
      const bad = failing[name](error);
      const { failure } = await run(promiseLoop(() => (calls++ === 4 ? bad() : good()), stoppedClock()), 10);
      expectFailure(failure, { error, index: 4 });
      expect(calls).to.equal(5);
    });
  }

  it('tells a rejection with nothing from success', async () => {
    const { failure } = await run(promiseLoop(() => Promise.reject(), stoppedClock()), 2);
    expect(failure).to.be.an('object').that.has.property('error', undefined);
  });
});

describe('the loop of a callback test', () => {
  const later = {
    'in a turn of its own': setImmediate,
    'on the next tick': process.nextTick,
    'in a microtask': (fn) => { Promise.resolve().then(fn); },
  };

  const run = (loop, calls) => new Promise((resolve) => {
    loop.run(calls, (failure, ns) => resolve({ failure, ns }));
  });

  for (const count of COUNTS) {
    it(`makes ${count} calls that are answered at once, before run returns`, () => {
      const clock = stoppedClock();
      let calls = 0;
      let ended = null;
      const loop = callbackLoop((callback) => { calls++; clock.ns += 3; callback(); }, clock);
      loop.run(count, (...answer) => { ended = answer; });
      expect(calls).to.equal(count);
      expect(ended).to.deep.equal([null, 3 * count]);
      expect(loop.surplus()).to.equal(null);
    });
  }

  for (const name of Object.keys(later)) {
    for (const count of [1, 2, 3, 7, 100, 1000]) {
      it(`makes ${count} calls that are answered ${name}`, async () => {
        const clock = stoppedClock();
        let calls = 0;
        const loop = callbackLoop((callback) => { calls++; later[name](() => { clock.ns += 3; callback(); }); }, clock);
        expect(await run(loop, count)).to.deep.equal({ failure: null, ns: 3 * count });
        expect(calls).to.equal(count);
      });
    }

    for (const pattern of ['sa', 'as', 'ssa', 'aass', 'assssssa']) {
      it(`makes calls that are answered now at once and now ${name}: ${pattern}`, async () => {
        for (const count of [1, 2, 3, 10, 101]) {
          let calls = 0;
          let underWay = 0;
          let most = 0;
          const loop = callbackLoop((callback) => {
            most = Math.max(most, ++underWay);
            const answer = () => { underWay--; callback(); };
            if (pattern[calls++ % pattern.length] === 's') answer();
            else later[name](answer);
          }, stoppedClock());
          expect((await run(loop, count)).failure).to.equal(null);
          expect(calls).to.equal(count);
          expect(most, 'one at a time').to.equal(1);
          expect(loop.surplus()).to.equal(null);
        }
      });
    }
  }

  it('needs no stack for ten million answers at once', () => {
    let calls = 0;
    let ended = 0;
    callbackLoop((callback) => { calls++; callback(); }, stoppedClock()).run(1e7, () => { ended++; });
    expect([calls, ended]).to.deep.equal([1e7, 1]);
  });

  it('needs no stack for answers at once after a late one', async () => {
    let calls = 0;
    const loop =
      callbackLoop((callback) => { if (calls++ === 0) setImmediate(callback); else callback(); }, stoppedClock());
    await run(loop, 1e6);
    expect(calls).to.equal(1e6);
  });

  it('hands a test the same function every time', () => {
    const seen = new Set();
    const loop = callbackLoop((callback) => { seen.add(callback); callback(); }, stoppedClock());
    loop.run(5, () => {});
    loop.run(5, () => {});
    expect(seen.size).to.equal(1);
  });

  it('takes an answer without an error for success, whatever stands beside', () => {
    for (const args of [[], [null], [undefined], [0], [''], [false], [null, 'data']]) {
      let failed = 'not ended';
      callbackLoop((callback) => callback(...args), stoppedClock()).run(3, (failure) => { failed = failure; });
      expect(failed).to.equal(null);
    }
  });

  const answer = { 'at once': (fn) => fn(), ...later };
  for (const when of Object.keys(answer)) {
    it(`stops at an error handed to the callback ${when}`, async () => {
      const error = new Error('mine');
      let calls = 0;
      const loop = callbackLoop((callback) => {
        const mine = calls++;
        answer[when](() => callback(mine === 4 ? error : null));
      }, stoppedClock());
      const { failure } = await run(loop, 10);
      expectFailure(failure, { error, index: 4, answered: true });
      expect(failure.index).to.equal(4);
      expect(calls).to.equal(5);
    });

    it(`stops at a throw, where the others answer ${when}`, async () => {
      const error = new Error('mine');
      let calls = 0;
      const loop = callbackLoop((callback) => {
        if (calls++ === 4) throw error;
        answer[when](callback);
      }, stoppedClock());
      const { failure } = await run(loop, 10);
      expectFailure(failure, { error, index: 4 });
      expect(failure.answered).to.not.equal(true);
      expect(calls).to.equal(5);
    });
  }

  it('takes any truthy answer for an error', () => {
    let failed = null;
    callbackLoop((callback) => callback('no'), stoppedClock()).run(3, (failure) => { failed = failure; });
    expectFailure(failed, { error: 'no', index: 0, answered: true });
  });

  it('stops at a throw after an answer', () => {
    const error = new Error('mine');
    let calls = 0;
    let failed = null;
    callbackLoop((callback) => { callback(); if (calls++ === 2) throw error; }, stoppedClock())
      .run(9, (failure) => { failed = failure; });
    expectFailure(failed, { error, index: 2 });
    expect(calls).to.equal(3);
  });

  it('keeps the error that was handed over where the test throws on top', () => {
    const error = new Error('first');
    let failed = null;
    let ended = 0;
    callbackLoop((callback) => { callback(error); throw new Error('second'); }, stoppedClock())
      .run(9, (failure) => { ended++; failed = failure; });
    expectFailure(failed, { error, index: 0, answered: true });
    expect(ended).to.equal(1);
  });

  for (const at of [0, 2, 8]) {
    it(`stops at a second answer within one call, after ${at} calls`, () => {
      let calls = 0;
      let failed = null;
      let ended = 0;
      callbackLoop((callback) => { callback(); if (calls++ === at) callback(); }, stoppedClock())
        .run(9, (failure) => { ended++; failed = failure; });
      expect(failed).to.include({ twice: true, index: at });
      expect(calls).to.equal(at + 1);
      expect(ended).to.equal(1);
    });
  }

  it('keeps to its first complaint at a third answer', () => {
    let failed = null;
    callbackLoop((callback) => { callback(); callback(); callback(new Error('third')); }, stoppedClock())
      .run(9, (failure) => { failed = failure; });
    expect(failed).to.include({ twice: true, index: 0 });
  });

  it('keeps the error that was handed over where a second answer follows', () => {
    const error = new Error('first');
    let failed = null;
    callbackLoop((callback) => { callback(error); callback(); callback(new Error('third')); }, stoppedClock())
      .run(9, (failure) => { failed = failure; });
    expectFailure(failed, { error, index: 0, answered: true });
    expect(failed).to.not.have.property('twice');
  });

  for (const [name, fail] of [
      ['an error', (callback) => callback(new Error('mine'))],
        ['two answers', (callback) => { callback(); callback(); }]]) {
    it(`makes no further call where an answer comes after ${name}`, async () => {
      let calls = 0;
      let ended = 0;
      const loop = callbackLoop((callback) => { calls++; setImmediate(callback); fail(callback); }, stoppedClock());
      loop.run(5, () => { ended++; });
      await new Promise(setImmediate);
      await new Promise(setImmediate);
      expect([calls, ended]).to.deep.equal([1, 1]);
      expect(loop.surplus()).to.include({ twice: true });
    });
  }

  it('keeps an answer that no call waits for, and fails the next run with it', async () => {
    let calls = 0;
    const loop =
      callbackLoop((callback) => { calls++; setImmediate(() => { callback(); callback(); }); }, stoppedClock());
    await run(loop, 1);
    await new Promise(setImmediate);
    expect(loop.surplus()).to.deep.equal({ twice: true, upTo: -1 });
    expect(await run(loop, 5)).to.deep.equal({ failure: { twice: true, upTo: -1 }, ns: 0 });
    expect(calls).to.equal(1);
  });

  it('stops at a second answer that comes while another call waits', async () => {
    let calls = 0;
    let ended = 0;
    const loop =
      callbackLoop((callback) => { calls++; setImmediate(callback); setImmediate(callback); }, stoppedClock());
    const failure = await new Promise((resolve) => { loop.run(10, (found) => { ended++; resolve(found); }); });
    for (let i = 0; i < 5; i++) await new Promise(setImmediate);
    expect(failure).to.deep.equal({ twice: true, upTo: 0 });
    expect([calls, ended]).to.deep.equal([2, 1]);
  });

  for (const at of [3, 20, 70]) {
    it(`names the call that was answered twice, at once or calls later, in whatever run: ${at}`, async () => {
      for (const later of [1, 2, 30]) {
        let calls = 0;
        const others = [];
        const loop = callbackLoop((callback) => {
          const mine = calls++;
          if (mine === at) others[mine + later] = callback;
          setImmediate(() => {
            if (others[mine]) others[mine]();
            callback();
          });
        }, stoppedClock());
        let before = 0;
        let failure = null;
        for (const count of [1, 7, 41, 100]) {
          ({ failure } = await run(loop, count));
          if (failure) break;
          before += count;
        }
        expect(failure).to.include({ twice: true });
        expect(failure.index + before).to.equal(at);
        expect(calls).to.equal(at + later + 1);
      }
    });
  }

  it('finds a second answer that was taken for that of another call by the answer of that one', async () => {
    // 31 callbacks take turns: the answer of call 40 comes to call 71 as its own
    let calls = 0;
    let kept = null;
    const loop = callbackLoop((callback) => {
      const mine = calls++;
      if (mine === 40) kept = callback;
      setImmediate(() => { if (mine === 71) kept(); callback(); });
    }, stoppedClock());
    const { failure } = await run(loop, 200);
    expect(failure).to.deep.equal({ twice: true, index: 71 });
  });

  it('tells calls answered at once apart, too, after one that was answered later', () => {
    let calls = 0;
    const callbacks = [];
    const loop = callbackLoop((callback) => { callbacks.push(callback); if (calls++ > 0) callback(); }, stoppedClock());
    let failure = 'not ended';
    loop.run(10, (found) => { failure = found; });
    callbacks[0]();
    expect(failure).to.equal(null);
    expect(calls).to.equal(10);
    expect(new Set(callbacks).size).to.equal(10);
    callbacks[7]();
    expect(loop.surplus()).to.deep.equal({ twice: true, index: -3 });
  });

  it('does not take the answer of another call for that of the one under way, once it tells them apart', () => {
    let calls = 0;
    const callbacks = [];
    const loop =
      callbackLoop(
        (callback) => { callbacks.push(callback); if (++calls === 5) callbacks[3](); else if (calls > 1) callback(); },
          stoppedClock());
    let failure = 'not ended';
    loop.run(10, (found) => { failure = found; });
    callbacks[0]();
    expect(failure).to.deep.equal({ twice: true, index: 3 });
    expect(calls).to.equal(5);
  });

  it('hands on inputs in their order, where answers come later in the middle of a run', async () => {
    let made = 0;
    const seen = [];
    const loop =
      callbackLoop(
        (input, callback) => { seen.push(input); if (input % 3 === 1) setImmediate(callback); else callback(); },
      stoppedClock(), null, { inline: true, each: () => made++ });
    for (const count of [4, 6]) {
      loop.prepare(count, () => {});
      expect((await run(loop, count)).failure).to.equal(null);
    }
    expect(seen).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('calls what it must not inline, and nothing else, where answers come later', async () => {
    let calls = 0;
    const loop =
      callbackLoop((callback) => { calls++; setImmediate(callback); }, stoppedClock(), null, { inline: false });
    expect((await run(loop, 5)).failure).to.equal(null);
    expect(calls).to.equal(5);
  });

  it('tells how many calls of a run have been answered', async () => {
    const callbacks = [];
    const loop = callbackLoop((callback) => { callbacks.push(callback); }, stoppedClock());
    loop.run(3, () => {});
    expect(loop.made()).to.equal(0);
    callbacks[0]();
    callbacks[1]();
    expect(loop.made()).to.equal(2);
  });

  it('tells of answers that come after it was closed, and only of these', async () => {
    let late = 0;
    const callbacks = [];
    const loop =
      callbackLoop((callback) => { callbacks.push(callback); callback(); }, stoppedClock(), () => { late++; });
    loop.run(3, () => {});
    expect([late, loop.surplus()]).to.deep.equal([0, null]);
    loop.close();
    callbacks[0]();
    callbacks[0](new Error('ignored'));
    expect([late, loop.surplus()]).to.deep.equal([2, null]);
  });

  it('counts a late answer after a failure, and goes on with nothing', async () => {
    let calls = 0;
    let late = 0;
    const loop =
      callbackLoop((callback) => { calls++; setImmediate(callback); throw new Error('mine'); }, stoppedClock(),
        () => { late++; });
    let ended = 0;
    loop.run(5, () => { ended++; });
    loop.close();
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect([calls, ended, late]).to.deep.equal([1, 1, 1]);
  });

  it('starts anew at each run', async () => {
    let calls = 0;
    const loop = callbackLoop((callback) => { calls++; setImmediate(callback); }, stoppedClock());
    for (const count of [1, 5, 2]) await run(loop, count);
    expect(calls).to.equal(8);
    loop.run(3, () => {});
    await new Promise(setImmediate);
    expect(calls).to.be.above(8);
  });
});

describe('a loop whose call is not inlined', () => {
  const form = { inline: false };

  for (const count of COUNTS) {
    it(`calls a synchronous test ${count} times, and nothing else`, () => {
      const clock = stoppedClock();
      const seen = new Set();
      let calls = 0;
      let ended = null;
      const loop =
        syncLoop(function test(...args) { calls++; clock.ns += 3; seen.add(this); seen.add(args.length); }, clock,
          form);
      expect(calls, 'before it runs').to.equal(0);
      loop.run(count, (...answer) => { ended = answer; });
      expect(calls).to.equal(count);
      expect(ended).to.deep.equal([null, 3 * count]);
      expect([...seen]).to.deep.equal(count ? [undefined, 0] : []);
    });

    it(`calls a callback test ${count} times, and nothing else`, () => {
      const clock = stoppedClock();
      const seen = new Set();
      const callbacks = new Set();
      let calls = 0;
      let ended = null;
      const loop = callbackLoop(function test(callback, ...more) {
        calls++;
        clock.ns += 3;
        seen.add(this);
        seen.add(more.length);
        callbacks.add(callback);
        callback();
      }, clock, null, form);
      expect(calls, 'before it runs').to.equal(0);
      loop.run(count, (...answer) => { ended = answer; });
      expect(calls).to.equal(count);
      expect(ended).to.deep.equal([null, 3 * count]);
      expect(loop.surplus()).to.equal(null);
      expect([...seen]).to.deep.equal(count ? [undefined, 0] : []);
      expect(callbacks.size).to.equal(count ? 1 : 0);
    });
  }

  for (const count of [0, 1, 2, 7, 100]) {
    it(`calls a promise test ${count} times, and nothing else`, async () => {
      const clock = stoppedClock();
      const seen = new Set();
      let calls = 0;
      const loop = promiseLoop(async function test(...args) {
        calls++;
        seen.add(this);
        seen.add(args.length);
        await null;
        clock.ns += 3;
      }, clock, form);
      await new Promise(setImmediate);
      expect(calls, 'before it runs').to.equal(0);
      const ended = await new Promise((resolve) => { loop.run(count, (...answer) => resolve(answer)); });
      expect(ended).to.deep.equal([null, 3 * count]);
      expect(calls).to.equal(count);
      expect([...seen]).to.deep.equal(count ? [undefined, 0] : []);
    });
  }

  it('runs again and again', () => {
    let calls = 0;
    const loop = syncLoop(() => { calls++; }, stoppedClock(), form);
    for (let i = 0; i < 5; i++) loop.run(10, () => {});
    expect(calls).to.equal(50);
  });

  it('calls a variable that has held several functions, and the usual loop a constant', () => {
    const texts = [];
    const engine = require('#engine');
    const original = engine.compile;
    engine.compile = (parameters, text) => { texts.push(text); return original(parameters, text); };
    try {
      for (const make of [syncLoop, promiseLoop, (fn, clock, given) => callbackLoop(fn, clock, null, given)]) {
        make(() => {}, stoppedClock(), form);
        make(() => {}, stoppedClock());
      }
    } finally {
      engine.compile = original;
    }
    expect(texts.map((text) => /const f = fn/.test(text))).to.deep.equal([false, true, false, true, false, true]);
    expect(texts.map((text) => /swap/.test(text))).to.deep.equal([true, false, true, false, true, false]);
  });

  it('answers later calls of a callback test, and stops where one fails', async () => {
    const error = new Error('mine');
    let calls = 0;
    const loop =
      callbackLoop((callback) => { const failed = ++calls === 7; setImmediate(() => callback(failed ? error : null)); },
      stoppedClock(), null, form);
    const failure = await new Promise((resolve) => { loop.run(10, resolve); });
    expectFailure(failure, { error, index: 6, answered: true });
    expect(calls).to.equal(7);
  });

  it('stops at a test that throws or rejects', async () => {
    const error = new Error('mine');
    let failed = null;
    let calls = 0;
    syncLoop(() => { if (++calls === 3) throw error; }, stoppedClock(), form)
      .run(10, (failure) => { failed = failure; });
    expectFailure(failed, { error, index: 2 });
    failed = await new Promise((resolve) => {
      promiseLoop(async () => { if (++calls === 6) throw error; }, stoppedClock(), form).run(10, resolve);
    });
    expectFailure(failed, { error, index: 2 });
    expect(calls).to.equal(6);
  });
});

describe('a loop whose calls get inputs', () => {
  /** The loop of each kind around take(input), which is told each input. */
  const kinds = {
    sync: (take, clock, form) => syncLoop((...args) => take(...args), clock, form),
    promise: (take, clock, form) => promiseLoop(async (...args) => { take(...args); }, clock, form),
    callback: (take, clock, form) =>
      callbackLoop((...args) => { take(...args.slice(0, -1)); args[args.length - 1](); }, clock, null, form),
    'late callback': (take, clock, form) => callbackLoop((...args) => {
      take(...args.slice(0, -1));
      setImmediate(args[args.length - 1]);
    }, clock, null, form),
    'now and then late callback': (take, clock, form) => {
      let calls = 0;
      return callbackLoop((input, callback) => {
        take(input);
        if (calls++ % 3 === 1) setImmediate(callback);
        else callback();
      }, clock, null, form);
    },
  };
  const run = (loop, calls) =>
    new Promise((resolve) => { loop.run(calls, (failure, ns) => resolve({ failure, ns })); });
  const upTo = (from, to) => Array.from({ length: to - from }, (_, i) => ({ number: from + i }));

  for (const kind of Object.keys(kinds)) {
    for (const inline of [true, false]) {
      it('makes one for each call, and hands them over in their order: ' +
        `${kind}${inline ? '' : ', not inlined'}`, async () => {
        const clock = stoppedClock();
        let made = 0;
        const taken = [];
        const prepared = [];
        const each = (...args) => { expect(args).to.deep.equal([]); clock.ns += 100; return { number: made++ }; };
        const loop = kinds[kind]((...args) => { clock.ns += 3; taken.push(...args); }, clock, { inline, each });
        expect(made, 'before any run').to.equal(0);

        for (const calls of [1, 10, 3, 25]) {
          const before = made;
          taken.length = 0;
          loop.prepare(calls, (...answer) => { prepared.push(answer); });
          expect(made).to.equal(before + calls);
          expect(taken, 'nothing runs while inputs are made').to.deep.equal([]);
          const { failure, ns } = await run(loop, calls);
          expect(failure).to.equal(null);
          expect(ns, 'without the making of inputs').to.equal(3 * calls);
          expect(made, 'none while it runs').to.equal(before + calls);
          expect(taken).to.deep.equal(upTo(before, before + calls));
          loop.discard();
        }
        expect(prepared).to.deep.equal([[null, 0], [null, 0], [null, 0], [null, 0]]);
      });
    }

    it(`lets go of them: ${kind}`, async () => {
      let made = 0;
      const taken = [];
      const loop = kinds[kind]((input) => { taken.push(input); }, stoppedClock(), { inline: true, each: () => ++made });
      loop.prepare(5, () => {});
      await run(loop, 5);
      loop.discard();
      taken.length = 0;
      await run(loop, 5);
      expect(taken).to.deep.equal(Array(5).fill(undefined));
    });

    it(`tells of an input that cannot be made: ${kind}`, () => {
      for (const error of [new Error('mine'), null, undefined]) {
        let made = 0;
        let calls = 0;
        const answers = [];
        const loop =
          kinds[kind](() => { calls++; }, stoppedClock(), { inline: true, each() { if (made++ === 4) throw error; } });
        loop.prepare(10, (...answer) => { answers.push(answer); });
        expect(answers).to.deep.equal([[{ error }, 0]]);
        expect(answers[0][0]).to.have.property('error', error);
        expect([made, calls]).to.deep.equal([5, 0]);
      }
    });
  }

  it('are loops without prepare and discard where there are none', () => {
    for (const loop of [syncLoop(() => {}, stoppedClock()), promiseLoop(() => {}, stoppedClock()),
        callbackLoop(() => {}, stoppedClock())]) {
      expect(loop).to.not.have.any.keys('prepare', 'discard');
    }
  });

  it('tells what a test throws that is given one', async () => {
    const error = new Error('mine');
    const fail = (input) => { if (input === 4) throw error; };
    for (const kind of ['sync', 'promise', 'callback', 'late callback']) {
      let made = 0;
      const loop = kinds[kind](fail, stoppedClock(), { inline: true, each: () => made++ });
      loop.prepare(10, () => {});
      const { failure } = await run(loop, 10);
      expectFailure(failure, { error, index: 4 });
    }
  });
});
