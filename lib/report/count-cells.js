'use strict';

/* Cells for counts of a row; '' without counts. */

const { isNumber, withinError } = require('../text/numbers');

const EVENT_WORDS = [
  ['l1Misses', 'first-level misses'], ['llMisses', 'last-level misses'], ['mispredicted', 'mispredicted branches'],
];

/** Whether the instructions per call are known. Rows of older versions have no counts. */
const isCounted = ({ counts }) => Boolean(counts) && isNumber(counts.instructions);

const instructionsCell = (row) => (isCounted(row)
  ? withinError(row.counts.instructions, row.counts.error) : '');

/** One of l1Misses, llMisses, mispredicted and cycles as { value, error }, null if not counted. */
const eventOf = (row, name) => (isCounted(row) && row.counts.events && row.counts.events[name]) || null;

function eventCell(row, name) {
  const event = eventOf(row, name);
  return event ? withinError(event.value, event.error) : '';
}

const cyclesCell = (row) => eventCell(row, 'cycles');

const countCells = (row) => (isCounted(row) ? {
  instructions: { kind: 'text', text: instructionsCell(row), value: row.counts.instructions },
  cycles: { kind: 'text', text: cyclesCell(row), value: (eventOf(row, 'cycles') || { value: null }).value },
} : {});

function cyclesTitle(rows) {
  return rows.some((row) => eventOf(row, 'cycles') && row.counts.weights) ? 'est. cycles' : 'cycles';
}

const sourceText = ({ source: { name, version } }) => `${name} ${version}`.trim();

module.exports = {
  EVENT_WORDS, isCounted, countCells, instructionsCell, eventOf, eventCell, cyclesCell, cyclesTitle, sourceText,
};
