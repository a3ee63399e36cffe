'use strict';

/* Figures of a stream in the words of the page. What is no figure is nothing, as everywhere on it. */

const { known, object, positive } = require('./known');
const { quantity, fixed, time, count, percent, NOTHING } = require('./figures');
const words = require('../streams-words');

// Captured at load, because a measured test may change them.
const { abs, max, round } = Math;

const NBSP = '\u00a0';

/** Whether a row is one of a stream. */
const isStream = ({ stream }) => stream !== null && typeof stream === 'object';

/** @returns {{ value: number, low: number|null, high: number|null, unit: string } | null} positive; both ends of the interval or none */
function speedOf(test) {
  const speed = words.speedOf({ ...test, stream: object(test.stream) });
  if (!speed || positive(speed.perSecond) === null) return null;
  const [low, high] = [positive(speed.low), positive(speed.high)];
  const hasInterval = low !== null && high !== null;
  return { value: speed.perSecond, low: hasInterval ? low : null, high: hasInterval ? high : null, unit: speed.unit };
}

/** '52.1 MB/s', with the digits that the interval leaves certain */
const speedText = ({ value, low, high, unit }) => `${quantity(value, low, high)}${NBSP}${unit}`;

/** '51.7 – 52.5 MB/s' */
function speedInterval({ low, high, unit }) {
  if (low === null) return NOTHING;
  const text = (value) => quantity(value, low, high);
  return `${text(low)} – ${text(high)}${NBSP}${unit}`;
}

/** '64.2 MB' */
function megabytes(bytes) {
  return known(bytes) === null ? NOTHING : `${fixed(bytes / 1e6, abs(bytes) < 1e9 ? 1 : 0)}${NBSP}MB`;
}

/** '+0.12 MB' */
function growth(bytes) {
  if (known(bytes) === null) return NOTHING;
  const text = fixed(bytes / 1e6, abs(bytes) < 1e8 ? 2 : 0);
  return `${bytes > 0 && /[1-9]/.test(text) ? '+' : ''}${text}${NBSP}MB`;
}

/** The peak; '≥ 64.2 MB' where it is only the highest of the samples. */
const peak = ({ peakRssBytes, isPeakExact }) => `${known(peakRssBytes) !== null && isPeakExact === false ? '≥ ' : ''}${megabytes(peakRssBytes)}`;

/** User and system time as shares, or null: half of it says nothing. */
function processorOf({ userShare, systemShare }) {
  const [user, system] = [known(userShare), known(systemShare)];
  return user === null || system === null ? null : { user: max(0, user), system: max(0, system) };
}

/** '98 + 4 %' */
function processor(stream) {
  const shares = processorOf(stream);
  return shares === null ? NOTHING : `${count(round(shares.user * 100))} + ${count(round(shares.system * 100))}${NBSP}%`;
}

/** '7.9 MB in 481 chunks'; null for a contender without this side */
function side(bytes, chunks) {
  const pieces = known(chunks) === null ? null : `${count(chunks)} chunk${chunks === 1 ? '' : 's'}`;
  if (known(bytes) === null) return pieces;
  return `${words.sizeText(bytes)}${pieces === null ? '' : ` in ${pieces}`}`;
}

/** '12.3 %' of the bytes that went in; '–' where a side has none */
function outShare(stream) {
  return known(words.outShareOf(stream)) === null ? NOTHING : `${words.outText(stream)}${NBSP}%`;
}

/** '12.3 in a run, 3.4 ms, 2.1 % of the time' */
function collections({ count: times, seconds, share }) {
  if (known(times) === null) return null;
  const parts = [`${fixed(times, times % 1 === 0 ? 0 : 1)} in a run`];
  if (times > 0 && known(seconds) !== null) parts.push(time(seconds * 1e9));
  if (times > 0 && known(share) !== null) parts.push(`${percent(share)} of the time`);
  return parts.join(', ');
}

module.exports = { isStream, speedOf, speedText, speedInterval, megabytes, growth, peak, processorOf, processor, side, outShare, collections };
