'use strict';

/* lib/host/fork-script.js, with real processes: the same as child_process.fork, where nothing but messages comes over the channel. */

const { expect } = require('chai');
const { forkScript } = require('../../lib/host/fork-script');
const { environmentOf } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

const WINDOWS = process.platform === 'win32';

describe('a script that is forked', function () {
  this.timeout(60000);
  const scratch = scratchFolder();
  let scripts = 0;

  /** Runs code, and hears: messages, garbage, disconnects, and { code, signal } at the end. */
  function run(code, { heard = () => {}, ...options } = {}) {
    const child = forkScript(scratch(`script ${++scripts}.js`, code), ['a', 'b c'], { env: environmentOf({ MINE: '1' }), execArgv: ['--no-warnings'], stdio: ['ignore', 'pipe', 'pipe', 'ipc'], ...options });
    const found = { messages: [], garbage: [], disconnects: 0 };
    child.on('message', (message) => {
      found.messages.push(message);
      heard(child, message);
    });
    child.on('garbage', (line) => found.garbage.push(line));
    child.on('disconnect', () => { found.disconnects++; });
    return new Promise((resolve) => child.on('close', (exitCode, signal) => resolve({ ...found, exitCode, signal })));
  }

  it('has its arguments, options and environment, sends messages, and hears them', async () => {
    const { messages, garbage, disconnects, exitCode } = await run(`process.send([process.argv.slice(2), process.execArgv, process.env.MINE, 'NODE_CHANNEL_FD' in process.env]);
process.once('message', (message) => process.send({ heard: message, long: 'x\\u4e16'.repeat(2e5) }));`, { heard: (child, message) => { if (Array.isArray(message)) child.send({ text: 'two\nlines' }); } });
    expect(messages[0]).to.deep.equal([['a', 'b c'], ['--no-warnings'], '1', false]);
    expect(messages[1].heard).to.deep.equal({ text: 'two\nlines' });
    expect(messages[1].long).to.equal('x\u4e16'.repeat(2e5));
    expect([messages.length, garbage, disconnects, exitCode]).to.deep.equal([2, [], 1, 0]);
  });

  it('hears that its parent closes the channel, and may close it itself', async () => {
    const closing = run("process.on('disconnect', () => process.exit(7)); process.send(1);", { heard: (child) => {
      child.disconnect();
      expect(child.connected).to.equal(false);
    } });
    const closed = run('process.send(1, () => process.disconnect());');
    const ends = await Promise.all([closing, closed]);
    expect(ends.map(({ messages, disconnects, exitCode }) => [messages, disconnects, exitCode])).to.deep.equal([[[1], 1, 7], [[1], 1, 0]]);
  });

  it('can write anything to it, and the messages after that are heard', async function () {
    if (WINDOWS) this.skip();
    const { messages, garbage, exitCode } = await run(`const { writeSync } = require('fs');
for (const text of ['garbage\\n', '{"type":\\n', '\\n', Buffer.from([0, 255, 10])]) writeSync(3, text);
for (const message of [{ cmd: 'NODE_HANDLE_ACK' }, { cmd: 'NODE_HANDLE', type: 'net.Socket' }, { cmd: 'mine' }, null]) process.send(message);
writeSync(3, 'half');
process.send('lost');
process.send('last');`);
    expect(messages).to.deep.equal([{ cmd: 'mine' }, null, 'last']);
    expect(garbage.map((line) => line.slice(0, 8))).to.deep.equal(['garbage', '{"type":', '', '\0\ufffd', 'half"los']);
    expect(exitCode).to.equal(0);
  });

  it('is told by an event where there is no such program', async () => {
    const child = forkScript('x.js', [], { execPath: '/no such/node', stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
    const error = await new Promise((resolve) => child.on('error', resolve));
    expect([error.code, child.pid]).to.deep.equal(['ENOENT', undefined]);
  });
});
