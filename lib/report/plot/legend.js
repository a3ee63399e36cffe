'use strict';

/* What the sides of a comparison are called, and what they are: a row for each. */

const { rect, line, words, group } = require('./marks');
const { seriesClass } = require('./theme');
const { textWidth, wrapped } = require('./text-width');
const { MARGIN } = require('./figure');

const STEP = 19;
const SWATCH = 26;
const LABEL_MOST = 260; // pixels
const GAP = 12;

/** @returns {{ height: number, draw: function(number) }} */
function legendBlock(sides, { width, kind }) {
  const labels = sides.map(({ label }) => wrapped(label, { size: 12, isBold: true, width: LABEL_MOST })[0]);
  const beside = MARGIN + SWATCH + Math.max(...labels.map((label) => textWidth(label, 12, true))) + GAP;
  return {
    height: sides.length * STEP + 10,
    draw: (top) => sides.map(({ source }, i) => {
      const y = top + i * STEP + 9;
      const swatch = kind === 'bars' ? rect('bar', MARGIN, y - 5, 16, 10) : [rect('box', MARGIN, y - 5, 16, 10), line('median', MARGIN + 8, y - 5, MARGIN + 8, y + 5)];
      return group(seriesClass(i), null, [
        swatch,
        words('strong', MARGIN + SWATCH, y + 4, labels[i]),
        source && words('soft', beside, y + 4, wrapped(source, { size: 12, width: width + MARGIN - beside })[0]),
      ]);
    }),
  };
}

module.exports = { legendBlock };
