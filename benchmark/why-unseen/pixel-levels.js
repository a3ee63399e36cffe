'use strict';
// reason: not inlined

const pixels = new Uint8Array(600).map((_, i) => (i * 71) & 255);

function invalid(value, index) {
  throw new RangeError('level ' + value + ' at ' + index);
}

function levelA(value, index) {
  if (value < 0 || value > 255) invalid(value, index);
  return value < 16 ? 0 : value > 235 ? 255 : value;
}

function levelB(value, index) { // HERE
  if (value < 0 || value > 255) {
    const x = index % 20, y = (index - x) / 20;
    let text = 'level ' + value + ' at index ' + index + ' (x=' + x + ', y=' + y + ')';
    if (value === -1) text += ' means transparent: flatten the image before';
    else if (value === 256) text += ' is off by one: use a scale of 255 and not of 256';
    else if (value > 65535) text += ' looks like a packed colour, red ' + (value >> 16 & 255) +
      ', green ' + (value >> 8 & 255) + ', blue ' + (value & 255);
    else if (value > 255 && value < 1024) text += ' looks like 10 bits: shift right by 2 to ' + (value >> 2);
    else if (value > 255 && value < 4096) text += ' looks like 12 bits: shift right by 4 to ' + (value >> 4);
    else if (value > 255) text += ' looks like 16 bits: shift right by 8 to ' + (value >> 8);
    else if (value < -255) text += ' is a difference of two rows: add the row ' + (y - 1) + ' first';
    else text += ' is a signed byte: add 128 to get ' + (value + 128);
    const hint = x === 0 ? 'left edge' : x === 19 ? 'right edge' : y === 0 ? 'top edge' : 'inside';
    const row = 'row ' + y + ' starts at ' + y * 20 + ' and ends at ' + (y * 20 + 19);
    const lines = [text, hint, row, 'size ' + pixels.length, 'type ' + typeof value];
    const err = new RangeError(lines.join('; '));
    err.code = 'ERR_LEVEL';
    err.position = { x, y, index };
    throw err;
  }
  return value < 16 ? 0 : value > 235 ? 255 : value;
}

function a() {
  let sum = 0;
  for (let i = 0; i < pixels.length; i++) sum += levelA(pixels[i], i);
  return sum;
}

function b() {
  let sum = 0;
  for (let i = 0; i < pixels.length; i++) sum += levelB(pixels[i], i);
  return sum;
}

module.exports = { fast: a, slow: b };
