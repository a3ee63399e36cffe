'use strict';

/* Runs on a busy machine, simulated, so that the truth is known exactly. */

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

const MS = 1e6;
const codes = (result) => result.warnings.map(({ code }) => code);
const only = (result, code) => result.warnings.find((one) => one.code === code);

/** Long calls with different times: otherwise they would look like steps of a coarse clock. */
const uneven = (ns) => (ns < 1e5 ? ns : (index) => ns + 1000 * (index % 3 - 1));

/** Times a test of this many ns on a simulated machine, after `disturb(machine)`. */
function timed(goal, ns, disturb, options = {}) {
  const machine = fakeMachine({ natives: fakeNatives() });
  disturb(machine);
  const result = machine.timeit(goal, machine.test(ns, options), '/* NOOUTPUT */');
  return { machine, result };
}

const CONTENTION = {
  'for 4 ms after each 4 ms': [4 * MS, 4 * MS],
  'for 12 ms after each 4 ms': [4 * MS, 12 * MS],
  'for 24 ms after each 3 ms': [3 * MS, 24 * MS],
  'for 1 ms after each 1 ms': [1 * MS, 1 * MS],
  'for half of each 100 ms, like a quota': [50 * MS, 50 * MS],
};

describe('a timed run on a busy machine', () => {
  for (const name of Object.keys(CONTENTION)) {
    const [own, other] = CONTENTION[name];
    for (const ns of [200, 5000, 150e3]) {
      for (const goal of [0.4, 2.1]) {
        it(`of ${goal} s, of a test of ${ns} ns, is right if other processes use the CPU ${name}`, () => {
          const { machine, result } = timed(goal, uneven(ns), (one) => one.neighbour(own, other));
          expect(result.nsPerCall).to.be.within(0.99 * ns, 1.01 * ns);
          expect(result.nsLow).to.be.at.most(result.nsPerCall);
          expect(result.nsHigh).to.be.within(result.nsPerCall, 1.02 * ns);
          expect(machine.ns).to.be.within(0.95 * goal * 1e9, 3.1 * goal * 1e9);
          expect(codes(result)).to.not.include.members(['not-optimized', 'waits', 'too-noisy', 'below-resolution']);
          // A run warns only if it took longer than its goal.
          const seconds = machine.ns / 1e9;
          if (seconds > 1.15 * goal + 0.03) expect(only(result, 'prolonged')).to.deep.include({ goalSeconds: goal });
          if (seconds < 1.05 * goal) expect(codes(result)).to.not.include('prolonged');
          if (result.rounds >= 12) expect(codes(result)).to.not.include('busy');
        });
      }
    }
  }
});
