'use strict';

/* What rows tell beside their times, in cells and in lines: `#facts`, but in a page, where most of it is not known. */

const { cyclesCell, cyclesTitle, instructionsCell, isCounted } = require('./count-cells');
const { countLines, shortCountLines, executedText, fewestText } = require('./count-notes');
const { memoryCell, collectionsCell, processorCell, coldCacheCell, anyWaits } = require('./fact-cells');
const { factLines } = require('./fact-notes');
const { profileLine } = require('./profile-line');

module.exports = {
  cyclesCell, cyclesTitle, instructionsCell, isCounted, countLines, shortCountLines, memoryCell, collectionsCell,
  processorCell, coldCacheCell, anyWaits, factLines, profileLine, executedText, fewestText,
};
