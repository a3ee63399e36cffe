'use strict';

/* The times of the tests of a suite on one axis, as values: a page and a picture draw the same. */

const { shown } = require('./chart/markup');
const { roughTime, time, timeWithInterval } = require('../text/numbers');
const { timeTicks } = require('./chart/ticks');
const { scaleFor } = require('./chart/scale');
const { hasSpeed, isUntold, untoldWords } = require('../text/verdict-words');

const isTold = (test) => hasSpeed(test) && test.nsPerCall > 0;

/** Lines of a figure under those of their parameters; none for groups of which nothing is shown. */
function groupedItems(groups, isShown, itemOf) {
  return groups.flatMap(({ heading, tests }) => {
    const items = tests.filter(({ test }) => isShown(test)).map(itemOf);
    return heading === '' || items.length === 0 ? items : [{ heading }, ...items];
  });
}

/** A test without a speed: what is too fast is beyond the left end, what is noisy somewhere in its interval. */
function untoldItem(test) {
  const { verdict, resolutionNs, nsLow, nsHigh } = test;
  const words = untoldWords(test);
  if (verdict !== 'below-resolution') {
    return { words, value: words, centre: null, low: nsLow, high: nsHigh, shape: 'ring', tone: 'open' };
  }
  const under = resolutionNs === null ? words : `under ${roughTime(resolutionNs)}`;
  return { words: under, value: under, centre: -Infinity, low: null, high: null, shape: 'ring', tone: 'open' };
}

function toldItem({ verdict, nsPerCall, nsLow, nsHigh }) {
  return {
    words: timeWithInterval(nsPerCall, nsLow, nsHigh), value: time(nsPerCall, nsLow, nsHigh),
    centre: nsPerCall, low: nsLow, high: nsHigh, shape: verdict === 'baseline' ? 'square' : 'disc', tone: 'plain',
  };
}

/**
 * @typedef {object} IntervalFigure estimates with intervals on one axis
 * @property {string} kind class of it on a page
 * @property {string} title
 * @property {Array<string|{ name: string }>} text that goes on from the title; names are somebody else's words
 * @property {object} scale of chart/scale.js
 * @property {Array<{ value: number, at: number, text: string }>} ticks
 * @property {Array<{ value: number, kind: string }>} lines to compare with: 'unity', 'limit'; 'far' at an
 *   end that they lie beyond
 * @property {object[]} items { heading }, or one estimate, { name, side, label, centre, low, high, shape, tone, band,
 *   value, verdict }: label in words for those who do not see it; side '' unless the name needs it; band { low, high }
 *   or null; verdict null where none is shown
 * @property {Array<[string, Array<string|{ name: string }>]>} key what the signs mean
 */

/**
 * @param {Array<{ heading: string, tests: Array<{ test: object, name: string }> }>} groups rows of a suite
 * @returns {IntervalFigure|null} null where no test has a time
 */
function timeFigure(groups) {
  const told = groups.flatMap(({ tests }) => tests.map(({ test }) => test)).filter(isTold);
  if (told.length === 0) return null;
  const scale = scaleFor(told.map(({ nsPerCall }) => nsPerCall), told.flatMap(({ nsLow, nsHigh }) => [nsLow, nsHigh]));
  const { ticks, unit } = timeTicks(scale);
  const items = groupedItems(groups, (test) => isTold(test) || isUntold(test), ({ test, name }) => {
    const { words, ...item } = isTold(test) ? toldItem(test) : untoldItem(test);
    return { name, side: '', label: `${shown(test.name)}: ${words}`, band: null, verdict: null, ...item };
  });
  const from = scale.isLog || scale.low <= 0 ? '' : '; the axis does not start at 0';
  return {
    kind: 'plot times', title: 'Time per call', text: [`${scale.isLog ? 'on a log axis' : unit}${from}`],
    scale, ticks, lines: [], items,
    key: told.some(({ nsLow }) => nsLow !== null) ? [['interval', ['95 % interval of each test']]] : [],
  };
}

module.exports = { timeFigure, groupedItems };
