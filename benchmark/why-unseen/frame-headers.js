'use strict';
// Checks frames of a binary protocol for the magic prefix.
// reason: Buffer\.from

const MAGIC = Buffer.from('QTX2');
const FRAMES = [];
for (let i = 0; i < 16; i++) {
  FRAMES.push(Buffer.from((i % 3 === 2 ? 'QTX1' : 'QTX2') + String.fromCharCode(i, i * 7) + 'payload'));
}

function startsWith(frame, prefix) {
  if (frame.length < prefix.length) return false;
  for (let i = 0; i < prefix.length; i++) {
    if (frame[i] !== prefix[i]) return false;
  }
  return true;
}

function frameValue(frame, offset) {
  return frame[offset] * 256 + frame[offset + 1] + frame.length;
}

function fast() {
  let sum = 0;
  for (let i = 0; i < FRAMES.length; i++) {
    const magic = MAGIC;
    if (startsWith(FRAMES[i], magic)) sum += frameValue(FRAMES[i], magic.length);
  }
  return sum;
}

function slow() {
  let sum = 0;
  for (let i = 0; i < FRAMES.length; i++) {
    const magic = Buffer.from('QTX2'); // HERE
    if (startsWith(FRAMES[i], magic)) sum += frameValue(FRAMES[i], magic.length);
  }
  return sum;
}

module.exports = { fast, slow };
