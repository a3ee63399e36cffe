'use strict';

/*
 * autocannon: HTTP/1.1, a program of Node's, so it may be among the packages of the benchmark.
 */

const { urlOf } = require('./load-options');

const { max, round } = Math;

/** Its rate is that of whole seconds. */
const secondsOf = ({ duration }) => max(1, round(duration));

function argumentsOf(plan) {
  // Not `name: value`: autocannon would send the blank, too.
  const lines = plan.headers.flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  return ['-d', `${secondsOf(plan)}`, '-c', `${plan.connections}`, '-j', '-n', ...lines, urlOf(plan)];
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (_) {
    return null;
  }
}

/**
 * Its latencies are whole ms: 0 is one below.
 *
 * @returns {object|null} see load-tools.js
 */
function read(text) {
  const { requests, latency, duration, non2xx = 0, errors = 0, '3xx': redirected = 0 } = parsed(text) || {};
  if (!requests || !Number.isFinite(requests.average) || !Number.isFinite(requests.total) || !Number.isFinite(duration)) return null;
  const refused = non2xx - redirected;
  const { p50, p99 } = latency || {};
  return {
    rate: requests.average,
    seconds: duration,
    latency: Number.isFinite(p50) && Number.isFinite(p99) ? { p50Ms: p50, p99Ms: p99 } : null,
    requests: requests.total,
    succeeded: requests.total - refused,
    errors: refused + errors,
    problem: refused ? `${refused} responses were neither 2xx nor 3xx` : errors ? `${errors} connections failed` : null,
  };
}

module.exports = {
  name: 'autocannon',
  install: 'npm install autocannon',
  instead: 'embedded',
  isHttp2: false,
  // The script that its package brings: what node_modules/.bin has on Windows is for a shell.
  package: 'autocannon/autocannon.js',
  secondsOf,
  argumentsOf,
  read,
};
