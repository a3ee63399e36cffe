'use strict';

/*
 * Counts tests in processes that are run by what counts: started, awaited, and what they have written read. What goes
 * wrong is said in words, and ends the counting of that test alone.
 */

const path = require('path');
const { createTestCounter } = require('./count-test');
const { createLanes } = require('./lanes');
const { profileByName } = require('./profiling');
const { findSource } = require('./source');
const { STEADY_FLAGS } = require('./v8-flags');

const { max } = Math;

// Under valgrind what a program does before it comes to its suite takes 50 times as long, and so do calls.
const START_LIMIT_MS = 300e3;
const SLOWER = 100;
const LEAST_LIMIT_MS = 300e3;

class NotCounted extends Error {}

/** Words of an error of a row, on one line, with the last thing that its process said. */
function wordsOf({ message, output = [] }) {
  const last = output.length ? output[output.length - 1].trim() : '';
  return last ? `${message} (${last})` : message;
}

/**
 * @param {object} runner { run(request) }, see fork-runner.js
 * @param {object} settings
 * @param {string[]} settings.count 'instructions', 'cache'
 * @param {number|false} settings.precision of the instructions of a call
 * @param {object} deps { host, clock }
 * @returns {{ count, stop, remove }} count({ job, flags, times, limitMs, inputs }) -> { counts, reason }: of a test,
 *   counts as docs/results.md has them, null with a reason in words; never rejects. stop(): ends what is under way;
 *   remove(): what lies on the disk
 */
function createCounter(runner, { count: what, precision }, { host, clock }) {
  const hasCache = what.includes('cache');
  const lanes = createLanes(max(1, host.cpus().length));
  const kills = new Set();
  let folder = null;
  let files = 0;
  let isStopped = false;
  let found = null;
  let counterOf = null;

  function prepare() {
    if (found) return;
    found = findSource(host, hasCache);
    if (found.source) folder = host.makeTemporaryFolder('qtimeit-counts-');
  }

  async function runOnce(request, counts) {
    const { source } = found;
    const file = path.join(folder, `${files++}`);
    let kill = () => {};
    const startedNs = clock.nowNs();
    const end = await runner.run({
      job: { ...request.job, counts },
      wrapper: source.command(file, hasCache),
      flags: [...STEADY_FLAGS, ...request.flags],
      startLimitMs: START_LIMIT_MS,
      limitMs: max(LEAST_LIMIT_MS, SLOWER * request.limitMs),
      onLine() {},
      onStart(killOne) {
        kills.delete(kill);
        kill = killOne;
        kills.add(kill);
        if (isStopped) kill();
      },
    });
    kills.delete(kill);
    if (isStopped) throw new NotCounted('stopped');
    if (end.error || end.row.error) throw new NotCounted(wordsOf(end.error || end.row.error));
    const { counted } = end;
    if (counted.threads > 0) {
      throw new NotCounted('it starts worker threads, whose instructions cannot be told from its own');
    }
    const read = source.read(host.readText(file));
    host.removeFile(file);
    if (!read.events) throw new NotCounted(read.reason);
    return { ...read, counted, seconds: (clock.nowNs() - startedNs) / 1e9 };
  }

  /** What is told of a test: the profile in place of what each function had in each process. */
  function told({ functions, ...counts }) {
    const { source: { name, version, weights, caches } } = found;
    const profile = profileByName({ functions, ...counts });
    return { ...counts, profile, source: { name, version }, flags: STEADY_FLAGS, ...(hasCache && { weights, caches }) };
  }

  async function count(request) {
    try {
      prepare();
      if (!found.source) return { counts: null, reason: found.reason };
      counterOf = counterOf || createTestCounter((one, counts) => lanes(() => runOnce(one, counts)), precision);
      return { counts: told(await counterOf(request)), reason: null };
    } catch (error) {
      if (error instanceof NotCounted || error.code) return { counts: null, reason: error.message };
      throw error;
    }
  }

  return {
    count,
    stop() {
      isStopped = true;
      for (const kill of kills) kill();
    },
    remove() {
      if (folder) host.removeTree(folder);
      folder = null;
    },
  };
}

module.exports = { createCounter };
