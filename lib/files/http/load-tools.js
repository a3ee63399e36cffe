'use strict';

/*
 * Which benchmarkers there are, and which one makes the load. The first of wrk, autocannon and h2load that is
 * installed and speaks the protocol; without any of them our own generator, which is always there.
 *
 * A tool is { name, install: how to get it, instead: which generator of ours does the same, isHttp2, package?: path of
 * its script below node_modules, of one that npm installs, secondsOf(plan): how long it will take, argumentsOf(plan,
 * cores): its command line, read(text): figures or null }.
 *
 * Figures, of a tool and of the generator: { rate: responses per second, seconds, latency: { p50Ms, p99Ms } or null,
 * requests: responses, succeeded: those that are 2xx or 3xx, errors: other responses, broken connections and requests
 * without a response, problem: the first of them in words or null }.
 */

const { show } = require('../../text/show');
const { didYouMean } = require('../../text/nearest');
const { isFile, isProgram } = require('../../host/fs-queries');
const { foldersInPath, pathsOf, programFile } = require('../../host/paths');
const { wrk, autocannon, h2load } = require('./tools');

const TOOLS = [wrk, autocannon, h2load];

// Those that are named as core's files name their stand-ins are ours, too: those files run as they are.
const OURS = {
  embedded: {},
  'embedded-http2': { isHttp2: true },
  'test-double-http': { isHttp2: false },
  'test-double-https': { isHttp2: false, scheme: 'https' },
  'test-double-http2': { isHttp2: true },
};

const NAMES = [...TOOLS.map(({ name }) => name), ...Object.keys(OURS)];

/** Our own generator: `embedded` for HTTP/1.1 and `embedded-http2`, whose rates are not to be compared. */
function ours(plan, changes) {
  const changed = { ...plan, ...changes };
  return { name: changed.isHttp2 ? 'embedded-http2' : 'embedded', tool: null, program: null, plan: changed };
}

/**
 * What went wrong with the load of a benchmark.
 *
 * @param {string|null} benchmarker who made the load, null where nobody was chosen
 * @param {string} message
 * @param {string[]} [output] the last lines it printed
 * @returns {Error} with the properties benchmarker and output, each only where there is one
 */
function loadError(benchmarker, message, output = []) {
  const error = new Error(message);
  if (benchmarker !== null) error.benchmarker = benchmarker;
  if (output.length) error.output = output;
  return error;
}

/** The folder and those above it, the nearest first. */
function upwards(folder, paths) {
  const above = paths.dirname(folder);
  return above === folder ? [folder] : [folder, ...upwards(above, paths)];
}

/**
 * Looks for a program as a shell does, without starting one: to ask each with `-h` would take longer than many a
 * benchmark.
 *
 * @param {object} tool
 * @param {{ host: object, cwd: string, execPath: string }} where execPath: the node for scripts
 * @returns {{ command: string, args: string[] }|null} what starts it, before its own arguments
 */
function findProgram(tool, { host, cwd, execPath }) {
  const isWindows = host.platform === 'win32';
  const paths = pathsOf(host);
  const inPath = foldersInPath(host).filter(Boolean);
  const nearby = tool.package ? upwards(cwd, paths).map((folder) => paths.join(folder, 'node_modules')) : [];
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
 * @param {object} plan as checkLoadOptions gives it
 * @param {{ host: object, cwd: string, execPath: string }} where
 * @returns {{ name, tool, program, plan }} tool and program: null for our own generator; plan: with what the name
 *   of the benchmarker says about the protocol
 * @throws {Error} for a name that there is not, and a tool that is not installed
 */
function chooseTool(plan, where) {
  const asked = plan.benchmarker;
  if (asked === undefined) {
    for (const tool of TOOLS) {
      const program = tool.isHttp2 === plan.isHttp2 ? findProgram(tool, where) : null;
      if (program) return { name: tool.name, tool, program, plan };
    }
    return ours(plan, {});
  }
  if (Object.hasOwn(OURS, asked)) return ours(plan, OURS[asked]);
  const tool = TOOLS.find(({ name }) => name === asked);
  if (!tool) {
    const hint = didYouMean(asked, NAMES, '', show);
    const wayOut = `${hint ? `${hint} There` : 'there'} are ${NAMES.join(', ')}`;
    throw loadError(null, `bench.http: there is no benchmarker ${show(asked)}; ${wayOut}`);
  }
  const program = findProgram(tool, where);
  if (!program) {
    const places = tool.package
      ? `in PATH and in node_modules/.bin of ${where.cwd} and the folders above it` : 'in PATH';
    throw loadError(asked, `${asked} was looked for ${places}, and is not there; ` +
      `install it (${tool.install}) or ask for benchmarker=${tool.instead}`);
  }
  return { name: asked, tool, program, plan };
}

module.exports = { chooseTool, findProgram, loadError };
