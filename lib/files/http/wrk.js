'use strict';

/*
 * wrk: HTTP/1.1, as many threads as there are processors.
 */

const { urlOf } = require('./load-options');
const { toMs } = require('./tool-time');

const { max, min, round } = Math;

/** It takes whole seconds. */
const secondsOf = ({ duration }) => max(1, round(duration));

function argumentsOf(plan, cores) {
  const { connections, headers } = plan;
  const lines = headers.flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  return ['-d', `${secondsOf(plan)}`, '-c', `${connections}`, '-t', `${min(connections, cores)}`, '--latency', urlOf(plan), ...lines];
}

const numberAfter = (text, pattern) => Number((pattern.exec(text) || [])[1]);

/** @returns {object|null} see load-tools.js */
function read(text) {
  const rate = numberAfter(text, /^Requests\/sec:\s*(\S+)/m);
  const [, requestsText, secondsText] = /^\s*(\d+) requests in (\S+),/m.exec(text) || [];
  const seconds = toMs(secondsText) / 1000;
  if (!Number.isFinite(rate) || !Number.isFinite(seconds)) return null;
  const requests = Number(requestsText);
  const refused = numberAfter(text, /^\s*Non-2xx or 3xx responses: (\d+)/m) || 0;
  const [, ...kinds] = /^\s*Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/m.exec(text) || [];
  const broken = kinds.reduce((sum, count) => sum + Number(count), 0);
  const p50Ms = toMs((/^\s*50(?:\.0+)?%\s+(\S+)/m.exec(text) || [])[1]);
  const p99Ms = toMs((/^\s*99(?:\.0+)?%\s+(\S+)/m.exec(text) || [])[1]);
  return {
    rate,
    seconds,
    latency: Number.isFinite(p50Ms) && Number.isFinite(p99Ms) ? { p50Ms, p99Ms } : null,
    requests,
    succeeded: requests - refused,
    errors: refused + broken,
    problem: refused ? `${refused} responses were neither 2xx nor 3xx` : broken ? `${broken} socket errors` : null,
  };
}

module.exports = { name: 'wrk', install: 'Debian: apt-get install wrk', instead: 'embedded', isHttp2: false, secondsOf, argumentsOf, read };
