'use strict';

/* All that is known of one test, folded below its name. */

const { markup } = require('../chart/markup');
const { facts, testDetails, warningList, failure } = require('./parts');
const { verdictTag } = require('../chart/verdicts');
const { time, roughTime, count, fixed, told, timeWithInterval } = require('../chart/figures');
const { memoryFacts, timeFacts, ofTheTime } = require('./measured-facts');
const { countFacts } = require('./count-facts');
const { instructionsCell } = require('../count-cells');
const { distributionFigure, sequenceFigure } = require('./test-plots');
const { profileFigure } = require('./profile-figure');
const { seriesOf, measured } = require('./series');
const { isUntold } = require('../../text/verdict-words');
const { sorted, quantileSorted } = require('../../stats/sample');

const KINDS = { sync: 'returns at once', callback: 'calls back', promise: 'returns a promise' };

/**
 * '3,590 MHz', with the range of nine in ten rounds where the clock moved by more than a hundredth; a reading can be
 * cut short.
 */
function clockRate(mhz) {
  if (mhz.length === 0) return null;
  const ordered = sorted(mhz);
  const [low, middle, high] = [0.05, 0.5, 0.95].map((share) => Math.round(quantileSorted(ordered, share)));
  return `${count(middle)} MHz${high > low * 1.01 ? `, ${count(low)} to ${count(high)}` : ''}`;
}

/** '4 of 14' where some were left out; of several processes the rounds in the document need not be all. */
function roundsOf({ rounds, processes }, series) {
  if (rounds === 0) return null;
  const there = measured(series).length;
  return count(rounds) + (series.of === 'rounds' && processes === 0 && there > rounds ? ` of ${count(there)}` : '');
}

const seconds = (value) => (value > 0 ? time(value * 1e9) : null);
const bytes = (value) => told(value, () => (value >= 1e6 ? `${fixed(value / 1e6, 2)} MB` : `${count(value)} bytes`));

function factsOf(test, series) {
  const { nsPerCall, nsLow, nsHigh, kind, ops, calls, processes, results, collections } = test;
  const isTold = nsPerCall > 0 && !isUntold(test);
  return facts([
    ['time per call', isTold && timeWithInterval(nsPerCall, nsLow, nsHigh)],
    ...timeFacts(test),
    ['cycles per call', told(test.cycles, count)],
    ...countFacts(test),
    ['speed', isTold && told(results.avg, (avg) => `${count(avg)} ops/sec`)],
    ['bytes', told(test.bytesPerSecond, (rate) => `${count(rate / 1e6)} MB/s`)],
    ['items', told(test.itemsPerSecond, (rate) => `${count(rate)} items/s`)],
    ['operations per call', ops === 1 ? null : count(ops)],
    ['the test', Object.hasOwn(KINDS, kind) && KINDS[kind]],
    ['tier of V8', test.tier],
    ['which calls', test.isCold === true && 'the first one in each process'],
    ['calls', calls > 0 && count(calls)],
    ['rounds', roundsOf(test, series)],
    ['processes', processes > 0 ? count(processes) : 'none of its own'],
    ['time in the body', seconds(results.elapsed)],
    ['time in all', seconds(results.duration)],
    ['collections of garbage', told(collections.count, (times) => count(times) + ofTheTime(collections.share))],
    ['allocated per call', bytes(collections.bytesPerCall)],
    ...memoryFacts(test),
    ['cannot be told below', told(test.resolutionNs, roughTime)],
    ['the loop, taken off', told(test.overheadNs, roughTime)],
    ['clock rate', clockRate(series.mhz)],
  ]);
}

/** What stands in the line that is always seen. */
function headline(test) {
  const { verdict, nsPerCall, nsLow, nsHigh, resolutionNs } = test;
  // Of the others without a speed the verdict says all there is to say.
  if (verdict === 'failed' || (isUntold(test) && verdict !== 'below-resolution')) return null;
  if (verdict === 'below-resolution') {
    const instructions = instructionsCell(test);
    const under = told(resolutionNs, (ns) => `under ${roughTime(ns)}`);
    return [under, instructions && `${instructions} instructions`].filter(Boolean).join(', ');
  }
  return time(nsPerCall, nsLow, nsHigh);
}

function figuresOf(test, points) {
  const series = seriesOf(test);
  return markup`<div class="plots">
${distributionFigure(test, series, points > 0)}${points > 0 && sequenceFigure(series, points)}</div>
${profileFigure(test)}${factsOf(test, series)}`;
}

/**
 * @param {object} test a row with its samples
 * @param {string} id of its place on the page
 * @param {boolean} isOpen
 * @param {number} points at most in the plot of its rounds, which is left out for 0, as is the key of the other
 */
function testSection(test, id, isOpen, points) {
  const isFailed = test.verdict === 'failed';
  return testDetails({
    id, name: test.name, isOpen,
    headline: markup`<span class="figure">${headline(test)}</span>${verdictTag(test.verdict)}`,
    content: [
      isFailed && test.error && failure(test.error), warningList(test.warnings), !isFailed && figuresOf(test, points),
    ],
  });
}

module.exports = { testSection };
