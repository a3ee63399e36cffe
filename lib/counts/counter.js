'use strict';

/*
 * Counts tests in processes that are run by what counts: started, awaited, and what they have written read. What goes
 * wrong is said in words, and ends the counting of that test alone.
 */

const { randomBytes } = require('crypto');
const { dirname } = require('path');
const { describeFsError } = require('../host/describe-fs-error');
const { createTestCounter, PROCESSES } = require('./count-test');
const { whyFailed } = require('./failure');
const { createLanes, lanesOf } = require('./lanes');
const { firstPlan } = require('./plan');
const { profileByFunction, profileByName, withCode } = require('./profiling');
const { askValgrind, findSource } = require('./source');
const { STEADY_FLAGS } = require('./v8-flags');

const { max, min } = Math;

// Under valgrind what a program does before it comes to its suite takes 50 times as long, and so do calls.
const START_LIMIT_MS = 300e3;
const SLOWER = 100;
const LEAST_LIMIT_MS = 300e3;

// After all has been told, what counts writes its file: callgrind 20 MB.
const EXIT_LIMIT_MS = 60e3;

// What a process would take that counts what takes seconds each time: nobody waits for it.
const USUALLY_SLOWER = 50;
const MOST_SECONDS = 100;

const OTHER_FOLDER = 'TMPDIR names another folder';
const HAS_THREADS = 'it starts worker threads, whose instructions cannot be told from its own; count what one of ' +
  'them does, in a test without them';
const MARKS_OF_ITS_OWN = 'it calls os.getPriority(), by which valgrind is told where its calls ' +
  'begin and end';
const STOPPED = 'the run ended before it was counted';

class NotCounted extends Error {}

/** Why valgrind would take too long, null where it would not. */
function whyTooLong(request) {
  const { nsPerCall, cpuNsPerCall = null } = request;
  const { calls, warmUp } = firstPlan(request);
  const seconds = (cpuNsPerCall === null ? nsPerCall : min(nsPerCall, cpuNsPerCall)) / 1e9;
  if ((warmUp + 2 * calls) * seconds * USUALLY_SLOWER <= MOST_SECONDS) return null;
  return `it takes ${seconds.toFixed(1)} s each time, and under valgrind ${USUALLY_SLOWER} times as long; give it ` +
    'less to do';
}

/**
 * @param {object} runner { run(request) }, see fork-runner.js
 * @param {object} settings
 * @param {string[]} settings.count 'instructions', 'cache', 'profile'
 * @param {number|false} settings.precision of the instructions of a call
 * @param {object} deps { host }
 * @param {number} [atATime] processes
 * @returns {{ count, processesOfSeries, stop }} count({ job, flags, times, limitMs, inputs }) -> { counts, reason }: of
 *   a test, counts as docs/results.md has them, null with a reason in words; never rejects.
 *   processesOfSeries(): how many count a test, or a loop, where that is enough; stop(): ends what is under way, and
 *   takes away what lies on the disk
 */
function createCounter(runner, { count: what, precision }, { host }, atATime = lanesOf(host)) {
  const hasCache = what.includes('cache');
  const lanes = createLanes(atATime);
  const attempts = new Set();
  const files = new Set();
  let found = null;
  let isStopped = false;
  let counterOf = null;

  /** For what a process writes: without a name where the system can have it so, and nothing is left of a killed run. */
  function makeFile() {
    try {
      const file = host.writeTemporary(`qtimeit-${host.pid}-counts-${randomBytes(6).toString('hex')}.txt`, '');
      files.add(file);
      return file;
    } catch (error) {
      const where = `${found.source.name} cannot write to ${dirname(error.path)}`;
      throw new NotCounted(`${where}: ${describeFsError(error)}; ${OTHER_FOLDER}`);
    }
  }

  function removeFile(file) {
    if (files.delete(file)) file.remove();
  }

  const hasParts = ({ kind }) => found.source.hasParts && kind !== 'file';

  /** Ends the processes of one test: nothing is to be had from them any more. */
  function abandon(attempt) {
    attempt.isOver = true;
    for (const kill of attempt.kills) kill();
  }

  /** A process, as long as its test has a use for it: where one has failed, the others need not go on. */
  async function runOnce(request, counts) {
    const { attempt } = request;
    if (attempt.isOver) throw new NotCounted(STOPPED);
    try {
      return await runCounted(request, counts);
    } catch (error) {
      abandon(attempt);
      throw error;
    }
  }

  async function runCounted({ source = found.source, ...request }, counts) {
    const file = makeFile();
    let log = null;
    try {
      log = source.logFlags ? makeFile() : null;
      const { counted } = await endOf(request, counts, source, file, log);
      const read = source.read(textOf(file), log && textOf(log));
      if (!read.parts) throw new NotCounted(read.reason);
      // Behind the last part the process ends.
      if (counts.parts > 0 && read.parts.length !== counts.parts + 3) throw new NotCounted(MARKS_OF_ITS_OWN);
      return { parts: read.parts, counted };
    } finally {
      removeFile(file);
      removeFile(log);
    }
  }

  async function endOf({ attempt, ...request }, counts, source, file, log) {
    let kill = () => {};
    const end = await runner.run({
      job: { ...request.job, counts },
      wrapper: source.command(file.path, { hasCache, hasMarks: counts.parts > 0 }),
      flags: [...STEADY_FLAGS, ...request.flags, ...(log ? source.logFlags(log.path) : [])],
      startLimitMs: START_LIMIT_MS,
      limitMs: max(LEAST_LIMIT_MS, SLOWER * request.limitMs),
      exitLimitMs: EXIT_LIMIT_MS,
      onLine() {},
      onStart(killOne) {
        attempt.kills.delete(kill);
        kill = killOne;
        attempt.kills.add(kill);
        if (attempt.isOver) kill();
      },
    });
    attempt.kills.delete(kill);
    const error = end.error || end.row.error;
    if (error) throw new NotCounted(whyFailed(error, source));
    if (end.counted.threads > 0) throw new NotCounted(HAS_THREADS);
    return end;
  }

  function textOf(file) {
    try {
      return host.readText(file.path);
    } catch (error) {
      const { name } = found.source;
      const reason = describeFsError(error);
      throw new NotCounted(`what ${name} should have written cannot be read: ${reason}; ${OTHER_FOLDER}`);
    }
  }

  async function profileByCallgrind(counts, request) {
    const isSame = found.source.name === 'valgrind';
    const { source, reason } = isSame ? found : askValgrind(host);
    const why = source ? whyTooLong(request) : `functions are told by valgrind, and ${reason}`;
    if (why !== null) return { functions: [], isSplit: false, reason: why };
    const run = (job) => lanes(() => runOnce({ ...request, source: withCode(source) }, job));
    return profileByFunction(counts, request, run, isSame);
  }

  /** As far as it is known, where it cannot be told by function. */
  async function profileFor(counts, request) {
    const known = profileByName(counts);
    if (!what.includes('profile')) return known;
    const split = await profileByCallgrind(counts, request).catch((error) => {
      if (!(error instanceof NotCounted)) throw error;
      return { functions: [], isSplit: false, reason: error.message };
    });
    return known && !split.isSplit ? { ...known, reason: split.reason } : split;
  }

  /** What is told of a test: the profile in place of what each function had in each process. */
  async function told({ functions, ...counts }, request) {
    const { source: { name, version, weights, caches } } = found;
    const profile = await profileFor({ functions, ...counts }, request);
    return { ...counts, profile, source: { name, version }, flags: STEADY_FLAGS, ...(hasCache && { weights, caches }) };
  }

  async function count(request) {
    if (isStopped) return { counts: null, reason: STOPPED };
    const attempt = { kills: new Set(), isOver: false };
    attempts.add(attempt);
    try {
      found = found || findSource(host, hasCache);
      if (!found.source) return { counts: null, reason: found.reason };
      const reason = found.source.name === 'valgrind' ? whyTooLong(request) : null;
      if (reason !== null) return { counts: null, reason };
      const run = (one, counts) => lanes(() => runOnce(one, counts));
      counterOf = counterOf || createTestCounter(run, precision, hasParts);
      const asked = { ...request, attempt };
      return { counts: await told(await counterOf(asked), asked), reason: null };
    } catch (error) {
      if (error instanceof NotCounted) return { counts: null, reason: error.message };
      throw error;
    } finally {
      attempts.delete(attempt);
    }
  }

  return {
    count,
    processesOfSeries: () => (found && found.source && found.source.hasParts ? 1 : PROCESSES),
    stop() {
      isStopped = true;
      for (const attempt of attempts) abandon(attempt);
      for (const file of files) removeFile(file);
    },
  };
}

module.exports = { createCounter };
