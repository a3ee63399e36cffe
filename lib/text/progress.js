'use strict';

/* Progress in one line, the same for all commands. */

const { escaped, truncate, width } = require('./display');
const { timeLeft } = require('./numbers');

const { max, min, round } = Math;

// A shorter bar shows less than the percentage, and a longer one no more.
const SHORTEST_BAR = 8;
const LONGEST_BAR = 40;

/** '[=======>      ]' of so many columns, brackets included */
function bar(share, columns) {
  const room = columns - 2;
  const done = round(share * room);
  const head = done > 0 && done < room ? '>' : '';
  return `[${'='.repeat(done - head.length)}${head}${' '.repeat(room - done)}]`;
}

/** The text without the bar, the longest first. */
function wordings({ share, leftSeconds, isAtMost, what }) {
  const percent = `${round(share * 100)} %`;
  const isKnown = typeof leftSeconds === 'number' && leftSeconds < Infinity;
  const left = isKnown && `${isAtMost ? 'at most' : 'about'} ${timeLeft(leftSeconds)} left`;
  return [[percent, left, what], [percent, left], [percent]].map((parts) => parts.filter(Boolean).join(', '));
}

/**
 * '[=======>      ] 52 %, about 12 s left, file 2 of 3'
 *
 * @param {object} progress
 * @param {number} progress.share 0 to 1
 * @param {number|null} [progress.leftSeconds] null if unknown
 * @param {boolean} [progress.isAtMost] it may take less
 * @param {string|null} [progress.what] 'file 2 of 3'
 * @param {number} [columns] limit: the bar gets shorter first, then the words from their end
 */
function progressLine({ share, leftSeconds = null, isAtMost = false, what = null }, columns) {
  const done = max(0, min(1, share)) || 0;
  const words = wordings({ share: done, leftSeconds, isAtMost, what });
  const limit = columns > 0 ? columns : Infinity;
  const room = min(LONGEST_BAR, limit - width(words[0]) - 1);
  if (room >= SHORTEST_BAR) return `${bar(done, room)} ${words[0]}`;
  return words.find((one) => width(one) <= limit) || truncate(words[2], limit);
}

/** 'qtimeit: a.js: 52 %, about 12 s left, file 2 of 3': in a log, the line has to name its program. */
function logLine({ file = null, ...progress }) {
  return `qtimeit: ${file === null ? '' : `${escaped(file)}: `}${wordings(progress)[0]}`;
}

/**
 * Shows progress on standard error, until something else is written there.
 *
 * @param {object} terminal
 * @param {object} progress of progressLine(), and its file, which only a log names
 */
function showProgress(terminal, progress) {
  terminal.status((columns) => (columns === null ? logLine(progress) : progressLine(progress, columns)));
}

module.exports = { progressLine, showProgress };
