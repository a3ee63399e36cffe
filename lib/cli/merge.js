'use strict';

/* qtimeit merge: joins the documents of shards, and shows and judges the result as one run. */

const path = require('path');
const { createComparison } = require('./compare');
const { createSavedComparison, MARGIN } = require('./compare-rates');
const { FAILED, chooseExitCode } = require('./shutdown');
const { heap: { keepSmall } } = require('#engine');
const { definitions } = require('./definitions');
const { hintOfTaken, parseOptions } = require('./options');
const { createOutput } = require('./output');
const { selectTypedSettings } = require('./sharding');
const { checkFormOfRates, checkStrict } = require('./validate-options');
const { withMemoryLimit } = require('../compare/sides/memory-changes');
const { recomputeVerdicts } = require('../compare/sides/recompute-verdicts');
const { readDocument } = require('../core/document/document');
const { findCountHints } = require('../node-core/files/operation-count');
const { fileKey, orNull, tryStat } = require('../base/host/fs-queries');
const { withSlashes } = require('../base/host/paths');
const { asOnlyShard, mergeParts } = require('../compare/shards/merge');
const { checkGaps } = require('../compare/shards/merge-checks');
const { isGlob } = require('../core/suite/glob');
const { filesMatching } = require('../core/suite/suite-files');
const { UsageError } = require('../base/text/usage-error');

const MERGED = ['results', 'comparison', 'rates'];
const CLOCKS_APART_MS = 60e3; // clocks synchronized over a network differ by less

function filesOf(given, deps) {
  if (tryStat(given, deps.host) !== null || !isGlob(given)) return [given];
  const files = filesMatching(given, deps);
  if (files.length === 0) throw new UsageError(`no file matches ${given}`);
  return path.isAbsolute(given) ? files : files.map((file) => withSlashes(path.relative(deps.cwd, file)));
}

function checkOnce(files, { host }) {
  const known = new Map();
  for (const file of files) {
    const key = orNull(() => fileKey(file, host)) || file;
    const before = known.get(key);
    if (before !== undefined) {
      const names = before === file ? `${file} is given twice` : `${before} and ${file} are the same file`;
      throw new UsageError(`${names}. Leave one out`);
    }
    known.set(key, file);
  }
}

/** Warns about a clock that is ahead. Verdicts do not depend on clocks, but displayed times do. */
function tellClocks(sources, { now }, output) {
  const limit = now().getTime() + CLOCKS_APART_MS;
  for (const { file, document: { savedAt, shard } } of sources) {
    if (!(Date.parse(savedAt) > limit)) continue;
    const machine = shard ? shard.machine : 'the other machine';
    output.error(`note: ${file} was saved in the future, according to the clock of this machine. Check the clock of ` +
      `${machine}`);
  }
}

function settingOf(sources, name) {
  const { shard } = sources[0].document;
  const value = shard && shard.settings[name];
  return typeof value === 'number' ? value : null;
}

/** Judges all tests. A merged document already has verdicts; new limits replace them. */
function judgedOf(document, options, sources) {
  const isAsked = [options.precision, options.maxRegression].some((value) => value !== undefined);
  const isMerged = sources.length === 1 && sources[0].document === document;
  if (isMerged && !isAsked) return document;
  if (isMerged && document.tests.some(({ changes }) => changes.some(({ blocks }) => blocks))) {
    throw new UsageError(`${sources[0].file} was merged with --blocks and no longer contains the measurements of the ` +
      'individual machines. Merge the parts again with --precision or --max-regression');
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

/** The settings of an earlier run's command; {} if this version does not know the command. */
function settingsOf([name, ...rest]) {
  try {
    const { given, options } = parseOptions(definitions[name], rest);
    return selectTypedSettings(given, options);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TypeError)) throw error;
    return {};
  }
}

function asShard(source) {
  const { file, document } = source;
  if (document.qtimeit === 'results') {
    throw new UsageError(`--blocks is only for comparisons and rates, but ${file} contains results of suites, whose ` +
      'tests are ranked per machine');
  }
  return document.shard || document.machines ? source : asOnlyShard(source, settingsOf(document.command));
}

function mergedOf(sources, options, command, deps) {
  const [{ file, document }] = sources;
  if (sources.length === 1 && document.machines) {
    if (document.missing && !options.partial) {
      throw new UsageError(`${file} was merged with --partial and is incomplete. Add --partial again`);
    }
    return document;
  }
  const { now, version } = deps;
  const head = { version, savedAt: now().toISOString(), command, hasBlocks: Boolean(options.blocks) };
  const { document: merged, words } = mergeParts(options.blocks ? sources.map(asShard) : sources, head);
  if (!options.partial) checkGaps({ words });
  return merged;
}

async function merge({ options, positionals }, command, deps) {
  checkStrict(options);
  if (positionals.length === 0) {
    const example = 'qtimeit merge part-*.json --save all.json';
    throw new UsageError(`merge needs the saved parts: ${example}${hintOfTaken(options)}`);
  }
  const output = createOutput(options, deps, { isSaved: true });
  await output.tried;
  const files = positionals.flatMap((one) => filesOf(one, deps));
  checkOnce(files, deps);
  keepSmall();
  const sources = files.map((file) => ({ file, document: readDocument(file, { ...deps, kinds: MERGED }) }));
  const document = mergedOf(sources, options, command, deps);
  tellClocks(sources, deps, output);
  const exitCode = finish(document, options, sources, output, deps);
  return output.hasFailed() ? FAILED : exitCode;
}

function finish(document, options, sources, output, deps) {
  if (document.qtimeit === 'comparison') {
    const judged = withMemoryLimit(judgedOf(document, options, sources), options.maxRegressionMemory);
    output.save(judged);
    output.endComparison(judged);
    return chooseExitCode(judged, options);
  }
  const isRates = document.qtimeit === 'rates';
  if (isRates && document.sides.length > 1) {
    const countPrecision = options.precision ?? settingOf(sources, 'precision');
    const head = createComparison(document.command, { maxRegression: options.maxRegression }, deps);
    const comparison = createSavedComparison(document, head, countPrecision);
    output.save(document);
    output.endComparison(comparison, document);
    return chooseExitCode(document, options, comparison.gate);
  }
  if (isRates) checkFormOfRates(options);
  output.save(document);
  output.end(document, () => (isRates ? { ...document, hints: findCountHints(document) } : document));
  return chooseExitCode(document);
}

module.exports = { merge };
