// reason: flatten|rope|joined|concatenat|cons
'use strict';
// Writes lines and looks at the last character after each append
const cells = Array.from({ length: 60 }, (_, i) => `cell number ${i}${i % 5 === 0 ? ',' : ''}`);
function ensureComma(text) {
  return text.charCodeAt(text.length - 1) === 44 ? text : text + ','; // HERE (flattening), or the line of +=
}
function joinSlow(list) {
  let out = '';
  for (const cell of list) {
    out += cell;
    out = ensureComma(out);
  }
  return out;
}
function joinFast(list) {
  let out = '';
  for (const cell of list) {
    out += ensureComma(cell);
  }
  return out;
}
module.exports = { fast() { return joinFast(cells); }, slow() { return joinSlow(cells); } };
