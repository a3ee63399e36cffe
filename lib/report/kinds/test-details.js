'use strict';

/* Figures of a suite, and all known facts about each of its tests, for pages. */

const { EVENT_WORDS, readColdCache, readEvent, instructionsCell, isCounted, sourceText } = require('../cells');
const { ratioFigure, timeFigure } = require('../figures/intervals');
const { growthFigures } = require('../figures/lines');
const { measured, roundFigures, readRoundSeries } = require('../figures/rounds');
const { profileBlocks } = require('../profile-words');
const { namedGroups } = require('../row-groups');
const { quantileSorted, toSorted } = require('../../base/stats/sample');
const { sentence } = require('../../core/system/warnings');
const {
  bytesText, formatCount, counted, decimal, formatPercent, roughTime, formatTime, timeWithInterval, withinError,
} = require('../../base/text/numbers');
const { isUnmeasured } = require('../../base/text/verdict-words');

const KINDS = { sync: 'synchronous', callback: 'with callback', promise: 'returns a promise' };

// Points in the plots of the rounds: a point takes about twelve bytes, and a page stays below a megabyte.
const POINTS_OF_TEST = 600;
const POINTS_OF_PAGE = 24000;
const FEWEST_POINTS = 200;

/** @returns {number} 0 without room for the figures of single tests */
function pointsFor(tests) {
  const points = Math.min(POINTS_OF_TEST, Math.floor(POINTS_OF_PAGE / tests));
  return points < FEWEST_POINTS ? 0 : points;
}

const isKnown = (value) => value !== null && value !== undefined;
const fact = (value, write) => (isKnown(value) ? write(value) : '');
const positive = (value, write = formatCount) => (value > 0 ? write(value) : '');
const ofTheTime = (share) => (isKnown(share) ? `, ${formatPercent(share)} of the time` : '');

const allocated = ({ bytesPerCall, bytesLow, bytesHigh }) => fact(bytesPerCall, bytesText) +
  (isKnown(bytesLow) && isKnown(bytesHigh) ? ` (${bytesText(bytesLow)} to ${bytesText(bytesHigh)})` : '');

function collected({ count: times, young, old, share }) {
  const kinds = times > 0 && isKnown(young) && isKnown(old)
    ? ` (${formatCount(young)} young, ${formatCount(old)} old)` : '';
  return fact(times, () => `${formatCount(times)}${kinds}${ofTheTime(share)}`);
}

function memoryFacts({ memory }) {
  if (!memory) return [];
  const collections = memory.collections || {};
  return [
    ['memory per call', fact(memory.bytesPerCall, () => allocated(memory))],
    ['memory on the heap', fact(memory.heapBytesPerCall, bytesText)],
    ['memory outside the heap', fact(memory.externalBytesPerCall, bytesText)],
    ['memory kept per call', fact(memory.keptBytesPerCall, bytesText)],
    ['peak of the memory in use in a call', fact(memory.peakBytes, bytesText)],
    ['collections while measuring memory', collected(collections)],
    ['calls per collection', positive(collections.callsPerCollection)],
    ['calls while measuring memory', positive(memory.calls)],
  ];
}

function timeFacts(test) {
  const { cpuNsPerCall, nsPerCall } = test;
  const share = nsPerCall > 0 && cpuNsPerCall >= 0 ? cpuNsPerCall / nsPerCall : null;
  const facts = [['processor time per call', fact(cpuNsPerCall, (ns) => formatTime(ns) + ofTheTime(share))]];
  const cold = readColdCache(test);
  if (!cold) return facts;
  const evicted = cold.evictedBytes > 0 ? `, ${bytesText(cold.evictedBytes)} evicted before each` : '';
  return [
    ...facts,
    ['with cold data caches', cold.isUnder ? `under ${roughTime(cold.resolutionNs)}`
      : timeWithInterval(cold.nsPerCall, cold.nsLow, cold.nsHigh)],
    ['cold calls', positive(cold.samples, (samples) => counted(samples, 'call') + evicted)],
  ];
}

const withError = ({ value, error }) => `${withinError(value, error, '−')} ± ${+error.toPrecision(1)}`;

/** @param {string} per the counted unit: 'call', or 'run' of a stream */
function countFacts(row, per = 'call') {
  if (!isCounted(row)) return [];
  const { counts } = row;
  const { instructions: value, error, loop, calls, processes, tier, flags = [], weights } = counts;
  return [
    [`instructions per ${per}`, withError({ value, error })],
    [weights ? 'estimated cycles' : 'counted cycles', fact(readEvent(row, 'cycles'), withError)],
    ...EVENT_WORDS.map(([name, words]) => [`${words} per ${per}`, fact(readEvent(row, name), withError)]),
    ['loop instructions, subtracted', positive(loop, (own) => withinError(own, 0))],
    ['counted by', sourceText(counts)],
    [`counted ${per}s`, positive(calls, () => `${formatCount(calls)}, in ${counted(processes, 'process')}`)],
    ['tier during counting', tier || ''],
    ['options during counting', flags.join(' ')],
  ];
}

function clockRate(mhz) {
  if (mhz.length === 0) return '';
  const ordered = toSorted(mhz);
  const [low, middle, high] = [0.05, 0.5, 0.95].map((share) => Math.round(quantileSorted(ordered, share)));
  return `${formatCount(middle)} MHz${high > low * 1.01 ? `, ${formatCount(low)} to ${formatCount(high)}` : ''}`;
}

/** '4 of 14' if some were left out; with several processes, the document may lack some rounds. */
function roundsOf({ rounds, processes }, series) {
  if (rounds === 0) return '';
  const there = measured(series).length;
  return formatCount(rounds) +
    (series.of === 'rounds' && processes === 0 && there > rounds ? ` of ${formatCount(there)}` : '');
}

const seconds = (value) => positive(value, () => formatTime(value * 1e9));

function factsOf(test, series) {
  const { nsPerCall, nsLow, nsHigh, kind, ops, calls, processes, results, collections } = test;
  const hasTime = nsPerCall > 0 && !isUnmeasured(test);
  const megabytes = (value) => (value >= 1e6 ? `${decimal(value / 1e6, 2)} MB` : `${formatCount(value)} bytes`);
  return [
    ['time per call', hasTime ? timeWithInterval(nsPerCall, nsLow, nsHigh) : ''],
    ...timeFacts(test),
    ['cycles per call', fact(test.cycles, formatCount)],
    ...countFacts(test),
    ['speed', hasTime ? fact(results.avg, (avg) => `${formatCount(avg)} ops/sec`) : ''],
    ['bytes', fact(test.bytesPerSecond, (rate) => `${formatCount(rate / 1e6)} MB/s`)],
    ['items', fact(test.itemsPerSecond, (rate) => `${formatCount(rate)} items/s`)],
    ['operations per call', ops === 1 ? '' : formatCount(ops)],
    ['kind of test', Object.hasOwn(KINDS, kind) ? KINDS[kind] : ''],
    ['V8 tier', test.tier || ''],
    ['measured calls', test.isCold === true ? 'the first call in each process' : ''],
    ['calls', positive(calls)],
    ['rounds', roundsOf(test, series)],
    ['processes', processes > 0 ? formatCount(processes) : 'none (main process)'],
    ['time in the function body', kind === 'process' ? '' : seconds(results.elapsed)],
    ['total time', seconds(results.duration)],
    ['garbage collections', fact(collections.count, (times) => formatCount(times) + ofTheTime(collections.share))],
    ['allocated per call', fact(collections.bytesPerCall, megabytes)],
    ...memoryFacts(test),
    ['resolution', fact(test.resolutionNs, roughTime)],
    ['loop overhead, subtracted', fact(test.overheadNs, roughTime)],
    ['clock rate', clockRate(series.mhz)],
  ];
}

function headlineOf(test) {
  const { verdict, nsPerCall, nsLow, nsHigh, resolutionNs } = test;
  if (verdict === 'below-resolution') {
    const instructions = instructionsCell(test);
    return [fact(resolutionNs, (ns) => `under ${roughTime(ns)}`), instructions && `${instructions} instructions`]
      .filter(Boolean).join(', ');
  }
  return verdict === 'failed' || isUnmeasured(test) ? '' : formatTime(nsPerCall, nsLow, nsHigh);
}

/** Blocks for both tests and streams: the failure, the warnings, and the given blocks unless it failed. */
function createDetails(test, { id, isOpen, words }, headline, blocks) {
  const isFailed = test.verdict === 'failed';
  return {
    type: 'details', id, name: test.name, isOpen,
    headline: [{ text: headline, verdict: { name: test.verdict, words } }],
    blocks: [
      ...(isFailed && test.error ? [{ type: 'failure', error: test.error }] : []),
      { type: 'warnings', items: test.warnings.map((warning) => ({ text: sentence(warning) })) },
      ...(isFailed ? [] : blocks()),
    ],
  };
}

function testDetails(test, place) {
  const points = pointsFor(place.all);
  return createDetails(test, place, headlineOf(test), () => {
    const series = readRoundSeries(test);
    return [
      { type: 'figure', figures: () => (points > 0 ? roundFigures(test, series, points) : []) },
      ...profileBlocks(test),
      { type: 'facts', pairs: factsOf(test, series) },
    ];
  });
}

function suiteFigures(tests, settings) {
  // In the order of the table on a page.
  const timeOf = ({ test }) => test.nsPerCall || Infinity;
  const groups = namedGroups(tests)
    .map((group) => ({ ...group, tests: [...group.tests].sort((a, b) => timeOf(a) - timeOf(b)) }));
  return [
    { type: 'figure', figures: () => growthFigures(tests) },
    { type: 'figure', figures: () => [ratioFigure(groups, settings)] },
    // The table of a page has bars and intervals.
    { type: 'figure', only: 'plot', figures: () => [timeFigure(groups)] },
  ];
}

module.exports = { testDetails, suiteFigures, createDetails, countFacts };
