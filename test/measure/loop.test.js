'use strict';

const { expect } = require('chai');
const { callbackLoop } = require('#lib/core/measure/callback-loop');
const { compileLoop, syncLoop, promiseLoop } = require('#lib/core/measure/loop');

const COUNTS = [0, 1, 2, 3, 7, 100, 12345];
const ASYNC_COUNTS = [0, 1, 2, 7, 100];

/** A clock that a test moves. */
const stoppedClock = () => { const clock = { ns: 1000, nowNs: () => clock.ns }; return clock; };

/** The loops by their kind. `fn` of each kind gets the same arguments, and a callback test one more. */
const LOOPS = {
  sync: (fn, form, clock = stoppedClock()) => syncLoop(fn, clock, form),
  promise: (fn, form, clock = stoppedClock()) => promiseLoop(fn, clock, form),
  callback: (fn, form, clock = stoppedClock()) => callbackLoop(fn, clock, null, form),
};
const KINDS = Object.keys(LOOPS);

/** The loop of each kind around a function without a callback. */
const around = (kind, fn, form, clock) => LOOPS[kind]({
  sync: fn,
  promise: async function test(...args) { return fn.apply(this, args); },
  callback: function test(...args) { fn.apply(this, args.slice(0, -1)); args[args.length - 1](); },
}[kind], form, clock);

/** Runs a loop: { failure, ns }, once it has ended. */
const run = (loop, calls) => new Promise((resolve) => {
  loop.run(calls, (failure, ns) => resolve({ failure, ns }));
});

/** Runs a loop that ends at once: [failure, ns] of each end. */
function endsOf(loop, calls) {
  const ends = [];
  loop.run(calls, (...end) => ends.push(end));
  return ends;
}

const turn = () => new Promise(setImmediate);

describe('loops', () => {
  it('have a unique text each', () => {
    const first = compileLoop(['a'], 'return a + 1;');
    const second = compileLoop(['a'], 'return a + 1;');
    expect(first(1)).to.equal(2);
    expect(first.toString()).to.not.equal(second.toString());
  });

  for (const kind of KINDS) {
    it(`call form.before before each call: ${kind}`, async () => {
      const seen = [];
      const loop = around(kind, () => seen.push('call'), { inline: true, before: () => seen.push('before') });
      for (const calls of [0, 2]) await run(loop, calls);
      expect(seen).to.deep.equal(['before', 'call', 'before', 'call']);
    });

    it(`pass the same parameters to each call, or an input, and call no function among them: ${kind}`, async () => {
      const never = () => { throw new Error('called'); };
      const object = Object.freeze({ size: 3 });
      for (const inline of [true, false]) {
        for (const given of [[], [never], [object, 'value'], [object, never]]) {
          const seen = [];
          await run(around(kind, (...args) => seen.push(args), { inline, given }), 2);
          expect(seen).to.deep.equal([given, given]);
          expect(seen[1][0]).to.equal(given[0]);
        }
        const inputs = [];
        const loop = around(kind, (...args) => inputs.push(args), { inline, each: () => 'made', given: [never] });
        loop.prepare(1, () => {});
        await run(loop, 1);
        expect(inputs).to.deep.equal([['made']]);
      }
    });
  }
});

it('the loop of a synchronous test stops at a test that throws', () => {
  for (const [at, thrown] of [[0, new Error('mine')], [1, null], [99, undefined], [3, 0], [3, '']]) {
    let calls = 0;
    const ends = endsOf(syncLoop(() => { if (calls++ === at) throw thrown; }, stoppedClock()), 100);
    expect({ ends, calls }).to.deep.equal({ ends: [[{ error: thrown }, 0]], calls: at + 1 });
  }
});

describe('the loop of a promise test', () => {
  it('awaits its calls, one after the other', async () => {
    let calls = 0;
    for (const testOf of [
      (done) => async () => done(),
      (done) => () => new Promise((resolve) => { setImmediate(() => resolve(done())); }),
      (done) => () => ({ then(resolve) { setImmediate(() => { done(); resolve(); resolve(); }); } }),
      (done) => () => { done(); return calls % 2 ? Promise.resolve() : 5; },
    ]) {
      for (const count of ASYNC_COUNTS) {
        const clock = stoppedClock();
        calls = 0;
        const loop = promiseLoop(testOf(() => { calls++; clock.ns += 7; }), clock);
        expect(await run(loop, count)).to.deep.equal({ failure: null, ns: 7 * count });
        expect(calls).to.equal(count);
      }
    }
  });

  it('stops at a failure, also at one with undefined', async () => {
    for (const error of [new Error('mine'), undefined]) {
      for (const bad of [
        async () => { throw error; }, () => { throw error; }, () => ({ get then() { throw error; } }),
        () => new Promise((_, reject) => { setImmediate(() => reject(error)); }),
      ]) {
        let calls = 0;
        const { failure } = await run(promiseLoop(() => (calls++ === 4 ? bad() : null), stoppedClock()), 10);
        expect({ failure, calls }).to.deep.equal({ failure: { error }, calls: 5 });
      }
    }
  });
});

describe('the loop of a callback test', () => {
  const later = {
    'in a later turn': setImmediate,
    'on the next tick': process.nextTick,
    'in a microtask': (fn) => { Promise.resolve().then(fn); },
  };

  it('ends before run returns if all calls are answered at once', () => {
    const loop = callbackLoop((callback) => callback(), stoppedClock());
    expect({ ends: endsOf(loop, 7), surplus: loop.surplus() }).to.deep.equal({ ends: [[null, 0]], surplus: null });
  });

  for (const name of Object.keys(later)) {
    it(`makes one call at a time, if some are answered at once and others ${name}`, async () => {
      for (const pattern of ['a', 'sa', 'as', 'aass', 'assssssa']) {
        for (const count of [1, 2, 101]) {
          let calls = 0;
          let pending = 0;
          let most = 0;
          const loop = callbackLoop((callback) => {
            most = Math.max(most, ++pending);
            const answer = () => { pending--; callback(); };
            if (pattern[calls++ % pattern.length] === 's') answer();
            else later[name](answer);
          }, stoppedClock());
          expect((await run(loop, count)).failure, pattern).to.equal(null);
          expect({ calls, most, surplus: loop.surplus() }, pattern)
            .to.deep.equal({ calls: count, most: 1, surplus: null });
        }
      }
    });
  }

  it('needs no stack for ten million answers at once, or a million after a late one', async () => {
    for (const [count, isLate] of [[1e7, false], [1e6, true]]) {
      let calls = 0;
      const loop = callbackLoop((callback) => {
        if (calls++ === 0 && isLate) setImmediate(callback);
        else callback();
      }, stoppedClock());
      await run(loop, count);
      expect(calls).to.equal(count);
    }
  });

  it('passes the same function to each call', () => {
    for (const inline of [true, false]) {
      const seen = new Set();
      const loop = LOOPS.callback((callback) => { seen.add(callback); callback(); }, { inline });
      endsOf(loop, 5);
      endsOf(loop, 5);
      expect(seen.size).to.equal(1);
    }
  });

  it('accepts an answer with a falsy error and any other arguments', () => {
    for (const args of [[], [null], [undefined], [0], [''], [false], [null, 'data']]) {
      expect(endsOf(callbackLoop((callback) => callback(...args), stoppedClock()), 3)).to.deep.equal([[null, 0]]);
    }
  });

  const answer = { 'at once': (fn) => fn(), ...later };
  for (const when of Object.keys(answer)) {
    it(`stops at an error passed to the callback, and at a throw, if it answers ${when}`, async () => {
      const error = new Error('mine');
      for (const isAnswer of [true, false]) {
        let calls = 0;
        const loop = callbackLoop((callback) => {
          const mine = calls++;
          if (!isAnswer && mine === 4) throw error;
          answer[when](() => callback(mine === 4 ? error : null));
        }, stoppedClock());
        const { failure } = await run(loop, 10);
        expect(failure).to.deep.equal(isAnswer ? { error, answered: true, index: 4 } : { error });
        expect(calls).to.equal(5);
      }
    });
  }

  const error = new Error('first');
  const unknown = { twice: true, upTo: -1 };
  const answers = (times) => (callback) => { for (let i = 0; i < times; i++) callback(); };
  /** A test whose first call is answered later, and later calls at once, by `body`. */
  const afterLate = (body) => (callback, mine, all) => {
    if (mine === 0) setImmediate(() => { callback(); if (all.length === 10) all[7](); });
    else body(callback, mine, all);
  };
  // Failures of all runs, calls, and the surplus answer at the end. 31 callbacks take turns.
  const FAULTS = [
    ['a truthy error', (callback) => callback('no'), [{ error: 'no', index: 0, answered: true }], 1, null],
    ['a throw after an answer', (callback, mine) => { callback(); if (mine === 2) throw error; }, [{ error }], 3, null],
    ['an error, then a throw', (callback) => { callback(error); throw new Error('third'); },
      [{ error, index: 0, answered: true }], 1, null],
    ['a third answer', answers(3), [{ twice: true, index: 0 }], 1, unknown],
    ['an error, then answers', (callback) => { callback(error); answers(2)(callback); },
      [{ error, index: 0, answered: true }], 1, unknown],
    ['a second answer in call 8', (callback, mine) => answers(mine === 8 ? 2 : 1)(callback),
      [{ twice: true, index: 8 }], 9, null],
    ['an answer after an error', (callback) => { setImmediate(callback); callback(error); },
      [{ error, index: 0, answered: true }], 1, unknown],
    ['an answer after two', (callback) => { setImmediate(callback); answers(2)(callback); },
      [{ twice: true, index: 0 }], 1, unknown],
    ['an answer between two runs, which fails the next one', (callback) => setImmediate(answers(2), callback),
      [null, unknown], 1, unknown, [1, 5]],
    ['a second answer while another call waits', (callback) => { setImmediate(callback); setImmediate(callback); },
      [{ twice: true, upTo: 0 }], 2, { twice: true, index: -1 }],
    ['an answer that looks like another call\'s, once that call answers', (callback, mine, all) => {
      setImmediate(() => { if (mine === 71) all[40](); callback(); });
    }, [{ twice: true, index: 71 }], 73, { twice: true, index: -1 }, [200]],
    ['a second answer to a call at once, after a late one', afterLate((callback) => callback()), [null], 10,
      { twice: true, index: -3 }],
    ['the answer of another call, after a late one',
      afterLate((callback, mine, all) => (mine === 4 ? all[3]() : callback())), [{ twice: true, index: 3 }], 5, null],
  ];
  for (const [title, body, failures, calls, surplus, counts = [10]] of FAULTS) {
    it(`finds ${title}`, async () => {
      const all = [];
      const ends = [];
      const loop = callbackLoop((callback) => body(callback, all.push(callback) - 1, all), stoppedClock());
      for (const count of counts) {
        ends.push((await run(loop, count)).failure);
        for (let i = 0; i < 3; i++) await turn();
      }
      expect({ ends, all: all.length, surplus: loop.surplus() }).to.deep.equal({ ends: failures, all: calls, surplus });
    });
  }

  it('finds the call that was answered twice, at once or calls later, in any run', async () => {
    for (const at of [3, 20, 70]) {
      for (const after of [1, 2, 30]) {
        let calls = 0;
        const others = [];
        const loop = callbackLoop((callback) => {
          const mine = calls++;
          if (mine === at) others[mine + after] = callback;
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
        expect(calls).to.equal(at + after + 1);
      }
    }
  });

  it('knows how many calls of a run have been answered', () => {
    const callbacks = [];
    const loop = callbackLoop((callback) => { callbacks.push(callback); }, stoppedClock());
    endsOf(loop, 3);
    expect(loop.made()).to.equal(0);
    callbacks[0]();
    callbacks[1]();
    expect(loop.made()).to.equal(2);
  });

  it('reports answers after close(), and only these', () => {
    let late = 0;
    const callbacks = [];
    const loop =
      callbackLoop((callback) => { callbacks.push(callback); callback(); }, stoppedClock(), () => { late++; });
    endsOf(loop, 3);
    expect({ late, surplus: loop.surplus() }).to.deep.equal({ late: 0, surplus: null });
    loop.close();
    callbacks[0]();
    callbacks[0](new Error('ignored'));
    expect({ late, surplus: loop.surplus() }).to.deep.equal({ late: 2, surplus: null });
  });
});

describe('a loop that inlines its test, and a loop that does not', () => {
  const form = { inline: false };

  for (const kind of KINDS) {
    it(`call the test again and again, without arguments and this: ${kind}`, async () => {
      for (const count of kind === 'promise' ? ASYNC_COUNTS : COUNTS) {
        for (const inline of [true, false]) {
          const clock = stoppedClock();
          let calls = 0;
          const loop = around(kind, function test(...args) {
            if (this === undefined && args.length === 0) calls++;
            clock.ns += 3;
          }, { inline }, clock);
          await turn();
          expect(calls, 'before it runs').to.equal(0);
          for (let i = 1; i <= 3; i++) {
            expect(await run(loop, count)).to.deep.equal({ failure: null, ns: 3 * count });
            expect(calls).to.equal(i * count);
          }
        }
      }
    });

    it(`calls a variable that has held several functions, and the usual loop a constant: ${kind}`, () => {
      const texts = [];
      const engine = require('#engine');
      const original = engine.compile;
      engine.compile = (parameters, text) => { texts.push(text); return original(parameters, text); };
      try {
        LOOPS[kind](() => {}, form);
        LOOPS[kind](() => {});
      } finally {
        engine.compile = original;
      }
      expect(texts.map((text) => [/const f = fn/.test(text), /swap/.test(text)]))
        .to.deep.equal([[false, true], [true, false]]);
    });
  }
});

describe('a loop whose calls get inputs', () => {
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, (take, clock, form) => around(kind, take, form, clock)]));
  kinds['sometimes late callback'] = (take, clock, form) => {
    let calls = 0;
    return LOOPS.callback((input, callback) => {
      take(input);
      if (calls++ % 3 === 1) setImmediate(callback);
      else callback();
    }, form, clock);
  };
  const upTo = (from, to) => Array.from({ length: to - from }, (_, i) => ({ number: from + i }));

  for (const kind of Object.keys(kinds)) {
    it(`makes one for each call, and passes them in their order: ${kind}`, async () => {
      for (const inline of [true, false]) {
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
          expect({ made, taken }, 'no call while inputs are made').to.deep.equal({ made: before + calls, taken: [] });
          expect(await run(loop, calls)).to.deep.equal({ failure: null, ns: 3 * calls });
          expect(made, 'none while it runs').to.equal(before + calls);
          expect(taken).to.deep.equal(upTo(before, before + calls));
          loop.discard();
        }
        expect(prepared).to.deep.equal([[null, 0], [null, 0], [null, 0], [null, 0]]);
      }
    });
  }
});
