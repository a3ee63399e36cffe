'use strict';

/* Where the elements of a list stand in the text of a document, so that they can be taken as they are. */

const [BACKSLASH, COLON] = ['\\', ':'].map((char) => char.charCodeAt(0));
const BLANKS = /[ \t\n\r]*/y;

/**
 * Goes from one of some characters to the next. Most of a document is numbers, which indexOf() passes at a tenth of
 * what it takes to look at each character.
 *
 * @returns {function(number): { at: number, char: string }} given where to begin; at: the length of the text at its end
 */
function createFinder(text, chars) {
  const places = chars.map(() => -1);
  return (from) => {
    let found = 0;
    for (let i = 0; i < chars.length; i++) {
      if (places[i] < from) {
        const at = text.indexOf(chars[i], from);
        places[i] = at < 0 ? text.length : at;
      }
      if (places[i] < places[found]) found = i;
    }
    return { at: places[found], char: chars[found] };
  };
}

/** Behind the string that begins at a quote. */
function endOfString(text, start) {
  for (let at = start + 1; ;) {
    at = text.indexOf('"', at);
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    at++;
    if (backslashes % 2 === 0) return at;
  }
}

function isName(text, end) {
  BLANKS.lastIndex = end;
  BLANKS.exec(text);
  return text.charCodeAt(BLANKS.lastIndex) === COLON;
}

/**
 * @param {string} text JSON of an object
 * @param {string} key of a list of objects in it; where there are two, the last one is meant, as JSON.parse() has it
 * @returns {[number, number][]} from and behind each of its elements
 */
function elementsOf(text, key) {
  const next = createFinder(text, ['"', '{', '[', '}', ']']);
  let elements = [];
  let name = null;
  let isInList = false;
  let depth = 0;
  let start = 0;
  for (let from = 0; ;) {
    const { at, char } = next(from);
    if (at === text.length) return elements;
    from = at + 1;
    if (char === '"') {
      from = endOfString(text, at);
      if (depth === 1 && isName(text, from)) name = JSON.parse(text.slice(at, from));
    } else if (char === '{' || char === '[') {
      depth++;
      if (depth === 2) isInList = name === key;
      if (depth === 2 && isInList) elements = [];
      if (depth === 3) start = at;
    } else {
      depth--;
      if (depth === 2 && isInList) elements.push([start, at + 1]);
    }
  }
}

module.exports = { elementsOf };
