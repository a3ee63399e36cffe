'use strict';

/* Typed values of a report and their only conversion to text. Digits follow the interval of a value. */

const numbers = require('../text/numbers');

/**
 * @typedef {{ kind: string, value: *, low?: number|null, high?: number|null }} Value value: sort key of rows, null if
 *   unknown; low, high: 95 % interval
 */

const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);
const between = (low, high, write) => (isKnown(low) && isKnown(high) ? `${write(low)} – ${write(high)}` : '');

const rankText = (value) => (value >= 9999.5 ? numbers.number(value) : numbers.rank(value));

const FORMATS = {
  time: ({ value, low, high }) => numbers.time(value, low, high),
  timeInterval: ({ value, low, high }) => numbers.timeInterval(low, high, value),
  ratio: ({ value, low, high }) => numbers.changeText(value, low, high),
  ratioInterval: ({ value, low, high }) => numbers.changeInterval(low, high, value),
  plusMinus: ({ value }) => `±${numbers.shareText(value)}`,
  share: ({ value }) => numbers.shareText(value),
  rank: ({ value }) => rankText(value),
  rankInterval: ({ low, high }) => between(low, high, rankText),
  rate: ({ value }) => numbers.perSecond(value),
  seconds: ({ value }) => numbers.secondsText(value),
  probability: ({ value }) => numbers.pText(value),
};

const REPLACED = { µ: 'u', '±': '+-', '−': '-', '×': 'x', '–': '-', '\u00a0': ' ', '·': '*' };

/** Replaces typographic signs, for terminals. */
const ascii = (text) => text.replace(/[µ±−×–·\u00a0]/g, (sign) => REPLACED[sign]);

// Keeps a number and its unit on one line.
const BEFORE_UNIT = /(?<=\d) (?=(?:%|[nmµu]?s|min|h|[kMG]?B|[kMGT](?=\/s)|[kMG]?Hz)(?!\w))/g;
const joined = (text) => text.replace(BEFORE_UNIT, '\u00a0');

/** '' for an unknown value, which leaves its cell empty. */
const valueOf = (kind) => (value, low = null, high = null) => (isKnown(value) ? { kind, value, low, high } : '');

const interval = (kind) => (value, low, high) => (isKnown(low) && isKnown(high) ? { kind, value, low, high } : '');

const sorted = (text, value) => ({ kind: 'text', text, value });

function format(cell) {
  if (typeof cell === 'string') return cell;
  if (cell.text !== undefined) return cell.text;
  return FORMATS[cell.kind](cell);
}

const time = valueOf('time');
const timeInterval = interval('timeInterval');
const ratio = valueOf('ratio');
const ratioInterval = interval('ratioInterval');
const plusMinus = valueOf('plusMinus');
const share = valueOf('share');
const rank = valueOf('rank');
const rankInterval = interval('rankInterval');
const rate = valueOf('rate');
const seconds = valueOf('seconds');
const probability = valueOf('probability');

module.exports = {
  format, ascii, joined, sorted, time, timeInterval, ratio, ratioInterval, plusMinus, share, rank, rankInterval, rate,
  seconds, probability,
};
