'use strict';

/* qtimeit compare: which of its forms is meant, and what is printed in the end. */

const { FAILED } = require('./exit-codes');
const { checkStrict, exitCodeOfComparison, tellApart } = require('./gate');
const { shownPath } = require('./measure');
const { createOutput } = require('./output');
const { readSaved } = require('../rates/read');
const { findSuiteFiles, keeps } = require('../suite/suite-files');
const { UsageError } = require('../text/usage-error');

const FORMS = 'qtimeit compare old.json new.json, qtimeit compare --old NODE --new NODE files..., qtimeit compare --rev REVISION files...';

/** A comparison as it is saved and printed, see docs/results.md. */
function createComparison(command, { precision = null, maxRegression = null }, { now, version }) {
  return {
    qtimeit: 'comparison', schema: 1, version, savedAt: now().toISOString(), complete: false, command,
    sides: [], kind: 'processes', confidence: 0.95, precision, maxRegression, differences: [], tests: [], failures: [], gate: null,
  };
}

/** Saved documents of one kind: { file, document, problems }; CSV is rates. */
function readAll(files, deps) {
  const read = files.map((file) => readSaved(file, deps, ['results', 'rates']));
  const other = read.find(({ document }) => document.qtimeit !== read[0].document.qtimeit);
  if (other) throw new UsageError(`${read[0].file} and ${other.file} are of different kinds: rates of configurations, and results of suites`);
  return read;
}

/** What --filter and --exclude leave of a document. */
function chosenOf(document, options) {
  if (document.qtimeit === 'rates') {
    return { ...document, configurations: document.configurations.filter(({ file, configuration }) => keeps(`${file}: ${configuration}`, options)) };
  }
  const suites = document.suites.map((suite) => ({ ...suite, tests: suite.tests.filter(({ name }) => keeps(`${suite.file}: ${name}`, options)) }));
  return { ...document, suites };
}

const isEmpty = ({ configurations, suites }) => (configurations || suites.flatMap(({ tests }) => tests)).length === 0;

function compareFiles(files, options, command, deps) {
  const read = readAll(files, deps).map((one) => ({ ...one, document: chosenOf(one.document, options) }));
  if ((options.filter || options.exclude) && read.every(({ document }) => isEmpty(document))) throw new UsageError('no test is left by --filter and --exclude');
  if (read[0].document.qtimeit === 'rates') {
    const { compareRatesOf } = require('./compare-matrix');
    return compareRatesOf(read.map(({ file, document, problems }) => ({ file, rates: document, problems })), options, createComparison(command, options, deps), deps);
  }
  if (options.plot !== undefined) throw new UsageError('--plot is for rates of benchmark files with parameters (createBenchmark), and these are results of suites; qtimeit report draws them');
  if (files.length < 2) throw new UsageError(`compare needs two files of results, and there is only ${files[0]} (${FORMS})`);
  const { compareSaved } = require('../compare/saved');
  const { gateOf } = require('../compare/gate');
  const { labelsOf } = require('../compare/sides');
  const documents = read.map(({ document }) => document);
  const output = createOutput(options, deps);
  const labels = labelsOf(files.length);
  const comparison = createComparison(command, { maxRegression: options.maxRegression }, deps);
  const document = {
    ...comparison,
    complete: true,
    sides: documents.map(({ environment }, i) => ({ label: labels[i], source: files[i], environment })),
    ...compareSaved(documents, { noise: options.noise, maxRegression: comparison.maxRegression }),
  };
  document.gate = gateOf(document);
  output.save(document);
  output.end(document);
  tellApart(document, options, deps);
  return output.hasFailed() ? FAILED : exitCodeOfComparison(document, options);
}

function compareMeasuring(files, options, command, deps) {
  const { compareMatrix } = require('./compare-matrix');
  const { binarySides, revisionSides } = require('../compare/sides');
  const sidesOf = () => (options.rev === undefined ? binarySides(options, deps) : revisionSides(options.rev, files.map((file) => shownPath(file, deps.cwd)), deps));
  return compareMatrix({ files, sidesOf }, options, createComparison(command, options, deps), deps);
}

/**
 * @param {{ options: object, positionals: string[], given: string[] }} given
 * @param {string[]} command arguments as typed
 * @param {object} deps
 * @returns {Promise<number>} exit code
 */
async function compare({ options, positionals, given }, command, deps) {
  checkStrict(options);
  const hasBinaries = options.old !== undefined || options.new !== undefined;
  if (hasBinaries && (options.old === undefined || options.new === undefined)) {
    throw new UsageError(`compare needs both --old and --new; there is no ${options.old === undefined ? '--old' : '--new'}`);
  }
  if (positionals.length === 0) throw new UsageError(`compare needs files: ${FORMS}`);
  if (hasBinaries || options.rev !== undefined) {
    const { matrixOf, checkForMatrix, checkForSuites } = require('./matrix');
    const matrix = matrixOf(findSuiteFiles(positionals, deps), options, deps);
    if (matrix) {
      checkForMatrix(given);
      return compareMeasuring(matrix, options, command, deps);
    }
    checkForSuites(given);
    const { compareSides } = require('./compare-sides');
    return compareSides({ options, positionals }, createComparison(command, options, deps), deps);
  }
  if (positionals.every((file) => /\.[cm]?js$/i.test(file))) {
    throw new UsageError(`compare needs to know with what: --old and --new, or --rev; saved results end in .json (${FORMS})`);
  }
  require('./matrix').checkForSaved(given);
  return compareFiles(positionals, options, command, deps);
}

module.exports = { compare, createComparison };
