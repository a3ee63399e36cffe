'use strict';

/*
 * h2load: HTTP/2, of nghttp2.
 */

const { urlOf } = require('./load-options');
const { toMs } = require('./tool-time');

const { max, round, ceil } = Math;

// Connections that are not asked for by this name are one: `connections` is for HTTP/1.1.
const clientsOf = ({ clients = 1 }) => clients;

/** At a rate, so many connections are opened in each period, and each has the time. */
const secondsOf = (plan) => plan.duration + (plan.rate === undefined ? 0 : ceil(clientsOf(plan) / plan.rate) * (plan.ratePeriod || 1));

/** It takes whole numbers of a unit. */
const durationText = (seconds) => (Number.isInteger(seconds) ? `${seconds}` : `${max(1, round(seconds * 1000))}ms`);

function argumentsOf(plan) {
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
  option(requests === undefined && rate === undefined ? '-D' : '-T', durationText(duration));
  for (const [name, value] of plan.headers) args.push('-H', `${name}: ${value}`);
  return [...args, urlOf(plan)];
}

/** The table of times has names over its columns; many versions have no percentiles among them. */
function latencyIn(text) {
  const [, columns] = /^\s+(min\s+max\s.*)$/m.exec(text) || [];
  const [, row] = /^(?:time for )?request\s*:\s*(.*)$/m.exec(text) || [];
  if (columns === undefined || row === undefined) return null;
  const names = columns.trim().split(/\s+/);
  const values = row.trim().split(/\s+/);
  const p50Ms = toMs(values[names.indexOf('median')]);
  const p99Ms = toMs(values[names.indexOf('p99')]);
  return Number.isFinite(p50Ms) && Number.isFinite(p99Ms) ? { p50Ms, p99Ms } : null;
}

/** @returns {object|null} see load-tools.js */
function read(text) {
  const [, duration, rateText] = /^finished in (\S+), (\S+) req\/s/m.exec(text) || [];
  const seconds = toMs(duration) / 1000;
  const rate = Number(rateText);
  if (!Number.isFinite(seconds) || !Number.isFinite(rate)) return null;
  const [, done, succeeded, failed] = (/^requests: .*?(\d+) done, (\d+) succeeded, (\d+) failed/m.exec(text) || []).map(Number);
  if (done === undefined) return null;
  return { rate, seconds, latency: latencyIn(text), requests: done, succeeded, errors: failed, problem: failed ? `${failed} requests failed` : null };
}

module.exports = { name: 'h2load', install: 'Debian: apt-get install nghttp2-client', instead: 'embedded-http2', isHttp2: true, secondsOf, argumentsOf, read };
