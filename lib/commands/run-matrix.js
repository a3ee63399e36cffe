'use strict';

/* qtimeit run, of benchmark files with parameters: a line for each run, and the rates at the end. */

const { measureRates } = require('./matrix');
const { createOutput } = require('./output');
const { openBefore, checkFormat, plotOf } = require('./matrix-output');
const { hintsOf } = require('../files/hints');
const { escaped } = require('../text/display');
const { rateLine } = require('../text/configuration-names');
const { UsageError } = require('../text/usage-error');

/** The side that is measured where there is only one: this node, on the files as they are. */
function thisSide({ host, cwd, sysinfoOfRates }) {
  return { label: 'this', source: null, execPath: host.execPath, cwd, pathOf: (file) => file, has: () => true, environment: sysinfoOfRates(), notes: [], remove() {} };
}

/** '[740ms] buffers/x.js', as Node's run.js has them. */
const trackLines = (tookMs) => ['', ...[...tookMs].map(([file, ms]) => `[${Math.round(ms)}ms] ${escaped(file)}`)];

function checkCalibration(options) {
  const wrong = [['cvThreshold', '--cv-threshold'], ['startN', '--start-n'], ['increase', '--increase']].find(([key]) => options[key] !== undefined);
  if (wrong) throw new UsageError(`${wrong[1]} is for --calibrate NAME, which is not there; write --calibrate n too, or leave ${wrong[1]} out`);
}

/**
 * @param {string[]} files absolute paths
 * @param {object} options of the command line
 * @param {string[]} command arguments as typed
 * @param {object} deps
 * @returns {Promise<number|null>} exit code
 */
async function runMatrix(files, options, command, deps) {
  checkFormat(options);
  checkCalibration(options);
  const before = openBefore(options, deps);
  const plot = plotOf(options, deps);
  const output = createOutput({ ...options, force: options.force || options.resume }, deps);
  const runs = options.runs || 1;
  const isText = options.format === 'table' || options.format === 'text';
  const tookMs = new Map();
  let last = null;
  const { exitCode } = await measureRates({
    files, options, command, runs, output, before,
    sidesOf: () => [thisSide(deps)],
    measured({ file, configuration }, { rate, latency, error }, ms) {
      tookMs.set(file, (tookMs.get(file) || 0) + ms);
      if (!isText || error) return;
      if (file !== last) output.write(`${last === null ? '' : '\n'}${escaped(file)}\n`);
      last = file;
      output.write(`${rateLine({ file, configuration, rate, latency })}\n`);
    },
    show(rates) {
      if (options.track) for (const line of trackLines(tookMs)) (isText ? output.write : output.error)(isText ? `${line}\n` : line);
      output.end(rates, { ...rates, hints: options.test ? [] : hintsOf(rates) });
      plot.write(() => require('../report/plot/to-plot').ratesPlot(rates, { kind: options.plotKind }));
    },
  }, deps);
  return plot.hasFailed() && exitCode === 0 ? 1 : exitCode;
}

module.exports = { runMatrix, thisSide };
