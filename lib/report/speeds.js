'use strict';

/* Speeds of streams, in the words of pages and pictures. */

const { quantity } = require('./chart/figures');
const words = require('./streams-words');

const NBSP = '\u00a0';

/**
 * @returns {{ value: number, low: number|null, high: number|null, unit: string } | null} positive; both ends of the
 *   interval or none
 */
function speedOf(test) {
  const speed = words.speedOf(test);
  if (!speed || !(speed.perSecond > 0)) return null;
  const [low, high] = speed.low > 0 && speed.high > 0 ? [speed.low, speed.high] : [null, null];
  return { value: speed.perSecond, low, high, unit: speed.unit };
}

/** '52.1 MB/s', with the digits that the interval leaves certain */
const speedText = ({ value, low, high, unit }) => `${quantity(value, low, high)}${NBSP}${unit}`;

/** '51.7 – 52.5' */
const interval = ({ low, high }) => `${quantity(low, low, high)} – ${quantity(high, low, high)}`;

/** '51.7 – 52.5 MB/s' */
const speedInterval = ({ unit, ...ends }) => `${interval(ends)}${NBSP}${unit}`;

/** '52.1 MB/s (51.7 – 52.5 MB/s)', the speed alone where there is no interval */
const speedWithInterval = (speed) => speedText(speed) + (speed.low === null ? '' : ` (${speedInterval(speed)})`);

module.exports = { speedOf, speedText, interval, speedInterval, speedWithInterval };
