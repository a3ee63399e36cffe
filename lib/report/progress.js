'use strict';

const { max, round } = Math;

/** '12 s', '3 min', '2.5 h': how long something still takes, never '0 s' */
function timeLeft(seconds) {
  if (seconds < 90) return `${max(1, round(seconds))} s`;
  return seconds < 5400 ? `${round(seconds / 60)} min` : `${round(seconds / 360) / 10} h`;
}

/** '37 % done, about 12 s left' */
function progressLine(share, leftSeconds) {
  return `${round(share * 100)} % done, about ${timeLeft(leftSeconds)} left`;
}

module.exports = { progressLine, timeLeft };
