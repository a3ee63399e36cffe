'use strict';

const CODES = { faster: 32, slower: 31, failed: 31, unresolved: 33, faint: 2, bold: 1 };

/** Returns paint(kind, text); kind: a verdict, 'faint' or 'bold' */
function createPaint(hasColours) {
  return (kind, text) => {
    const paint = hasColours && CODES[kind.replace(/^looks-/, '')];
    return paint ? `\u001b[${paint}m${text}\u001b[0m` : text;
  };
}

module.exports = { createPaint };
