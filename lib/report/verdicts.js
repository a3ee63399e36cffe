'use strict';

/* Verdicts as words with a tone and a sign, so that colour is never the only difference. */

const { UNMEASURED } = require('../base/text/verdict-words');

// verdict -> [words, tone, sign before the words, shape on an axis, mark in Markdown], by importance to readers
const VERDICTS = {
  regression: ['regression', 'failed', '▼', 'disc', '🔴'],
  failed: ['failed', 'failed', '✕', 'ring', ''],
  slower: ['slower', 'slower', '▼', 'disc', '🔴'],
  'looks-slower': ['looks slower', 'slower', '▽', 'ring', '🟠'],
  'more-instructions': ['more instructions', 'slower', '▼', 'ring', '🔴'],
  unmatched: ['unmatched', 'open', '–', 'ring', ''],
  'not-judged': ['not judged', 'open', '–', 'ring', '⚫'],
  hoisted: [UNMEASURED.hoisted, 'open', '∅', 'ring', ''],
  folded: [UNMEASURED.folded, 'open', '∅', 'ring', ''],
  unresolved: ['unresolved', 'open', '?', 'ring', '🟡'],
  'too-noisy': [UNMEASURED['too-noisy'], 'open', '≈', 'ring', ''],
  'below-resolution': [UNMEASURED['below-resolution'], 'open', '…', 'ring', ''],
  same: ['same', 'same', '=', 'disc', '⚪'],
  baseline: ['baseline', 'base', '◆', 'square', ''],
  'fewer-instructions': ['fewer instructions', 'faster', '▲', 'ring', '🟢'],
  'looks-faster': ['looks faster', 'faster', '△', 'ring', '🔵'],
  faster: ['faster', 'faster', '▲', 'disc', '🟢'],
};

const ORDER = Object.keys(VERDICTS);

/** The sort key of a verdict; null for a verdict of another version, which appears unchanged. */
const placeOf = (verdict) => (ORDER.includes(verdict) ? ORDER.indexOf(verdict) : null);
const entryOf = (verdict) => (ORDER.includes(verdict) ? VERDICTS[verdict]
  : [verdict || 'not measured', 'open', '–', 'ring', '']);

const wordsOf = (verdict) => entryOf(verdict)[0];
const toneOf = (verdict) => entryOf(verdict)[1];
const signOf = (verdict) => entryOf(verdict)[2];
const shapeOf = (verdict) => entryOf(verdict)[3];
const markOf = (verdict) => entryOf(verdict)[4];

/** detail: 'within 1 %'; brackets: '(busy)', warnings that change the meaning of figures */
const verdictCell = (name, { words = wordsOf(name), detail = '', brackets = '', mark = '' } = {}) => ({
  kind: 'verdict', name, value: placeOf(name), tone: name, words, detail, brackets, mark,
  text: [words, detail, brackets].filter(Boolean).join(' '),
});

module.exports = { placeOf, wordsOf, toneOf, signOf, shapeOf, markOf, verdictCell };
