'use strict';

/* Progress on one line, the same for all commands. */

const { escaped, truncate, width } = require('./display');
const { timeLeft } = require('./numbers');

const { max, min, round } = Math;

// A shorter bar shows less than the percentage, and a longer one shows no more.
const SHORTEST_BAR = 8;
const LONGEST_BAR = 40;

/** '[=======>      ]', brackets included in `columns` */
function bar(share, columns) {
  const room = columns - 2;
  const done = round(share * room);
  const head = done > 0 && done < room ? '>' : '';
  return `[${'='.repeat(done - head.length)}${head}${' '.repeat(room - done)}]`;
}

function wordings({ share, leftSeconds, isAtMost, what }) {
  const percent = `${round(share * 100)} %`;
  const isKnown = typeof leftSeconds === 'number' && leftSeconds < Infinity;
  const left = isKnown && `${isAtMost ? 'at most' : 'about'} ${timeLeft(leftSeconds)} left`;
  return [[percent, left, what], [percent, left], [percent]].map((parts) => parts.filter(Boolean).join(', '));
}

/** '[=======>      ] 52 %, about 12 s left, file 2 of 3'. In few columns the bar gets shorter first, then the text. */
function progressLine({ share, leftSeconds = null, isAtMost = false, what = null }, columns) {
  const done = max(0, min(1, share)) || 0;
  const words = wordings({ share: done, leftSeconds, isAtMost, what });
  const limit = columns > 0 ? columns : Infinity;
  const room = min(LONGEST_BAR, limit - width(words[0]) - 1);
  if (room >= SHORTEST_BAR) return `${bar(done, room)} ${words[0]}`;
  return words.find((one) => width(one) <= limit) || truncate(words[2], limit);
}

/** 'qtimeit: a.js: 52 %, about 12 s left, file 2 of 3': a line in a log needs the name of its program. */
const logLine = ({ file = null, ...progress }) => (
  `qtimeit: ${file === null ? '' : `${escaped(file)}: `}${wordings(progress)[0]}`);

/** Shows progress on standard error, until something else is written there. Only a log names progress.file. */
function showProgress(terminal, progress) {
  terminal.status((columns) => (columns === null ? logLine(progress) : progressLine(progress, columns)));
}

module.exports = { progressLine, showProgress };
