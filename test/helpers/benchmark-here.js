'use strict';

/*
 * Runs the files of helpers/benchmark-files.js in this process, because starting a process takes 50 ms. startHere()
 * replaces host.startScript; inside(), stdoutOf() and refused() are those of helpers/cli-inside.js with it. The
 * library's own code handles declarations, arguments, the contract and messages. Flags, signals, exit codes, output and
 * setup need tests with real processes.
 */

const fs = require('fs');
const { createRequire } = require('module');
const path = require('path');
const { COMMON } = require('./benchmark-process');
const { insideOf } = require('./cli-inside');
const { fakeChild } = require('./fake-host');
const host = require('#lib/base/host/host');
const { sysinfoOfRates } = require('#lib/composition');
const { nameBenchmarkFile } = require('#lib/node-core/files/parent');
const { configurationText } = require('#lib/base/text/configuration-names');
const { formatArguments, planConfigurations, whyEmpty, ParameterError } = require('#lib/node-core/files/parameters');
const { toRowError } = require('#lib/base/text/row-error');

const CONTRACT = path.join(__dirname, '..', '..', 'lib', 'node-core', 'files', 'contract.js');

/** Runs the text of a module with this `process`. */
function load(file, process, required) {
  const module = { exports: {} };
  new Function('module', 'require', 'process', `${fs.readFileSync(file, 'utf8')}\n//# sourceURL=${file}`)(
    module, required, process);
  return module.exports;
}

/** The arguments of createBenchmark in a file, with its bench object; null without a call. process: { env, hrtime } */
function declared(script, process) {
  let given = null;
  const bench = {};
  const own = createRequire(script);
  const createBenchmark = (main, configs, options = {}) => {
    given = { main, configs, options, bench };
    return bench;
  };
  load(script, process, (name) => (name === COMMON ? { createBenchmark } : own(name)));
  return given;
}

/** The result of one configuration in the form that its process sends: { report } or { error }. */
function measured(script, args, env) {
  const process = { env: { ...env, NODE_RUN_BENCHMARK_FN: '' }, hrtime: { bigint: null } };
  const { main, configs, options, bench } = declared(script, process);
  const conf = planConfigurations(configs, options, args, { groups: '', isFiltered: false }).queue[0];
  let report = null;
  const { createContract } = load(CONTRACT, process, require);
  const keep = (rate, ns, operations) => {
    report = { conf, rate, seconds: Number((Number(ns) / 1e9).toFixed(9)), operations };
  };
  Object.assign(bench, createContract({ isZeroAllowed: false, report: keep }));
  try {
    main(conf, bench);
  } catch (error) {
    return { error: { ...toRowError({ stage: 'test', error }, 'sync', null), stack: null, output: [] } };
  }
  return { report };
}

/** Replaces host.startScript for a benchmark file that the command line starts. */
function startHere(script, args, { env, cwd }) {
  const { secret, reportsEnvironment } = JSON.parse(env.QTIMEIT_WORKER);
  const child = Object.assign(fakeChild(), { secret });
  const tell = (message) => setImmediate(() => child.tell(message));
  const end = (exitCode) => setImmediate(() => child.end(exitCode));
  let given;
  try {
    given = declared(script, { env, hrtime: {} });
  } catch (error) {
    // Node.js prints uncaught errors like this.
    child.stderr.write(`${error.stack}\n`);
    end(1);
    return child;
  }
  if (given === null) {
    end(0);
    return child;
  }
  if (given.options.setup || given.options.flags) throw new Error('a file with setup or flags needs a real process');
  let plan;
  try {
    plan = planConfigurations(given.configs, given.options, args,
      { groups: env.NODE_RUN_BENCHMARK_GROUPS || '', isFiltered: true });
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    tell({ type: 'refused', words: error.message });
    end(1);
    return child;
  }
  const { lists, extra, queue, unknown } = plan;
  const shown = queue.map((parameters) => ({ parameters, configuration: configurationText(parameters) }));
  child.stdio[3].write = (text) => {
    const { type, index } = JSON.parse(text);
    if (type === 'end') return end(0);
    const { report, error } = measured(script, formatArguments(queue[index], extra), env);
    if (error) return tell({ type: 'outcome', error });
    const { conf: parameters, ...figures } = report;
    return tell(
      { type: 'outcome', configuration: configurationText(parameters), parameters, ...figures, latency: null });
  };
  tell({
    type: 'configurations', name: nameBenchmarkFile(script, { host, cwd }), configurations: shown,
    parameters: Object.keys(lists), unknown, hasSetup: false, hasGroups: Boolean(given.options.byGroups),
    environment: reportsEnvironment ? sysinfoOfRates() : null, empty: queue.length ? null : whyEmpty(lists),
  });
  return child;
}

module.exports = { startHere, ...insideOf({ startScript: startHere }) };
