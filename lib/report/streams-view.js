'use strict';

/* What a person sees of a suite of streams, in the parts that view.js puts together. */

const { streamsHead } = require('./streams-banner');
const { streamsNotes } = require('./streams-notes');
const { streamsLines } = require('./streams-table');
const { progressBarLine } = require('./progress');

module.exports = {
  headLines: (settings) => [streamsHead(settings)],
  tableLines: streamsLines,
  noteLines: streamsNotes,
  progressLine: progressBarLine,
};
