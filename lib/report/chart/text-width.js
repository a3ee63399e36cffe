'use strict';

/* Estimated widths of texts in DejaVu Sans, the widest usual font (12 % wider than Arial, 9 % than Segoe UI). */

const { clustersIn, width: columnsOf } = require('../../base/text/display');

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
const textWidth = (text, size) => emsOfText(text) * size;

/** The end of a full line: its last blank if at least half remains, another sign, or the last fitting character. */
function breakOf(clusters, to) {
  const before = clusters.slice(0, to);
  const blank = before.findLastIndex((cluster) => BLANK.test(cluster));
  if (blank > to / 2) return blank + 1;
  const sign = before.findLastIndex((cluster) => BREAKS.test(cluster)) + 1;
  return sign > Math.max(1, to / 3) ? sign : to;
}

function fitting(clusters, limit) {
  let used = 0;
  const over = clusters.findIndex((cluster) => (used += emsOfText(cluster)) > limit);
  return over === -1 ? clusters.length : over;
}

/** A text in lines, at least one; a text that does not fit ends with … Size of the font and width are in pixels. */
function wrapText(text, { size, width, lines = 1, isBold = false }) {
  // A tolerance for the rounding of textWidth().
  const limit = width / (size * (isBold ? BOLD : 1)) + 0.001;
  // A name can have megabytes.
  const most = Math.max(200, lines * limit * 4);
  const found = [];
  let rest = [...clustersIn(text.slice(0, most))];
  while (rest.length > 0) {
    const isLast = found.length === lines - 1;
    const to = fitting(rest, limit);
    if (to === rest.length && !(isLast && text.length > most)) return [...found, rest.join('')];
    if (isLast) return [...found, `${rest.slice(0, fitting(rest, limit - EMS_OF['…'])).join('').trimEnd()}…`];
    const end = breakOf(rest, Math.max(1, to));
    found.push(rest.slice(0, end).join('').trimEnd());
    const next = rest.findIndex((cluster, i) => i >= end && !BLANK.test(cluster));
    rest = next === -1 ? [] : rest.slice(next);
  }
  return found.length > 0 ? found : [''];
}

module.exports = { textWidth, wrapText };
