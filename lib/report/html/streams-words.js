'use strict';

/* Figures of a stream in the words of the page. */

const { fixed, time, count, percent, plural, NOTHING, told } = require('../chart/figures');
const { sizeText } = require('../../text/numbers');
const words = require('../streams-words');

const { abs, max, round } = Math;

const NBSP = '\u00a0';

/** '64.2 MB' */
const megabytes = (bytes) => (bytes === null ? NOTHING : `${fixed(bytes / 1e6, abs(bytes) < 1e9 ? 1 : 0)}${NBSP}MB`);

/** '+0.12 MB' */
function growth(bytes) {
  const text = fixed(bytes / 1e6, abs(bytes) < 1e8 ? 2 : 0);
  return `${bytes > 0 && /[1-9]/.test(text) ? '+' : ''}${text}${NBSP}MB`;
}

/** The peak; '≥ 64.2 MB' where it is only the highest of the samples. */
const peak = ({ peakRssBytes, isPeakExact }) =>
  `${peakRssBytes !== null && isPeakExact === false ? '≥ ' : ''}${megabytes(peakRssBytes)}`;

/** User and system time as shares, or null: half of it says nothing. */
function processorOf({ userShare, systemShare }) {
  return userShare === null || systemShare === null ? null : { user: max(0, userShare), system: max(0, systemShare) };
}

/** '98 + 4 %' */
function processor(stream) {
  const shares = processorOf(stream);
  if (shares === null) return NOTHING;
  const [user, system] = [shares.user, shares.system].map((share) => count(round(share * 100)));
  return `${user} + ${system}${NBSP}%`;
}

/** '7.9 MB in 481 chunks'; '' for a contender without this side */
function side(bytes, chunks) {
  const parts = [told(bytes, sizeText), told(chunks, () => plural(chunks, 'chunk'))];
  return parts.filter(Boolean).join(' in ');
}

/** '12.3 %' of the bytes that went in; '–' where a side has none */
const outShare = (stream) => (words.outShareOf(stream) === null ? NOTHING : `${words.outText(stream)}${NBSP}%`);

/** '12.3 in a run, 3.4 ms, 2.1 % of the time' */
const collections = ({ count: times, seconds, share }) => told(times, () => [
  `${fixed(times, times % 1 === 0 ? 0 : 1)} in a run`,
  times > 0 && seconds !== null && time(seconds * 1e9), times > 0 && share !== null && `${percent(share)} of the time`,
].filter(Boolean).join(', '));

module.exports = { megabytes, growth, peak, processorOf, processor, side, outShare, collections };
