'use strict';

/* As characters.js: browsers have ICU. */

// Captured at load, because a measured test may change it.
const { Segmenter } = Intl;

const MARK = /[\p{Mn}\p{Me}]/u;
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const EMOJI = new RegExp('^(?:\\p{Emoji_Presentation}|[0-9#*]\\ufe0f\\u20e3|' +
  '\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier}|\\u200d\\p{Extended_Pictographic}))', 'u');

// Firefox has it since 125.
const segmenter = Segmenter && new Segmenter('en', { granularity: 'grapheme' });

/** As that of characters.js. */
function eachCluster(text, visit) {
  for (const part of segmenter ? segmenter.segment(text) : text) if (visit(part.segment || part) === false) return;
}

module.exports = { MARK, IGNORED, EMOJI, eachCluster };
