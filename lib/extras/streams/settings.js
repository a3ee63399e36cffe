'use strict';

/* Settings of suites of streams, and the settings of bench that shared parts read. */

const { createHash, getHashes } = require('crypto');
const path = require('path');
const { fileURLToPath } = require('url');

const { describeFsError, orNull } = require('../../base/host/fs-queries');
const { isPlainObject, show } = require('../../base/text/show');
const { didYouMean } = require('../../base/text/nearest');
const { createResolver, numberSetting, toggle } = require('../../core/suite/round-settings');
const { SETTINGS } = require('../../core/suite/settings');
const { MOST_PROCESSES } = require('../../core/suite/suite-arguments');

const NO_RATE = 'Pass a nonempty input';
const { isView } = ArrayBuffer;
const isFunction = (value) => typeof value === 'function';
const isFileUrl = (value) => value instanceof URL && value.protocol === 'file:';
const isInput = (value) =>
  isFunction(value) || (typeof value === 'string' && value !== '') || isView(value) || isFileUrl(value);

function notThere(given, file, host) {
  const folder = path.dirname(file);
  const names = orNull(() => host.listDir(folder));
  if (names === null) return `no file ${show(given)}: the folder ${folder} cannot be read`;
  const asTyped = (name) => show(path.join(path.dirname(given), name));
  const hint = didYouMean(path.basename(file), names, 'To pass bytes instead of a path, use a Buffer', asTyped);
  return `no file ${show(given)}. ${hint}`;
}

function fileInput(given, host) {
  const file = path.resolve(given);
  const refuse = (words, cause) => { throw new Error(`streams: input: ${words}`, cause && { cause }); };
  let facts;
  try {
    facts = host.stat(file);
    // An existing file may be unreadable.
    if (facts.isFile() && facts.size > 0) host.readBytes(file, 1);
  } catch (error) {
    if (error.code === 'ENOENT') refuse(notThere(given, file, host));
    refuse(`${show(given)} cannot be read: ${describeFsError(error)}`, error);
  }
  if (facts.isDirectory()) refuse(`${show(given)} is a folder. Pass the path of a file`);
  if (!facts.isFile()) {
    refuse(`${show(given)} is a pipe or a device, but each run reads the input again. Save it to a file first`);
  }
  if (facts.size === 0) refuse(`the file ${show(given)} is empty. ${NO_RATE}`);
  return { kind: 'file', path: file, bytes: facts.size };
}

/** Checks an input before anything runs: otherwise ten processes would report the same error. */
function inputOf(given, host) {
  if (typeof given === 'function') return { kind: 'factory', create: given, bytes: null };
  if (!isView(given)) return fileInput(typeof given === 'string' ? given : fileURLToPath(given), host);
  const { buffer, byteOffset, byteLength } = given;
  if (byteLength === 0) throw new Error(`streams: input: the ${given.constructor.name} is empty. ${NO_RATE}`);
  return { kind: 'bytes', data: Buffer.from(buffer, byteOffset, byteLength), bytes: byteLength };
}

const HASH_OF_LENGTH = { 32: 'md5', 40: 'sha1', 64: 'sha256', 128: 'sha512' };
const HASH_WORDS = 'the hex digits of an md5, sha1, sha256 or sha512, or { algorithm, hex }';
const HEX = /^(?:[\da-f]{2})+$/i;

function isHash(value) {
  if (typeof value === 'string') return HEX.test(value) && HASH_OF_LENGTH[value.length] !== undefined;
  return isPlainObject(value) && typeof value.algorithm === 'string' && typeof value.hex === 'string'
    && HEX.test(value.hex);
}

/** Returns lower-case hex. Throws a RangeError for an unknown algorithm, or the wrong number of digits. */
function parseHash(given) {
  const { algorithm, hex } = typeof given === 'string'
    ? { algorithm: HASH_OF_LENGTH[given.length], hex: given } : given;
  let digits;
  try {
    digits = createHash(algorithm).digest('hex').length;
  } catch (_) {
    const hint = didYouMean(algorithm, getHashes(), '', show);
    throw new RangeError(`streams: hash: unknown algorithm ${show(algorithm)}${hint && `. ${hint}`}`);
  }
  if (hex.length !== digits) {
    throw new RangeError(`streams: hash: ${algorithm} has ${digits} hex digits, got ${hex.length} in ` +
      `${show(hex)}`);
  }
  return { algorithm, hex: hex.toLowerCase() };
}

const shared = (names) => Object.fromEntries(names.split(' ').map((name) => [name, SETTINGS[name]]));
const whole = (most) =>
  numberSetting(`an integer from 1 to ${most}`, (value) => Number.isInteger(value) && value >= 1 && value <= most);

const STREAMS = {
  input: {
    preset: null, words: 'the path of a file, a Buffer, or a function that returns a stream', fits: isInput, off: null,
  },
  runs: { preset: 10, ...whole(MOST_PROCESSES) },
  forkTests: { preset: true, ...toggle, words: 'true or false (set the number of processes with runs)' },
  reference: {
    preset: true, words: 'true, false or a function that returns a stream', fits: isFunction, off: false, on: true,
  },
  check: {
    preset: null, words: 'a function (output, name), or functions or hashes by test name', off: null,
    fits: (value) => isFunction(value) || isPlainObject(value),
  },
  hash: {
    preset: null, words: `${HASH_WORDS} (hashes by test name: use check)`, off: null, fits: isHash, read: parseHash,
  },
  timeout: { preset: 60, ...numberSetting('a number of seconds above 0', (value) => value > 0) },
  chunkSize: { preset: 65536, ...whole(2 ** 30), words: 'an integer number of bytes, up to 2^30' },
  ...shared('visualize preRunMessage title showPlatformInfo verbose bargraphScale margin twin'),
  ...shared('count signal silent json csv markdown'),
  margin: { ...SETTINGS.margin, preset: 0.01 },
  // Many streams are far slower than the pass-through, and would have no bar.
  bargraphScale: { ...SETTINGS.bargraphScale, preset: 20 },
};

const streams = createResolver('streams', STREAMS);

// Settings of bench that shared parts read.
const OF_BENCH = {
  isStreams: true, timeGoal: 0, opsPerTest: 1, baselineAvg: false, precision: false, showSource: false,
  showTestInfo: false, showRunDetails: false,
};

/**
 * Options take precedence over properties of streams, and these over defaults. source: result of inputOf, or null;
 * hash: null or { algorithm, hex }; forkTests: processes for each contender, or 0.
 * Throws an error for a setting, or an input that is empty or cannot be read.
 */
function resolveStreamSettings(settingsOwner, options, host = require('../../base/host/host')) {
  const resolved = { ...streams.resolve(settingsOwner, options), ...OF_BENCH };
  resolved.forkTests = resolved.forkTests ? resolved.runs : 0;
  resolved.source = resolved.input === null ? null : inputOf(resolved.input, host);
  resolved.inputBytes = resolved.source && resolved.source.bytes;
  if (resolved.input instanceof URL) resolved.input = resolved.source.path;
  return Object.freeze(resolved);
}

module.exports = { resolveStreamSettings, isHash, parseHash, HASH_WORDS };
