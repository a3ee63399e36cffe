'use strict';

/* What has to be said below the table of streams. */

const { listing } = require('../text/columns');
const { label } = require('../text/display');
const { isNumber, percent, sizeText } = require('../text/numbers');
const { suiteAnswer } = require('./answer');
const { remarkLines, remarksFor, failedLines, ALL_NOTES } = require('./notes');
const { countText, outText, outShareOf } = require('./streams-words');

// Under it the sampling has no part in any figure.
const WORTH_SAYING = 0.001;

const MOST_NAMES = 3;

/** Whether the kernel has told the peaks of memory, or which of them are the highest samples. */
function peakLines(rows) {
  const known = rows.filter(({ stream }) => stream && isNumber(stream.peakRssBytes));
  const names = known.filter(({ stream }) => stream.isPeakExact === false).map(({ name }) => label(name));
  if (names.length === 0) return [];
  const whose = names.length < known.length ? ` of ${listing(names, MOST_NAMES)}` : '';
  return [`the peak of memory${whose} is the highest sample; between two of them it may have been higher`];
}

/** How far the figures of memory are to be believed, and what they cost. */
function memoryLines(rows, isVerbose = false) {
  const shares = rows.map(({ stream }) => stream && stream.samplerShare).filter(isNumber);
  const share = Math.max(0, ...shares);
  const isWorthIt = shares.length > 0 && (isVerbose || share >= WORTH_SAYING);
  return [...peakLines(rows), ...(isWorthIt ? [`sampling memory took ${percent(share)} of the time at most`] : [])];
}

const many = (count, word) => `${countText(count)} ${word}${count === 1 ? '' : 's'}`;

/** 'in 64.0 MB in 977 chunks', '' where the contender has no such side */
function sideText(word, bytes, chunks) {
  const parts = [isNumber(bytes) ? sizeText(bytes) : '', isNumber(chunks) ? many(chunks, 'chunk') : ''].filter(Boolean);
  return parts.length ? `${word} ${parts.join(' in ')}` : '';
}

/** 'gzip: in 64.0 MB in 977 chunks, out 7.87 MB in 481 chunks (12.3 %); 10 runs, 163 samples of memory in each' */
function detailLine({ name, stream }) {
  const { bytesIn, bytesOut, chunksIn, chunksOut, runs, rssSamples } = stream;
  let text = [sideText('in', bytesIn, chunksIn), sideText('out', bytesOut, chunksOut)].filter(Boolean).join(', ');
  if (outShareOf(stream) !== null) text += ` (${outText(stream)} %)`;
  if (isNumber(runs)) text += `${text && '; '}${many(runs, 'run')}`;
  if (isNumber(rssSamples)) {
    text += `${text && ', '}${many(rssSamples, 'sample')} of memory${runs > 1 ? ' in each' : ''}`;
  }
  return `${label(name)}: ${text}`;
}

/** Without what each contender took and gave, and without failures: for reports that have their own places for them. */
const streamRemarks = (rows, { margin } = {}) => [...remarkLines(rows, margin), ...memoryLines(rows)];

/**
 * @param {Array<object>} rows as streamsLines() takes them
 * @param {object} [settings]
 * @param {number} [settings.margin] the share below which two contenders shall count as the same
 * @param {number} [settings.verbose] 3 and above: what went in and came out of each, and all notes
 * @returns {string[]} lines, none where there is nothing to say; the last is the answer
 */
function streamsNotes(rows, { margin, verbose = 2 } = {}) {
  const isVerbose = verbose >= ALL_NOTES;
  const details = isVerbose ? rows.filter(({ stream }) => stream).map(detailLine) : [];
  return [
    ...details, ...remarksFor(rows, { margin, verbose }), ...memoryLines(rows, isVerbose), ...failedLines(rows),
    ...suiteAnswer(rows),
  ];
}

module.exports = { streamsNotes, streamRemarks, memoryLines };
