'use strict';

/* Rates of configurations that were run once: a line for each, as it was printed while they were measured. */

const { noteLines } = require('./rates-notes');
const { escaped } = require('../text/display');
const { byFile, rateLine } = require('../text/configuration-names');

/** What stands below the lines; '' for nothing. */
function notesText(rates) {
  const notes = noteLines(rates);
  return notes.length ? `\n${notes.join('\n')}\n` : '';
}

/**
 * @param {object} rates a document of rates of one side
 * @returns {string} with ends of line
 */
function ratesLines(rates) {
  const blocks = [...byFile(rates.configurations)].map(([file, own]) => {
    const lines = own.flatMap(({ configuration, sides: [side] }) =>
      (side ? side.rates.map((rate) => rateLine({ file, configuration, rate })) : []));
    return lines.length ? [escaped(file), ...lines, ''].join('\n') : '';
  });
  return `${blocks.filter(Boolean).join('\n')}${notesText(rates)}`;
}

module.exports = { ratesLines, notesText };
