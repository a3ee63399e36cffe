'use strict';

/* Splits the text of a command into words, as a shell would, unless only a shell can run it. */

const { UsageError } = require('../../base/text/usage-error');

// Spaces, bare text, quoted text, or an escaped character; the last alternative is a quote without its end.
const PIECES = /(\s+)|([^\s'"\\]+)|'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|['"\\]/gs;
const PIECES_ON_WINDOWS = /(\s+)|([^\s"]+)|(?!)()|"([^"]*)"|(?!)()|"/g; // a backslash is a part of a path

// Pipes, lists, redirections, groups, variables, globs, home folders, comments, and assignments before a command
const SYNTAX = /[|&;<>()$`*?[{~#!]/;
const SYNTAX_ON_WINDOWS = /[|&<>()^%]/;
const ASSIGNMENT = /^\w+=/;

const ESCAPED = /\\(["\\])/g; // in double quotes

/** The text of a piece outside of spaces; null if only a shell can interpret it. */
function textOf([whole, , bare, single, double, escaped], isFirst, isWindows) {
  if (bare !== undefined) {
    const isSyntax = isWindows ? SYNTAX_ON_WINDOWS.test(bare) : SYNTAX.test(bare) || (isFirst && ASSIGNMENT.test(bare));
    return isSyntax ? null : bare;
  }
  if (double !== undefined) {
    if ((isWindows ? /%/ : /[$`]/).test(double)) return null;
    return isWindows ? double : double.replace(ESCAPED, '$1');
  }
  const text = single ?? escaped;
  if (text === undefined) throw new UsageError(`the quote ${whole} is not closed. Add another ${whole}`);
  return text;
}

/** The words; null if the text has shell syntax. Throws a UsageError for a quote without its end. */
function splitCommand(text, platform) {
  const isWindows = platform === 'win32';
  const words = [];
  let word = null;
  for (const match of text.trim().matchAll(isWindows ? PIECES_ON_WINDOWS : PIECES)) {
    const [, space] = match;
    if (space === undefined) {
      const piece = textOf(match, words.length === 0 && word === null, isWindows);
      if (piece === null) return null;
      word = (word || '') + piece;
    } else if (space.includes('\n')) {
      return null;
    } else {
      words.push(word);
      word = null;
    }
  }
  return [...words, word];
}

module.exports = { splitCommand };
