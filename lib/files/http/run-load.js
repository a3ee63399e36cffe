'use strict';

/* bench.http: a server listens in this process, and a tool outside asks it again and again for so many seconds. */

const path = require('path');

const { chooseTool, loadError } = require('./load-tools');
const { authorityOf, checkLoadOptions, urlOf } = require('./load-options');
const { toolEnvironment, watchProcess } = require('./load-process');
const { orNull } = require('../../host/fs-queries');

// What a tool may take to start, and to stop.
const LIMIT_SECONDS = 10;

const QUOTED_LINES = 3;
const QUOTED_LETTERS = 200;

const GENERATOR = path.join(__dirname, 'load-generator.js');

/** What load-generator.js is told. */
function jobOf(plan) {
  const { isHttp2, scheme, host, port, headers, duration, connections, clients, maxConcurrentStreams, requests } = plan;
  const { initialWindowSize = 30, sessionInitialWindowSize = 30, headerTableSize } = plan;
  return {
    isHttp2, isSecure: scheme === 'https', host, port, authority: authorityOf(plan), path: plan.path, headers, duration,
    // As with h2load: other clients would be another load.
    connections: isHttp2 ? clients || 1 : connections,
    requests: requests || null,
    streams: maxConcurrentStreams || 1,
    settings: {
      initialWindowSize: 2 ** initialWindowSize - 1, ...(headerTableSize === undefined ? {} : { headerTableSize }),
    },
    sessionWindow: 2 ** sessionInitialWindowSize - 1,
  };
}

/**
 * Our own generator of load: needs nothing to be installed. It runs in a process of its own, as the others do, since in
 * that of the server the two would take turns.
 *
 * @param {object} plan
 * @param {{ host: object, execPath: string }} deps
 * @returns {object} the child process, which sends { figures } or { failure: message }
 */
function startGenerator(plan, { host, execPath }) {
  const child = host.fork(GENERATOR, [], {
    execPath, execArgv: [], env: toolEnvironment(host.env), stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Where it has gone away already, its end tells more.
  child.send(jobOf(plan), () => {});
  return child;
}

/** Some of the lines that a tool printed, in one. */
function quote(lines) {
  const short = (line) => (line.length > QUOTED_LETTERS ? `${line.slice(0, QUOTED_LETTERS - 3)}...` : line);
  return lines.map((line) => short(line).trim()).join(' / ');
}

/** @throws {Error} where the process has come to a bad end */
function checkEnd({ name, limitSeconds }, end) {
  const fail = (message) => { throw loadError(name, message, end.output); };
  const last = end.output.length ? `: ${quote(end.output.slice(-QUOTED_LINES))}` : ', and printed nothing';
  if (end.startError) fail(`${name} could not be started: ${end.startError.message}`);
  if (end.message !== undefined) return;
  if (end.isTimedOut) fail(`${name} did not end within ${limitSeconds} s, and was killed`);
  if (end.signal) fail(`${name} was killed by ${end.signal}${last}`);
  if (end.exitCode !== 0) fail(`${name} failed with exit code ${end.exitCode}${last}`);
}

/** @throws {Error} where the figures are none */
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
 * Sends requests to a server of this process, by a process of its own, as many as it can answer.
 *
 * What is where each benchmarker gives it: rate and seconds are its own (the seconds without its start); latencies of
 * autocannon are whole ms. `embedded` is our generator on HTTP/1.1, `embedded-http2` on HTTP/2 and knows of its options
 * requests, clients, maxConcurrentStreams, initialWindowSize, sessionInitialWindowSize and headerTableSize.
 *
 * @param {object} options port, and of: benchmarker (the first that is there of wrk and autocannon, or h2load where
 *   options of HTTP/2 are given, and else our own), host '127.0.0.1', path '/', scheme 'http', connections 100 (of
 *   HTTP/1.1), duration 5 (seconds; wrk and autocannon round them to whole ones, 1 at the least), headers {}; of
 *   HTTP/2: requests, clients 1, threads, maxConcurrentStreams, initialWindowSize and sessionInitialWindowSize (bits),
 *   rate, ratePeriod, timeout, headerTableSize, encoderHeaderTableSize
 * @param {object} deps
 * @param {object} deps.host lib/host/host.js: platform, env, execPath, cpus, stat, checkAccess, spawn, fork
 * @param {object} deps.clock
 * @param {string} [deps.execPath] the node that runs our generator; to compare two of them, it has to be the same
 * @param {string} [deps.cwd] from where upwards node_modules are looked into
 * @returns {Promise<{ benchmarker: string, rate: number, seconds: number, latency: { p50Ms: number, p99Ms: number
 *   }|null, requests: number, errors: number }>} rate: responses per second, those of errors included; errors:
 *   responses that are neither 2xx nor 3xx, connections that failed or broke
 * @throws {TypeError|RangeError} for an option
 * @throws {Error} with the properties benchmarker, where one was chosen, and output, the last lines it printed: for one
 *   that there is not, fails, does not end, prints something else, or whose requests all failed
 */
async function runLoad(options, { host, clock, execPath = host.execPath, cwd = process.cwd() }) {
  const { name, tool, program, plan } = chooseTool(checkLoadOptions(options), { host, cwd, execPath });
  const seconds = tool ? tool.secondsOf(plan) : plan.duration;
  const limitSeconds = seconds + LIMIT_SECONDS;
  const start = tool ? () => host.spawn(program.command, [...program.args, ...tool.argumentsOf(plan, coresOf(host))], {
    env: toolEnvironment(host.env), stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true,
  }) : () => startGenerator(plan, { host, execPath });
  const end = await watchProcess(clock, start, limitSeconds * 1000);
  checkEnd({ name, limitSeconds }, end);
  const figures = figuresOf(name, tool, end);
  checkFigures(name, figures, urlOf(plan), end.output);
  const { rate, latency, requests, errors } = figures;
  return { benchmarker: name, rate, seconds: figures.seconds, latency, requests, errors };
}

/** Some containers tell of none. */
const coresOf = (host) => orNull(() => host.cpus().length) || 1;

module.exports = { runLoad, startGenerator };
