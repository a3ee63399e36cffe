'use strict';

/* bench.http: another process sends requests to a server in this process for some seconds. */

const path = require('path');

const { authorityOf, checkLoadOptions, urlOf } = require('./load-options');
const { chooseTool, loadError } = require('./tools');
const { orNull } = require('../../host/fs-queries');
const { keepLast } = require('../../host/child-output');
const { keepText } = require('../../host/child-output');
const { onExit } = require('../../host/interrupt');

const LIMIT_SECONDS = 10;

const QUOTED_LINES = 3;
const QUOTED_LETTERS = 200;

const MOST_TEXT = 1 << 20;

// Time until a process is killed after its result, and time after its end if another process keeps its streams open.
const GRACE_MS = 2000;

// Variables of qtimeit and of core's toolkit, and variables that would change or slow down a tool that runs on node.
const NOT_FOR_TOOLS = /^(NODE_RUN_BENCHMARK_.*|NODE_BENCHMARK_FLAGS|QTIMEIT_.*|NODE_OPTIONS|NODE_V8_COVERAGE)$/;

const GENERATOR = path.join(__dirname, 'load-generator.js');

function toolEnvironment(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !NOT_FOR_TOOLS.test(name)));
}

const linesOf = (text) => text.split(/\r?\n/).map((line) => line.trimEnd()).filter(Boolean);

/**
 * Watches the process that makes the load. Nothing here may block, because the server answers in this process. The load
 * process is killed at the limit, and when this process ends: otherwise it would send requests to the server of the
 * next benchmark, which has the same port.
 *
 * @param {function(): object} start returns the child process, or throws
 * @returns {Promise<object>} { startError, isTimedOut, exitCode, signal, message: from the process, or undefined,
 *   stdout: text, output: the last lines of standard error, or of standard output }
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
    const stdout = keepText(child.stdout, MOST_TEXT);
    const stderr = keepText(child.stderr, MOST_TEXT);
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
      const errors = linesOf(stderr.text);
      const output = [];
      for (const line of errors.length ? errors : linesOf(stdout.text)) keepLast(output, line);
      resolve({ ...end, stdout: stdout.text, output });
    }

    child.on('message', (message) => {
      end.message = message;
      within(GRACE_MS, kill);
    });
    child.on('error', (error) => {
      // Failures to kill it, or to send a message, are also errors. Then the process has a pid, and ends later.
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

function jobOf(plan) {
  const { isHttp2, scheme, host, port, headers, duration, connections, clients, maxConcurrentStreams, requests } = plan;
  const { initialWindowSize = 30, sessionInitialWindowSize = 30, headerTableSize } = plan;
  return {
    isHttp2, isSecure: scheme === 'https', host, port, authority: authorityOf(plan), path: plan.path, headers, duration,
    // The same defaults as h2load.
    connections: isHttp2 ? clients || 1 : connections,
    requests: requests || null,
    streams: maxConcurrentStreams || 1,
    settings: {
      initialWindowSize: 2 ** initialWindowSize - 1, ...(headerTableSize === undefined ? {} : { headerTableSize }),
    },
    sessionWindow: 2 ** sessionInitialWindowSize - 1,
  };
}

/** Needs a separate process, like the tools: in the process of the server, the two would compete. */
function startGenerator(plan, { host, execPath }) {
  const child = host.fork(GENERATOR, [], {
    execPath, execArgv: [], env: toolEnvironment(host.env), stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // If the process has already ended, its exit code is more informative.
  child.send(jobOf(plan), () => {});
  return child;
}

function quote(lines) {
  const short = (line) => (line.length > QUOTED_LETTERS ? `${line.slice(0, QUOTED_LETTERS - 3)}...` : line);
  return lines.map((line) => short(line).trim()).join(' / ');
}

function checkEnd({ name, limitSeconds }, end) {
  const fail = (message) => { throw loadError(name, message, end.output); };
  const last = end.output.length ? `: ${quote(end.output.slice(-QUOTED_LINES))}` : ', and printed nothing';
  if (end.startError) fail(`${name} could not be started: ${end.startError.message}`);
  if (end.message !== undefined) return;
  if (end.isTimedOut) fail(`${name} did not end within ${limitSeconds} s, and was killed`);
  if (end.signal) fail(`${name} was killed by ${end.signal}${last}`);
  if (end.exitCode !== 0) fail(`${name} failed with exit code ${end.exitCode}${last}`);
}

function checkFigures(name, figures, url, output) {
  const { rate, requests, succeeded, errors, problem } = figures;
  const why = problem === null ? '' : ` (${problem})`;
  const fail = (message) => { throw loadError(name, message, output); };
  if (requests === 0 && errors === 0) fail(`${name} got no response from ${url} within ${figures.seconds} s`);
  if (succeeded <= 0) fail(`${name}: every request to ${url} failed${why}`);
  if (!(rate > 0) || rate === Infinity) fail(`${name} told a rate of ${rate} requests per second${why}`);
}

function figuresOf(name, tool, end) {
  if (!tool) {
    const { figures, failure } = end.message || {};
    if (!figures) throw loadError(name, failure ? `${name}: ${failure}` : `${name} ended without a result`, end.output);
    return figures;
  }
  const figures = tool.read(end.stdout);
  if (figures) return figures;
  const first = end.stdout.split(/\r?\n/).filter((line) => line.trim()).slice(0, QUOTED_LINES);
  const printed = first.length ? `something that cannot be read: ${quote(first)}` : 'nothing to standard output';
  throw loadError(name, `${name} printed ${printed}`, end.output);
}

/**
 * Sends as many requests to a server of this process as it can answer.
 *
 * Rate and seconds come from the benchmarker, and exclude its start. Latencies of autocannon are integers of ms.
 *
 * @param {object} options port, and: benchmarker (default: wrk or autocannon if installed, h2load with options of
 *   HTTP/2, otherwise our generator: `embedded` or `embedded-http2`), host '127.0.0.1', path '/', scheme 'http',
 *   connections 100 (HTTP/1.1), duration 5 (seconds; integers of at least 1 for wrk and autocannon), headers {}; for
 *   HTTP/2: requests, clients 1, maxConcurrentStreams, initialWindowSize and sessionInitialWindowSize (bits),
 *   headerTableSize; only for h2load: threads, rate, ratePeriod, timeout, encoderHeaderTableSize
 * @param {object} deps { host, clock, execPath, cwd } execPath: node for our generator; a comparison of two versions
 *   uses the same one; cwd: this folder and its ancestors may have node_modules
 * @returns {Promise<{ benchmarker: string, rate: number, seconds: number, latency: { p50Ms: number, p99Ms: number
 *   }|null, requests: number, errors: number }>} rate: responses per second, including errors; errors: responses other
 *   than 2xx and 3xx, and failed or broken connections
 * @throws {TypeError|RangeError} for an option
 * @throws {Error} for a benchmarker that does not exist, fails, does not end, prints something else, or whose requests
 *   all failed; with the properties benchmarker, if one was chosen, and output (last lines)
 */
async function runLoad(options, { host, clock, execPath = host.execPath, cwd = process.cwd() }) {
  const { name, tool, program, plan } = chooseTool(checkLoadOptions(options), { host, cwd, execPath });
  const seconds = tool ? tool.secondsOf(plan) : plan.duration;
  const limitSeconds = seconds + LIMIT_SECONDS;
  // Some containers report no processors.
  const cores = orNull(() => host.cpus().length) || 1;
  const start = tool ? () => host.spawn(program.command, [...program.args, ...tool.argumentsOf(plan, cores)], {
    env: toolEnvironment(host.env), stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true,
  }) : () => startGenerator(plan, { host, execPath });
  const end = await watchProcess(clock, start, limitSeconds * 1000);
  checkEnd({ name, limitSeconds }, end);
  const figures = figuresOf(name, tool, end);
  checkFigures(name, figures, urlOf(plan), end.output);
  const { rate, latency, requests, errors } = figures;
  return { benchmarker: name, rate, seconds: figures.seconds, latency, requests, errors };
}

module.exports = { runLoad, startGenerator, watchProcess };
