'use strict';

/*
 * A benchmark file that delegates to another process and passes on its results with sendResult, such as a server whose
 * clients are the benchmark. The other process calls createBenchmark, with the same arguments and environment. So each
 * run takes both processes. The job of the first process selects the configuration; its worker entry puts that into the
 * environment of the second process (host/worker.js).
 */

const { createBenchmarkFile } = require('./benchmark-file');
const { forkConfiguration, resultOf } = require('./fork-configuration');

/** Same parameters and result as createBenchmarkFile. */
function createRelayFile(launch, deps) {
  const file = createBenchmarkFile({ ...launch, relay: 'look' }, deps);
  const { script, args, execPath, execArgv, cwd, env } = launch;
  let looked = null;
  let kill = () => {};

  /** Runs once; the process only reports its configurations, and then ends. */
  async function open() {
    if (looked === null) {
      looked = await file.open();
      await file.close();
    }
    return looked;
  }

  async function run(index, padding = 0) {
    const { host } = deps;
    const { report, error } = await forkConfiguration({
      script, args, execPath, execArgv, cwd, env: { ...host.env, ...env }, padding,
      job: { relay: index, loadNode: host.execPath }, isPiped: true,
    }, deps, (killOne) => { kill = killOne; });
    return error ? { error } : resultOf(report);
  }

  return {
    open, run,
    // Unsupported: the started process is the parent in the other file, not the configuration.
    count: null,
    close: async () => {},
    kill() {
      file.kill();
      kill();
    },
    isOpen: () => false,
    hasSetup: file.hasSetup,
  };
}

module.exports = { createRelayFile };
