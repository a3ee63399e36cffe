'use strict';

/* Text for terminals and programs: its width, cutting it to columns, and escaping control characters. */

// Captured at load, because a measured test may change them.
const { max } = Math;
const { String } = globalThis;
const Segmenter = typeof Intl === 'object' ? Intl.Segmenter : undefined;

/** Matches nothing in a node that was built without ICU, which has neither Intl nor \p{..}. */
function pattern(source) {
  try {
    return new RegExp(source, 'u');
  } catch (_) {
    return /(?!)/;
  }
}

const MARK = pattern('[\\p{Mn}\\p{Me}]');
const IGNORED = pattern('\\p{Default_Ignorable_Code_Point}');
const EMOJI = pattern('^(?:\\p{Emoji_Presentation}|[0-9#*]\\ufe0f\\u20e3|' +
  '\\p{Extended_Pictographic}(?:\\ufe0f|\\p{Emoji_Modifier}|\\u200d\\p{Extended_Pictographic}))');

let segmenter;

// Runs of characters that never join others need no segmenter, which is ten times as slow.
const SINGLE = ' -~\\xa0-\\xff\\u2026\\u2212';
const RUNS = new RegExp(`((?<![^${SINGLE}])[${SINGLE}]+(?![^${SINGLE}]))`);

function* clustersIn(text) {
  if (!Segmenter) {
    yield* text;
    return;
  }
  segmenter = segmenter || new Segmenter('en', { granularity: 'grapheme' });
  for (const { segment } of segmenter.segment(text)) yield segment;
}

/** Calls visit() for each visible character, until it returns false. */
function eachCluster(text, visit) {
  const parts = text.split(RUNS);
  for (let i = 0; i < parts.length; i++) {
    if (parts[i] === '') continue;
    for (const cluster of i % 2 === 1 ? parts[i] : clustersIn(parts[i])) if (visit(cluster) === false) return;
  }
}

const NAME_LIMIT = 80; // a name of 10 kB would push all figures out of sight
const LEAST_OF_BOTH = 7; // with fewer columns only the end is cut
const LONG_NAME = 1024; // characters that are examined at each end: a name of 1 MB would take a second

// Two columns each; \p{..} knows no East Asian Width.
const WIDE = new RegExp('[\\u1100-\\u115f\\u2329\\u232a\\u2e80-\\u303e\\u3041-\\u3247\\u3250-\\u4dbf\\u4e00-\\ua4cf' +
  '\\ua960-\\ua97c\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe10-\\ufe19\\ufe30-\\ufe6b\\uff01-\\uff60\\uffe0-\\uffe6' +
  '\\u{16fe0}-\\u{18dff}\\u{1aff0}-\\u{1b2ff}\\u{1f200}-\\u{1f320}\\u{20000}-\\u{3fffd}]', 'u');
// Vowels and finals of Hangul syllables join the wide initial; controls, also those before the space, have no width.
const JOINED = /[\u1160-\u11ff\ud7b0-\ud7fb\x7f-\x9f]|[^ -\u{10ffff}]/u;
// One column each, and never joined. Includes ±, … and −, so that a table of 16 000 lines needs no segmenter.
const PLAIN = /^[ -~\xa1-\xac\xae-\xff\u2026\u2212]*$/;

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

/** Columns of a terminal: 2 for East Asian wide characters and emoji, 0 for combining ones. */
function width(text) {
  if (PLAIN.test(text)) return text.length;
  let columns = 0;
  eachCluster(text, (cluster) => { columns += clusterWidth(cluster); });
  return columns;
}

// Also line separators and characters that change the direction of writing.
const CONTROLS = '\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufeff\\ufff9-\\ufffb';
// CI systems run '::error::x' at the start of a line, also after blanks, and '##[error]x' anywhere in it. Each word may
// begin a wrapped line.
const OBEYED = `[${CONTROLS}]|:(?=:[a-zA-Z])(?<!\\S:)|#(?=#\\w*\\[)`;
const UNSAFE = new RegExp(`[^ -\\u{10ffff}]|[\\ud800-\\udfff]|${OBEYED}`, 'gu');
const SHORT = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeOf(char) {
  const hex = char.charCodeAt(0).toString(16);
  return hex.length < 3 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

/** Escapes characters that move the cursor, colour, reverse or vanish, or that CI systems obey. */
const escaped = (text) => String(text).replace(UNSAFE, (char) => SHORT[char] || escapeOf(char));

const printable = (text) => escaped(text) || "''";

// CSV cells, quoted or not, keep only tab and line ends of the controls.
const UNSAFE_IN_CSV = new RegExp(`[^\\t\\n\\r -\\u{10ffff}]|[\\ud800-\\udfff]|${OBEYED}`, 'gu');

// Spreadsheets run text that starts like this. Quotes before it get one more, so that texts stay distinct.
const FORMULA = /^'*[=+\-@\t\r\n]/;

/** A CSV cell with controls escaped, and a quote before text that a spreadsheet would run. */
const safeText = (text) => (FORMULA.test(text) ? `'${text}` : text).replace(UNSAFE_IN_CSV, escapeOf);

/** Reverses safeText(), except for escapes. */
const keptText = (text) => (text[0] === "'" && FORMULA.test(text) ? text.slice(1) : text);

const quoteForCsv = (text) => `"${text.replace(/"/g, '""')}"`;

const OBEYED_IN_JSON = new RegExp(OBEYED, 'g');

/** Escapes characters that JSON permits and a terminal obeys: U+009B works like ESC [. */
const escapeControls = (json) => json.replace(OBEYED_IN_JSON, (char) => escapeOf(char).replace('x', 'u00'));

const printableJson = (value, indent) => escapeControls(JSON.stringify(value, null, indent));

const ESC = '\x1b';
const SEQUENCE = new RegExp(`${ESC}\\[[0-9;?]*[A-Za-z]`, 'g');

const withoutSequences = (text) => text.replace(SEQUENCE, '');

const plainLines = (text) => withoutSequences(text).replace(/\t/g, '    ').split(/\r\n|\n|\r/);

/** Cuts the end, and marks it with …. */
function truncate(text, columns) {
  if (text.length <= columns && PLAIN.test(text)) return text;
  if (!(columns >= 1)) return '';
  if (PLAIN.test(text)) return `${text.slice(0, columns - 1)}…`;
  let used = 0;
  let kept = '';
  eachCluster(text, (cluster) => {
    used += clusterWidth(cluster);
    if (used < columns) kept += cluster;
    return used <= columns;
  });
  return used > columns ? `${kept}…` : text;
}

/** Cuts the middle, and marks it with …. */
function cutInside(text, columns) {
  if (text.length <= columns && PLAIN.test(text)) return text;
  if (!(columns >= LEAST_OF_BOTH)) return truncate(text, columns);
  const atEnd = columns - 1 >> 1;
  if (PLAIN.test(text)) return `${text.slice(0, columns - 1 - atEnd)}…${text.slice(-atEnd)}`;
  const clusters = [];
  let all = 0;
  const isLong = text.length > 2 * LONG_NAME;
  eachCluster(isLong ? text.slice(0, LONG_NAME) + text.slice(-LONG_NAME) : text, (cluster) => {
    const own = clusterWidth(cluster);
    clusters[clusters.length] = { cluster, columns: own };
    all += own;
  });
  // The ends of a long text may have no width.
  if (all <= columns) return isLong ? truncate(text, columns) : text;
  let start = '';
  let end = '';
  let left = columns - 1;
  let from = 0;
  while (clusters[from].columns <= left - atEnd) {
    start += clusters[from].cluster;
    left -= clusters[from++].columns;
  }
  for (let to = clusters.length - 1; clusters[to].columns <= left; to--) {
    end = clusters[to].cluster + end;
    left -= clusters[to].columns;
  }
  return `${start}…${end}`;
}

const label = (name) => cutInside(printable(name), NAME_LIMIT);
const padEnd = (text, columns) => text + ' '.repeat(max(0, columns - width(text)));
const padStart = (text, columns) => ' '.repeat(max(0, columns - width(text))) + text;

module.exports = {
  clustersIn, width, escaped, withoutSequences, plainLines, printable, truncate, cutInside, label, padEnd, padStart,
  safeText, keptText, quoteForCsv, escapeControls, printableJson, eachCluster,
};
