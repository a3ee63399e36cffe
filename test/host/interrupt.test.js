'use strict';

const path = require('path');
const { spawn, spawnSync } = require('child_process');
const { once } = require('events');
const { Worker } = require('worker_threads');
const { expect } = require('chai');
const { interruptible, onSignals, TIME_OUT_CODE } = require('../../lib/host/interrupt');

const FILE = JSON.stringify(path.join(__dirname, '..', '..', 'lib', 'host', 'interrupt.js'));
const CODES = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };
const listenersNow = () => Object.keys(CODES).map((signal) => process.listeners(signal));

describe('interrupt: onSignals', () => {
  it('calls back with the exit code of each signal', () => {
    const codes = [];
    const before = listenersNow();
    const stop = onSignals((code) => { codes.push(code); });
    try {
      Object.keys(CODES).forEach((signal, i) => {
        const added = process.listeners(signal).filter((one) => !before[i].includes(one));
        expect(added, signal).to.have.length(1);
        added[0](signal);
        expect(codes.pop(), signal).to.equal(CODES[signal]);
      });
    } finally {
      stop();
    }
  });

  it('takes its listeners away again, and those only', () => {
    const other = () => {};
    process.on('SIGTERM', other);
    try {
      const before = listenersNow();
      const stopFirst = onSignals(() => {});
      const between = listenersNow();
      const stopSecond = onSignals(() => {});
      stopSecond();
      expect(listenersNow()).to.deep.equal(between);
      stopFirst();
      expect(listenersNow()).to.deep.equal(before);
      stopFirst();
      expect(listenersNow()).to.deep.equal(before);
    } finally {
      process.removeListener('SIGTERM', other);
    }
  });
});

describe('interrupt: interruptible', () => {
  it('runs the action once, right here, and says that nothing interrupted it', () => {
    let calls = 0;
    expect(interruptible(() => { calls++; return true; })).to.equal(0);
    expect(calls).to.equal(1);
  });

  it('waits for a ^C of the last moments, but not where the action goes on in later turns', () => {
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
    expect([stdout, stderr]).to.deep.equal(['[[],[5]]\n', '']);
  });

  it('passes on what is thrown, the same', () => {
    for (const thrown of [new RangeError('no'), 'a word', null, undefined, { code: 5 },
        Object.assign(new Error('x'), { code: 'ENOENT' })]) {
      let caught = 'nothing';
      try {
        interruptible(() => { throw thrown; });
      } catch (error) {
        caught = error;
      }
      expect(caught).to.equal(thrown);
    }
  });

  it('runs the action in this realm', () => {
    let made;
    interruptible(() => { made = [new Error('x'), globalThis]; });
    expect(made[0]).to.be.an.instanceOf(Error);
    expect(made[1]).to.equal(globalThis);
  });

  it('leaves the listeners of others where they were', () => {
    const before = listenersNow();
    interruptible(() => {});
    expect(() => interruptible(() => { throw new Error('x'); })).to.throw('x');
    expect(listenersNow()).to.deep.equal(before);
  });

  it('runs it in a worker too, which no signal reaches', async () => {
    const worker = new Worker(`
      const { interruptible } = require(${FILE});
      const answers = [interruptible(() => {})];
      try { interruptible(() => { throw new Error('no'); }); } catch (error) { answers.push(error.message); }
      require('worker_threads').parentPort.postMessage(answers);`, { eval: true });
    const [answers] = await once(worker, 'message');
    expect(answers).to.deep.equal([0, 'no']);
  });

  /** What a process says that is sent a signal once its loop runs. */
  async function signalled(script, signal) {
    const source = `const { interruptible, onSignals } = require(${FILE});
      const say = (text) => require('fs').writeSync(1, text);
      const forever = () => { say('ready '); for (;;); };
      ${script}`;
    const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part) => {
      if (!text.includes('ready') && `${text}${part}`.includes('ready')) child.kill(signal);
      text += part;
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), 20000);
    const [code, killedBy] = await once(child, 'close');
    clearTimeout(timer);
    return { text, code, killedBy };
  }

  it('ends an endless loop at ^C, and says so', async function ctrlC() {
    if (process.platform === 'win32') this.skip();
    expect(await signalled('say(String(interruptible(forever))); process.exit(3);', 'SIGINT'))
      .to.deep.equal({ text: 'ready 130', code: 3, killedBy: null });
  });

  it('ends an endless loop after a limit of time, and says so', () => {
    expect(interruptible(() => { for (;;); }, 20)).to.equal(TIME_OUT_CODE);
    expect(interruptible(() => { for (;;); }, -1)).to.equal(TIME_OUT_CODE);
    expect(interruptible(() => {}, 1e300)).to.equal(0);
  });

  it('ends a loop that catches all errors, and finally does not run', async function ctrlC() {
    if (process.platform === 'win32') this.skip();
    const script =
      'say(String(interruptible(() => { try { forever(); } catch (_) { say("caught "); } finally { say("finally ' +
        '"); } })));';
    expect(await signalled(script, 'SIGINT')).to.deep.equal({ text: 'ready 130', code: 0, killedBy: null });
  });
});
