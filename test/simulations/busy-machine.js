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
    for (const ns of [200, 5000, 150e3]) {
      for (const goal of [0.4, 2.1]) {
        it(`of ${goal} s, of ${ns} ns, is right where they have the processor ${name}`, () => {
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
});
