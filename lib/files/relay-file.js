'use strict';

/*
 * A benchmark file that has another process do the work and passes its results on with sendResult, such as a server
 * whose clients are the benchmark. The other process calls createBenchmark, and has the arguments and the environment
 * of the first one. So each run is a process of both. The job of the first one says which configuration is meant; its
 * worker entry puts that into the environment of the second one, see host/worker.js.
 */

const { createBenchmarkFile } = require('./benchmark-file');
const { forkConfiguration, resultOf } = require('./fork-configuration');

/**
 * @param {object} launch as for createBenchmarkFile
 * @param {object} deps { host, clock, writeError }
 * @returns {object} as createBenchmarkFile does
 */
function createRelayFile(launch, deps) {
  const file = createBenchmarkFile({ ...launch, relay: 'look' }, deps);
  const { script, args, execPath, execArgv, cwd, env } = launch;
  let looked = null;
  let kill = () => {};

  /** Once: its process only reports its configurations, and then ends. */
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
    // The process that is started is that of the other file's parent.
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
