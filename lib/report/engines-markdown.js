'use strict';

/* One suite on several engines in Markdown, with a column for each; the fastest is bold. */

const { label } = require('../text/display');
const { engineRows, fastestWords, lackLines, legendOf, memoryRows } = require('./engine-cells');
const { failuresOf } = require('./engines-table');
const { machineLines } = require('./machines-notes');
const {
  answerBlock, bullets, literal, markdownHeading, markdownTable, paragraphs, verbatim,
} = require('./markdown-blocks');

function cellText({ time, ratio, isFastest }) {
  const text = literal(time) + (ratio ? ` (${literal(ratio)})` : '');
  return isFastest ? `**${text}**` : text;
}

const columnsOf = (title, sides) => [
  { title, cell: ({ name }) => literal(name) },
  ...sides.map((side, at) => (
    { title: literal(label(side.label)), toTheRight: true, cell: ({ cells }) => cellText(cells[at]) })),
];

/**
 * @param {object} document a comparison across engines, see docs/results.md
 * @returns {string}
 */
function enginesMarkdown(document) {
  const { sides } = document;
  const groups = engineRows(document);
  const memory = memoryRows(document);
  const legend = legendOf(groups, sides).map((words) => words.replace(/^\*:/, 'bold:'));
  return paragraphs([
    answerBlock(fastestWords(document)),
    ...groups.map(({ group, rows }) => (
      markdownHeading(groups.length > 1 ? group : '') + markdownTable(rows, columnsOf('one call', sides)))),
    memory.length > 0 ? markdownTable(memory, columnsOf('bytes a call', sides)) : '',
    bullets([...legend, ...lackLines(document), ...machineLines(document)]),
    verbatim(failuresOf(document)),
  ]);
}

module.exports = { enginesMarkdown };
