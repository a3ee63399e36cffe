'use strict';

/* All that is known of one test, folded below its name. */

const { markup, nameOf } = require('./markup');
const { known, object, positive, textual } = require('./known');
const { facts, warningList, wholeName } = require('./parts');
const { verdictTag } = require('./verdicts');
const { time, roughTime, timeInterval, percent, count, fixed, NOTHING } = require('./figures');
const { failure } = require('./failure');
const { memoryFacts, timeFacts } = require('./measured-facts');
const { distributionFigure, sequenceFigure } = require('./test-plots');
const { seriesOf, measured } = require('./series');
const { isUntold } = require('../../told');
const { sorted, quantileSorted } = require('../../stats/sample');

// Captured at load, because a measured test may change them.
const { round } = Math;

const KINDS = { sync: 'returns at once', callback: 'calls back', promise: 'returns a promise' };

/** '3,590 MHz', with the range of nine in ten rounds where the clock moved by more than a hundredth; a reading can be cut short. */
function clockRate(mhz) {
  if (mhz.length === 0) return null;
  const ordered = sorted(mhz);
  const [low, middle, high] = [0.05, 0.5, 0.95].map((share) => round(quantileSorted(ordered, share)));
  return `${count(middle)} MHz${high > low * 1.01 ? `, ${count(low)} to ${count(high)}` : ''}`;
}

/** '4 of 14' where some were left out; of several processes the rounds in the document need not be all. */
function roundsOf({ rounds, processes }, series) {
  if (!(known(rounds) > 0)) return null;
  const there = measured(series).length;
  return count(rounds) + (series.of === 'rounds' && !(processes > 0) && there > rounds ? ` of ${count(there)}` : '');
}

function collectionsOf({ count: times, share }) {
  if (known(times) === null) return null;
  return `${count(times)}${known(share) === null ? '' : `, ${percent(share)} of the time`}`;
}

function bytes(value) {
  if (known(value) === null) return null;
  return value >= 1e6 ? `${fixed(value / 1e6, 2)} MB` : `${count(value)} bytes`;
}

const seconds = (value) => (known(value) === null ? null : time(value * 1e9));
const positiveCount = (value) => (known(value) > 0 ? count(value) : null);

function factsOf(test, series) {
  const { nsPerCall, nsLow, nsHigh, cycles, kind, ops, calls, processes, resolutionNs, overheadNs } = test;
  const told = positive(nsPerCall) !== null && !isUntold(test);
  const interval = known(nsLow) === null || known(nsHigh) === null ? '' : ` (${timeInterval(nsLow, nsHigh, nsPerCall)})`;
  const results = object(test.results);
  const collections = object(test.collections);
  return facts([
    ['time per call', told ? `${time(nsPerCall, nsLow, nsHigh)}${interval}` : null],
    ...timeFacts(test),
    ['cycles per call', known(cycles) === null ? null : count(cycles)],
    ['speed', told && known(results.avg) !== null ? `${count(results.avg)} ops/sec` : null],
    ['bytes', known(test.bytesPerSecond) === null ? null : `${count(test.bytesPerSecond / 1e6)} MB/s`],
    ['items', known(test.itemsPerSecond) === null ? null : `${count(test.itemsPerSecond)} items/s`],
    ['operations per call', ops === 1 ? null : positiveCount(ops)],
    ['the test', Object.hasOwn(KINDS, `${kind}`) ? KINDS[kind] : null],
    ['tier of V8', textual(test.tier)],
    ['which calls', test.isCold === true ? 'the first one in each process' : null],
    ['calls', positiveCount(calls)],
    ['rounds', roundsOf(test, series)],
    ['processes', processes > 0 ? count(processes) : 'none of its own'],
    ['time in the body', results.elapsed > 0 ? seconds(results.elapsed) : null],
    ['time in all', results.duration > 0 ? seconds(results.duration) : null],
    ['collections of garbage', collectionsOf(collections)],
    ['allocated per call', bytes(collections.bytesPerCall)],
    ...memoryFacts(test),
    ['cannot be told below', known(resolutionNs) === null ? null : roughTime(resolutionNs)],
    ['the loop, taken off', known(overheadNs) === null ? null : roughTime(overheadNs)],
    ['clock rate', clockRate(series.mhz)],
  ]);
}

/** What stands in the line that is always seen. */
function headline(test) {
  const { verdict, nsPerCall, nsLow, nsHigh, resolutionNs } = test;
  // Of what is too noisy the verdict beside says all there is to say.
  if (verdict === 'failed' || verdict === 'too-noisy') return null;
  if (verdict === 'below-resolution') return known(resolutionNs) === null ? null : `under ${roughTime(resolutionNs)}`;
  return known(nsPerCall) === null ? NOTHING : time(nsPerCall, nsLow, nsHigh);
}

function figuresOf(test, series) {
  return markup`<div class="plots">
${distributionFigure(test, series)}${sequenceFigure(series)}</div>
${factsOf(test, series)}`;
}

/**
 * @param {object} test a row with its samples
 * @param {string} id of its place on the page
 * @param {boolean} isOpen
 */
function testSection(test, id, isOpen) {
  const isFailed = test.verdict === 'failed';
  const series = seriesOf(test);
  return markup`<details class="test"${isOpen && markup` open`}>
<summary><span class="name">${nameOf(test.name)}</span><span class="figure">${headline(test)}</span>${verdictTag(test.verdict)}</summary>
<div class="body" id="${id}">
${wholeName(test.name)}${isFailed && failure(test.error)}${warningList(test.warnings)}${!isFailed && figuresOf(test, series)}</div>
</details>
`;
}

module.exports = { testSection };
