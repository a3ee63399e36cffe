'use strict';

/* qtimeit compare for benchmark files with parameters and for saved rates. */

const { measureRates } = require('./measure-rates');
const { withGate } = require('../compare/sides/gate');
const { readSavedCounts, withSavedCounts } = require('../compare/sides/saved');
const { comparedSides, createSideLabels } = require('../compare/sides/sides');
const { compareRates, groupConfigurations } = require('../node-core/rates/compare');
const { findCountHints } = require('../node-core/files/operation-count');
const { shownPath } = require('../base/host/paths');
const { groupBy } = require('../base/text/grouped-by');
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
  const environments = new Map();
  const all = documents.flatMap(({ configurations }, side) => configurations.map((one) => ({ side, one })));
  const groups = groupBy(all, ({ one: { file, configuration } }) => JSON.stringify([file, configuration]));
  const configurations = [...groups.values()].map((own) => {
    const [{ one: { file, configuration, parameters } }] = own;
    const found = documents.map((_, side) => own.filter((one) => one.side === side).map(({ one }) => one));
    const twice = found.findIndex(({ length }) => length > 1);
    if (twice >= 0) {
      throw new UsageError(`${files[twice]} contains ${file} ${configuration} from several machines. Compare results ` +
        'from one machine');
    }
    const joined = { file, configuration, parameters, sides: found.map(([one]) => (one ? one.sides[0] : null)) };
    environments.set(joined, found.map(([one], side) => (one ? environmentOf(documents[side], one) : null)));
    return joined;
  });
  const ofSides = (name) => documents.flatMap(({ [name]: list = [] }, i) => (
    list.map((one) => ({ ...one, side: labels[i] }))));
  const rates = {
    ...documents[0], machines: undefined, missing: undefined,
    sides: documents.map(({ sides: [{ environment }] }, i) => ({ label: labels[i], source: files[i], environment })),
    failures: ofSides('failures'), skipped: ofSides('skipped'), configurations,
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
