'use strict';

/*
 * Typed values of a report, and the one place that turns them into text. Digits follow the interval of a value. The
 * text has typographic signs; ascii() is for terminals.
 */

const figures = require('./chart/figures');
const { perSecond, rank, secondsText, shareText } = require('../text/numbers');

/**
 * @typedef {object} Value
 * @property {string} kind
 * @property {*} value what rows are sorted by; null if unknown
 * @property {number|null} [low] of its 95 % interval
 * @property {number|null} [high]
 */

const isKnown = (value) => value !== null && value !== undefined && !Number.isNaN(value);
const between = (low, high, write) => (isKnown(low) && isKnown(high) ? `${write(low)} – ${write(high)}` : '');

const FORMATS = {
  time: ({ value, low, high }) => figures.time(value, low, high),
  timeInterval: ({ value, low, high }) => figures.timeInterval(low, high, value),
  roughTime: ({ value }) => figures.roughTime(value),
  ratio: ({ value, low, high }) => figures.ratioText(value, low, high),
  ratioInterval: ({ value, low, high }) => figures.ratioInterval(low, high, value),
  plusMinus: ({ value }) => `±${shareText(value)}`,
  share: ({ value }) => shareText(value),
  percent: ({ value }) => figures.percent(value),
  rank: ({ value }) => rank(value),
  rankInterval: ({ low, high }) => between(low, high, rank),
  count: ({ value }) => figures.count(value),
  rate: ({ value }) => perSecond(value),
  seconds: ({ value }) => secondsText(value),
  duration: ({ value }) => figures.duration(value),
  probability: ({ value }) => figures.probability(value),
};

const REPLACED = { µ: 'u', '±': '+-', '−': '-', '×': 'x', '–': '-', '\u00a0': ' ', '·': '*' };

const digitOf = (raised) => (raised === '⁻' ? '-' : '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(raised));

/** The same without signs that are not in ASCII. */
const ascii = (text) => text.replace(/·?10([⁻⁰¹²³⁴-⁹]+)/g, (_, raised) => `e${[...raised].map(digitOf).join('')}`)
  .replace(/[µ±−×–·\u00a0]/g, (sign) => REPLACED[sign]);

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

module.exports = {
  format, ascii, sorted,
  time: valueOf('time'), timeInterval: interval('timeInterval'), roughTime: valueOf('roughTime'),
  ratio: valueOf('ratio'), ratioInterval: interval('ratioInterval'), plusMinus: valueOf('plusMinus'),
  share: valueOf('share'), percent: valueOf('percent'), rank: valueOf('rank'), rankInterval: interval('rankInterval'),
  count: valueOf('count'), rate: valueOf('rate'), seconds: valueOf('seconds'), duration: valueOf('duration'),
  probability: valueOf('probability'),
};
