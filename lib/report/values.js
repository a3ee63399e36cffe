'use strict';

/*
 * Typed values of a report, and the one place that turns them into text. Digits follow the interval of a value. The
 * text has typographic signs; ascii() is for terminals.
 */

const numbers = require('../text/numbers');

/**
 * @typedef {object} Value
 * @property {string} kind
 * @property {*} value what rows are sorted by; null if unknown
 * @property {number|null} [low] of its 95 % interval
 * @property {number|null} [high]
 */

const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);
const between = (low, high, write) => (isKnown(low) && isKnown(high) ? `${write(low)} – ${write(high)}` : '');

/** With commas where numbers beside it have them. */
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

/** The same without signs that are not in ASCII. */
const ascii = (text) => text.replace(/[µ±−×–·\u00a0]/g, (sign) => REPLACED[sign]);

// A number and its unit stay on one line.
const BEFORE_UNIT = /(?<=\d) (?=(?:%|[nmµu]?s|min|h|[kMG]?B|[kMGT](?=\/s)|[kMG]?Hz)(?!\w))/g;
const joined = (text) => text.replace(BEFORE_UNIT, '\u00a0');

/** A value of this kind; '' if it is not known, which leaves its cell empty. */
const valueOf = (kind) => (value, low = null, high = null) => (isKnown(value) ? { kind, value, low, high } : '');

const interval = (kind) => (value, low, high) => (isKnown(low) && isKnown(high) ? { kind, value, low, high } : '');

/** A text with the number that its rows are sorted by. */
const sorted = (text, value) => ({ kind: 'text', text, value });

/**
 * @param {import('./report').Cell} cell
 * @returns {string}
 */
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
