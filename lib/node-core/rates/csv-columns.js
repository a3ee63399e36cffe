'use strict';

/* Columns of a CSV of rates: "configuration" (compare.js, run.js) or one per parameter (scatter.js). */

const { nearest } = require('../../base/text/nearest');

const NEEDED = ['filename', 'configuration', 'rate'];
const KNOWN = [...NEEDED, 'binary', 'time'];
const WANTED =
  'Required columns: filename, configuration (or one column per parameter) and rate. Optional: binary and time';

const listed = (names) => names.map((name) => `"${name}"`).join(' and ');

/** Index of a column; ignores case if there is no exact match. -1 for a missing column. */
function find(names, name, isLast) {
  const indexIn = (all) => (isLast ? all.lastIndexOf(name) : all.indexOf(name));
  const exact = indexIn(names);
  return exact >= 0 ? exact : indexIn(names.map((one) => one.toLowerCase()));
}

/** Accepts headers with faults, too. */
const isHeader = (names) => find(names, 'filename') >= 0 && find(names, 'rate') >= 0;

function missingWords(names) {
  const missing = NEEDED.filter((name) => find(names, name) < 0);
  const others = names.filter((name) => name !== '' && !KNOWN.includes(name.toLowerCase()));
  const meant = missing.map((name) => nearest(name, others)).filter((name) => name !== null);
  const hint = meant.length ? ` (did you mean ${listed(meant)}?)` : '';
  return `${missing.length > 1 ? 'missing columns' : 'missing column'} ${listed(missing)}${hint}. ${WANTED}`;
}

/** Reports a typing error in an optional column. Ignoring a column "bnary" would mix the rates of both sides. */
function mistypedWords(names, optional) {
  for (const name of optional) {
    if (find(names, name) >= 0) continue;
    const meant = nearest(name, names.filter((one) => one.length > 2 && !KNOWN.includes(one.toLowerCase())));
    if (meant !== null) return `there is a column "${meant}", but no column "${name}". Rename it`;
  }
  return '';
}

/** Indexes of columns, -1 for a missing one; { words } if the header is unusable. names: isHeader(names) is true. */
function findColumns(names) {
  const configuration = find(names, 'configuration');
  const isScatter = configuration < 0;
  // A parameter can also have one of these names; scatter.js writes parameters between filename and rate.
  const columns = {
    configuration, parameters: [],
    filename: find(names, 'filename'), rate: find(names, 'rate', isScatter), time: find(names, 'time', isScatter),
    binary: find(names, 'binary'),
  };
  const isFirst = isScatter && columns.filename === 0;
  if (isFirst && columns.binary > 0) columns.binary = -1;
  const words = mistypedWords(names, ['configuration', 'time', ...(isFirst ? [] : ['binary'])]);
  if (words) return { words };
  if (!isScatter) {
    const double = KNOWN.find((name) => names.filter((one) => one.toLowerCase() === name).length > 1);
    return double ? { words: `the column "${double}" appears twice` } : columns;
  }
  const fixed = [columns.filename, columns.rate, columns.time, columns.binary];
  columns.parameters = names.map((name, index) => ({ name, index }))
    .filter(({ name, index }) => name !== '' && !fixed.includes(index));
  const twice = columns.parameters.find(({ name }, i) => columns.parameters.findIndex((one) => one.name === name) < i);
  if (twice) return { words: `the column "${twice.name}" appears twice` };
  // scatter.js writes an empty name for a benchmark without parameters.
  if (!columns.parameters.length && !names.includes('')) return { words: missingWords(names) };
  return columns;
}

/** `names` are the fields of the first line, null if it is not a record; `fault` is then the reason. */
function noHeaderWords(names, line, fault = '') {
  if (/^\s*[[{]/.test(line)) return 'it is JSON, not CSV';
  if (/^\s*</.test(line)) return 'it is HTML or XML, not CSV';
  if (line.includes('\0')) return 'it is not text: it contains NUL bytes';
  const separator = /rate/i.test(line) && /[;\t]/.exec(line);
  if (separator && !(names && names.length > 1)) {
    return `the columns are separated by ${separator[0] === ';' ? 'semicolons' : 'tabs'}. Use commas`;
  }
  const hasSome = names && names.some((name) => KNOWN.includes(name.toLowerCase()) || nearest(name, KNOWN) !== null);
  if (hasSome) return missingWords(names);
  // It was probably meant as a header.
  if (fault && /filename/i.test(line) && /rate/i.test(line)) return fault;
  return `the first line must contain the column names. ${WANTED}`;
}

module.exports = { isHeader, findColumns, noHeaderWords };
