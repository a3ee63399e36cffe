'use strict';

/* Loops where nothing may be compiled. */

const { expect } = require('chai');
const engine = require('#engine');
const { createCalibration } = require('../../lib/calibrate');
const { callbackLoop } = require('../../lib/measure/callback-loop');
const { syncLoop, promiseLoop } = require('../../lib/measure/loop');
const { createClock } = require('../../lib/host/clock');

const clock = { nowNs: () => 1000 };
const runOf = (loop, calls) => new Promise((resolve) => { loop.run(calls, (...told) => resolve(told)); });
const prepared = (loop, calls) => runOf({ run: loop.prepare }, calls);

describe('loops if nothing may be compiled', () => {
  const { compiles, compile } = engine;
  beforeEach(() => {
    engine.compiles = () => false;
    engine.compile = () => { throw new EvalError('forbidden'); };
  });
  afterEach(() => Object.assign(engine, { compiles, compile }));

  const kinds = {
    sync: (one, form) => syncLoop((...values) => { one(values); }, clock, form),
    promise: (one, form) => promiseLoop(async (...values) => { one(values); }, clock, form),
    callback: (one, form) =>
      callbackLoop((...values) => { const callback = values.pop(); one(values); callback(); }, clock, () => {}, form),
    'callback, later': (one, form) =>
      callbackLoop((...values) => { const callback = values.pop(); one(values); setImmediate(callback); }, clock,
        () => {}, form),
  };
  for (const [kind, loopOf] of Object.entries(kinds)) {
    it(`call a test as often as they are told, with what it is given: ${kind}`, async () => {
      for (const given of [[], ['a'], ['a', 'b']]) {
        const seen = [];
        const loop = loopOf((values) => seen.push(values), { inline: true, given });
        for (const count of [0, 1, 7]) {
          seen.length = 0;
          expect(await runOf(loop, count)).to.deep.equal([null, 0]);
          expect(seen).to.have.length(count);
        }
        expect(seen.every((values) => given.every((value, i) => values[i] === value))).to.equal(true);
      }
    });

    it(`hand each call an input of its own: ${kind}`, async () => {
      let made = 0;
      const seen = [];
      const loop = loopOf(([input]) => seen.push(input), { inline: true, given: [], each: () => ++made });
      await prepared(loop, 3);
      await runOf(loop, 3);
      expect(seen).to.deep.equal([1, 2, 3]);
    });

    it(`stop at what is thrown: ${kind}`, async () => {
      const mine = new Error('mine');
      let calls = 0;
      const loop = loopOf(() => { if (++calls === 3) throw mine; }, { inline: true, given: [] });
      const [failure] = await runOf(loop, 9);
      expect(failure.error).to.equal(mine);
      expect(calls).to.equal(3);
    });
  }

  it('tell an answer that comes twice from that of the next call', async () => {
    const loop = callbackLoop((callback) => { callback(); callback(); }, clock, () => {});
    const [failure] = await runOf(loop, 5);
    expect(failure).to.deep.equal({ twice: true, index: 0 });
  });

  it('go on with no call once they are closed', async () => {
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
