'use strict';

/* Counts tests in processes under perf or valgrind. A failure ends the counting of one test, with a reason. */

const { createTestCounter, PROCESSES } = require('./count-test');
const { createProcesses, NotCounted, STEADY_FLAGS, STOPPED } = require('./counted-process');
const { firstPlan } = require('./plan-calls');
const { profileByFunction, profileByName, withCode } = require('./profile');
const { askValgrind, findSource } = require('./source');

const { max, min } = Math;

// Slowdown by valgrind, and the longest time of a process.
const USUALLY_SLOWER = 50;
const MOST_SECONDS = 100;

// Next to three endless loops, two processes get 0.8 of two processors, and six 1.3. Each takes 270 MB under valgrind.
const PER_PROCESSOR = 3;
const MOST_AT_A_TIME = 16;

/** More than processors, because processes do not disturb each other's counts, and get more time on a busy machine. */
const countLanes = (host, sides = 1) => max(1, min(MOST_AT_A_TIME, PER_PROCESSOR * host.cpus().length) / sides | 0);

/** Limits how many actions run at the same time. */
function createLanes(count) {
  const waiting = [];
  let free = count;

  return async function within(action) {
    if (free > 0) free--;
    else await new Promise((resolve) => { waiting.push(resolve); });
    try {
      return await action();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}

function whyTooLong(request) {
  const { nsPerCall, cpuNsPerCall = null } = request;
  const { calls, warmUp } = firstPlan(request);
  const seconds = (cpuNsPerCall === null ? nsPerCall : min(nsPerCall, cpuNsPerCall)) / 1e9;
  if ((warmUp + 2 * calls) * seconds * USUALLY_SLOWER <= MOST_SECONDS) return null;
  return `a call takes ${seconds.toFixed(1)} s, and ${USUALLY_SLOWER} times as long under valgrind. Reduce the work ` +
    'of each call';
}

const notSplit = (reason) => ({ functions: [], isSplit: false, reason });

/** The profile by function of JavaScript, from processes under valgrind; a reason instead of functions if it fails. */
async function splitProfile(counts, request, { found, host, run }) {
  const isSame = found.source.name === 'valgrind';
  const { source, reason } = isSame ? found : askValgrind(host);
  const why = source ? whyTooLong(request) : `functions are counted with valgrind, but ${reason}`;
  if (why !== null) return notSplit(why);
  const runOne = (job) => run({ ...request, source: withCode(source) }, job);
  try {
    return await profileByFunction(counts, request, runOne, isSame);
  } catch (error) {
    if (error instanceof NotCounted) return notSplit(error.message);
    throw error;
  }
}

/**
 * count: 'instructions', 'cache', 'profile'; precision: of the instructions of a call; atATime: limit of processes.
 * count({ job, flags, times, limitMs, inputs }): { counts (docs/results.md), reason }, never rejects.
 * processesOfSeries(): the usual number of processes for a test or a loop. stop(): ends all, and removes their files.
 */
function createCounter(runner, { count: what, precision }, { host }, atATime = countLanes(host)) {
  const hasCache = what.includes('cache');
  const lanes = createLanes(atATime);
  const processes = createProcesses(runner, host, hasCache);
  const attempts = new Set();
  let found = null;
  let isStopped = false;

  const run = (request, counts) => lanes(() => processes.run(request, counts));
  const countTest = createTestCounter(run, precision, ({ kind }) => found.source.hasParts && kind !== 'file');

  /** Falls back to native functions if compiled code cannot be split. */
  async function profileOf(counts, request) {
    const known = profileByName(counts);
    if (!what.includes('profile')) return known;
    const split = await splitProfile(counts, request, { found, host, run });
    return known && !split.isSplit ? { ...known, reason: split.reason } : split;
  }

  async function countOne(request) {
    found = found || findSource(host, hasCache);
    const { source } = found;
    if (!source) throw new NotCounted(found.reason);
    const { name, version, weights, caches } = source;
    const reason = name === 'valgrind' ? whyTooLong(request) : null;
    if (reason !== null) throw new NotCounted(reason);
    const asked = { ...request, source };
    const { functions, ...counts } = await countTest(asked);
    const profile = await profileOf({ functions, ...counts }, asked);
    return { ...counts, profile, source: { name, version }, flags: STEADY_FLAGS, ...(hasCache && { weights, caches }) };
  }

  return {
    async count(request) {
      const attempt = new AbortController();
      attempts.add(attempt);
      try {
        if (isStopped) throw new NotCounted(STOPPED);
        return { counts: await countOne({ ...request, attempt }), reason: null };
      } catch (error) {
        if (error instanceof NotCounted) return { counts: null, reason: error.message };
        throw error;
      } finally {
        attempts.delete(attempt);
      }
    },
    processesOfSeries: () => (found && found.source && found.source.hasParts ? 1 : PROCESSES),
    stop() {
      isStopped = true;
      for (const attempt of attempts) attempt.abort();
      processes.removeFiles();
    },
  };
}

module.exports = { createCounter, createLanes, countLanes };
