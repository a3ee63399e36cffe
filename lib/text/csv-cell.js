'use strict';

/* Text in a cell of comma separated values, so that no program that shows the file does what the text says. */

const { OBEYED, escapeOf } = require('./display');

// Not in a cell, quoted or not: controls but tab and line ends, halves of surrogate pairs, what is obeyed.
const UNSAFE = new RegExp(`[^\\t\\n\\r -\\u{10ffff}]|[\\ud800-\\udfff]|${OBEYED}`, 'gu');

// A spreadsheet runs what begins with one of these. Behind quotes it does not, and gets one more: so they stay apart.
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** The text without controls, '\x1b' in the place of ESC; a quote in front of what would be a formula keeps it text. */
const safeText = (text) => (FORMULA.test(text) ? `'${text}` : text).replace(UNSAFE, escapeOf);

/** The text that safeText() was given, but for what is escaped. */
const keptText = (text) => (text[0] === "'" && FORMULA.test(text) ? text.slice(1) : text);

/** In quotes, as RFC 4180 has them. */
const quoted = (text) => `"${text.replace(/"/g, '""')}"`;

module.exports = { safeText, keptText, quoted };
