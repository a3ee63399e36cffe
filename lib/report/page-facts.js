'use strict';

/* As facts.js, of rows that were measured in a page: growth, and why nothing is told of memory. */

const { sentence } = require('../system/warnings');
const { label } = require('../text/display');
const { growthLines } = require('./growth-lines');

const never = () => false;
const nothing = () => '';
const noLines = () => [];

const isCounted = never;
const anyWaits = never;
const cyclesCell = nothing;
const cyclesTitle = nothing;
const instructionsCell = nothing;
const memoryCell = nothing;
const collectionsCell = nothing;
const processorCell = nothing;
const coldCacheCell = nothing;
const executedText = nothing;
const fewestText = nothing;
const countLines = noLines;
const shortCountLines = noLines;
const profileLine = noLines;

/** As those of fact-notes.js. */
const factLines = (rows) => [
  ...rows.flatMap(({ name, warnings = [] }) => warnings.filter(({ code }) => code === 'memory-unsure')
    .map((warning) => `${label(name)}: ${sentence(warning)}`)),
  ...growthLines(rows),
];

module.exports = {
  cyclesCell, cyclesTitle, instructionsCell, isCounted, countLines, shortCountLines, memoryCell, collectionsCell,
  processorCell, coldCacheCell, anyWaits, factLines, profileLine, executedText, fewestText,
};
