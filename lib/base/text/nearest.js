'use strict';

const { show } = require('./show');

/** Damerau-Levenshtein distance, as optimal string alignment: nothing is edited twice. */
function editDistance(a, b) {
  let older = []; // three rows of the table are enough, because an exchange looks two rows back
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(previous[j] + 1, row[j - 1] + 1, replaced);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], older[j - 2] + 1);
    }
    older = previous;
    previous = row;
  }
  return previous[b.length];
}

/** Nearest candidate, ignoring case; the first of equals. null if none is within a third of the word, or one edit. */
function nearest(word, candidates) {
  const limit = Math.max(1, word.length / 3);
  const wanted = word.toLowerCase();
  let best = null;
  let smallest = Infinity;
  for (const candidate of candidates) {
    const offered = candidate.toLowerCase();
    // Names can be 10 kB long; that many insertions need no table.
    if (Math.abs(offered.length - wanted.length) > limit) continue;
    const distance = editDistance(wanted, offered);
    if (distance <= limit && distance < smallest) {
      best = candidate;
      smallest = distance;
    }
  }
  return best;
}

function didYouMean(word, candidates, otherwise, shown = (meant) => meant) {
  const meant = nearest(word, candidates);
  return meant === null ? otherwise : `Did you mean ${shown(meant)}?`;
}

/** what: 'bench: unknown setting'; all: 'Settings:', for the hint if nothing is near */
function checkName(name, names, what, all, shown = show) {
  if (names.includes(name)) return;
  throw new TypeError(`${what} ${show(name)}. ${didYouMean(name, names, `${all} ${names.join(', ')}`, shown)}`);
}

module.exports = { nearest, didYouMean, checkName };
