'use strict';

/* Processes that show where the time of a test goes. None of them is timed: logs cost time. */

const fs = require('fs');
const path = require('path');
const { describeFsError, orNull } = require('../../base/host/fs-queries');
const { makeOwnFolder, removeAbandonedBeside, removeOwnFolder } = require('../../base/host/own-folders');
const { setTemporaryFolder } = require('../../base/host/paths');
const { UsageError } = require('../../base/text/usage-error');
const { mustBeAlone } = require('../../core/session/interleaved');
const { codeFactsOf } = require('./code-facts');
const { cpuProfileOf } = require('./cpu-profile');
const { hotCodeOf, readPieces } = require('./machine-code');
const { keyOfPlace, placeOfKey, profileOf } = require('./profile');
const { pathOf } = require('./v8-code');
const { readLog } = require('./v8-log');
const { readSymbols } = require('./native-symbols');

const PREFIX = 'qtimeit-why-';
const LIB = path.join(__dirname, '..', '..') + path.sep;
const BEGIN = 'qtimeit-why-begins';
const END = 'qtimeit-why-ends';

// Samples every 100 us: 5000 in the window. A test needs most of the warm-up for the compilers.
// Code of Sparkplug has no lines in the log.
const SAMPLING = ['--prof', '--prof-sampling-interval=100', '--log-deopt', '--print-opt-code', '--no-sparkplug'];
const WARM_NS = 4e8;
const WINDOW_NS = 5e8;
const TYPES = ['--log-ic', '--log-deopt'];
// V8 does not count the calls of functions without branches that it has optimized.
const NOT_OPTIMIZING = '--max-optimized-bytecode-size=0';
const TYPES_NS = { warmNs: 2e8, windowNs: 5e7 };
const LONG_CALL_NS = 2e7; // not optimized, calls can take twenty times as long

const MOST_LOG_BYTES = 20e6;
const MOST_LISTING_BYTES = 20e6;
const LIMIT_MS = 30e3;
const INTERRUPTED = { message: 'interrupted' };

/** The first MOST_LOG_BYTES of a log: one of a test that deoptimizes for ever has hundreds of MB. */
function readStart(file) {
  const fd = fs.openSync(file, 'r');
  try {
    const size = Math.min(MOST_LOG_BYTES, fs.fstatSync(fd).size);
    const bytes = Buffer.alloc(size);
    fs.readSync(fd, bytes, 0, size, 0);
    return bytes.toString('utf8');
  } finally {
    fs.closeSync(fd);
  }
}

const isOurs = (file) => file.startsWith(LIB);

/** The places of caches in the sources: the log of their process has no source maps. */
const inSources = (caches, { sourcePlace }) => new Map(
  [...caches].map(([key, cache]) => [keyOfPlace(sourcePlace(placeOfKey(key))), cache]));

/** Symbols of the executables that are measured, which are read once */
function createSymbols(host) {
  const known = new Map();
  return (libraries, execPath) => {
    const real = orNull(() => host.realPath(execPath));
    const own = libraries.find(({ file }) => file === real);
    const key = own ? `${own.file} ${own.start}` : '';
    if (!known.has(key)) known.set(key, (own && orNull(() => readSymbols(own.file, own.start))) || (() => null));
    return known.get(key);
  };
}

/** The processes of explanations, two at a time. A kill does nothing after the end of its process. */
function createRunning(onStart) {
  const kills = [];
  let isStopped = false;
  function stop() {
    isStopped = true;
    for (const kill of kills) kill();
  }
  return {
    stop,
    isStopped: () => isStopped,
    add(kill) {
      kills.push(kill);
      onStart(stop);
    },
  };
}

function makeFolder(host) {
  try {
    return makeOwnFolder(PREFIX, host);
  } catch (error) {
    throw new UsageError(`logs cannot be written into the folder for temporary files: ${describeFsError(error)}. ` +
      setTemporaryFolder(host));
  }
}

/**
 * of({ runner, position, index, name, nsPerCall, flags }, keyOfFunction): evidence of a test; flags: further options
 * of V8; keyOfFunction: see profileOf(); close() removes the files; onStart: given a function that ends the current
 * processes; hasCode: whether evidence has the machine code.
 * Throws a UsageError if there is no place for logs.
 */
function createEvidence({ onStart, hasCode = false }, { host }) {
  const folder = makeFolder(host);
  removeAbandonedBeside(folder, PREFIX, host);
  const symbolsOf = createSymbols(host);
  let number = 0;
  const running = createRunning(onStart);

  async function once({ runner, position, index, name, flags: own = [] }, flags, more) {
    const base = path.join(folder, `${number++}`);
    const [log, found] = [`${base}.log`, `${base}.json`];
    const listing = [];
    let bytes = 0;
    if (running.isStopped()) return { error: INTERRUPTED };
    const { error, row } = await runner.run({
      job: {
        position, index, name, history: null, explain: { file: found, begin: BEGIN, end: END, ...more },
      },
      flags: [...own, ...flags, `--logfile=${log}`, '--no-logfile-per-isolate'],
      limitMs: LIMIT_MS,
      onLine(line) {
        bytes += line.length;
        if (bytes < MOST_LISTING_BYTES) listing.push(line);
      },
      onStart: running.add,
    });
    if (running.isStopped()) return { error: INTERRUPTED };
    const failure = error || row.error;
    if (failure) return { error: failure };
    const readText = (file) => host.readText(file);
    const parsed = readLog(readStart(log).split('\n'), { listing, begin: BEGIN, end: END, isOurs, readText });
    orNull(() => host.removeFile(log)); // hundreds of MB
    const pieces = readPieces(listing);
    const isCut = bytes >= MOST_LISTING_BYTES;
    const machineCode = () => ({ ...hotCodeOf(parsed, pieces), isCut });
    const facts = isCut ? null : codeFactsOf(parsed, pieces);
    return { error: null, log: parsed, machineCode, facts, ...JSON.parse(fs.readFileSync(found, 'utf8')) };
  }

  /**
   * Resolves to { error } or { profile, facts (see codeFactsOf()), deopts, seconds, caches, blocks, coveredCalls,
   * functions, placeIn, sourceOf, pathOf, userFiles, toCpuProfile, machineCode (see hotCodeOf(), null unless asked) }
   */
  async function of(test, keyOfFunction) {
    const showTime = () => once(test, SAMPLING, { warmNs: WARM_NS, windowNs: WINDOW_NS, hasCoverage: false });
    const ofTypes = test.nsPerCall < LONG_CALL_NS ? [...TYPES, NOT_OPTIMIZING] : TYPES;
    const showTypes = () => once(test, ofTypes, { ...TYPES_NS, hasCoverage: true });
    // The second one ends while the first one warms up.
    let [time, types] = await Promise.all([showTime(), showTypes()]);
    const areInTheWay = [time, types].some(({ error }) => error !== null && mustBeAlone(error));
    if (areInTheWay) [time, types] = [await showTime(), await showTypes()];
    if (time.error) return time;
    const { log } = time;
    const symbolAt = symbolsOf(log.libraries, test.runner.launch.execPath);
    return {
      error: null, profile: profileOf(log, symbolAt, keyOfFunction), facts: time.facts, deopts: log.deopts,
      seconds: log.seconds, caches: types.error ? new Map() : inSources(types.log.caches, log),
      blocks: types.error ? null : types.blocks,
      coveredCalls: types.error ? 0 : types.calls,
      functions: log.functions, sourceOf: log.sourceOf, pathOf,
      placeIn: (url, offset) => log.placeOf(pathOf(url), offset),
      userFiles: (url) => url.startsWith('file:') && !isOurs(pathOf(url)),
      toCpuProfile: () => cpuProfileOf(log, symbolAt), machineCode: hasCode ? time.machineCode() : null,
    };
  }

  return {
    of,
    close() {
      running.stop();
      removeOwnFolder(folder, host);
    },
  };
}

module.exports = { createEvidence };
