'use strict';

const { expect } = require('chai');
const { PassThrough } = require('stream');
const engine = require('#engine');
const { runProcess } = require('#lib/base/host/child-process-run');
const { createClock } = require('#lib/base/host/clock');
const { PROTOCOL } = require('#lib/base/host/protocol');
const { fakeChild } = require('../helpers/fake-host');

const LAUNCH = { script: '/a.js', execPath: '/n', args: [], execArgv: [], env: {}, role: 'part', job: { n: 1 } };

/** Starts a process of paper, in an engine that is so. */
async function start(socketTakesDescriptor, launch, watch) {
  const had = engine.socketTakesDescriptor;
  const child = fakeChild();
  const started = {};
  const host = {
    startScript(script, args, { stdio, env }) {
      Object.assign(started, { stdio, job: JSON.parse(env.QTIMEIT_WORKER) });
      return child;
    },
    killGroup() {},
  };
  engine.socketTakesDescriptor = socketTakesDescriptor;
  try {
    const ended = runProcess({ ...LAUNCH, ...launch }, { host, clock: createClock() }, watch);
    return { child, started, ended };
  } finally {
    engine.socketTakesDescriptor = had;
  }
}

describe('a process that reports at once', () => {
  const onlyOne = { hasSend: false };

  it('gets answers through a second pipe if the first is a socket, which fs cannot use', async () => {
    const heard = [];
    const answers = [];
    const { child, started, ended } = await start(true, onlyOne, {
      onStart(running) { running.send({ type: 'asked' }); },
      onMessage(message, running) {
        heard.push(message.type);
        running.answer();
      },
    });
    const atOnce = child.stdio[6];
    const say = (text) => PassThrough.prototype.write.call(atOnce, text);
    atOnce.write = (text) => answers.push(JSON.parse(text).type);
    say(`\n${started.job.secret} ${JSON.stringify({ qtimeit: PROTOCOL, type: 'begun' })}\n`);
    child.secret = started.job.secret;
    child.tell({ type: 'done' });
    await new Promise((resolve) => setImmediate(resolve));
    await child.end(0);
    await ended;
    expect(started.stdio.slice(3)).to.deep.equal(['overlapped', 'ignore', 'ignore', 'pipe']);
    expect(started.job).to.include({ hasAtOnce: true, n: 1 });
    expect(heard.sort()).to.deep.equal(['begun', 'done']);
    expect(answers).to.deep.equal(['go', 'go']);
    expect(child.heard.map(({ type }) => type)).to.deep.equal(['asked']);
  });

  it('has one pipe otherwise; the descriptor of process.send() is left to the script', async () => {
    for (const [takesDescriptor, launch, pipes] of [
      [false, onlyOne, ['overlapped']], [true, {}, ['overlapped', 'overlapped', 'ignore', 'pipe']],
    ]) {
      const { child, started, ended } = await start(takesDescriptor, launch, { onStart() {}, onMessage() {} });
      await child.end(0);
      await ended;
      expect(started.stdio.slice(3)).to.deep.equal(pipes);
      expect(started.job.hasAtOnce).to.equal(takesDescriptor || undefined);
    }
  });
});

describe('a process that is given turns', () => {
  it('has another pipe, to which lines are written until it is closed, and from which they are read', async () => {
    const lines = [];
    let running = null;
    const { child, started, ended } = await start(false, { hasTurns: true }, {
      onStart(one) {
        running = one;
        running.sayTurn(0);
      },
      onMessage() {},
      onTurn(line) {
        lines.push(line);
        running.sayTurn(lines.length);
      },
    });
    expect(running.pid).to.equal(4711);
    child.sayTurn('rea');
    child.sayTurn('dy\nready\n');
    await new Promise((resolve) => setImmediate(resolve));
    child.stdio[5].destroy();
    running.sayTurn(3);
    await child.end(0);
    await ended;
    expect(started.stdio).to.deep.equal(['ignore', 'pipe', 'pipe', 'overlapped', 'overlapped', 'pipe']);
    expect({ lines, turnsHeard: child.turnsHeard })
      .to.deep.equal({ lines: ['ready', 'ready'], turnsHeard: ['0\n', '1\n', '2\n'] });
  });
});

describe('a process that has ended', () => {
  it('is over soon with any limit in its last message, while another process holds its pipes open', async () => {
    const { child, started, ended } = await start(false, {}, {
      onStart() {},
      onMessage(message, running) { running.limit(Infinity); },
    });
    child.secret = started.job.secret;
    child.exit(3);
    child.tell({ type: 'done' });
    expect(await ended).to.include({ code: 3, timedOutMs: null });
  });
});
