'use strict';
// Sums a numeric column of CSV lines.
// reason: does more

const LINES = [];
for (let i = 0; i < 24; i++) LINES.push('row' + i + ',' + (i * 37) % 101 + ',' + i * 3 + ',ok');

function column(line, index) {
  let start = 0;
  for (let i = 0; i < index; i++) start = line.indexOf(',', start) + 1;
  let value = 0;
  for (let i = start; i < line.length; i++) {
    const digit = line.charCodeAt(i) - 48;
    if (digit < 0 || digit > 9) break;
    value = value * 10 + digit;
  }
  return value;
}

function sumColumn(lines, index, rounds) {
  let sum = 0;
  for (let r = 0; r < rounds; r++) {
    sum = 0;
    for (let i = 0; i < lines.length; i++) sum += column(lines[i], index);
  }
  return sum;
}

function fast() {
  return sumColumn(LINES, 2, 2);
}

function slow() {
  return sumColumn(LINES, 2, 4); // HERE
}

module.exports = { fast, slow };
