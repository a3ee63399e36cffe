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
const verdictPlace = (verdict) => (ORDER.includes(verdict) ? ORDER.indexOf(verdict) : null);
const entryOf = (verdict) => (ORDER.includes(verdict) ? VERDICTS[verdict]
  : [verdict || 'not measured', 'open', '–', 'ring', '']);

const verdictWords = (verdict) => entryOf(verdict)[0];
const verdictTone = (verdict) => entryOf(verdict)[1];
const verdictSign = (verdict) => entryOf(verdict)[2];
const verdictShape = (verdict) => entryOf(verdict)[3];
const verdictMark = (verdict) => entryOf(verdict)[4];

/** detail: 'within 1 %'; brackets: '(busy)', warnings that change the meaning of figures */
const verdictCell = (name, { words = verdictWords(name), detail = '', brackets = '', mark = '' } = {}) => ({
  kind: 'verdict', name, value: verdictPlace(name), tone: name, words, detail, brackets, mark,
  text: [words, detail, brackets].filter(Boolean).join(' '),
});

module.exports = { verdictPlace, verdictWords, verdictTone, verdictSign, verdictShape, verdictMark, verdictCell };
