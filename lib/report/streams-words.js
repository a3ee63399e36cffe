'use strict';

/* Figures of streams that every report tells: speed with its interval, sizes, shares of processor time. */

const { instructionsCell, isCounted } = require('./count-cells');
const { isNumber, number, quantity } = require('../text/numbers');

const { abs, round } = Math;

// Sides of a contender that differ by less have headers or the like in between, and nothing is said of it.
const LEAST_DIFFERENCE = 0.005;

/**
 * @param {object} row of a stream
 * @returns {{ value: number, low: number|null, high: number|null, unit: string }|null} in 'MB/s' (1e6 bytes), or in
 *   'chunks/s' if the chunks have no bytes; low, high: 95 % interval, that of the time if the speed has none; null if
 *   no speed is known
 */
function speedOf({ bytesPerSecond, itemsPerSecond, nsPerCall, nsLow, nsHigh, stream }) {
  const inBytes = isNumber(bytesPerSecond);
  const scale = inBytes ? 1e6 : 1;
  const value = (inBytes ? bytesPerSecond : itemsPerSecond) / scale;
  if (!(value > 0)) return null;
  const unit = inBytes ? 'MB/s' : 'chunks/s';
  if (inBytes && stream && stream.bytesPerSecondLow > 0 && isNumber(stream.bytesPerSecondHigh)) {
    return { value, low: stream.bytesPerSecondLow / scale, high: stream.bytesPerSecondHigh / scale, unit };
  }
  const hasInterval = nsPerCall > 0 && nsLow > 0 && isNumber(nsHigh);
  const at = (ns) => (hasInterval ? value * nsPerCall / ns : null);
  return { value, low: at(nsHigh), high: at(nsLow), unit };
}

/** '52.1 MB/s', with the digits of the interval */
const speedText = ({ value, low, high, unit }) => `${quantity(value, low, high)} ${unit}`;

/** '51.7 – 52.5 MB/s' */
const speedInterval = ({ low, high, unit }) => `${quantity(low, low, high)} – ${quantity(high, low, high)} ${unit}`;

/** '52.1 MB/s (51.7 – 52.5 MB/s)', the speed alone without an interval */
const speedWithInterval = (speed) => speedText(speed) + (speed.low === null ? '' : ` (${speedInterval(speed)})`);

/** The unit of the speed of all rows, '' where they have different ones. */
function unitOf(rows) {
  const units = [...new Set(rows.map(speedOf).filter(Boolean).map(({ unit }) => unit))];
  return units.length > 1 ? '' : units[0] || 'MB/s';
}

/** '64.2', '1,234.5': 1e6 bytes, with a decimal each, so that they line up; '-' where it is not known */
function megabytes(bytes) {
  if (!isNumber(bytes)) return '-';
  return (bytes / 1e6).toFixed(1).replace(/\B(?=(\d{3})+\.)/g, ',');
}

/** '64.2 MB' */
const megabytesText = (bytes) => `${megabytes(bytes)} MB`;

/** '+0.12', '-3.40', '+12.3', '0.00': signed, as what grew or shrank */
function signedMegabytes(bytes) {
  if (!isNumber(bytes)) return '-';
  const size = bytes / 1e6;
  const text = abs(size) < 9.995 ? size.toFixed(2) : abs(size) < 99.95 ? size.toFixed(1) : number(size);
  // Without a sign where nothing is left of it.
  return /[1-9]/.test(text) ? (size > 0 ? `+${text}` : text) : '0.00';
}

/** '98 + 4': user and system time in per cent of the time on the clock; '-' where it is not known */
function processorText({ userShare, systemShare }) {
  return isNumber(userShare) && isNumber(systemShare) ? `${round(userShare * 100)} + ${round(systemShare * 100)}` : '-';
}

/** '12 in 3.4 ms': per run; '0' where there were none, '-' where it is not known */
function collectionsText(collections) {
  if (!collections || !isNumber(collections.count)) return '-';
  // A mean over the runs, of which a tenth is enough.
  const count = number(round(collections.count * 10) / 10).replace(/\.0+$/, '');
  const hasTime = collections.count > 0 && isNumber(collections.seconds);
  return hasTime ? `${count} in ${number(collections.seconds * 1e3)} ms` : count;
}

/** '10', '65,536': a count, which has no decimals */
const countText = (count) => (isNumber(count) && count < 100 ? `${round(count)}` : number(count));

/** Bytes out over bytes in, null where a side has none. */
function outShareOf(stream) {
  return stream && stream.bytesIn > 0 && isNumber(stream.bytesOut) ? stream.bytesOut / stream.bytesIn : null;
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

/** Instructions for each byte that its speed is made of; null where it has no bytes, or none were counted. */
function instructionsPerByte({ counts, stream }) {
  if (!stream || !isCounted({ counts })) return null;
  const bytes = isNumber(stream.chunksIn) ? stream.bytesIn : stream.bytesOut;
  return bytes > 0 ? counts.instructions / bytes : null;
}

/**
 * Instructions of contenders, in a column: per byte where all that were counted have bytes, else per run.
 *
 * @param {object[]} rows
 * @returns {{ title: string, text: function(object): string, value: function(object): number|null }} text: '' where
 *   none were counted
 */
function instructionsColumn(rows) {
  const isInBytes = rows.filter(isCounted).every((row) => instructionsPerByte(row) !== null);
  const valueOf = (row) => (isCounted(row) ? row.counts.instructions : null);
  const perByte = (row) => (isCounted(row) ? number(instructionsPerByte(row)) : '');
  return isInBytes ? { title: 'instructions/byte', text: perByte, value: instructionsPerByte }
    : { title: 'instructions/run', text: instructionsCell, value: valueOf };
}

/** Whether any row is of a stream. */
const hasStreams = (rows) => rows.some((row) => row && row.stream);

module.exports = {
  speedOf, speedText, speedInterval, speedWithInterval, unitOf, megabytes, megabytesText, signedMegabytes, countText,
  processorText, collectionsText, outShareOf, outText, changesSize, instructionsPerByte, instructionsColumn, hasStreams,
};
