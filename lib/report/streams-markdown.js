'use strict';

/* The columns of a suite of streams in Markdown: less than in a terminal, since pages of GitHub are narrow. */

const { number } = require('../text/display');
const { speedOf, unitOf, megabytes, processorText, isKnown } = require('./streams-words');

/** '51.7 .. 52.5' */
function speedInterval(row) {
  const speed = speedOf(row);
  return speed && speed.low !== null && speed.high !== null ? `${number(speed.low)} .. ${number(speed.high)}` : '';
}

/** The unit stands in the title, or beside the figures where they have different ones. */
const speedText = (unit) => (row) => {
  const speed = speedOf(row);
  return speed ? number(speed.perSecond) + (unit ? '' : ` ${speed.unit}`) : '';
};

const told = (text) => (text === '-' ? '' : text);
const ofStream = (text) => ({ stream }) => (stream ? told(text(stream)) : '');

/**
 * @param {object[]} rows
 * @param {object} columns of every suite: NAME, RATE, INTERVAL, VERDICT; figure(text): a cell that is empty where the row has none
 * @returns {Array<object>} as markdownTable() takes them
 */
function streamColumns(rows, { NAME, RATE, INTERVAL, VERDICT, figure }) {
  const unit = unitOf(rows);
  const column = (title, cell) => ({ title, toTheRight: true, cell: figure(cell) });
  return [
    NAME,
    column(unit || 'speed', speedText(unit)),
    column('95 % interval', speedInterval),
    RATE,
    INTERVAL,
    column('first byte, ms', ofStream(({ firstByteNs }) => number(isKnown(firstByteNs) ? firstByteNs / 1e6 : null))),
    column('peak memory, MB', ofStream(({ peakRssBytes }) => megabytes(peakRssBytes))),
    column('processor, user + system %', ofStream(processorText)),
    VERDICT,
  ];
}

module.exports = { streamColumns };
