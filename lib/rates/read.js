'use strict';

/* Saved results and rates from a file: JSON, or CSV as Node core's tools and ours write it. */

const { readDocument } = require('../document/document');
const { UsageError } = require('../text/usage-error');

const CSV = /\.csv$/i;
const JSON_NAME = /\.json$/i;
const CODE = /\.[cm]?js$/i;
const JSON_TEXT = /^(?:\xef\xbb\xbf)?\s*[[{]/;

const CHUNK_BYTES = 1e6;
const FIRST_BYTES = 1000;

function statOf(given, host) {
  try {
    return host.stat(given);
  } catch (_) {
    return null;
  }
}

/** Whether an argument names something saved, and no code to be measured; - is CSV on standard input. */
function isSavedFile(given, { host }) {
  if (given === '-' || CSV.test(given) || JSON_NAME.test(given)) return true;
  const stat = CODE.test(given) ? null : statOf(given, host);
  return stat !== null && !stat.isDirectory();
}

/** A pipe, such as a shell makes of <(...), can be read once: what it brings is held. */
function holding(given, host) {
  const parts = [];
  try {
    host.eachChunk(given, CHUNK_BYTES, (chunk) => parts.push(Buffer.from(chunk)));
  } catch (error) {
    throw new UsageError(`${given} cannot be read: ${require('../host/file-words').fileWords(error)}`);
  }
  const bytes = Buffer.concat(parts);
  return Object.create(host, {
    readBytes: { value: (_, most) => bytes.subarray(0, most) },
    eachChunk: { value(_, size, visit) { for (let at = 0; at < bytes.length; at += size) visit(bytes.subarray(at, at + size)); } },
  });
}

/** { isCsv, host } of which to read it from; what has neither ending shows by how it begins. */
function formOf(given, host) {
  if (given === '-' || CSV.test(given)) return { isCsv: true, host };
  const stat = JSON_NAME.test(given) ? null : statOf(given, host);
  if (stat === null || stat.isDirectory()) return { isCsv: false, host };
  const from = stat.isFile() ? host : holding(given, host);
  const first = from.readBytes(given, FIRST_BYTES).toString('latin1');
  return { isCsv: first.trim() !== '' && !JSON_TEXT.test(first), host: from };
}

/**
 * @param {string} given path as typed
 * @param {object} deps { host, now(): Date }
 * @param {string[]} [kinds] of documents that are of use here, all unless given
 * @returns {{ file: string, document: object, problems: { line: number|null, words: string }[] }} problems: rows that are left out, in words
 * @throws {UsageError}
 */
function readSaved(given, { host, now }, kinds) {
  const form = formOf(given, host);
  if (!form.isCsv) return { file: given, document: readDocument(given, { host: form.host, kinds }), problems: [] };
  const { readRatesCsv } = require('./read-csv');
  const { rates, problems } = readRatesCsv(given, { host: form.host, now });
  return { file: given === '-' ? 'standard input' : given, document: rates, problems };
}

module.exports = { readSaved, isSavedFile };
