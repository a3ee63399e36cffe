'use strict';

/* What has been counted of a row, in a few columns; '' where nothing has. */

const { isNumber, withinError } = require('../text/numbers');

const EVENT_WORDS = [
  ['l1Misses', 'first-level misses'], ['llMisses', 'last-level misses'], ['mispredicted', 'mispredicted branches'],
];

/** Whether the instructions of a call are known. Rows of versions before have no counts. */
const isCounted = ({ counts }) => Boolean(counts) && isNumber(counts.instructions);

/** '21.00', '4,929' */
const instructionsCell = (row) => (isCounted(row)
  ? withinError(row.counts.instructions, row.counts.error) : '');

/** One of l1Misses, llMisses, mispredicted and cycles as { value, error }, null where it was not counted. */
const eventOf = (row, name) => (isCounted(row) && row.counts.events && row.counts.events[name]) || null;

function eventCell(row, name) {
  const event = eventOf(row, name);
  return event ? withinError(event.value, event.error) : '';
}

const cyclesCell = (row) => eventCell(row, 'cycles');

/** Cells of a table of tests. */
const countCells = (row) => (isCounted(row) ? {
  instructions: { kind: 'text', text: instructionsCell(row), value: row.counts.instructions },
  cycles: { kind: 'text', text: cyclesCell(row), value: (eventOf(row, 'cycles') || { value: null }).value },
} : {});

/** 'est. cycles', or 'cycles' where the processor has counted them */
function cyclesTitle(rows) {
  return rows.some((row) => eventOf(row, 'cycles') && row.counts.weights) ? 'est. cycles' : 'cycles';
}

/** 'valgrind 3.19.0', 'perf 6.1' */
const sourceText = ({ source: { name, version } }) => `${name} ${version}`.trim();

module.exports = {
  EVENT_WORDS, isCounted, countCells, instructionsCell, eventOf, eventCell, cyclesCell, cyclesTitle, sourceText,
};
