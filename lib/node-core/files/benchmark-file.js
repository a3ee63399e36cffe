'use strict';

/* A process that knows the configurations of a file, and measures one on request. Each process runs the setup. */

const { runProcess } = require('../../base/host/child-process-run');
const { keepLast } = require('../../base/host/child-output');
const { LOST, endedWords } = require('../../core/session/fork-failure');
const { hintOfLoading } = require('../../core/suite/typescript');
const { readTrimmed } = require('../../base/host/fs-queries');
const { codeOf } = require('../../base/text/code-text');
const { createRowError } = require('../../base/text/row-error');
const { forkConfiguration, createResult } = require('./fork-configuration');

const START_LIMIT_MS = 30000;
const END_GRACE_MS = 5000;

const EXITS = /\bexit\s*\(/; // for files that end before they load the toolkit, which reports this
const TO_SKIP = '. To skip a file, call process.exit(0) in it before createBenchmark';

/** output: its last lines; exits: whether it called process.exit(); script: its path */
function failureOf(end, { output, exits, script }, host) {
  const { notStarted, timedOutMs, isLost, signal, code } = end;
  const failed = (kind, message, skipped = null) => ({ error: createRowError(kind, message, { output }), skipped });
  if (notStarted !== null) return failed('not-started', `its process could not be started: ${notStarted}`);
  if (timedOutMs !== null) {
    return failed('timed-out', `did not reach createBenchmark within ${START_LIMIT_MS / 1000} s`);
  }
  if (isLost) return failed('garbage', LOST);
  const skipped = code === 0 && exits && output.length ? output[output.length - 1] : null;
  const hint = code === 0 && !exits && output.length ? TO_SKIP
    : hintOfLoading(script, { message: output.join('\n') }, host);
  const words = `never called createBenchmark: its process ${endedWords(end)}${hint}`;
  return failed(signal ? 'killed' : 'exited', words, skipped);
}

function startProcess({ reportsEnvironment = false, relay, ...launch }, { host, clock, writeError }) {
  const own = {
    running: null, ended: null, output: [], isExitByCall: null, take() {},
    /** Resolves to { message }, or to { end } if the process ends first. */
    next: () => new Promise((resolve) => { own.take = resolve; }),
  };
  const onLine = (line) => {
    writeError(`${line}\n`);
    keepLast(own.output, line);
  };
  own.ended = runProcess({
    ...launch, env: { ...host.env, ...launch.env }, stdio: ['inherit', 'pipe', 'pipe'],
    role: 'file', job: { reportsEnvironment, relay, loadNode: host.execPath },
  }, { host, clock }, {
    onStart(running) {
      own.running = running;
      running.limit(START_LIMIT_MS);
    },
    onMessage(message) {
      if (message.type === 'exiting') own.isExitByCall = message.isByCall;
      else own.take({ message });
    },
    onLine,
    onErrorLine: onLine,
  }).then((end) => own.take({ end }));
  return own;
}

/**
 * launch: { script, args, execPath, execArgv, cwd, env, reportsEnvironment: whether the process reports sysinfo(),
 * relay: for createRelayFile }. run(index, padding) measures a configuration in a separate process with so many extra
 * bytes in its environment; count(index, counting) counts instructions, see fork-configuration.js; kill(): at the end
 * of the command.
 */
function createBenchmarkFile(launch, deps) {
  let current = null;
  let found = null;

  /**
   * Never rejects. Resolves to { found, error }; error: the file did not reach createBenchmark; skipped: last output of
   * a file that called process.exit(0) before that; refused: reason for invalid arguments.
   */
  async function open() {
    if (current) return { found, error: null };
    const own = startProcess(launch, deps);
    current = own;
    own.ended.then(() => { if (current === own) current = null; });
    const { message, end } = await own.next();
    if (end) {
      const exits = own.isExitByCall ?? EXITS.test(codeOf(readTrimmed(deps.host, launch.script)));
      return { found: null, ...failureOf(end, { output: own.output, exits, script: launch.script }, deps.host) };
    }
    own.running.limit(Infinity);
    if (message.type === 'refused') return { found: null, error: null, refused: message.words };
    found = message;
    return { found, error: null };
  }

  /** Never rejects: { configuration, parameters, rate, seconds, operations, latency, counted }, or { error }. */
  async function ask(what) {
    if (current === null) return { error: createRowError('exited', 'the process of the benchmark file has ended') };
    const outcome = current.next();
    current.running.send({ type: 'run', ...what });
    const { message, end } = await outcome;
    if (end) return { error: createRowError('exited', `the process of the benchmark file ${endedWords(end)}`) };
    return message.error ? { error: message.error } : message;
  }

  async function close() {
    if (current === null) return;
    const { running, ended } = current;
    current = null;
    running.send({ type: 'end' });
    running.expectEnd(END_GRACE_MS);
    await ended;
  }

  function kill() {
    if (current !== null) current.running.send({ type: 'end' });
  }

  return {
    open, close, kill,
    run: (index, padding = 0) => ask({ index, padding }),
    count: (index, counting) => ask({ index, padding: 0, counting }),
    isOpen: () => current !== null,
    hasSetup: () => found !== null && found.hasSetup,
  };
}

/**
 * For a file that delegates to another process and passes on its results with sendResult, such as a server whose
 * clients are the benchmark. The other process calls createBenchmark, with the same arguments and environment. So each
 * run takes both processes. The job of the first process selects the configuration; its worker entry puts that into the
 * environment of the second process (host/worker.js). Same parameters and result as createBenchmarkFile.
 */
function createRelayFile(launch, deps) {
  const file = createBenchmarkFile({ ...launch, relay: 'look' }, deps);
  let looked = null;
  let kill = () => {};

  /** Runs once; the process only reports its configurations, and then ends. */
  async function open() {
    looked ??= await file.open();
    await file.close();
    return looked;
  }

  async function run(index, padding = 0) {
    const { host } = deps;
    const { report, error } = await forkConfiguration({
      ...launch, env: { ...host.env, ...launch.env }, padding, job: { relay: index, loadNode: host.execPath },
      isPiped: true,
    }, deps, (killOne) => { kill = killOne; });
    return error ? { error } : createResult(report);
  }

  return {
    open, run, hasSetup: file.hasSetup, isOpen: () => false, close: async () => {},
    // Unsupported: the started process is the parent in the other file, not the configuration.
    count: null,
    kill() {
      file.kill();
      kill();
    },
  };
}

module.exports = { createBenchmarkFile, createRelayFile };
