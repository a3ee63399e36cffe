'use strict';

/* The program that counts: perf, or valgrind. Only a count above 0 proves that perf works: many VMs lack counters. */

const { messageOf } = require('../text/show');
const { callgrindCommand, readCallgrind, CACHES, WEIGHTS } = require('./callgrind');

const ASK_LIMIT_MS = 10000;

// Released in 2020; older versions are not tested with compiled code of V8.
const LEAST_VALGRIND = [3, 16];

const NO_LINUX = 'both are programs of Linux';
const INSTALL = 'apt-get install valgrind makes it count';
const NEWER = 'a newer one makes it count';
const ANSWER = 'one whose valgrind --version answers makes it count';

const NO_END = 'what valgrind wrote has no end; is the disk full? TMPDIR names another folder';

const NAMES = {
  instructions: 'instructions', cycles: 'cycles', 'L1-dcache-load-misses': 'l1Misses', 'cache-misses': 'llMisses',
  'branch-misses': 'mispredicted',
};

// instructions, instructions:u, cpu_core/instructions/u, cpu_core/instructions:u/; not events of efficiency cores
const EVENT = /^(?:cpu_core\/)?([A-Za-z1][\w-]*)(?:\/?:?[a-zA-Z]*\/?)$/;

// Messages of perf if the kernel or a container forbids counting, and our hint.
const REFUSED = /permission|not permitted|perf_event_paranoid|observability operations is limited/i;
const MAY_NOT = 'perf may not read the counters (sysctl kernel.perf_event_paranoid=2 lets it, containers forbid it)';

// perf extrapolates events that were counted for less of the time.
const WHOLE_PERCENT = 99.99;

/** The command that runs node and counts user code of its main thread. file: null for standard error. */
function perfCommand(file, hasCache) {
  const events = Object.keys(NAMES).slice(0, hasCache ? undefined : 1).map((name) => `${name}:u`);
  const output = file === null ? [] : ['-o', file];
  return ['perf', 'stat', '-x', ';', ...output, '--no-inherit', '-e', events.join(), '--'];
}

/** A line of `perf stat -x ;`: value;unit;event;nanoseconds counted;percent counted;... */
function rowOf(line) {
  const cells = line.split(';').map((cell) => cell.trim());
  const at = cells.findIndex((cell, i) => i > 0 && EVENT.test(cell) && Object.hasOwn(NAMES, EVENT.exec(cell)[1]));
  if (at < 0) return null;
  const [text] = cells;
  // The percentage is NaN for old versions.
  return { name: NAMES[EVENT.exec(cells[at])[1]], text, percent: parseFloat(cells[at + 2]) };
}

const hasCounted = ({ text }) => +text > 0;

/** events: by our names; null with a reason if an event was not counted all the time. */
function readPerf(text) {
  const none = (reason) => ({ events: null, reason });
  const rows = text.split('\n').filter((line) => !line.startsWith('#')).map(rowOf).filter(Boolean);
  const events = {};
  for (const name of new Set(rows.map((row) => row.name))) {
    const ofName = rows.filter((row) => row.name === name);
    // Each kind of core has a row, which is empty for unused kinds.
    const [counted = ofName[0]] = ofName.filter(hasCounted);
    const { text: value, percent } = counted;
    if (/^<.*>$/.test(value)) return none(`perf cannot count ${name} here (${value})`);
    if (!hasCounted(counted)) return none(`perf counted no ${name}: ${value.slice(0, 20)}`);
    if (percent < WHOLE_PERCENT) return none(`perf counted ${name} for ${percent} % of the time only`);
    events[name] = +value;
  }
  if (events.instructions) return { events, reason: null };
  return none(REFUSED.test(text) ? MAY_NOT : 'perf counted no instructions');
}

/**
 * @typedef {object} Source
 * @property {'perf'|'valgrind'} name
 * @property {string} version
 * @property {object|null} weights of the estimate of cycles, null if the processor counts them
 * @property {object|null} caches that are simulated
 * @property {boolean} hasParts whether it counts parts of a process separately
 * @property {function(string, { hasCache: boolean, hasMarks: boolean }): string[]} command that runs node, given the
 *   file to write, whether to count caches, and whether the process marks the ends of its parts
 * @property {function(string, string|null): { parts: object[]|null, reason: string|null }} read given the text of that
 *   file and of the log: { events, functions } of each part or of the process; functions: null if unknown
 * @property {function(string): string[]} [logFlags] options of node that write a log to this file
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
    return { source: null, reason: whyNot('valgrind', answer), hint: isMissing ? INSTALL : ANSWER };
  }
  const [, version, major, minor] = found;
  const [leastMajor, leastMinor] = LEAST_VALGRIND;
  if (+major < leastMajor || (+major === leastMajor && +minor < leastMinor)) {
    const reason = `valgrind ${version} is too old (${LEAST_VALGRIND.join('.')} would do)`;
    return { source: null, reason, hint: NEWER };
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

/** reason: a message with a hint. */
function findSource(host, hasCache) {
  const perf = askPerf(host, hasCache);
  if (perf.source) return perf;
  const valgrind = askValgrind(host);
  if (valgrind.source) return valgrind;
  const hint = host.platform === 'linux' ? valgrind.hint : NO_LINUX;
  return { source: null, reason: `${perf.reason}, and ${valgrind.reason}; ${hint}` };
}

module.exports = { findSource, askValgrind, perfCommand, readPerf };
