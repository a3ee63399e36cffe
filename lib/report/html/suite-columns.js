'use strict';

/* The columns of the table of a suite. */

const { rank } = require('../../text/numbers');
const { isUntold } = require('../../text/verdict-words');
const { time, timeInterval, count, NOTHING } = require('../chart/figures');
const { isCounted } = require('../count-cells');
const { countColumns } = require('./count-facts');
const { coldCacheTime, bytes } = require('./measured-facts');

const isKnown = (field) => (test) => typeof test[field] === 'number';
const perSecond = (field, unit) => (test) => (test[field] === null ? '' : count(test[field] / unit));
const interval = (low, high) => (low === null || high === null ? NOTHING : `${rank(low)} – ${rank(high)}`);
const bytesPerCall = ({ memory }) => bytes(memory ? memory.bytesPerCall : null);

const SOFT = 'number soft';

/** Ranks and their intervals, of tests and of streams. */
const RANKS = [
  {
    title: 'rank', unit: 'number', value: (test) => test.rank,
    cell: (test) => (test.rank > 0 ? rank(test.rank) : NOTHING),
  },
  { title: 'interval', unit: SOFT, has: isKnown('rankLow'), cell: (test) => interval(test.rankLow, test.rankHigh) },
];

const SPEED = {
  title: 'ops/sec', unit: 'number', value: ({ results }) => results.avg, cell: ({ results }) => count(results.avg),
};

/** title, class, cell, what it is sorted by, and which tests have it; a column that none has is left out. */
const columnsOf = (tests) => [
  // Beside instructions there is no room for the time again.
  ...(tests.some(isCounted) ? [] : [SPEED]),
  {
    title: 'MB/s', unit: 'number', has: isKnown('bytesPerSecond'), value: ({ bytesPerSecond }) => bytesPerSecond,
    cell: perSecond('bytesPerSecond', 1e6),
  },
  {
    title: 'items/s', unit: 'number', has: isKnown('itemsPerSecond'), value: ({ itemsPerSecond }) => itemsPerSecond,
    cell: perSecond('itemsPerSecond', 1),
  },
  {
    title: 'time per call', unit: 'number', value: (test) => (isUntold(test) ? null : test.nsPerCall),
    cell: ({ nsPerCall, nsLow, nsHigh }) => time(nsPerCall, nsLow, nsHigh),
  },
  { title: '95 % interval', unit: SOFT, cell: (test) => timeInterval(test.nsLow, test.nsHigh, test.nsPerCall) },
  ...countColumns(tests),
  {
    title: 'processor time', unit: 'number', has: ({ warnings }) => warnings.some(({ code }) => code === 'waits'),
    value: ({ cpuNsPerCall }) => cpuNsPerCall, cell: ({ cpuNsPerCall }) => time(cpuNsPerCall),
  },
  {
    title: 'cold data caches', unit: 'number', has: coldCacheTime,
    value: ({ coldCache }) => coldCache && coldCache.nsPerCall, cell: (test) => coldCacheTime(test) || NOTHING,
  },
  {
    title: 'bytes per call', unit: 'number', has: bytesPerCall, value: ({ memory }) => memory && memory.bytesPerCall,
    cell: (test) => bytesPerCall(test) || NOTHING,
  },
  ...RANKS,
];

module.exports = { RANKS, columnsOf };
