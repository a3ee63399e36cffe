'use strict';

/*
 * What a test's memory, processor time and cold caches come to, as names with values; and how tests grow, as sentences.
 */

const { markup, raw, nameOf, shown } = require('../chart/markup');
const { time, roughTime, timeWithInterval, percent, count, plural, told } = require('../chart/figures');
const { bytesText } = require('../../text/numbers');
const { growthSentence } = require('../growth-words');
const { groupedName, paramsText, varying } = require('../row-groups');

const bytes = (value) => told(value, () => bytesText(value).replace(' ', '\u00a0'));

/** '1,120 B (1,118 B to 1,122 B)' */
function allocated({ bytesPerCall, bytesLow, bytesHigh }) {
  const interval = bytesLow === null || bytesHigh === null ? '' : ` (${bytes(bytesLow)} to ${bytes(bytesHigh)})`;
  return told(bytesPerCall, () => bytes(bytesPerCall) + interval);
}

const ofTheTime = (share) => (share === null ? '' : `, ${percent(share)} of the time`);

/** '12 (10 young, 2 old), 3.1 % of the time' */
function collected({ count: times, young, old, share }) {
  const kinds = times > 0 && young !== null && old !== null ? ` (${count(young)} young, ${count(old)} old)` : '';
  return told(times, () => `${count(times)}${kinds}${ofTheTime(share)}`);
}

const isCold = ({ coldCache }) => Boolean(coldCache) && coldCache.nsPerCall !== null;

/** '82 ns', 'under 20 ns'; null where it was not measured */
function coldCacheTime(test, words = time) {
  if (!isCold(test)) return null;
  const { nsPerCall, nsLow, nsHigh, resolutionNs } = test.coldCache;
  const isUnder = resolutionNs !== null && nsPerCall < resolutionNs;
  return isUnder ? `under ${roughTime(resolutionNs)}` : words(nsPerCall, nsLow, nsHigh);
}

/** @returns {Array<[string, string|null]>} null for what is not known */
function memoryFacts({ memory }) {
  if (!memory) return [];
  const { collections } = memory;
  const positive = (value) => (value > 0 ? count(value) : null);
  return [
    ['memory per call', allocated(memory)],
    ['memory on the heap', bytes(memory.heapBytesPerCall)],
    ['memory outside of the heap', bytes(memory.externalBytesPerCall)],
    ['memory kept per call', bytes(memory.keptBytesPerCall)],
    ['collections, memory pass', collections && collected(collections)],
    ['calls per collection', collections && positive(collections.callsPerCollection)],
    ['calls, memory pass', positive(memory.calls)],
  ];
}

function processorFact({ cpuNsPerCall, nsPerCall }) {
  const share = nsPerCall > 0 && cpuNsPerCall >= 0 ? cpuNsPerCall / nsPerCall : null;
  return told(cpuNsPerCall, () => time(cpuNsPerCall) + ofTheTime(share));
}

function coldCalls({ samples, evictedBytes }) {
  if (!(samples > 0)) return null;
  return plural(samples, 'call') + (evictedBytes > 0 ? `, ${bytes(evictedBytes)} evicted before each` : '');
}

/** @returns {Array<[string, string|null]>} of processor time and of cold caches */
const timeFacts = (test) => [
  ['processor time per call', processorFact(test)],
  ['with cold data caches', coldCacheTime(test, timeWithInterval)],
  ['cold calls', isCold(test) ? coldCalls(test.coldCache) : null],
];

/** @returns {Array} markup: a sentence for each test and parameter, each once */
function growthSentences(tests) {
  const varies = varying(tests);
  const lines = tests.flatMap((test) => (test.growth || []).map((growth) => {
    const name = [groupedName(test), paramsText(growth.fixed, varies)].filter(Boolean).join(' ');
    const text = growthSentence(growth, shown(growth.parameter)).replace(/ %/g, '\u00a0%');
    return markup`<b>${nameOf(name)}</b>: ${text}`.text;
  }));
  return [...new Set(lines)].map(raw);
}

module.exports = { memoryFacts, timeFacts, coldCacheTime, growthSentences, bytes, ofTheTime };
