'use strict';

const { timeLeft } = require('../text/numbers');

const { max, min, round } = Math;

// A bar of fewer columns tells less than the number beside it, and a longer one tells no more.
const SHORTEST_BAR = 8;
const LONGEST_BAR = 40;

/** '37 % done, about 12 s left' */
function progressLine(share, leftSeconds) {
  return `${round(share * 100)} % done, about ${timeLeft(leftSeconds)} left`;
}

/** '[=======>      ]' of so many columns, brackets included */
function bar(share, columns) {
  const room = columns - 2;
  const done = round(share * room);
  const head = done > 0 && done < room ? '>' : '';
  return `[${'='.repeat(done - head.length)}${head}${' '.repeat(room - done)}]`;
}

/**
 * '[=======>      ] 52 %, about 12 s left'
 *
 * @param {number} share 0 to 1, that is done
 * @param {number} [leftSeconds] nothing is said of it where it is not known
 * @param {number} [columns] that it may take: the bar is as long as they allow, then the time left goes; no limit where
 *   there is none
 * @returns {string}
 */
function progressBarLine(share, leftSeconds, columns) {
  const done = max(0, min(1, share)) || 0;
  const percent = `${round(done * 100)} %`;
  const isKnown = typeof leftSeconds === 'number' && leftSeconds < Infinity;
  const words = isKnown ? `${percent}, about ${timeLeft(leftSeconds)} left` : percent;
  const limit = columns > 0 ? columns : Infinity;
  const room = min(LONGEST_BAR, limit - words.length - 1);
  if (room >= SHORTEST_BAR) return `${bar(done, room)} ${words}`;
  return words.length <= limit ? words : percent;
}

module.exports = { progressLine, progressBarLine };
