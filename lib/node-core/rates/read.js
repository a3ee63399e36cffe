'use strict';

/* Reads saved results and rates: JSON, CSV of qtimeit or any version of Node core's tools, or records of node:bench. */

const { parseNodeBench, isNodeBench } = require('./node-bench');
const { readDocument, unreadable } = require('../../core/document/document');
const { SCHEMA } = require('../../core/document/document-shape');
const { orNull, tryStat } = require('../../base/host/fs-queries');
const { heap: { keepSmall, limitBytes } } = require('#engine');
const { isCode } = require('../../base/text/code-names');
const { escaped } = require('../../base/text/display');
const { counted } = require('../../base/text/numbers');
const { UsageError } = require('../../base/text/usage-error');

const CSV = /\.csv$/i;
const JSON_NAME = /\.json$/i;
const JSON_TEXT = /^(?:\xef\xbb\xbf)?\s*[[{]/;
const CHUNK_BYTES = 1e6;
const FIRST_BYTES = 1000;
const MOST_PROBLEMS = 20;
const HEAP_SHARE = 0.5; // comparing and reporting need about as much memory as the rates themselves

/** Whether an argument names a saved file, not code to measure; - is CSV on standard input. */
function isSavedFile(given, { host }) {
  if (given === '-' || CSV.test(given) || JSON_NAME.test(given)) return true;
  const stat = isCode(given) ? null : tryStat(given, host);
  return stat !== null && !stat.isDirectory();
}

/** A pipe, such as <(...) of a shell, can be read only once, so its bytes are kept. */
function holding(given, host) {
  const parts = [];
  try {
    host.eachChunk(given, CHUNK_BYTES, (chunk) => parts.push(Buffer.from(chunk)));
  } catch (error) {
    throw unreadable(given, error, host);
  }
  const bytes = Buffer.concat(parts);
  return Object.assign(Object.create(host), {
    readBytes: (_, most) => bytes.subarray(0, most),
    readText: () => bytes.toString('utf8'),
    eachChunk(_, size, visit) { for (let at = 0; at < bytes.length; at += size) visit(bytes.subarray(at, at + size)); },
  });
}

/** `host` in the result is for reading the file. If the name has neither ending, the first bytes decide. */
function formOf(given, host) {
  if (given === '-' || CSV.test(given)) return { isCsv: true, host };
  const stat = tryStat(given, host);
  if (stat === null || stat.isDirectory()) return { host };
  const from = stat.isFile() ? host : holding(given, host);
  const first = orNull(() => from.readBytes(given, FIRST_BYTES).toString('latin1'));
  if (first === null) return { host: from };
  if (isNodeBench(first)) return { hasRecords: true, host: from };
  return { isCsv: !JSON_NAME.test(given) && first.trim() !== '' && !JSON_TEXT.test(first), host: from };
}

/** Collects messages for the first problems of a file, and the number of further problems. */
function createProblems(name) {
  const kept = [];
  let count = 0;
  return {
    tell(line, words) {
      count++;
      if (kept.length < MOST_PROBLEMS) kept.push({ line, words: escaped(`${name}:${line}: ${words}`) });
    },
    count: () => count,
    list() {
      const more = count - kept.length;
      const rest = more ? [{ line: null, words: `${name}: ${counted(more, 'more invalid line')}` }] : [];
      return [...kept.sort((a, b) => a.line - b.line), ...rest];
    },
  };
}

/**
 * given: path, or '-' for standard input. problems: { line, words } of lines left out, at most 20, then, with line
 * null, how many more. Throws a UsageError with the file and line, if no row can be used.
 */
function readRatesCsv(given, { host, now }) {
  // Loaded only for CSV.
  const { createCollector } = require('./csv-collect');
  const { createRecords } = require('./csv-records');
  const isStdin = given === '-';
  const name = isStdin ? 'standard input' : escaped(given);
  const problems = createProblems(name);
  const collector = createCollector(problems.tell);
  const records = createRecords(collector);
  const most = limitBytes() * HEAP_SHARE;
  let at;
  try {
    at = isStdin ? now() : host.stat(given).mtime;
    host.eachChunk(isStdin ? 0 : given, CHUNK_BYTES, (chunk) => {
      records.write(chunk);
      if (collector.bytes() > most) {
        throw new UsageError(`${name} contains more rows than fit into memory. Use node --max-old-space-size=MB`);
      }
    });
    records.end();
  } catch (error) {
    if (error instanceof UsageError || typeof error.code !== 'string') throw error;
    throw unreadable(given, error, host, { name });
  }
  const { fault, line, labels, configurations } = collector.finish();
  if (fault) throw new UsageError(`${name}${fault}`);
  if (!configurations.length) {
    const [problem] = problems.list();
    if (!problem) throw new UsageError(`${name}:${line}: the column names are not followed by any rows`);
    const none = problems.count() > 1 ? `none of the ${problems.count()} rows can be used` : 'there are no other rows';
    throw new UsageError(`${problem.words}; ${none}`);
  }
  const sides = [...new Set([...['old', 'new'].filter((label) => labels.includes(label)), ...labels])];
  const sidesOf = (series) => sides.map((label) => (series.has(label) ? { ...series.get(label), errors: [] } : null));
  const all = configurations.map(({ sides: series, ...one }) => ({ ...one, sides: sidesOf(series) }));
  return { rates: documentOf(all, sides, at), problems: problems.list() };
}

function documentOf(configurations, labels, savedAt) {
  const lengths = configurations.flatMap(({ sides }) => sides.map((side) => (side ? side.rates.length : 0)));
  return {
    qtimeit: 'rates', schema: SCHEMA, version: require('../../../package.json').version, savedAt: savedAt.toISOString(),
    complete: true, command: [], runs: lengths.reduce((most, length) => Math.max(most, length), 0),
    sides: labels.map((label) => ({ label, source: null, environment: null })), failures: [], configurations,
  };
}

/** As readRatesCsv(), for records of node:bench. */
function readRecords(given, { host, now }) {
  const problems = createProblems(escaped(given));
  let text;
  let at;
  try {
    text = host.readText(given);
    at = tryStat(given, host).mtime ?? now();
  } catch (error) {
    throw unreadable(given, error, host);
  }
  const configurations = parseNodeBench(text, problems.tell);
  const [problem = { words: `${escaped(given)} contains no finished node:bench benchmark` }] = problems.list();
  if (configurations.length === 0) throw new UsageError(problem.words);
  return { rates: documentOf(configurations, ['this'], at), problems: problems.list() };
}

/** kinds: accepted kinds of documents, by default all; problems: see readRatesCsv(). Throws a UsageError. */
function readSaved(given, { host, now }, kinds) {
  keepSmall();
  const form = formOf(given, host);
  const isDocument = !form.isCsv && !form.hasRecords;
  if (isDocument) return { file: given, document: readDocument(given, { host: form.host, kinds }), problems: [] };
  const { rates, problems } = (form.isCsv ? readRatesCsv : readRecords)(given, { host: form.host, now });
  return { file: given === '-' ? 'standard input' : given, document: rates, problems };
}

module.exports = { readSaved, isSavedFile };
