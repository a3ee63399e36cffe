'use strict';

/*
 * The process that makes the load, watched from the one in which the server answers: so nothing here may block. It is
 * ended when its time is over, and when this process ends: what would go on sending requests would send them to the
 * server of the next benchmark, which listens on the same port.
 */

const { keepLast } = require('../../host/child-output');
const { onExit } = require('../../host/interrupt');

const MOST_TEXT = 1 << 20;

// After its result, and after its end where somebody else holds its streams open.
const GRACE_MS = 2000;

// Marks of ours and of core's toolkit, and what would change or slow down a node that runs the tool.
const NOT_FOR_TOOLS = /^(NODE_RUN_BENCHMARK_.*|NODE_BENCHMARK_FLAGS|QTIMEIT_.*|NODE_OPTIONS|NODE_V8_COVERAGE)$/;

/** The environment of a tool. */
function toolEnvironment(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_FOR_TOOLS.test(name)));
}

function collect(stream) {
  const text = { all: '' };
  if (!stream) return text;
  stream.setEncoding('utf8');
  stream.on('data', (part) => { text.all = (text.all + part).slice(-MOST_TEXT); });
  stream.on('error', () => {});
  return text;
}

const linesOf = (text) => text.split(/\r?\n/).map((line) => line.trimEnd()).filter(Boolean);

/**
 * @param {object} clock
 * @param {function(): object} start gives the child process, or throws
 * @param {number} limitMs
 * @returns {Promise<object>} { startError, isTimedOut, exitCode, signal, message: what it sent, undefined for none,
 *   stdout: text, output: the last lines of its standard error, or else of its standard output }
 */
function watchProcess(clock, start, limitMs) {
  return new Promise((resolve) => {
    const end = { startError: null, isTimedOut: false, exitCode: null, signal: null, message: undefined };
    let child;
    try {
      child = start();
    } catch (error) {
      resolve({ ...end, startError: error, stdout: '', output: [] });
      return;
    }
    const stdout = collect(child.stdout);
    const stderr = collect(child.stderr);
    const kill = () => child.kill('SIGKILL');
    const stopListening = onExit(kill);
    let stopTimer = clock.after(() => {
      end.isTimedOut = true;
      kill();
    }, limitMs);
    const within = (ms, action) => {
      stopTimer();
      stopTimer = clock.after(action, ms);
    };

    function finish() {
      stopTimer();
      stopListening();
      for (const stream of [child.stdout, child.stderr]) if (stream) stream.destroy();
      const errors = linesOf(stderr.all);
      const output = [];
      for (const line of errors.length ? errors : linesOf(stdout.all)) keepLast(output, line);
      resolve({ ...end, stdout: stdout.all, output });
    }

    child.on('message', (message) => {
      end.message = message;
      within(GRACE_MS, kill);
    });
    child.on('error', (error) => {
      // Also where it cannot be killed, or told something; then it has a pid, and an end of its own.
      if (child.pid !== undefined) return;
      end.startError = error;
      finish();
    });
    child.on('exit', (exitCode, signal) => {
      Object.assign(end, { exitCode, signal });
      within(GRACE_MS, finish);
    });
    child.on('close', finish);
  });
}

module.exports = { watchProcess, toolEnvironment };
