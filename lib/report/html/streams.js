'use strict';

/* What a suite of streams has in place of the table, the plots and the settings of other suites. */

const { markup, shown } = require('./markup');
const { known, object, positive } = require('./known');
const { rank } = require('../display');
const { streamsHead } = require('../streams-banner');
const { memoryLines } = require('../streams-notes');
const { changesSize } = require('../streams-words');
const { percent, quantity, time, NOTHING } = require('./figures');
const { isStream, speedOf, speedText, peak, processor, outShare } = require('./streams-words');
const { speedFigures, memoryFigure, processorFigure } = require('./streams-plots');

function speedCells(unit) {
  const told = (text) => (test) => {
    const speed = speedOf(test);
    return speed === null ? NOTHING : text(speed);
  };
  return [
    { title: unit || 'speed', unit: 'number', cell: told((speed) => (unit ? quantity(speed.value, speed.low, speed.high) : speedText(speed))) },
    {
      title: '95 % interval', unit: 'number soft',
      cell: told(({ low, high }) => (low === null ? NOTHING : `${quantity(low, low, high)} – ${quantity(high, low, high)}`)),
    },
  ];
}

const ofStream = (text) => (test) => text(object(test.stream));

// The mean and the growth of the heap stand with each contender: a table of twelve columns is wider than the page.
const RESOURCES = [
  { title: 'peak memory', unit: 'number', field: 'peakRssBytes', cell: ofStream(peak) },
  { title: 'processor', unit: 'number', field: 'userShare', cell: ofStream(processor) },
];

const OUT = { title: 'out/in', unit: 'number', cell: ofStream(outShare) };

/** @returns {Array<{ title: string, unit: string, cell: function(object): string }>} those that any of the tests has */
function streamColumns(tests) {
  const units = new Set(tests.map(speedOf).filter(Boolean).map(({ unit }) => unit));
  const has = ({ field }) => tests.some((test) => known(object(test.stream)[field]) !== null);
  const first = { title: 'first byte', unit: 'number', field: 'firstByteNs', cell: ofStream(({ firstByteNs }) => time(known(firstByteNs))) };
  return [
    ...speedCells(units.size === 1 ? [...units][0] : units.size ? '' : 'MB/s'),
    { title: 'rank', unit: 'number', cell: (test) => (positive(test.rank) === null ? NOTHING : rank(test.rank)) },
    {
      title: 'interval', unit: 'number soft',
      cell: ({ rankLow, rankHigh }) => (known(rankLow) === null || known(rankHigh) === null ? NOTHING : `${rank(rankLow)} – ${rank(rankHigh)}`),
    },
    ...[first, ...RESOURCES].filter(has),
    ...(tests.some((test) => isStream(test) && changesSize(test)) ? [OUT] : []),
  ];
}

/** Notes that stand below those of every suite. */
function streamNotes(tests) {
  const rows = tests.map((test) => ({ name: shown(test.name), stream: object(test.stream) }));
  return memoryLines(rows).map((line) => markup`<li>${line[0].toUpperCase() + line.slice(1)}</li>
`);
}

/** What went in and how often, as above the table in a terminal, and the margin. */
function streamSettings(settings, tests) {
  const streams = tests.map((test) => ({ stream: object(test.stream) }));
  const measured = streams.find(({ stream }) => known(stream.runs) > 0);
  const runs = known(settings.runs) > 0 ? settings.runs : measured ? measured.stream.runs : 1;
  const head = streamsHead({ ...settings, runs, forkTests: known(settings.forkTests) > 0 ? settings.forkTests : 0 }, streams);
  return [head, known(settings.margin) !== null && `margin ${percent(settings.margin)}`].filter(Boolean).join(' · ');
}

function streamFigures(tests) {
  const streams = tests.filter(isStream);
  return markup`${speedFigures(streams)}<div class="plots halves">${memoryFigure(streams)}${processorFigure(streams)}</div>
`;
}

module.exports = { streamColumns, streamNotes, streamSettings, streamFigures };
