'use strict';

/* Verdicts as words with a tone and a sign: a colour is never all that tells them apart. */

const { markup } = require('./markup');
const { UNTOLD } = require('../../text/verdict-words');

// verdict -> [words, tone, sign before the words, shape on an axis]
const VERDICTS = {
  baseline: ['baseline', 'base', '◆', 'square'],
  same: ['same', 'same', '=', 'disc'],
  faster: ['faster', 'faster', '▲', 'disc'],
  slower: ['slower', 'slower', '▼', 'disc'],
  'looks-faster': ['looks faster', 'faster', '△', 'ring'],
  'looks-slower': ['looks slower', 'slower', '▽', 'ring'],
  unresolved: ['unresolved', 'open', '?', 'ring'],
  hoisted: [UNTOLD.hoisted, 'open', '∅', 'ring'],
  folded: [UNTOLD.folded, 'open', '∅', 'ring'],
  'below-resolution': [UNTOLD['below-resolution'], 'open', '…', 'ring'],
  'too-noisy': [UNTOLD['too-noisy'], 'open', '≈', 'ring'],
  failed: ['failed', 'failed', '✕', 'ring'],
  unmatched: ['unmatched', 'open', '–', 'ring'],
  'not-judged': ['not judged', 'open', '–', 'ring'],
};

/** Those of other versions are shown as they are. */
function entryOf(verdict) {
  return Object.hasOwn(VERDICTS, verdict) ? VERDICTS[verdict] : [verdict || 'not measured', 'open', '–', 'ring'];
}

// What to look at first stands first.
const BY_NEED = [
  'failed', 'slower', 'looks-slower', 'unmatched', 'not-judged', 'hoisted', 'folded', 'unresolved',
  'too-noisy', 'below-resolution', 'same', 'baseline', 'looks-faster', 'faster',
];

/** Its place where verdicts are sorted; null for one of another version. */
const placeOf = (verdict) => (BY_NEED.includes(verdict) ? BY_NEED.indexOf(verdict) : null);

const wordsOf = (verdict) => entryOf(verdict)[0];
const toneOf = (verdict) => entryOf(verdict)[1];
const shapeOf = (verdict) => entryOf(verdict)[3];

/** The sign is for the eye alone: the words behind it say the same. */
function verdictTag(verdict) {
  const [words, tone, sign] = entryOf(verdict);
  return markup`<span class="verdict ${tone}"><span class="sign-of" aria-hidden="true">${sign}</span>${words}</span>`;
}

module.exports = { verdictTag, placeOf, wordsOf, toneOf, shapeOf };
