'use strict';

/* Verdicts of qtimeit command, with simulated times of processes: lognormal, with interruptions and drift. */

const { expect } = require('chai');
const { EventEmitter } = require('events');
const { slack } = require('../helpers/numbers');
const { mulberry32, gaussian } = require('../helpers/random');
const { createCommands } = require('#lib/extras/commands/measure');

const PERSISTENCE = 0.95; // of the drift, from one process to the next

/** A machine: `b` takes `ratio` times as long as `a`. sd, drift: of logarithms; interrupted, late: shares of runs */
function simulatedDeps({ ratio, sd, drift, interrupted, late = 0, lateMs = 10 }, seed) {
  const uniform = mulberry32(seed);
  const draw = gaussian(uniform);
  let nowNs = 1;
  let level = 0;

  function spawn(name, args, { stdio }) {
    const stderr = stdio[2] === 'pipe' ? Object.assign(new EventEmitter(), { setEncoding() {}, destroy() {} }) : null;
    const child = Object.assign(new EventEmitter(), { pid: 1, stderr });
    level = PERSISTENCE * level + drift * draw();
    const ms = 50 * (name === 'b' ? ratio : 1) * Math.exp(level + sd * draw()) +
      (uniform() < interrupted ? 20 * uniform() : 0) + (uniform() < late ? lateMs : 0);
    queueMicrotask(() => {
      nowNs += ms * 1e6;
      child.emit('exit', 0, null);
      child.emit('close');
    });
    return child;
  }

  return {
    cwd: '/', clock: { nowNs: () => nowNs, after: () => () => {} }, onProgress() {},
    host: {
      platform: 'other', env: {}, pid: 1, spawn, killGroup() {},
      writeTemporary() { throw new Error('not simulated'); },
    },
  };
}

async function countVerdicts(machine, trials) {
  const counts = { slower: 0, faster: 0, same: 0, unresolved: 0 };
  const commands = ['a', 'b'].map((name) => ({ name, text: name, words: [name] }));
  for (let seed = 1; seed <= trials; seed++) {
    const measured = createCommands(commands, { seconds: 10, runSeconds: 30 }, simulatedDeps(machine, seed));
    await measured.run();
    counts[measured.rows()[1].verdict]++;
  }
  return counts;
}

const QUIET = { sd: 0.02, drift: 0, interrupted: 0 };
const BUSY = { sd: 0.03, drift: 0.05, interrupted: 0.05 };
const LATE = { sd: 0.02, drift: 0, interrupted: 0, late: 0.3 };
const VERY_LATE = { ...LATE, late: 0.18, lateMs: 50 }; // as outliers are, in up to a fifth of the runs

describe('verdicts of commands, at most 10 s each', () => {
  it('call equal commands different in about 1 % of runs, although they look repeatedly', async function () {
    this.timeout(240000); // it takes 20 to 60 s
    for (const machine of [QUIET, BUSY, LATE, VERY_LATE]) {
      const { slower, faster } = await countVerdicts({ ...machine, ratio: 1 }, 300);
      expect((slower + faster) / 300).to.be.below(0.01 + slack(0.01, 300));
    }
  });

  it('find that a command takes 3 % longer', async () => {
    for (const machine of [QUIET, BUSY, LATE, VERY_LATE]) {
      expect((await countVerdicts({ ...machine, ratio: 1.03 }, 100)).slower).to.be.at.least(95);
    }
  });
});
