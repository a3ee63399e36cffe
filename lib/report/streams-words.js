'use strict';

/* Figures of streams for all reports: speed with its interval, sizes, shares of processor time. */

const { instructionsCell, isCounted } = require('./cells');
const { formatCount, decimal, isNumber, formatNumber, quantity } = require('../base/text/numbers');

const { abs, round } = Math;

// Smaller differences between bytes in and out are headers or the like, and are not reported.
const LEAST_DIFFERENCE = 0.005;

/** In MB/s (1e6 bytes), or in chunks/s if the chunks have no bytes. The interval may be derived from the time. */
function computeSpeed({ bytesPerSecond, itemsPerSecond, nsPerCall, nsLow, nsHigh, stream }) {
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

const speedText = ({ value, low, high, unit }) => `${quantity(value, low, high)} ${unit}`;
const speedInterval = ({ low, high, unit }) => `${quantity(low, low, high)} – ${quantity(high, low, high)} ${unit}`;
const throughputWithInterval = (speed) => speedText(speed) + (speed.low === null ? '' : ` (${speedInterval(speed)})`);

function findCommonUnit(rows) {
  const units = [...new Set(rows.map(computeSpeed).filter(Boolean).map(({ unit }) => unit))];
  return units.length > 1 ? '' : units[0] || 'MB/s';
}

/** '64.2', '1,234.5': 1e6 bytes, always with one decimal so that they line up */
const megabytes = (bytes) => decimal(bytes / 1e6, 1);
const megabytesText = (bytes) => `${megabytes(bytes)} MB`;

function signedMegabytes(bytes) {
  const size = bytes / 1e6;
  const text = abs(size) < 9.995 ? size.toFixed(2) : abs(size) < 99.95 ? size.toFixed(1) : formatNumber(size);
  return /[1-9]/.test(text) ? (size > 0 ? `+${text}` : text) : '0.00';
}

/** '98 + 4': user and system time in percent of the wall time; '-' if unknown */
const processorText = ({ userShare, systemShare }) =>
  isNumber(userShare) && isNumber(systemShare) ? `${round(userShare * 100)} + ${round(systemShare * 100)}` : '-';

function collectionsText(collections) {
  if (!collections || !isNumber(collections.count)) return '-';
  // A mean over runs, for which a tenth is enough.
  const times = formatCount(round(collections.count * 10) / 10);
  const hasTime = collections.count > 0 && isNumber(collections.seconds);
  return hasTime ? `${times} in ${formatNumber(collections.seconds * 1e3)} ms` : times;
}

const countText = (value) => (isNumber(value) && value < 100 ? `${round(value)}` : formatNumber(value));

const computeOutShare = (stream) =>
  stream && stream.bytesIn > 0 && isNumber(stream.bytesOut) ? stream.bytesOut / stream.bytesIn : null;

/** Whether a contender changes the size of its input, for example by compression. */
function changesSize(row) {
  const share = computeOutShare(row.stream);
  return share !== null && abs(share - 1) > LEAST_DIFFERENCE;
}

function outText(stream) {
  const share = computeOutShare(stream);
  if (share === null) return '-';
  if (share >= 0.01) return formatNumber(share * 100);
  return share > 0 && share < 0.0001 ? '<0.01' : `${+(share * 100).toPrecision(2)}`;
}

function instructionsPerByte({ counts, stream }) {
  if (!stream || !isCounted({ counts })) return null;
  const bytes = isNumber(stream.chunksIn) ? stream.bytesIn : stream.bytesOut;
  return bytes > 0 ? counts.instructions / bytes : null;
}

/** Per byte if all counted contenders have bytes, otherwise per run; text is '' without counts. */
function instructionsColumn(rows) {
  const isInBytes = rows.filter(isCounted).every((row) => instructionsPerByte(row) !== null);
  const valueOf = (row) => (isCounted(row) ? row.counts.instructions : null);
  const perByte = (row) => (isCounted(row) ? formatNumber(instructionsPerByte(row)) : '');
  return isInBytes ? { title: 'instructions/byte', text: perByte, value: instructionsPerByte }
    : { title: 'instructions/run', text: instructionsCell, value: valueOf };
}

const hasStreams = (rows) => rows.some((row) => row && row.stream);

module.exports = {
  computeSpeed, speedText, throughputWithInterval, findCommonUnit, megabytes, megabytesText,
  signedMegabytes, countText, processorText, collectionsText, computeOutShare, outText, changesSize,
  instructionsPerByte, instructionsColumn, hasStreams,
};
