'use strict';

/*
 * Records of comma separated values (RFC 4180) out of chunks of bytes that may end anywhere. What Node core's tools
 * write beyond the RFC is read too: blanks around fields, and lines that benchmarks printed in between.
 *
 * The text is held as latin1, one character for each byte: a chunk that ends within a character needs no care then,
 * and only fields that have one beyond ASCII are decoded.
 */

// Quotes that are never closed would hold all that follows.
const MAX_RECORD_BYTES = 2 ** 20;

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;

const BOM = '\xef\xbb\xbf';
const INCOMPLETE = -1;

const BEYOND_ASCII = /[\x80-\xff]/;

/** What a field of bytes says as UTF-8. Bytes that are none become U+FFFD. */
const decoded = (field) => (BEYOND_ASCII.test(field) ? Buffer.from(field, 'latin1').toString() : field);

/** A copy of its own: a part of a string keeps the whole of it, here 1 MB, from being collected. */
const owned = (text) => Buffer.from(text).toString();

/** Index behind the line that begins there, INCOMPLETE where its end has not come yet. */
function endOfLine(text, from, isEnd) {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF) return at + 1;
    if (code !== CR) continue;
    if (at + 1 === text.length && !isEnd) return INCOMPLETE;
    return text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  }
  return isEnd ? text.length : INCOMPLETE;
}

function countLines(text, from, to) {
  let lines = 0;
  for (let at = from; at < to; at = endOfLine(text, at, true)) lines++;
  return lines;
}

/**
 * One record, from its first character: fills `record` and returns the index behind it. INCOMPLETE where more text
 * could make another one of it; record.fault says why it is none.
 */
function parse(text, from, isEnd, record) {
  const { length } = text;
  const { fields, quoted } = record;
  fields.length = 0;
  quoted.length = 0;
  record.fault = null;
  const broken = (words) => {
    record.fault = words;
    return endOfLine(text, from, isEnd);
  };
  for (let at = from; ; at++) {
    let code = text.charCodeAt(at);
    while (code === SPACE || code === TAB) code = text.charCodeAt(++at);
    const isQuoted = code === QUOTE;
    const start = isQuoted ? at + 1 : at;
    if (isQuoted) {
      let isDoubled = false;
      let close = text.indexOf('"', start);
      while (close >= 0 && text.charCodeAt(close + 1) === QUOTE) {
        isDoubled = true;
        close = text.indexOf('"', close + 2);
      }
      if (close < 0 && !isEnd) return INCOMPLETE;
      if (close < 0) return broken('quotes are opened and not closed, it may be cut off');
      const field = text.slice(start, close);
      fields.push(isDoubled ? field.replace(/""/g, '"') : field);
      at = close + 1;
      code = text.charCodeAt(at);
      while (code === SPACE || code === TAB) code = text.charCodeAt(++at);
      if (at < length && code !== COMMA && code !== LF && code !== CR) {
        return broken('there is text behind the quotes of a field');
      }
    } else {
      while (at < length && code !== COMMA && code !== LF && code !== CR && code !== QUOTE) {
        code = text.charCodeAt(++at);
      }
      if (code === QUOTE) return broken('quotes stand in the middle of a field');
      let end = at;
      while (end > start && (text.charCodeAt(end - 1) === SPACE || text.charCodeAt(end - 1) === TAB)) end--;
      fields.push(text.slice(start, end));
    }
    quoted.push(isQuoted);
    // Quotes at the end of the text may be the first of two.
    if (at >= length) return isEnd ? length : INCOMPLETE;
    if (code === COMMA) continue;
    const end = endOfLine(text, at, isEnd);
    if (end !== INCOMPLETE) record.hasCrlf = end === at + 2;
    return end;
  }
}

/**
 * @param {object} visitor
 * @param {function(string)} visitor.begin gets the first two bytes at least, or all, before anything is read
 * @param {function(string, number, number): boolean} visitor.takeLine whether it has made use of a line (text, from, to
 *   without its end) by itself; it is not asked in the middle of a record
 * @param {function({ fields: string[], quoted: boolean[], line: number, raw: (string|null) })} visitor.record quoted:
 *   where there were quotes around; line: of its beginning, from 1; raw: its bytes, null where it has several lines. It
 *   is the same object each time, and its texts are parts of the chunk: decoded(), and owned() where they are kept.
 * @param {function({ line: number, words: string, raw: string })} visitor.fault a line that is none, and is left out;
 *   raw: its beginning
 * @returns {{ write: function(Buffer|string), end: function() }}
 */
function createRecords({ begin, takeLine, record: take, fault }) {
  const record = { fields: [], quoted: [], line: 1, raw: null, fault: null, hasCrlf: false };
  let rest = '';
  let line = 1;
  let hasBegun = false;
  let isSkipping = false;

  const tell = (words, text, from, to) =>
    fault({ line, words, raw: text.slice(from, Math.min(to, from + 200)).replace(/[\r\n][^]*/, '') });

  function give(text, from, to, lines) {
    record.line = line;
    record.raw = lines === 1 ? text.slice(from, to).replace(/[\r\n]+$/, '') : null;
    // Where line ends were changed (git, PowerShell), those within quotes were, too.
    if (lines > 1 && record.hasCrlf) {
      record.fields.forEach((field, i) => { record.fields[i] = field.replace(/\r\n/g, '\n'); });
    }
    take(record);
  }

  /** Reads all records that end in the text, and returns what is left of it. */
  function scan(text, isEnd) {
    let newline = -1;
    for (let at = 0; at < text.length;) {
      if (newline < at && newline !== Infinity) {
        newline = text.indexOf('\n', at);
        if (newline < 0) newline = Infinity;
      }
      if (newline !== Infinity && takeLine(text, at, text.charCodeAt(newline - 1) === CR ? newline - 1 : newline)) {
        at = newline + 1;
        line++;
        continue;
      }
      const end = parse(text, at, isEnd, record);
      if (end === INCOMPLETE) {
        if (text.length - at <= MAX_RECORD_BYTES) return text.slice(at);
        const isLong = newline - at > MAX_RECORD_BYTES;
        tell(isLong ? 'it is longer than 1 MB' : 'quotes are opened and not closed within 1 MB', text, at, text.length);
        at = newline === Infinity ? text.length : newline + 1;
        isSkipping = newline === Infinity;
        line++;
        continue;
      }
      const lines = newline === end - 1 ? 1 : countLines(text, at, end);
      if (record.fault) tell(record.fault, text, at, end);
      else give(text, at, end, lines);
      line += lines;
      at = end;
    }
    return '';
  }

  /** Without what is left of a line that is too long. */
  function skipped(text) {
    if (!isSkipping) return text;
    const newline = text.indexOf('\n');
    isSkipping = newline < 0;
    return isSkipping ? '' : text.slice(newline + 1);
  }

  function read(more, isEnd) {
    let text = skipped(rest + more);
    if (!hasBegun) {
      rest = text;
      if (text.length < BOM.length && !isEnd) return;
      hasBegun = true;
      begin(text);
      if (text.startsWith(BOM)) text = text.slice(BOM.length);
    }
    rest = scan(text, isEnd);
  }

  return {
    write: (chunk) => read((typeof chunk === 'string' ? Buffer.from(chunk) : chunk).latin1Slice(), false),
    end: () => read('', true),
  };
}

module.exports = { createRecords, decoded, owned };
