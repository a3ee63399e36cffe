'use strict';

/* qtimeit merge: documents of shards -> the document of the whole run, shown and judged as if it had been one. */

const { createComparison } = require('./compare');
const { comparisonOf, print } = require('./compare-rates');
const { FAILED, exitCodeOf, exitCodeOfComparison, exitCodeOfGate, tellApart } = require('./exit-codes');
const { definitions } = require('./definitions');
const { errorsOf } = require('./measure-rates');
const { readParts } = require('./merge-files');
const { parseOptions } = require('./options');
const { createOutput } = require('./output');
const { settingsTyped } = require('./sharding');
const { checkFormOfRates, checkStrict } = require('./validate-options');
const { recomputeVerdicts } = require('../compare/recompute-verdicts');
const { documentParts } = require('../document/document-text');
const { hintsOf } = require('../files/hints');
const { LISTS, mergeParts } = require('../shards/merge');
const { checkGaps } = require('../shards/merge-gaps');
const { asOnlyShard } = require('../shards/merge-whole');
const { UsageError } = require('../text/usage-error');

// What compare takes unless it is told otherwise.
const MARGIN = 0.01;

// Clocks that are set by a network are closer.
const CLOCKS_APART_MS = 60e3;

/** Nothing here is decided by a clock, but times that are shown are those of several. */
function tellClocks(sources, { now }, output) {
  const limit = now().getTime() + CLOCKS_APART_MS;
  for (const { file, document: { savedAt, shard } } of sources) {
    if (!(Date.parse(savedAt) > limit)) continue;
    const machine = shard ? ` of ${shard.machine}` : '';
    output.error(`note: ${file} was saved in the future, as the clock here has it: that${machine} differs`);
  }
}

/** A setting of the parts, where it was typed there. */
function settingOf(sources, name) {
  const { shard } = sources[0].document;
  const value = shard && shard.settings[name];
  return typeof value === 'number' ? value : null;
}

function finishResults(document, output) {
  output.save(document);
  output.end(document);
  const errors = document.suites.flatMap(({ tests, error }) => [error, ...tests.map((test) => test.error)]);
  return exitCodeOf(errors.filter(Boolean));
}

/** Verdicts over all tests; what was merged before has them, unless something else is asked for. */
function judgedOf(document, options, sources) {
  const isAsked = [options.precision, options.maxRegression].some((value) => value !== undefined);
  const isMerged = sources.length === 1 && sources[0].document === document;
  if (isMerged && !isAsked) return document;
  if (isMerged && document.tests.some(({ changes }) => changes.some(({ blocks }) => blocks))) {
    throw new UsageError(`${sources[0].file} was merged with --blocks, and has not what each machine measured: merge ` +
      'its parts again to judge them otherwise');
  }
  const typed = settingOf(sources, 'precision');
  return recomputeVerdicts(document, {
    margin: options.precision ?? document.precision ?? MARGIN,
    maxRegression: options.maxRegression ?? document.maxRegression,
    countPrecision: options.precision ?? typed,
    limitSeconds: settingOf(sources, 'time') ?? definitions.compare.options.time.preset,
    hasBlocks: Boolean(options.blocks),
  });
}

function finishComparison(document, options, sources, output) {
  const judged = judgedOf(document, options, sources);
  output.save(judged);
  output.end(judged);
  tellApart(judged, output);
  return exitCodeOfComparison(judged, options);
}

function finishRates(rates, options, sources, output, deps) {
  const { command } = rates;
  if (rates.sides.length === 1) {
    output.save(rates);
    output.end(rates, () => ({ ...rates, hints: hintsOf(rates) }));
    return exitCodeOf(errorsOf(rates));
  }
  const typed = settingOf(sources, 'precision');
  const precision = options.precision ?? rates.precision ?? typed ?? MARGIN;
  const head = createComparison(command, { precision, maxRegression: options.maxRegression }, deps);
  const comparison = comparisonOf(rates, head, { precision, countPrecision: options.precision ?? typed });
  output.save(rates);
  print(rates, comparison, output);
  return exitCodeOf(errorsOf(rates)) || exitCodeOfGate(comparison.gate, options);
}

/** The options of a command that was typed before; none where this version does not know them. */
function settingsOf([name, ...rest]) {
  try {
    const { given, options } = parseOptions(definitions[name], rest);
    return settingsTyped(given, options);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TypeError)) throw error;
    return {};
  }
}

/** A part as it is, and a whole run as the only one. */
function asShard(source) {
  const { file, document } = source;
  if (document.qtimeit === 'results') {
    throw new UsageError(`--blocks is for comparisons and rates, and ${file} has results of suites, whose tests are ` +
      'ranked on each machine by itself');
  }
  return document.shard || document.machines ? source : asOnlyShard(source, settingsOf(document.command));
}

/** What was merged before, alone, is as it is. */
function mergedOf(sources, options, command, deps) {
  const [{ file, document }] = sources;
  if (sources.length === 1 && document.machines) {
    if (document.missing && !options.partial) {
      throw new UsageError(`${file} was merged with --partial, and is not all; give --partial again`);
    }
    return document;
  }
  const { now, version } = deps;
  const head = { version, savedAt: now().toISOString(), command, hasBlocks: Boolean(options.blocks) };
  const { document: merged, words } = mergeParts(options.blocks ? sources.map(asShard) : sources, head);
  if (!options.partial) checkGaps({ words });
  return merged;
}

/**
 * @param {{ options: object, positionals: string[] }} given
 * @param {string[]} command arguments as typed
 * @param {object} deps
 * @returns {number} exit code
 */
function merge({ options, positionals }, command, deps) {
  checkStrict(options);
  if (positionals.length === 0) {
    throw new UsageError('merge needs the files of a run in parts: qtimeit merge part-*.json --save all.json');
  }
  const partsOf = (document) => documentParts(document, LISTS[document.qtimeit]);
  const output = createOutput(options, deps, { isSaved: true, partsOf });
  const sources = readParts(positionals, deps);
  const document = mergedOf(sources, options, command, deps);
  tellClocks(sources, deps, output);
  const exitCode = finish(document, options, sources, output, deps);
  return output.hasFailed() ? FAILED : exitCode;
}

function finish(document, options, sources, output, deps) {
  if (document.qtimeit === 'comparison') return finishComparison(document, options, sources, output);
  if (document.qtimeit === 'results') return finishResults(document, output);
  if (document.sides.length === 1) checkFormOfRates(options);
  return finishRates(document, options, sources, output, deps);
}

module.exports = { merge };
