'use strict';

/*
 * Runs a script in a process of its own, once: how it is started, listened to, limited in time and ended. What it tells comes
 * over a pipe beside the channel of process.send(), see parent-channel.js, and nothing that it writes there can throw here.
 *
 *   const end = await runProcess({ script, args, execPath, execArgv, variable: 'QTIMEIT_FORK', job: { position: 0 } }, { host, clock }, {
 *     onStart(running) { running.limit(30000); },
 *     onMessage(message, running) { if (message.type === 'result') running.expectEnd(2000); },
 *   });
 */

const { keepLast, readLines } = require('./child-output');
const { PROTOCOL, LOST_CODE, OWN_CODE } = require('./parent-channel');
const { spawnWords } = require('./spawn-words');

// Asked to end, it has as long until it is killed.
const KILL_GRACE_MS = 2000;

// Its last words are still in the pipes; one of its own children may hold these open.
const LAST_WORDS_MS = 200;

// A new process is refused (too many, no memory, no descriptors): tried again after so many ms.
const REFUSED = { EAGAIN: true, ENOMEM: true, EMFILE: true, ENFILE: true };
const TRIES_MS = [100, 400, 1600];

// Longer than any message; what comes without an end of a line is not kept beyond it.
const MOST_LENGTH = 2 ** 27;

// In the place of its number: the pipe for messages, and that of process.send(), which nobody reads here. On Windows both have to be overlapped.
const PIPE = 'overlapped';
const SEND_FD = '4';

/**
 * @typedef {object} Running a process under way
 * @property {function(object)} send a message to it, which it awaits by onceTold()
 * @property {function(number)} limit from now on it has so many ms, in place of what it had before, Infinity for no limit: then it is
 *   asked to end, and killed after 2 s
 * @property {function(number)} expectEnd it has told all: killed after so many ms
 * @property {function()} kill at once
 *
 * @typedef {object} End how it ended
 * @property {number|null} code
 * @property {string|null} signal
 * @property {string|null} notStarted why there was no process, in words
 * @property {number|null} timedOutMs the limit that it was over
 * @property {boolean} isKilled by kill()
 * @property {boolean} isHung it had told all, and was killed
 * @property {boolean} isLost it could not tell what it had to, because the pipe was closed in it
 * @property {*} garbage the first thing over the pipe that is no message, undefined for none
 * @property {*} otherProtocol of its messages, null where it is ours; such a process is killed
 * @property {string[]} output the last lines of its standard error
 */

/**
 * @param {object} launch
 * @param {string} launch.script
 * @param {string[]} launch.args
 * @param {string} launch.execPath
 * @param {string[]} launch.execArgv options of node
 * @param {string} [launch.cwd]
 * @param {object} launch.env
 * @param {Array} [launch.stdio] of standard input, output and error
 * @param {boolean} [launch.hasSend] whether the script has process.send()
 * @param {string} launch.variable of the environment, which the process takes away at once
 * @param {object} launch.job what it says, beside { protocol, secret }
 * @param {object} deps { host, clock }
 * @param {object} watch
 * @param {function(Running)} watch.onStart at once, and for each try
 * @param {function(object, Running)} watch.onMessage each message of our protocol
 * @param {function(string)} [watch.onLine] of standard output
 * @param {function(string)} [watch.onErrorLine] of standard error
 * @returns {Promise<End>} never rejects. A process that the system refuses is tried again three times, within 2 s
 */
async function runProcess(launch, deps, watch) {
  let end = await runOnce(launch, deps, watch);
  for (let i = 0; i < TRIES_MS.length && end.isRefused; i++) {
    await new Promise((resolve) => deps.clock.after(resolve, TRIES_MS[i]));
    end = await runOnce(launch, deps, watch);
  }
  return end;
}

function start({ script, args, execPath, execArgv, cwd, env, stdio = ['ignore', 'pipe', 'pipe'], hasSend = true, variable, job }, secret, host) {
  return host.startScript(script, args, {
    execPath, execArgv, cwd, stdio: stdio.concat(hasSend ? [PIPE, PIPE] : PIPE),
    env: { ...env, [variable]: JSON.stringify({ protocol: PROTOCOL, secret, ...job }), ...(hasSend && { NODE_CHANNEL_FD: SEND_FD }) },
  });
}

function runOnce(launch, { host, clock }, { onStart, onMessage, onLine = () => {}, onErrorLine = () => {} }) {
  return new Promise((resolve) => {
    const end = {
      code: null, signal: null, notStarted: null, isRefused: false, timedOutMs: null, isKilled: false, isHung: false, isLost: false,
      garbage: undefined, otherProtocol: null, output: [],
    };
    const secret = require('crypto').randomBytes(16).toString('hex');
    let child = null;
    let cancel = () => {};
    let cancelKill = () => {};
    let hasOwnCode = false;
    let settled = false;

    function settle() {
      if (settled) return;
      settled = true;
      end.isLost = end.code === LOST_CODE && !hasOwnCode;
      cancel();
      cancelKill();
      // What a child of its own holds open would keep this process from its end.
      if (child) for (const stream of child.stdio || []) if (stream) stream.destroy();
      resolve(end);
    }

    function notStarted(error) {
      end.notStarted = spawnWords(error, launch, host);
      end.isRefused = REFUSED[error.code] === true;
      settle();
    }

    function after(ms, whenDue) {
      cancel();
      cancel = ms < Infinity ? clock.after(whenDue, ms) : () => {};
    }

    const running = {
      send(message) { if (child.stdio[3].writable) child.stdio[3].write(`${JSON.stringify({ qtimeit: PROTOCOL, ...message })}\n`); },
      limit(ms) {
        after(ms, () => {
          end.timedOutMs = ms;
          child.kill('SIGTERM');
          cancelKill = clock.after(() => child.kill('SIGKILL'), KILL_GRACE_MS);
        });
      },
      expectEnd(ms) {
        after(ms, () => {
          end.isHung = true;
          child.kill('SIGKILL');
        });
      },
      kill() {
        end.isKilled = true;
        child.kill('SIGKILL');
      },
    };

    function take(message) {
      if (message.qtimeit === PROTOCOL) {
        if (message.type === OWN_CODE) hasOwnCode = true;
        else onMessage(message, running);
        return;
      }
      end.otherProtocol = message.qtimeit;
      running.kill();
    }

    try {
      child = start(launch, secret, host);
    } catch (error) {
      notStarted(error);
      return;
    }
    child.on('error', (error) => {
      // Also a signal that could not be sent: only without a process there is no 'exit'.
      if (child.pid === undefined) notStarted(error);
    });
    if (child.pid === undefined) return;
    child.on('exit', (code, signal) => {
      end.code = code;
      end.signal = signal;
      cancelKill();
      // What has come by then is read in the turn after.
      after(LAST_WORDS_MS, () => clock.nextTurn(() => clock.nextTurn(settle)));
    });
    child.on('close', settle);
    readMessages(child.stdio[3], secret, take, (garbage) => { if (end.garbage === undefined) end.garbage = garbage; });
    if (child.stdio[4]) drain(child.stdio[4]);
    readLines(child.stdout, onLine);
    readLines(child.stderr, (line) => {
      onErrorLine(line);
      keepLast(end.output, line);
    });
    onStart(running);
  });
}

/** Hands on each message, and what is none. */
function readMessages(stream, secret, onMessage, onGarbage) {
  let rest = '';

  function take(line) {
    if (line === '') return;
    const isOurs = line.startsWith(`${secret} `);
    const text = isOurs ? line.slice(secret.length + 1) : line;
    const message = isOurs ? messageIn(text) : null;
    if (message) onMessage(message);
    else onGarbage(text);
  }

  stream.setEncoding('utf8');
  stream.on('data', (text) => {
    const lines = text.split('\n');
    for (let i = 0; i < lines.length; i++) {
      rest = rest.length > MOST_LENGTH ? rest : rest + lines[i];
      if (i === lines.length - 1) return;
      const line = rest;
      rest = '';
      take(line);
    }
  });
  stream.on('end', () => take(rest));
  stream.on('error', () => {});
}

function messageIn(text) {
  try {
    const message = JSON.parse(text);
    return message !== null && typeof message === 'object' ? message : null;
  } catch (_) {
    return null;
  }
}

function drain(stream) {
  stream.on('error', () => {});
  stream.resume();
}

module.exports = { runProcess };
