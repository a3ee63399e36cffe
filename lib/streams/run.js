'use strict';

/*
 * One timed run of one stream in this process, and the row it gives. Its time is that of the pipeline, from just before
 * its streams are connected until the last has ended; what is looked at beside (memory, collections, processor time)
 * lies outside of it, or costs less than a hundredth.
 */

const { PerformanceObserver, performance } = require('perf_hooks');

const { heap: { inUse, collectAll } } = require('#engine');
const { rowError } = require('../text/row-error');
const { emptyRow } = require('../estimate/row');
const { connect } = require('./connect');
const { Counter } = require('./count');
const { createEnding, streamError } = require('./ending');
const { createSampler } = require('./resident');

// Captured at load: a contender may replace them.
const { cpuUsage } = process;
const now = performance.now.bind(performance);

/**
 * What is reachable: used heap and external memory (the bytes of buffers) after full collections.
 *
 * @returns {Promise<number|null>} bytes; null where there are no full collections to be had
 */
async function keptBytes({ nextTurn }) {
  if (!collectAll()) return null;
  // What a first one has found to be garbage can be closed by callbacks, and is only then free.
  await new Promise((resolve) => { nextTurn(resolve); });
  collectAll();
  const { heapBytes, externalBytes } = inUse();
  return heapBytes + externalBytes;
}

/**
 * Garbage collections within a span of time, as V8 tells of them. Their entries come in a later turn of the event loop;
 * for a run that is over by then this does no harm.
 *
 * @param {{ nextTurn: function(function()) }} clock
 * @returns {{ now: function(): number, within: function(number, number): Promise<{ count: number, seconds: number }>,
 *   stop: function() }} now(): a time in ms, on the clock of the entries; within(fromMs, toMs): those that began in
 *   between
 */
function watchCollections({ nextTurn }) {
  const entries = [];
  const keep = (list) => { for (let i = 0; i < list.length; i++) entries[entries.length] = list[i]; };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return {
    now,
    stop: () => observer.disconnect(),
    async within(fromMs, toMs) {
      // In the first turn they are handed over, in the second they are there.
      for (let i = 0; i < 2; i++) await new Promise((resolve) => { nextTurn(resolve); });
      keep(observer.takeRecords());
      let count = 0;
      let ms = 0;
      for (let i = 0; i < entries.length; i++) {
        const { startTime, duration } = entries[i];
        if (startTime < fromMs || startTime >= toMs) continue;
        count++;
        ms += duration;
      }
      return { count, seconds: ms / 1000 };
    },
  };
}

/** Runs what is connected, and takes the time: a promise of { failure, ns, userNs, systemNs, fromMs, toMs }. */
function timed(link, { clock, collections, state }) {
  return new Promise((resolve) => {
    const cpu = cpuUsage();
    const fromMs = collections.now();
    const done = (failure) => {
      const endedNs = clock.nowNs();
      const { user, system } = cpuUsage(cpu);
      resolve({
        failure, ns: endedNs - state.startedNs, userNs: user * 1000, systemNs: system * 1000, fromMs,
        toMs: collections.now(),
      });
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
    collections: {
      count: collections.count, share: collections.seconds / seconds, seconds: collections.seconds, bytesPerCall: null,
    },
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
      avg: 1 / seconds, min: 1 / seconds, max: 1 / seconds, count: 1, elapsed: seconds, runs: 1,
      duration: seconds, nloops: 1,
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
 * @param {{ collects: boolean, guards: boolean }} how collects: whether to look at what is kept, for heapGrowthBytes,
 *   which is null otherwise: a full collection throws compiled code away, and the run is 3 % slower; of a process that
 *   was warm 3 to 10 times as slow. guards: whether to look that callbacks are called once
 * @returns {Promise<object>} a row as emptyRow has it, with `stream`; of a run that failed with verdict 'failed' and
 *   error. Never rejects
 */
async function runStream(test, settings, { clock, kept = keptBytes, sampler: samplerDeps, ending: endingDeps },
  { collects, guards = false }) {
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
    if (link.reads && input.chunks === 0) {
      return failed(rowError('no-input', 'the input ended before it gave anything'));
    }
    const collections = await watched.within(run.fromMs, run.toMs);
    const heapGrowthBytes = heapBytes === null ? null : await kept(clock) - heapBytes;
    if (link.late()) return failed(streamError(link.late(), stage));
    return rowOf(test.name, link,
      { input, output, firstNs: state.firstNs, run, resident, collections, heapGrowthBytes });
  } catch (error) {
    return failed(streamError(error, stage));
  } finally {
    ending.stop();
    if (watched) watched.stop();
    if (link) link.destroy();
  }
}

module.exports = { runStream };
