'use strict';

// reason: more

// "Did you mean ...?" of a command line.
const commands = [
  'install', 'publish', 'version', 'unlink', 'restart', 'outdated', 'uninstall', 'search', 'rebuild', 'explain',
];
const typed = ['instal', 'verison'];
const row = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

function distance(a, b) {
  for (let j = 0; j <= b.length; j++) row[j] = j;
  for (let i = 1; i <= a.length; i++) {
    let diagonal = row[0];
    row[0] = i;
    for (let j = 1; j <= b.length; j++) {
      const above = row[j];
      let best = diagonal + (a.charCodeAt(i - 1) === b.charCodeAt(j - 1) ? 0 : 1);
      if (above + 1 < best) best = above + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      row[j] = best;
      diagonal = above;
    }
  }
  return row[b.length];
}

module.exports = {
  fast() {
    let sum = 0;
    for (let i = 0; i < 5; i++) sum += distance(typed[i & 1], commands[i]);
    return sum;
  },
  slow() {
    let sum = 0;
    for (let i = 0; i < 10; i++) sum += distance(typed[i & 1], commands[i]);
    return sum;
  },
};
