'use strict';

/* Cells for memory, processor time and cold caches of a row; '' without a value. */

const { isNumber, bytesText, percent, shortTime, number } = require('../text/numbers');
const { isUntold } = require('../text/verdict-words');

function memoryCell({ memory }) {
  return memory && isNumber(memory.bytesPerCall) ? bytesText(memory.bytesPerCall) : '';
}

function collectionsCell({ memory }) {
  const { count, share } = (memory && memory.collections) || {};
  if (!isNumber(count)) return '';
  const text = number(Math.round(count)).replace(/\.0+$/, '');
  return isNumber(share) && count > 0 ? `${text} (${percent(share)})` : text;
}

/** Whether wall time and processor time of any row differ, which is worth a column for each. */
const anyWaits = (rows) => rows.some(({ warnings = [] }) => warnings.some(({ code }) => code === 'waits'));

function processorCell({ nsPerCall, cpuNsPerCall }) {
  if (!isNumber(nsPerCall)) return '';
  return `${shortTime(nsPerCall)} wall${isNumber(cpuNsPerCall) ? `, ${shortTime(cpuNsPerCall)} cpu` : ''}`;
}

function coldCacheCell(row) {
  const { coldCache, nsPerCall } = row;
  if (!coldCache || !isNumber(coldCache.nsPerCall)) return '';
  const isUnder = isNumber(coldCache.resolutionNs) && coldCache.nsPerCall < coldCache.resolutionNs;
  const cold = isUnder ? `under ${shortTime(coldCache.resolutionNs)}` : shortTime(coldCache.nsPerCall);
  return `${cold} cold${isNumber(nsPerCall) && !isUntold(row) ? `, ${shortTime(nsPerCall)} warm` : ''}`;
}

module.exports = { memoryCell, collectionsCell, processorCell, coldCacheCell, anyWaits };
