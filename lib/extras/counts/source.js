'use strict';

/*
 * The program that counts, its command line and its output: perf, or valgrind's callgrind, which counts by function,
 * V8's code by address, and in parts. Only a count above 0 proves that perf works: many VMs lack counters.
 */

const { askProgram } = require('../../base/host/fs-queries');
const { MARK_FUNCTION } = require('../../base/host/process-probes');
const { readMessage } = require('../../base/text/show');

const ASK_LIMIT_MS = 10000;
const LEAST_VALGRIND = [3, 16]; // released in 2020; older versions are not tested with compiled code of V8
const NO_LINUX = 'Counting is supported only on Linux';
const INSTALL = 'Install valgrind: apt-get install valgrind';
const NEWER = 'Install a newer version';
const ANSWER = 'Reinstall valgrind, and check valgrind --version';
const NO_END = 'the output of valgrind is truncated. Is the disk full? Set TMPDIR to another folder';

const NAMES = {
  instructions: 'instructions', cycles: 'cycles', 'L1-dcache-load-misses': 'l1Misses', 'cache-misses': 'llMisses',
  'branch-misses': 'mispredicted',
};

// instructions, instructions:u, cpu_core/instructions/u, cpu_core/instructions:u/; not events of efficiency cores
const EVENT = /^(?:cpu_core\/)?([A-Za-z1][\w-]*)(?:\/?:?[a-zA-Z]*\/?)$/;

// Messages of perf if the kernel or a container forbids counting, and our hint.
const REFUSED = /permission|not permitted|perf_event_paranoid|observability operations is limited/i;
const MAY_NOT = 'perf is not permitted to read the counters (set sysctl kernel.perf_event_paranoid=2; many ' +
  'containers forbid perf)';

const WHOLE_PERCENT = 99.99; // perf extrapolates events that were counted for less of the time

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
    if (percent < WHOLE_PERCENT) return none(`perf counted ${name} for only ${percent} % of the time`);
    events[name] = +value;
  }
  if (events.instructions) return { events, reason: null };
  return none(REFUSED.test(text) ? MAY_NOT : 'perf counted no instructions');
}

// Weights of the cycle estimate: accesses to memory by cache level, and mispredictions. The first three weights and the
// cache sizes equal iai-callgrind's, so that figures of different machines can be compared. A misprediction costs 15
// cycles on processors of the last ten years (Agner Fog, Microarchitecture, 13 to 20).
const WEIGHTS = { l1Hit: 1, llHit: 5, memory: 35, mispredicted: 15 };

// First level for instructions and data, and last level: bytes, associativity, bytes per line.
const CACHES = { I1: '32768,8,64', D1: '32768,8,64', LL: '8388608,16,64' };

/**
 * The command that runs node. --smc-check: V8 writes code over old code. Cache sizes are explicit, because real sizes
 * can be too large for callgrind, which then prints a message into the output of the test.
 * --vex-guest-chase=no makes a process a fifth faster. Without --vgdb=no a killed process leaves three pipes in the
 * folder for temporary files. Nothing in the file is compressed. hasMarks: whether to count in parts; hasCode: whether
 * to count compiled code of V8 by address; pipes: the beginning of the names of the pipes for vgdb, which turns the
 * counting on later.
 */
function callgrindCommand(file, { hasCache = false, hasMarks = false, hasCode = false, pipes = null } = {}) {
  const sizes = Object.entries(CACHES).map(([name, size]) => `--${name}=${size}`);
  return [
    'valgrind', '--quiet', '--tool=callgrind', `--callgrind-out-file=${file}`, '--smc-check=all-non-file',
    '--vex-guest-chase=no', '--compress-strings=no', '--compress-pos=no',
    ...(pipes === null ? ['--vgdb=no'] : [`--vgdb-prefix=${pipes}`, '--instr-atstart=no']),
    ...(hasCode ? ['--dump-instr=yes', '--dump-line=no'] : []),
    ...(hasMarks ? ['--combine-dumps=yes', `--dump-before=${MARK_FUNCTION}`] : []),
    ...(hasCache ? ['--cache-sim=yes', '--branch-sim=yes', ...sizes] : []),
  ];
}

const numbersOf = (text) => text.trim().split(/\s+/).map(Number);

/** Converts events of callgrind (cachegrind's manual, 5.2.5). Without caches only instructions are known. */
function eventsOf({ Ir, Dr = 0, Dw = 0, I1mr, D1mr, D1mw, ILmr, DLmr, DLmw, Bcm = 0, Bim = 0 }) {
  if (I1mr === undefined) return { instructions: Ir };
  const l1Misses = I1mr + D1mr + D1mw;
  const llMisses = ILmr + DLmr + DLmw;
  const mispredicted = Bcm + Bim;
  const cycles = WEIGHTS.l1Hit * (Ir + Dr + Dw - l1Misses) + WEIGHTS.llHit * (l1Misses - llMisses) +
    WEIGHTS.memory * llMisses + WEIGHTS.mispredicted * mispredicted;
  return { instructions: Ir, l1Misses, llMisses, mispredicted, cycles };
}

/** The totals of a part, or null if it was cut off. */
function eventsIn(text) {
  const names = /^events: (.*)$/m.exec(text);
  const totals = /^totals: (.*)\n/m.exec(text);
  if (!names || !totals) return null;
  const values = numbersOf(totals[1]); // Callgrind leaves out zeros at the end
  const events = Object.fromEntries(names[1].trim().split(/\s+/).map((name, i) => [name, values[i] || 0]));
  return events.Ir > 0 ? eventsOf(events) : null;
}

/** functions: instructions by name, '???' for compiled code of V8; code: instructions of that code by address. */
function readPart(text) {
  const functions = new Map();
  const code = new Map();
  const add = (map, key, instructions) => map.set(key, (map.get(key) || 0) + instructions);
  let name = '';
  let file = '';
  let isMade = false;
  let isCall = false;
  for (const line of text.split('\n')) {
    if (/^\d/.test(line)) {
      const [position, instructions] = line.split(' ', 2);
      // Called functions have separate lines.
      if (!isCall && isMade && position.startsWith('0x')) add(code, parseInt(position, 16), Number(instructions));
      else if (!isCall) add(functions, isMade ? '???' : name, Number(instructions));
      isCall = false;
    } else if (line.startsWith('fn=')) {
      // Callgrind numbers the levels of a recursion.
      name = line.slice(3).replace(/'\d+$/, '').replace(/^0x[\da-f]+$/, `in ${file}`);
    } else if (line.startsWith('ob=')) {
      isMade = line === 'ob=???';
      file = line.slice(line.lastIndexOf('/') + 1);
    } else if (line.startsWith('calls=')) {
      isCall = true;
    }
  }
  return { events: eventsIn(text), functions, code };
}

/** Reads the parts of a file (manual, section 6.2: Callgrind format specification); null if it was cut off. */
function readCallgrind(text) {
  const parts = text.split(/^part: \d+$/m).slice(1).map(readPart);
  return parts.length > 0 && parts.every(({ events }) => events !== null) ? parts : null;
}

/*
 * A source is { name, version, weights (of the estimate of cycles, null if the processor counts them), caches (that are
 * simulated), hasParts (whether it counts parts of a process separately), command, read, logFlags }.
 * command(file, { hasCache, hasMarks }): the command that runs node; hasMarks: the process marks the ends of its parts.
 * read(text of that file, text of the log): { parts, reason }, with { events, functions } of each part or of the
 * process. logFlags(file): options of node that write a log, if it is read.
 */

const ask = (host, [command, ...args]) => askProgram(host, command, args, { timeout: ASK_LIMIT_MS, cwd: '/' });

function whyNot(name, { error, status, signal }) {
  if (error && error.code === 'ENOENT') return `${name} is not installed`;
  if (error && error.code === 'ETIMEDOUT') return `${name} did not answer within ${ASK_LIMIT_MS / 1000} s`;
  if (error) return `${name} cannot be started: ${readMessage(error)}`;
  if (signal) return `${name} was killed by ${signal}`;
  return status === 0 ? `${name} printed unexpected output` : `${name} ended with exit code ${status}`;
}

const PERF = {
  name: 'perf', weights: null, caches: null, hasParts: false,
  command: (file, { hasCache }) => perfCommand(file, hasCache),
  read(text) {
    const { events, reason } = readPerf(text);
    return { parts: events && [{ events, functions: null }], reason };
  },
};

function askPerf(host, hasCache) {
  const answer = ask(host, [...perfCommand(null, hasCache), 'true']);
  if (answer.error || answer.signal || !answer.stderr) return { source: null, reason: whyNot('perf', answer) };
  const { events, reason } = readPerf(answer.stderr);
  if (!events) return { source: null, reason };
  const [version] = /\d+(?:\.\d+)*/.exec(ask(host, ['perf', '--version']).stdout || '') || [''];
  return { source: { ...PERF, version }, reason: null };
}

const VALGRIND = {
  name: 'valgrind', weights: WEIGHTS, caches: CACHES, hasParts: true, command: callgrindCommand,
  read(text) {
    const parts = readCallgrind(text);
    return { parts, reason: parts ? null : NO_END };
  },
};

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
    const reason = `valgrind ${version} is too old (minimum: ${LEAST_VALGRIND.join('.')})`;
    return { source: null, reason, hint: NEWER };
  }
  const hasSwitch = !ask(host, ['vgdb', '--help']).error;
  return { source: { ...VALGRIND, version, hasSwitch }, reason: null };
}

/** reason: a message with a hint. */
function findSource(host, hasCache) {
  const perf = askPerf(host, hasCache);
  if (perf.source) return perf;
  const valgrind = askValgrind(host);
  if (valgrind.source) return valgrind;
  const hint = host.platform === 'linux' ? valgrind.hint : NO_LINUX;
  return { source: null, reason: `${perf.reason}, and ${valgrind.reason}. ${hint}` };
}

module.exports = { askValgrind, callgrindCommand, findSource, readCallgrind, readPerf, CACHES, WEIGHTS };
