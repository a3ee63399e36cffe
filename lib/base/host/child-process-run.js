'use strict';

/* Runs a script once in a worker, limits its time and ends it. Nothing that the worker writes can throw here. */

const { readdirSync, readFileSync } = require('fs');
const engine = require('#engine');
const { drain, keepLast, readLines, readMessages } = require('./child-output');
const { orNull } = require('./fs-queries');
const { PROTOCOL, CHANNEL_FD, LOST_CODE, OWN_CODE, SEND_FD, TURN_FD, AT_ONCE_FD, SENT_BY } = require('./protocol');
const { colourVariables } = require('./terminal');
const { WORKER_VARIABLE } = require('./worker');
const { readMessage } = require('../text/show');

const NEEDED = ['read', 'env', 'run']; // permissions of Deno
const KILL_GRACE_MS = 2000; // time between the request to end and SIGKILL

// Time for output that is still in the pipes; a child process of the worker may hold them open.
const LAST_WORDS_MS = 200;

const REFUSALS = {
  EAGAIN: 'the system allows no more processes (EAGAIN). Stop some, or raise the limit (ulimit -u)',
  ENOMEM: 'not enough memory for another process (ENOMEM). Stop some processes, or add memory',
  EMFILE: 'too many open files (EMFILE). Raise the limit (ulimit -n)',
  ENFILE: 'too many open files on this system (ENFILE). Stop some processes',
};

const TRIES_MS = [100, 400, 1600]; // delays of retries: the system may accept a refused process a little later

// Options that two processes cannot share, or that start a script in another way.
const NOT_FOR_CHILDREN = /^--(inspect|debug|watch|cpu-prof|heap-prof|test)/;
const WITH_VALUE = /^--(inspect-port|debug-port|watch-path|(cpu|heap)-prof-(dir|name|interval)|test-[a-z-]+)$/;

const OUTPUTS = ['ignore', 'pipe', 'pipe'];

/**
 * Never rejects. Retries three times, within about 2 s, if the system refuses the process.
 *
 * launch: script, args, execPath, execArgv, cwd, env, stdio; hasSend: process.send(); hasTurns: see parent-channel.js;
 *   role: see protocol.js; job: rest of the variable in its environment; padding: extra bytes of the variable, which
 *   move the memory of the process; isGroup: signals also go to descendants, because a program that runs node may end
 *   before node does (not on Windows)
 * watch: onStart(running): at once, and for each retry; onMessage(message, running): messages that the role sends;
 *   onTurn(line, running); onLine(line), onErrorLine(line): standard output and error
 * running: pid; kill(); send(message): to a process that waits with onNextMessage(); answer(): to ask() of
 *   parent-channel.js; sayTurn(line): to a process that waits for its turn; limit(ms, signal): replaces the time limit,
 *   Infinity for none, at which the process gets SIGTERM or another signal, and SIGKILL 2 s later; expectEnd(ms): kills
 *   a process that hangs after its last message
 * Resolves to: code; signal; output: last lines of standard error; isKilled: by kill(); notStarted: reason that there
 *   was no process, or null; timedOutMs: exceeded limit, or null; isHung: killed after its last message; isLost: could
 *   not send a message, because its pipe was closed; garbage: first line of the pipe that is not a message, or
 *   undefined; otherProtocol: protocol of its messages if it is another one (the process is killed then), or null
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
      return void refused(error);
    }
    // 'error' is also emitted for a signal that could not be sent; then 'exit' follows.
    child.on('error', child.pid === undefined ? refused : () => {});
    if (child.pid === undefined) return;
    follow(child, launch, secret, end, deps, watch, () => resolve(end));
  });
}

function start(given, secret, host) {
  const { script, args, role, job, padding = 0, hasSend = true, hasTurns, isGroup, stdio = OUTPUTS, ...launch } = given;
  const detached = isGroup || host.platform !== 'win32';
  const hasAtOnce = engine.socketTakesDescriptor;
  const worker = {
    role, protocol: PROTOCOL, secret, ...job, ...(hasAtOnce && { hasAtOnce }),
    ...(padding > 0 && { padding: 'x'.repeat(padding) }),
  };
  const env = {
    ...(stdio[1] === 'pipe' ? colourVariables() : {}), ...launch.env, ...createRunMark(launch.env),
    [WORKER_VARIABLE]: JSON.stringify(worker),
  };
  if (hasSend) env.NODE_CHANNEL_FD = `${SEND_FD}`;
  // Sockets on Windows need overlapped pipes. For other pipes the worker uses fs, which may block.
  const pipes = [...stdio, 'overlapped'];
  if (hasSend) pipes[SEND_FD] = 'overlapped';
  if (hasTurns) pipes[TURN_FD] = 'pipe';
  if (hasAtOnce) pipes[AT_ONCE_FD] = 'pipe';
  // Node passes over holes of an array, and would number the pipes differently.
  const all = Array.from(pipes, (one) => one || 'ignore');
  return host.startScript(script, args, { ...launch, env, stdio: all, detached });
}

/** Reason that processes of this program cannot measure, with a hint; null if they can. */
function whyNoProcess(execPath) {
  const missing = NEEDED.filter((name) => !engine.permits(name, name === 'run' ? execPath : undefined));
  if (missing.length === 0) return null;
  const flagsOf = (names, between) => names.map((name) => `--allow-${name}`).join(between);
  const listed = flagsOf(missing, ', ').replace(/, (?!.*, )/, ' and ');
  return `Deno was started without ${listed}, which separate processes need. Start it with deno run ` +
    flagsOf(NEEDED, ' ');
}

function whyNotStarted(error, { execPath, cwd }, host) {
  const { code } = error;
  if (Object.hasOwn(REFUSALS, code || '')) return REFUSALS[code];
  if (code === 'E2BIG') return 'its arguments and environment are too long (E2BIG). Shorten them';
  // If the folder is missing, the error names the program.
  const isFolderGone = code === 'ENOENT' && cwd !== undefined && !host.isThere(cwd);
  if (isFolderGone) return `its working folder ${cwd} no longer exists`;
  if (code === 'ENOENT') return `${execPath} no longer exists. Start again with an existing executable`;
  if (code === 'EACCES' || code === 'EPERM') return `no permission to run ${execPath} (${code})`;
  return readMessage(error);
}

function write(pipe, message) {
  if (pipe.writable) pipe.write(`${JSON.stringify({ qtimeit: PROTOCOL, ...message })}\n`);
}

// Measured code may leave processes behind, even detached ones. Each inherits this variable, which Linux shows.
const RUN_VARIABLE = 'QTIMEIT_RUN';

let ownRun = null;

/** The variable for a measuring process. A process of another run passes on the variable of that run. */
function createRunMark(env) {
  if (env && env[RUN_VARIABLE]) return { [RUN_VARIABLE]: env[RUN_VARIABLE] };
  if (ownRun === null) {
    ownRun = require('crypto').randomBytes(16).toString('hex');
    engine.program.onExit(endLeft);
  }
  return { [RUN_VARIABLE]: ownRun };
}

/** Pids of all processes with the variable of this run: 20 microseconds per process of the system. */
function markedPids() {
  if (ownRun === null || process.platform !== 'linux' || !engine.permits('read', '/proc')) return [];
  const hasMark = (name) => readFileSync(`/proc/${name}/environ`, 'latin1').includes(`${RUN_VARIABLE}=${ownRun}`);
  // Fails if /proc is hidden, or if a process has ended or belongs to another user.
  return (orNull(() => readdirSync('/proc')) || []).filter((name) => /^\d+$/.test(name) && orNull(() => hasMark(name)));
}

function endLeft() {
  for (const pid of markedPids()) orNull(() => process.kill(Number(pid), 'SIGKILL'));
}

/** 'sleep (4711)': processes of this run that have not ended; Linux only */
const findLeftProcesses = () => markedPids().map((pid) => {
  const name = orNull(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  return `${name || 'process'} (${pid})`;
});

function createRunning(child, { isGroup }, end, { host, clock }) {
  const { [CHANNEL_FD]: pipe, [TURN_FD]: turns, [AT_ONCE_FD]: atOnce } = child.stdio;
  const signalTo = (signal) => (isGroup ? host.killGroup(child.pid, signal) : child.kill(signal));
  let cancel = () => {};
  let cancelKill = () => {};
  let hasExited = false;

  function after(ms, whenDue) {
    if (hasExited) return;
    cancel();
    cancel = ms < Infinity ? clock.after(whenDue, ms) : () => {};
  }

  function kill(why) {
    end[why] = true;
    signalTo('SIGKILL');
  }

  return {
    running: {
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
    },

    /** Ends all time limits. Calls settle() after the last output, unless the pipes close before. */
    exited(settle) {
      // Output that has arrived by then is read in the next turn.
      after(LAST_WORDS_MS, () => clock.nextTurn(() => clock.nextTurn(settle)));
      hasExited = true;
    },

    settled() {
      cancel();
      cancelKill();
    },
  };
}

function follow(child, launch, secret, end, deps, watch, whenOver) {
  const { role } = launch;
  const { onStart, onMessage, onTurn = () => {}, onLine = () => {}, onErrorLine = () => {} } = watch;
  const { host } = deps;
  const { [CHANNEL_FD]: pipe, [SEND_FD]: sent, [AT_ONCE_FD]: atOnce } = child.stdio;
  const { running, exited, settled } = createRunning(child, launch, end, deps);
  let hasOwnCode = false;

  function settle() {
    end.isLost = end.code === LOST_CODE && !hasOwnCode;
    settled();
    // A child process of the worker may hold these open, which would keep this process alive.
    for (const stream of child.stdio) if (stream) stream.destroy();
    whenOver();
  }

  function take(message) {
    if (message.qtimeit !== PROTOCOL) {
      end.otherProtocol = message.qtimeit;
      running.kill();
    } else if (message.type === OWN_CODE) {
      hasOwnCode = true;
    } else if (SENT_BY[role].includes(message.type)) {
      onMessage(message, running);
    }
  }

  child.on('exit', (code, signal) => {
    end.code = code;
    end.signal = signal;
    exited(settle);
    // A test may leave processes behind. Windows has no groups, so there they continue.
    if (host.platform !== 'win32') host.killGroup(child.pid, 'SIGKILL');
  });
  child.on('close', settle);
  const takeGarbage = (garbage) => { if (end.garbage === undefined) end.garbage = garbage; };
  readMessages(pipe, secret, take, takeGarbage);
  if (sent) drain(sent);
  if (atOnce) readMessages(atOnce, secret, take, takeGarbage);
  readLines(child.stdio[TURN_FD], (line) => onTurn(line, running));
  readLines(child.stdout, onLine);
  readLines(child.stderr, (line) => {
    onErrorLine(line);
    keepLast(end.output, line);
  });
  onStart(running);
}

function childOptions({ execArgv }) {
  const kept = [];
  for (let i = 0; i < execArgv.length; i++) {
    const option = execArgv[i];
    if (!NOT_FOR_CHILDREN.test(option)) kept.push(option);
    else if (WITH_VALUE.test(option) && !/^-/.test(execArgv[i + 1] || '-')) i++;
  }
  return kept;
}

module.exports = { runProcess, childOptions, endLeft, findLeftProcesses, createRunMark };
