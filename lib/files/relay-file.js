'use strict';

/*
 * A benchmark file that has another process do the work, and hands on what that tells with sendResult: a server whose
 * clients are the benchmark. The other one calls createBenchmark, and takes the arguments and the environment of the
 * first. So each run is a process of both; which configuration is meant stands in the environment.
 */

const { createBenchmarkFile } = require('./benchmark-file');
const { forkConfiguration, paddingOf, resultOf } = require('./fork-configuration');

const NAME = 'QTIMEIT_RELAY';

/**
 * @param {object} launch as for createBenchmarkFile
 * @param {object} deps { host, clock, writeError }
 * @returns {object} as createBenchmarkFile does
 */
function createRelayFile(launch, deps) {
  const file = createBenchmarkFile({ ...launch, env: { ...launch.env, [NAME]: 'look' } }, deps);
  const { script, args, execPath, execArgv, cwd, env } = launch;
  let looked = null;
  let kill = () => {};

  /** Once: its process has nothing else to do than to tell its configurations, and ends by itself. */
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
      script, args, execPath, execArgv, cwd,
      env: { ...host.env, ...env, [NAME]: `${index}`, QTIMEIT_LOAD_NODE: host.execPath, ...paddingOf(padding) },
      isPiped: true,
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
