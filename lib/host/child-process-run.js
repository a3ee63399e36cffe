'use strict';

/*
 * Runs a script in a worker, once: starts it, listens to it, limits its time and ends it. Its messages come over a
 * separate pipe, see protocol.js, and nothing that it writes there can throw here.
 *
 *   const launch = { script, args, execPath, execArgv, role: 'test', job: { position: 0 } };
 *   const end = await runProcess(launch, { host, clock }, {
 *     onStart(running) { running.limit(30000); },
 *     onMessage(message, running) { if (message.type === 'result') running.expectEnd(2000); },
 *   });
 */

const engine = require('#engine');
const { markOf } = require('./left-processes');
const { drain, keepLast, readLines, readMessages } = require('./child-output');
const { PROTOCOL, VARIABLE, LOST_CODE, OWN_CODE, TURN_FD, SENT_BY } = require('./protocol');
const { whyNoProcess } = require('./permission');
const { messageOf } = require('../text/show');

// Asked to end, it has as long until it is killed.
const KILL_GRACE_MS = 2000;

// Its last output is still in the pipes; a child process of it may hold these open.
const LAST_WORDS_MS = 200;

// Errors of the system that refuses a new process, with a hint.
const REFUSALS = {
  EAGAIN: 'the system allows no more processes (EAGAIN); end some, or raise the limit (ulimit -u)',
  ENOMEM: 'there is no memory for another one (ENOMEM); end some, or give it more',
  EMFILE: 'too many files are open (EMFILE); raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this system (ENFILE); end some processes',
};
const TOO_LONG = 'its arguments and its environment are too long (E2BIG); shorten them';

// A refused process may be granted a little later: tried again after so many ms.
const TRIES_MS = [100, 400, 1600];

// What two processes cannot share, or what starts a script in another way.
const NOT_FOR_CHILDREN = /^--(inspect|debug|watch|cpu-prof|heap-prof|test)/;
const WITH_VALUE = /^--(inspect-port|debug-port|watch-path|(cpu|heap)-prof-(dir|name|interval)|test-[a-z-]+)$/;

// The pipes for messages and for process.send(), which is not read here. On Windows both must be overlapped.
const PIPE = 'overlapped';
const OUTPUTS = ['ignore', 'pipe', 'pipe'];
const SEND_FD = '4';

/**
 * @typedef {object} Running a process under way
 * @property {function(object)} send a message to it, which it awaits by onceTold()
 * @property {function()} answer its question, see ask() of parent-channel.js
 * @property {function(number, string)} limit replaces the time limit, in ms from now, Infinity for none: then it is
 *   asked to end, by SIGTERM or another signal, and killed after 2 s
 * @property {function(number)} expectEnd after its last message: killed after so many ms
 * @property {function(string)} sayTurn a line to a process that waits for its turn
 * @property {function()} kill at once
 * @property {number} pid
 *
 * @typedef {object} End how it ended
 * @property {number|null} code
 * @property {string|null} signal
 * @property {string|null} notStarted why there was no process, in words
 * @property {number|null} timedOutMs the limit that it was over
 * @property {boolean} isKilled by kill()
 * @property {boolean} isHung whether it was killed after its last message
 * @property {boolean} isLost whether it could not send a message, because the pipe was closed in it
 * @property {*} garbage the first thing over the pipe that is no message, undefined for none
 * @property {*} otherProtocol of its messages, null if it is the same as here; with another one it is killed
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
 * @param {boolean} [launch.isGroup] whether signals go to all that it has started, too: a program that runs node may be
 *   gone before node is. Not on Windows
 * @param {boolean} [launch.hasSend] whether the script has process.send()
 * @param {boolean} [launch.hasTurns] whether it waits for its turns, see parent-channel.js
 * @param {string} launch.role see protocol.js
 * @param {object} [launch.job] the rest of the variable of its environment
 * @param {number} [launch.padding] bytes that the variable is longer by: that moves the memory of the process
 * @param {object} deps { host, clock }
 * @param {object} watch
 * @param {function(Running)} watch.onStart at once, and for each try
 * @param {function(object, Running)} watch.onMessage each message that its role sends; others are ignored
 * @param {function(string, Running)} [watch.onTurn] each line of its turns
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

function runOnce(launch, deps, watch) {
  return new Promise((resolve) => {
    const end = {
      code: null, signal: null, notStarted: null, isRefused: false, timedOutMs: null, isKilled: false, isHung: false,
      isLost: false, garbage: undefined, otherProtocol: null, output: [],
    };
    const secret = require('crypto').randomBytes(16).toString('hex');
    const refused = (error) => resolve(Object.assign(end, {
      notStarted: whyNotStarted(error, launch, deps.host), isRefused: Object.hasOwn(REFUSALS, error.code || ''),
    }));
    end.notStarted = whyNoProcess(launch.execPath);
    if (end.notStarted !== null) return void resolve(end);
    let child;
    try {
      child = start(launch, secret, deps.host);
    } catch (error) {
      refused(error);
      return;
    }
    // Also a signal that could not be sent: only without a process there is no 'exit'.
    child.on('error', child.pid === undefined ? refused : () => {});
    if (child.pid === undefined) return;
    const killAll = launch.isGroup ? (signal) => deps.host.killGroup(child.pid, signal) : null;
    // A test may leave processes behind. On Windows, which has no groups, they go on.
    const killRest = () => { if (deps.host.platform !== 'win32') deps.host.killGroup(child.pid, 'SIGKILL'); };
    const started = { child, killAll, killRest, sends: SENT_BY[launch.role], hasSend: launch.hasSend !== false };
    follow(started, secret, end, deps.clock, watch, () => resolve(end));
  });
}

function start(given, secret, host) {
  const { script, args, role, job, padding = 0, hasSend = true, hasTurns, isGroup, stdio = OUTPUTS, ...launch } = given;
  const detached = isGroup || host.platform !== 'win32';
  // The second pipe is that of process.send(), or for messages that are written at once.
  const hasAtOnce = !hasSend && engine.socketTakesDescriptor;
  const told = {
    role, protocol: PROTOCOL, secret, ...job, ...(hasAtOnce && { hasAtOnce }),
    ...(padding > 0 && { padding: 'x'.repeat(padding) }),
  };
  const env = { ...launch.env, ...markOf(launch.env), [VARIABLE]: JSON.stringify(told) };
  if (hasSend) env.NODE_CHANNEL_FD = SEND_FD;
  const pipes = hasSend || hasAtOnce ? [PIPE, PIPE] : [PIPE];
  // Read by a process that waits for nothing else, so it may block.
  if (hasTurns) pipes[TURN_FD - OUTPUTS.length] = 'pipe';
  return host.startScript(script, args, { ...launch, env, stdio: stdio.concat(pipes), detached });
}

function whyNotStarted(error, { execPath, cwd }, host) {
  const { code } = error;
  if (Object.hasOwn(REFUSALS, code || '')) return REFUSALS[code];
  if (code === 'E2BIG') return TOO_LONG;
  // The error of a folder that is gone names the program.
  const isFolderGone = code === 'ENOENT' && cwd !== undefined && !host.isThere(cwd);
  if (isFolderGone) return `its working folder ${cwd} is not there (any more)`;
  if (code === 'ENOENT') return `${execPath} is not there (any more); start again with a node that is`;
  if (code === 'EACCES' || code === 'EPERM') return `${execPath} may not be run (${code})`;
  return messageOf(error);
}

function write(pipe, message) {
  if (pipe.writable) pipe.write(`${JSON.stringify({ qtimeit: PROTOCOL, ...message })}\n`);
}

/** From the start of a process to its end, which is filled in meanwhile. */
function follow({ child, killAll, killRest, sends, hasSend }, secret, end, clock, watch, whenOver) {
  const { onStart, onMessage, onTurn = () => {}, onLine = () => {}, onErrorLine = () => {} } = watch;
  const pipe = child.stdio[3];
  const atOnce = hasSend ? null : child.stdio[4];
  const turns = child.stdio[TURN_FD];
  const signalTo = killAll || ((signal) => child.kill(signal));
  let cancel = () => {};
  let cancelKill = () => {};
  let hasOwnCode = false;
  let hasExited = false;

  function settle() {
    end.isLost = end.code === LOST_CODE && !hasOwnCode;
    cancel();
    cancelKill();
    // A child process of it may hold these open, which would keep this process from its end.
    for (const stream of child.stdio) if (stream) stream.destroy();
    whenOver();
  }

  function after(ms, whenDue) {
    if (hasExited) return;
    cancel();
    cancel = ms < Infinity ? clock.after(whenDue, ms) : () => {};
  }

  function kill(why) {
    end[why] = true;
    signalTo('SIGKILL');
  }

  const running = {
    send: (message) => write(pipe, message),
    answer: () => write(atOnce || pipe, { type: 'go' }),
    limit(ms, signal = 'SIGTERM') {
      after(ms, () => {
        end.timedOutMs = ms;
        signalTo(signal);
        cancelKill = clock.after(() => signalTo('SIGKILL'), KILL_GRACE_MS);
      });
    },
    expectEnd(ms) { after(ms, () => kill('isHung')); },
    sayTurn(line) { if (turns && turns.writable) turns.write(`${line}\n`); },
    kill() { kill('isKilled'); },
    pid: child.pid,
  };

  function take(message) {
    if (message.qtimeit !== PROTOCOL) {
      end.otherProtocol = message.qtimeit;
      running.kill();
    } else if (message.type === OWN_CODE) {
      hasOwnCode = true;
    } else if (sends.includes(message.type)) {
      onMessage(message, running);
    }
  }

  child.on('exit', (code, signal) => {
    end.code = code;
    end.signal = signal;
    cancelKill();
    // What has come by then is read in the turn after.
    after(LAST_WORDS_MS, () => clock.nextTurn(() => clock.nextTurn(settle)));
    hasExited = true;
    killRest();
  });
  child.on('close', settle);
  const takeGarbage = (garbage) => { if (end.garbage === undefined) end.garbage = garbage; };
  readMessages(pipe, secret, take, takeGarbage);
  if (atOnce) readMessages(atOnce, secret, take, takeGarbage);
  else if (child.stdio[4]) drain(child.stdio[4]);
  readLines(turns, (line) => onTurn(line, running));
  readLines(child.stdout, onLine);
  readLines(child.stderr, (line) => {
    onErrorLine(line);
    keepLast(end.output, line);
  });
  onStart(running);
}

/**
 * The options of this node that child processes can share.
 *
 * @param {{ execArgv: string[] }} host
 * @returns {string[]}
 */
function childOptions({ execArgv }) {
  const kept = [];
  for (let i = 0; i < execArgv.length; i++) {
    const option = execArgv[i];
    if (!NOT_FOR_CHILDREN.test(option)) kept.push(option);
    else if (WITH_VALUE.test(option) && !/^-/.test(execArgv[i + 1] || '-')) i++;
  }
  return kept;
}

module.exports = { runProcess, childOptions };
