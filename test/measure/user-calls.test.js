'use strict';

const { expect } = require('chai');
const { inputsOf, finisherOf } = require('../../lib/measure/user-calls');

/** Runs a step: [failure, ns] once it has ended. */
const runOf = ({ run }, calls) => new Promise((resolve) => { run(calls, (...told) => resolve(told)); });

describe('inputs of a run', () => {
  it('are none without each', () => expect(inputsOf({ each: null })).to.equal(null));

  it('are made for each call, and let go of', async () => {
    let made = 0;
    const inputs = inputsOf({ each: () => ++made });
    expect(await runOf({ run: inputs.prepare }, 3)).to.deep.equal([null, 0]);
    expect(inputs.list).to.deep.equal([1, 2, 3]);
    inputs.discard();
    expect(inputs.list).to.deep.equal([undefined, undefined, undefined]);
  });

  it('fail with what making them throws', async () => {
    const error = new Error('mine');
    const [failure] = await runOf({ run: inputsOf({ each() { throw error; } }).prepare }, 3);
    expect(failure.error).to.equal(error);
  });
});

describe('what is called after each call', () => {
  const stepOf = (after, list = null) => finisherOf({ after }, list).finisher;

  it('is nothing where there is nothing', () => expect(finisherOf({ after: null }, null)).to.equal(null));

  it('is called once for each call of the run, with its input, before the step ends', () => {
    const seen = [];
    const step = stepOf((input) => { seen.push(input); }, ['a', 'b', 'left over']);
    step.run(2, (...told) => seen.push(told));
    expect(seen).to.deep.equal(['a', 'b', [null, 0]]);
    expect([step.made(), step.stage]).to.deep.equal([2, 'afterEach']);
    step.run(1, (...told) => seen.push(told));
    expect(seen.slice(3)).to.deep.equal(['a', [null, 0]]);
  });

  it('is called with nothing where there are no inputs', async () => {
    const seen = [];
    await runOf(stepOf((...args) => { seen.push(args); }), 2);
    expect(seen).to.deep.equal([[undefined], [undefined]]);
  });

  it('is awaited, one after the other, and as often as there were calls', async () => {
    let underWay = 0;
    let most = 0;
    let calls = 0;
    const step = stepOf(async () => {
      most = Math.max(most, ++underWay);
      await null;
      underWay--;
      calls++;
    });
    expect(await runOf(step, 1000)).to.deep.equal([null, 0]);
    expect([most, calls, step.made()]).to.deep.equal([1, 1000, 1000]);
  });

  const error = new Error('mine');
  const failing = [
    ['throws', () => { throw error; }], ['rejects', async () => { throw error; }],
    ['bites when it is awaited', () => ({ get then() { throw error; } })],
  ];
  for (const [what, after] of failing) {
    it(`fails, and is not called again, where it ${what}`, async () => {
      let calls = 0;
      const [failure] = await runOf(stepOf(() => {
        calls++;
        return calls === 2 ? after() : undefined;
      }), 5);
      expect(failure.error).to.equal(error);
      expect(calls).to.equal(2);
    });
  }
});
