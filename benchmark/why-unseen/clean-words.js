'use strict';
// Counts how often each word occurs in a text.
// reason: does more

const sentence = 'the quick brown fox jumps over the lazy dog while the cat sleeps on the warm roof ';
const shortText = sentence.repeat(3);
const longText = sentence.repeat(12);

function isLetter(c) {
  return c >= 97 && c <= 122;
}

function count(text) {
  const words = new Map();
  let start = -1;
  for (let i = 0; i <= text.length; i++) {
    const letter = i < text.length && isLetter(text.charCodeAt(i));
    if (letter && start < 0) start = i;
    if (!letter && start >= 0) {
      const word = text.slice(start, i);
      words.set(word, (words.get(word) || 0) + 1);
      start = -1;
    }
  }
  return words;
}

function top(words) {
  let best = '';
  let n = 0;
  for (const [word, times] of words) if (times > n) { best = word; n = times; }
  return best + '=' + words.size;
}

function fast() {
  return top(count(shortText));
}

function slow() {
  return top(count(longText));
}

module.exports = { fast, slow };
