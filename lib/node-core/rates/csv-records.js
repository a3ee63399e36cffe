'use strict';

/* Parses CSV (RFC 4180), also with blanks around fields and other lines, as Node core's tools write them. */

const { matchAt } = require('../../base/text/parameters-text');

const MAX_RECORD = 2 ** 20; // quotes that are never closed would hold the rest of the file
const FIELD = /[ \t]*"([^"]*(?:""[^"]*)*)"[ \t]*(,|\r\n?|\n|$)|([^,\r\n"]*)(,|\r\n?|\n|$)/y;
const QUOTES = /[ \t]*"/y;
const OPEN_QUOTES = /[ \t]*"[^"]*(?:""[^"]*)*$/y;
const LINE_END = /\r\n?|\n/g;

/** Whether the next chunk can continue the last line, or have the \n of \r\n. */
const isOpen = (text, end, lineEnd) => end === text.length && !lineEnd.endsWith('\n');

/** A record that has no field at `at`. Only its first line is left out. */
function faultyRecord(text, from, at, isEnd) {
  const hasOpenQuotes = matchAt(OPEN_QUOTES, text, at) !== null;
  const [lineEnd] = matchAt(LINE_END, text, from) || [''];
  const end = lineEnd === '' ? text.length : LINE_END.lastIndex;
  if (!isEnd && (hasOpenQuotes || isOpen(text, end, lineEnd))) return null;
  const fault = hasOpenQuotes ? 'an opening quote is not closed; the file may be truncated'
    : matchAt(QUOTES, text, at) ? 'there is text after a quoted field'
      : 'there is a quote in the middle of a field';
  return { end, lineEnd, fault };
}

/** { end, lineEnd, fields, quoted } or { end, lineEnd, fault }; null if the next chunk can change the record. */
function parse(text, from, isEnd) {
  const fields = [];
  const quoted = [];
  for (let at = from; ;) {
    const found = matchAt(FIELD, text, at);
    if (!found) return faultyRecord(text, from, at, isEnd);
    const [, inQuotes, afterQuotes, bare, separator = afterQuotes] = found;
    const isQuoted = inQuotes !== undefined;
    fields.push(isQuoted ? inQuotes.replaceAll('""', '"') : bare.trim());
    quoted.push(isQuoted);
    at = FIELD.lastIndex;
    if (separator === ',') continue;
    return isOpen(text, at, separator) && !isEnd ? null : { end: at, lineEnd: separator, fields, quoted };
  }
}

/** A copy, because a part of a string keeps the whole chunk in memory. */
const copied = (text) => Buffer.from(text).toString();

/**
 * Calls known(text) with a line, which returns true if it needs no parsing, record({ fields, quoted, line: its first,
 * from 1, raw: its text, null for several lines }), and fault({ line, words, raw: its start }) for an invalid line.
 */
function createRecords({ known, record: take, fault }) {
  const decoder = new TextDecoder();
  let rest = '';
  let line = 1;
  let lineEnd = '\n';
  let isSkipping = false;

  const reject = (words, text, at) => fault({ line, words, raw: text.slice(at, at + 200).split(/[\r\n]/, 1)[0] });

  /** Leaves out a record that is too long. Returns where the next one begins. */
  function skip(text, at) {
    const newline = text.indexOf('\n', at);
    isSkipping = newline < 0;
    const isLong = isSkipping || newline - at > MAX_RECORD;
    reject(isLong ? 'the line is longer than 1 MB' : 'an opening quote is not closed within 1 MB', text, at);
    line++;
    return isSkipping ? text.length : newline + 1;
  }

  /** Passes on all records that end in the text, and returns the rest. */
  function scan(text, isEnd) {
    for (let at = 0; at < text.length;) {
      const newline = text.indexOf(lineEnd, at);
      if (newline >= 0 && known(text.slice(at, newline))) {
        line++;
        at = newline + lineEnd.length;
        continue;
      }
      const record = parse(text, at, isEnd);
      if (record === null && text.length - at <= MAX_RECORD) return text.slice(at);
      if (record === null) {
        at = skip(text, at);
        continue;
      }
      const raw = text.slice(at, record.end - record.lineEnd.length);
      const lines = raw.split(LINE_END).length;
      const { fields, quoted, fault: words } = record;
      if (words) {
        reject(words, text, at);
      } else {
        // The last line may have no end.
        lineEnd = record.lineEnd || lineEnd;
        // Tools that change line ends (git, PowerShell) also change those in quotes.
        const own = lineEnd === '\r\n' ? fields.map((field) => field.replaceAll('\r\n', '\n')) : fields;
        take({ fields: own, quoted, line, raw: lines === 1 ? raw : null });
      }
      line += lines;
      at = record.end;
    }
    return '';
  }

  function read(more, isEnd) {
    let text = rest + more;
    if (isSkipping) {
      const newline = text.indexOf('\n');
      isSkipping = newline < 0;
      text = isSkipping ? '' : text.slice(newline + 1);
    }
    rest = scan(text, isEnd);
  }

  return {
    write: (chunk) => read(decoder.decode(chunk, { stream: true }), false),
    end: () => read(decoder.decode(), true),
  };
}

module.exports = { createRecords, copied };
