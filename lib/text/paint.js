'use strict';

/* Colours of a terminal. */

const CODES = { faster: 32, slower: 31, failed: 31, unresolved: 33, faint: 2, bold: 1 };

/**
 * @param {boolean} hasColours
 * @returns {function(string, string): string} paint(kind, text), kind: a verdict, 'faint' or 'bold'
 */
function createPaint(hasColours) {
  return (kind, text) => {
    const paint = hasColours && CODES[kind.replace(/^looks-/, '')];
    return paint ? `\u001b[${paint}m${text}\u001b[0m` : text;
  };
}

module.exports = { createPaint };
