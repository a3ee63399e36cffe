'use strict';
// Groups stock movements by warehouse.
// reason: spread

const MOVES = [];
for (let i = 0; i < 30; i++) {
  MOVES.push({ warehouse: 'w' + ((i * 7) % 15), amount: (i * 13) % 29 });
}

function valueOf(move) {
  return move.amount > 20 ? 20 : move.amount;
}

function summary(groups) {
  let sum = 0;
  let count = 0;
  for (const key in groups) {
    sum += groups[key] * ++count;
  }
  return sum;
}

function fast() {
  const groups = MOVES.reduce((acc, move) => {
    acc[move.warehouse] = (acc[move.warehouse] || 0) + valueOf(move);
    return acc;
  }, {});
  return summary(groups);
}

function slow() {
  const groups = MOVES.reduce((acc, move) => {
    return { ...acc, [move.warehouse]: (acc[move.warehouse] || 0) + valueOf(move) }; // HERE
  }, {});
  return summary(groups);
}

module.exports = { fast, slow };
