'use strict';

/* Writes rates as CSV (RFC 4180) with the columns of Node core's tools. */

const { inspect } = require('util');
const { parseParameters } = require('../../base/text/parameters-text');
const { safeText, quoteForCsv } = require('../../base/text/display');
const { UsageError } = require('../../base/text/usage-error');

// Quotes distinguish a text from a number.
const textCell = (text) => quoteForCsv(safeText(String(text)));
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

/** The names must be the same in all configurations. */
function parameterNames(configurations) {
  const names = configurations.length && configurations[0].parameters ? Object.keys(configurations[0].parameters) : [];
  const odd = configurations.find(({ parameters }) => {
    const own = parameters === null ? null : Object.keys(parameters);
    return own === null || own.length !== names.length || !names.every((name) => own.includes(name));
  });
  if (!odd) return names;
  const fault = odd.parameters === null ? 'has no parameters' : 'has different parameters than the first configuration';
  const { configuration, file } = odd;
  throw new UsageError(`"${configuration}" of ${file} ${fault}; parameter columns require the same parameters in all ` +
    'rows');
}

/**
 * Rates in the order of measurement; if that is unknown, by configuration, side and run. `run` and `scatter` have no
 * column for the binary, so they take only one side. Throws a UsageError if configurations of a scatter have no
 * parameters, or different ones.
 */
function ratesCsv({ sides, configurations, machines }, kind) {
  const names = kind === 'scatter' ? parameterNames(configurations) : [];
  // In a scatter without parameters one name is empty, as in core's.
  const hasNone = kind === 'scatter' && names.length === 0;
  const columns = [...BEFORE[kind], ...(hasNone ? [''] : names), 'rate', 'time'];
  const rows = [];
  let isOrdered = !machines; // the order is known only within a machine
  for (const { file, configuration, parameters, sides: measured } of configurations) {
    const text = textOf(kind, { configuration, parameters });
    const values = hasNone ? [null] : names.map((name) => parameters[name]);
    measured.forEach((side, i) => {
      const first = { binary: sides[i].label, filename: file, configuration: text };
      const before = [...BEFORE[kind].map((name) => first[name]), ...values].map(cellOf);
      for (let run = 0; side && run < side.rates.length; run++) {
        if (!side.places) isOrdered = false;
        const row = line([...before, cellOf(side.rates[run]), cellOf(side.seconds[run])]);
        rows.push({ place: isOrdered ? side.places[run] : 0, text: row });
      }
    });
  }
  if (isOrdered) rows.sort((a, b) => a.place - b.place);
  return line(columns.map(textCell)) + rows.map(({ text }) => text).join('');
}

module.exports = { ratesCsv };
