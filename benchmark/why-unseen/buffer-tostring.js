// reason: toString|Buffer|utf8|decod|latin|slice
'use strict';
// Parses lines of a Buffer: toString per field vs. bytes
const data = Buffer.from(Array.from({ length: 40 }, (_, i) => `${i},${i * 7},${i * 13}`).join('\n') + '\n');
function field(buffer, from, to) { return Number(buffer.toString('latin1', from, to)); } // HERE
function digits(buffer, from, to) { let n = 0; for (let i = from; i < to; i++) n = n * 10 + buffer[i] - 48; return n; }
function sumSlow(buffer) {
  let sum = 0, from = 0;
  for (let i = 0; i < buffer.length; i++) {
    const c = buffer[i];
    if (c === 44 || c === 10) { sum += field(buffer, from, i); from = i + 1; }
  }
  return sum;
}
function sumFast(buffer) {
  let sum = 0, from = 0;
  for (let i = 0; i < buffer.length; i++) {
    const c = buffer[i];
    if (c === 44 || c === 10) { sum += digits(buffer, from, i); from = i + 1; }
  }
  return sum;
}
module.exports = { fast() { return sumFast(data); }, slow() { return sumSlow(data); } };
