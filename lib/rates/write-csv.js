'use strict';

/* Writes rates as CSV (RFC 4180) with the columns of Node core's tools. */

const { inspect } = require('util');
const { parseParameters } = require('./parameters-text');
const { safeText, quoted } = require('../text/display');
const { UsageError } = require('../text/usage-error');

// Quotes distinguish a text from a number.
const textCell = (text) => quoted(safeText(String(text)));
const cellOf = (value) =>
  (value === null || value === undefined ? '' : typeof value === 'number' ? `${value}` : textCell(value));
const line = (cells) => `${cells.join(',')}\n`;

const BEFORE = {
  compare: ['binary', 'filename', 'configuration'], run: ['filename', 'configuration'], scatter: ['filename'],
};

/** Core's compare.js writes values like inspect(), x='a', run.js like JSON, x="a". Other texts stay unchanged. */
function textOf(kind, { configuration, parameters }) {
  if (kind !== 'compare' || !parameters || parseParameters(configuration) === null) return configuration;
  return Object.keys(parameters).map((name) => `${name}=${inspect(parameters[name])}`).join(' ');
}

/** In a scatter without parameters one name is empty, as in core's. */
function columnsOf(kind, names) {
  return [...BEFORE[kind], ...(kind === 'scatter' ? (names.length ? names : ['']) : [])];
}

function csvHeader(kind, names = []) {
  return line([...columnsOf(kind, names), 'rate', 'time'].map(textCell));
}

/** `parameters` are for scatter, and for compare if known; other rows need the configuration. `time` is in seconds. */
function csvRow(kind, { binary, filename, configuration = '', parameters = null, rate, time }, names = [],
  text = textOf(kind, { configuration, parameters })) {
  const cells = kind === 'scatter' ? [filename, ...(names.length ? names.map((name) => parameters[name]) : [null])]
    : kind === 'compare' ? [binary, filename, text] : [filename, text];
  return line([...cells, rate, time].map(cellOf));
}

/** The names must be the same in all configurations. */
function parameterNames(configurations) {
  const names = configurations.length && configurations[0].parameters ? Object.keys(configurations[0].parameters) : [];
  const odd = configurations.find(({ parameters }) => {
    const own = parameters === null ? null : Object.keys(parameters);
    return own === null || own.length !== names.length || !names.every((name) => own.includes(name));
  });
  if (!odd) return names;
  const fault = odd.parameters === null ? 'tells no parameters' : 'has other parameters than the first';
  const { configuration, file } = odd;
  throw new UsageError(`"${configuration}" of ${file} ${fault}; columns for them need the same ones in all rows`);
}

/**
 * Rates in the order of measurement; if that is unknown, by configuration, side and run. `run` and `scatter` have no
 * column for the binary, so they take only one side.
 *
 * @throws {UsageError} if configurations of a scatter have no parameters, or different ones
 */
function ratesCsv({ sides, configurations, machines }, kind) {
  if (kind !== 'compare' && sides.length > 1) {
    throw new RangeError(`a CSV of kind ${kind} has one side, and not ${sides.length}`);
  }
  const names = kind === 'scatter' ? parameterNames(configurations) : [];
  const rows = [];
  // The order is known only within a machine.
  let isOrdered = !machines;
  for (const { file, configuration, parameters, sides: measured } of configurations) {
    const own = textOf(kind, { configuration, parameters });
    measured.forEach((side, i) => {
      for (let run = 0; side && run < side.rates.length; run++) {
        if (!side.places) isOrdered = false;
        const row = { binary: sides[i].label, filename: file, configuration, parameters };
        const text = csvRow(kind, { ...row, rate: side.rates[run], time: side.seconds[run] }, names, own);
        rows.push({ place: isOrdered ? side.places[run] : 0, text });
      }
    });
  }
  if (isOrdered) rows.sort((a, b) => a.place - b.place);
  return csvHeader(kind, names) + rows.map(({ text }) => text).join('');
}

module.exports = { csvHeader, csvRow, ratesCsv };
