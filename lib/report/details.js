'use strict';

/*
 * The spread of the rounds (or of the processes, if several ran the test) and the profile, below a row:
 *   fastest 121 ns, median 124 ns, 75 % 126 ns, 99 % 140 ns, slowest 180 ns  :|#=-. .    .
 *   instructions: the test itself 72 %, V8's builtins 21 %, the collector 6.8 %
 */

const { profileIn, sharesOf } = require('./profile-words');
const { truncate } = require('../text/display');
const { percent, shortTime } = require('../text/numbers');
const { hasSpeed } = require('../text/verdict-words');
const { sorted, quantileSorted } = require('../stats/sample');

const { max, min, round } = Math;

// Fewer rounds are the five figures themselves.
const FEWEST = 5;

const FIGURES = [['fastest', 0], ['median', 0.5], ['75 %', 0.75], ['99 %', 0.99], ['slowest', 1]];
const FEW_FIGURES = FIGURES.filter(([, share]) => [0, 0.5, 1].includes(share));

const HEIGHTS = ' .:-=#';
const BINS = 16;

// The histogram ends here: single slow rounds would squash the rest, and the last figure shows them.
const SHOWN_SHARE = 0.99;

/** A character for each of BINS equal ranges up to the 99th percentile; '' if all rounds are equal. */
function histogram(times) {
  const low = times[0];
  const high = quantileSorted(times, SHOWN_SHARE);
  if (!(high > low)) return '';
  const counts = new Array(BINS).fill(0);
  for (const ns of times) if (ns <= high) counts[min(BINS - 1, (ns - low) / (high - low) * BINS | 0)]++;
  const most = max(...counts);
  // One round stays visible next to a thousand.
  return counts.map((count) => HEIGHTS[count > 0 ? max(1, round(count / most * (HEIGHTS.length - 1))) : 0]).join('');
}

const fits = (line, columns) => !(columns > 0) || line.length <= columns;

function roundsLine(row, columns) {
  const stats = hasSpeed(row) && row.results ? row.results.stats || [] : [];
  const times = sorted(stats.map(({ count, elapsed }) => elapsed / count * 1e9).filter((ns) => ns > 0));
  if (times.length < FEWEST) return [];
  const wordsOf = (figures) => `  ${figures
    .map(([name, share]) => `${name} ${shortTime(quantileSorted(times, share))}`).join(', ')}`;
  const drawing = histogram(times);
  const few = wordsOf(FEW_FIGURES);
  const lines = [...(drawing ? [`${wordsOf(FIGURES)}  |${drawing}|`] : []), wordsOf(FIGURES), few];
  return [lines.find((line) => fits(line, columns)) || truncate(few, columns)];
}

/** The share of a test's instructions by kind of function. */
function profileLine(row, columns) {
  const shares = sharesOf(profileIn(row)).map(({ words, share }) => `${words} ${percent(share)}`);
  const lines = shares.map((_, i) => `  instructions: ${shares.slice(0, shares.length - i).join(', ')}`);
  return lines.filter((line) => fits(line, columns)).slice(0, 1);
}

/** A line about the rounds, unless they are few or have no time, and one about the profile. */
const detailLines = (row, columns) => [...roundsLine(row, columns), ...profileLine(row, columns)];

module.exports = { detailLines };
