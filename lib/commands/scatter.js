'use strict';

/* qtimeit scatter: how the rate depends on a parameter, of a benchmark file or of rates that were measured before. */

const { FAILED, exitCodeOf } = require('./exit-codes');
const { createOutput } = require('./output');
const { measureRates, matrixOf, checkForSaved, errorsOf } = require('./matrix');
const { checkFormat, openBefore, plotOf } = require('./matrix-output');
const { thisSide } = require('./run-matrix');
const { readSaved, isSavedFile } = require('../rates/read');
const { scatterOf } = require('../rates/scatter');
const { findSuiteFiles } = require('../suite/suite-files');
const { UsageError } = require('../text/usage-error');

const RUNS = 30;

/** The scatter as a document, or null where nothing was measured. */
function documentOf(rates, { xaxis, category = null, log = false }) {
  return { qtimeit: 'scatter', schema: 1, version: rates.version, savedAt: rates.savedAt, complete: rates.complete, command: rates.command, ...scatterOf(rates, { xaxis, category }), isLog: log, failures: rates.failures, skipped: rates.skipped || [], errors: rates.configurations.flatMap(({ configuration, sides }) => sides.flatMap((side) => (side ? side.errors.map((error) => ({ configuration, error })) : []))) };
}

function print(rates, options, output, plot) {
  const isEmpty = rates.configurations.every(({ sides: [side] }) => !side || side.rates.length === 0);
  const scatter = isEmpty ? null : documentOf(rates, options);
  output.end(rates, options.format === 'csv' || isEmpty ? { ...rates, csvKind: 'scatter' } : scatter);
  if (!isEmpty) plot.write(() => require('../report/plot/to-plot').scatterPlot(scatter));
}

/** The axes have to be parameters of the file, and that is known before anything is measured. */
function checkAxes({ configurations }, { xaxis, category }) {
  const names = [...new Set(configurations.flatMap(({ parameters }) => Object.keys(parameters || {})))];
  const { nearest } = require('../text/nearest');
  for (const [option, name] of [['--xaxis', xaxis], ['--category', category]]) {
    if (name === undefined || names.includes(name)) continue;
    const meant = nearest(name, names);
    throw new UsageError(`${option} ${name}: there is no such parameter; ${meant === null ? `there are ${names.join(', ') || 'none'}` : `did you mean ${meant}?`}`);
  }
  if (xaxis === category) throw new UsageError(`--xaxis and --category are both ${xaxis}; leave --category out`);
}

/**
 * @param {{ options: object, positionals: string[], given: string[] }} given
 * @param {string[]} command arguments as typed
 * @param {object} deps
 * @returns {Promise<number|null>} exit code
 */
async function scatter({ options, positionals, given }, command, deps) {
  if (positionals.length !== 1) throw new UsageError(`scatter takes one file, and not ${positionals.length}: qtimeit scatter file.js --xaxis NAME`);
  if (options.xaxis === undefined) throw new UsageError('scatter needs --xaxis NAME: the parameter that the rate is shown over');
  checkFormat(options);
  const [file] = positionals;
  const plot = plotOf(options, deps);
  if (isSavedFile(file, deps)) {
    checkForSaved(given);
    const { document: rates, problems } = readSaved(file, deps, ['rates']);
    checkAxes(rates, options);
    if (rates.sides.length > 1) throw new UsageError(`${file} has ${rates.sides.length} sides; scatter looks at one: make the CSV with scatter or run`);
    const output = createOutput(options, deps);
    for (const { words } of problems) deps.terminal.writeError(`${words}\n`);
    output.save(rates);
    print(rates, options, output, plot);
    return output.hasFailed() || plot.hasFailed() || problems.length ? FAILED : exitCodeOf(errorsOf(rates));
  }
  const files = findSuiteFiles([file], deps);
  if (files.length > 1) throw new UsageError(`scatter takes one file, and ${file} is ${files.length}`);
  if (matrixOf(files, {}, deps) === null) throw new UsageError(`${file} has no parameters: scatter is for benchmark files with createBenchmark`);
  const before = openBefore(options, deps);
  const output = createOutput({ ...options, force: options.force || options.resume }, deps);
  const { exitCode } = await measureRates({
    files, options, command, runs: options.runs || RUNS, output, before,
    sidesOf: () => [thisSide(deps)],
    found: (rates) => checkAxes(rates, options),
    show: (rates) => print(rates, options, output, plot),
  }, deps);
  return plot.hasFailed() && exitCode === 0 ? FAILED : exitCode;
}

module.exports = { scatter };
