'use strict';
// Joins fragments of generated code, adding a separating space only where two words would touch.
// reason: flattens|joins strings

const fragments = [];
const words = ['return', 'value', '+', 'index', '(', 'typeof', 'item', ')', ';', 'const', 'limit', '=', '12'];
for (let i = 0; i < 120; i++) fragments.push(words[(i * 5) % words.length]);

function isWord(code) {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
}

function touches(lastCode, next) {
  return isWord(lastCode) && isWord(next.charCodeAt(0));
}

function endOf(text) {
  return text.length === 0 ? 0 : text.charCodeAt(text.length - 1);
}

function finish(out) {
  return out.length + ':' + out.charCodeAt(out.length >> 1) + ':' + out.indexOf('limit=12');
}

function fast() {
  let out = '';
  let previous = '';
  for (const piece of fragments) {
    const code = endOf(previous);
    if (touches(code, piece)) out += ' ';
    out += piece;
    previous = piece;
  }
  return finish(out);
}

function slow() {
  let out = '';
  for (const piece of fragments) {
    const code = endOf(out); // HERE
    if (touches(code, piece)) out += ' ';
    out += piece;
  }
  return finish(out);
}

module.exports = { fast, slow };
