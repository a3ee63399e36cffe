'use strict';

/* Runs processes under the program that counts, and reads their counts. Failures are errors with a message. */

const { randomBytes } = require('crypto');
const { dirname, join } = require('path');
const { describeFsError } = require('../../base/host/fs-queries');
const { makeOwnFolder, removeAbandonedBeside, removeOwnFolder } = require('../../base/host/own-folders');

const { max } = Math;

// Under valgrind, the start of a program and its calls take 50 times as long.
const START_LIMIT_MS = 300e3;
const SLOWER = 100;
const LEAST_LIMIT_MS = 300e3;

const EXIT_LIMIT_MS = 60e3; // time after the last message of a process: callgrind writes a file of 20 MB

// Options that make processes of the same code execute the same instructions, within some thousands: V8 on one thread,
// so that compilers and collectors do the same work before each call, and fixed hashes and random numbers.
const STEADY_FLAGS = ['--single-threaded', '--predictable', '--hash-seed=1', '--random-seed=1'];

const OTHER_PARTS = 3; // parts that do not count: the process until its calls, a mark alone, and the end of the process
const OTHER_FOLDER = 'Set TMPDIR to another folder';
const HAS_THREADS = 'it starts worker threads, whose instructions cannot be counted separately. Test the work of one ' +
  'thread without starting threads';
const MARKS_OF_ITS_OWN =
  'it calls os.getPriority(), which qtimeit uses to mark the start and end of calls for valgrind';
const STOPPED = 'the run ended before counting';

class NotCounted extends Error {}

// The test ran without valgrind, so valgrind does not know an instruction, or has a bug.
const SIGNALS = /was killed by (SIGILL|SIGTRAP|SIGSEGV|SIGBUS|SIGABRT|SIGFPE|SIGSYS)/;

// Last messages of valgrind, see m_libcassert.c and m_aspacemgr.
const BROKEN = /^(?:==\d+== *)?(?:valgrind: )?(the 'impossible' happened.*|.*Assertion .* failed.*|vex: .*)/;
const NO_MEMORY = /memory management: out of memory|Valgrind:.*(?:out of memory|cannot allocate)|mmap.* failed in UME/i;
const NOT_STARTED = /^valgrind: +(.*(?:failed to start|cannot execute|Fatal|unknown option|Unknown option).*)/i;

const firstIn = (lines, pattern) => lines.map((line) => pattern.exec(line)).find(Boolean)?.[1];

function valgrindFault(message, output) {
  if (output.some((line) => NO_MEMORY.test(line))) {
    return 'ran out of memory: it needs several times as much as the test. Add memory';
  }
  const notStarted = firstIn(output, NOT_STARTED);
  if (notStarted) return `could not start: ${notStarted}. Reinstall it`;
  const [signal] = SIGNALS.exec(message) || [];
  const fault = firstIn(output, BROKEN) || (signal && `its process ${signal}`);
  return fault ? `cannot run this Node.js: ${fault}. Try a newer valgrind, or another version of Node.js` : null;
}

/** The message for a failed process: given the error of a row, and the source. */
function whyFailed({ code, message, output = [] }, { name, version }) {
  const fault = name === 'valgrind' ? valgrindFault(message, output) : null;
  if (fault !== null) return `${name} ${version} ${fault}`;
  if (code === 'threw') return `it failed while being counted: ${message}`;
  if (/killed by SIGKILL/.test(message)) {
    return `${message}, perhaps for lack of memory: ${name} ${version} increases memory use`;
  }
  const last = output.length ? output[output.length - 1].trim() : '';
  return last ? `${message} (${last})` : message;
}

function tryFile(action, wordsOf) {
  try {
    return action();
  } catch (error) {
    throw new NotCounted(`${wordsOf(error)}: ${describeFsError(error)}. ${OTHER_FOLDER}`);
  }
}

const nameOf = ({ pid }) => `qtimeit-${pid}-counts-${randomBytes(6).toString('hex')}.txt`;

const PREFIX = 'qtimeit-counts-'; // of the folder for pipes

/** Temporary files of processes, without a name if the system can, so that a killed run leaves nothing behind. */
function createFiles(host) {
  const files = new Set();
  let folder = null;
  const remove = (file) => { if (files.delete(file)) file.remove(); };
  return {
    remove,
    removeAll() {
      files.forEach(remove);
      if (folder !== null) removeOwnFolder(folder, host);
      folder = null;
    },
    /** The beginning of the names of pipes, which valgrind leaves if it is killed */
    pipes({ name }) {
      if (folder === null) {
        folder = tryFile(() => makeOwnFolder(PREFIX, host), () => `${name} cannot write temporary files`);
        removeAbandonedBeside(folder, PREFIX, host);
      }
      return join(folder, randomBytes(6).toString('hex'));
    },
    make({ name }) {
      const file = tryFile(() => host.writeTemporary(nameOf(host), ''), ({ path }) => (
        `${name} cannot write to ${dirname(path)}`));
      files.add(file);
      return file;
    },
    read: (file, { name }) => tryFile(() => host.readText(file.path), () => (
      `the output of ${name} cannot be read`)),
  };
}

// Text of startCounting()
const NOT_SWITCHED = /vgdb could not start counting|spawn vgdb/;

/** run(request, job): { parts, counted }, or rejects: NotCounted. attempt: AbortController of a test's processes. */
function createProcesses(runner, host, hasCache) {
  const files = createFiles(host);
  let canSwitch = true;

  async function runToEnd({ attempt, source, ...request }, counts, file, log) {
    let kill = () => {};
    const onAbort = () => kill();
    const pipes = canSwitch && source.hasSwitch && counts.parts > 0 ? files.pipes(source) : null;
    attempt.signal.addEventListener('abort', onAbort);
    const end = await runner.run({
      job: { ...request.job, counts: { ...counts, pipes } },
      wrapper: source.command(file.path, { hasCache, hasMarks: counts.parts > 0, pipes }),
      flags: [...STEADY_FLAGS, ...request.flags, ...(log ? source.logFlags(log.path) : [])],
      startLimitMs: START_LIMIT_MS,
      limitMs: max(LEAST_LIMIT_MS, SLOWER * request.limitMs),
      exitLimitMs: EXIT_LIMIT_MS,
      onLine() {},
      onStart(killOne) {
        kill = killOne;
        if (attempt.signal.aborted) kill();
      },
    });
    attempt.signal.removeEventListener('abort', onAbort);
    const error = end.error || end.row.error;
    if (error && pipes && NOT_SWITCHED.test(error.message)) {
      canSwitch = false;
      return runToEnd({ attempt, source, ...request }, counts, file, log);
    }
    if (error) throw new NotCounted(whyFailed(error, source));
    if (end.counted.threads > 0) throw new NotCounted(HAS_THREADS);
    return end.counted;
  }

  return {
    removeFiles: files.removeAll,
    async run(request, counts) {
      const { attempt, source } = request;
      if (attempt.signal.aborted) throw new NotCounted(STOPPED);
      let file = null;
      let log = null;
      try {
        file = files.make(source);
        log = source.logFlags ? files.make(source) : null;
        const counted = await runToEnd(request, counts, file, log);
        const { parts, reason } = source.read(files.read(file, source), log && files.read(log, source));
        if (!parts) throw new NotCounted(reason);
        if (counts.parts > 0 && parts.length !== counts.parts + OTHER_PARTS) throw new NotCounted(MARKS_OF_ITS_OWN);
        return { parts, counted };
      } catch (error) {
        attempt.abort();
        throw error;
      } finally {
        files.remove(file);
        files.remove(log);
      }
    },
  };
}

module.exports = { createProcesses, NotCounted, STEADY_FLAGS, STOPPED };
