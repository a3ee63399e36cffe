'use strict';

/*
 * Child processes: each runs the user's script again, to measure one test of one suite there. Here is how one
 * is started, listened to and ended, whatever becomes of it.
 */

const { keepLast, readLines } = require('./child-output');
const { PROTOCOL } = require('./fork-child');
const { forkFailure } = require('./fork-failure');

const { max } = Math;

// What a script may take to come to its suite (more, where its test has more time), and after its test has ended.
const START_LIMIT_MS = 30000;
const EXIT_GRACE_MS = 2000;

// A new process is refused (too many, no memory): tried again after so many ms.
const REFUSED = { EAGAIN: true, ENOMEM: true };
const TRIES_MS = [100, 400, 1600];

// Options that two processes cannot share, or that start the script in another way.
const NOT_FOR_CHILDREN = /^--(inspect|debug|watch|cpu-prof|heap-prof|test)/;
const WITH_VALUE = /^--(inspect-port|debug-port|watch-path|(cpu|heap)-prof-(dir|name|interval)|test-[a-z-]+)$/;
const NO_SCRIPT = /^(-e|--eval|-p|--print|-pe|-i|--interactive|-c|--check)$|^--(eval|print)=/;

/**
 * @param {object} doors { host, clock }: host.fork, host.argv, host.execArgv, host.env, host.isMainThread
 * @param {object} [launch] another script than that of this process: { script, args, execPath, cwd, env }
 * @returns {{ check, run, list }}
 */
function createForkRunner({ host, clock }, launch = {}) {
  /** @throws {Error} where the script of this process cannot be run again */
  function check() {
    const why = whyNot();
    if (why) throw new Error(`bench: cannot fork: ${why}; put the suite into a file, or do without forkTests, tier and cold`);
  }

  function whyNot() {
    if (!host.isMainThread) return 'this is a worker thread, and its script cannot be run again by itself';
    for (let i = 0; i < host.execArgv.length; i++) {
      if (NO_SCRIPT.test(host.execArgv[i])) return `there is no script to run again, node was started with ${host.execArgv[i]}`;
    }
    const script = host.argv[1];
    if (!script || script === '-') return 'there is no script to run again (a REPL, or one from standard input)';
    if (!host.hasScript(script)) return `the script ${script} is not there (any more)`;
    return null;
  }

  /** Options of node for a child: those of this process, but for what cannot be shared. */
  function execArgv(flags = []) {
    const kept = [];
    for (let i = 0; i < host.execArgv.length; i++) {
      const option = host.execArgv[i];
      if (!NOT_FOR_CHILDREN.test(option)) kept[kept.length] = option;
      else if (WITH_VALUE.test(option) && !/^-/.test(host.execArgv[i + 1] || '-')) i++;
    }
    return kept.concat(flags);
  }

  function fork(mark, padding, flags) {
    const { script = host.argv[1], args = host.argv.slice(2), execPath = host.execPath, cwd, env } = launch;
    return host.fork(script, args, {
      execPath,
      execArgv: execArgv(flags),
      cwd,
      env: { ...host.env, ...env, ...padding, QTIMEIT_FORK: JSON.stringify({ protocol: PROTOCOL, ...mark }) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // A line of garbage in the channel throws in us where messages are JSON, and nobody could catch it.
      serialization: 'advanced',
    });
  }

  /**
   * Runs one test in a process of its own.
   *
   * @param {object} job
   * @param {object} job.mark { position, index, name, seconds, calls, history, sampled }, see fork-child.js
   * @param {number} job.limitMs from the start of the test to its result
   * @param {object} [job.padding] more variables of its environment
   * @param {string[]} [job.flags] more options of node, behind those of this process
   * @param {function(string)} job.onLine given each line that the test prints to standard output
   * @param {function(function())} job.onStart given a function that ends the process at once
   * @returns {Promise<{ row: object|null, sample: object|null, error: object|null, hung: boolean }>} never
   *   rejects. sample: of its rounds, where these were asked for; hung: it had sent its result and did not end
   */
  async function run(job) {
    let end = await runOnce(job);
    for (let i = 0; i < TRIES_MS.length && end.spawnError && REFUSED[end.spawnError.code]; i++) {
      await new Promise((resolve) => clock.after(resolve, TRIES_MS[i]));
      end = await runOnce(job);
    }
    // Killed from outside: by the system, or by somebody's slip. Once is an accident.
    if (!end.row && end.signal && end.signal !== 'SIGABRT' && end.timedOutMs === null && !end.ours) end = await runOnce(job);
    return { row: end.row, sample: end.sample, error: end.row ? null : forkFailure(end), hung: end.hung };
  }

  /**
   * Runs the script in a process that measures nothing, to see what there is.
   *
   * @param {function(function())} onStart as above
   * @returns {Promise<{ suites: object[], environment: object|null, error: object|null }>} never rejects. suites:
   *   { position, tests: { name, timeoutSeconds, tier }[] } of each call of bench
   */
  async function list(onStart) {
    const end = await runOnce({ mark: { lists: true, position: 0 }, limitMs: START_LIMIT_MS, onLine() {}, onStart });
    const { suites, environment } = end;
    return { suites, environment, error: end.broken || (environment ? null : forkFailure(end)) };
  }

  function runOnce({ mark, limitMs, padding, flags, onLine, onStart }) {
    return new Promise((resolve) => {
      const end = {
        suite: mark.position + 1, row: null, begun: false, timedOutMs: null, spawnError: null, garbage: undefined,
        otherProtocol: null, code: null, signal: null, output: [], hung: false, ours: false,
        sample: null, suites: [], environment: null, broken: null,
      };
      let child;
      let cancelLimit = () => {};
      let cancelKill = () => {};
      let settled = false;

      function settle() {
        if (settled) return;
        settled = true;
        cancelLimit();
        cancelKill();
        resolve(end);
      }

      function limit(ms, whenDue) {
        cancelLimit();
        cancelLimit = clock.after(whenDue, ms);
      }

      function tooLong(ms) {
        limit(ms, () => {
          end.timedOutMs = ms;
          child.kill('SIGTERM');
          cancelKill = clock.after(() => child.kill('SIGKILL'), EXIT_GRACE_MS);
        });
      }

      function onMessage(message) {
        if (!message || typeof message !== 'object' || message.qtimeit === undefined) {
          end.garbage = message;
        } else if (message.qtimeit !== PROTOCOL) {
          end.otherProtocol = message.qtimeit;
          end.ours = true;
          child.kill('SIGKILL');
        } else if (message.type === 'begun' && !end.begun) {
          // Two turns: what the script has printed until now is read first.
          clock.nextTurn(() => clock.nextTurn(() => {
            end.begun = true;
            if (child.connected) child.send({ qtimeit: PROTOCOL, type: 'go' }, () => {});
            tooLong(limitMs);
          }));
        } else if (message.type === 'result' && message.row) {
          end.row = message.row;
          end.sample = message.sample || null;
          limit(EXIT_GRACE_MS, () => {
            end.hung = true;
            child.kill('SIGKILL');
          });
        } else if (message.type === 'suite') {
          end.suites.push(message.suite);
        } else if (message.type === 'loaded') {
          end.environment = message.environment;
          // More suites may come, from what the script waits for.
          limit(EXIT_GRACE_MS, () => child.kill('SIGKILL'));
        } else if (message.type === 'broken') {
          end.broken = { ...message.error, output: end.output };
        }
      }

      try {
        child = fork(mark, padding, flags);
      } catch (error) {
        end.spawnError = error;
        settle();
        return;
      }
      onStart(() => {
        end.ours = true;
        child.kill('SIGKILL');
      });
      tooLong(max(START_LIMIT_MS, limitMs));
      child.on('error', (error) => {
        // Also a message that could not be sent, or a signal: only without a process there is no 'exit'.
        if (child.pid !== undefined) return;
        end.spawnError = error;
        settle();
      });
      child.on('message', onMessage);
      child.on('exit', (code, signal) => {
        end.code = code;
        end.signal = signal;
        // Its last words are still in the pipes; one of its own children may hold these open.
        cancelLimit();
        cancelKill();
        cancelLimit = clock.after(settle, 200);
      });
      child.on('close', settle);
      readLines(child.stdout, (line) => { if (end.begun) onLine(line); });
      readLines(child.stderr, (line) => keepLast(end.output, line));
    });
  }

  return { check, run, list };
}

module.exports = { createForkRunner };
