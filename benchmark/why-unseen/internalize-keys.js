// reason: propert|name|key|string
'use strict';
// Header parsing: object lookup with freshly sliced strings vs. Map... by first code and length
const headers = 'host: a\naccept: b\nuser-agent: c\ncookie: d\ncontent-length: 12\nconnection: close\n'.repeat(3);
const KNOWN = { host: 1, accept: 2, 'user-agent': 3, cookie: 4, 'content-length': 5, connection: 6 };
const CODES = new Uint8Array(2048);
for (const name of Object.keys(KNOWN)) CODES[(name.charCodeAt(0) - 97) * 32 + name.length] = KNOWN[name];
function parseSlow(text) {
  let sum = 0, start = 0;
  while (start < text.length) {
    const colon = text.indexOf(':', start);
    const end = text.indexOf('\n', colon);
    sum += KNOWN[text.slice(start, colon)]; // HERE
    start = end + 1;
  }
  return sum;
}
function parseFast(text) {
  let sum = 0, start = 0;
  while (start < text.length) {
    const colon = text.indexOf(':', start);
    const end = text.indexOf('\n', colon);
    sum += CODES[(text.charCodeAt(start) - 97) * 32 + colon - start];
    start = end + 1;
  }
  return sum;
}
module.exports = { fast() { return parseFast(headers); }, slow() { return parseSlow(headers); } };
