'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

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
        const { failure, samples } =
          await measured(machine, { fn: machine.test(500, { kind }), takesCallback: kind === 'callback', count });
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
    // The last one may take what is left, up to half as much again.
    expect(growing[growing.length - 1]).to.be.at.most(2.25 * growing[growing.length - 2] + 2);
  });

  it('leaves no scrap for a last slice', () => {
    for (let count = 2000; count < 2100; count++) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(3000), count });
      const [before, last] = samples.rounds.slice(-2).map((one) => one.calls);
      expect(last, `${count} calls`).to.be.at.least(before / 2);
    }
  });

  it('runs the references beside slices that are long, and not beside each of the short ones', () => {
    const machine = fakeMachine();
    machine.measure({ fn: machine.test(50), count: 10 });
    const started = machine.ns;
    machine.measure({ fn: machine.test(50), count: 500 });
    // 500 calls of 50 ns are 25 microseconds, the references of the first call 100; a pair beside each of 14 slices
    // would make 1400.
    expect(machine.ns - started).to.be.within(125e3, 300e3);
  });

  it('has slices of 0.5 ms at the most where a second is enough', () => {
    const machine = fakeMachine();
    const { samples } = machine.measure({ fn: machine.test(1000), count: 5e5 });
    expect(Math.max(...samples.rounds.map((one) => one.ns))).to.be.within(0.4e6, 0.8e6);
    expect(samples.rounds.length).to.be.within(1000, 1200);
  });

  it('has a bounded number of rounds, however long it runs', () => {
    // 10^6 calls of 10 ms are three hours; the rest is divided by four thousand again and again.
    for (const [ns, count] of [[1e7, 1e6], [1e6, 1e6], [1e9, 1e5]]) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(ns), count });
      expect(machine.calls).to.equal(count);
      expect(samples.rounds.length).to.be.below(30000);
    }
  });
});

describe('measuring for a time', () => {
  // [body in ns, goal in s]: a real loop runs under them, so a body of 1 ns gets a short goal.
  const goals = [[0, 0.02], [1, 0.02], [2.5, 0.05], [10, 0.1], [10, 0.01], [300, 0.1], [300, 0.02], [1e4, 0.1],
    [1e4, 2], [1e5, 0.1], [1e5, 10],
    [1e6, 0.1], [1e6, 1], [1e6, 60], [1e7, 0.5], [1e7, 1], [1e7, 100]];
  for (const [ns, seconds] of goals) {
    // What a process needs once is a third of the shortest.
    const share = seconds < 0.02 ? 0.12 : 0.1;
    it(`keeps the goal of ${seconds} s within ${share * 100} % where a call takes ${ns} ns`, () => {
      const machine = fakeMachine();
      const { failure, samples } = machine.measure({ fn: machine.test(ns), seconds });
      expect(failure).to.equal(null);
      expectNear(machine.ns, seconds * 1e9, share);
      // Most of it measured, and not spent on warming up; 4 ms are what a process needs once.
      if (seconds >= 0.05) expect(nsOf(inPhase(samples, 'measured'))).to.be.above(0.4 * seconds * 1e9);
    });
  }

  for (const kind of ['callback', 'promise']) {
    it(`keeps it for a ${kind} test`, async () => {
      for (const [ns, seconds] of [[200, 0.05], [5e4, 0.1]]) {
        const machine = fakeMachine();
        const { failure } = await measured(
          machine, { fn: machine.test(ns, { kind }), takesCallback: kind === 'callback', seconds });
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

  it('goes on to the goal where one slice took long', () => {
    const machine = fakeMachine();
    machine.at(3e8, () => machine.suspend(4e8));
    machine.measure({ fn: machine.test(1000), seconds: 0.8 });
    expectNear(machine.ns, 0.8e9, 0.05);
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
    expect(inPhase(samples, 'warm-up')).to.deep.equal([]);
  });

  it('does not begin a call that would end further from the goal than the one before', () => {
    // 0.9 s are nearer to a second than 1.2
    const machine = fakeMachine();
    machine.measure({ fn: machine.test(3e8), seconds: 1 });
    expect(machine.calls).to.equal(3);
  });

  it('does not look for the allocation where the calls are too few to tell', () => {
    // Slices of 30 microseconds, 30 calls: 240 have to be left
    for (const [count, type] of [[200, 'null'], [2000, 'object']]) {
      const machine = fakeMachine();
      expect(machine.measure({ fn: machine.test(1000), count }).samples.allocation).to.be.a(type);
    }
  });

  it('does not look for the allocation of calls that are long', () => {
    for (const plan of [{ seconds: 1 }, { count: 1000 }]) {
      const machine = fakeMachine();
      expect(machine.measure({ fn: machine.test(1e6), ...plan }).samples.allocation).to.equal(null);
      const quick = fakeMachine();
      expect(quick.measure({ fn: quick.test(1e4), ...plan }).samples.allocation).to.be.an('object');
    }
  });

  it('has a bounded number of rounds, however long the goal', () => {
    for (const seconds of [10, 3600, 86400]) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(1e6 * Math.max(1, seconds / 1000)), seconds });
      // Two thousand of 5 calls, and slices have whole ones
      expect(inPhase(samples, 'measured').length).to.be.within(1900, 2500);
      expect(samples.rounds.length).to.be.below(2600);
    }
  });

  it('has rounds enough for an interval where the goal is short', () => {
    const machine = fakeMachine({ natives: fakeNatives() });
    const { samples } = machine.measure({ fn: machine.test(100), seconds: 0.01 });
    expect(inPhase(samples, 'measured').length).to.be.at.least(6);
  });

  it('measures in equal slices of 0.5 ms, shorter where the goal is short', () => {
    for (const [seconds, sliceNs] of [[1, 5e5], [0.1, 1e8 / 300], [2, 1e6], [10, 5e6]]) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(1000), seconds });
      const rounds = inPhase(samples, 'measured');
      expect(new Set(rounds.map((one) => one.calls)).size).to.equal(1);
      expectNear(rounds[0].ns, sliceNs, 0.05);
    }
  });

  it('grows to the length of a slice while it warms up, and not beyond', () => {
    for (const seconds of [0.05, 0.5, 5]) {
      const machine = fakeMachine();
      const { samples } = machine.measure({ fn: machine.test(100), seconds });
      const sliceNs = inPhase(samples, 'measured')[0].ns;
      const longest = Math.max(...inPhase(samples, 'warm-up').map((one) => one.ns));
      expect(longest).to.be.within(0.95 * sliceNs, 1.1 * sliceNs);
    }
  });

  it('warms up for a tenth of the goal, a tenth of a second at the most', () => {
    for (const [seconds, warmNs] of [[0.2, 0.02e9], [1, 0.1e9], [5, 0.1e9]]) {
      const machine = fakeMachine();
      const started = machine.ns;
      const { samples } = machine.measure({ fn: machine.test(1000), seconds });
      const before = machine.ns - started - nsOf(inPhase(samples, 'measured'));
      // On top: the clock and the references are probed and warmed (5 ms), a look at the heap, references beside each
      // slice, three more loops around the test.
      expect(before).to.be.within(warmNs, 0.3 * seconds * 1e9 + 1e7);
      const warm = nsOf(inPhase(samples, 'warm-up'));
      expect(warm).to.be.within(0.5 * warmNs, 1.5 * warmNs);
    }
  });

  it('warms up for up to three times as long while the times still move', () => {
    // 15 % faster every 10 ms, and never steady while it warms up
    const falling = (machine) => () => Math.max(100, 20000 * 0.85 ** (machine.ns / 1e7));
    const machine = fakeMachine();
    const { samples } = machine.measure({ fn: machine.test(falling(machine)), seconds: 1 });
    expect(nsOf(inPhase(samples, 'warm-up'))).to.be.within(0.22e9, 0.26e9);
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
