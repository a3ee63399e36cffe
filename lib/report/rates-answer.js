'use strict';

/*
 * What rates have come to, in a sentence for each file:
 *   len=64 encoding="latin1" has the highest rate, 665.1 k/s, 11x that of len=16384 encoding="hex"
 * No verdict: configurations do different work.
 */

const { shortConfiguration } = require('../text/configuration-names');
const { perSecond, shareText } = require('../text/numbers');
const { TIMES, timesText } = require('./answer');
const { runsOf } = require('./rates-table');
const { shareParameters } = require('./shared-parameters');

/** '1.2 M/s', with the reach of its interval where it has one */
const rateWords = ({ rate, reach }) => `${perSecond(rate)}${reach === null ? '' : ` +-${shareText(reach)}`}`;

/**
 * @param {object[]} configurations of one file, as a document of rates has them
 * @param {number} [side]
 * @returns {string[]} a sentence, none where nothing has a rate
 */
function fileAnswer(configurations, side = 0) {
  const { rest } = shareParameters(configurations.map(({ configuration }) => configuration));
  const told = configurations.map(({ sides }, i) => ({ name: rest[i], ...(sides[side] ? runsOf(sides[side]) : {}) }))
    .filter(({ rate }) => rate > 0);
  if (told.length === 0) return [];
  if (told.length === 1) return [`${told[0].name ? `${shortConfiguration(told[0].name)}: ` : ''}${rateWords(told[0])}`];
  const [highest, lowest] = [1, -1].map((way) => [...told].sort((a, b) => way * (b.rate - a.rate))[0]);
  const ratio = highest.rate / lowest.rate;
  if (ratio === 1) return [`all have a rate of ${perSecond(highest.rate)}`];
  const more = ratio >= TIMES ? `${timesText(ratio)} that` : `${shareText(ratio - 1)} above that`;
  return [`${shortConfiguration(highest.name)} has the highest rate, ${perSecond(highest.rate)}, ${more} of ` +
    shortConfiguration(lowest.name)];
}

module.exports = { fileAnswer };
