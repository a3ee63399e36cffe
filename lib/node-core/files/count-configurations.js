'use strict';

/*
 * Counts the instructions of each configuration and side, with processes that differ only in n: all other costs cancel.
 * First, an uncounted trial checks that the file accepts such an n, and measures the time after warm-up. One process
 * runs at a time, because files may listen on the same port, or write the same file.
 */

const { createCounter } = require('../../extras/counts/counter');
const { firstPlan } = require('../../extras/counts/plan-calls');
const { STEADY_FLAGS } = require('../../extras/counts/counted-process');
const { CUT_SHORT, findCountWarnings } = require('../../extras/counts/counting');
const { groupBy } = require('../../base/text/grouped-by');
const { mean } = require('../../base/stats/sample');
const { countParameter } = require('./operation-count');

const TRIAL_LIMIT_MS = 30000;

function whyNot({ count }, { configuration, parameters, operations = null }) {
  if (count === null) return 'its work happens in another process, which is not counted';
  if (configuration.includes('benchmarker=')) {
    return 'another process generates its load for a fixed time';
  }
  if (!(operations > 0)) return 'it does not pass a number of operations to end()';
  if (countParameter(parameters, operations) !== null) return null;
  return 'it has no parameter n that scales its number of operations';
}

const withValue = (error, name, value) => ({ ...error, message: `with ${name}=${value}: ${error.message}` });

/** Same interface as fork-runner.js, for configurations instead of tests. */
const runner = {
  async run({ job: { source, index, name, collects, counts }, wrapper, flags, limitMs }) {
    const value = counts.warmUp + counts.calls;
    const values = { [name]: value };
    const { error, counted } = await source.count(index, { wrapper, flags, limitMs, isTrial: false, values });
    if (error) return { error: withValue(error, name, value), row: null, counted: null };
    const { threads, hasProcesses } = counted;
    return {
      error: null, row: { error: null },
      counted: { kind: 'file', form: null, tiers: { loop: null, test: null }, collects, threads, hasProcesses },
    };
  },
};

/** Sets `counts` per operation (docs/results.md) or null, and `warnings`. watch: { counted(done, all, leftSeconds) } */
function createConfigurationCounting(entries, settings, { host, clock }, watch) {
  const counter = createCounter(runner, settings, { host }, 1);
  const isWanted = (side) => Boolean(side) && !side.counts && side.rates.length > 0;
  const jobs = entries.flatMap(({ result, sides }) => sides.flatMap((place, at) => (
    isWanted(result.sides[at]) ? [{ result, ...place, side: result.sides[at] }] : [])));
  let isStopped = false;

  async function countOne({ source, index, result, side }) {
    const notCounted = (reason) => ({ counts: null, reason });
    const why = whyNot(source, result);
    if (why !== null) return notCounted(why);
    const { error } = await source.open();
    if (error) return notCounted(error.message);
    const { parameters, operations } = result;
    const name = countParameter(parameters, operations);
    const given = parameters[name];
    const firstNs = 1e9 / mean(side.rates) * operations / given;
    const { calls, warmUp } = firstPlan({ kind: 'file', nsPerCall: firstNs });
    const value = warmUp + 2 * calls;
    const trial = await source.count(index, {
      wrapper: [], flags: STEADY_FLAGS, limitMs: TRIAL_LIMIT_MS, isTrial: true, values: { [name]: value },
    });
    if (trial.error) return notCounted(withValue(trial.error, name, value).message);
    const { collects, threads } = trial.counted;
    if (threads > 0) return notCounted('it starts worker threads, whose instructions cannot be counted separately');
    const more = value === given ? operations / given : (trial.operations - operations) / (value - given);
    if (!(more > 0)) {
      return notCounted(`end() received ${trial.operations} operations with ${name}=${value}, and ${operations} with ` +
        `${name}=${given}: the number of operations does not grow with ${name}`);
    }
    return counter.count({
      job: { source, index, name, collects }, flags: [], limitMs: 0, kind: 'file', ownLoop: null,
      nsPerCall: trial.seconds * 1e9 / value, operations: more,
    });
  }

  async function run() {
    const startedNs = clock.nowNs();
    let done = 0;
    // One file after the other: each process of a file with a setup ends before the next one begins.
    for (const [source, own] of groupBy(jobs, (job) => job.source)) {
      for (const job of own) {
        const { counts, reason } = await countOne(job);
        if (isStopped) return;
        Object.assign(job.side, { counts, warnings: findCountWarnings(counts, reason) });
        done++;
        watch.counted(done, jobs.length, (clock.nowNs() - startedNs) / 1e9 / done * (jobs.length - done));
      }
      if (source.isOpen()) await source.close();
    }
  }

  function stop() {
    isStopped = true;
    counter.stop();
    for (const { side } of jobs) {
      if (!side.warnings) Object.assign(side, { counts: null, warnings: findCountWarnings(null, CUT_SHORT.reason) });
    }
  }

  return { run, stop };
}

module.exports = { createConfigurationCounting };
