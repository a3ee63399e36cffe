'use strict';

/* Runs beside neighbours that take the processor away, on a machine whose truth is known to the last digit. */

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

const MS = 1e6;
const codes = (result) => result.warnings.map(({ code }) => code);
const only = (result, code) => result.warnings.find((one) => one.code === code);

/** Long calls, not all equal: else they would look like the steps of a coarse clock. */
const uneven = (ns) => (ns < 1e5 ? ns : (index) => ns + 1000 * (index % 3 - 1));

// Longer than a process has the processor in a row.
const LONG = uneven(5 * MS);

/** timeit of a test of so many ns on a machine that `disturb` does something to. */
function timed(goal, ns, disturb, options = {}) {
  const { isAsked = true, ...test } = options;
  const machine = fakeMachine({ natives: isAsked ? fakeNatives() : null });
  disturb(machine);
  const result = machine.timeit(goal, machine.test(ns, test), '/* NOOUTPUT */');
  return { machine, result };
}

const NEIGHBOURS = {
  'each 4 ms for 4 ms': [4 * MS, 4 * MS],
  'each 4 ms for 12 ms': [4 * MS, 12 * MS],
  'each 3 ms for 24 ms': [3 * MS, 24 * MS],
  'each 1 ms for 1 ms': [1 * MS, 1 * MS],
  'half of each 100 ms, by a quota': [50 * MS, 50 * MS],
};

describe('beside neighbours: a timed run', () => {
  for (const name of Object.keys(NEIGHBOURS)) {
    const [own, other] = NEIGHBOURS[name];
    for (const ns of [3, 200, 5000, 150e3]) {
      for (const goal of [0.1, 0.4]) {
        // A real loop runs under it.
        if (ns === 3 && goal > 0.1) continue;
        it(`of ${goal} s, of ${ns} ns, is right if they have the processor ${name}`, () => {
          const { machine, result } = timed(goal, uneven(ns), (one) => one.neighbour(own, other));
          expect(result.nsPerCall).to.be.within(0.99 * ns, 1.01 * ns);
          expect(result.nsLow).to.be.at.most(result.nsPerCall);
          expect(result.nsHigh).to.be.within(result.nsPerCall, 1.02 * ns);
          expect(machine.ns).to.be.within(0.95 * goal * 1e9, 3.1 * goal * 1e9);
          expect(codes(result)).to.not.include.members(['not-optimized', 'waits', 'too-noisy', 'below-resolution']);
          // It took longer, and says so, or it did not
          const seconds = machine.ns / 1e9;
          if (seconds > 1.15 * goal + 0.03) expect(only(result, 'prolonged')).to.deep.include({ goalSeconds: goal });
          if (seconds < 1.05 * goal) expect(codes(result)).to.not.include('prolonged');
          if (result.rounds >= 12) expect(codes(result)).to.not.include('busy');
        });
      }
    }
  }

  it('warms up for as long as without them, by its own time', () => {
    const warmed = (disturb, goal) => {
      const machine = fakeMachine({ natives: fakeNatives() });
      disturb(machine);
      const { samples } = machine.measure({ fn: machine.test(500), seconds: goal });
      const warm = samples.rounds.filter(({ phase }) => phase === 'warm-up');
      return warm.reduce((sum, { cpuNs }) => sum + cpuNs, 0);
    };
    for (const goal of [0.4, 2.1]) {
      const quiet = warmed(() => {}, goal);
      expect(warmed((one) => one.neighbour(4 * MS, 8 * MS), goal)).to.be.within(0.8 * quiet, 1.25 * quiet);
    }
  });

  it('tells of what it lost', () => {
    const { machine, result } = timed(0.4, 200, (one) => one.neighbour(4 * MS, 4 * MS));
    const { rounds, lostNs } = only(result, 'disturbed');
    expect(rounds).to.be.above(20);
    // Of what the neighbours had, what fell into slices of the test and not into references and what lies between
    expect(lostNs).to.be.within(0.3 * machine.idleNs, machine.idleNs);
  });

  it('goes on to three times its goal at the most, and gives up if too few rounds are left', () => {
    const { machine, result } = timed(0.4, LONG, (one) => one.neighbour(4 * MS, 4 * MS));
    expect(machine.ns).to.be.within(1.1e9, 1.3e9);
    expect(codes(result)).to.include.members(['prolonged', 'busy', 'disturbed']);
    expect(only(result, 'busy').kept).to.equal(0);
    expect(only(result, 'prolonged').seconds).to.be.closeTo(machine.ns / 1e9, 0.02);
  });

  it('is right if a neighbour comes in the middle, or goes', () => {
    for (const [from, to] of [[0, 0.3], [0.3, 1], [0.2, 0.6]]) {
      const { result } = timed(1.1, 700, (machine) => {
        const step = () => {
          if (machine.ns < to * 1e9) machine.at(machine.ns + 4 * MS, () => { machine.preempt(8 * MS); step(); });
        };
        machine.at(from * 1e9, step);
      });
      expect(result.nsPerCall).to.be.within(0.99 * 700, 1.01 * 700);
      expect(codes(result)).to.include('disturbed').and.not.include('busy');
    }
  });

  it('is right if nobody counts who took the processor away', () => {
    const { machine, result } = timed(0.4, 700, (one) => {
      one.clock.preemptions = () => NaN;
      one.neighbour(4 * MS, 4 * MS);
    });
    expect(result.nsPerCall).to.be.within(0.99 * 700, 1.01 * 700);
    expect(machine.ns).to.be.within(0.39e9, 0.42e9);
  });
});

describe('beside neighbours: a number of calls', () => {
  for (const name of Object.keys(NEIGHBOURS)) {
    it(`stays exactly that, and the figure is right: ${name}`, () => {
      const machine = fakeMachine({ natives: fakeNatives() });
      machine.neighbour(...NEIGHBOURS[name]);
      const result = machine.timeit(3e5, machine.test(500), '/* NOOUTPUT */');
      expect(machine.calls).to.equal(3e5);
      expect(result.count).to.equal(3e5);
      expect(result.nsPerCall).to.be.within(0.99 * 500, 1.01 * 500);
      expect(codes(result)).to.include('disturbed').and.not.include('prolonged');
      // 500 ns each, as if they had not been interrupted
      expect(result.elapsed).to.be.within(0.99 * 0.15, 1.01 * 0.15);
    });
  }
});

describe('a process that is stopped for two seconds', () => {
  for (const goal of [1.1, 3e6]) {
    it(`in the middle of a run of ${goal} tells of it, and is right: ${goal < 10 ? 'seconds' : 'calls'}`, () => {
      // In a slice of the test, and not in what runs beside it
      let stop = null;
      const ns = (index) => { if (index === 1e6) stop(); return 300; };
      const { machine, result } = timed(goal, ns, (one) => { stop = () => one.suspend(2e9); });
      expect(result.nsPerCall).to.be.within(0.99 * 300, 1.01 * 300);
      expect(only(result, 'disturbed')).to.deep.include({ rounds: 1 });
      expect(only(result, 'disturbed').lostNs).to.be.closeTo(2e9, 1e4);
      expect(codes(result)).to.deep.equal(['disturbed']);
      if (goal > 10) expect(machine.calls).to.equal(goal);
    });
  }
});

describe('beside neighbours: a suite', () => {
  const suite = (neighbour, plan, tests) => {
    const machine = fakeMachine({ natives: fakeNatives() });
    if (neighbour) machine.neighbour(...neighbour);
    const { state, failure } = machine.suite(tests(machine), { timeGoal: 0.2, ...plan });
    expect(failure).to.equal(null);
    return { machine, members: state.members };
  };
  const keptOf = ({ task }) =>
    task.samples.rounds.filter(({ phase, ns, cpuNs }) => phase === 'measured' && ns - cpuNs < 2e4).length;
  const two = (machine) => ({ a: machine.test(500), b: machine.test(1000) });

  for (const name of Object.keys(NEIGHBOURS)) {
    it(`has rounds enough that nobody interrupted: ${name}`, () => {
      const { members, machine } = suite(NEIGHBOURS[name], {}, two);
      for (const member of members) expect(keptOf(member)).to.be.at.least(20);
      expect(machine.ns).to.be.within(0.5e9, 3.2 * 3 * 0.2e9);
    });
  }

  it('gives a test more time if too few of its rounds were left alone, three times its goal at the most', () => {
    const { members } = suite([4 * MS, 4 * MS], {}, (machine) => ({ a: machine.test(LONG), b: machine.test(LONG) }));
    for (const { spentNs, task } of members) {
      expect(task.samples.isProlonged).to.equal(true);
      expect(spentNs).to.be.within(0.55e9, 0.66e9);
    }
  });

  it('halves slices that are interrupted too often, of tests that collect garbage those of all of them', () => {
    const latest = ({ task }) => task.samples.rounds[task.samples.rounds.length - 1];
    const slices = (neighbour, tests) => suite(neighbour, {}, tests).members.map((member) => latest(member).cpuNs / MS);
    const quiet = slices(null, two);
    for (const ms of quiet) expect(ms).to.be.within(0.45, 0.75);
    for (const ms of slices([0.4 * MS, 1 * MS], two)) expect(ms).to.be.within(0.05, 0.35);
  });
});
