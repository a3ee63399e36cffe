'use strict';

/* The share of a test's instructions by kind of function, below its row. */

const { percent } = require('../text/numbers');
const { profileIn, sharesOf } = require('./profile-words');

function profileLine(row, columns) {
  const shares = sharesOf(profileIn(row)).map(({ words, share }) => `${words} ${percent(share)}`);
  if (shares.length === 0) return [];
  const lines = shares.map((_, i) => `  instructions: ${shares.slice(0, shares.length - i).join(', ')}`);
  const fits = (line) => !(columns > 0) || line.length <= columns;
  return lines.filter(fits).slice(0, 1);
}

module.exports = { profileLine };
