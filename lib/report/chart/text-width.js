'use strict';

/*
 * Estimated widths of texts in DejaVu Sans, the widest of the usual fonts (12 % wider than Arial, 9 % than Segoe UI).
 */

const { width: columnsOf } = require('../../text/display');

const BOLD = 1.13;

// In ems, for ASCII.
const CLASSES = [
  [/^[ijlI.,:;'|!()[\]\\/ ftr`-]$/, 0.42],
  [/^[a-z0-9_"*?$]$/, 0.65],
  [/^[A-Z&~#=<>+^{}]$/, 0.84],
  [/^[ -~]$/, 1.02],
];
const NARROW = 0.86;
const WIDE = 1.35;
const EMS_OF = { m: 0.98, w: 0.83, M: 0.88, W: 1, Q: 0.8, '…': 1, '–': 0.5, '−': 0.84, '\u00a0': 0.32 };

const BREAKS = /^[\s/=,;:&|?_\-.)\]}]$/;
const BLANK = /^\s$/;

/** Grapheme clusters. A Node.js without ICU has no Intl. */
function clustersOf(text) {
  if (typeof Intl !== 'object' || !Intl.Segmenter) return Array.from(text);
  segmenter = segmenter || new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

let segmenter = null;

const emsByCharacter = new Map(Object.entries(EMS_OF));

function emsOf(char) {
  if (!emsByCharacter.has(char)) {
    const found = CLASSES.find(([pattern]) => pattern.test(char));
    emsByCharacter.set(char, found ? found[1] : [0, NARROW, WIDE][columnsOf(char)]);
  }
  return emsByCharacter.get(char);
}

/** The sum over all code points: a font without a glyph for a family of four draws its members side by side. */
const emsOfText = (text) => Array.from(text, emsOf).reduce((sum, ems) => sum + ems, 0);

/** The maximum width in pixels in a usual font. */
const textWidth = (text, size, isBold = false) => emsOfText(text) * size * (isBold ? BOLD : 1);

/** The end of a full line: its last blank if at least half remains, another sign, or the last fitting character. */
function breakOf(clusters, from, to) {
  let best = 0;
  for (let i = to - 1; i > from; i--) {
    if (BLANK.test(clusters[i]) && i - from > (to - from) / 2) return i + 1;
    if (!best && BREAKS.test(clusters[i])) best = i + 1;
  }
  return best > from + (to - from) / 3 ? best : to;
}

/**
 * A text in lines, at least one; a text that does not fit ends with …
 * @param {string} text
 * @param {{ size: number, width: number, lines?: number, isBold?: boolean }} room font size and width in pixels
 */
function wrapped(text, { size, width, lines = 1, isBold = false }) {
  // A tolerance for the rounding of textWidth().
  const limit = width / (size * (isBold ? BOLD : 1)) + 0.001;
  // A name can have megabytes.
  const most = Math.max(200, lines * limit * 4);
  const clusters = clustersOf(text.length > most ? text.slice(0, most) : text);
  const isCut = text.length > most;
  const ems = clusters.map(emsOfText);
  const found = [];
  let from = 0;
  while (from < clusters.length) {
    const isLast = found.length === lines - 1;
    let used = 0;
    let to = from;
    while (to < clusters.length && used + ems[to] <= limit) used += ems[to++];
    if (to === clusters.length && !(isCut && isLast)) {
      found.push(clusters.slice(from).join(''));
      break;
    }
    if (isLast) {
      while (to > from && used + EMS_OF['…'] > limit) used -= ems[--to];
      found.push(`${clusters.slice(from, to).join('').trimEnd()}…`);
      break;
    }
    if (to === from) to++;
    to = breakOf(clusters, from, to);
    found.push(clusters.slice(from, to).join('').trimEnd());
    from = to;
    while (from < clusters.length && BLANK.test(clusters[from])) from++;
  }
  return found.length > 0 ? found : [''];
}

module.exports = { textWidth, wrapped };
