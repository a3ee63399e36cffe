'use strict';

/* The answer for rates, a sentence per file. There is no verdict, because configurations do different work. */

const { shortConfiguration } = require('../text/configuration-names');
const { label } = require('../text/display');
const { perSecond, shareText } = require('../text/numbers');
const { median, medianInterval, quantileSorted, sorted, variation } = require('../stats/sample');
const { TIMES, timesText } = require('./answer');
const { shareParameters } = require('./shared-parameters');

/**
 * @returns {{ runs: number, failed: number, rate: number, reach: number|null, variation: number|null, seconds:
 *   number|null }} rate: median, NaN without runs; reach: distance from the median to the farther end of its 95 %
 *   interval, as a share, null under 6 runs; variation: standard deviation over mean, null under 2 runs; seconds:
 *   median duration of a run
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

const { max } = Math;

/** @param {object[]} configurations of one file, from a document of rates */
function fileAnswer(configurations, side = 0) {
  const { rest } = shareParameters(configurations.map(({ configuration }) => configuration));
  const told = configurations.map(({ sides }, i) => ({ name: rest[i], ...(sides[side] ? runsOf(sides[side]) : {}) }))
    .filter(({ rate }) => rate > 0);
  if (told.length < 2) return [];
  const [highest, lowest] = [1, -1].map((way) => [...told].sort((a, b) => way * (b.rate - a.rate))[0]);
  const ratio = highest.rate / lowest.rate;
  if (ratio === 1) return [`all have a rate of ${perSecond(highest.rate)}`];
  const more = ratio >= TIMES ? `${timesText(ratio)} that` : `${shareText(ratio - 1)} above that`;
  return [`${shortConfiguration(highest.name)} has the highest rate, ${perSecond(highest.rate)}, ${more} of ` +
    shortConfiguration(lowest.name)];
}

const ratesAnswer = (files) => files.flatMap(([file, configurations]) => (
  fileAnswer(configurations).map((line) => (files.length > 1 ? `${label(file)}: ${line}` : line))));

module.exports = { ratesAnswer, runsOf };
