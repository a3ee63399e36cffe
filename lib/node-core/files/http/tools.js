'use strict';

/*
 * The programs that make load: their arguments, output and selection. The first of wrk, autocannon and h2load that is
 * installed and speaks the protocol is used, otherwise our generator.
 *
 * A tool is { name, secondsOf(plan): duration, argumentsOf(plan, cores): command line, read(text): figures or null }.
 * Those that users install also have { install: instructions, instead: our generator for the same protocol, isHttp2,
 * package?: path of its script below node_modules, if npm installs it }.
 *
 * Figures, of tools and of our generator: { rate: responses per second, seconds, latency: { p50Ms, p99Ms } or null,
 * requests: responses, succeeded: with status 2xx or 3xx, errors: other responses, broken connections and requests
 * without a response, problem: the first error in words or null }.
 */

const path = require('path');

const { OPTIONS, formatAuthority, formatUrl } = require('./load-options');
const { isFile, isProgram, orNull } = require('../../../base/host/fs-queries');
const { listFoldersInPath, pathsOf, programFile, withParents } = require('../../../base/host/paths');
const { didYouMean } = require('../../../base/text/nearest');
const { show } = require('../../../base/text/show');

const { max, min, round, ceil } = Math;
const MS = { us: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 3.6e6 };

/** Milliseconds of a time that wrk or h2load prints: `114.00us`, `4.50ms`, `1.10s`; NaN for other text. */
function toMs(text) {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(us|ms|s|m|h)$/.exec(text) || [];
  return digits === undefined ? NaN : Number(digits) * MS[unit];
}

const latencyOf = (p50Ms, p99Ms) => (Number.isFinite(p50Ms) && Number.isFinite(p99Ms) ? { p50Ms, p99Ms } : null);

// wrk and autocannon take integers; autocannon computes its rate from them.
const wholeSecondsOf = ({ duration }) => max(1, round(duration));

/** refused: responses with another status; broken: failures without a response, which `what` names. */
const figuresOf = (figures, refused, broken, what) => ({
  ...figures, succeeded: figures.requests - refused, errors: refused + broken,
  problem: refused ? `${refused} responses were neither 2xx nor 3xx` : broken ? `${broken} ${what}` : null,
});

const headerArguments = ({ headers }, between) =>
  headers.flatMap(([name, value]) => ['-H', `${name}${between}${value}`]);

const wrk = {
  name: 'wrk',
  install: 'Debian: apt-get install wrk, macOS: brew install wrk',
  instead: 'embedded',
  isHttp2: false,
  secondsOf: wholeSecondsOf,

  argumentsOf(plan, cores) {
    const { connections } = plan;
    const load = ['-d', `${wholeSecondsOf(plan)}`, '-c', `${connections}`, '-t', `${min(connections, cores)}`];
    return [...load, '--latency', formatUrl(plan), ...headerArguments(plan, ': ')];
  },

  read(text) {
    const after = (pattern) => (pattern.exec(text) || [])[1];
    const rate = Number(after(/^Requests\/sec:\s*(\S+)/m));
    const [, requestsText, secondsText] = /^\s*(\d+) requests in (\S+),/m.exec(text) || [];
    const seconds = toMs(secondsText) / 1000;
    if (!Number.isFinite(rate) || !Number.isFinite(seconds)) return null;
    const refused = Number(after(/^\s*Non-2xx or 3xx responses: (\d+)/m)) || 0;
    const socketErrors = /^\s*Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/m.exec(text) || [];
    const broken = socketErrors.slice(1).reduce((sum, count) => sum + Number(count), 0);
    const latency =
      latencyOf(toMs(after(/^\s*50(?:\.0+)?%\s+(\S+)/m)), toMs(after(/^\s*99(?:\.0+)?%\s+(\S+)/m)));
    return figuresOf({ rate, seconds, latency, requests: Number(requestsText) }, refused, broken, 'socket errors');
  },
};

/** An npm package, which the project of the benchmark may have installed. */
const autocannon = {
  name: 'autocannon',
  install: 'npm install autocannon',
  instead: 'embedded',
  isHttp2: false,
  // On Windows, the program in node_modules/.bin needs a shell.
  package: 'autocannon/autocannon.js',
  secondsOf: wholeSecondsOf,

  argumentsOf(plan) {
    const load = ['-d', `${wholeSecondsOf(plan)}`, '-c', `${plan.connections}`, '-j', '-n'];
    // With `name: value`, autocannon would also send the space.
    return [...load, ...headerArguments(plan, '='), formatUrl(plan)];
  },

  read(text) {
    const { requests, latency, duration, non2xx = 0, errors = 0, '3xx': redirected = 0 } =
      orNull(() => JSON.parse(text)) || {};
    if (!requests || ![requests.average, requests.total, duration].every(Number.isFinite)) return null;
    const { p50, p99 } = latency || {};
    const figures =
      { rate: requests.average, seconds: duration, latency: latencyOf(p50, p99), requests: requests.total };
    return figuresOf(figures, non2xx - redirected, errors, 'connections failed');
  },
};

/** From h2load's table of times, which has named columns. Many versions print no percentiles. */
function latencyInTable(text) {
  const [, columns] = /^\s+(min\s+max\s.*)$/m.exec(text) || [];
  const [, row] = /^(?:time for )?request\s*:\s*(.*)$/m.exec(text) || [];
  if (columns === undefined || row === undefined) return null;
  const names = columns.trim().split(/\s+/);
  const values = row.trim().split(/\s+/);
  return latencyOf(toMs(values[names.indexOf('median')]), toMs(values[names.indexOf('p99')]));
}

const h2load = {
  name: 'h2load',
  install: 'Debian: apt-get install nghttp2-client, macOS: brew install nghttp2',
  instead: 'embedded-http2',
  isHttp2: true,

  /** With a rate, `rate` clients start in each period, and each lasts for the duration. */
  secondsOf({ duration, rate, ratePeriod = 1, clients = 1 }) {
    // One client by default: the option `connections` is for HTTP/1.1.
    return duration + (rate === undefined ? 0 : ceil(clients / rate) * ratePeriod);
  },

  argumentsOf(plan) {
    const { requests, rate, duration } = plan;
    const args = Object.entries(OPTIONS).filter(([name, { flag }]) => flag && plan[name] !== undefined)
      .flatMap(([name, { flag }]) => (flag.endsWith('=') ? [`${flag}${plan[name]}`] : [flag, `${plan[name]}`]));
    // -D ignores the number of requests, and excludes a rate; -T closes older connections. Both take integers.
    args.push(requests === undefined && rate === undefined ? '-D' : '-T');
    args.push(Number.isInteger(duration) ? `${duration}` : `${max(1, round(duration * 1000))}ms`);
    return [...args, ...headerArguments(plan, ': '), formatUrl(plan)];
  },

  read(text) {
    const [, duration, rateText] = /^finished in (\S+), (\S+) req\/s/m.exec(text) || [];
    const seconds = toMs(duration) / 1000;
    const rate = Number(rateText);
    const counts = /^requests: .*?(\d+) done, (\d+) succeeded, (\d+) failed/m.exec(text);
    if (!Number.isFinite(seconds) || !Number.isFinite(rate) || !counts) return null;
    const [requests, succeeded, errors] = counts.slice(1).map(Number);
    const problem = errors ? `${errors} requests failed` : null;
    return { rate, seconds, latency: latencyInTable(text), requests, succeeded, errors, problem };
  },
};

const TOOLS = [wrk, autocannon, h2load];

function jobOf(plan) {
  const { isHttp2, scheme, host, port, headers, duration, connections, clients = 1, maxConcurrentStreams } = plan;
  const { requests, initialWindowSize = 30, sessionInitialWindowSize = 30, headerTableSize } = plan;
  return {
    isHttp2, isSecure: scheme === 'https', host, port, authority: formatAuthority(plan), path: plan.path, headers,
      duration,
    // The same defaults as h2load.
    connections: isHttp2 ? clients : connections,
    requests: requests || null,
    streams: maxConcurrentStreams || 1,
    settings: { initialWindowSize: 2 ** initialWindowSize - 1, headerTableSize },
    sessionWindow: 2 ** sessionInitialWindowSize - 1,
  };
}

/** Needs a separate process, like the tools: in the process of the server, the two would compete. */
const generator = (name) => ({
  name,
  secondsOf: ({ duration }) => duration,
  argumentsOf: (plan) => [JSON.stringify(jobOf(plan))],
  read: (text) => orNull(() => JSON.parse(text)),
});

/** Rates of `embedded` (HTTP/1.1) and `embedded-http2` are not comparable. */
const embedded = generator('embedded');
const embeddedHttp2 = generator('embedded-http2');

// Changes of the plan by name. Core's benchmarks name their own generators test-double-*. Ours replace them, so that
// these files run unchanged.
const OURS = {
  embedded: {},
  'embedded-http2': { isHttp2: true },
  'test-double-http': { isHttp2: false },
  'test-double-https': { isHttp2: false, scheme: 'https' },
  'test-double-http2': { isHttp2: true },
};

function ours(given, name, { execPath }) {
  const plan = { ...given, ...OURS[name] };
  const program = { command: execPath, args: [path.join(__dirname, 'load-generator.js')] };
  return { tool: plan.isHttp2 ? embeddedHttp2 : embedded, program, plan };
}

function createLoadError(benchmarker, message, output = []) {
  const error = new Error(message);
  if (benchmarker !== null) error.benchmarker = benchmarker;
  if (output.length) error.output = output;
  return error;
}

/** { command, args } or null. Searches like a shell: starting programs would take longer than many benchmarks. */
function findProgram(tool, { host, cwd, execPath }) {
  const isWindows = host.platform === 'win32';
  const paths = pathsOf(host);
  const inPath = listFoldersInPath(host).filter(Boolean);
  const nearby = tool.package ? withParents(cwd, paths).map((folder) => paths.join(folder, 'node_modules')) : [];
  const programs = [...inPath, ...(isWindows ? [] : nearby.map((folder) => paths.join(folder, '.bin')))]
    .map((folder) => paths.resolve(cwd, folder, programFile(tool.name, host)));
  const program = programs.find((file) => isProgram(file, host));
  if (program !== undefined) return { command: program, args: [] };
  if (!isWindows || !tool.package) return null;
  const packages = [...inPath.map((folder) => paths.resolve(cwd, folder, 'node_modules')), ...nearby];
  const script = packages.map((folder) => paths.join(folder, tool.package)).find((file) => isFile(file, host));
  return script === undefined ? null : { command: execPath, args: [script] };
}

/**
 * Returns { tool, program, plan: with the protocol of the benchmarker's name }. where: { host, cwd, execPath }.
 * Throws an error for an unknown name, or a tool that is not installed.
 */
function chooseTool(plan, where) {
  const { benchmarker: asked } = plan;
  if (asked === undefined) {
    for (const tool of TOOLS) {
      const program = tool.isHttp2 === plan.isHttp2 ? findProgram(tool, where) : null;
      if (program) return { tool, program, plan };
    }
    return ours(plan, 'embedded', where);
  }
  if (Object.hasOwn(OURS, asked)) return ours(plan, asked, where);
  const tool = TOOLS.find(({ name }) => name === asked);
  if (!tool) {
    const names = [...TOOLS.map(({ name }) => name), ...Object.keys(OURS)];
    const hint = didYouMean(asked, names, '', show);
    const choice = `${hint ? `${hint} ` : ''}Available: ${names.join(', ')}`;
    throw createLoadError(null, `bench.http: unknown benchmarker ${show(asked)}. ${choice}`);
  }
  const program = findProgram(tool, where);
  if (!program) {
    const places = tool.package
      ? `in PATH or in node_modules/.bin of ${where.cwd} and its parent folders` : 'in PATH';
    throw createLoadError(asked, `${asked} not found ${places}. Install it (${tool.install}), or use ` +
      `benchmarker=${tool.instead}`);
  }
  return { tool, program, plan };
}

module.exports = { wrk, autocannon, h2load, toMs, chooseTool, findProgram, createLoadError };
