'use strict';

/* The machine code of both sides of an explanation as one text, in which - and + mark what only one of them has. */

const { counted } = require('../../base/text/numbers');
const { escaped, label } = require('../../base/text/display');

const MOST_LINES = 250;
const LEAST_SHARE = 0.005;

const percent = (share) => (share >= LEAST_SHARE ? `${Math.round(share * 100)}` : '').padStart(3);

const lineOf = ({ mark, text, shares, count }) => (mark === '@' ? `@ ${counted(count, 'equal instruction')}`
  : `${mark.replace('=', ' ')} ${shares.map((share) => percent(share ?? 0)).join(' ')}  ${escaped(text)}`);

/** found: an explanation; empty without machine code. The first line is a title. */
function machineCodeLines({ a, b, explanation }) {
  const { machineCode } = explanation || {};
  if (!machineCode) return [];
  const { counts, lines, isCut, reason } = machineCode;
  const cut = isCut ? ['The code was cut: 20 MB of the listing of V8 and 3000 instructions are read.'] : [];
  if (reason !== null) return [`machine code: unknown. ${reason}`, ...cut];
  const [ofA, ofB] = [a, b].map((name) => label(name));
  if (lines.every(({ mark }) => mark === '@')) {
    return [`machine code: ${ofA} and ${ofB} execute the same ${counted(counts[0], 'instruction')}`, ...cut];
  }
  const more = lines.length - MOST_LINES;
  return [
    `machine code: ${counts[0]} instructions of ${ofA} (-), ${counts[1]} of ${ofB} (+)`,
    'The numbers are percent of the samples in this code, of each. Registers and the stack are not compared.', ...cut,
    ...lines.slice(0, MOST_LINES).map(lineOf), ...(more > 0 ? [`${counted(more, 'line')} more, in JSON`] : []),
  ];
}

module.exports = { machineCodeLines };
