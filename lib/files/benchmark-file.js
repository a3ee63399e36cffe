'use strict';

/*
 * A benchmark file as the command line sees it: a process that knows its configurations, and measures one when asked to. It is started when it
 * is needed, and may be put away in between; a setup runs again in the next one.
 */

const { keepLast, readLines } = require('../host/child-output');
const { rowError } = require('../text/row-error');
const { spawnWords } = require('../host/spawn-words');

// To come to createBenchmark, and to end with the channel closed.
const START_LIMIT_MS = 30000;
const END_GRACE_MS = 5000;

// Its last words are still in the pipe; a process that it has left behind may hold that open.
const LAST_WORDS_MS = 200;

// How each of its messages begins.
const MESSAGE = '{"qtimeit":1,"type":"';

// Where no process could be started there are none.
const streamsOf = (child) => [child.stdout, child.stderr].filter(Boolean);

const NOTHING = { name: null, configurations: [], parameters: [], unknown: [], hasSetup: false, hasGroups: false, environment: null, empty: null };

/** null where there is none. */
function messageAtEnd(line) {
  const start = line.lastIndexOf(MESSAGE);
  try {
    return start < 0 ? null : JSON.parse(line.slice(start));
  } catch (_) {
    return null;
  }
}

/**
 * @typedef {object} Found
 * @property {string} name of the file in results
 * @property {{ parameters: object, configuration: string }[]} configurations
 * @property {string[]} parameters that it declares
 * @property {string[]} unknown names among the arguments that it does not declare
 * @property {boolean} hasSetup
 * @property {boolean} hasGroups
 * @property {object|null} environment of its node, where it was asked for
 * @property {string|null} empty why there are no configurations
 * @property {string|null} refused why its arguments cannot be used
 */

/**
 * @param {object} launch { script, args, execPath, execArgv, cwd, env, tellsEnvironment } tellsEnvironment: with what sysinfo() says in it
 * @param {object} deps { host, clock, writeError }
 * @returns {{ open, run, close, kill, isOpen, hasSetup }} kill(): at once, for the end of the command
 */
function createBenchmarkFile({ script, args, execPath, execArgv, cwd, env, tellsEnvironment = false }, { host, clock, writeError }) {
  let child = null;
  let found = null;

  const alive = () => child !== null;

  /**
   * @returns {Promise<{ found: Found|null, error: object|null, skipped: string|null }>} never rejects; error: of a file that does not come to
   *   createBenchmark; skipped: what it said where it ended well before that, as a file does that lacks what it needs
   */
  function open() {
    if (alive()) return Promise.resolve({ found, error: null, skipped: null });
    return new Promise((resolve) => {
      const output = [];
      let cancel = () => {};
      let isLate = false;
      const settle = (result) => {
        cancel();
        resolve({ found: null, error: null, skipped: null, ...result });
      };
      const fail = (kind, message, skipped = null) => settle({ error: rowError(kind, message, { output }), skipped });
      let started;
      try {
        started = host.fork(script, args, {
          execPath, execArgv, cwd, env: { ...host.env, ...env, QTIMEIT_ASKED: tellsEnvironment ? 'environment' : '', QTIMEIT_LOAD_NODE: host.execPath }, stdio: ['inherit', 'pipe', 'pipe', 'ipc'],
        });
      } catch (error) {
        fail('not-started', `no process could be started for it: ${spawnWords(error, { execPath, cwd }, host)}`);
        return;
      }
      child = started;
      cancel = clock.after(() => {
        isLate = true;
        started.kill('SIGKILL');
      }, START_LIMIT_MS);
      started.on('error', (error) => {
        if (started.pid !== undefined) return;
        child = null;
        fail('not-started', `no process could be started for it: ${spawnWords(error, { execPath, cwd }, host)}`);
      });
      started.on('message', (message) => {
        if (!message || message.qtimeit !== 1) return;
        if (message.type === 'refused') settle({ found: { ...NOTHING, refused: message.words } });
        if (message.type !== 'configurations') return;
        found = { ...message, refused: null };
        settle({ found });
      });
      // The file has written half of a line before the message.
      started.on('garbage', (line) => {
        const message = messageAtEnd(line);
        if (message !== null) started.emit('message', message);
      });
      let cancelWaiting = () => {};
      started.on('exit', () => { if (child === started) cancelWaiting = clock.after(() => streamsOf(started).forEach((stream) => stream.destroy()), LAST_WORDS_MS); });
      started.on('close', (exitCode, signal) => {
        cancelWaiting();
        if (child === started) child = null;
        const ended = signal ? `was killed by ${signal}` : `ended with exit code ${exitCode}`;
        if (isLate) fail('timed-out', `did not come to createBenchmark within ${START_LIMIT_MS / 1000} s`);
        else fail(signal ? 'killed' : 'exited', `never called createBenchmark: its process ${ended}`, exitCode === 0 && output.length ? output[output.length - 1] : null);
      });
      for (const stream of streamsOf(started)) {
        readLines(stream, (line) => {
          writeError(`${line}\n`);
          keepLast(output, line);
        });
      }
    });
  }

  /**
   * Measures a configuration in a process of its own.
   *
   * @param {number} index of the configurations
   * @param {number} [padding] bytes that its environment is longer by
   * @returns {Promise<object>} never rejects: { configuration, parameters, rate, seconds, operations, latency }, or { error }
   */
  function run(index, padding = 0) {
    return new Promise((resolve) => {
      const started = child;
      const settle = (outcome) => {
        started.off('message', onMessage);
        started.off('close', onClose);
        resolve(outcome);
      };
      const onMessage = (message) => {
        if (!message || message.qtimeit !== 1 || message.type !== 'outcome') return;
        settle(message.error ? { error: message.error } : message);
      };
      const onClose = (exitCode, signal) => settle({ error: rowError('exited', `the process of the file itself ${signal ? `was killed by ${signal}` : `ended with exit code ${exitCode}`}`) });
      started.on('message', onMessage);
      started.on('close', onClose);
      started.send({ qtimeit: 1, type: 'run', index, padding }, () => {});
    });
  }

  /** Lets the process end, with what it does at its end. */
  function close() {
    const started = child;
    if (started === null) return Promise.resolve();
    child = null;
    // Its output may still be held open by another process.
    if (typeof started.exitCode === 'number' || started.signalCode) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = clock.after(() => started.kill('SIGKILL'), END_GRACE_MS);
      // Not 'close', which never comes once this side has closed the channel.
      started.on('exit', () => {
        cancel();
        resolve();
      });
      if (started.connected) started.disconnect();
    });
  }

  /** At the end of the command: closing its channel ends it, and what it has started. */
  function kill() {
    if (child !== null && child.connected) child.disconnect();
  }

  return { open, run, close, kill, isOpen: alive, hasSetup: () => found !== null && found.hasSetup };
}

module.exports = { createBenchmarkFile };
