'use strict';

/*
 * From records to rates: each row is checked, and put to the others of its file, configuration and binary.
 *
 * All rows of a configuration begin with the same bytes and end with ",rate,time". So what a row begins with is looked
 * up as it stands, and only the two numbers are read: 0.6 microseconds a row in place of 2.
 */

const { columnsOf, isHeader, noHeaderWords } = require('./csv-columns');
const { decoded, owned } = require('./csv-records');
const { mergedByText, numberOf } = require('./csv-cells');
const { keptText } = require('../text/display');
const { escaped, truncate } = require('../text/display');
const { counted } = require('../text/numbers');

const { MAX_VALUE } = Number;

// Lines that benchmarks may print before scatter.js knows the names of its columns.
const MOST_EARLY = 1000;

// About what a row and a configuration take: two numbers in arrays that grow by half, and are copied for that.
const ROW_BYTES = 40;
const CONFIGURATION_BYTES = 1000;

const SPACE = 32;
const COMMA = 44;
const LARGEST_DIGIT = 57;
const SINGLE = 'this';
const UNTOLD = ['', 'null', 'undefined', 'NA', 'NaN'];

/** What a cell says. */
const textOf = (field) => keptText(decoded(field));

const shown = (text) => `"${truncate(escaped(text), 40)}"`;
const rawOf = ({ raw, fields }) => (raw === null ? fields.join() : raw);

/** Whether the second character of a number is none of one. */
function hasLetter(text, from) {
  let at = from;
  while (text.charCodeAt(at) === SPACE) at++;
  return text.charCodeAt(at + 1) > LARGEST_DIGIT;
}

/** Why a text is no rate, '' where it is one. */
function rateFault(text) {
  const rate = numberOf(text);
  if (text === '') return 'there is no rate';
  if (text !== 'NaN' && Number.isNaN(rate)) return `the rate is ${shown(text)}, and not a number`;
  if (rate === MAX_VALUE) return 'the rate is that of a time too short for the clock';
  // 0 is what NODEJS_BENCHMARK_ZERO_ALLOWED lets pass; left out, a configuration would be one that a side does not
  // have.
  return Number.isFinite(rate) ? '' : `the rate is ${shown(text).slice(1, -1)}; it has to be finite`;
}

const timeFault = (text) => `the time is ${shown(text)}, and not a number of seconds`;

/** The seconds that a text tells, null where it tells none, undefined where it is wrong. */
function secondsOf(text) {
  if (UNTOLD.includes(text)) return null;
  const seconds = numberOf(text);
  return seconds >= 0 && seconds < Infinity ? seconds : undefined;
}

/** What a row tells: { fault } in words, or { label, file, cells, rate, seconds }. */
function rowOf(fields, quoted, { filename, rate, time, binary, configuration, parameters }) {
  const cell = (index) => textOf(fields[index]).trim();
  const label = binary < 0 ? SINGLE : cell(binary);
  const file = cell(filename);
  const seconds = time < 0 ? null : secondsOf(cell(time));
  const fault = fields.some((field) => field.includes('\0')) ? 'it has bytes of 0'
    : label === '' ? 'there is no binary'
      : file === '' ? 'there is no filename'
        : rateFault(cell(rate)) || (seconds === undefined ? timeFault(cell(time)) : '');
  if (fault) return { fault };
  const cells = configuration >= 0 ? [{ text: cell(configuration), isQuoted: true }]
    : parameters.map(({ index: i }) => ({ text: quoted[i] ? textOf(fields[i]) : cell(i), isQuoted: quoted[i] }));
  return { label, file, cells, rate: Number(cell(rate)), seconds };
}

/** The series of each file, configuration and binary: { rates, seconds }. */
function createSeries() {
  const configurations = new Map();
  const labels = new Set();

  function of({ label, file, cells }, line) {
    const key = `${file}\0${cells.map(({ text, isQuoted }) => `${isQuoted ? '"' : ''}${text}`).join('\0')}`;
    if (!configurations.has(key)) {
      const kept = cells.map(({ text, isQuoted }) => ({ text: owned(text), isQuoted }));
      configurations.set(key, { file: owned(file), line, cells: kept, sides: new Map() });
    }
    const { sides } = configurations.get(key);
    if (!sides.has(label)) {
      sides.set(owned(label), { rates: [], seconds: [] });
      labels.add(owned(label));
    }
    return sides.get(label);
  }

  return { of, configurations, labels };
}

/**
 * @param {function(number, string)} tell what is wrong in a line; that row is left out
 * @returns {{ takeLine, record, fault, bytes, finish }} the first three for createRecords(); bytes(): about what it
 *   holds; finish(): { labels, configurations, line } of the header, each configuration with `sides`, a Map from label
 *   to { rates, seconds }; or { fault: { line, words } | null, isEmpty } where the columns are not known
 */
function createCollector(tell) {
  const series = createSeries();
  const byBeginning = new Map();
  const early = [];
  let names = null;
  let columns = null;
  // How many columns of numbers stand at the end; 0: the rows have to be read field by field.
  let tail = 0;
  let rows = 0;

  /** Index of the comma before the numbers at the end of a line. */
  function endOfBeginning(text, from, to) {
    let at = to;
    for (let commas = tail; commas > 0 && --at > from;) if (text.charCodeAt(at) === COMMA) commas--;
    return at;
  }

  function takeLine(text, from, to) {
    if (tail === 0) return false;
    const at = endOfBeginning(text, from, to);
    const own = byBeginning.get(text.slice(from, at));
    if (own === undefined) return false;
    const comma = tail === 1 ? to : text.indexOf(',', at + 1);
    // 0x10 and its like are looked at where there is time for it.
    if (hasLetter(text, at + 1) || (tail === 2 && hasLetter(text, comma + 1))) return false;
    const rate = Number(text.slice(at + 1, comma));
    if (!(rate > 0 && rate < MAX_VALUE)) return false;
    if (tail === 2) {
      const time = Number(text.slice(comma + 1, to));
      // 0 is an empty cell, too.
      if (!(time > 0 && time < Infinity)) return false;
      own.seconds.push(time);
    }
    own.rates.push(rate);
    rows++;
    return true;
  }

  /** A record before the header: that itself, or what a benchmark has printed. */
  function takeFirst(found, line, raw) {
    if (!isHeader(found)) {
      if (early.length < MOST_EARLY) early.push({ names: found, line, raw });
      return;
    }
    names = found;
    columns = { ...columnsOf(names), line };
    for (const one of early) tell(one.line, `it stands before the names of the columns: ${shown(one.raw)}`);
    const { rate, time } = columns;
    if (rate === names.length - 1 && time < 0) tail = 1;
    if (rate === names.length - 2 && time === names.length - 1) tail = 2;
  }

  function take({ fields, quoted, line, raw }) {
    const row = rowOf(fields, quoted, columns);
    if (row.fault) {
      tell(line, row.fault);
      return;
    }
    const own = series.of(row, line);
    own.rates.push(row.rate);
    if (columns.time >= 0) own.seconds.push(row.seconds);
    rows++;
    // Numbers have no commas, so the last ones are those before them.
    if (tail > 0 && raw !== null && fields.length === names.length) {
      byBeginning.set(owned(raw.slice(0, endOfBeginning(raw, 0, raw.length))), own);
    }
  }

  return {
    takeLine,
    record(one) {
      const { fields, quoted, line } = one;
      if (fields.length === 1 && fields[0] === '') return;
      if (!columns) {
        takeFirst(fields.map((field) => textOf(field).trim()), line, owned(rawOf(one)));
      } else if (!columns.words) {
        const { length } = names;
        // Files that were put together with cat have it more than once.
        if (fields.length === length && fields.every((field, i) => textOf(field).trim() === names[i])) return;
        const isFull = fields.length === length
          || (fields.length > length && fields.slice(length).every((field, i) => field === '' && !quoted[length + i]));
        if (isFull) take(one);
        else tell(line, `${counted(fields.length, 'field')} in place of ${length}: ${shown(decoded(rawOf(one)))}`);
      }
    },
    fault({ line, words, raw }) {
      const told = `${words}: ${shown(decoded(raw))}`;
      if (columns) tell(line, told);
      else if (early.length < MOST_EARLY) early.push({ names: null, line, raw: owned(raw), words: told });
    },
    bytes: () => rows * ROW_BYTES + (series.configurations.size + byBeginning.size) * CONFIGURATION_BYTES,
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
