'use strict';

/* Verdicts as words with a tone and a sign, so that colour is never the only difference. */

const { UNTOLD } = require('../text/verdict-words');

// verdict -> [words, tone, sign before the words, shape on an axis, mark in Markdown]
const VERDICTS = {
  baseline: ['baseline', 'base', '◆', 'square', ''],
  same: ['same', 'same', '=', 'disc', '⚪'],
  faster: ['faster', 'faster', '▲', 'disc', '🟢'],
  slower: ['slower', 'slower', '▼', 'disc', '🔴'],
  'looks-faster': ['looks faster', 'faster', '△', 'ring', '🔵'],
  'looks-slower': ['looks slower', 'slower', '▽', 'ring', '🟠'],
  unresolved: ['unresolved', 'open', '?', 'ring', '🟡'],
  hoisted: [UNTOLD.hoisted, 'open', '∅', 'ring', ''],
  folded: [UNTOLD.folded, 'open', '∅', 'ring', ''],
  'below-resolution': [UNTOLD['below-resolution'], 'open', '…', 'ring', ''],
  'too-noisy': [UNTOLD['too-noisy'], 'open', '≈', 'ring', ''],
  failed: ['failed', 'failed', '✕', 'ring', ''],
  unmatched: ['unmatched', 'open', '–', 'ring', ''],
  'not-judged': ['not judged', 'open', '–', 'ring', '⚫'],
};

/** Verdicts of other versions appear unchanged. */
const entryOf = (verdict) => (Object.hasOwn(VERDICTS, verdict) ? VERDICTS[verdict]
  : [verdict || 'not measured', 'open', '–', 'ring', '']);

// By importance to readers.
const BY_NEED = [
  'failed', 'slower', 'looks-slower', 'unmatched', 'not-judged', 'hoisted', 'folded', 'unresolved',
  'too-noisy', 'below-resolution', 'same', 'baseline', 'looks-faster', 'faster',
];

/** The sort key of a verdict; null for a verdict of another version. */
const placeOf = (verdict) => (BY_NEED.includes(verdict) ? BY_NEED.indexOf(verdict) : null);

const wordsOf = (verdict) => entryOf(verdict)[0];
const toneOf = (verdict) => entryOf(verdict)[1];
const signOf = (verdict) => entryOf(verdict)[2];
const shapeOf = (verdict) => entryOf(verdict)[3];
const markOf = (verdict) => entryOf(verdict)[4];

/** detail: 'within 1 %'; brackets: '(busy)', warnings that change the meaning of figures; tag: 'regression' */
const verdictCell = (name, { detail = '', brackets = '', tag, mark = '' } = {}) => ({
  kind: 'verdict', name, value: placeOf(name), tone: name, words: wordsOf(name), detail, brackets, tag, mark,
  text: [wordsOf(name), detail, brackets, tag && tag.text].filter(Boolean).join(' '),
});

module.exports = { VERDICTS, placeOf, wordsOf, toneOf, signOf, shapeOf, markOf, verdictCell };
