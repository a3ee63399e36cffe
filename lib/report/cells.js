'use strict';

/* Cells for counts, memory, processor time and cold caches of a row; '' without a value. */

const { sorted } = require('./values');
const {
  bytesText, fixed, formatCount, isNumber, formatPercent, shortTime, withinError,
} = require('../base/text/numbers');
const { isUnmeasured } = require('../base/text/verdict-words');

const EVENT_WORDS = [
  ['l1Misses', 'L1 cache misses'], ['llMisses', 'last-level cache misses'], ['mispredicted', 'mispredicted branches'],
];

const isMeasured = ({ verdict }) => verdict !== 'failed' && verdict !== null;

/** Whether the instructions per call are known. Rows of older versions have no counts. */
const isCounted = ({ counts }) => Boolean(counts) && isNumber(counts.instructions);
const instructionsCell = (row) => (isCounted(row) ? withinError(row.counts.instructions, row.counts.error) : '');

/** One of l1Misses, llMisses, mispredicted and cycles as { value, error }, null if not counted. */
const readEvent = (row, name) => (isCounted(row) && row.counts.events && row.counts.events[name]) || null;

function eventCell(row, name) {
  const event = readEvent(row, name);
  return event ? withinError(event.value, event.error) : '';
}

const countCells = (row) => (isCounted(row) ? {
  instructions: sorted(instructionsCell(row), row.counts.instructions),
  cycles: sorted(eventCell(row, 'cycles'), (readEvent(row, 'cycles') || { value: null }).value),
} : {});

const cyclesTitle = (rows) =>
  rows.some((row) => readEvent(row, 'cycles') && row.counts.weights) ? 'est. cycles' : 'cycles';

const sourceText = ({ source: { name, version } }) => `${name} ${version}`.trim();

/** 'instructions by perf 6.1', once for each counter of rows or sides */
function counterTexts(counted) {
  const sources = counted.filter((one) => one && isCounted(one)).map(({ counts }) => sourceText(counts));
  return [...new Set(sources)].map((source) => `instructions by ${source}`);
}

const memoryCell = ({ memory }) => (memory && isNumber(memory.bytesPerCall) ? bytesText(memory.bytesPerCall) : '');

function collectionsCell({ memory }) {
  const { count: times, share } = (memory && memory.collections) || {};
  if (!isNumber(times)) return '';
  const text = formatCount(Math.round(times));
  return isNumber(share) && times > 0 ? `${text} (${formatPercent(share)})` : text;
}

/** Whether wall time and processor time of any row differ, which is worth a column for each. */
const anyWaits = (rows) => rows.some(({ warnings = [] }) => warnings.some(({ code }) => code === 'waits'));

function processorCell({ nsPerCall, cpuNsPerCall }) {
  if (!isNumber(nsPerCall)) return '';
  return `${shortTime(nsPerCall)} wall${isNumber(cpuNsPerCall) ? `, ${shortTime(cpuNsPerCall)} cpu` : ''}`;
}

/** Processor time and peak memory of a command, '-' if unknown; none for other rows */
const commandCells = ({ command, cpuNsPerCall }) => (command ? {
  cpu: isNumber(cpuNsPerCall) ? sorted(shortTime(cpuNsPerCall), cpuNsPerCall) : '-',
  peak: isNumber(command.peakRssBytes) ? sorted(bytesText(command.peakRssBytes), command.peakRssBytes) : '-',
} : {});

/** The time with cold caches unless unknown, and whether it is below the resolution. */
function readColdCache({ coldCache }) {
  if (!coldCache || !isNumber(coldCache.nsPerCall)) return null;
  const { nsPerCall, resolutionNs } = coldCache;
  return { ...coldCache, isUnder: isNumber(resolutionNs) && nsPerCall < resolutionNs };
}

function coldCacheCell(row) {
  const cold = readColdCache(row);
  if (!cold) return '';
  const text = cold.isUnder ? `under ${shortTime(cold.resolutionNs)}` : shortTime(cold.nsPerCall);
  return `${text} cold${isNumber(row.nsPerCall) && !isUnmeasured(row) ? `, ${shortTime(row.nsPerCall)} warm` : ''}`;
}

/** The time after the other tests of the suite, and how many times as long it is if that is clearly above 5 % */
function pollutedCell({ polluted }) {
  if (!polluted) return '';
  const { nsPerCall, factor, low, high } = polluted;
  if (!isNumber(nsPerCall)) return '-';
  const isFar = isNumber(low) && (low > 1.05 || high < 0.95);
  return sorted(shortTime(nsPerCall) + (isFar ? ` (${fixed(factor, 1)}×)` : ''), nsPerCall);
}

module.exports = {
  EVENT_WORDS, isMeasured, isCounted, countCells, instructionsCell, readEvent, eventCell, cyclesTitle, sourceText,
  counterTexts, memoryCell, collectionsCell, processorCell, commandCells, readColdCache, coldCacheCell, pollutedCell,
  anyWaits,
};
