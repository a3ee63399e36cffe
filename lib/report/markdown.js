'use strict';

/* A table as GitHub shows it. */

const { label, number, rank, interval } = require('./display');
const { insteadOf } = require('./table');
const { isMarked } = require('./notes');

const HEADER = '| name | ops/sec | rate | interval | verdict |\n| :--- | ---: | ---: | ---: | :--- |\n';

/** The text with all that Markdown would take for markup escaped. */
function literal(text) {
  return text.replace(/[\\`*_<>[\]|~&$]/g, '\\$&');
}

/** The verdict, and what makes its figures doubtful: nobody explains a '*' here. */
function verdictOf({ verdict, warnings = [] }) {
  let codes = '';
  for (let i = 0; i < warnings.length; i++) if (isMarked(warnings[i])) codes += (codes && ', ') + warnings[i].code;
  return codes ? `${verdict} (${codes})` : verdict;
}

function lineOf(row) {
  const name = literal(label(row.name));
  const instead = insteadOf(row);
  if (instead) return `| ${name} | | | | ${literal(instead)} |\n`;
  if (row.verdict === 'below-resolution') return `| ${name} | too fast to tell | | | ${literal(verdictOf(row))} |\n`;
  return `| ${name} | ${number(row.results.avg)} | ${rank(row.rank)} | ${interval(row.rankLow, row.rankHigh)} | ${literal(verdictOf(row))} |\n`;
}

/**
 * @param {Array<object>} rows as tableLines() takes them
 * @returns {string} a header and a line per row, with ends of line
 */
function toMarkdown(rows) {
  let text = HEADER;
  for (let i = 0; i < rows.length; i++) text += lineOf(rows[i]);
  return text;
}

module.exports = { toMarkdown };
