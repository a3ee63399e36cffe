'use strict';

/*
 * How the rounds of a test are spread, below its row:
 *   fastest 121 ns, median 124 ns, 75 % 126 ns, 99 % 140 ns, slowest 180 ns  :|#=-. .    .
 * Of a test in several processes each of these is one.
 */

const { truncate } = require('../text/display');
const { shortTime } = require('../text/numbers');
const { hasSpeed } = require('../text/verdict-words');
const { sorted, quantileSorted } = require('../stats/sample');

const { max, min, round } = Math;

// Below that each is one of the five figures.
const FEWEST = 5;

// Plain characters, as of the other drawings: from few to most.
const HEIGHTS = ' .:-=#';
const BINS = 16;

// The histogram ends here, where single slow rounds would squash all others: the last figure tells of these.
const SHOWN_SHARE = 0.99;

/** A character for each of BINS equal parts up to the 99th percentile: how many rounds lie in it; '' of equal ones. */
function histogram(times) {
  const low = times[0];
  const high = quantileSorted(times, SHOWN_SHARE);
  if (!(high > low)) return '';
  const counts = new Array(BINS).fill(0);
  for (const ns of times) if (ns <= high) counts[min(BINS - 1, (ns - low) / (high - low) * BINS | 0)]++;
  const most = max(...counts);
  // One round is to be seen beside a thousand.
  return counts.map((count) => HEIGHTS[count > 0 ? max(1, round(count / most * (HEIGHTS.length - 1))) : 0]).join('');
}

/**
 * @param {object} row as docs/results.md has it
 * @param {number} [columns] that the line may take
 * @returns {string[]} a line, none of too few rounds, or where there is no time to tell
 */
function detailLines(row, columns) {
  const stats = hasSpeed(row) && row.results ? row.results.stats || [] : [];
  const times = sorted(stats.map(({ count, elapsed }) => elapsed / count * 1e9).filter((ns) => ns > 0));
  if (times.length < FEWEST) return [];
  const at = (share) => shortTime(quantileSorted(times, share));
  const words = `  fastest ${at(0)}, median ${at(0.5)}, 75 % ${at(0.75)}, 99 % ${at(0.99)}, slowest ${at(1)}`;
  const drawing = histogram(times);
  const line = drawing ? `${words}  |${drawing}|` : words;
  return [columns > 0 && line.length > columns ? truncate(words, columns) : line];
}

module.exports = { detailLines };
