'use strict';

/* One suite on several engines in Markdown, with a column for each; the fastest is bold. */

const { label } = require('../text/display');
const { engineRows, fastestWords, legendOf } = require('./engine-cells');
const { failuresOf } = require('./engines-table');
const {
  answerBlock, bullets, literal, markdownHeading, markdownTable, paragraphs, verbatim,
} = require('./markdown-blocks');

function cellText({ time, ratio, isFastest }) {
  const text = literal(time) + (ratio ? ` (${literal(ratio)})` : '');
  return isFastest ? `**${text}**` : text;
}

const columnsOf = (sides) => [
  { title: 'one call', cell: ({ name }) => literal(name) },
  ...sides.map((side, at) => (
    { title: literal(label(side.label)), toTheRight: true, cell: ({ cells }) => cellText(cells[at]) })),
];

/**
 * @param {object} document a comparison across engines, see docs/results.md
 * @returns {string}
 */
function enginesMarkdown(document) {
  const groups = engineRows(document);
  const legend = legendOf(groups, document.sides).map((words) => words.replace(/^\*:/, 'bold:'));
  return paragraphs([
    answerBlock(fastestWords(document)),
    ...groups.map(({ group, rows }) => (
      markdownHeading(groups.length > 1 ? group : '') + markdownTable(rows, columnsOf(document.sides)))),
    bullets(legend),
    verbatim(failuresOf(document)),
  ]);
}

module.exports = { enginesMarkdown };
