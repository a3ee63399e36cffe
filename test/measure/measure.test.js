'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');

const sum = (values) => values.reduce((total, value) => total + value, 0);
const callsOf = (rounds) => sum(rounds.map((one) => one.calls));
const nsOf = (rounds) => sum(rounds.map((one) => one.ns));
const inPhase = (samples, phase) => samples.rounds.filter((one) => one.phase === phase);

function expectNear(actual, expected, share = 0.01) {
  expect(actual).to.be.within(expected * (1 - share), expected * (1 + share));
}

/** Measures a test of a machine: { machine, failure, samples, progress, ended }. */
async function measured(ns, plan, { kind = 'sync', test = {}, machine = fakeMachine(), before = () => {} } = {}) {
  before(machine);
  const given = { fn: machine.test(ns, { kind, ...test }), takesCallback: kind === 'callback', ...plan };
  return { machine, ...await new Promise((resolve) => { machine.measure(given, resolve); }) };
}

it('a round follows the speed of the machine', async () => {
  const { samples } = await measured(1000, { seconds: 0.1 }, {
    before: (machine) => machine.at(5e7, () => { machine.speed = 0.5; }),
  });
  const last = samples.rounds[samples.rounds.length - 1];
  for (const [one, speed] of [[inPhase(samples, 'measured')[0], 1], [last, 0.5]]) {
    expectNear(one.mhz, 3000 * speed);
    expectNear(one.referenceNs, 0.4 / speed);
    expectNear(one.ns / one.calls, 1000.4 / speed);
  }
});

describe('measuring a number of calls', () => {
  it('makes exactly that number', async () => {
    const allocating = [{ bytes: 32 }, { bytes: 5000 }, { bytes: 300, kept: 300 }, { bytes: 2e6 }];
    for (const count of [1, 2, 3, 7, 12345, 1e6]) {
      const isMany = count > 1e5;
      const given = [
        ...(isMany ? [50] : [0, 0.5, 50, 3000]).map((ns) => [ns, {}]),
        ...isMany ? [] : ['callback', 'promise'].map((kind) => [500, { kind }]),
        ...isMany ? [] : allocating.map((test) => [200, { test, machine: fakeMachine({ limitBytes: 1e12 }) }]),
      ];
      for (const [ns, more] of given) {
        const { machine, failure, ended, samples, progress } = await measured(ns, { count }, more);
        expect({ failure, ended, kind: samples.kind })
          .to.deep.equal({ failure: null, ended: 1, kind: more.kind || 'sync' });
        expect({ machineCalls: machine.calls, calls: callsOf(samples.rounds), progressCalls: progress.calls })
          .to.deep.equal({ machineCalls: count, calls: count, progressCalls: count });
      }
    }
  });

  it('starts with one cold call and grows by half at the most', async () => {
    const { samples } = await measured(50, { count: 3000 });
    const { rounds } = samples;
    expect(rounds[0]).to.include({ phase: 'cold', calls: 1 });
    expect(inPhase(samples, 'counted')).to.have.length(rounds.length - 1);
    // 3000 calls of 50 ns are 0.15 ms in all: slices of 30 microseconds, 595 calls, at the most.
    const growing = rounds.slice(1).map((one) => one.calls);
    expect(growing.slice(0, 8)).to.deep.equal([1, 2, 3, 5, 8, 12, 18, 27]);
    for (let i = 1; i < growing.length - 1; i++) expect(growing[i]).to.be.at.most(Math.ceil(growing[i - 1] * 1.5));
    // The last one may take the rest, up to half as much again.
    expect(growing[growing.length - 1]).to.be.at.most(2.25 * growing[growing.length - 2] + 2);
  });

  it('does not leave a few calls for a last slice', async () => {
    for (let count = 2000; count < 2100; count += 7) {
      const { samples } = await measured(3000, { count });
      const [before, last] = samples.rounds.slice(-2).map((one) => one.calls);
      expect(last, `${count} calls`).to.be.at.least(before / 2);
    }
  });

  it('runs the references next to long slices only', async () => {
    const { machine } = await measured(50, { count: 10 });
    const started = machine.ns;
    await measured(50, { count: 500 }, { machine });
    // 500 calls take 25 microseconds, the references of the first call 100. A pair next to each of 14 slices: 1400
    expect(machine.ns - started).to.be.within(125e3, 300e3);
  });

  it('has slices of 0.5 ms at the most if a second is enough', async () => {
    const { samples } = await measured(1000, { count: 5e5 });
    expect(Math.max(...samples.rounds.map((one) => one.ns))).to.be.within(0.4e6, 0.8e6);
    expect(samples.rounds.length).to.be.within(1000, 1200);
  });

  it('looks for the allocation if slices of 30 microseconds leave enough calls, eight times as many', async () => {
    for (const [count, type] of [[200, 'null'], [2000, 'object']]) {
      expect((await measured(1000, { count })).samples.allocation).to.be.a(type);
    }
  });
});

describe('measuring for a time', () => {
  it('keeps the goal, also after a long slice', async () => {
    // [body in ns, goal in s]: a real loop runs under them, so a body of 1 ns gets a short goal.
    for (const [ns, seconds, kind = 'sync'] of [
      [1, 0.02], [10, 0.05], [10, 0.01], [300, 0.1], [1e4, 2], [1e5, 10], [1e6, 0.1], [1e6, 60], [1e7, 0.5],
      [1e7, 100], [200, 0.05, 'callback'], [5e4, 0.1, 'callback'], [200, 0.05, 'promise'], [5e4, 0.1, 'promise'],
    ]) {
      const { machine, failure, samples } = await measured(ns, { seconds }, { kind });
      expect(failure).to.equal(null);
      // The references of a process take a third of the shortest goal.
      expectNear(machine.ns, seconds * 1e9, seconds < 0.02 ? 0.12 : 0.1);
      if (seconds >= 0.05) expect(nsOf(inPhase(samples, 'measured'))).to.be.above(0.3 * seconds * 1e9);
    }
    const interrupted = (machine) => machine.at(3e8, () => machine.suspend(4e8));
    expectNear((await measured(1000, { seconds: 0.8 }, { before: interrupted })).machine.ns, 0.8e9, 0.05);
  });

  it('makes only calls that end nearer to the goal than the call before, and three of slow ones at least', async () => {
    // 0.9 s are nearer to a second than 1.2; 1.04 are nearer than 0.78.
    for (const [ns, seconds, calls] of [[3e8, 1, 3], [2.6e8, 1, 4], [5e7, 0.01, 3], [1e10, 1, 3], [2e6, 0.001, 2]]) {
      const { machine, samples } = await measured(ns, { seconds });
      expect({ machineCalls: machine.calls, calls: callsOf(samples.rounds) }, `${ns} ns`)
        .to.deep.equal({ machineCalls: calls, calls });
    }
  });

  it('measures calls that take a large part of the goal, instead of warming up', async () => {
    const { machine, samples } = await measured(1.6e8, { seconds: 1 });
    expect(machine.calls).to.be.within(5, 7);
    expect(inPhase(samples, 'measured').length).to.be.at.least(4);
    expect(inPhase(samples, 'warm-up')).to.deep.equal([]);
    expect(samples.isWarm).to.equal(true);
  });

  it('has a bounded number of rounds, however long the goal', async () => {
    for (const seconds of [10, 3600, 86400]) {
      const { samples } = await measured(1e6 * Math.max(1, seconds / 1000), { seconds });
      // Two thousand of 5 calls, and slices have whole calls
      expect(inPhase(samples, 'measured').length).to.be.within(1900, 2500);
      expect(samples.rounds.length).to.be.below(2600);
    }
  });

  it('measures in equal slices of 0.5 ms, shorter if the goal is short', async () => {
    for (const [seconds, sliceNs] of [[1, 5e5], [0.1, 1e8 / 300], [2, 1e6], [10, 5e6]]) {
      const rounds = inPhase((await measured(1000, { seconds })).samples, 'measured');
      expect(new Set(rounds.map((one) => one.calls)).size).to.equal(1);
      expectNear(rounds[0].ns, sliceNs, 0.05);
    }
  });

  it('warms up for a tenth of the goal, a tenth of a second at the most', async () => {
    for (const [seconds, warmNs] of [[0.2, 0.02e9], [1, 0.1e9], [5, 0.1e9]]) {
      const { machine, samples } = await measured(1000, { seconds });
      // Also before the rounds: probing the clock, warming references (5 ms), the heap, three more loops.
      const before = machine.ns - nsOf(inPhase(samples, 'measured'));
      expect(before).to.be.within(warmNs, 0.3 * seconds * 1e9 + 1e7);
      expect(nsOf(inPhase(samples, 'warm-up'))).to.be.within(0.5 * warmNs, 1.5 * warmNs);
    }
  });

  it('warms up for up to three times as long while the times still move', async () => {
    // 15 % faster every 10 ms, and never steady during the warm-up
    const machine = fakeMachine();
    const falling = () => Math.max(100, 20000 * 0.85 ** (machine.ns / 1e7));
    const { samples } = await measured(falling, { seconds: 1 }, { machine });
    expect(nsOf(inPhase(samples, 'warm-up'))).to.be.within(0.22e9, 0.26e9);
  });

  it('warms up until a test uses no new pages, which take most of its time', async () => {
    // The first 80,000 calls use a page of 5 us for each 10 calls: 0.04 s, without a fall of the times.
    const machine = fakeMachine();
    const paging = (call) => {
      if (call >= 80000) return 10;
      if (call % 10 === 0) machine.pageFaults++;
      return 510;
    };
    const { samples } = await measured(paging, { seconds: 0.2 }, { machine });
    const rounds = inPhase(samples, 'measured');
    expect(rounds[0].before).to.be.above(80000);
    expectNear(rounds[0].ns, 5e5, 0.05);
  });

  it('does not wait for a test that uses new pages in each call', async () => {
    const machine = fakeMachine();
    const paging = () => { machine.pageFaults++; return 5000; };
    const { samples } = await measured(paging, { seconds: 5 }, { machine });
    expect(nsOf(inPhase(samples, 'warm-up'))).to.be.within(0.25e9, 0.5e9);
  });
});

describe('measuring with an odd clock', () => {
  for (const [plan, ns, afterNs] of [
    [{ seconds: 1 }, 0.5, 2e7], [{ count: 3e8 }, 0.5, 2e7], [{ count: 200000 }, 100, 1e5],
  ]) {
    it(`is an error if the clock stops in the middle: ${JSON.stringify(plan)}`, async () => {
      const { machine } = await measured(100, { count: 1000 });
      machine.at(machine.ns + afterNs, () => { machine.standsStill = true; });
      const { failure, ended } = await measured(ns, plan, { machine });
      expect(failure).to.have.property('ours', true);
      expect(failure.error.message).to.match(/^the clock did not advance during \d+ calls/);
      expect(ended).to.equal(1);
    });
  }

  it('is no error if only the second clock is set by 3 ms', async () => {
    // In the middle of a step of 0.1 ms, so that the slices around it take no time at all.
    const machine = fakeMachine({ grainNs: 1e5 });
    const { wallMs } = machine.clock;
    machine.clock.wallMs = () => wallMs() + (machine.calls >= 3 ? 3 : 0);
    expect((await measured(10, { count: 5000 }, { machine })).failure).to.equal(null);
    expect(machine.calls).to.equal(5000);
  });

  it('has slices of 200 steps of the clock, so that one step does not matter', async () => {
    for (const plan of [{ seconds: 0.5 }, { count: 1e7 }]) {
      const { samples } = await measured(400, plan, { machine: fakeMachine({ grainNs: 2e4 }) });
      const lengths = samples.rounds.map(({ ns }) => ns).sort((a, b) => a - b);
      expect(lengths[lengths.length >> 1]).to.be.within(3.8e6, 4.4e6);
    }
  });

  for (const byNs of [3e8, -3e8]) {
    it(`continues after the clock was set: ${byNs} ns`, async () => {
      for (const plan of [{ count: 2e5 }, { seconds: 0.5 }]) {
        const before = (machine) => machine.at(1e8, () => machine.setClock(byNs));
        const { machine, failure, samples } = await measured(1000, plan, { before });
        expect(failure).to.equal(null);
        if (plan.count) expect(machine.calls).to.equal(plan.count);
        else expect(machine.ns).to.be.within(0.1e9, 0.9e9);
        // None if it happens outside the slices of the test.
        expect(samples.rounds.filter((one) => one.ns < 0 || one.ns > 1e8)).to.have.length.at.most(1);
        for (const one of samples.rounds) expect(one.referenceNs).to.be.closeTo(0.4, 1e-6);
      }
    });
  }
});

describe('measuring a test that keeps its objects', () => {
  for (const plan of [{ count: 1e6 }, { seconds: 5 }]) {
    it(`stops before the heap is full: ${JSON.stringify(plan)}`, async () => {
      // 5 MB in use, 1000 bytes more with each call: 80 % of 50 MB are reached after 35 000 calls.
      const machine = fakeMachine({ limitBytes: 5e7, pauseNs: 1e3 });
      const { failure, samples } = await measured(2000, plan, { machine, test: { bytes: 1000, kept: 1000 } });
      expect(failure).to.equal(null);
      expect(samples.stopped.limitBytes).to.be.closeTo(5e7, 1e-3);
      expect(samples.stopped.usedBytes).to.be.within(3e7, 5e7);
      expect(machine.calls).to.be.within(30000, 45000);
      expect(callsOf(samples.rounds)).to.equal(machine.calls);
    });
  }
});
