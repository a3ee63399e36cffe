'use strict';

/*
 * The spread of the rounds (or of the processes, if several ran the test) and the profile, below a row:
 *   ▁▃█▆▂▁   ▁      fastest 121 ns, median 124 ns, 75 % 126 ns, 99 % 140 ns, slowest 180 ns
 *    ├┼┤            95 % interval 123 – 125 ns
 *   instructions: the test itself 72 %, V8's builtins 21 %, the garbage collector 6.8 %
 */

const { profileIn, shareWords, sumSharesByKind } = require('./profile-words');
const { truncate } = require('../base/text/display');
const { isNumber, shortTime, formatTimeInterval } = require('../base/text/numbers');
const { hasSpeed } = require('../base/text/verdict-words');
const { maxOf, quantileSorted, toSorted } = require('../base/stats/sample');

const { floor, max, min, round } = Math;

const FEWEST = 5; // fewer rounds are the five figures themselves
const FIGURES = [['fastest', 0], ['median', 0.5], ['75 %', 0.75], ['99 %', 0.99], ['slowest', 1]];
const FEW_FIGURES = FIGURES.filter(([, share]) => [0, 0.5, 1].includes(share));
const SIGNS = { heights: ' ▁▂▃▄▅▆▇█', left: '├', right: '┤', line: '─', median: '┼', alone: '│' };
const ASCII_SIGNS = { heights: ' .:-=#', left: '[', right: ']', line: '-', median: '|', alone: '|' };
const BINS = [24, 16];

// The histogram ends here: single slow rounds would squash the rest, and the last figure shows them.
const SHOWN_SHARE = 0.99;

/** A character for each of equal ranges up to the 99th percentile. */
function histogram(times, { low, size }, n, { heights }) {
  const counts = new Array(n).fill(0);
  for (const ns of times) if (ns <= low + size * n) counts[min(n - 1, floor((ns - low) / size))]++;
  const most = maxOf(counts);
  // One round stays visible next to a thousand.
  return counts.map((count) => heights[count > 0 ? max(1, round(count / most * (heights.length - 1))) : 0]).join('');
}

function marks(median, { nsLow, nsHigh }, { low, size }, n, { left, right, line, median: middle, alone }) {
  const placeOf = (ns) => max(0, min(n - 1, floor((ns - low) / size)));
  const at = placeOf(median);
  if (!isNumber(nsLow) || !isNumber(nsHigh)) return `${' '.repeat(at)}${alone}`;
  const [from, to] = [placeOf(nsLow), placeOf(nsHigh)];
  const signs = new Array(n).fill(' ').fill(line, from, to + 1);
  if (from < to) [signs[from], signs[to]] = [left, right];
  signs[at] = from < at && at < to ? middle : alone;
  return signs.join('').trimEnd();
}

const fits = (line, columns) => !(columns > 0) || line.length <= columns;

function roundsLines(row, { columns, isUtf8 }) {
  const stats = hasSpeed(row) && row.results ? row.results.stats || [] : [];
  const times = toSorted(stats.map(({ count, elapsed }) => elapsed / count * 1e9).filter((ns) => ns > 0));
  if (times.length < FEWEST) return [];
  const wordsOf = (figures) => figures
    .map(([name, share]) => `${name} ${shortTime(quantileSorted(times, share))}`).join(', ');
  const [all, few] = [FIGURES, FEW_FIGURES].map(wordsOf);
  const [low, median, high] = [0, 0.5, SHOWN_SHARE].map((share) => quantileSorted(times, share));
  const n = BINS.find((bins) => fits(' '.repeat(bins + 4) + all, columns));
  if (n === undefined || !(high > low)) {
    const words = [all, few].map((one) => `  ${one}`);
    return [words.find((line) => fits(line, columns)) || truncate(words[1], columns)];
  }
  const scale = { low, size: (high - low) / n };
  const signs = isUtf8 ? SIGNS : ASCII_SIGNS;
  const interval = isNumber(row.nsLow) && isNumber(row.nsHigh)
    ? `95 % interval ${formatTimeInterval(row.nsLow, row.nsHigh, row.nsPerCall)}` : 'median';
  return [
    `  ${histogram(times, scale, n, signs)}  ${all}`,
    `  ${marks(median, row, scale, n, signs).padEnd(n)}  ${interval}`,
  ];
}

function profileLine(row, { columns }) {
  const shares = sumSharesByKind(profileIn(row)).map(shareWords);
  const lines = shares.map((_, i) => `  instructions: ${shares.slice(0, shares.length - i).join(', ')}`);
  return lines.filter((line) => fits(line, columns)).slice(0, 1);
}

const detailLines = (row, screen = {}) => [...roundsLines(row, screen), ...profileLine(row, screen)];

module.exports = { detailLines };
