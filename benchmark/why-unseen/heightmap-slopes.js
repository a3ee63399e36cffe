'use strict';
// Slopes of a height map: difference to the left neighbour.
// reason: index is negative

const ROWS = [];
for (let y = 0; y < 20; y++) {
  const row = [];
  for (let x = 0; x < 16; x++) row.push((x * 7 + y * 11) % 23 + 1);
  ROWS.push(row);
}

function steepness(here, left) {
  const diff = here - left;
  return diff < 0 ? -diff : diff;
}

function fast() {
  let total = 0;
  for (let y = 0; y < ROWS.length; y++) {
    const row = ROWS[y];
    for (let x = 0; x < row.length; x++) {
      const left = x > 0 ? row[x - 1] : 0;
      total += steepness(row[x], left);
    }
  }
  return total;
}

function slow() {
  let total = 0;
  for (let y = 0; y < ROWS.length; y++) {
    const row = ROWS[y];
    for (let x = 0; x < row.length; x++) {
      const left = row[x - 1] || 0; // HERE
      total += steepness(row[x], left);
    }
  }
  return total;
}

module.exports = { fast, slow };
