'use strict';

/* Reads saved files. Truncated files and files of other tools or later versions have an error message each. */

const path = require('path');

const { hintOfGlob } = require('../suite/glob');
const { KINDS, SCHEMA } = require('./document-shape');
const { describeFsError, orNull } = require('../../base/host/fs-queries');
const { show } = require('../../base/text/show');
const { heap: { limitBytes } } = require('#engine');
const { escaped } = require('../../base/text/display');
const { didYouMean } = require('../../base/text/nearest');
const { faultWords, formatKeyPath, tooDeep } = require('./shape');
const { UsageError } = require('../../base/text/usage-error');

// A text and its parsed values take up to six times its length: arrays grow by half, and are copied.
const HEAP_PER_BYTE = 8;

const MOST_BYTES = 500e6; // the longest string of any version

// Saved documents have about ten levels. A recursive visit of thousands of levels would throw a RangeError.
const MOST_LEVELS = 100;
const SHOWN_LEVELS = 6;

const HINT = 'Save results with --save';
const DAMAGED = 'The file is damaged or was written by another program. Save it again';
const KIND_WORDS = {
  results: 'results of a run', comparison: 'a comparison', rates: 'rates of configurations', imports: 'imports',
};
const WRITTEN_WORDS = { // documents that are only for programs
  scatter: 'points of a scatter plot', plan: 'a plan', explanation: 'explanations of why', error: 'an error',
  bisection: 'a search of bisect',
};

function unreadable(given, error, host, { name = given, otherwise = '' } = {}) {
  if (error.code === 'EISDIR') return new UsageError(`${name} is a folder. Pass the name of a file in it`);
  if (error.code !== 'ENOENT') return new UsageError(`${name} cannot be read: ${describeFsError(error)}`);
  const folder = path.dirname(given);
  const names = orNull(() => host.listDir(folder));
  if (names === null) return new UsageError(`${name} was not found: the folder ${folder} cannot be read`);
  const hint = hintOfGlob(name) ||
    didYouMean(path.basename(given), names, otherwise, (meant) => path.join(folder, meant));
  return new UsageError(`${name} does not exist${hint && `. ${hint}`}`);
}

function bytesOf(given, host) {
  const most = Math.min(MOST_BYTES, limitBytes() / HEAP_PER_BYTE) | 0;
  let bytes;
  try {
    bytes = host.readBytes(given, most + 1);
  } catch (error) {
    throw unreadable(given, error, host, { otherwise: HINT });
  }
  if (bytes.length > most) {
    const hint = most < MOST_BYTES - 1 ? '. Raise it with node --max-old-space-size=MB' : '';
    throw new UsageError(`${given} is too large: the limit is ${Math.floor(most / 1e6)} MB${hint}`);
  }
  return bytes;
}

function textOf(given, bytes) {
  // UTF-16, as PowerShell's > writes it, has a byte order mark, or a 0 next to the first brace.
  const first = bytes.length > 1 ? bytes.readUInt16BE(0) : 0;
  if ([0xfffe, 0xfeff, 0x7b00, 0x007b].includes(first)) {
    throw new UsageError(`${given} is UTF-16 text, as written by > in PowerShell. Save it as UTF-8, or use --save`);
  }
  const text = bytes.toString('utf8').replace(/^\ufeff/, '');
  if (!text.trim()) throw new UsageError(`${given} is empty. ${HINT}`);
  if (text.includes('\0')) throw new UsageError(`${given} is not text: it contains NUL bytes. ${HINT}`);
  return text;
}

/** Drops fields called __proto__, which would become the prototype of a spread object. */
function parse(given, text, bytes) {
  const value = parseAny(given, text, bytes);
  const deep = tooDeep(value, MOST_LEVELS);
  if (deep) {
    throw new UsageError(
      `${given}: ${formatKeyPath(deep.slice(0, SHOWN_LEVELS))}: more than ${MOST_LEVELS} levels of ` +
      `nesting. ${DAMAGED}`);
  }
  const hasProto = /__proto__|\\u005f/i.test(text);
  return hasProto ? JSON.parse(text, (key, one) => (key === '__proto__' ? undefined : one)) : value;
}

/** The message of JSON.parse() differs between engines. */
function isCutOff(text, { message }) {
  const written = text.trimEnd();
  if (!/^\s*\{/.test(text)) return false;
  const [, position = -1] = /position (\d+)/.exec(message) || [];
  return !written.endsWith('}') || position >= written.length || /unexpected (?:end|eof)/i.test(message);
}

function parseAny(given, text, bytes) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (isCutOff(text, error)) {
      const { length } = bytes;
      throw new UsageError(`${given} is truncated: it ends unexpectedly at byte ${length}. Save it again`);
    }
    if (text.includes('\ufffd')) throw new UsageError(`${given} is not UTF-8 text. ${HINT}`);
    const reason = escaped(error.message.replace(/, .* is not valid JSON$/s, ''));
    throw new UsageError(`${given} is not JSON (${reason}). ${HINT}`);
  }
}

function strangerWords(value) {
  if (Array.isArray(value) && value.length && value.every((row) => row && row.verdict !== undefined && row.results)) {
    return 'contains rows printed by --format json, without the samples that comparisons need. Use --save';
  }
  return `is not a file saved by qtimeit. ${HINT}`;
}

/** kinds: accepted ones. Throws a UsageError with the file, the field, and a hint. */
function readDocument(given, { host, kinds = Object.keys(KINDS) }) {
  const bytes = bytesOf(given, host);
  const text = textOf(given, bytes);
  const value = parse(given, text, bytes);
  const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
  if (!isObject || !Object.hasOwn(value, 'qtimeit')) throw new UsageError(`${given} ${strangerWords(value)}`);
  checkSchema(given, value);
  const { qtimeit: kind } = value;
  if (Object.hasOwn(WRITTEN_WORDS, kind)) {
    throw new UsageError(`${given} contains ${WRITTEN_WORDS[kind]}, which cannot be read again. ${HINT}`);
  }
  if (!Object.hasOwn(KINDS, kind)) {
    throw new UsageError(`${given} contains ${show(kind)}, which this version does not support. Supported: ` +
      Object.keys(KINDS).map(show).join(', '));
  }
  if (!kinds.includes(kind)) {
    throw new UsageError(`${given} contains ${KIND_WORDS[kind]}; expected ` +
      `${kinds.map((one) => KIND_WORDS[one]).join(' or ')}`);
  }
  const fault = KINDS[kind](value);
  if (fault) throw new UsageError(`${given}: ${faultWords(fault)}. ${DAMAGED}`);
  return value;
}

function checkSchema(given, { schema, version }) {
  if (!Number.isInteger(schema) || schema < 1) {
    throw new UsageError(`${given}: schema: expected an integer of at least 1, ` +
      `${schema === undefined ? 'but it is missing' : `got ${show(schema)}`}`);
  }
  if (schema <= SCHEMA) return;
  const by = typeof version === 'string' ? `qtimeit ${show(version).slice(1, -1)}` : 'a later qtimeit';
  const { version: ours } = require('../../../package.json');
  throw new UsageError(`${given} was saved by ${by} with schema ${schema}, but this is qtimeit ${ours}, which reads ` +
    `schemas up to ${SCHEMA}. Update qtimeit`);
}

module.exports = { readDocument, unreadable, KIND_WORDS };
