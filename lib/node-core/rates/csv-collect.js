'use strict';

/* Checks the records of a CSV file and collects their rates by file, configuration and binary. */

const { findColumns, isHeader, noHeaderWords } = require('./csv-columns');
const { copied } = require('./csv-records');
const { parseParameters } = require('../../base/text/parameters-text');
const { configurationText } = require('../../base/text/configuration-names');
const { escaped, keptText, truncate } = require('../../base/text/display');
const { counted } = require('../../base/text/numbers');

const { MAX_VALUE } = Number;

// Approximate memory of a row and of a configuration: arrays grow by half, and are copied.
const ROW_BYTES = 40;
const CONFIGURATION_BYTES = 1000;

const NO_TIME = ['', 'null', 'undefined', 'NA', 'NaN'];
const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^(?:NaN|[+-]?Infinity)$/;
const PLAIN = /^\d{1,20}(?:\.\d{1,20})?$/;

const shown = (text) => `"${truncate(escaped(text), 40)}"`;

/** Why a text is not a rate, or ''. NODEJS_BENCHMARK_ZERO_ALLOWED permits rates of 0. */
function rateFault(text) {
  if (text === '') return 'the rate is missing';
  if (!DECIMAL.test(text) && !NOT_FINITE.test(text)) return `the rate is not a number: ${shown(text)}`;
  const rate = Number(text);
  if (rate === MAX_VALUE) return 'the time was too short for the clock';
  return Number.isFinite(rate) ? '' : `the rate must be finite, got ${shown(text).slice(1, -1)}`;
}

/** Null if none are given, undefined for any other text. */
function secondsOf(text) {
  if (NO_TIME.includes(text)) return null;
  const seconds = DECIMAL.test(text) ? Number(text) : NaN;
  return seconds >= 0 && seconds < Infinity ? seconds : undefined;
}

/** cells: the configuration, or its parameters; texts in quotes keep the first quote, unlike numbers. */
function rowOf(fields, quoted, { filename, rate, time, binary, configuration, parameters }) {
  const cell = (index) => keptText(fields[index]).trim();
  const label = binary < 0 ? 'this' : cell(binary);
  const file = cell(filename);
  const seconds = time < 0 ? null : secondsOf(cell(time));
  if (fields.some((field) => field.includes('\0'))) return { fault: 'it contains NUL bytes' };
  if (label === '') return { fault: 'the binary column is empty' };
  if (file === '') return { fault: 'the filename column is empty' };
  const rateText = cell(rate);
  const fault = rateFault(rateText);
  if (fault) return { fault };
  if (seconds === undefined) return { fault: `the time is not a number of seconds: ${shown(cell(time))}` };
  const cells = configuration >= 0 ? [cell(configuration)]
    : parameters.map(({ index: i }) => (quoted[i] ? `"${keptText(fields[i])}` : cell(i)));
  return { label, file, cells, rate: Number(rateText), seconds };
}

/** Empty cells do not count here; they are reported later. */
function isNumeric(configurations, column) {
  const cells = configurations.map(({ cells: all }) => all[column]).filter(Boolean);
  return cells.length > 0 && cells.every((cell) => DECIMAL.test(cell));
}

function leftOutWords(name, { sides }) {
  const more = [...sides.values()].flatMap(({ rates }) => rates).length - 1;
  return `the value of "${name}" is missing${more ? `, here and in ${counted(more, 'more row')}` : ''}`;
}

/** Null if a number is missing. 64 and 128 are numbers, but strings if "auto" is in the same column. */
function fromColumns(configurations, names, tell) {
  const numeric = names.map((_, column) => isNumeric(configurations, column));
  return configurations.map((one) => {
    const missing = names.findIndex((_, column) => numeric[column] && one.cells[column] === '');
    if (missing >= 0) {
      tell(one.line, leftOutWords(names[missing], one));
      return null;
    }
    const valueOf = (column) => (numeric[column] ? Number(one.cells[column]) : one.cells[column].replace(/^"/, ''));
    // fromEntries, because an assignment to __proto__ makes no property.
    const parameters = Object.fromEntries(names.map((name, column) => [name, valueOf(column)]));
    return { configuration: configurationText(parameters), parameters };
  });
}

/** Normalizes quotes, so that the same configuration has the same text. */
function fromText({ cells: [text] }) {
  const parameters = parseParameters(text);
  return { configuration: parameters === null ? text : configurationText(parameters), parameters };
}

function append(to, sides) {
  for (const [label, { rates, seconds }] of sides) {
    const before = to.get(label) || { rates: [], seconds: [] };
    to.set(label, { rates: before.rates.concat(rates), seconds: before.seconds.concat(seconds) });
  }
}

/** Merges equal configurations of a file: 1.0 and 1 are the same number, 'a' and "a" the same text. */
function mergedByText(configurations, columns, tell) {
  const named = columns.configuration >= 0 ? configurations.map(fromText)
    : fromColumns(configurations, columns.parameters.map(({ name }) => name), tell);
  const byText = new Map();
  configurations.forEach(({ file, sides }, i) => {
    if (named[i] === null) return;
    const key = `${file}\0${named[i].configuration}`;
    const same = byText.get(key);
    if (same) append(same.sides, sides);
    else byText.set(key, { file, ...named[i], sides });
  });
  return [...byText.values()];
}

/** A row that ends in a rate and a time, both plain: the text before these, and their numbers; null for other text. */
function splitRow(text) {
  const end = text.lastIndexOf(',');
  const start = text.lastIndexOf(',', end - 1);
  const [rate, seconds] = [text.slice(start + 1, end), text.slice(end + 1)];
  if (!PLAIN.test(rate) || !PLAIN.test(seconds)) return null;
  return { before: text.slice(0, start), rate: +rate, seconds: +seconds };
}

/** Runs by configuration and label. Rows that begin with the same text belong together without parsing. */
function createSeries() {
  const configurations = new Map();
  const labels = new Set();
  const known = new Map();
  let rows = 0;

  function append(series, { rate, seconds }) {
    rows++;
    series.rates.push(rate);
    series.seconds.push(seconds);
  }

  function find({ label, file, cells }, line) {
    const key = [file, ...cells].join('\0');
    if (!configurations.has(key)) {
      const [ownFile, ...own] = copied(key).split('\0');
      configurations.set(copied(key), { file: ownFile, line, cells: own, sides: new Map() });
    }
    const { sides } = configurations.get(key);
    if (!sides.has(label)) {
      sides.set(copied(label), { rates: [], seconds: [] });
      labels.add(copied(label));
    }
    return sides.get(label);
  }

  return {
    configurations, labels,
    bytes: () => rows * ROW_BYTES + configurations.size * CONFIGURATION_BYTES,
    add(row, line, text) {
      const series = find(row, line);
      append(series, row);
      const split = text === null ? null : splitRow(text);
      if (split) known.set(copied(split.before), series);
    },
    addKnown(text) {
      const split = splitRow(text);
      const series = split && known.get(split.before);
      if (!series) return false;
      append(series, split);
      return true;
    },
  };
}

// Neither byte of a byte order mark of UTF-16 is valid UTF-8.
const isUtf16 = (text) =>
  text.startsWith('\ufffd\ufffd') || (text.length > 1 && (text[0] === '\0') !== (text[1] === '\0'));

/** Why a file has no header; `first` is its first record. */
function noHeaderFault(first) {
  if (!first) return ' is empty';
  if (isUtf16(first.raw)) return ' is UTF-16 text, as written by > in PowerShell. Save it as UTF-8';
  return `:${first.line}: ${noHeaderWords(first.names, first.raw, first.words)}`;
}

/**
 * A visitor of createRecords(). tell(line, words) reports a row that is left out; bytes(): approximate memory;
 * finish(): { labels, configurations, line: of the header }; `sides` of a configuration is a Map from label to { rates,
 * seconds }. Without columns it is { fault }, words that follow the name of the file.
 */
function createCollector(tell) {
  const series = createSeries();
  let first = null;
  let header = null;

  /** Benchmarks may print lines before scatter.js writes its header. */
  function takeEarly(one) {
    first = first || { ...one, raw: copied(one.raw) };
    tell(one.line, `this line precedes the column names: ${shown(one.raw)}`);
  }

  function take(fields, quoted, line, raw) {
    const { names: { length }, columns } = header;
    const isFull = fields.length >= length && fields.slice(length).every((field, i) => !field && !quoted[length + i]);
    if (!isFull) {
      tell(line, `${counted(fields.length, 'field')} instead of ${length}: ${shown(raw ?? fields.join())}`);
      return;
    }
    const row = rowOf(fields, quoted, columns);
    if (row.fault) tell(line, row.fault);
    else series.add(row, line, columns.rate === length - 2 && columns.time === length - 1 ? raw : null);
  }

  // Concatenated files have the header more than once.
  const isHeaderAgain = (names) => names.length === header.names.length
    && names.every((name, i) => name === header.names[i]);

  return {
    known: series.addKnown,
    record({ fields, quoted, line, raw }) {
      if (fields.length === 1 && fields[0] === '') return;
      const names = fields.map((field) => keptText(field).trim());
      if (header) {
        if (!header.columns.words && !isHeaderAgain(names)) take(fields, quoted, line, raw);
      } else if (isHeader(names)) {
        header = { names, line, columns: findColumns(names) };
      } else {
        takeEarly({ names, line, raw: raw ?? fields.join() });
      }
    },
    fault({ line, words, raw }) {
      const message = `${words}: ${shown(raw)}`;
      if (header) tell(line, message);
      else takeEarly({ names: null, line, raw, words: message });
    },
    bytes: series.bytes,
    finish() {
      if (!header) return { fault: noHeaderFault(first) };
      const { line, columns } = header;
      if (columns.words) return { fault: `:${line}: ${columns.words}` };
      const configurations = mergedByText([...series.configurations.values()], columns, tell);
      return { line, labels: [...series.labels], configurations };
    },
  };
}

module.exports = { createCollector };
