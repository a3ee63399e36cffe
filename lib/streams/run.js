'use strict';

/*
 * One timed run of one stream in this process, and the row it gives. Its time is that of the pipeline, from just before
 * its streams are connected until the last has ended; what is looked at beside (memory, collections, processor time)
 * lies outside of it, or costs less than a hundredth.
 */

const { rowError } = require('../text/row-error');
const { emptyRow } = require('../estimate/row');
const { watchCollections } = require('./collections');
const { connect } = require('./connect');
const { Counter } = require('./count');
const { createEnding } = require('./ending');
const { streamError } = require('./failure');
const { keptBytes } = require('./kept-memory');
const { createSampler } = require('./resident');

const { cpuUsage } = process;

/** Runs what is connected, and takes the time. @returns {Promise<object>} { failure, ns, userNs, systemNs, fromMs, toMs } */
function timed(link, { clock, collections, state }) {
  return new Promise((resolve) => {
    const cpu = cpuUsage();
    const fromMs = collections.now();
    const done = (failure) => {
      const endedNs = clock.nowNs();
      const { user, system } = cpuUsage(cpu);
      resolve({ failure, ns: endedNs - state.startedNs, userNs: user * 1000, systemNs: system * 1000, fromMs, toMs: collections.now() });
    };
    state.startedNs = clock.nowNs();
    try {
      link.start(done);
    } catch (error) {
      done({ error, isOfSource: false });
    }
  });
}

function rowOf(name, link, { input, output, firstNs, run, resident, collections, heapGrowthBytes }) {
  const { ns, userNs, systemNs } = run;
  const measured = link.reads ? input : output;
  const bytes = measured.bytesOrNull;
  const seconds = ns / 1e9;
  const side = (exists, value) => (exists ? value : null);
  return {
    ...emptyRow(name, 1),
    verdict: 'unresolved', nsPerCall: ns, kind: 'stream', calls: 1, rounds: 1, cpuNsPerCall: userNs + systemNs,
    collections: { count: collections.count, share: collections.seconds / seconds, seconds: collections.seconds, bytesPerCall: null },
    bytesPerSecond: bytes > 0 ? bytes / seconds : null,
    itemsPerSecond: bytes === null ? measured.chunks / seconds : null,
    stream: {
      runs: 1,
      bytesIn: side(link.reads, input.bytesOrNull), bytesOut: side(link.gives, output.bytesOrNull),
      chunksIn: side(link.reads, input.chunks), chunksOut: side(link.gives, output.chunks),
      bytesPerSecondLow: null, bytesPerSecondHigh: null,
      firstByteNs: side(link.gives, firstNs),
      ...resident,
      heapGrowthBytes,
      userShare: userNs / ns, systemShare: systemNs / ns,
      moreRuns: null,
    },
    results: {
      avg: 1 / seconds, min: 1 / seconds, max: 1 / seconds, count: 1, elapsed: seconds, runs: 1, duration: seconds, nloops: 1,
      stats: [{ count: 1, elapsed: seconds }],
    },
  };
}

/**
 * Measures a stream once.
 *
 * @param {object} test as parseStreams made it
 * @param {object} settings { source, chunkSize }
 * @param {object} deps { clock }, and for tests kept (in place of keptBytes), sampler and ending (as createSampler and
 *   createEnding take them)
 * @param {{ collects: boolean, guards: boolean }} how collects: whether to look at what is kept, for heapGrowthBytes, which is
 *   null otherwise: a full collection throws compiled code away, and the run is 3 % slower; of a process that was warm 3 to
 *   10 times as slow. guards: whether to look that callbacks are called once
 * @returns {Promise<object>} a row as emptyRow has it, with `stream`; of a run that failed with verdict 'failed' and
 *   error. Never rejects
 */
async function runStream(test, settings, { clock, kept = keptBytes, sampler: samplerDeps, ending: endingDeps }, { collects, guards = false }) {
  const input = new Counter();
  const output = new Counter();
  const sampler = createSampler(clock, samplerDeps);
  const state = { startedNs: 0, firstNs: null };
  const hooks = {
    guards,
    count(chunk, encoding) {
      input.add(chunk, encoding);
      sampler.chunk();
    },
    see(chunk, encoding) {
      if (state.firstNs === null) state.firstNs = clock.nowNs() - state.startedNs;
      output.add(chunk, encoding);
      sampler.chunk();
    },
  };
  const failed = (error) => ({ ...emptyRow(test.name, 1), verdict: 'failed', kind: 'stream', error });
  const ending = createEnding(test.timeoutSeconds, endingDeps);
  let stage = 'factory';
  let link = null;
  let watched = null;
  try {
    link = await ending.guard(connect(test, settings, hooks));
    stage = 'test';
    const heapBytes = collects ? await kept(clock) : null;
    watched = watchCollections(clock);
    sampler.start();
    let run;
    let resident;
    try {
      run = await ending.guard(timed(link, { clock, collections: watched, state }));
    } finally {
      resident = sampler.end();
    }
    if (run.failure) return failed(streamError(run.failure.error, stage, run.failure.isOfSource));
    if (link.reads && input.chunks === 0) return failed(rowError('no-input', 'the input ended before it gave anything'));
    const collections = await watched.within(run.fromMs, run.toMs);
    const heapGrowthBytes = heapBytes === null ? null : await kept(clock) - heapBytes;
    if (link.late()) return failed(streamError(link.late(), stage));
    return rowOf(test.name, link, { input, output, firstNs: state.firstNs, run, resident, collections, heapGrowthBytes });
  } catch (error) {
    return failed(streamError(error, stage));
  } finally {
    ending.stop();
    if (watched) watched.stop();
    if (link) link.destroy();
  }
}

module.exports = { runStream };
