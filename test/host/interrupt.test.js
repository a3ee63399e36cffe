'use strict';

const path = require('path');
const { spawn, spawnSync } = require('child_process');
const { once } = require('events');
const { Worker } = require('worker_threads');
const { expect } = require('chai');
const { outputOf } = require('../helpers/child-processes');
const { needs } = require('../helpers/needs');
const { interruptible, onSignals, within } = require('#engine').program;

const FILE = JSON.stringify(path.join(__dirname, '..', '..', 'lib', 'base', 'engine', 'here.js'));
const TIME_OUT_CODE = 124;
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const listenersNow = () => Object.keys(CODES).map((signal) => process.listeners(signal));

describe('interrupt: onSignals', () => {
  it('calls back with the exit code of each signal, and removes only its own listeners', () => {
    const other = () => {};
    process.on('SIGTERM', other);
    const codes = [];
    const before = listenersNow();
    const stop = onSignals((code) => { codes.push(code); });
    try {
      const between = listenersNow();
      Object.keys(CODES).forEach((signal, i) => {
        const added = between[i].filter((one) => !before[i].includes(one));
        expect(added, signal).to.have.length(1);
        added[0](signal);
        expect(codes.pop(), signal).to.equal(CODES[signal]);
      });
      onSignals(() => {})();
      expect(listenersNow()).to.deep.equal(between);
      stop();
      stop();
      expect(listenersNow()).to.deep.equal(before);
    } finally {
      stop();
      process.removeListener('SIGTERM', other);
    }
  });
});

describe('interrupt: interruptible', () => {
  it('runs the action once, in this realm, and leaves the listeners of others alone', () => {
    const before = listenersNow();
    const made = [];
    expect(interruptible(() => { made.push(new Error('x'), globalThis); })).to.equal(0);
    expect([made[0] instanceof Error, made[1], made.length]).to.deep.equal([true, globalThis, 2]);
    expect(() => interruptible(() => { throw new Error('x'); })).to.throw('x');
    expect(listenersNow()).to.deep.equal(before);
  });

  it('waits for a ^C of the last moments, but not if the action continues in later turns', () => {
    const source = `const { wait } = Atomics;
      const waits = [];
      Atomics.wait = (...given) => { waits.push(given[3]); return wait(...given); };
      const { bench } = require(${JSON.stringify(path.join(__dirname, '..', '..'))});
      const options = { silent: true, timeGoal: 0.01 };
      let ofFirst = null;
      bench({ a: async () => { await null; ofFirst = ofFirst || waits.slice(); } }, options).then(() => {
        waits.length = 0;
        bench({ a() {} }, options);
        console.log(JSON.stringify([ofFirst, waits]));
      });`;
    const { stdout, stderr } = spawnSync(process.execPath, ['-e', source], { encoding: 'utf8' });
    expect({ stdout, stderr }).to.deep.equal({ stdout: '[[],[5]]\n', stderr: '' });
  });

  it('runs it in a worker too, which no signal reaches', async () => {
    const worker = new Worker(`
      const { interruptible } = require(${FILE}).program;
      const answers = [interruptible(() => {})];
      try { interruptible(() => { throw new Error('no'); }); } catch (error) { answers.push(error.message); }
      require('worker_threads').parentPort.postMessage(answers);`, { eval: true });
    const [answers] = await once(worker, 'message');
    expect(answers).to.deep.equal([0, 'no']);
  });

  it('ends an endless loop after a time limit, and reports that', () => {
    expect(interruptible(() => { for (;;); }, 20)).to.equal(TIME_OUT_CODE);
    expect(interruptible(() => { for (;;); }, -1)).to.equal(TIME_OUT_CODE);
    expect(interruptible(() => {}, 1e300)).to.equal(0);
  });

  it('continues after a part that has a lower limit, and passes on its errors', () => {
    const answers = [];
    const code = interruptible(() => {
      answers.push(within(20, () => { for (;;); }), within(1e5, () => {}), within(Infinity, () => {}));
      expect(() => within(1e5, () => { throw new Error('x'); })).to.throw('x');
    }, 1e5);
    expect([code, ...answers]).to.deep.equal([0, false, true, true]);
    expect(interruptible(() => within(1e5, () => { for (;;); }), 20)).to.equal(TIME_OUT_CODE);
  });

  needs('signals', it)('ends a loop that catches all errors, and finally does not run', async () => {
    const source = `const { interruptible } = require(${FILE}).program;
      const say = (text) => require('fs').writeSync(1, text);
      const forever = () => { say('ready '); for (;;); };
      say(String(interruptible(() => {
        try { forever(); } catch (_) { say('caught '); } finally { say('finally '); }
      })));`;
    const child = spawn(process.execPath, ['-e', source], { timeout: 20000, killSignal: 'SIGKILL' });
    const end = await outputOf(child, ({ stdout }) => { if (stdout === 'ready ') child.kill('SIGINT'); });
    expect(end).to.deep.equal({ stdout: 'ready 130', stderr: '', status: 0, signal: null });
  });
});
