'use strict';

/*
 * What rates have come to, in a sentence for each file:
 *   len=64 encoding="latin1" has the highest rate, 665.1 k/s, 11x that of len=16384 encoding="hex"
 * No verdict: configurations do different work.
 */

const { shortConfiguration } = require('../text/configuration-names');
const { label } = require('../text/display');
const { perSecond, shareText } = require('../text/numbers');
const { median, medianInterval, quantileSorted, sorted, variation } = require('../stats/sample');
const { TIMES, timesText } = require('./answer');
const { shareParameters } = require('./shared-parameters');

/**
 * What the runs of one side of a configuration come to.
 *
 * @param {{ rates: number[], seconds: number[], errors: object[] }} side
 * @returns {{ runs: number, failed: number, rate: number, reach: number|null, variation: number|null,
 *   seconds: number|null }} rate: the median, NaN without runs; reach: of its 95 % interval as a share of it, to the
 *   farther end, null under 6 runs; variation: standard deviation over mean, null under 2 runs; seconds: the median of
 *   a run, null where it is not known
 */
function runsOf({ rates: measured, seconds, errors }) {
  const rates = sorted(measured);
  const rate = rates.length ? quantileSorted(rates, 0.5) : NaN;
  const known = (seconds || []).filter((one) => one !== null);
  const found = rate > 0 ? medianInterval(rates) : null;
  return {
    runs: rates.length, failed: (errors || []).length, rate,
    reach: found && max(found.high - rate, rate - found.low) / rate,
    variation: variation(measured),
    seconds: known.length ? median(known) : null,
  };
}

/** '1.2 M/s', with the reach of its interval where it has one */
const rateWords = ({ rate, reach }) => `${perSecond(rate)}${reach === null ? '' : ` +-${shareText(reach)}`}`;

const { max } = Math;

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

/** The same for several files, each after its name. */
const ratesAnswer = (files) => files.flatMap(([file, configurations]) => (
  fileAnswer(configurations).map((line) => (files.length > 1 ? `${label(file)}: ${line}` : line))));

module.exports = { ratesAnswer, runsOf };
