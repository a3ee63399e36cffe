'use strict';

/* All that is known of one contender, folded below its name. */

const { markup, nameOf } = require('./markup');
const { known, object, list, positive } = require('./known');
const { facts, figure, warningList, wholeName } = require('./parts');
const { verdictTag } = require('./verdicts');
const { time, timeInterval, percent, count, plural, quantity } = require('./figures');
const { amountTicks } = require('./axes');
const { failure } = require('./failure');
const { speedOf, speedText, speedInterval, megabytes, growth, processor, side, outShare, collections } = require('./streams-words');
const { createScale } = require('../svg/scale');
const { robustRange } = require('../svg/robust-range');
const { distribution } = require('../svg/distribution');

// Captured at load, because a measured test may change them.
const { max, min } = Math;

/** The speed of each run, in the unit of the contender: each has worked on the same bytes. */
function runsOf(test, speed) {
  const ns = positive(test.nsPerCall);
  if (!speed || ns === null) return [];
  return list(test.samples).map((sample) => positive(object(sample).nsPerCall)).filter((own) => own !== null).map((own) => speed.value * ns / own);
}

/** @returns {object | null} null for a single run, which is not spread */
function runsFigure(test, speed) {
  const values = runsOf(test, speed);
  if (values.length < 2) return null;
  const { value, low, high, unit } = speed;
  const range = robustRange(values);
  const ends = low === null ? [value] : [value, low, high];
  const scale = createScale({ low: min(range.low, ...ends), high: max(range.high, ...ends) });
  const ticks = amountTicks(scale);
  const told = (side, word, end) => {
    const beyond = values.filter((one) => scale.side(one) === side).length;
    return beyond > 0 && `${count(beyond)} ${word} to ${quantity(end, low, high)} ${unit}`;
  };
  const [below, above] = [told(-1, 'down', range.lowest), told(1, 'up', range.highest)];
  return figure({
    kind: 'plot distribution',
    title: `Spread of ${plural(values.length, 'run')}`,
    text: `${unit}, a dot for each run`,
    body: distribution({
      values: values.filter((one) => scale.side(one) === 0), scale, ticks, below, above, estimate: { centre: value, low, high },
      label: `Spread of ${plural(values.length, 'run')}: ${speedText(speed)}${below ? `, ${below}` : ''}${above ? `, ${above}` : ''}`,
    }),
    key: [
      ['estimate', `estimate ${speedText(speed)}`],
      low !== null && ['interval', `95 % interval ${speedInterval(speed)}`],
      (below || above) && ['beyond', 'beyond the axis'],
    ],
  });
}

/** '81.0 MB, the highest sample' where the system does not tell the peak */
function peakFact(stream) {
  if (known(stream.peakRssBytes) === null) return null;
  return `${megabytes(stream.peakRssBytes)}${stream.isPeakExact === false ? ', the highest sample' : ''}`;
}

function samplingOf({ rssSamples, samplerShare }) {
  if (!(known(rssSamples) > 0)) return null;
  return `${count(rssSamples)} in a run${known(samplerShare) === null ? '' : `, ${percent(samplerShare)} of the time`}`;
}

const orNull = (value, text) => (known(value) === null ? null : text(value));

function factsOf(test, speed) {
  const stream = object(test.stream);
  const { nsPerCall, nsLow, nsHigh, processes } = test;
  const hasInterval = known(nsLow) !== null && known(nsHigh) !== null;
  const passed = known(stream.bytesIn) > 0 && known(stream.bytesOut) !== null;
  return facts([
    ['speed', speed && `${speedText(speed)}${speed.low === null ? '' : ` (${speedInterval(speed)})`}`],
    ['time of a run', orNull(nsPerCall, () => `${time(nsPerCall, nsLow, nsHigh)}${hasInterval ? ` (${timeInterval(nsLow, nsHigh, nsPerCall)})` : ''}`)],
    ['first chunk out after', orNull(stream.firstByteNs, time)],
    ['in', side(stream.bytesIn, stream.chunksIn)],
    ['out', side(stream.bytesOut, stream.chunksOut)],
    ['out of in', passed ? outShare(stream) : null],
    ['peak of memory', peakFact(stream)],
    ['mean of memory', orNull(stream.meanRssBytes, megabytes)],
    ['samples of memory', samplingOf(stream)],
    ['growth of the heap', orNull(stream.heapGrowthBytes, growth)],
    ['processor, user + system', orNull(stream.userShare, () => processor(stream))],
    ['collections of garbage', collections(object(test.collections))],
    ['runs', known(stream.runs) > 0 ? count(stream.runs) : null],
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
${factsOf(test, speed)}`;
  return markup`<details class="test"${isOpen && markup` open`}>
<summary><span class="name">${nameOf(test.name)}</span><span class="figure">${speed && speedText(speed)}</span>${verdictTag(test.verdict)}</summary>
<div class="body" id="${id}">
${wholeName(test.name)}${isFailed && failure(test.error)}${warningList(test.warnings)}${body}</div>
</details>
`;
}

module.exports = { streamSection };
