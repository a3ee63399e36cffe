'use strict';

const { expect } = require('chai');
const { fakeMachine } = require('../helpers/fake-machine');
const { fakeNatives } = require('../helpers/fake-natives');

const BYTES = 32;

describe('a test that makes garbage, on paper', () => {
  // 32 bytes a call, and a collection for each million of them: 3.2 % of its pause
  const PAUSE = 1e5;
  const truth = 50 + PAUSE * BYTES / 1e6;
  const measured = (goal, neighbour) => {
    const machine = fakeMachine({ natives: fakeNatives(), pauseNs: PAUSE });
    if (neighbour) machine.neighbour(...neighbour);
    return machine.timeit(goal, machine.test(50, { bytes: BYTES }), '/* NOOUTPUT */');
  };

  for (const goal of [3e6, 1.5]) {
    for (const [name, neighbour] of [
        ['quiet', null], ['beside neighbours', [4e6, 4e6]], ['beside many', [4e6, 12e6]]]) {
      it(`is right within its interval: ${goal}, ${name}`, () => {
        const { nsPerCall, nsLow, nsHigh, statistic } = measured(goal, neighbour);
        expect(nsPerCall).to.be.within(0.985 * truth, 1.015 * truth);
        // Of a median of equal rounds the interval has next to no width
        if (statistic === 'mean') {
          expect(nsLow).to.be.at.most(truth);
          expect(nsHigh).to.be.at.least(truth);
        }
      });
    }
  }
});
