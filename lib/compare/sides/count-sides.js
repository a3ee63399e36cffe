'use strict';

/* Counts instructions of all sides after the timing, tests in parallel: background load does not change counts. */

const { createCounter, createLanes, countLanes } = require('../../extras/counts/counter');
const { findSource } = require('../../extras/counts/source');
const { knownByTime } = require('../../extras/counts/counting');
const { UsageError } = require('../../base/text/usage-error');

const { max } = Math;

function checkSource({ count }, { host }) {
  const { source, reason } = findSource(host, count.includes('cache'));
  if (reason !== null) throw new UsageError(`--count: ${reason}`);
  return source;
}

// CPU time per side of a small test, including its share of the empty tests.
const COUNT_SECONDS = { perf: 3, valgrind: 30 };

/** Estimated time for counting; null if this machine or one of the sides cannot count. */
function countSeconds(tests, sides, { host }) {
  const isNode = ({ execPath, node: { program = 'node' } }) => execPath && program === 'node';
  const { source } = sides.every(isNode) ? findSource(host, false) : { source: null };
  return source && COUNT_SECONDS[source.name] * max(1, tests * sides.length / max(1, host.cpus().length));
}

const requestOf = (side) => ({
  job: side.job, flags: side.flags, limitMs: side.limitSeconds * 1000,
  ownLoop: side.hasInputs ? side.job.name : null, ...knownByTime(side.latest),
});

/**
 * run() sets sides[].counted of measured units to { counts, reason }; its second argument gets (done, all, leftSeconds)
 * after each side. stop() ends processes and removes files.
 */
function createSideCounting({ count, precision, sides }, { host, clock }) {
  const counters = new Map();
  const atATime = countLanes(host, sides);
  let isStopped = false;

  /** One counter per file and side, because their tests share the empty loops. */
  function counterOf({ runner }) {
    const settings = { count, precision: precision ?? false };
    if (!counters.has(runner)) counters.set(runner, createCounter(runner, settings, { host }, atATime));
    return counters.get(runner);
  }

  function stop() {
    isStopped = true;
    for (const counter of counters.values()) counter.stop();
  }

  async function run(units, onProgress) {
    const isDue = ({ sides }) => sides.every((side) => side && side.error === null && side.latest !== null)
      && sides.some(({ counted }) => counted === null);
    const due = units.filter(isDue);
    const all = due.reduce((sum, { sides }) => sum + sides.length, 0);
    const startedNs = clock.nowNs();
    let done = 0;

    async function countSide(side) {
      const counted = await counterOf(side).count(requestOf(side));
      if (isStopped) return;
      side.counted = counted;
      done++;
      onProgress(done, all, (clock.nowNs() - startedNs) / 1e9 * (all / done - 1));
    }

    if (all > 0) onProgress(0, all, null);
    const testAtATime = createLanes(atATime);
    await Promise.all(due.map(({ sides }) => testAtATime(async () => {
      if (!isStopped) await Promise.all(sides.map(countSide));
    })));
    stop();
  }

  return { run, stop };
}

module.exports = { checkSource, countSeconds, createSideCounting };
