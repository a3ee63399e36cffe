'use strict';

/* What a test's memory, processor time and cold caches come to, as names with values; and how tests grow, as sentences. */

const { markup, nameOf, shown } = require('./markup');
const { known, list, object, textual } = require('./known');
const { time, roughTime, timeInterval, percent, count, plural } = require('./figures');
const { bytesText } = require('../amounts');
const { growthSentence } = require('../growth-words');
const { paramsText, shortName, varying } = require('../row-groups');

const bytes = (value) => (known(value) === null ? null : bytesText(value).replace(' ', '\u00a0'));

/** '1,120 B (1,118 B to 1,122 B)' */
function allocated({ bytesPerCall, bytesLow, bytesHigh }) {
  if (known(bytesPerCall) === null) return null;
  const interval = known(bytesLow) === null || known(bytesHigh) === null ? '' : ` (${bytes(bytesLow)} to ${bytes(bytesHigh)})`;
  return bytes(bytesPerCall) + interval;
}

/** '12 (10 young, 2 old), 3.1 % of the time' */
function collected({ count: times, young, old, share }) {
  if (known(times) === null) return null;
  const kinds = times > 0 && known(young) !== null && known(old) !== null ? ` (${count(young)} young, ${count(old)} old)` : '';
  return `${count(times)}${kinds}${known(share) === null ? '' : `, ${percent(share)} of the time`}`;
}

/** '82 ns (78 – 90 ns)', 'under 20 ns' */
function coldCacheTime(test) {
  const { nsPerCall, nsLow, nsHigh, resolutionNs } = object(test.coldCache);
  if (known(nsPerCall) === null) return null;
  if (known(resolutionNs) !== null && nsPerCall < resolutionNs) return `under ${roughTime(resolutionNs)}`;
  return time(nsPerCall, nsLow, nsHigh);
}

function coldCacheFact(test) {
  const { nsPerCall, nsLow, nsHigh } = object(test.coldCache);
  const words = coldCacheTime(test);
  const hasInterval = words !== null && !words.startsWith('under') && known(nsLow) !== null && known(nsHigh) !== null;
  return hasInterval ? `${words} (${timeInterval(nsLow, nsHigh, nsPerCall)})` : words;
}

/** @returns {Array<[string, string|null]>} null for what is not known */
function memoryFacts(test) {
  const memory = object(test.memory);
  const collections = object(memory.collections);
  return [
    ['memory per call', allocated(memory)],
    ['memory on the heap', bytes(memory.heapBytesPerCall)],
    ['memory outside of the heap', bytes(memory.externalBytesPerCall)],
    ['memory kept per call', bytes(memory.keptBytesPerCall)],
    ['collections, memory pass', collected(collections)],
    ['calls per collection', collections.callsPerCollection > 0 ? count(collections.callsPerCollection) : null],
    ['calls, memory pass', memory.calls > 0 ? count(memory.calls) : null],
  ];
}

function processorFact({ cpuNsPerCall, nsPerCall }) {
  if (known(cpuNsPerCall) === null) return null;
  const share = nsPerCall > 0 && cpuNsPerCall >= 0 ? `, ${percent(cpuNsPerCall / nsPerCall)} of the time` : '';
  return time(cpuNsPerCall) + share;
}

/** @returns {Array<[string, string|null]>} of processor time and of cold caches */
function timeFacts(test) {
  const { samples, evictedBytes } = object(test.coldCache);
  const cold = coldCacheFact(test);
  return [
    ['processor time per call', processorFact(test)],
    ['with cold data caches', cold],
    ['cold calls', cold !== null && samples > 0 ? `${plural(samples, 'call')}${evictedBytes > 0 ? `, ${bytes(evictedBytes)} evicted before each` : ''}` : null],
  ];
}

/** Functions of a fit as the words need them. */
const isClass = (found) => textual(object(found).name) !== null && known(found.error) !== null;

/** @returns {Array} markup: a line for each test and parameter, each line once */
function growthItems(tests) {
  const lines = new Map();
  const varies = varying(tests);
  for (const test of tests) {
    for (const { parameter, fixed, best, runnerUp, isClear, withConstant } of list(test.growth).map(object)) {
      if (!isClass(best)) continue;
      const name = [shortName(test), paramsText(object(fixed), varies)].filter(Boolean).join(' ');
      const growth = { best, runnerUp: isClass(runnerUp) ? runnerUp : null, isClear: isClear === true, withConstant: isClass(withConstant) ? withConstant : null };
      const text = growthSentence(growth, shown(parameter)).replace(/ %/g, '\u00a0%');
      lines.set(`${name}: ${text}`, markup`<li><b>${nameOf(name)}</b>: ${text}</li>
`);
    }
  }
  return [...lines.values()];
}

module.exports = { memoryFacts, timeFacts, coldCacheTime, growthItems, bytes };
