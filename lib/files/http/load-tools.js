'use strict';

/*
 * Which benchmarkers there are, and which one makes the load. The first of wrk, autocannon and h2load that is
 * installed and speaks the protocol; without any of them our own generator, which is always there.
 *
 * A tool is { name, install: how to get it, instead: which generator of ours does the same, isHttp2, package?,
 * secondsOf(plan): how long it will take, argumentsOf(plan, cores): its command line, read(text): figures or null }.
 *
 * Figures, of a tool and of the generator: { rate: responses per second, seconds, latency: { p50Ms, p99Ms } or null,
 * requests: responses, succeeded: those that are 2xx or 3xx, errors: other responses, broken connections and requests
 * without a response, problem: the first of them in words or null }.
 */

const { show } = require('../../text/show');
const { nearest } = require('../../text/nearest');
const { findProgram, placesOf } = require('./find-program');
const { loadError } = require('./load-error');

const TOOLS = [require('./wrk'), require('./autocannon'), require('./h2load')];

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
    const meant = nearest(asked, NAMES);
    const wayOut = `${meant === null ? 'there' : `did you mean ${show(meant)}? There`} are ${NAMES.join(', ')}`;
    throw loadError(null, `bench.http: there is no benchmarker ${show(asked)}; ${wayOut}`);
  }
  const program = findProgram(tool, where);
  if (!program) {
    throw loadError(asked, `${asked} was looked for ${placesOf(tool, where.cwd)}, and is not there; ` +
      `install it (${tool.install}) or ask for benchmarker=${tool.instead}`);
  }
  return { name: asked, tool, program, plan };
}

module.exports = { chooseTool };
