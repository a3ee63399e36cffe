'use strict';

/* Memory, processor time and cold caches of a row in a few columns; '' where it has none. */

const { isNumber, bytesText, percent, shortTime, number } = require('../text/numbers');
const { isUntold } = require('../text/verdict-words');

/** '1,120 B' */
function memoryCell({ memory }) {
  return memory && isNumber(memory.bytesPerCall) ? bytesText(memory.bytesPerCall) : '';
}

/** '12 (3.1 %)': how many, and their share of the time */
function collectionsCell({ memory }) {
  const { count, share } = (memory && memory.collections) || {};
  if (!isNumber(count)) return '';
  const text = number(Math.round(count)).replace(/\.0+$/, '');
  return isNumber(share) && count > 0 ? `${text} (${percent(share)})` : text;
}

/** Whether wall and processor time of any row are apart: then both are worth a column. */
const anyWaits = (rows) => rows.some(({ warnings = [] }) => warnings.some(({ code }) => code === 'waits'));

/** '6.02 ms wall, 1.01 ms cpu' */
function processorCell({ nsPerCall, cpuNsPerCall }) {
  if (!isNumber(nsPerCall)) return '';
  return `${shortTime(nsPerCall)} wall${isNumber(cpuNsPerCall) ? `, ${shortTime(cpuNsPerCall)} cpu` : ''}`;
}

/** '82 ns cold, 1.2 ns warm' */
function coldCacheCell(row) {
  const { coldCache, nsPerCall } = row;
  if (!coldCache || !isNumber(coldCache.nsPerCall)) return '';
  const isUnder = isNumber(coldCache.resolutionNs) && coldCache.nsPerCall < coldCache.resolutionNs;
  const cold = isUnder ? `under ${shortTime(coldCache.resolutionNs)}` : shortTime(coldCache.nsPerCall);
  return `${cold} cold${isNumber(nsPerCall) && !isUntold(row) ? `, ${shortTime(nsPerCall)} warm` : ''}`;
}

module.exports = { memoryCell, collectionsCell, processorCell, coldCacheCell, anyWaits };
