'use strict';

/* Figures of streams that every report tells: speed with its interval, sizes, shares of processor time. */

const { number } = require('../text/display');

// Captured at load, because a measured test may change them.
const { abs, max, round } = Math;
const { isFinite } = Number;

const isKnown = (value) => typeof value === 'number' && isFinite(value);

const SIZES = [[1e9, 'GB'], [1e6, 'MB'], [1e3, 'kB']];

// Sides of a contender that differ by less have headers or the like in between, and nothing is said of it.
const LEAST_DIFFERENCE = 0.005;

/**
 * @param {object} row of a stream
 * @returns {{ perSecond: number, low: number|null, high: number|null, unit: string }|null} in 'MB/s' (1e6 bytes), or in 'chunks/s'
 *   where the chunks have no bytes; low, high: 95 % interval, that of the time where there is none of the speed; null
 *   where no speed is known
 */
function speedOf({ bytesPerSecond, itemsPerSecond, nsPerCall, nsLow, nsHigh, stream }) {
  const inBytes = isKnown(bytesPerSecond);
  if (!inBytes && !isKnown(itemsPerSecond)) return null;
  const scale = inBytes ? 1e6 : 1;
  const perSecond = (inBytes ? bytesPerSecond : itemsPerSecond) / scale;
  const unit = inBytes ? 'MB/s' : 'chunks/s';
  if (inBytes && stream && isKnown(stream.bytesPerSecondLow) && isKnown(stream.bytesPerSecondHigh)) {
    return { perSecond, low: stream.bytesPerSecondLow / scale, high: stream.bytesPerSecondHigh / scale, unit };
  }
  const hasInterval = nsPerCall > 0 && nsLow > 0 && isKnown(nsHigh);
  return { perSecond, low: hasInterval ? perSecond * nsPerCall / nsHigh : null, high: hasInterval ? perSecond * nsPerCall / nsLow : null, unit };
}

/** The unit of the speed of all rows, '' where they have different ones. */
function unitOf(rows) {
  let unit = null;
  for (let i = 0; i < rows.length; i++) {
    const speed = speedOf(rows[i]);
    if (speed && unit !== null && unit !== speed.unit) return '';
    if (speed) ({ unit } = speed);
  }
  return unit === null ? 'MB/s' : unit;
}

/** How far an interval goes to its farther end, as a share of the estimate; null where there is none. */
function reachOf({ perSecond, low, high }) {
  return low === null || high === null || !(perSecond > 0) ? null : max(high - perSecond, perSecond - low) / perSecond;
}

/** '512 bytes', '65.5 kB', '64.0 MB', three digits; '-' where it is not known */
function sizeText(bytes) {
  if (!isKnown(bytes)) return '-';
  for (let i = 0; i < SIZES.length; i++) {
    // Rounded first: 999,999 bytes are 1.00 MB and not 1,000 kB.
    if (abs(+bytes.toPrecision(3)) >= SIZES[i][0]) return `${number(bytes / SIZES[i][0])} ${SIZES[i][1]}`;
  }
  return `${number(bytes)} bytes`;
}

/** '64.2', '1,234.5': 1e6 bytes, with a decimal each, so that they line up; '-' where it is not known */
function megabytes(bytes) {
  if (!isKnown(bytes)) return '-';
  return (bytes / 1e6).toFixed(1).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** '+0.12', '-3.40', '+12.3', '0.00': signed, as what grew or shrank */
function signedMegabytes(bytes) {
  if (!isKnown(bytes)) return '-';
  const size = bytes / 1e6;
  const text = abs(size) < 9.995 ? size.toFixed(2) : abs(size) < 99.95 ? size.toFixed(1) : number(size);
  // Without a sign where nothing is left of it.
  return /[1-9]/.test(text) ? (size > 0 ? `+${text}` : text) : '0.00';
}

/** '98 + 4': user and system time in per cent of the time on the clock; '-' where it is not known */
function processorText({ userShare, systemShare }) {
  return isKnown(userShare) && isKnown(systemShare) ? `${round(userShare * 100)} + ${round(systemShare * 100)}` : '-';
}

/** '12 in 3.4 ms': per run; '0' where there were none, '-' where it is not known */
function collectionsText(collections) {
  if (!collections || !isKnown(collections.count)) return '-';
  // A mean over the runs, of which a tenth is enough.
  const count = number(round(collections.count * 10) / 10).replace(/\.0+$/, '');
  return collections.count > 0 && isKnown(collections.seconds) ? `${count} in ${number(collections.seconds * 1e3)} ms` : count;
}

/** '10', '65,536': a count, which has no decimals */
const countText = (count) => (isKnown(count) && count < 100 ? `${round(count)}` : number(count));

/** Bytes out over bytes in, null where a side has none. */
function outShareOf(stream) {
  return stream && stream.bytesIn > 0 && isKnown(stream.bytesOut) ? stream.bytesOut / stream.bytesIn : null;
}

/** Whether a contender makes more or less of what it gets, as one that compresses does. */
function changesSize(row) {
  const share = outShareOf(row.stream);
  return share !== null && abs(share - 1) > LEAST_DIFFERENCE;
}

/** '12.3', '100', '0.041', '<0.01': per cent; '-' where a side has no bytes */
function outText(stream) {
  const share = outShareOf(stream);
  if (share === null) return '-';
  if (share >= 0.01) return number(share * 100);
  return share > 0 && share < 0.0001 ? '<0.01' : `${+(share * 100).toPrecision(2)}`;
}

/** Whether any row is one of a stream. */
function hasStreams(rows) {
  for (let i = 0; i < rows.length; i++) if (rows[i] && rows[i].stream) return true;
  return false;
}

module.exports = {
  speedOf, unitOf, reachOf, sizeText, megabytes, signedMegabytes, countText, processorText, collectionsText, outShareOf, outText, changesSize, hasStreams, isKnown,
};
