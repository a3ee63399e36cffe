'use strict';

/*
 * Times one run of one stream in this process, and makes its row. The time starts just before the streams are connected
 * and ends with the last stream. Memory, collections and processor time are read outside it, or cost less than 1 %.
 */

const { PerformanceObserver, performance } = require('perf_hooks');

const { heap: { inUse, collectAll } } = require('#engine');
const { createEmptyRow, createFailedRow, resultsOfOne } = require('../../core/estimate/row');
const { createEmptyInputError, createStreamError, withStream } = require('./ending');
const { createSampler } = require('./resident');
const { countBytes } = require('./source');

// Captured at load: a contender may replace them.
const { cpuUsage } = process;
const now = performance.now.bind(performance);

/** Counts chunks and bytes. It runs for each chunk, so it has few fields and does not allocate. */
class Counter {
  chunks = 0;
  bytes = 0;

  add(chunk, encoding) {
    this.chunks++;
    this.bytes += countBytes(chunk, encoding);
  }

  /** null if a chunk had none */
  get bytesOrNull() { return this.bytes >= 0 ? this.bytes : null; }
}

const turn = ({ nextTurn }) => new Promise((resolve) => { nextTurn(resolve); });

/** Bytes of the used heap and of external memory (buffers) after full collections; null without these. */
async function keptBytes(clock) {
  if (!collectAll()) return null;
  // Callbacks may close resources that the first collection found, and the second one frees them.
  await turn(clock);
  collectAll();
  const { heapBytes, externalBytes } = inUse();
  return heapBytes + externalBytes;
}

/** V8 reports collections after the run, in a later turn. within(fromMs, toMs): collections that began in between. */
function watchCollections(clock) {
  const entries = [];
  const keep = (list) => { for (let i = 0; i < list.length; i++) entries[entries.length] = list[i]; };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ entryTypes: ['gc'] });
  return {
    stop: () => observer.disconnect(),
    async within(fromMs, toMs) {
      // The entries arrive in the second turn.
      await turn(clock);
      await turn(clock);
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

const timed = (link, { clock, state }) => new Promise((resolve) => {
  const cpu = cpuUsage();
  const fromMs = now();
  const done = (failure) => {
    const endedNs = clock.nowNs();
    const { user, system } = cpuUsage(cpu);
    const ns = endedNs - state.startedNs;
    resolve({ failure, ns, userNs: user * 1000, systemNs: system * 1000, fromMs, toMs: now() });
  };
  state.startedNs = clock.nowNs();
  try {
    link.start(done);
  } catch (error) {
    done({ error, isOfSource: false });
  }
});

function rowOf(name, link, { input, output, firstNs, run, resident, collections, heapGrowthBytes }) {
  const { ns, userNs, systemNs } = run;
  const measured = link.reads ? input : output;
  const bytes = measured.bytesOrNull;
  const seconds = ns / 1e9;
  const side = (exists, value) => (exists ? value : null);
  return {
    ...createEmptyRow(name, 1),
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
      ...resident, heapGrowthBytes, userShare: userNs / ns, systemShare: systemNs / ns, moreRuns: null,
    },
    results: resultsOfOne(1 / seconds, seconds),
  };
}

/**
 * Measures a stream once. Never rejects.
 *
 * deps: { clock }, and for tests kept (instead of keptBytes) and ending. collects: whether to find heapGrowthBytes. A
 * full collection discards compiled code: the run is 3 % slower, in a warm process 3 to 10 times as slow. guards:
 * whether to check that callbacks are called once. A failed run has the verdict 'failed' and an error.
 */
async function runStream(test, settings, { clock, kept = keptBytes, ending }, { collects, guards = false }) {
  const input = new Counter();
  const output = new Counter();
  const sampler = createSampler(clock);
  const state = { startedNs: 0, firstNs: null };
  let row = null;
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

  /** Returns the error of a failed run, or null. */
  async function measure({ link, guard, stage }, watched) {
    const heapBytes = collects ? await kept(clock) : null;
    sampler.start();
    let run;
    let resident;
    try {
      run = await guard(timed(link, { clock, state }));
    } finally {
      resident = sampler.end();
    }
    if (run.failure) return createStreamError(run.failure.error, stage, run.failure.isOfSource);
    if (link.reads && input.chunks === 0) return createEmptyInputError();
    const collections = await watched.within(run.fromMs, run.toMs);
    const heapGrowthBytes = heapBytes === null ? null : await kept(clock) - heapBytes;
    if (link.late()) return createStreamError(link.late(), stage);
    const { firstNs } = state;
    row = rowOf(test.name, link, { input, output, firstNs, run, resident, collections, heapGrowthBytes });
    return null;
  }

  const error = await withStream(test, settings, { hooks, ending }, async (run) => {
    const watched = watchCollections(clock);
    try {
      return await measure(run, watched);
    } finally {
      watched.stop();
    }
  });
  return error ? { ...createFailedRow(test.name, 1, error), kind: 'stream' } : row;
}

module.exports = { runStream };
