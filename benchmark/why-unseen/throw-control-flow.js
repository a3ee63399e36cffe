// reason: throw|exception|stack|error
'use strict';
const inputs = ['12', 'x1', '7', 'nope', '88', '-', '5', '1e', '19', '0'];
class ParseError extends Error { constructor(text) { super(`no number: ${text}`); this.text = text; } }
function parseOrThrow(text) {
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i) - 48;
    if (c < 0 || c > 9) throw new ParseError(text); // HERE
    n = n * 10 + c;
  }
  return n;
}
function parseOrNull(text) {
  let n = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i) - 48;
    if (c < 0 || c > 9) return null;
    n = n * 10 + c;
  }
  return n;
}
function sumSlow() {
  let s = 0;
  for (const t of inputs) {
    try { s += parseOrThrow(t); } catch (e) { if (!(e instanceof ParseError)) throw e; }
  }
  return s;
}
function sumFast() {
  let s = 0;
  for (const t of inputs) {
    const n = parseOrNull(t);
    if (n !== null) s += n;
  }
  return s;
}
module.exports = { fast() { return sumFast(); }, slow() { return sumSlow(); } };
