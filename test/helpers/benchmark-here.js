'use strict';

/*
 * Files of helpers/benchmark-files.js without their processes, of which each takes 50 ms to start: in the place of
 * host.startScript for helpers/cli-inside.js. What the file declares, its arguments, its contract and its messages are
 * handled by what does so in a process; what a process is itself (flags, signals, exit codes, output, setup) is for
 * tests with processes.
 */

const fs = require('fs');
const { createRequire } = require('module');
const path = require('path');
const { COMMON } = require('./benchmark-process');
const { fakeChild } = require('./fake-host');
const host = require('../../lib/host/host');
const { sysinfoOfRates } = require('../../lib/composition');
const { nameOf } = require('../../lib/files/parent');
const { configurationText } = require('../../lib/text/configuration-names');
const { argumentsOf, planConfigurations, whyEmpty, ParameterError } = require('../../lib/files/parameters');
const { errorOfFailure } = require('../../lib/text/row-error');

const CONTRACT = path.join(__dirname, '..', '..', 'lib', 'files', 'contract.js');

/** Runs the text of a module with this `process`. */
function load(file, process, required) {
  const module = { exports: {} };
  new Function('module', 'require', 'process', `${fs.readFileSync(file, 'utf8')}\n//# sourceURL=${file}`)(
    module, required, process);
  return module.exports;
}

/** What a file hands to createBenchmark, as { main, configs, options }, or null; process: { env, hrtime }. */
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

/** The result of one configuration, as its process sends it: { report } or { error }. */
function measured(script, args, env) {
  const process = { env: { ...env, NODE_RUN_BENCHMARK_FN: '' }, hrtime: { bigint: null } };
  const { main, configs, options, bench } = declared(script, process);
  const conf = planConfigurations(configs, options, args, { groups: '', isFiltered: false }).queue[0];
  let report = null;
  const { createContract } = load(CONTRACT, process, require);
  Object.assign(
    bench, createContract(
      { isZeroAllowed: false, report: (
        rate, ns, operations) => { report =
          { conf, rate, seconds: Number((Number(ns) / 1e9).toFixed(9)), operations }; } }));
  try {
    main(conf, bench);
  } catch (error) {
    return { error: { ...errorOfFailure({ stage: 'test', error }, 'sync', null), stack: null, output: [] } };
  }
  return { report };
}

/** As host.startScript for a benchmark file that the command line asks. */
function startHere(script, args, { env, cwd }) {
  const { secret, reportsEnvironment } = JSON.parse(env.QTIMEIT_WORKER);
  const child = Object.assign(fakeChild(), { secret });
  const tell = (message) => setImmediate(() => child.tell(message));
  const end = (exitCode) => setImmediate(() => child.end(exitCode));
  let given;
  try {
    given = declared(script, { env, hrtime: {} });
  } catch (error) {
    // As node does.
    child.stderr.write(`${error.stack}\n`);
    end(1);
    return child;
  }
  if (given === null) {
    end(0);
    return child;
  }
  if (given.options.setup || given.options.flags) throw new Error('a file with setup or flags needs its process');
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
    const { report, error } = measured(script, argumentsOf(queue[index], extra), env);
    if (error) return tell({ type: 'outcome', error });
    return tell(
      { type: 'outcome', configuration: configurationText(report.conf), parameters: report.conf, rate: report.rate,
        seconds: report.seconds, operations: report.operations, latency: null });
  };
  tell({
    type: 'configurations', name: nameOf(script, { host, cwd }), configurations: shown, parameters: Object.keys(lists),
    unknown, hasSetup: false,
    hasGroups: Boolean(given.options.byGroups), environment: reportsEnvironment ? sysinfoOfRates() : null,
    empty: queue.length ? null : whyEmpty(lists),
  });
  return child;
}

module.exports = { startHere };
