'use strict';

/*
 * What counts: the processor by perf where it does, else valgrind. Asked for a count above 0, and believed nothing
 * else: most virtual machines have perf and no counters.
 */

const { messageOf } = require('../text/show');
const { callgrindCommand, readCallgrind } = require('./callgrind');
const { CACHES, WEIGHTS } = require('./events');
const { perfCommand, readPerf } = require('./perf-events');

const ASK_LIMIT_MS = 10000;

// Of 2020: before it there are no figures here of what it does with code that V8 makes.
const LEAST_VALGRIND = [3, 16];

const NO_LINUX = 'both are programs of Linux';
const INSTALL = 'apt-get install valgrind makes it count';
const NEWER = 'a newer one makes it count';
const ANSWER = 'one whose valgrind --version answers makes it count';

const NO_END = 'what valgrind wrote has no end; is the disk full? TMPDIR names another folder';

/**
 * @typedef {object} Source
 * @property {'perf'|'valgrind'} name
 * @property {string} version
 * @property {object|null} weights of the estimate of cycles, null where the processor counts them
 * @property {object|null} caches that are simulated
 * @property {boolean} hasParts whether it tells parts of a process apart
 * @property {function(string, { hasCache: boolean, hasMarks: boolean }): string[]} command that node is run by: for the
 *   file to write, whether caches are looked at, and whether the process marks where its parts end
 * @property {function(string, string|null): { parts: object[]|null, reason: string|null }} read what that file holds,
 *   and the log: { events, functions } of each part, one where there are none; functions null where it does not tell
 * @property {function(string): string[]} [logFlags] options of node that make it write a log, to this file
 */

function ask(host, [command, ...args]) {
  try {
    return host.run(command, args, { encoding: 'utf8', timeout: ASK_LIMIT_MS, killSignal: 'SIGKILL', cwd: '/' });
  } catch (error) {
    return { error, status: null, stdout: '', stderr: '' };
  }
}

function whyNot(name, { error, status, signal }) {
  if (error && error.code === 'ENOENT') return `${name} is not installed`;
  if (error && error.code === 'ETIMEDOUT') return `${name} did not answer within ${ASK_LIMIT_MS / 1000} s`;
  if (error) return `${name} cannot be started: ${messageOf(error)}`;
  if (signal) return `${name} was killed by ${signal}`;
  return status === 0 ? `${name} answered something else` : `${name} ended with exit code ${status}`;
}

function askPerf(host, hasCache) {
  const command = perfCommand(null, hasCache);
  const answer = ask(host, [...command, 'true']);
  if (answer.error || answer.signal || !answer.stderr) return { source: null, reason: whyNot('perf', answer) };
  const { events, reason } = readPerf(answer.stderr);
  if (!events) return { source: null, reason };
  const version = /\d+(?:\.\d+)*/.exec(ask(host, ['perf', '--version']).stdout || '');
  return {
    reason: null,
    source: {
      name: 'perf', version: version ? version[0] : '', weights: null, caches: null, hasParts: false,
      command: (file, what) => perfCommand(file, what.hasCache),
      read(text) {
        const read = readPerf(text);
        return { parts: read.events && [{ events: read.events, functions: null }], reason: read.reason };
      },
    },
  };
}

function askValgrind(host) {
  const answer = ask(host, ['valgrind', '--version']);
  const found = /^valgrind-((\d+)\.(\d+)\S*)/.exec(answer.stdout || '');
  if (!found) {
    const isMissing = Boolean(answer.error) && answer.error.code === 'ENOENT';
    return { source: null, reason: whyNot('valgrind', answer), wayOut: isMissing ? INSTALL : ANSWER };
  }
  const [, version, major, minor] = found;
  const [leastMajor, leastMinor] = LEAST_VALGRIND;
  if (+major < leastMajor || (+major === leastMajor && +minor < leastMinor)) {
    const reason = `valgrind ${version} is too old (${LEAST_VALGRIND.join('.')} would do)`;
    return { source: null, reason, wayOut: NEWER };
  }
  return {
    reason: null,
    source: {
      name: 'valgrind', version, weights: WEIGHTS, caches: CACHES, hasParts: true, command: callgrindCommand,
      read(text) {
        const parts = readCallgrind(text);
        return { parts, reason: parts ? null : NO_END };
      },
    },
  };
}

/**
 * @param {import('../host/host')} host
 * @param {boolean} hasCache whether misses and mispredictions are to be counted, too
 * @returns {{ source: Source|null, reason: string|null }} reason: in words, with the way out
 */
function findSource(host, hasCache) {
  const perf = askPerf(host, hasCache);
  if (perf.source) return perf;
  const valgrind = askValgrind(host);
  if (valgrind.source) return valgrind;
  const wayOut = host.platform === 'linux' ? valgrind.wayOut : NO_LINUX;
  return { source: null, reason: `${perf.reason}, and ${valgrind.reason}; ${wayOut}` };
}

module.exports = { findSource, askValgrind, NO_END };
