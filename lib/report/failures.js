'use strict';

/* The error reports of failed tests and files, as lines of plain text. */

const { escaped, label, plainLines } = require('../text/display');

const OUTPUT_LINES = 20;

const linesOf = (text, indent, next) => plainLines(`${text}`).map((line, i) => (i > 0 ? next : indent) + escaped(line));

/** @param {{ name: string, error: object }} failure error: { message, at, calls, round, output } of a row */
function failureLines({ name, error }) {
  const { message, at, calls, round, output } = error || {};
  return [
    ...linesOf(message || 'failed', `FAILED ${label(name)}: `, '    '),
    ...(at ? [`    at ${escaped(at)}`] : []),
    ...(calls ? [`    on call ${escaped(calls)}${round > 1 ? `, in round ${round}` : ''}`] : []),
    ...(output || []).slice(-OUTPUT_LINES).flatMap((line) => linesOf(line, '    | ', '    | ')),
  ];
}

module.exports = { failureLines };
