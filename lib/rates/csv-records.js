'use strict';

/* Parses CSV (RFC 4180), also with blanks around fields and other lines, as Node core's tools write them. */

const { StringDecoder } = require('string_decoder');

// Quotes that are never closed would hold the rest of the file.
const MAX_RECORD = 2 ** 20;

const [TAB, LF, CR, BLANK, QUOTE, COMMA] = [9, 10, 13, 32, 34, 44];
const QUOTES = /[ \t]*"/y;
const CLOSED_QUOTES = /[ \t]*"[^"]*(?:""[^"]*)*"(?!")/y;
const LINE_END = /\r\n?|\n/g;

const INCOMPLETE = -1;

function matchAt(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** INCOMPLETE if the chunk ends before the line. */
function endOfLine(text, from, isEnd) {
  const found = matchAt(LINE_END, text, from);
  const end = found ? LINE_END.lastIndex : text.length;
  const isKnown = isEnd || (found && !(found[0] === '\r' && end === text.length));
  return isKnown ? end : INCOMPLETE;
}

const countLines = (text) => (text.match(LINE_END) || []).length + (/[\r\n]$/.test(text) ? 0 : 1);

const skipBlanks = (text, from) => {
  let at = from;
  while (text.charCodeAt(at) === BLANK || text.charCodeAt(at) === TAB) at++;
  return at;
};

/** The quotes that close a field; -1 without any. */
function closingQuotes(text, from) {
  let at = text.indexOf('"', from);
  while (at >= 0 && text.charCodeAt(at + 1) === QUOTE) at = text.indexOf('"', at + 2);
  return at;
}

function endOfPlain(text, from) {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === LF || code === CR || code === QUOTE) return at;
  }
  return text.length;
}

function separatorAt(text, at) {
  if (at === text.length) return '';
  const code = text.charCodeAt(at);
  if (code === COMMA) return ',';
  if (code === LF) return '\n';
  if (code !== CR) return null;
  return text.charCodeAt(at + 1) === LF ? '\r\n' : '\r';
}

/** Null for text that is not a field. Without patterns, because a million rows then take a sixth less time. */
function fieldAt(text, from) {
  const start = skipBlanks(text, from);
  const isQuoted = text.charCodeAt(start) === QUOTE;
  const end = isQuoted ? closingQuotes(text, start + 1) : endOfPlain(text, start);
  if (end < 0) return null;
  const at = isQuoted ? skipBlanks(text, end + 1) : end;
  const separator = separatorAt(text, at);
  if (separator === null) return null;
  const own = isQuoted ? text.slice(start + 1, end) : text.slice(start, end).trim();
  return { text: isQuoted && own.includes('"') ? own.replaceAll('""', '"') : own, isQuoted, separator, at };
}

/**
 * @returns {{ end: number, fields: string[], quoted: boolean[], separator?: string, fault: string|null }} end:
 *   INCOMPLETE if the next chunk can change the record; separator: its line end; fault: why it is not a record
 */
function parse(text, from, isEnd) {
  const record = { end: INCOMPLETE, fields: [], quoted: [], fault: null };
  for (let at = from; ;) {
    const found = fieldAt(text, at);
    if (!found) {
      const isQuoted = matchAt(QUOTES, text, at) !== null;
      const isOpen = isQuoted && !matchAt(CLOSED_QUOTES, text, at);
      if (isOpen && !isEnd) return record;
      record.fault = isOpen ? 'quotes are opened and not closed, it may be cut off'
        : isQuoted ? 'there is text behind the quotes of a field' : 'quotes stand in the middle of a field';
      record.end = endOfLine(text, from, isEnd);
      return record;
    }
    const { separator, isQuoted } = found;
    at = found.at + separator.length;
    record.fields.push(found.text);
    record.quoted.push(isQuoted);
    if (separator === ',') continue;
    // The next chunk can continue the field, or have the \n of \r\n.
    const isOpen = separator === '' || (separator === '\r' && at === text.length);
    if (isEnd || !isOpen) record.end = at;
    return { ...record, separator };
  }
}

/** A copy, because a part of a string keeps the whole chunk in memory. */
const copied = (text) => Buffer.from(text).toString();

/**
 * @param {object} visitor
 * @param {function(string)} visitor.begin gets the first characters of the file, at least two or all
 * @param {function({ fields: string[], quoted: boolean[], line: number, raw: (string|null) })} visitor.record line: its
 *   first, from 1; raw: its text, null for several lines
 * @param {function({ line: number, words: string, raw: string })} visitor.fault an invalid line; raw: its start
 * @returns {{ write: function(Buffer|string), end: function() }}
 */
function createRecords({ begin, record: take, fault }) {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let line = 1;
  let isCrlf = false;
  let hasBegun = false;
  let isSkipping = false;

  const reject = (words, text, at) =>
    fault({ line, words, raw: copied(text.slice(at, at + 200).split(/[\r\n]/, 1)[0]) });

  function give({ fields, quoted, separator }, raw, lines) {
    // The last line may have no end.
    if (separator !== '') isCrlf = separator === '\r\n';
    // Tools that change line ends (git, PowerShell) also change those in quotes.
    const own = isCrlf && lines > 1 ? fields.map((field) => field.replaceAll('\r\n', '\n')) : fields;
    take({ fields: own, quoted, line, raw: lines === 1 ? raw.slice(0, raw.length - separator.length) : null });
  }

  /** Passes on all records that end in the text, and returns the rest. */
  function scan(text, isEnd) {
    for (let at = 0; at < text.length;) {
      const record = parse(text, at, isEnd);
      if (record.end === INCOMPLETE) {
        if (text.length - at <= MAX_RECORD) return text.slice(at);
        const newline = text.indexOf('\n', at);
        isSkipping = newline < 0;
        const isLong = isSkipping || newline - at > MAX_RECORD;
        reject(isLong ? 'it is longer than 1 MB' : 'quotes are opened and not closed within 1 MB', text, at);
        line++;
        if (isSkipping) return '';
        at = newline + 1;
        continue;
      }
      const raw = text.slice(at, record.end);
      const lines = text.indexOf('\n', at) === record.end - 1 ? 1 : countLines(raw);
      if (record.fault) reject(record.fault, text, at);
      else give(record, raw, lines);
      line += lines;
      at = record.end;
    }
    return '';
  }

  /** The text after the line that is too long. */
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
      if (text.length < 2 && !isEnd) return;
      hasBegun = true;
      begin(text);
      if (text.startsWith('\ufeff')) text = text.slice(1);
    }
    rest = scan(text, isEnd);
  }

  return {
    write: (chunk) => read(decoder.write(chunk), false),
    end: () => read(decoder.end(), true),
  };
}

module.exports = { createRecords, copied };
