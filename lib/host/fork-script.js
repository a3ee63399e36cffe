'use strict';

/*
 * As child_process.fork, but for one thing: what a process writes to its channel that is no message is told as an event. With Node's own
 * it throws in the parent, where nobody can catch it, and all that the parent has to do is lost. On Windows, where the channel has a
 * form of its own, it is Node's.
 */

const { fork, spawn } = require('child_process');

/**
 * @param {string} script
 * @param {string[]} args
 * @param {object} options as child_process.fork takes them, with stdio; messages are JSON
 * @returns {import('child_process').ChildProcess} whose events are also 'garbage', given a line that is no message
 */
function forkScript(script, args, options) {
  if (process.platform === 'win32') return fork(script, args, options);
  const { execPath = process.execPath, execArgv = process.execArgv, env = process.env, stdio, ...more } = options;
  const fd = stdio.indexOf('ipc');
  const child = spawn(execPath, [...execArgv, script, ...args], {
    ...more, stdio: stdio.map((one) => (one === 'ipc' ? 'pipe' : one)), env: { ...env, NODE_CHANNEL_FD: `${fd}` },
  });
  const pipe = child.stdio && child.stdio[fd];
  // Where it could not be started, an event tells.
  if (pipe) connect(child, pipe);
  return child;
}

function connect(child, pipe) {
  let rest = '';

  function take(line) {
    let message;
    try {
      message = JSON.parse(line);
    } catch (_) {
      child.emit('garbage', line);
      return;
    }
    // Such are between two of Node's own.
    const isInternal = message !== null && typeof message === 'object' && /^NODE_/.test(message.cmd);
    if (!isInternal) child.emit('message', message);
  }

  function end() {
    if (!child.connected) return;
    child.connected = false;
    child.emit('disconnect');
  }

  pipe.setEncoding('utf8');
  pipe.on('data', (text) => {
    const lines = text.split('\n');
    for (let i = 0; i < lines.length - 1; i++) {
      const line = rest + lines[i];
      rest = '';
      take(line);
    }
    rest += lines[lines.length - 1];
  });
  pipe.on('error', () => {});
  pipe.on('close', end);

  child.connected = true;
  child.send = (message, whenSent = () => {}) => pipe.write(`${JSON.stringify(message)}\n`, whenSent);
  child.disconnect = () => {
    end();
    pipe.destroySoon();
  };
}

module.exports = { forkScript };
