'use strict';

/* Runs under contention, on a machine whose truth is known to the last digit. */

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

const MS = 1e6;
const codes = (result) => result.warnings.map(({ code }) => code);
const only = (result, code) => result.warnings.find((one) => one.code === code);

/** Long calls, not all equal: otherwise they would look like the steps of a coarse clock. */
const uneven = (ns) => (ns < 1e5 ? ns : (index) => ns + 1000 * (index % 3 - 1));

// Longer than a process has the processor in a row.
const LONG = uneven(5 * MS);

// How long this process has the processor in a row, and others after it.
const NEIGHBOURS = [
  [4 * MS, 4 * MS], [4 * MS, 12 * MS], [3 * MS, 24 * MS], [1 * MS, 1 * MS],
  // A quota
  [50 * MS, 50 * MS],
];

function busyMachine(disturb) {
  const machine = fakeMachine({ natives: fakeNatives() });
  disturb(machine);
  return machine;
}

/** timeit of a test of so many ns on a busy machine. */
function timed(goal, ns, disturb) {
  const machine = busyMachine(disturb);
  return { machine, result: machine.timeit(goal, machine.test(ns), '/* NOOUTPUT */') };
}

const near = (value, ns) => expect(value).to.be.within(0.99 * ns, 1.01 * ns);

describe('a timed run under contention', () => {
  it('is right, and takes up to three times its goal', () => {
    for (const neighbour of NEIGHBOURS) {
      for (const [ns, goal] of [[30, 0.1], [5000, 0.1], [150e3, 0.4], [1000, 2.1]]) {
        const { machine, result } = timed(goal, uneven(ns), (one) => one.neighbour(...neighbour));
        near(result.nsPerCall, ns);
        expect(result.nsLow).to.be.at.most(result.nsPerCall);
        expect(result.nsHigh).to.be.within(result.nsPerCall, 1.02 * ns);
        const seconds = machine.ns / 1e9;
        expect(seconds).to.be.within(0.95 * goal, 3.1 * goal);
        if (seconds > 1.15 * goal + 0.03) expect(only(result, 'prolonged')).to.deep.include({ goalSeconds: goal });
        if (seconds < 1.05 * goal) expect(codes(result)).to.not.include('prolonged');
        if (result.rounds >= 12) expect(codes(result)).to.not.include('busy');
        expect(codes(result)).to.not.include.members(['not-optimized', 'waits', 'too-noisy', 'below-resolution']);
      }
    }
  });

  it('warms up for the same processor time as without it', () => {
    const warmed = (disturb, goal) => {
      const machine = busyMachine(disturb);
      const { samples } = machine.measure({ fn: machine.test(500), seconds: goal });
      return samples.rounds.reduce((sum, { phase, cpuNs }) => sum + (phase === 'warm-up' ? cpuNs : 0), 0);
    };
    for (const goal of [0.4, 2.1]) {
      const quiet = warmed(() => {}, goal);
      expect(warmed((one) => one.neighbour(4 * MS, 8 * MS), goal)).to.be.within(0.8 * quiet, 1.25 * quiet);
    }
  });

  it('ends at three times its goal with too few rounds, and warns', () => {
    const { machine, result } = timed(0.4, LONG, (one) => one.neighbour(4 * MS, 4 * MS));
    expect(machine.ns).to.be.within(1.1e9, 1.3e9);
    expect(codes(result)).to.include.members(['prolonged', 'busy', 'disturbed']);
    expect(only(result, 'busy').kept).to.equal(0);
    expect(only(result, 'prolonged').seconds).to.be.closeTo(machine.ns / 1e9, 0.02);
  });

  it('is right if the system does not count preemptions', () => {
    const { machine, result } = timed(0.4, 700, (one) => {
      one.clock.preemptions = () => NaN;
      one.neighbour(4 * MS, 4 * MS);
    });
    near(result.nsPerCall, 700);
    expect(machine.ns).to.be.within(0.39e9, 0.42e9);
  });

  it('is right, and warns, if the process is stopped for two seconds', () => {
    for (const goal of [1.1, 3e6]) {
      // In a slice of the test, and not in a reference
      let stop = null;
      const ns = (index) => { if (index === 1e6) stop(); return 300; };
      const { machine, result } = timed(goal, ns, (one) => { stop = () => one.suspend(2e9); });
      near(result.nsPerCall, 300);
      expect(result.warnings).to.have.length(1);
      expect(only(result, 'disturbed')).to.deep.include({ rounds: 1 });
      expect(only(result, 'disturbed').lostNs).to.be.closeTo(2e9, 1e4);
      if (goal > 10) expect(machine.calls).to.equal(goal);
    }
  });
});

it('a number of calls under contention stays exact, and the time is right', () => {
  for (const neighbour of NEIGHBOURS) {
    const { machine, result } = timed(3e5, 500, (one) => one.neighbour(...neighbour));
    expect({ calls: machine.calls, count: result.count }).to.deep.equal({ calls: 3e5, count: 3e5 });
    near(result.nsPerCall, 500);
    expect(codes(result)).to.include('disturbed').and.not.include('prolonged');
    // 500 ns each, as if they had not been interrupted
    near(result.elapsed, 0.15);
  }
});

describe('a suite under contention', () => {
  const suite = (neighbour, ...bodies) => {
    const machine = busyMachine((one) => { if (neighbour) one.neighbour(...neighbour); });
    const { state, failure } = machine.suite(bodies.map((ns) => machine.test(ns)), { timeGoal: 0.2 });
    expect(failure).to.equal(null);
    return { machine, members: state.members };
  };

  it('has enough undisturbed rounds', () => {
    for (const neighbour of NEIGHBOURS) {
      const { members, machine } = suite(neighbour, 2000, 4000);
      for (const { task: { samples: { rounds } } } of members) {
        const kept = rounds.filter(({ phase, ns, cpuNs }) => phase === 'measured' && ns - cpuNs < 2e4);
        expect(kept.length).to.be.at.least(20);
      }
      expect(machine.ns).to.be.within(0.5e9, 3.2 * 3 * 0.2e9);
    }
  });

  it('gives a test up to three times its goal', () => {
    for (const { spentNs, task } of suite([4 * MS, 4 * MS], LONG, LONG).members) {
      expect(task.samples.isProlonged).to.equal(true);
      expect(spentNs).to.be.within(0.55e9, 0.66e9);
    }
  });

  it('halves slices that are interrupted too often', () => {
    for (const [neighbour, least, most] of [[null, 0.45, 0.75], [[0.4 * MS, 1 * MS], 0.05, 0.35]]) {
      for (const { task: { samples: { rounds } } } of suite(neighbour, 500, 1000).members) {
        expect(rounds[rounds.length - 1].cpuNs / MS).to.be.within(least, most);
      }
    }
  });
});
