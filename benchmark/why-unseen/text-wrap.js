// reason: join|quadratic|again|repeated|every word|each word|running
// because: the slow one joins all words of the current line again for every word only to learn its length.
'use strict';
const assert = require('assert');

const vocabulary = 'a the of parser stream value object into being when function closure with array is to'.split(' ');
const paragraphs = [];
for (let p = 0; p < 8; p++) {
  paragraphs.push(Array.from({ length: 40 }, (_, i) => vocabulary[(i * 5 + p * 3 + (i >> 2)) % vocabulary.length]));
}

function wrapCounting(words, width) {
  const lines = [];
  let line = [];
  let used = -1;
  for (const word of words) {
    if (used + 1 + word.length > width) {
      lines.push(line.join(' '));
      line = [];
      used = -1;
    }
    line.push(word);
    used += 1 + word.length;
  }
  lines.push(line.join(' '));
  return lines;
}

function wrapMeasuring(words, width) {
  const lines = [];
  let line = [];
  for (const word of words) {
    if (line.concat(word).join(' ').length > width) { // HERE
      lines.push(line.join(' '));
      line = [];
    }
    line.push(word);
  }
  lines.push(line.join(' '));
  return lines;
}

let i = 0;
let j = 0;

module.exports = {
  fast: () => wrapCounting(paragraphs[i = (i + 1) & 7], 60).length,
  slow: () => wrapMeasuring(paragraphs[j = (j + 1) & 7], 60).length,
};

for (const p of paragraphs) assert.deepStrictEqual(wrapCounting(p, 60), wrapMeasuring(p, 60));
assert.strictEqual(module.exports.fast(), module.exports.slow());
