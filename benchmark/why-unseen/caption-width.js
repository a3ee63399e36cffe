'use strict';
// Estimates the width of a caption in a proportional font.
// reason: characters of a string

const CAPTIONS = [
  'Figure 12: flow of requests through the proxy',
  'Table 3: median latency (ms)',
  'Figure 13: retries after the failover of a replica, by region',
  'Listing 7: the handler of uploads with a limit for the body size',
];

function charWidth(code) {
  if (code === 32) return 4;
  if (code === 105 || code === 108) return 3;
  if (code < 91) return 8;
  return 6;
}

function wrapCount(width) {
  return Math.ceil(width / 120);
}

function fast() {
  let lines = 0;
  for (let c = 0; c < CAPTIONS.length; c++) {
    const text = CAPTIONS[c];
    let width = 0;
    for (let i = 0; i < text.length; i++) width += charWidth(text.charCodeAt(i));
    lines += wrapCount(width) * 1000 + width;
  }
  return lines;
}

function slow() {
  let lines = 0;
  for (let c = 0; c < CAPTIONS.length; c++) {
    const chars = [...CAPTIONS[c]]; // HERE
    let width = 0;
    for (let i = 0; i < chars.length; i++) width += charWidth(chars[i].charCodeAt(0));
    lines += wrapCount(width) * 1000 + width;
  }
  return lines;
}

module.exports = { fast, slow };
