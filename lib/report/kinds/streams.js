'use strict';

/* The table, notes, figures and details of a suite of streams. */

const { resourceFigures } = require('../figures/bars');
const { speedFigures } = require('../figures/intervals');
const { runsFigure } = require('../figures/rounds');
const { profileBlocks } = require('../profile-words');
const words = require('../streams-words');
const { rank, rankInterval, reach, sorted, time: timeCell } = require('../values');
const { maxOf } = require('../../base/stats/sample');
const { listNames } = require('../../base/text/columns');
const { escaped, label } = require('../../base/text/display');
const {
  formatCount, counted, isNumber, formatNumber, formatPercent, quantity, sizeText, formatTime, timeWithInterval,
} = require('../../base/text/numbers');
const { countFacts, createDetails } = require('./test-details');
const { suiteParts, suiteTable } = require('./tests');

const { isView } = ArrayBuffer;

function runsText(runs, { forkTests }) {
  const each = runs > 1 ? `${words.countText(runs)} runs each` : 'one run each';
  if (!forkTests) return `${each}, in this process`;
  return runs > 1 ? `${each}, every run in a separate process` : `${each}, in a separate process`;
}

function bytesOf({ input, inputBytes }, rows) {
  if (isNumber(inputBytes)) return inputBytes;
  if (isView(input)) return input.byteLength;
  const measured = rows.find(({ stream }) => stream && stream.bytesIn > 0);
  return measured ? measured.stream.bytesIn : null;
}

const MADE = 'a function'; // saved settings replace the function with these words

function inputName(input) {
  if (typeof input === 'string') return escaped(input);
  if (typeof input === 'function') return MADE;
  return isView(input) ? 'memory' : '';
}

/** settings.input: path, bytes, or a function that makes a stream. Measured rows have what saved settings may lack. */
function headText(settings, rows = []) {
  const { input, chunkSize } = settings;
  const measured = rows.find(({ stream }) => stream && stream.runs > 0);
  const bytes = bytesOf(settings, rows);
  const source = inputName(input);
  let text = bytes === null ? source : sizeText(bytes) + (source && ` from ${source}`);
  // A function chooses its chunk sizes.
  if (text && chunkSize > 0 && source !== MADE) text += ` in chunks of ${words.countText(chunkSize)} bytes`;
  return `${text}${text && '; '}${runsText(settings.runs ?? (measured ? measured.stream.runs : 1), settings)}`;
}

const settingsText = (settings, tests) => headText(settings, tests) +
  (settings.margin === undefined ? '' : ` · margin ${formatPercent(settings.margin)}`);

function speedCells(row, unit) {
  const speed = words.computeSpeed(row);
  if (!speed) return { speed: '' };
  const { value, low, high } = speed;
  const ends = low === null ? '' : `${quantity(low, low, high)} – ${quantity(high, low, high)}`;
  return {
    speed: sorted(unit ? quantity(value, low, high) : words.speedText(speed), value),
    reach: reach(value, low, high), interval: ends,
  };
}

const known = (value, cell) => (isNumber(value) ? cell : '');

function streamCells({ stream }) {
  if (!stream) return {};
  const { firstByteNs, peakRssBytes, meanRssBytes, heapGrowthBytes, userShare, systemShare } = stream;
  return {
    first: known(firstByteNs, timeCell(firstByteNs)),
    peak: known(peakRssBytes, sorted(words.megabytes(peakRssBytes), peakRssBytes)),
    mean: known(meanRssBytes, sorted(words.megabytes(meanRssBytes), meanRssBytes)),
    heap: known(heapGrowthBytes, sorted(words.signedMegabytes(heapGrowthBytes), heapGrowthBytes)),
    processor: known(userShare, sorted(words.processorText(stream), userShare + systemShare)),
  };
}

const ON_PHONES = ['name', 'speed', 'interval', 'verdict']; // narrow pages have these columns only

const columnsOf = (unit, instructions) => [
  { key: 'name', title: 'name', least: 4 }, { key: 'speed', title: unit || 'speed', isNumber: true },
  { key: 'reach', title: '', drop: 16, only: 'terminal', isSoft: true },
  { key: 'interval', title: '95 % interval', isNumber: true, isSoft: true, only: 'wide' },
  { key: 'rank', title: 'rate', isNumber: true },
  { key: 'rankInterval', title: '', wideTitle: 'interval', isNumber: true, isSoft: true, drop: 15 },
  { key: 'verdict', title: 'verdict', drop: 1, short: 'marked' },
  { key: 'instructions', title: instructions.title, isNumber: true, drop: 19 },
  { key: 'first', title: 'first byte', isNumber: true, drop: 14 },
  { key: 'peak', title: 'peak MB', isNumber: true, drop: 18 },
  { key: 'mean', title: 'mean MB', isNumber: true, drop: 13, only: 'terminal' },
  { key: 'heap', title: 'heap MB', isNumber: true, drop: 12, only: 'terminal' },
  { key: 'processor', title: 'processor %', isNumber: true, drop: 17 },
  { key: 'out', title: 'out/in %', isNumber: true, drop: 11 },
  { key: 'collections', title: 'collections', isNumber: true, drop: 10, only: 'terminal' },
].map((column) => ({ ...column, isSpare: !ON_PHONES.includes(column.key) }));

function streamsTable(rows, settings, idOf = () => '') {
  const unit = words.findCommonUnit(rows);
  const instructions = words.instructionsColumn(rows);
  const hasOut = rows.some(words.changesSize);
  return suiteTable(rows, settings, idOf, {
    columns: columnsOf(unit, instructions),
    cellsOf: (row) => ({
      ...speedCells(row, unit), rank: rank(row.rank), rankInterval: rankInterval(row.rank, row.rankLow, row.rankHigh),
      instructions: known(instructions.value(row), sorted(instructions.text(row), instructions.value(row))),
      ...streamCells(row), out: hasOut ? words.outText(row.stream) : '',
      collections: row.collections ? words.collectionsText(row.collections) : '',
    }),
  });
}

const WORTH_SAYING = 0.001; // a smaller share of the time does not affect any figure
const ALL_NOTES = 3;
const MOST_NAMES = 3;

/** Whether the kernel reported the peaks of memory, or some are only the highest samples. */
function peakTexts(rows) {
  const measured = rows.filter(({ stream }) => stream && isNumber(stream.peakRssBytes));
  const names = measured.filter(({ stream }) => stream.isPeakExact === false).map(({ name }) => label(name));
  if (names.length === 0) return [];
  const those = names.length < measured.length ? ` of ${listNames(names, MOST_NAMES)}` : '';
  return [`the peak memory${those} is the highest sample; memory may have been higher between samples`];
}

function memoryTexts(rows, isVerbose) {
  const shares = rows.map(({ stream }) => stream && stream.samplerShare).filter(isNumber);
  const share = maxOf(shares, 0);
  const isWorthIt = shares.length > 0 && (isVerbose || share >= WORTH_SAYING);
  return [...peakTexts(rows),
    ...(isWorthIt ? [`sampling memory took at most ${formatPercent(share)} of the time`] : [])];
}

function sideText(bytes, chunks) {
  const parts = [isNumber(bytes) && sizeText(bytes), isNumber(chunks) && counted(chunks, 'chunk')];
  return parts.filter(Boolean).join(' in ');
}

/** 'in 64.0 MB in 977 chunks, out 7.87 MB in 481 chunks (12.3 %); 10 runs, 163 memory samples each' */
function transferText(stream) {
  const { bytesIn, bytesOut, chunksIn, chunksOut, runs, rssSamples } = stream;
  const sides = [['input', sideText(bytesIn, chunksIn)], ['output', sideText(bytesOut, chunksOut)]];
  const share = words.computeOutShare(stream) === null ? '' : ` (${words.outText(stream)} %)`;
  const samples = [
    isNumber(runs) && counted(runs, 'run'),
    isNumber(rssSamples) && `${counted(rssSamples, 'memory sample')}${runs > 1 ? ' each' : ''}`,
  ].filter(Boolean).join(', ');
  const moved = sides.filter(([, text]) => text).map((side) => side.join(' ')).join(', ') + share;
  return [moved, samples].filter(Boolean).join('; ');
}

function streamsParts(rows, settings, table) {
  const isVerbose = settings.verbose >= ALL_NOTES;
  const { blocks, ...parts } = suiteParts(rows, settings, table);
  const transfers = isVerbose ? rows.filter(({ stream }) => stream)
    .map(({ name, stream }) => ({ name, text: transferText(stream) })) : [];
  const [first, ...others] = blocks;
  const failures = others.pop();
  return {
    ...parts,
    blocks: [
      first, { type: 'notes', items: transfers }, ...others,
      { type: 'notes', items: memoryTexts(rows, isVerbose).map((text) => ({ text })) }, failures,
    ],
  };
}

const peakFact = ({ peakRssBytes, isPeakExact }) =>
  words.megabytesText(peakRssBytes) + (isPeakExact === false ? ', the highest sample' : '');

const collectionsFact = ({ count: times, seconds, share }) => [
  `${times % 1 === 0 ? times : times.toFixed(1)} per run`, times > 0 && seconds > 0 && formatTime(seconds * 1e9),
  times > 0 && share > 0 && `${formatPercent(share)} of the time`,
].filter(Boolean).join(', ');

function factsOf({ nsPerCall, nsLow, nsHigh, processes, collections, ...test }, speed) {
  const stream = test.stream || {};
  const { samplerShare, rssSamples } = stream;
  const sampling = isNumber(samplerShare) ? `, ${formatPercent(samplerShare)} of the time` : '';
  const perByte = words.instructionsPerByte(test);
  return [
    ['speed', speed ? words.throughputWithInterval(speed) : ''],
    ['time per run', known(nsPerCall, timeWithInterval(nsPerCall, nsLow, nsHigh))],
    ['time to first output', known(stream.firstByteNs, formatTime(stream.firstByteNs))],
    ['input', sideText(stream.bytesIn, stream.chunksIn)],
    ['output', sideText(stream.bytesOut, stream.chunksOut)],
    ['output relative to input', words.computeOutShare(stream) === null ? '' : `${words.outText(stream)} %`],
    ['peak memory', known(stream.peakRssBytes, peakFact(stream))],
    ['mean memory', known(stream.meanRssBytes, words.megabytesText(stream.meanRssBytes))],
    ['memory samples', rssSamples > 0 ? `${formatCount(rssSamples)} per run${sampling}` : ''],
    ['heap growth', known(stream.heapGrowthBytes, `${words.signedMegabytes(stream.heapGrowthBytes)} MB`)],
    ['processor, user + system', known(stream.userShare, `${words.processorText(stream)} %`)],
    ['garbage collections', collections && isNumber(collections.count) ? collectionsFact(collections) : ''],
    ['instructions per byte', perByte === null ? '' : formatNumber(perByte)],
    ...countFacts(test, 'run'),
    ['runs', stream.runs > 0 ? formatCount(stream.runs) : ''],
    ['processes', processes > 0 ? formatCount(processes) : 'none (main process)'],
  ];
}

function streamDetails(test, place) {
  const speed = test.verdict === 'failed' ? null : words.computeSpeed(test);
  return createDetails(test, place, speed ? words.speedText(speed) : '', () => [
    { type: 'figure', figures: () => [runsFigure(test, speed)] }, ...profileBlocks(test, 'per run'),
    { type: 'facts', pairs: factsOf(test, speed) },
  ]);
}

const streamFigures = (tests) => {
  const measured = tests.filter(({ stream }) => stream);
  return [{ type: 'figure', figures: () => [...speedFigures(measured), ...resourceFigures(measured)] }];
};

const STREAM_PARTS = {
  table: streamsTable, parts: streamsParts, headText, settingsText, figures: streamFigures, details: streamDetails,
};

module.exports = { STREAM_PARTS };
