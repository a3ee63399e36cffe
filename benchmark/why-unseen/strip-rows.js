'use strict';
// reason: replace|regular

function pad(text, width) {
  return text + ' '.repeat(width - text.length);
}

const rows = [
  ['Widget', '12.00', 'EUR'],
  ['Large crate', '7.25', 'USD'],
  ['Bolt', '0.10', 'CHF'],
  ['Hinge, brass', '3.80', 'EUR'],
  ['Door handle', '14.95', 'GBP'],
].map(([name, price, currency]) => '   ' + pad(name, 44) + pad(price, 30) + currency + '   ');

function cleanA(line) {
  return line.trim();
}

function cleanB(line) {
  return line.replace(/^\s+|\s+$/g, ''); // HERE
}

function a() {
  let chars = 0;
  for (let i = 0; i < rows.length; i++) {
    chars += cleanA(rows[i]).length;
  }
  return chars;
}

function b() {
  let chars = 0;
  for (let i = 0; i < rows.length; i++) {
    chars += cleanB(rows[i]).length;
  }
  return chars;
}

module.exports = { fast: a, slow: b };
