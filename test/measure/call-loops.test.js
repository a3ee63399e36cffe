'use strict';

/* Loops without compilation of strings. */

const { expect } = require('chai');
const engine = require('#engine');
const { createCalibration } = require('#lib/calibrate');
const { callbackLoop } = require('#lib/core/measure/callback-loop');
const { syncLoop, promiseLoop } = require('#lib/core/measure/loop');
const { createClock } = require('#lib/base/host/clock');

const clock = { nowNs: () => 1000 };
const runOf = (loop, calls) => new Promise((resolve) => { loop.run(calls, (...end) => resolve(end)); });

describe('loops if nothing may be compiled', () => {
  const { compiles, compile } = engine;
  beforeEach(() => {
    engine.compiles = () => false;
    engine.compile = () => { throw new EvalError('forbidden'); };
  });
  afterEach(() => Object.assign(engine, { compiles, compile }));

  const callbackTest = (take, answer) => (...values) => {
    const callback = values.pop();
    take(values);
    answer(callback);
  };
  const kinds = {
    sync: (take, form) => syncLoop((...values) => { take(values); }, clock, form),
    promise: (take, form) => promiseLoop(async (...values) => { take(values); }, clock, form),
    callback: (take, form) => callbackLoop(callbackTest(take, (callback) => callback()), clock, null, form),
    'late callback': (take, form) => callbackLoop(callbackTest(take, setImmediate), clock, null, form),
  };
  for (const [kind, loopOf] of Object.entries(kinds)) {
    it(`pass arguments or inputs to each call, and stop at a failure: ${kind}`, async () => {
      for (const given of [[], ['a'], ['a', 'b']]) {
        const seen = [];
        const loop = loopOf((values) => seen.push(values.slice(0, given.length)), { inline: true, given });
        for (const count of [0, 1, 7]) expect(await runOf(loop, count)).to.deep.equal([null, 0]);
        expect(seen).to.deep.equal(Array(8).fill(given));
      }
      let made = 0;
      const inputs = [];
      const loop = loopOf(([input]) => inputs.push(input), { inline: true, given: [], each: () => ++made });
      await runOf({ run: loop.prepare }, 3);
      await runOf(loop, 3);
      expect(inputs).to.deep.equal([1, 2, 3]);
      const mine = new Error('mine');
      let calls = 0;
      const [failure] = await runOf(loopOf(() => { if (++calls === 3) throw mine; }, { inline: true, given: [] }), 9);
      expect({ error: failure.error, calls }).to.deep.equal({ error: mine, calls: 3 });
    });
  }

  it('distinguish a second answer from the answer of the next call', async () => {
    const [failure] = await runOf(callbackLoop((callback) => { callback(); callback(); }, clock, () => {}), 5);
    expect(failure).to.deep.equal({ twice: true, index: 0 });
  });

  it('make no further call after close()', async () => {
    let calls = 0;
    const loop = promiseLoop(async () => { if (++calls === 2) loop.close(); }, clock);
    await runOf(loop, 9);
    expect(calls).to.equal(2);
  });

  it('have references of their kind, and the clock rate', () => {
    const calibration = createCalibration(createClock());
    for (const kind of ['sync', 'callback']) {
      for (const form of [{}, { given: [1] }, { given: [1, 2] }, { each: () => 1 }]) {
        const steps = calibration.reference(kind, form);
        let step = steps.next();
        while (!step.done) step.value[0].run(step.value[1], (failure, ns) => { step = steps.next(ns); });
        expect(step.value.calls).to.be.above(0);
      }
    }
    expect(calibration.chainMhz()).to.satisfy((mhz) => mhz === null || mhz > 0);
  });
});
