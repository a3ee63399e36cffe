'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('./helpers/fake-machine');
const { drive } = require('../lib/drive');

const sum = (values) => values.reduce((total, value) => total + value, 0);
const callsOf = (rounds) => sum(rounds.map((one) => one.calls));
const nsOf = (rounds) => sum(rounds.map((one) => one.ns));
const inPhase = (samples, phase) => samples.rounds.filter((one) => one.phase === phase);

/** measure(), for a test of any kind. */
const measured = (machine, plan) => new Promise((resolve) => { machine.measure(plan, resolve); });

function expectNear(actual, expected, share = 0.01) {
  expect(actual).to.be.within(expected * (1 - share), expected * (1 + share));
}

describe('measuring a number of calls', () => {
  for (const count of [1, 2, 3, 7, 100, 12345, 1e6]) {
    for (const ns of [0, 0.5, 50, 3000]) {
      it(`makes exactly ${count}, of ${ns} ns`, () => {
        const machine = fakeMachine();
        const { failure, samples, progress, ended } = machine.measure({ fn: machine.test(ns), count });
        expect([failure, ended]).to.deep.equal([null, 1]);
        expect(machine.calls).to.equal(count);
        expect(callsOf(samples.rounds)).to.equal(count);
        expect(progress.calls).to.equal(count);
      });
    }
  }

  for (const count of [1, 2, 3, 7, 100, 12345]) {
    for (const kind of ['callback', 'promise']) {
      it(`makes exactly ${count}, of a ${kind} test`, async () => {
        const machine = fakeMachine();
        const { failure, samples } = await measured(machine, { fn: machine.test(500, { kind }), takesCallback: kind === 'callback', count });
        expect(failure).to.equal(null);
        expect(samples.kind).to.equal(kind);
        expect(machine.calls).to.equal(count);
        expect(callsOf(samples.rounds)).to.equal(count);
      });
    }
    it(`makes exactly ${count}, of a test that allocates, or keeps what it allocates`, () => {
      for (const memory of [{ bytes: 32 }, { bytes: 5000 }, { bytes: 300, kept: 300 }, { bytes: 2e6 }]) {
        const machine = fakeMachine({ limitBytes: 1e12 });
        machine.measure({ fn: machine.test(200, memory), count });
        expect(machine.calls).to.equal(count);
      }
    });
  }

  it('makes exactly as many as asked where the speed changes in between', () => {
    for (const at of [1e6, 4e6, 5e6, 7e6, 9e6, 2e7]) {
      for (const speed of [0.01, 0.3, 30]) {
        const machine = fakeMachine();
        machine.at(at, () => { machine.speed = speed; });
        machine.measure({ fn: machine.test(500), count: 54321 });
        expect(machine.calls).to.equal(54321);
      }
    }
  });

  it('starts with one cold call and grows by half at the most', () => {
    const machine = fakeMachine();
    const { samples } = machine.measure({ fn: machine.test(50), count: 3000 });
    const { rounds } = samples;
    expect(rounds[0]).to.include({ phase: 'cold', calls: 1 });
    expect(inPhase(samples, 'counted')).to.have.length(rounds.length - 1);
    // 3000 calls of 50 ns are 0.15 ms in all: slices of 30 microseconds, 595 calls, at the most.
    const growing = rounds.slice(1).map((one) => one.calls);
    expect(growing.slice(0, 8)).to.deep.equal([1, 2, 3, 5, 8, 12, 18, 27]);
    for (let i = 1; i < growing.length - 1; i++) expect(growing[i]).to.be.at.most(Math.ceil(growing[i - 1] * 1.5));
  });

  it('has slices of 1.5 ms at the most where a second is enough', () => {
    const machine = fakeMachine();
    const { samples } = machine.measure({ fn: machine.test(1000), count: 5e5 });
    expect(Math.max(...samples.rounds.map((one) => one.ns))).to.be.within(1e6, 2.3e6);
    expect(samples.rounds.length).to.be.within(300, 1000);
  });

  it('has a bounded number of rounds, however long it runs', () => {
    // 10^6 calls of 10 ms are three hours; the rest is divided by a thousand again and again.
    for (const [ns, count] of [[1e7, 1e6], [1e6, 1e6], [1e9, 1e5]]) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(ns), count });
      expect(machine.calls).to.equal(count);
      expect(samples.rounds.length).to.be.below(15000);
    }
  });
});

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

describe('measuring for a time', () => {
  // [body in ns, goal in s]: a real loop runs under them, so a body of 1 ns gets a short goal.
  const goals = [[0, 0.02], [1, 0.02], [2.5, 0.05], [10, 0.1], [10, 0.01], [300, 0.1], [300, 0.02], [1e4, 0.1], [1e4, 2], [1e5, 0.1], [1e5, 10],
    [1e6, 0.1], [1e6, 1], [1e6, 60], [1e7, 0.5], [1e7, 1], [1e7, 100]];
  for (const [ns, seconds] of goals) {
    it(`keeps the goal of ${seconds} s within 10 % where a call takes ${ns} ns`, () => {
      const machine = fakeMachine();
      const { failure, samples } = machine.measure({ fn: machine.test(ns), seconds });
      expect(failure).to.equal(null);
      expectNear(machine.ns, seconds * 1e9, 0.1);
      // Most of it measured, and not spent on warming up; 4 ms are what a process needs once.
      if (seconds >= 0.05) expect(nsOf(inPhase(samples, 'measured'))).to.be.above(0.4 * seconds * 1e9);
    });
  }

  for (const kind of ['callback', 'promise']) {
    it(`keeps it for a ${kind} test`, async () => {
      for (const [ns, seconds] of [[200, 0.05], [5e4, 0.1]]) {
        const machine = fakeMachine();
        const { failure } = await measured(machine, { fn: machine.test(ns, { kind }), takesCallback: kind === 'callback', seconds });
        expect(failure).to.equal(null);
        expectNear(machine.ns, seconds * 1e9, 0.1);
      }
    });
  }

  it('keeps it where the machine is suspended for less than the rest', () => {
    const machine = fakeMachine();
    machine.at(3e8, () => machine.suspend(4e8));
    machine.measure({ fn: machine.test(1000), seconds: 1 });
    expectNear(machine.ns, 1e9, 0.1);
  });

  it('makes one call where that takes longer than the goal', () => {
    for (const [ns, seconds] of [[5e7, 0.01], [1e10, 1], [2e6, 0.001]]) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(ns), seconds });
      expect(machine.calls).to.equal(1);
      expect(samples.rounds).to.have.length(1);
    }
  });

  it('does not warm up for longer than three tenths of the goal, call by call', () => {
    // Six calls fit into the goal: the first one warms, the others are measured.
    const machine = fakeMachine();
    const { samples } = machine.measure({ fn: machine.test(1.6e8), seconds: 1 });
    expect(machine.calls).to.be.within(5, 7);
    expect(inPhase(samples, 'measured').length).to.be.at.least(4);
  });

  it('has a bounded number of rounds, however long the goal', () => {
    for (const seconds of [10, 3600, 86400]) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(1e6 * Math.max(1, seconds / 1000)), seconds });
      expect(samples.rounds.length).to.be.below(3000);
    }
  });

  it('has rounds enough for an interval where the goal is short', () => {
    const machine = fakeMachine();
    const { samples } = machine.measure({ fn: machine.test(100), seconds: 0.01 });
    expect(inPhase(samples, 'measured').length).to.be.at.least(6);
  });

  it('measures in equal slices of 1.5 ms, shorter where the goal is short', () => {
    for (const [seconds, sliceNs] of [[1, 1.5e6], [0.1, 1e8 / 300], [10, 1e7]]) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(1000), seconds });
      const rounds = inPhase(samples, 'measured');
      expect(new Set(rounds.map((one) => one.calls)).size).to.equal(1);
      expectNear(rounds[0].ns, sliceNs, 0.05);
    }
  });

  it('warms up for a tenth of the goal, a tenth of a second at the most', () => {
    for (const [seconds, warmNs] of [[0.2, 0.02e9], [1, 0.1e9], [5, 0.1e9]]) {
      const machine = fakeMachine();
      const started = machine.ns;
      const { samples } = machine.measure({ fn: machine.test(1000), seconds });
      const before = machine.ns - started - nsOf(inPhase(samples, 'measured'));
      // On top: the clock and the references are probed and warmed (5 ms), a look at the heap, references beside each slice.
      expect(before).to.be.within(warmNs, 0.3 * seconds * 1e9);
      const warm = nsOf(inPhase(samples, 'warm-up'));
      expect(warm).to.be.within(0.5 * warmNs, 1.5 * warmNs);
    }
  });

  it('warms up for up to three times as long while the times still move', () => {
    // 20 % faster every 50 ms: never steady
    const falling = (machine) => () => 2000 * 0.8 ** (machine.ns / 5e7);
    const machine = fakeMachine();
    const { samples } = machine.measure({ fn: machine.test(falling(machine)), seconds: 1 });
    expect(nsOf(inPhase(samples, 'warm-up'))).to.be.within(0.22e9, 0.34e9);
  });

  it('waits for a compiler that is late', () => {
    // 30 ms after the start the body becomes ten times as fast; a tenth of the goal are 20 ms.
    const machine = fakeMachine();
    let ns = 5000;
    machine.at(3e7, () => { ns = 500; });
    const { samples } = machine.measure({ fn: machine.test(() => ns), seconds: 0.2 });
    const rounds = inPhase(samples, 'measured');
    const slow = rounds.filter((one) => one.ns / one.calls > 1000);
    expect(slow.length).to.be.below(rounds.length / 2);
  });

  it('lets a slice hold several collections where there is room for that', () => {
    // 32 bytes a call, a young generation of 1 MB: a collection every 31250 calls, ten of them in 313 000 calls, 16 ms.
    const machine = fakeMachine({ youngBytes: 1e6, pauseNs: 1e5 });
    const { samples } = machine.measure({ fn: machine.test(50, { bytes: 32 }), seconds: 1 });
    expectNear(samples.allocation.bytesPerCall, 32, 0.02);
    expectNear(samples.allocation.callsPerCollection, 31250, 0.25);
    expectNear(inPhase(samples, 'measured')[0].calls, 312500, 0.25);
  });

  it('keeps to short slices where the goal has no room for that', () => {
    const machine = fakeMachine({ youngBytes: 1e6, pauseNs: 1e5 });
    const { samples } = machine.measure({ fn: machine.test(50, { bytes: 32 }), seconds: 0.1 });
    expect(inPhase(samples, 'measured')[0].calls).to.be.below(30000);
  });
});

describe('measuring on a machine with a will of its own', () => {
  it('is an error where the clock stands still from the beginning', () => {
    const machine = fakeMachine({ costNs: 1000 });
    machine.standsStill = true;
    const { failure, ended } = machine.measure({ fn: machine.test(10), seconds: 1 });
    expect(failure).to.have.property('ours', true);
    expect(failure.error).to.be.an('error').with.property('message').that.matches(/^the clock did not advance in \d+\.?\d* ms/);
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

  it('keeps the goal with a clock of 0.1 or 1 ms', () => {
    for (const grainNs of [1e5, 1e6]) {
      const machine = fakeMachine({ grainNs });
      const { samples } = machine.measure({ fn: machine.test(1000), seconds: 1 });
      expectNear(machine.ns, 1e9, 0.2);
      expect(inPhase(samples, 'measured').length).to.be.at.least(12);
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
        expect(samples.rounds.filter((one) => one.ns < 0 || one.ns > 1e8)).to.have.length(1);
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
        const { failure, samples, progress, ended } = await measured(machine, { fn: thrower, takesCallback: kind === 'callback', count: 1e5 });
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

describe('drive', () => {
  const loop = (nsOf) => ({ run(calls, done) { done(null, nsOf(calls)); } });
  const lateLoop = (nsOf) => ({ run(calls, done) { setImmediate(() => done(null, nsOf(calls))); } });

  it('answers each request with what the loop took, and ends with what was returned', () => {
    const ends = [];
    drive((function* () {
      const double = loop((calls) => 2 * calls);
      const first = yield [double, 5];
      const second = yield [double, 7];
      return [first, second];
    })(), (...args) => ends.push(args));
    expect(ends).to.deep.equal([[null, [10, 14]]]);
  });

  it('needs no stack for a hundred thousand requests that end at once', () => {
    let end = null;
    drive((function* () {
      let total = 0;
      for (let i = 0; i < 100000; i++) total += yield [loop(() => 1), 1];
      return total;
    })(), (failure, value) => { end = value; });
    expect(end).to.equal(100000);
  });

  it('waits for loops that end later, mixed with others', (done) => {
    drive((function* () {
      const got = [];
      for (let i = 0; i < 20; i++) got.push(yield [i % 3 ? loop(() => i) : lateLoop(() => -i), 1]);
      return got;
    })(), (failure, got) => {
      expect(failure).to.equal(null);
      expect(got).to.deep.equal(Array.from({ length: 20 }, (_, i) => (i % 3 ? i : -i)));
      done();
    });
  });

  it('hands on a failure, and asks for nothing more', () => {
    const ends = [];
    let resumed = 0;
    const failure = { error: new Error('mine'), index: 3 };
    drive((function* () {
      yield [{ run: (calls, done) => done(failure, 0) }, 1];
      resumed++;
      yield [loop(() => 1), 1];
    })(), (...args) => ends.push(args));
    expect(ends).to.deep.equal([[failure]]);
    expect(resumed).to.equal(0);
  });

  it('hands on an error of the steps themselves as ours', () => {
    const error = new Error('a clock that stands still');
    for (const steps of [function* () { throw error; }, function* () { yield [loop(() => 1), 1]; throw error; }]) {
      const ends = [];
      drive(steps(), (...args) => ends.push(args));
      expect(ends).to.deep.equal([[{ error, ours: true }]]);
    }
  });

  it('ends once, whatever a loop says afterwards', () => {
    const ends = [];
    let again = null;
    drive((function* () {
      yield [{ run(calls, done) { again = done; done(null, 1); } }, 1];
      return 'value';
    })(), (...args) => ends.push(args));
    again(null, 2);
    again({ error: 1 });
    expect(ends).to.deep.equal([[null, 'value']]);
  });
});
