'use strict';

/* Checks the records of a CSV file and collects their rates by file, configuration and binary. */

const { columnsOf, isHeader, noHeaderWords } = require('./csv-columns');
const { copied } = require('./csv-records');
const { parseParameters } = require('./parameters-text');
const { configurationText } = require('../text/configuration-names');
const { escaped, keptText, truncate } = require('../text/display');
const { counted } = require('../text/numbers');

const { MAX_VALUE } = Number;

// Lines that benchmarks may print before scatter.js writes its header.
const MOST_EARLY = 1000;

// Approximate memory of a row and of a configuration: arrays grow by half, and are copied.
const ROW_BYTES = 40;
const CONFIGURATION_BYTES = 1000;

const SINGLE = 'this';
const NO_TIME = ['', 'null', 'undefined', 'NA', 'NaN'];

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
const NOT_FINITE = /^[+-]?(?:NaN|Infinity)$/;

/** NaN for text that is not decimal, such as 0x10. */
const numberOf = (text) => (DECIMAL.test(text) || NOT_FINITE.test(text) ? Number(text) : NaN);

const shown = (text) => `"${truncate(escaped(text), 40)}"`;

/** Why a text is not a rate, or ''. NODEJS_BENCHMARK_ZERO_ALLOWED permits rates of 0. */
function rateFault(text) {
  if (text === '') return 'there is no rate';
  const rate = numberOf(text);
  if (text !== 'NaN' && Number.isNaN(rate)) return `the rate is ${shown(text)}, and not a number`;
  if (rate === MAX_VALUE) return 'the rate is that of a time too short for the clock';
  return Number.isFinite(rate) ? '' : `the rate is ${shown(text).slice(1, -1)}; it has to be finite`;
}

/** Null if none are given, undefined for any other text. */
function secondsOf(text) {
  if (NO_TIME.includes(text)) return null;
  const seconds = numberOf(text);
  return seconds >= 0 && seconds < Infinity ? seconds : undefined;
}

function rowOf(fields, quoted, { filename, rate, time, binary, configuration, parameters }) {
  const cell = (index) => keptText(fields[index]).trim();
  const label = binary < 0 ? SINGLE : cell(binary);
  const file = cell(filename);
  const seconds = time < 0 ? null : secondsOf(cell(time));
  if (fields.some((field) => field.includes('\0'))) return { fault: 'it has bytes of 0' };
  if (label === '') return { fault: 'there is no binary' };
  if (file === '') return { fault: 'there is no filename' };
  const rateText = cell(rate);
  const fault = rateFault(rateText);
  if (fault) return { fault };
  if (seconds === undefined) return { fault: `the time is ${shown(cell(time))}, and not a number of seconds` };
  const cells = configuration >= 0 ? [{ text: cell(configuration), isQuoted: true }]
    : parameters.map(({ index: i }) => ({ text: quoted[i] ? keptText(fields[i]) : cell(i), isQuoted: quoted[i] }));
  return { label, file, cells, rate: Number(rateText), seconds };
}

const isEmpty = ({ text, isQuoted }) => !isQuoted && text === '';

/** Empty cells do not count here; they are reported later. */
function isNumeric(configurations, column) {
  const cells = configurations.map(({ cells: all }) => all[column]).filter((cell) => !isEmpty(cell));
  return cells.length > 0 && cells.every(({ text, isQuoted }) => !isQuoted && DECIMAL.test(text));
}

function leftOutWords(name, { sides }) {
  const rows = [...sides.values()].reduce((sum, { rates }) => sum + rates.length, 0);
  return `there is no value of "${name}"${rows > 1 ? `, here and in ${counted(rows - 1, 'more row')}` : ''}`;
}

/**
 * { configuration, parameters } of each configuration; null if it lacks a number. The type of a column is known only at
 * the end: 64 and 128 are numbers, but strings if "auto" is in the same column.
 */
function fromColumns(configurations, names, tell) {
  const numeric = names.map((_, column) => isNumeric(configurations, column));
  return configurations.map((one) => {
    const missing = names.findIndex((_, column) => numeric[column] && isEmpty(one.cells[column]));
    if (missing >= 0) {
      tell(one.line, leftOutWords(names[missing], one));
      return null;
    }
    const valueOf = (column) => (numeric[column] ? Number(one.cells[column].text) : one.cells[column].text);
    // fromEntries, because an assignment to __proto__ makes no property.
    const parameters = Object.fromEntries(names.map((name, column) => [name, valueOf(column)]));
    return { configuration: configurationText(parameters), parameters };
  });
}

/** Normalizes quotes, so that the same configuration has the same text. */
function fromText(text) {
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
  const named = columns.configuration >= 0
    ? configurations.map(({ cells: [{ text }] }) => fromText(text))
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

function createSeries() {
  const configurations = new Map();
  const labels = new Set();
  let rows = 0;

  function add({ label, file, cells, rate, seconds }, line) {
    rows++;
    const key = `${file}\0${cells.map(({ text, isQuoted }) => `${isQuoted ? '"' : ''}${text}`).join('\0')}`;
    let one = configurations.get(key);
    if (!one) {
      const own = cells.map(({ text, isQuoted }) => ({ text: copied(text), isQuoted }));
      one = { file: copied(file), line, cells: own, sides: new Map() };
      configurations.set(copied(key), one);
    }
    if (!one.sides.has(label)) {
      one.sides.set(copied(label), { rates: [], seconds: [] });
      labels.add(copied(label));
    }
    const series = one.sides.get(label);
    series.rates.push(rate);
    series.seconds.push(seconds);
  }

  return { add, configurations, labels, bytes: () => rows * ROW_BYTES + configurations.size * CONFIGURATION_BYTES };
}

/**
 * `tell(line, words)` reports a row that is left out.
 *
 * @returns {{ record, fault, bytes, finish }} record, fault: for createRecords(); bytes(): approximate memory;
 *   finish(): { labels, configurations, line } with the line of the header; `sides` of a configuration is a Map from
 *   label to { rates, seconds }. Without columns it is { fault: { line, words } | null, isEmpty }.
 */
function createCollector(tell) {
  const series = createSeries();
  const early = [];
  let names = null;
  let columns = null;

  const keepEarly = (one) => early.length < MOST_EARLY && early.push(one);

  /** A record before the header: the header, or text that a benchmark printed. */
  function takeFirst(found, line, raw) {
    if (!isHeader(found)) {
      keepEarly({ names: found, line, raw: copied(raw) });
      return;
    }
    names = found;
    columns = { ...columnsOf(names), line };
    for (const one of early) tell(one.line, `it stands before the names of the columns: ${shown(one.raw)}`);
  }

  function take(fields, quoted, line, raw) {
    const { length } = names;
    // Concatenated files have the header more than once.
    if (fields.length === length && fields.every((field, i) => keptText(field).trim() === names[i])) return;
    const isFull = fields.length >= length && fields.slice(length).every((field, i) => !field && !quoted[length + i]);
    if (!isFull) {
      tell(line, `${counted(fields.length, 'field')} in place of ${length}: ${shown(raw)}`);
      return;
    }
    const row = rowOf(fields, quoted, columns);
    if (row.fault) tell(line, row.fault);
    else series.add(row, line);
  }

  return {
    record({ fields, quoted, line, raw }) {
      if (fields.length === 1 && fields[0] === '') return;
      const text = raw === null ? fields.join() : raw;
      if (!columns) takeFirst(fields.map((field) => keptText(field).trim()), line, text);
      else if (!columns.words) take(fields, quoted, line, text);
    },
    fault({ line, words, raw }) {
      const message = `${words}: ${shown(raw)}`;
      if (columns) tell(line, message);
      else keepEarly({ names: null, line, raw, words: message });
    },
    bytes: series.bytes,
    finish() {
      if (columns && columns.words) return { fault: columns };
      if (!columns) {
        const [first] = early;
        const fault = first ? { line: first.line, words: noHeaderWords(first.names, first.raw, first.words) } : null;
        return { fault, isEmpty: !first };
      }
      const configurations = mergedByText([...series.configurations.values()], columns, tell);
      return { fault: null, line: columns.line, labels: [...series.labels], configurations };
    },
  };
}

module.exports = { createCollector };
