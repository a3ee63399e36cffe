'use strict';

/* What was counted of a test, as names with values, and as a column of the table. */

const { NOTHING, count, plural, told } = require('../chart/figures');
const { withinError } = require('../../text/numbers');
const {
  EVENT_WORDS, cyclesCell, cyclesTitle, eventOf, instructionsCell, isCounted, sourceText,
} = require('../count-cells');

const isKnown = (name) => (row) => Boolean(eventOf(row, name));

/** '4,929 ± 2', '21.00 ± 0.01'; negative ones with a real minus sign */
function withError({ value, error }) {
  return `${withinError(value, error).replace('-', '\u2212')} ± ${+error.toPrecision(1)}`;
}

const FACT_NAMES = {
  l1Misses: 'first-level misses per call', llMisses: 'last-level misses per call',
  mispredicted: 'mispredicted branches per call',
};

/** @returns {Array<[string, string|null]>} null for what is not known */
function countFacts(row) {
  if (!isCounted(row)) return [];
  const { counts } = row;
  const { instructions: value, error, loop, calls, processes, tier, flags = [], weights } = counts;
  return [
    ['instructions per call', withError({ value, error })],
    [weights ? 'cycles, estimated' : 'cycles, counted', told(eventOf(row, 'cycles'), withError)],
    ...EVENT_WORDS.map(([name]) => [FACT_NAMES[name], told(eventOf(row, name), withError)]),
    ['instructions of the loop, taken off', loop > 0 ? withinError(loop, 0) : null],
    ['counted by', sourceText(counts)],
    ['calls, counted', calls > 0 ? `${count(calls)}, in ${plural(processes, 'process')}` : null],
    ['tier while it was counted', tier],
    ['options while it was counted', flags.join(' ')],
  ];
}

/** Also of what is too fast to be timed: `isAlways`. */
const countColumns = (rows) => [
  {
    title: 'instructions', unit: 'number', has: isCounted, isAlways: true,
    value: (row) => (isCounted(row) ? row.counts.instructions : null), cell: (row) => instructionsCell(row) || NOTHING,
  },
  {
    title: cyclesTitle(rows), unit: 'number', has: isKnown('cycles'), isAlways: true,
    value: (row) => (eventOf(row, 'cycles') || { value: null }).value, cell: (row) => cyclesCell(row) || NOTHING,
  },
];

module.exports = { countFacts, countColumns };
