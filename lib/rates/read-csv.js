'use strict';

/*
 * Reads rates from a CSV: of Node core's compare.js, run.js and scatter.js in any version, or written here. Rows that
 * cannot be used are told with their line, and cost none of the others.
 */

const path = require('path');

const { createCollector } = require('./csv-collect');
const { createRecords } = require('./csv-records');
const { SCHEMA } = require('../document/document-shape');
const { fileWords } = require('../host/file-words');
const { limitBytes } = require('../host/heap');
const { nearest } = require('../text/nearest');
const { UsageError } = require('../text/usage-error');

const CHUNK_BYTES = 1e6;
const MOST_PROBLEMS = 20;
const STANDARD_INPUT = 0;

// What comparing and reporting makes of the rates takes about as much again.
const HEAP_SHARE = 0.5;

function unreadable(name, given, error, host) {
  if (error.code === 'EISDIR') return `${name} is a folder; give the name of a file in it`;
  if (error.code !== 'ENOENT') return `${name} cannot be read: ${fileWords(error)}`;
  let names = [];
  try {
    names = host.listDir(path.dirname(given));
  } catch (_) {
    return `${name} is not there: there is no folder ${path.dirname(given)} that can be read`;
  }
  const meant = nearest(path.basename(given), names);
  return `${name} is not there${meant === null ? '' : `; did you mean ${path.join(path.dirname(given), meant)}?`}`;
}

/** What is wrong in a file: the first of it in words, and how many more there are. */
function createProblems(name) {
  const kept = [];
  let count = 0;
  return {
    tell(line, words) {
      count++;
      if (kept.length < MOST_PROBLEMS) kept.push({ line, words: `${name}:${line}: ${words}` });
    },
    count: () => count,
    list() {
      const list = kept.sort((a, b) => a.line - b.line);
      const more = count - list.length;
      return more ? [...list, { line: null, words: `${name}: ${more} more line${more > 1 ? 's' : ''} with faults` }] : list;
    },
  };
}

/** old, new, and the others as they appear. */
function inOrder(labels) {
  const first = ['old', 'new'].filter((label) => labels.includes(label));
  return [...first, ...labels.filter((label) => !first.includes(label))];
}

function sideOf(series) {
  if (!series) return null;
  const { rates, seconds } = series;
  return { rates, seconds: seconds.length ? seconds : rates.map(() => null), errors: [] };
}

/**
 * @param {string} given path as typed, or '-' for standard input
 * @param {object} options
 * @param {import('../host/host')} options.host
 * @param {number} [options.stdin] descriptor of standard input
 * @param {function(): Date} [options.now] time of what comes from standard input
 * @returns {{ rates: object, problems: { line: number|null, words: string }[] }} rates: the document; problems: of lines
 *   that were left out, at most 20, and then, with line null, how many more there are
 * @throws {UsageError} naming the file and line, where no row can be used
 */
function readRatesCsv(given, { host, stdin = STANDARD_INPUT, now = () => new Date() }) {
  const isStdin = given === '-';
  const name = isStdin ? 'standard input' : given;
  const problems = createProblems(name);
  const collector = createCollector(problems.tell);
  const records = createRecords({
    ...collector,
    begin(text) {
      const isUtf16 = text.startsWith('\xff\xfe') || text.startsWith('\xfe\xff') || (text[0] === '\0') !== (text[1] === '\0');
      if (isUtf16 && text.length > 1) throw new UsageError(`${name} is UTF-16 text, as PowerShell's > writes it; save it as UTF-8`);
    },
  });
  const most = limitBytes() * HEAP_SHARE;
  let at;
  try {
    at = isStdin ? now() : host.stat(given).mtime;
    host.eachChunk(isStdin ? stdin : given, CHUNK_BYTES, (chunk) => {
      records.write(chunk);
      if (collector.bytes() > most) {
        throw new UsageError(`${name} has more rows than there is memory for; node --max-old-space-size=MB makes room for more`);
      }
    });
    records.end();
  } catch (error) {
    if (error instanceof UsageError || typeof error.code !== 'string') throw error;
    throw new UsageError(unreadable(name, given, error, host));
  }
  const { fault, line, isEmpty, labels, configurations } = collector.finish();
  if (isEmpty) throw new UsageError(`${name} is empty`);
  if (fault) throw new UsageError(`${name}:${fault.line}: ${fault.words}`);
  if (!configurations.length) {
    const [problem] = problems.list();
    if (!problem) throw new UsageError(`${name}:${line}: there are names of columns, and no row`);
    throw new UsageError(`${problem.words}; ${problems.count() > 1 ? `not one of ${problems.count()} rows` : 'and there is no other row that'} can be used`);
  }
  const sides = inOrder(labels);
  const all = configurations.map(({ sides: series, ...one }) => ({ ...one, sides: sides.map((label) => sideOf(series.get(label))) }));
  const runs = all.reduce((most_, one) => one.sides.reduce((so, side) => Math.max(so, side ? side.rates.length : 0), most_), 0);
  const rates = {
    qtimeit: 'rates', schema: SCHEMA, version: require('../../package.json').version, savedAt: at.toISOString(), complete: true, command: [],
    runs,
    sides: sides.map((label) => ({ label, source: null, environment: null })),
    failures: [],
    configurations: all,
  };
  return { rates, problems: problems.list() };
}

module.exports = { readRatesCsv };
