'use strict';

/* qtimeit compare: which of its forms is meant, and what is printed in the end. */

const { FINE, FAILED, REGRESSION, exitCodeOf } = require('./exit-codes');
const { createOutput } = require('./output');
const { UsageError } = require('../usage-error');

const FORMS = 'qtimeit compare old.json new.json, qtimeit compare --old NODE --new NODE files..., qtimeit compare --rev REVISION files...';

/** A comparison as it is saved and printed, see docs/results.md. */
function createComparison(command, { precision = null, maxRegression = null }, { now, version }) {
  return {
    qtimeit: 'comparison', schema: 1, version, savedAt: now().toISOString(), complete: false, command,
    sides: [], kind: 'processes', confidence: 0.95, precision, maxRegression, differences: [], tests: [], failures: [],
  };
}

/** What the comparison says to the shell: a test that failed goes before one that became slower. */
function outcomeOf({ tests, failures }) {
  const errors = [...failures.map(({ error }) => error), ...tests.flatMap(({ sides }) => sides.map((side) => side && side.error))].filter(Boolean);
  if (errors.length) return exitCodeOf(errors);
  return tests.some(({ changes }) => changes.some(({ regression }) => regression)) ? REGRESSION : FINE;
}

function compareFiles(files, options, command, doors) {
  const { compareSaved } = require('../compare/saved');
  const { labelsOf } = require('../compare/sides');
  const { readDocument } = require('../document');
  const documents = files.map((file) => readDocument(file, { host: doors.host, kinds: ['results'] }));
  const output = createOutput(options, doors);
  const labels = labelsOf(files.length);
  const comparison = createComparison(command, { maxRegression: options.maxRegression }, doors);
  const document = {
    ...comparison,
    complete: true,
    sides: documents.map(({ environment }, i) => ({ label: labels[i], source: files[i], environment })),
    ...compareSaved(documents, { noise: options.noise, maxRegression: comparison.maxRegression }),
  };
  output.save(document);
  output.end(document);
  if (output.hasFailed()) return FAILED;
  const isUnjudged = document.maxRegression !== null && document.tests.some(({ changes }) => changes.some(({ verdict }) => verdict === 'not-judged'));
  // A gate that cannot be judged is not passed.
  return isUnjudged ? FAILED : outcomeOf(document);
}

/**
 * @param {{ options: object, positionals: string[] }} given
 * @param {string[]} command arguments as typed
 * @param {object} doors
 * @returns {Promise<number>} exit code
 */
async function compare({ options, positionals }, command, doors) {
  const hasBinaries = options.old !== undefined || options.new !== undefined;
  if (hasBinaries && (options.old === undefined || options.new === undefined)) {
    throw new UsageError(`compare needs both --old and --new; there is no ${options.old === undefined ? '--old' : '--new'}`);
  }
  if (positionals.length === 0) throw new UsageError(`compare needs files: ${FORMS}`);
  if (hasBinaries || options.rev !== undefined) {
    const { compareSides } = require('./compare-sides');
    return compareSides({ options, positionals }, createComparison(command, options, doors), doors);
  }
  if (positionals.some((file) => !/\.json$/i.test(file)) && positionals.every((file) => /\.[cm]?js$/i.test(file))) {
    throw new UsageError(`compare needs to know with what: --old and --new, or --rev; saved results end in .json (${FORMS})`);
  }
  if (positionals.length < 2) throw new UsageError(`compare needs two files of results, and there is only ${positionals[0]} (${FORMS})`);
  return compareFiles(positionals, options, command, doors);
}

module.exports = { compare, outcomeOf };
