'use strict';

/* All that is known of one contender, folded below its name. */

const { markup } = require('../chart/markup');
const { facts, figure, testDetails, warningList, failure } = require('./parts');
const { verdictTag } = require('../chart/verdicts');
const { time, percent, count, plural, quantity, told, timeWithInterval } = require('../chart/figures');
const { amountTicks } = require('../chart/ticks');
const { robustAxis } = require('../chart/scale');
const { distribution } = require('../chart/distribution');
const { countFacts } = require('./count-facts');
const { profileFigure } = require('./profile-figure');
const { instructionsPerByte } = require('../streams-words');
const { number } = require('../../text/numbers');
const { speedOf, speedText, speedInterval, speedWithInterval } = require('../speeds');
const words = require('./streams-words');

/** @returns {object | null} null for a single run, which is not spread */
function runsFigure({ nsPerCall, samples }, speed) {
  if (!speed || !(nsPerCall > 0)) return null;
  const { value, low, high, unit } = speed;
  // Each run has worked on the same bytes.
  const speeds = samples.filter((run) => run.nsPerCall > 0).map((run) => value * nsPerCall / run.nsPerCall);
  if (speeds.length < 2) return null;
  const axis = robustAxis(speeds, [value, low, high], (one) => `${quantity(one, low, high)} ${unit}`);
  const title = `Spread of ${plural(speeds.length, 'run')}`;
  return figure({
    kind: 'plot distribution',
    title,
    text: `${unit}, a dot for each run`,
    body: distribution({
      ...axis, ticks: amountTicks(axis.scale), estimate: { centre: value, low, high },
      label: [`${title}: ${speedText(speed)}`, axis.below, axis.above].filter(Boolean).join(', '),
    }),
    key: [
      ['estimate', `estimate ${speedText(speed)}`],
      low !== null && ['interval', `95 % interval ${speedInterval(speed)}`],
      (axis.below || axis.above) && ['beyond', 'beyond the axis'],
    ],
  });
}

/** '81.0 MB, the highest sample' where the system does not tell the peak */
const peakFact = ({ peakRssBytes, isPeakExact }) =>
  told(peakRssBytes, () => words.megabytes(peakRssBytes) + (isPeakExact === false ? ', the highest sample' : ''));

const samplingFact = ({ rssSamples, samplerShare }) => rssSamples > 0 &&
  `${count(rssSamples)} in a run${samplerShare === null ? '' : `, ${percent(samplerShare)} of the time`}`;

/** Of a run, which is what a call is elsewhere. */
const ofRuns = (row) => countFacts(row).map(([name, value]) => (
  [name.replace('per call', 'per run').replace('calls', 'runs'), value]));

function factsOf({ nsPerCall, nsLow, nsHigh, processes, collections, ...test }, speed) {
  // One that was not measured yet has none.
  const stream = test.stream || {};
  return facts([
    ['speed', speed && speedWithInterval(speed)],
    ['time of a run', told(nsPerCall, () => timeWithInterval(nsPerCall, nsLow, nsHigh))],
    ['first chunk out after', told(stream.firstByteNs, (ns) => time(ns))],
    ['in', words.side(stream.bytesIn, stream.chunksIn)],
    ['out', words.side(stream.bytesOut, stream.chunksOut)],
    ['out of in', stream.bytesIn > 0 && stream.bytesOut !== null && words.outShare(stream)],
    ['peak of memory', peakFact(stream)],
    ['mean of memory', told(stream.meanRssBytes, words.megabytes)],
    ['samples of memory', samplingFact(stream)],
    ['growth of the heap', told(stream.heapGrowthBytes, words.growth)],
    ['processor, user + system', told(stream.userShare, () => words.processor(stream))],
    ['collections of garbage', words.collections(collections)],
    ['instructions per byte', told(instructionsPerByte(test), number)],
    ...ofRuns(test),
    ['runs', stream.runs > 0 && count(stream.runs)],
    ['processes', processes > 0 ? count(processes) : 'none of its own'],
  ]);
}

/**
 * @param {object} test a row of a stream with its samples
 * @param {string} id of its place on the page
 * @param {boolean} isOpen
 */
function streamSection(test, id, isOpen) {
  const isFailed = test.verdict === 'failed';
  const speed = isFailed ? null : speedOf(test);
  const body = !isFailed && markup`<div class="plots">
${runsFigure(test, speed)}</div>
${profileFigure(test, 'a run')}${factsOf(test, speed)}`;
  return testDetails({
    id, name: test.name, isOpen,
    headline: markup`<span class="figure">${speed && speedText(speed)}</span>${verdictTag(test.verdict)}`,
    content: [isFailed && test.error && failure(test.error), warningList(test.warnings), body],
  });
}

module.exports = { streamSection };
