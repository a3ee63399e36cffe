'use strict';

/* Typed values of a report and their only conversion to text. Digits follow the interval of a value. */

const numbers = require('../base/text/numbers');

const { max } = Math;

/** @typedef {{ kind: string, value: *, low?: number, high?: number }} Value value: sort key or null; low, high: 95 % */

const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);
const rankText = (value) => (value >= 9999.5 ? numbers.formatNumber(value) : numbers.formatRank(value));

const FORMATS = {
  time: ({ value, low, high }) => numbers.formatTime(value, low, high),
  timeInterval: ({ value, low, high }) => numbers.formatTimeInterval(low, high, value),
  ratio: ({ value, low, high }) => numbers.changeText(value, low, high),
  rateRatio: ({ value, low, high }) => numbers.changeText(value, low, high, true),
  ratioInterval: ({ value, low, high }) => numbers.changeInterval(low, high, value),
  plusMinus: ({ value }) => `±${numbers.shareText(value)}`,
  share: ({ value }) => numbers.shareText(value),
  rank: ({ value }) => rankText(value),
  rankInterval: ({ low, high }) => `${rankText(low)} – ${rankText(high)}`,
  rate: ({ value }) => numbers.perSecond(value),
  seconds: ({ value }) => numbers.secondsText(value),
  probability: ({ value: p }) => (p < 0.0001 ? '< 0.0001' : numbers.decimal(p, p < 0.1 ? 4 : 2)),
};

// Keeps a number and its unit on one line.
const BEFORE_UNIT = /(?<=\d) (?=(?:%|[nmµu]?s|min|h|[kMG]?B|[kMGT](?=\/s)|[kMG]?Hz)(?!\w))/g;
const joined = (text) => text.replace(BEFORE_UNIT, '\u00a0');
const sorted = (text, value) => ({ kind: 'text', text, value });

function format(cell) {
  if (typeof cell === 'string') return cell;
  if (cell.text !== undefined) return cell.text;
  return FORMATS[cell.kind](cell);
}

/** kind -> function of a value and its interval. '' for an unknown value or interval leaves its cell empty. */
const CELLS = Object.fromEntries(Object.keys(FORMATS).map((kind) => {
  const isInterval = kind.endsWith('Interval');
  return [kind, (value, low = null, high = null) => (
    (isInterval ? isKnown(low) && isKnown(high) : isKnown(value)) ? { kind, value, low, high } : '')];
}));

const {
  time, timeInterval, ratio, rateRatio, ratioInterval, plusMinus, share, rank, rankInterval, rate, seconds, probability,
} = CELLS;

/** The distance from a value to the farther end of its interval, as a share of the value */
const reach = (value, low, high) => (value > 0 && numbers.isNumber(low) && numbers.isNumber(high)
  ? plusMinus(max(high - value, value - low) / value) : '');

module.exports = {
  format, joined, sorted, reach, time, timeInterval, ratio, rateRatio, ratioInterval, plusMinus, share, rank,
  rankInterval, rate, seconds, probability,
};
