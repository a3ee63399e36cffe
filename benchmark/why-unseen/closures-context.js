// reason: closure|function|context|allocat
'use strict';
// A parser-combinator style: parsers made per call vs. once
const input = 'aaaabbbbcccc';
const char = (c) => (text, i) => (text.charCodeAt(i) === c ? i + 1 : -1);
const many = (parser) => (text, i) => { for (;;) { const n = parser(text, i); if (n < 0) return i; i = n; } };
const sequence = (a, b) => (text, i) => { const n = a(text, i); return n < 0 ? -1 : b(text, n); };
function makeParser() {
  return sequence(many(char(97)), sequence(many(char(98)), many(char(99)))); // HERE (or the three above)
}
const shared = makeParser();
function parseSlow(text) {
  const parser = makeParser();
  return parser(text, 0);
}
function parseFast(text) {
  return shared(text, 0);
}
module.exports = { fast() { return parseFast(input); }, slow() { return parseSlow(input); } };
