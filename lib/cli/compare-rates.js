'use strict';

/* qtimeit compare for benchmark files with parameters and for saved rates. */

const { measureRates } = require('./measure-rates');
const { withGate } = require('../compare/sides/gate');
const { readSavedCounts, withSavedCounts } = require('../compare/sides/saved');
const { comparedSides, createSideLabels } = require('../compare/sides/sides');
const { compareRates, groupConfigurations } = require('../node-core/rates/compare');
const { findCountHints } = require('../node-core/files/operation-count');
const { shownPath } = require('../base/host/paths');
const { UsageError } = require('../base/text/usage-error');

const MARGIN = 0.01; // as the preset of compare

// As in Node core's tool. 30 runs detect half of the differences whose size is half the run-to-run spread.
const RUNS = 30;

/** head: comparison without figures; options.countPrecision: only if typed; options.environments: see compareRates. */
function createRatesComparison(rates, head, options) {
  const { countPrecision, test = false, noise = 0, isSaved = false, environments } = options;
  const { savedAt, complete, sides, machines, missing } = rates;
  const { maxRegression } = head;
  // The runs were planned for a precision. Use it unless another one was typed.
  const precision = countPrecision || rates.precision || options.precision;
  const goal = isSaved ? { margin: noise, noise } : { margin: precision, noise: 0 };
  const { secondsEach, ...judged } = compareRates(rates, { ...goal, isSaved, environments });
  const known = groupConfigurations(rates).map((one) => one.sides.map((side) => side && readSavedCounts(side)));
  const tests = withSavedCounts(judged, known, { sides, precision: countPrecision, maxRegression });
  const comparison = {
    ...head, ...(isSaved ? {} : { precision }), savedAt, complete, sides,
    ...(machines && { machines }), ...(missing && { missing }), hints: test ? [] : findCountHints(rates),
      ...judged, tests,
  };
  return withGate(comparison, { secondsEach, mostRuns: rates.precision ? rates.runs : null });
}

/** The comparison of saved rates of several sides; countPrecision: only if typed */
const createSavedComparison = (rates, head, countPrecision) => (
  createRatesComparison(rates, head, { precision: MARGIN, countPrecision }));

const compareFiles = (files, options, head, sharding, deps) => measureRates({
  files, options, command: head.command, runs: options.runs || RUNS, precision: options.countPrecision, sharding,
  openSides: () => comparedSides(options, files.map((file) => shownPath(file, deps.cwd)), deps),
  show(rates, output) {
    const comparison = createRatesComparison(rates, head, options);
    output.endComparison(comparison, rates);
    return comparison.gate;
  },
}, deps);

const environmentOf = ({ sides: [{ environment }], machines }, { machine }) => (
  machines && machine !== undefined ? machines[machine].environment : environment);

/** Joins rates of one side each: { rates, environments: configuration -> environment of each side }. */
function together(documents, files, labels) {
  const found = new Map();
  const environments = new Map();
  documents.forEach(({ configurations }, i) => {
    for (const own of configurations) {
      const { file, configuration, parameters, sides } = own;
      const key = JSON.stringify([file, configuration]);
      if (!found.has(key)) {
        found.set(key, { file, configuration, parameters, sides: documents.map(() => null) });
        environments.set(found.get(key), documents.map(() => null));
      }
      const one = found.get(key);
      if (one.sides[i]) {
        throw new UsageError(`${files[i]} contains ${file} ${configuration} from several machines. Compare results ` +
          'from one machine');
      }
      one.sides[i] = sides[0];
      environments.get(one)[i] = environmentOf(documents[i], own);
    }
  });
  const rates = {
    ...documents[0], machines: undefined, missing: undefined,
    sides: documents.map(({ sides: [{ environment }] }, i) => ({ label: labels[i], source: files[i], environment })),
    failures: documents.flatMap(({ failures }, i) => failures.map((failure) => ({ ...failure, side: labels[i] }))),
    skipped: documents.flatMap(({ skipped = [] }, i) => skipped.map((one) => ({ ...one, side: labels[i] }))),
    configurations: [...found.values()],
    complete: documents.every(({ complete }) => complete),
  };
  return { rates, environments };
}

/** sources: see readSaved(); head: comparison without figures. Returns the comparison, and the rates to save. */
function compareSavedRates(sources, options, head) {
  const documents = sources.map(({ document }) => document);
  const isSaved = documents.length > 1;
  const wide = isSaved && sources.find(({ document }) => document.sides.length > 1);
  if (wide) throw new UsageError(`${wide.file} contains ${wide.document.sides.length} sides. Pass it as the only file`);
  if (!isSaved && documents[0].sides.length < 2) {
    const hint = 'Add another file, or measure with compare --old NODE --new NODE';
    const { label } = documents[0].sides[0];
    throw new UsageError(`${sources[0].file} contains only one side (${label}); a comparison needs two. ${hint}`);
  }
  const files = sources.map(({ file }) => file);
  const { rates, environments } = isSaved ? together(documents, files, createSideLabels(documents.length))
    : { rates: documents[0] };
  return { comparison: createRatesComparison(rates, head, { ...options, isSaved, environments }), rates };
}

module.exports = { compareFiles, compareSavedRates, createSavedComparison, MARGIN };
