'use strict';

/*
 * The programs that make load: how each is told what to do, and what it prints. See load-tools.js for what a tool is.
 */

const { urlOf } = require('./load-options');
const { orNull } = require('../../host/fs-queries');

const { max, min, round, ceil } = Math;

const MS = { us: 1e-3, ms: 1, s: 1e3, m: 6e4, h: 3.6e6 };

/**
 * A time as wrk and h2load print it: `114.00us`, `4.50ms`, `1.10s`.
 *
 * @param {string} text
 * @returns {number} in ms, NaN where it is no such time
 */
function toMs(text) {
  const [, digits, unit] = /^(\d+(?:\.\d+)?)(us|ms|s|m|h)$/.exec(text) || [];
  return digits === undefined ? NaN : Number(digits) * MS[unit];
}

const latencyOf = (p50Ms, p99Ms) => (Number.isFinite(p50Ms) && Number.isFinite(p99Ms) ? { p50Ms, p99Ms } : null);

/** wrk and autocannon take whole seconds; the rate of autocannon is that of such. */
const wholeSecondsOf = ({ duration }) => max(1, round(duration));

const headerArguments = ({ headers }, between) =>
  headers.flatMap(([name, value]) => ['-H', `${name}${between}${value}`]);

/** HTTP/1.1, as many threads as there are processors. */
const wrk = {
  name: 'wrk',
  install: 'Debian: apt-get install wrk',
  instead: 'embedded',
  isHttp2: false,
  secondsOf: wholeSecondsOf,

  argumentsOf(plan, cores) {
    const { connections } = plan;
    const load = ['-d', `${wholeSecondsOf(plan)}`, '-c', `${connections}`, '-t', `${min(connections, cores)}`];
    return [...load, '--latency', urlOf(plan), ...headerArguments(plan, ': ')];
  },

  read(text) {
    const after = (pattern) => (pattern.exec(text) || [])[1];
    const rate = Number(after(/^Requests\/sec:\s*(\S+)/m));
    const [, requestsText, secondsText] = /^\s*(\d+) requests in (\S+),/m.exec(text) || [];
    const seconds = toMs(secondsText) / 1000;
    if (!Number.isFinite(rate) || !Number.isFinite(seconds)) return null;
    const requests = Number(requestsText);
    const refused = Number(after(/^\s*Non-2xx or 3xx responses: (\d+)/m)) || 0;
    const broken = /^\s*Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/m.exec(text) || [];
    const errors = broken.slice(1).reduce((sum, count) => sum + Number(count), 0);
    return {
      rate,
      seconds,
      latency: latencyOf(toMs(after(/^\s*50(?:\.0+)?%\s+(\S+)/m)), toMs(after(/^\s*99(?:\.0+)?%\s+(\S+)/m))),
      requests,
      succeeded: requests - refused,
      errors: refused + errors,
      problem: refused ? `${refused} responses were neither 2xx nor 3xx` : errors ? `${errors} socket errors` : null,
    };
  },
};

/** HTTP/1.1, a program of Node's, so it may be among the packages of the benchmark. */
const autocannon = {
  name: 'autocannon',
  install: 'npm install autocannon',
  instead: 'embedded',
  isHttp2: false,
  // The script that its package brings: what node_modules/.bin has on Windows is for a shell.
  package: 'autocannon/autocannon.js',
  secondsOf: wholeSecondsOf,

  argumentsOf(plan) {
    const load = ['-d', `${wholeSecondsOf(plan)}`, '-c', `${plan.connections}`, '-j', '-n'];
    // Not `name: value`: autocannon would send the blank, too.
    return [...load, ...headerArguments(plan, '='), urlOf(plan)];
  },

  /** Its latencies are whole ms: 0 is one below. */
  read(text) {
    const { requests, latency, duration, non2xx = 0, errors = 0, '3xx': redirected = 0 } =
      orNull(() => JSON.parse(text)) || {};
    if (!requests || ![requests.average, requests.total, duration].every(Number.isFinite)) return null;
    const refused = non2xx - redirected;
    const { p50, p99 } = latency || {};
    return {
      rate: requests.average,
      seconds: duration,
      latency: latencyOf(p50, p99),
      requests: requests.total,
      succeeded: requests.total - refused,
      errors: refused + errors,
      problem: refused ? `${refused} responses were neither 2xx nor 3xx`
        : errors ? `${errors} connections failed` : null,
    };
  },
};

/** The table of times of h2load has names over its columns; many versions have no percentiles among them. */
function latencyInTable(text) {
  const [, columns] = /^\s+(min\s+max\s.*)$/m.exec(text) || [];
  const [, row] = /^(?:time for )?request\s*:\s*(.*)$/m.exec(text) || [];
  if (columns === undefined || row === undefined) return null;
  const names = columns.trim().split(/\s+/);
  const values = row.trim().split(/\s+/);
  return latencyOf(toMs(values[names.indexOf('median')]), toMs(values[names.indexOf('p99')]));
}

/** HTTP/2, of nghttp2. */
const h2load = {
  name: 'h2load',
  install: 'Debian: apt-get install nghttp2-client',
  instead: 'embedded-http2',
  isHttp2: true,

  /** At a rate, so many connections are opened in each period, and each has the time. */
  secondsOf({ duration, rate, ratePeriod = 1, clients = 1 }) {
    // Connections that are not asked for by this name are one: `connections` is for HTTP/1.1.
    return duration + (rate === undefined ? 0 : ceil(clients / rate) * ratePeriod);
  },

  argumentsOf(plan) {
    const args = [];
    const option = (flag, value) => {
      if (value !== undefined) args.push(...(flag.startsWith('--') ? [`${flag}=${value}`] : [flag, `${value}`]));
    };
    const { requests, rate, duration } = plan;
    option('-n', requests);
    option('-c', plan.clients);
    option('-t', plan.threads);
    option('-m', plan.maxConcurrentStreams);
    option('-w', plan.initialWindowSize);
    option('-W', plan.sessionInitialWindowSize);
    option('-r', rate);
    option('--rate-period', plan.ratePeriod);
    option('-N', plan.timeout);
    option('--header-table-size', plan.headerTableSize);
    option('--encoder-header-table-size', plan.encoderHeaderTableSize);
    // -D would make it ignore the number of requests, and cannot be with a rate; -T closes connections that are older.
    // Whole numbers of a unit are taken.
    option(requests === undefined && rate === undefined ? '-D' : '-T',
      Number.isInteger(duration) ? `${duration}` : `${max(1, round(duration * 1000))}ms`);
    return [...args, ...headerArguments(plan, ': '), urlOf(plan)];
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

module.exports = { wrk, autocannon, h2load, toMs };
