'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');

const sum = (values) => values.reduce((total, value) => total + value, 0);
const callsOf = (rounds) => sum(rounds.map((one) => one.calls));
const inPhase = (samples, phase) => samples.rounds.filter((one) => one.phase === phase);

/** measure(), for a test of any kind. */
const measured = (machine, plan) => new Promise((resolve) => { machine.measure(plan, resolve); });

function expectNear(actual, expected, share = 0.01) {
  expect(actual).to.be.within(expected * (1 - share), expected * (1 + share));
}

describe('a round', () => {
  it('tells what its slice took, beside the empty loop and the processor\'s speed', () => {
    const machine = fakeMachine({ costNs: 20, loopNs: { sync: 0.4 }, mhz: 3000 });
    const { samples } = machine.measure({ fn: machine.test(100), count: 1e4 });
    expect(samples).to.include({ kind: 'sync', stopped: null });
    expect(samples.clockCostNs).to.be.closeTo(20, 1e-6);
    expect(samples.clockGrainNs).to.be.closeTo(20, 1e-6);
    for (const one of samples.rounds) {
      expect(one.ns).to.be.closeTo(100.4 * one.calls + 20, 1e-3);
      expect(one.referenceNs).to.be.closeTo(0.4, 1e-6);
      expect(one.mhz).to.be.closeTo(3000, 1e-3);
      expect(one.cpuNs).to.be.within(one.ns, one.ns + 100);
      expect(one.heapBytes).to.equal(0);
    }
  });

  it('takes off what reading the heap adds to it', () => {
    const machine = fakeMachine({ youngBytes: 1e9 });
    const { samples } = machine.measure({ fn: machine.test(100, { bytes: 48 }), count: 1e4 });
    for (const one of samples.rounds) expect(one.heapBytes).to.equal(48 * one.calls);
  });

  it('runs its three slices in a row, from the time on that they are long enough', () => {
    const machine = fakeMachine();
    const order = [];
    const spied = (name, steps) => (function* () {
      const value = yield* steps;
      if (!value.loop.run.spied) {
        const { run } = value.loop;
        value.loop.run = (...args) => { order.push(name); run(...args); };
        value.loop.run.spied = true;
      }
      return value;
    })();
    const { frequency, reference } = machine.calibration;
    machine.calibration.frequency = () => spied('f', frequency());
    machine.calibration.reference = (kind) => spied('r', reference(kind));
    // A call longer than a slice: one in each.
    const test = machine.test(1e5);
    machine.measure({ fn: () => { order.push('t'); test(); }, seconds: 0.02 });
    expect(order.join('')).to.match(/t(frt){40,}$/);
  });

  it('follows the speed of the machine', () => {
    const machine = fakeMachine();
    machine.at(5e7, () => { machine.speed = 0.5; });
    const { samples } = machine.measure({ fn: machine.test(1000), seconds: 0.1 });
    const last = samples.rounds[samples.rounds.length - 1];
    expectNear(last.mhz, 1500);
    expectNear(last.referenceNs, 0.8);
    expectNear(last.ns / last.calls, 2000.8);
    const early = inPhase(samples, 'measured')[0];
    expectNear(early.mhz, 3000);
    expectNear(early.referenceNs, 0.4);
  });

  it('counts processor time apart from the clock', () => {
    const machine = fakeMachine();
    const { samples } = machine.measure({ fn: machine.test(1000, { waits: 3000 }), count: 1000 });
    for (const one of samples.rounds.slice(5)) expect(one.cpuNs / one.ns).to.be.within(0.2, 0.4);
  });

  it('has NaN for the speed where the chain was not compiled', () => {
    const machine = fakeMachine({ mhz: NaN });
    const { samples } = machine.measure({ fn: machine.test(1000), count: 1000 });
    for (const one of samples.rounds) expect(one.mhz).to.be.NaN;
  });
});

describe('measuring on a machine with a will of its own', () => {
  it('is an error where the clock stands still from the beginning', () => {
    const machine = fakeMachine({ costNs: 1000 });
    machine.standsStill = true;
    const { failure, ended } = machine.measure({ fn: machine.test(10), seconds: 1 });
    expect(failure).to.have.property('ours', true);
    expect(failure.error).to.be.an('error').with.property('message')
      .that.matches(/^the clock did not advance in \d+\.?\d* ms/);
    expect(ended).to.equal(1);
    expect(machine.calls).to.equal(0);
  });

  for (const plan of [{ seconds: 1 }, { count: 3e8 }]) {
    it(`is an error where the clock stops in the middle: ${JSON.stringify(plan)}`, () => {
      const machine = fakeMachine();
      machine.at(2e7, () => { machine.standsStill = true; });
      const { failure, ended } = machine.measure({ fn: machine.test(0.5), ...plan });
      expect(failure).to.have.property('ours', true);
      expect(failure.error.message).to.match(/^the clock did not advance during \d+ calls/);
      expect(ended).to.equal(1);
    });
  }

  it('is an error where the clock stops and the calls are few', () => {
    const machine = fakeMachine();
    machine.measure({ fn: machine.test(100), count: 1000 });
    machine.standsStill = true;
    expect(machine.measure({ fn: machine.test(100), count: 100000 }).failure).to.have.property('ours', true);
  });

  it('is an error where the clock stops in the middle and the calls are few', () => {
    const machine = fakeMachine();
    machine.measure({ fn: machine.test(100), count: 1000 });
    machine.at(machine.ns + 1e5, () => { machine.standsStill = true; });
    expect(machine.measure({ fn: machine.test(100), count: 200000 }).failure).to.have.property('ours', true);
  });

  it('does not take it for a clock that has stopped where the second one is set by 3 ms', () => {
    // In the middle of a step of 0.1 ms, so that the slices beside it take no time at all.
    const machine = fakeMachine({ grainNs: 1e5 });
    const { wallMs } = machine.clock;
    machine.clock.wallMs = () => wallMs() + (machine.calls >= 3 ? 3 : 0);
    expect(machine.measure({ fn: machine.test(10), count: 5000 }).failure).to.equal(null);
    expect(machine.calls).to.equal(5000);
  });

  it('keeps the goal with a clock of 0.1 or 1 ms', () => {
    for (const grainNs of [1e5, 1e6]) {
      const machine = fakeMachine({ grainNs });
      const { samples } = machine.measure({ fn: machine.test(1000), seconds: 1 });
      expectNear(machine.ns, 1e9, 0.2);
      expect(inPhase(samples, 'measured').length).to.be.at.least(10);
    }
  });

  it('has slices of 200 steps of the clock, of which one more or less is no matter', () => {
    for (const plan of [{ seconds: 0.5 }, { count: 1e8 }]) {
      const machine = fakeMachine({ grainNs: 2e4 });
      const { samples } = machine.measure({ fn: machine.test(40), ...plan });
      const lengths = samples.rounds.map(({ ns }) => ns).sort((a, b) => a - b);
      expect(lengths[lengths.length >> 1]).to.be.within(3.8e6, 4.4e6);
    }
  });

  for (const [name, byNs] of [['forwards', 3e8], ['backwards', -3e8]]) {
    it(`goes on where somebody sets the clock ${name}`, () => {
      for (const plan of [{ count: 2e5 }, { seconds: 0.5 }]) {
        const machine = fakeMachine();
        machine.at(1e8, () => machine.setClock(byNs));
        const { failure, samples } = machine.measure({ fn: machine.test(1000), ...plan });
        expect(failure).to.equal(null);
        if (plan.count) expect(machine.calls).to.equal(plan.count);
        else expect(machine.ns).to.be.within(0.1e9, 0.9e9);
        // None where it happens beside the slices of the test.
        expect(samples.rounds.filter((one) => one.ns < 0 || one.ns > 1e8)).to.have.length.at.most(1);
        for (const one of samples.rounds) expect(one.referenceNs).to.be.closeTo(0.4, 1e-6);
      }
    });
  }

  for (const plan of [{ count: 1e6 }, { seconds: 5 }]) {
    it(`stops where the heap is nearly full: ${JSON.stringify(plan)}`, () => {
      // 5 MB in use, 1000 bytes more with each call: 80 % of 50 MB are reached after 35 000 calls.
      const machine = fakeMachine({ limitBytes: 5e7, pauseNs: 1e3 });
      const { failure, samples } = machine.measure({ fn: machine.test(2000, { bytes: 1000, kept: 1000 }), ...plan });
      expect(failure).to.equal(null);
      expect(samples.stopped.limitBytes).to.be.closeTo(5e7, 1e-3);
      expect(samples.stopped.usedBytes).to.be.within(3e7, 5e7);
      expect(machine.calls).to.be.within(30000, 45000);
      expect(callsOf(samples.rounds)).to.equal(machine.calls);
    });
  }

  it('stops before the next slice would not fit', () => {
    // 1 MB a call, kept: 82 of 104 MB after 77 calls are under 80 %, but the next slice has 41
    const machine = fakeMachine({ limitBytes: 1.04e8, pauseNs: 1e3 });
    const { samples } = machine.measure({ fn: machine.test(1000, { bytes: 1e6, kept: 1e6 }), count: 1e5 });
    expect(samples.stopped).to.be.an('object');
    expect(5e6 + 1e6 * machine.calls).to.be.below(1.04e8);
    expect(machine.calls).to.be.above(20);
  });
});

describe('measuring a test that fails', () => {
  for (const kind of ['sync', 'callback', 'promise']) {
    for (const at of [1, 2, 3, 7, 1000, 12345]) {
      it(`ends at call ${at} of a ${kind} test, once, and knows which slice that was in`, async () => {
        const machine = fakeMachine();
        const error = new Error('mine');
        const body = machine.test(100, { kind });
        const fn = (callback) => {
          if (machine.calls === at - 1) { machine.calls++; throw error; }
          return body(callback);
        };
        const thrower = kind === 'promise' ? async () => fn() : fn;
        const { failure, samples, progress, ended } =
          await measured(machine, { fn: thrower, takesCallback: kind === 'callback', count: 1e5 });
        expect(failure.error).to.equal(error);
        expect(failure.ours).to.not.equal(true);
        expect(samples).to.equal(undefined);
        expect(ended).to.equal(1);
        expect(machine.calls).to.equal(at);
        expect(at).to.be.above(progress.calls).and.at.most(progress.calls + progress.slice);
        if (failure.index !== undefined) expect(progress.calls + failure.index + 1).to.equal(at);
      });
    }
  }
});
