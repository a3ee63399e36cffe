'use strict';

/* Kinds of characters, and which belong together: `#characters`, but in a page. */

// Captured at load, because a measured test may change it.
const Segmenter = typeof Intl === 'object' ? Intl.Segmenter : undefined;

/** A node built without ICU has no Intl, and takes \p{..} for an error; then the common scripts have to do. */
function pattern(source, withoutIcu) {
  try {
    return new RegExp(source, 'u');
  } catch (_) {
    return new RegExp(withoutIcu, 'u');
  }
}

const MARK = pattern('[\\p{Mn}\\p{Me}]',
  '[\\u0300-\\u036f\\u0483-\\u0489\\u0591-\\u05bd\\u064b-\\u065f\\u0e31\\u0e34-\\u0e3a' +
  '\\u0e47-\\u0e4e\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20f0\\u302a-\\u302d\\u3099\\u309a\\ufe20-\\ufe2f]');
const IGNORED = pattern('\\p{Default_Ignorable_Code_Point}',
  '[\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\ufeff\\ufe00-\\ufe0f\\u{e0000}-\\u{e0fff}]');
const EMOJI = pattern('^(?:\\p{Emoji_Presentation}|[0-9#*]\\ufe0f\\u20e3|' +
  '\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier}|\\u200d\\p{Extended_Pictographic}))',
'^(?:[\\u231a\\u231b\\u23e9-\\u23ec\\u2614\\u2615\\u2648-\\u2653\\u26a1\\u2705\\u2728\\u274c\\u2753-\\u2755\\u2b50' +
  '\\u{1f1e6}-\\u{1f1ff}\\u{1f300}-\\u{1f64f}\\u{1f680}-\\u{1f6ff}\\u{1f7e0}-\\u{1f7eb}\\u{1f900}-\\u{1faff}]|' +
  '[0-9#*]\\ufe0f\\u20e3|[\\u2190-\\u2bff](?:\\ufe0f|\\u200d|[\\u{1f3fb}-\\u{1f3ff}]))');

// What belongs together, where Intl.Segmenter does not tell.
const CLUSTER = new RegExp('[\\u{1f1e6}-\\u{1f1ff}]{2}|[^](?:\\u200d[\\u2190-\\u2bff\\u{1f000}-\\u{1faff}]|' +
  `[\\u200d\\ufe00-\\ufe0f\\u{1f3fb}-\\u{1f3ff}\\u{e0020}-\\u{e007f}]|${MARK.source})*`, 'gu');
let segmenter;

// Runs of characters that are joined to none, between others: each of theirs is one, and asking the segmenter takes ten
// times as long.
const PLAIN = ' -~\\xa0-\\xff';
const RUNS = new RegExp(`((?<![^${PLAIN}])[${PLAIN}]+(?![^${PLAIN}]))`);

function* clustersIn(text) {
  if (Segmenter) {
    segmenter = segmenter || new Segmenter('en', { granularity: 'grapheme' });
    for (const { segment } of segmenter.segment(text)) yield segment;
  } else {
    for (const [cluster] of text.matchAll(CLUSTER)) yield cluster;
  }
}

/** Hands what a reader takes for single characters to visit(), one by one, until that returns false. */
function eachCluster(text, visit) {
  const parts = text.split(RUNS);
  for (let i = 0; i < parts.length; i++) {
    for (const cluster of i % 2 === 1 ? parts[i] : clustersIn(parts[i])) if (visit(cluster) === false) return;
  }
}

module.exports = { MARK, IGNORED, EMOJI, eachCluster };
