'use strict';

/* createBenchmark() in a file: the parent starts a process per configuration, where the same call runs main. */

const { inspect } = require('util');
const { isMainThread } = require('worker_threads');
const { writeErrorNow } = require('../../base/host/terminal');
const { role, job, channel } = require('../../base/host/worker');
const { toRowError, isThrownHere, withoutOurFrames } = require('../../base/text/row-error');
const { createContract } = require('./contract');
const { planConfigurations, readOptions, ParameterError } = require('./parameters');

// Set in the process in which the command line measures the suites of files.
const CONDUCTOR = Symbol.for('qtimeit.conductor.1');

// Captured at load, because a benchmark of process.env deletes all of it.
const { argv, env, send } = process;
const exit = process.exit.bind(process);
const isChild = env.NODE_RUN_BENCHMARK_FN !== undefined;
// Started by the command line, for one request after another (benchmark-file.js) or a single configuration
// (fork-configuration.js). In both cases, process.send() belongs to the benchmark.
const isAsked = role === 'file';
const tool = isAsked ? channel : null;
const hasParent = Boolean(channel || send);
const isZeroAllowed = Boolean(env.NODEJS_BENCHMARK_ZERO_ALLOWED);
const nodeFlags = (env.NODE_BENCHMARK_FLAGS || '').split(/\s+/).filter(Boolean);
const chosenGroups = env.NODE_RUN_BENCHMARK_GROUPS || '';
// Started by a file that delegates its work, see createRelayFile.
const relayed = send && job !== null ? job.relay : undefined;
// When two nodes are compared, the same node makes the load for both.
const loadNode = job === null ? undefined : job.loadNode;
const port = Number(env.PORT) || 12346;

const EXIT_GRACE_MS = 2000; // an open server keeps the process of a configuration alive; exit after this time

const run = channel && job.counting ? require('./counted-run').watchRun(channel.job.counting) : null;

let hasBenchmark = false;

/** Reports whether process.exit() ended a file without a benchmark. Otherwise, the event loop was empty first. */
function reportExit() {
  let isByCall = true;
  process.on('beforeExit', () => { isByCall = false; });
  process.on('exit', () => { if (!hasBenchmark) tool.sendNow({ type: 'exiting', isByCall }); });
}

if (tool) reportExit();

/** Messages of a benchmark have no field `qtimeit`. */
function tell(message) {
  if (channel) channel.send(message);
  else if (send) send.call(process, { qtimeit: 1, ...message }, undefined, undefined, () => {});
}

function scriptOf() {
  const script = require.main ? require.main.filename : argv[1];
  if (!isMainThread) {
    throw new Error('createBenchmark: this is a worker thread, and its script cannot be run again');
  }
  if (!script || script === '-' || script === '[eval]') {
    throw new Error('createBenchmark: there is no file to run for each configuration. Put the benchmark into a file');
  }
  return script;
}

function inspected(error) {
  try {
    return withoutOurFrames(inspect(error));
  } catch (_) {
    return toRowError({ stage: 'test', error }, 'sync', null).message;
  }
}

/**
 * Uncaught errors end the process, unless the file has a listener. Errors that this library throws are a sentence and a
 * place, which the parent of a configuration prints; others have Node's format, without frames of this library.
 */
function endInWords() {
  // In a worker thread, the worker gets the event.
  if (!isMainThread) return;
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const { message, at, stack } = toRowError({ stage: 'test', error }, 'sync', null);
    if (stack === null) writeErrorNow(`Uncaught ${inspected(error)}\n`);
    else if (!isThrownHere(stack)) writeErrorNow(`${inspected(error)}\n`);
    else if (!isChild || !hasParent) writeErrorNow(`${message}${at ? ` (${at})` : ''}\n`);
    exit(1);
  });
}

/** Triggers V8's next batch of compilation now: otherwise it takes 50 of the 88 us of a hundred calls (Node 20.20). */
function settle() {
  const kept = [];
  for (let i = 0; i < 300; i++) kept.push([i]);
}

/** See public/common.d.ts. */
class Benchmark {
  #contract;
  #name = null;

  constructor(main, configs, options = {}) {
    const isSuite = globalThis[CONDUCTOR] || role === 'test';
    if (!isSuite && !hasBenchmark) endInWords();
    if (typeof main !== 'function') throw new TypeError(`createBenchmark: expected a function, got ${typeof main}`);
    if (configs === null || typeof configs !== 'object') {
      throw new TypeError('createBenchmark: its second argument must be an object of parameters, such as { n: [1e6] }');
    }
    const given = readOptions(options);
    if (isSuite) {
      throw new Error('createBenchmark was called by a file that runs as a suite, because its code does not contain ' +
        "createBenchmark, or declares it, or uses another library. Import it in this file from 'qtimeit/common'");
    }
    if (hasBenchmark) throw new Error('createBenchmark was called twice. A file can contain only one benchmark');
    if (isAsked && !channel) {
      throw new Error('createBenchmark: the results cannot be reported: file descriptor 3 was already closed');
    }
    hasBenchmark = true;
    this.script = scriptOf();
    const plan = this.#plan(configs, given);
    this.options = plan.lists;
    this.extra_options = plan.extra;
    this.queue = plan.queue;
    this.config = plan.queue[0];
    this.flags = nodeFlags.concat(given.flags || []);
    this.#contract = createContract({
      isZeroAllowed, report: (rate, elapsedNs, operations) => this.report(rate, elapsedNs, { operations }),
    });
    const hasGroups = Boolean(given.byGroups);
    process.nextTick(() => {
      if (isChild) this.#run(main);
      else require('./parent').runParent(this, { ...plan, setup: given.setup, tool, relayed, hasGroups });
    });
  }

  get name() {
    this.#name ??= require('./parent').nameBenchmarkFile(this.script);
    return this.#name;
  }

  #plan(configs, options) {
    try {
      return planConfigurations(configs, options, argv.slice(2), { groups: chosenGroups, isFiltered: !isChild });
    } catch (error) {
      if (!(error instanceof ParameterError) || isChild) throw error;
      require('./parent').reportRefusal(this.name, error.message, { tool, relayed });
      return exit(relayed === undefined ? 1 : 0);
    }
  }

  #run(main) {
    process.on('uncaughtExceptionMonitor', (error) => {
      tell({ type: 'failed', error: { ...toRowError({ stage: 'test', error }, 'sync', null), stack: null } });
    });
    settle();
    const result = main(this.config, this);
    // Ends the process for a rejection, regardless of --unhandled-rejections.
    if (result && typeof result.then === 'function') {
      result.then(undefined, (error) => setImmediate(() => { throw error; }));
    }
  }

  start() {
    if (run) run.start();
    this.#contract.start();
  }

  end(operations) {
    if (run) run.end();
    this.#contract.end(operations);
  }

  /** callback(0) after the load, callback(1) if it failed. */
  http(options, callback = () => {}) {
    const { runLoad } = require('./http/run-load');
    const plan = {
      ...options,
      port: options.port === undefined ? port : options.port,
      benchmarker: options.benchmarker || this.config.benchmarker || this.extra_options.benchmarker,
    };
    const clock = require('../../base/host/clock').createClock();
    const deps = { host: require('../../base/host/host'), clock, execPath: loadNode, cwd: process.cwd() };
    runLoad(plan, deps).then((result) => {
      callback(0);
      // Also overrides a benchmarker that the file declares: under the name of core's stand-in, the rate would look
      // like one of core.
      this.config.benchmarker = result.benchmarker;
      this.report(result.rate, BigInt(Math.round(result.seconds * 1e9)), { latency: result.latency });
    }, (error) => {
      callback(1);
      throw error;
    }).catch((error) => setImmediate(() => { throw error; }));
  }

  report(rate, elapsedNs, more = {}) {
    if (typeof rate !== 'number' || !Number.isFinite(rate)) {
      throw new Error(`reported a rate of ${rate}, which is not a finite number`);
    }
    const seconds = Number(elapsedNs) / 1e9;
    // The parent knows the name. Here it is unreliable, because the benchmark may have changed the current folder.
    const name = hasParent ? undefined : this.name;
    const counted = run ? { counted: run.found(more.operations) } : {};
    sendResult({ name, conf: this.config, rate, time: seconds.toFixed(9), type: 'report', ...more, ...counted });
    if (isChild && hasParent) setTimeout(() => exit(0), EXIT_GRACE_MS).unref();
  }
}

function sendResult(data) {
  if (!hasParent) {
    require('./parent').printResult(data);
  } else if (data && data.relayed) {
    // A relayed message looks like a result, because some files pass on nothing else.
    tell(data.relayed);
  } else {
    // Messages are JSON, which would turn this rate into null.
    const isOdd = data && typeof data.rate === 'number' && !Number.isFinite(data.rate);
    tell(isOdd ? { ...data, rate: String(data.rate) } : data);
  }
}

const createBenchmark = (main, configs, options) => new Benchmark(main, configs, options);

module.exports = { createBenchmark, Benchmark, sendResult, port };
