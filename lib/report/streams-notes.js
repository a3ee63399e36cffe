'use strict';

/* What has to be said below the table of streams. */

const { label } = require('../text/display');
const { remarkLines, failedLines, percent } = require('./notes');
const { countText, sizeText, outText, outShareOf, isKnown } = require('./streams-words');

// Captured at load, because a measured test may change them.
const { max } = Math;

// Under it the sampling has no part in any figure.
const WORTH_SAYING = 0.001;

// From here on each contender has a line with what went in and out.
const VERBOSE = 3;

const MOST_NAMES = 3;

/** Contenders whose peak the kernel has not told. */
function sampledOf(rows) {
  const names = [];
  let known = 0;
  for (let i = 0; i < rows.length; i++) {
    const { stream, name } = rows[i];
    if (!stream || !isKnown(stream.peakRssBytes)) continue;
    known++;
    if (stream.isPeakExact === false) names[names.length] = label(name);
  }
  return { names, isAll: names.length > 0 && names.length === known };
}

function peakLine(rows) {
  const { names, isAll } = sampledOf(rows);
  if (names.length === 0) return '';
  let whose = '';
  for (let i = 0; !isAll && i < names.length && i < MOST_NAMES; i++) whose += (i ? ', ' : ' of ') + names[i];
  if (!isAll && names.length > MOST_NAMES) whose += ` and ${names.length - MOST_NAMES} more`;
  return `the peak of memory${whose} is the highest sample; between two of them it may have been higher`;
}

/** The largest share that sampling took of any, null where it is not known. */
function samplerShareOf(rows) {
  let share = null;
  for (let i = 0; i < rows.length; i++) {
    const { stream } = rows[i];
    if (stream && isKnown(stream.samplerShare)) share = max(share || 0, stream.samplerShare);
  }
  return share;
}

const chunks = (count) => (isKnown(count) ? ` in ${countText(count)} chunk${count === 1 ? '' : 's'}` : '');

/** 'in 64.0 MB in 977 chunks', '' where the contender has no such side */
function sideText(word, bytes, count) {
  if (!isKnown(bytes) && !isKnown(count)) return '';
  return isKnown(bytes) ? `${word} ${sizeText(bytes)}${chunks(count)}` : `${word} ${countText(count)} chunk${count === 1 ? '' : 's'}`;
}

/** 'gzip: in 64.0 MB in 977 chunks, out 7.87 MB in 481 chunks (12.3 %); 10 runs, 163 samples of memory in each' */
function detailLine({ name, stream }) {
  const { bytesIn, bytesOut, chunksIn, chunksOut, runs, rssSamples } = stream;
  let text = sideText('in', bytesIn, chunksIn);
  const out = sideText('out', bytesOut, chunksOut);
  if (out) text += (text && ', ') + out;
  if (outShareOf(stream) !== null) text += ` (${outText(stream)} %)`;
  if (isKnown(runs)) text += `${text && '; '}${countText(runs)} run${runs === 1 ? '' : 's'}`;
  if (isKnown(rssSamples)) text += `${text && ', '}${countText(rssSamples)} sample${rssSamples === 1 ? '' : 's'} of memory${runs > 1 ? ' in each' : ''}`;
  return `${label(name)}: ${text}`;
}

/**
 * @param {Array<object>} rows as streamsLines() takes them
 * @param {object} [settings]
 * @param {number} [settings.margin] the share below which two contenders shall count as the same
 * @param {number} [settings.verbose] 3 and above: what went in and came out of each
 * @returns {string[]} lines, none where there is nothing to say
 */
function streamsNotes(rows, { margin, verbose = 2 } = {}) {
  const isVerbose = verbose >= VERBOSE;
  const lines = [];
  for (let i = 0; isVerbose && i < rows.length; i++) if (rows[i].stream) lines[lines.length] = detailLine(rows[i]);
  const said = streamRemarks(rows, { margin, isVerbose });
  for (let i = 0; i < said.length; i++) lines[lines.length] = said[i];
  const failed = failedLines(rows);
  for (let i = 0; i < failed.length; i++) lines[lines.length] = failed[i];
  return lines;
}

/** The same without what each contender took and gave, and without failures: for reports that have their own places for them. */
function streamRemarks(rows, { margin, isVerbose = false } = {}) {
  const lines = remarkLines(rows, margin);
  const memory = memoryLines(rows, isVerbose);
  for (let i = 0; i < memory.length; i++) lines[lines.length] = memory[i];
  return lines;
}

/** How far the figures of memory are to be believed, and what they cost. */
function memoryLines(rows, isVerbose = false) {
  const lines = [];
  const peak = peakLine(rows);
  if (peak) lines[0] = peak;
  const share = samplerShareOf(rows);
  if (share !== null && (isVerbose || share >= WORTH_SAYING)) lines[lines.length] = `sampling memory took ${percent(share)} of the time at most`;
  return lines;
}

module.exports = { streamsNotes, streamRemarks, memoryLines };
