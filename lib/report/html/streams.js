'use strict';

/* What a suite of streams has in place of the table, the plots and the settings of other suites. */

const { markup } = require('../chart/markup');
const { streamsHead } = require('../streams-head');
const { memoryLines } = require('../streams-notes');
const { changesSize, instructionsColumn, outShareOf } = require('../streams-words');
const { percent, quantity, time, NOTHING } = require('../chart/figures');
const { speedOf, speedText, interval } = require('../speeds');
const { peak, processor, outShare } = require('./streams-words');
const { intervalFigure } = require('./interval-figure');
const { memoryFigure, processorFigure } = require('./streams-plots');
const { speedFigures } = require('../speed-figure');

function speedCells(unit) {
  const told = (text) => (test) => {
    const speed = speedOf(test);
    return speed === null ? NOTHING : text(speed);
  };
  const bare = ({ value, low, high }) => quantity(value, low, high);
  const value = (test) => (speedOf(test) || {}).value;
  return [
    { title: unit || 'speed', unit: 'number', value, cell: told(unit ? bare : speedText) },
    {
      title: '95 % interval', unit: 'number soft',
      cell: told((speed) => (speed.low === null ? NOTHING : interval(speed))),
    },
  ];
}

/** A column of what is known of streams, for those that have the field. */
const ofStream = (title, field, text, value = (stream) => stream[field]) => ({
  title, unit: 'number', value: ({ stream }) => stream && value(stream),
  has: ({ stream }) => Boolean(stream) && stream[field] !== null,
  cell: ({ stream }) => (stream ? text(stream) : NOTHING),
});

const processorShare = ({ userShare, systemShare }) => (userShare === null ? null : userShare + systemShare);

// The mean and the growth of the heap stand with each contender: a table of twelve columns is wider than the page.
const RESOURCES = [
  ofStream('first byte', 'firstByteNs', ({ firstByteNs }) => time(firstByteNs)),
  ofStream('peak memory', 'peakRssBytes', peak),
  ofStream('processor', 'userShare', processor, processorShare),
];

function countColumn(tests) {
  const { title, text, value } = instructionsColumn(tests);
  return { title, unit: 'number', value, cell: (test) => text(test) || NOTHING, has: (test) => text(test) !== '' };
}

/** Where any makes more or less of what it gets. */
const outColumn = (tests) => ({
  ...ofStream('out/in', 'bytesOut', outShare, outShareOf),
  has: () => tests.some((test) => test.stream && changesSize(test)),
});

/** @returns {Array<{ title: string, unit: string, cell: function(object): string }>} */
function streamColumns(tests, ranks) {
  const units = [...new Set(tests.map(speedOf).filter(Boolean).map(({ unit }) => unit))];
  const speeds = speedCells(units.length > 1 ? '' : units[0] || 'MB/s');
  return [...speeds, ...ranks, countColumn(tests), ...RESOURCES, outColumn(tests)];
}

/** Notes that stand below those of every suite. */
const streamNotes = (tests) => memoryLines(tests).map((line) => markup`<li>${line[0].toUpperCase() + line.slice(1)}</li>
`);

/** What went in and how often, as above the table in a terminal, and the margin. */
function streamSettings(settings, tests) {
  const measured = tests.find(({ stream }) => stream && stream.runs > 0);
  const { runs = measured ? measured.stream.runs : 1, margin } = settings;
  const head = streamsHead({ ...settings, runs }, tests);
  return margin === undefined ? head : `${head} · margin ${percent(margin)}`;
}

const streamFigures = (tests) => markup`${speedFigures(tests).map(intervalFigure)}\
<div class="plots halves">${memoryFigure(tests)}${processorFigure(tests)}</div>
`;

module.exports = { streamColumns, streamNotes, streamSettings, streamFigures };
