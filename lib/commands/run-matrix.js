'use strict';

/* qtimeit run, of benchmark files with parameters: a line for each run, and the rates at the end. */

const { checkFormOfRates } = require('./forms');
const { measureRates } = require('./matrix');
const { hintsOf } = require('../files/hints');
const { escaped } = require('../text/display');
const { rateLine } = require('../text/configuration-names');
const { UsageError } = require('../text/usage-error');

/** '[740ms] buffers/x.js', as Node's run.js has them. */
const trackLines = (tookMs) => ['', ...[...tookMs].map(([file, ms]) => `[${Math.round(ms)}ms] ${escaped(file)}`)];

const OF_CALIBRATE = [['cvThreshold', '--cv-threshold'], ['startN', '--start-n'], ['increase', '--increase']];

function checkCalibration(options) {
  const [, name] = OF_CALIBRATE.find(([key]) => options[key] !== undefined) || [];
  if (name === undefined) return;
  const wayOut = `write --calibrate n too, or leave ${name} out`;
  throw new UsageError(`${name} is for --calibrate NAME, which is not there; ${wayOut}`);
}

function checkCount({ count = [] }) {
  if (!count.includes('profile')) return;
  const wayOut = count.includes('cache') ? '--count=cache' : '--count';
  throw new UsageError('--count=profile is for suites, and these are benchmark files with parameters ' +
    `(createBenchmark); write ${wayOut}`);
}

/**
 * @param {string[]} files absolute paths
 * @param {object} options of the command line
 * @param {string[]} command arguments as typed
 * @param {object|null} sharding see sharding.js
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
function runMatrix(files, options, command, sharding, deps) {
  checkFormOfRates(options);
  checkCalibration(options);
  checkCount(options);
  const tookMs = new Map();
  let last = null;
  return measureRates({
    files, options, command, runs: options.runs || 1, sharding,
    measured({ file, configuration }, { rate, latency, error }, ms, output) {
      tookMs.set(file, (tookMs.get(file) || 0) + ms);
      if (!output.isTable || error) return;
      if (file !== last) output.write(`${last === null ? '' : '\n'}${escaped(file)}\n`);
      last = file;
      output.write(`${rateLine({ file, configuration, rate, latency }, output.terminal.screen())}\n`);
    },
    show(rates, output) {
      for (const line of options.track ? trackLines(tookMs) : []) {
        if (output.isTable) output.write(`${line}\n`);
        else output.error(line);
      }
      output.end(rates, () => ({ ...rates, hints: options.test ? [] : hintsOf(rates) }));
    },
  }, deps);
}

module.exports = { runMatrix };
