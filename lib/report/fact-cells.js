'use strict';

/* Memory, processor time and cold caches of a row in a few columns; '' where it has none. */

const { bytesText, percent, shortTime } = require('../text/amounts');
const { number } = require('../text/display');
const { isUntold } = require('../text/verdict-words');

// Captured at load, because a measured test may change it.
const { round } = Math;

const isNumber = (value) => typeof value === 'number';

/** '1,120 B' */
function memoryCell({ memory }) {
  return memory && isNumber(memory.bytesPerCall) ? bytesText(memory.bytesPerCall) : '';
}

/** '12 (3.1 %)': how many, and their share of the time */
function collectionsCell({ memory }) {
  const found = memory && memory.collections;
  if (!found || !isNumber(found.count)) return '';
  return number(round(found.count)).replace(/\.0+$/, '') + (isNumber(found.share) && found.count > 0 ? ` (${percent(found.share)})` : '');
}

/** Whether wall and processor time of any row are apart: then both are worth a column. */
function anyWaits(rows) {
  for (let i = 0; i < rows.length; i++) {
    const { warnings = [] } = rows[i];
    for (let k = 0; k < warnings.length; k++) if (warnings[k].code === 'waits') return true;
  }
  return false;
}

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
