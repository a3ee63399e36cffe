'use strict';

/*
 * How the rounds of a test are spread, and whose instructions it executes, below its row:
 *   fastest 121 ns, median 124 ns, 75 % 126 ns, 99 % 140 ns, slowest 180 ns  :|#=-. .    .
 *   instructions: the test itself 72 %, V8's builtins 21 %, the collector 6.8 %
 * Of a test in several processes each of the first line is one.
 */

const { profileLine } = require('./profile-line');
const { truncate } = require('../text/display');
const { shortTime } = require('../text/numbers');
const { hasSpeed } = require('../text/verdict-words');
const { sorted, quantileSorted } = require('../stats/sample');

const { max, min, round } = Math;

// Below that each is one of the five figures.
const FEWEST = 5;

const FIGURES = [['fastest', 0], ['median', 0.5], ['75 %', 0.75], ['99 %', 0.99], ['slowest', 1]];
const FEW_FIGURES = FIGURES.filter(([, share]) => [0, 0.5, 1].includes(share));

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
 * @returns {string[]} a line of its rounds, none of too few, or where there is no time to tell; and one of its profile
 */
const detailLines = (row, columns) => [...roundsLine(row, columns), ...profileLine(row, columns)];

function roundsLine(row, columns) {
  const stats = hasSpeed(row) && row.results ? row.results.stats || [] : [];
  const times = sorted(stats.map(({ count, elapsed }) => elapsed / count * 1e9).filter((ns) => ns > 0));
  if (times.length < FEWEST) return [];
  const wordsOf = (figures) => `  ${figures
    .map(([name, share]) => `${name} ${shortTime(quantileSorted(times, share))}`).join(', ')}`;
  const drawing = histogram(times);
  const few = wordsOf(FEW_FIGURES);
  const lines = [...(drawing ? [`${wordsOf(FIGURES)}  |${drawing}|`] : []), wordsOf(FIGURES), few];
  const fits = (line) => !(columns > 0) || line.length <= columns;
  return [lines.find(fits) || truncate(few, columns)];
}

module.exports = { detailLines };
