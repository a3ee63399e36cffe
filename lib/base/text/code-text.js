'use strict';

/* The code in a file, without its comments and strings. No parser: a file may be TypeScript, or have errors. */

const BLANK = /(?:\s+|\/\*[^]*?\*\/|\/\/.*)+/y;
const REGEXP = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/\w*/y;
const STRING = /'[^'\\\n]*(?:\\[^][^'\\\n]*)*'|"[^"\\\n]*(?:\\[^][^"\\\n]*)*"/y;
const TEMPLATE_TEXT = /[^\\`$]*(?:(?:\\[^]|\$(?!\{))[^\\`$]*)*(?:`|\$\{)?/y;
const CODE = /[\w$]+|[^\w$\s'"`/{}]+|[^]/y;

const BEFORE_REGEXP = /^(?:return|typeof|case|in|of|new|delete|void|throw|do|else|yield|await)$/;

/** A slash after an operand is a division. */
const isOperand = (piece) => /[\w$)\]'"`]$/.test(piece) && !BEFORE_REGEXP.test(piece);

/** Replaces comments, regular expressions and the text of templates by spaces, and strings by stringOf(string). */
function replaceTexts(source, stringOf) {
  let code = '';
  let at = 0;

  /** Returns the match of a sticky pattern, or ''. */
  function next(pattern) {
    pattern.lastIndex = at;
    const [piece] = pattern.exec(source) || [''];
    at += piece.length;
    return piece;
  }

  /** Reads to the end of the source, or of the code in a template. */
  function readCode() {
    let before = '';
    for (let depth = 0; depth >= 0 && at < source.length;) {
      if (next(BLANK) || (!isOperand(before) && next(REGEXP))) {
        code += ' ';
        continue;
      }
      const string = next(STRING);
      before = string || next(CODE);
      code += string ? stringOf(string) : before;
      if (before === '{') depth++;
      if (before === '}') depth--;
      if (before !== '`') continue;
      while (next(TEMPLATE_TEXT).endsWith('${')) {
        code += '{'; // for the } at the end
        readCode();
      }
    }
  }

  while (at < source.length) readCode();
  return code;
}

const codeOf = (source) => replaceTexts(source, () => ' ');

/** Code with the strings that can be names of modules. */
const codeWithNames = (source) => replaceTexts(source, (string) => (/^.[^'"`\s]*.$/.test(string) ? string : ' '));

/** { code, strings }: code with "0" for the first string, "1" for the second, and so on */
function separateStrings(source) {
  const strings = [];
  const code = replaceTexts(source, (string) => `"${strings.push(string.slice(1, -1)) - 1}"`);
  return { code, strings };
}

module.exports = { codeOf, codeWithNames, separateStrings };
