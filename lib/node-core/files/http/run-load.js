'use strict';

/* bench.http: another process sends requests to a server in this process for some seconds. */

const { program: { onExit } } = require('#engine');
const { checkLoadOptions, formatUrl } = require('./load-options');
const { chooseTool, createLoadError } = require('./tools');
const { orNull } = require('../../../base/host/fs-queries');
const { keepLast, keepText } = require('../../../base/host/child-output');

const LIMIT_SECONDS = 10;
const QUOTED_LINES = 3;
const QUOTED_LETTERS = 200;
const MOST_TEXT = 1 << 20;
const GRACE_MS = 2000; // time after the end of a process if another process keeps its streams open

// Variables of qtimeit and of core's toolkit, and variables that would change or slow down a tool that runs on node.
const NOT_FOR_TOOLS = /^(NODE_RUN_BENCHMARK_.*|NODE_BENCHMARK_FLAGS|QTIMEIT_.*|NODE_OPTIONS|NODE_V8_COVERAGE)$/;

const linesOf = (text) => text.split(/\r?\n/).map((line) => line.trimEnd()).filter(Boolean);

/**
 * Runs the process that makes the load. Nothing here may block, because the server answers in this process. The load
 * process is killed at the limit, and when this process ends: otherwise it would send requests to the server of the
 * next benchmark, which has the same port. output: the last lines of standard error, or of standard output.
 */
function runTool({ tool, program, plan }, limitMs, { host, clock }) {
  return new Promise((resolve) => {
    const end = { startError: null, isTimedOut: false, exitCode: null, signal: null, stdout: '', output: [] };
    // Some containers report no processors.
    const cores = orNull(() => host.cpus().length) || 1;
    const env = Object.fromEntries(Object.entries(host.env).filter(([name]) => !NOT_FOR_TOOLS.test(name)));
    let child;
    try {
      const args = [...program.args, ...tool.argumentsOf(plan, cores)];
      child = host.spawn(program.command, args, { env, stdio: 'pipe', windowsHide: true });
    } catch (error) {
      resolve({ ...end, startError: error });
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

    function finish() {
      stopTimer();
      stopListening();
      for (const stream of [child.stdin, child.stdout, child.stderr]) if (stream) stream.destroy();
      end.stdout = stdout.text;
      const errors = linesOf(stderr.text);
      for (const line of errors.length ? errors : linesOf(stdout.text)) keepLast(end.output, line);
      resolve(end);
    }

    child.on('error', (error) => {
      // A failure to kill it is also an error. Then the process has a pid, and ends later.
      if (child.pid !== undefined) return;
      end.startError = error;
      finish();
    });
    child.on('exit', (exitCode, signal) => {
      Object.assign(end, { exitCode, signal });
      stopTimer();
      stopTimer = clock.after(finish, GRACE_MS);
    });
    child.on('close', finish);
  });
}

function quote(lines) {
  const short = (line) => (line.length > QUOTED_LETTERS ? `${line.slice(0, QUOTED_LETTERS - 3)}...` : line);
  return lines.map((line) => short(line).trim()).join(' / ');
}

/** The figures that a tool printed. Throws an Error if it did not end well, or had no response. */
function figuresOf({ name, read }, { startError, isTimedOut, signal, exitCode, stdout, output }, limitSeconds, url) {
  const fail = (message) => { throw createLoadError(name, message, output); };
  const last = output.length ? `: ${quote(output.slice(-QUOTED_LINES))}` : ', and printed nothing';
  if (startError) fail(`${name} could not be started: ${startError.message}`);
  if (isTimedOut) fail(`${name} did not end within ${limitSeconds} s, and was killed`);
  if (signal) fail(`${name} was killed by ${signal}${last}`);
  if (exitCode !== 0) fail(`${name} failed with exit code ${exitCode}${last}`);
  const figures = read(stdout);
  if (!figures) {
    const first = linesOf(stdout).slice(0, QUOTED_LINES);
    const printed = first.length ? `output that cannot be read: ${quote(first)}` : 'nothing to standard output';
    fail(`${name} printed ${printed}`);
  }
  if (figures.failure) fail(`${name}: ${figures.failure}`);
  const { rate, seconds, requests, succeeded, errors, problem } = figures;
  const why = problem === null ? '' : ` (${problem})`;
  if (requests === 0 && errors === 0) fail(`${name} got no response from ${url} within ${seconds} s`);
  if (succeeded <= 0) fail(`${name}: every request to ${url} failed${why}`);
  if (!(rate > 0) || rate === Infinity) fail(`${name} reported ${rate} requests per second${why}`);
  return figures;
}

/**
 * Sends as many requests to a server of this process as it can answer. Rate and seconds come from the benchmarker, and
 * exclude its start. Latencies of autocannon are integers of ms.
 *
 * execPath: node for our generator; a comparison of two versions uses the same one. cwd: this folder and its ancestors
 * may have node_modules. rate: responses per second, including errors; latency: { p50Ms, p99Ms } or null.
 *
 * @throws {TypeError|RangeError} for an option
 * @throws {Error} for a benchmarker that does not exist, fails, does not end, prints something else, or whose requests
 *   all failed; with the properties benchmarker, if one was chosen, and output (last lines)
 */
async function runLoad(options, { host, clock, execPath = host.execPath, cwd }) {
  const chosen = chooseTool(checkLoadOptions(options), { host, cwd, execPath });
  const { tool, plan } = chosen;
  const limitSeconds = tool.secondsOf(plan) + LIMIT_SECONDS;
  const end = await runTool(chosen, limitSeconds * 1000, { host, clock });
  const { rate, seconds, latency } = figuresOf(tool, end, limitSeconds, formatUrl(plan));
  return { benchmarker: tool.name, rate, seconds, latency };
}

module.exports = { runLoad, runTool };
