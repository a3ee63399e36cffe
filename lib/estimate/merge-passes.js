'use strict';

/* What the passes of one test found in several processes, as one: the process is the unit, as in process-summary.js. */

const { mean, median, medianInterval } = require('../stats/sample');

// With three processes the lowest and the highest are an interval, if one of 75 %; from six on there is one of 95 %.
const FEWEST_FOR_RANGE = 3;
const FEWEST_FOR_INTERVAL = 6;

const { min, max } = Math;

const values = (list, pick) => list.map(pick).filter((value) => value !== null && value !== undefined);
const medianOf = (list) => (list.length ? median(list) : null);
const sumOf = (list) => (list.length ? list.reduce((total, value) => total + value, 0) : null);
const meanOf = (list) => (list.length ? mean(list) : null);

function intervalOf(list, own) {
  if (list.length >= FEWEST_FOR_INTERVAL) return medianInterval(list);
  if (list.length >= FEWEST_FOR_RANGE) return { low: min(...list), high: max(...list) };
  return own;
}

/**
 * @param {object[]} rows of the processes of one test
 * @returns {object|null} their `memory`: medians of bytes, the interval over the processes where there are three or
 *   more, sums of calls and collections; null where there was no pass
 */
function mergeMemory(rows) {
  const found = values(rows, (row) => row.memory);
  if (found.length === 0) return null;
  const middle = (field) => medianOf(values(found, (one) => one[field]));
  const collections = (field, merge) => merge(values(found, (one) => one.collections[field]));
  const bytes = values(found, (one) => one.bytesPerCall);
  const interval = intervalOf(bytes, { low: middle('bytesLow'), high: middle('bytesHigh') });
  const calls = sumOf(found.map((one) => one.calls));
  const count = collections('count', sumOf);
  return {
    bytesPerCall: medianOf(bytes),
    bytesLow: interval.low,
    bytesHigh: interval.high,
    heapBytesPerCall: middle('heapBytesPerCall'),
    externalBytesPerCall: middle('externalBytesPerCall'),
    keptBytesPerCall: middle('keptBytesPerCall'),
    calls,
    collections: {
      count,
      young: collections('young', sumOf),
      old: collections('old', sumOf),
      seconds: collections('seconds', sumOf),
      share: collections('share', meanOf),
      callsPerCollection: count > 0 ? calls / count : null,
    },
  };
}

/**
 * Their `coldCache`: medians, the interval over the processes where there are three or more; null where there was no
 * pass.
 */
function mergeColdCache(rows) {
  const found = values(rows, (row) => row.coldCache);
  if (found.length === 0) return null;
  const middle = (field) => medianOf(values(found, (one) => one[field]));
  const ns = values(found, (one) => one.nsPerCall);
  const interval = intervalOf(ns, { low: middle('nsLow'), high: middle('nsHigh') });
  return {
    nsPerCall: medianOf(ns),
    nsLow: interval.low,
    nsHigh: interval.high,
    samples: sumOf(found.map((one) => one.samples)),
    evictedBytes: middle('evictedBytes'),
    resolutionNs: middle('resolutionNs'),
  };
}

module.exports = { mergeMemory, mergeColdCache };
