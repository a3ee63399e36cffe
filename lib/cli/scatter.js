'use strict';

/* qtimeit scatter: shows how the rate depends on a parameter, for a benchmark file or saved rates. */

const { sortFiles } = require('./benchmark-files');
const { FAILED, chooseExitCode } = require('./shutdown');
const { measureRates, suggestName } = require('./measure-rates');
const { hintOfTaken } = require('./options');
const { createOutput } = require('./output');
const { checkForSaved, checkFormOfRates, createShardingIfGiven } = require('./validate-options');
const { readSaved, isSavedFile } = require('../node-core/rates/read');
const { createScatter } = require('../node-core/rates/scatter');
const { findSuiteFiles } = require('../core/suite/suite-files');
const { UsageError } = require('../base/text/usage-error');

const RUNS = 30;

function documentOf(rates, { xaxis, category = null, log = false }) {
  const { version, savedAt, complete, command, sides, failures, skipped = [], configurations } = rates;
  const errorsIn = ({ configuration, sides }) =>
    sides.flatMap((side) => (side ? side.errors.map((error) => ({ configuration, error })) : []));
  return {
    qtimeit: 'scatter', schema: 1, version, savedAt, complete, command, ...createScatter(rates, { xaxis, category }),
    isLog: log, environment: sides[0].environment, failures, skipped, errors: configurations.flatMap(errorsIn),
  };
}

function print(rates, options, output) {
  const isEmpty = rates.configurations.every(({ sides: [side] }) => !side || side.rates.length === 0);
  const scatter = isEmpty ? null : documentOf(rates, options);
  output.end(rates, (form) => (form === 'csv' || isEmpty ? { ...rates, csvKind: 'scatter' } : scatter));
}

/** Checks the axes before measuring, because the parameters of the file are known. */
function checkAxes({ configurations }, { xaxis, category }) {
  const names = [...new Set(configurations.flatMap(({ parameters }) => Object.keys(parameters || {})))];
  for (const [option, name] of [['--xaxis', xaxis], ['--category', category]]) {
    if (name === undefined || names.includes(name)) continue;
    throw new UsageError(`${option} ${name}: unknown parameter. ${suggestName(name, names)}`);
  }
  if (xaxis === category) throw new UsageError(`--xaxis and --category are both ${xaxis}. Leave out --category`);
}

function scatterSaved(file, options, deps) {
  const { document: rates, problems } = readSaved(file, deps, ['rates']);
  checkAxes(rates, options);
  const { length } = rates.sides;
  const hint = 'Create the file with scatter or run';
  if (length > 1) throw new UsageError(`${file} contains ${length} sides, but scatter needs one. ${hint}`);
  const output = createOutput(options, deps);
  for (const { words } of problems) output.error(words);
  output.save(rates);
  print(rates, options, output);
  return output.hasFailed() || problems.length ? FAILED : chooseExitCode(rates);
}

async function scatter({ options, positionals, given }, command, deps) {
  const [file, ...more] = positionals;
  if (file === undefined || more.length) {
    const example = 'qtimeit scatter file.js --xaxis NAME';
    throw new UsageError(`scatter expects one file, got ${positionals.length}: ${example}${hintOfTaken(options)}`);
  }
  if (options.xaxis === undefined) {
    throw new UsageError('scatter needs --xaxis NAME, the parameter against which the rate is plotted');
  }
  checkFormOfRates(options);
  if (isSavedFile(file, deps)) {
    checkForSaved(given);
    return scatterSaved(file, options, deps);
  }
  const files = findSuiteFiles([file], deps);
  if (files.length > 1) throw new UsageError(`scatter expects one file, but ${file} matches ${files.length}`);
  if (sortFiles(files, [], {}, deps).matrix === null) {
    throw new UsageError(`${file} has no parameters. scatter is for benchmark files with createBenchmark`);
  }
  return measureRates({
    files, options, command, runs: options.runs || RUNS, sharding: createShardingIfGiven({ options, given }, deps),
    found: (rates) => checkAxes(rates, options),
    show: (rates, output) => print(rates, options, output),
  }, deps);
}

module.exports = { scatter };
