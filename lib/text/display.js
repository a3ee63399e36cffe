'use strict';

/*
 * Text for columns of a terminal: how wide it is, and how to show what cannot be shown.
 */

const { MARK, IGNORED, EMOJI, eachCluster } = require('#characters');

// Captured at load, because a measured test may change them.
const { max } = Math;
const { String } = globalThis;

// Names beyond this are cut: one of 10 kB would push all figures out of sight.
const NAME_LIMIT = 80;

// Three characters of each end tell more than six of the start.
const LEAST_OF_BOTH = 7;

// What lies further from both ends of a text is never seen; a name of 1 MB would take a second to be cut.
const LONG_NAME = 1024;

// Two columns each; \p{..} knows no East Asian Width.
const WIDE = new RegExp('[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf' +
  '\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6' +
  '\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}\\u{1f200}-\\u{1f320}\\u{20000}-\\u{3fffd}]', 'u');
// The vowels and finals of Hangul syllables join the wide initial; controls take no column. The negated
// class is what lies before the space.
const JOINED = /[\u1160-\u11ff\ud7b0-\ud7fb\x7f-\x9f]|[^ -\u{10ffff}]/u;
// One column each; in a table of 16 000 lines each +- would be taken apart as if it could be joined to something.
const PLAIN = /^[ -~\xa1-\xac\xae-\xff]*$/;

function clusterWidth(cluster) {
  if (cluster.length === 1 && PLAIN.test(cluster)) return 1;
  if (EMOJI.test(cluster)) return 2;
  let columns = 0;
  for (let i = 0; i < cluster.length; i++) {
    const char = String.fromCodePoint(cluster.codePointAt(i));
    i += char.length - 1;
    if (JOINED.test(char) || MARK.test(char)) continue;
    if (WIDE.test(char) || EMOJI.test(char)) columns += 2;
    else if (!IGNORED.test(char)) columns += 1;
  }
  return columns;
}

/** @returns {number} columns of a terminal that the text takes: East Asian wide and emoji 2, combining 0 */
function width(text) {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  eachCluster(text, (cluster) => { columns += clusterWidth(cluster); });
  return columns;
}

// Controls, line separators, what changes the direction of writing, and halves of surrogate pairs.
const CONTROLS = '\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ufff9-\\ufffb';
// CI systems run '::error::x' at the start of a line, also behind blanks, and '##[error]x' anywhere in it. Where a line
// is wrapped, each word may begin one.
const OBEYED = `[${CONTROLS}]|:(?=:[a-zA-Z])(?<!\\S:)|#(?=#\\w*\\[)`;
const UNSAFE = new RegExp(`[^ -\\u{10ffff}]|[\\ud800-\\udfff]|${OBEYED}`, 'gu');
const SHORT = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** '\x1b' or '\u202e' for the character of that code */
function escapeOf(char) {
  const hex = char.charCodeAt(0).toString(16);
  return hex.length < 3 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

/** The text with all escaped that would move the cursor, colour, reverse or vanish, or that CI systems obey. */
function escaped(text) {
  return String(text).replace(UNSAFE, (char) => SHORT[char] || escapeOf(char));
}

/** The same for a name, which has to be seen: '' where it is empty. */
function printable(text) {
  return escaped(text) || "''";
}

const ESC = '\x1b';
const SEQUENCE = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, 'g');

/** Somebody else's text as its lines, without the colours that tools put around words. */
const plainLines = (text) => text.replace(SEQUENCE, '').replace(/\t/g, '    ').split(/\r\n|\n|\r/);

/** @returns {string} the text, or as much of it as fits with … into so many columns */
function truncate(text, columns) {
  if (text.length <= columns && PLAIN.test(text)) return text;
  if (!(columns >= 1)) return '';
  let used = 0;
  let kept = '';
  eachCluster(text, (cluster) => {
    used += clusterWidth(cluster);
    if (used < columns) kept += cluster;
    return used <= columns;
  });
  return used > columns ? `${kept}…` : text;
}

/** @returns {string} the text, or its start and its end with … between them, as much as fits into so many columns */
function cutInside(text, columns) {
  if (text.length <= columns && PLAIN.test(text)) return text;
  if (!(columns >= LEAST_OF_BOTH)) return truncate(text, columns);
  const clusters = [];
  let all = 0;
  const isLong = text.length > 2 * LONG_NAME;
  eachCluster(isLong ? text.slice(0, LONG_NAME) + text.slice(-LONG_NAME) : text, (cluster) => {
    const own = clusterWidth(cluster);
    clusters[clusters.length] = { cluster, columns: own };
    all += own;
  });
  // What lies between the ends may be all that is seen of it.
  if (all <= columns) return isLong ? truncate(text, columns) : text;
  let start = '';
  let end = '';
  let left = columns - 1;
  let from = 0;
  while (clusters[from].columns <= left - (columns - 1 >> 1)) {
    start += clusters[from].cluster;
    left -= clusters[from++].columns;
  }
  for (let to = clusters.length - 1; clusters[to].columns <= left; to--) {
    end = clusters[to].cluster + end;
    left -= clusters[to].columns;
  }
  return `${start}…${end}`;
}

/** The name of a test as reports show it. */
function label(name) {
  return cutInside(printable(name), NAME_LIMIT);
}

function padEnd(text, columns) {
  return text + ' '.repeat(max(0, columns - width(text)));
}

function padStart(text, columns) {
  return ' '.repeat(max(0, columns - width(text))) + text;
}

module.exports = {
  OBEYED, width, escapeOf, escaped, plainLines, printable, truncate, cutInside, label, padEnd, padStart,
};
