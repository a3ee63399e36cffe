'use strict';

/* Whose instructions a test executes, below its row. */

const { percent } = require('../text/numbers');
const { profileIn, sharesOf } = require('./profile-words');

/** '  instructions: the test itself 72 %, V8's builtins 21 %', as much of it as there is room for. */
function profileLine(row, columns) {
  const shares = sharesOf(profileIn(row)).map(({ words, share }) => `${words} ${percent(share)}`);
  if (shares.length === 0) return [];
  const lines = shares.map((_, i) => `  instructions: ${shares.slice(0, shares.length - i).join(', ')}`);
  const fits = (line) => !(columns > 0) || line.length <= columns;
  return lines.filter(fits).slice(0, 1);
}

module.exports = { profileLine };
