'use strict';

/* A report in GitHub's Markdown, the answer first. This is the only place that escapes text of documents. */

const { failuresLines, joinedNotes, splitAt, wideColumns } = require('./report');
const { escaped, label } = require('../base/text/display');
const { format, joined } = require('./values');

const MOST_BYTES = 1000 * 1024; // GitHub drops summaries over 1024 KB
const CUT = '\n\nTruncated: GitHub shows no more than 1 MB.\n';

// GitHub and GitLab link these, escaped or not, unless a character splits them: @name, #1, GH-1, !1, https://, www.
const LINK = /@|(?:[#!]|gh-)(?=\d)|:(?=\/\/)|www(?=\.)/gi;

const literal = (text) => escaped(text).replace(/[\\`*_<>[\]|~&$]/g, '\\$&').replace(LINK, '$&&#8203;');

/** Text at the start of a block, where Markdown could see a heading or an item. */
const opening = (text) => literal(text).replace(/^\s*((?=[-+#=])|\d+(?=[.)](\s|$)))/, '$&\\');
const strong = (text) => `**${literal(text)}**\n`;

/** Lines without any interpretation of their contents; '' for none. */
function verbatim(lines) {
  if (!lines.length) return '';
  // The fence must be longer than any run of backticks in the text.
  const runs = lines.flatMap((line) => line.match(/`{3,}/g) || []);
  const fence = runs.reduce((longest, run) => (run.length >= longest.length ? `${run}\`` : longest), '```');
  return `${fence}text\n${lines.join('\n')}\n${fence}\n`;
}

function folded(title, block) {
  // Markdown within HTML begins after an empty line.
  return block && `<details><summary>${literal(title)}</summary>\n\n${block}\n</details>\n`;
}

const paragraphs = (blocks) => blocks.filter(Boolean).join('\n');
const lineOf = (cells) => `|${cells.map((cell) => (cell === '' ? ' |' : ` ${cell} |`)).join('')}\n`;

function cellText(cell) {
  if (cell === undefined) return '';
  const text = literal(cell.kind === 'verdict' ? `${cell.mark} ${cell.text}`.trim() : joined(format(cell)));
  return cell.isStrong && text ? `**${text}**` : text;
}

/** A table for the rows up to the next heading, which GitHub can show under a title. */
function tableText(table) {
  const { rows } = table;
  const shown = wideColumns(table);
  const [name] = shown;
  const cellOf = ({ key }) => ({ cells, instead }) => {
    if (key === name.key) return typeof cells[key] === 'string' ? literal(label(cells[key])) : cellText(cells[key]);
    return cellText(instead === undefined ? cells[key] : key === shown[shown.length - 1].key ? instead : cells[key]);
  };
  const titles = shown.map(({ title, wideTitle }) => literal(wideTitle ?? title));
  const head = lineOf(titles) + lineOf(shown.map(({ isNumber }) => (isNumber ? '---:' : ':---')));
  const cells = shown.map(cellOf);
  return paragraphs(splitAt(rows, ({ heading }) => heading !== undefined).map((part) => {
    const [{ heading }] = part;
    const lines = part.slice(heading === undefined ? 0 : 1).map((row) => lineOf(cells.map((textOf) => textOf(row))));
    return (heading ? `${strong(heading)}\n` : '') + (lines.length > 0 ? head + lines.join('') : '');
  }));
}

const listText = ({ title, items }) => (title && items.length > 0 ? `${strong(title)}\n` : '') +
  items.map(({ name, text, isBelow }) => (
    `${isBelow ? '  ' : ''}- ${opening((name ? `${label(name)}: ` : '') + text)}\n`)).join('');

/** Links to the lines that threw, for files in the folder of sourceUrl */
function placesText(items, sourceUrl) {
  const places = new Set(items.map(({ error }) => error && error.at).filter(Boolean));
  const links = [...places].map((place) => {
    const [, file, line] = `${place}`.toWellFormed().match(/^(?![/.]|\w+:|.*\/\.\.\/)([^:]+):(\d+)/) || [];
    return file && `[${literal(place)}](${sourceUrl}${encodeURI(file).replace(/[()]/g, '\\$&')}#L${line})`;
  }).filter(Boolean);
  return links.length > 0 ? `\n${links.join(', ')}\n` : '';
}

const BLOCKS = {
  table: tableText,
  notes: listText,
  facts: ({ title, pairs }) => listText({
    title, items: pairs.filter(([, value]) => value).map(([name, value]) => (
      { text: `${label(name)}: ${format(value)}` })),
  }),
  failures: (block, { sourceUrl }) => (
    verbatim(failuresLines(block)) + (sourceUrl ? placesText(block.items, sourceUrl) : '')),
  lines: ({ lines }) => verbatim(lines),
  remark: ({ text }) => `${opening(text)}\n`,
  heading: ({ text }) => strong(text),
  figure: () => '',
  details: () => '',
  fold: () => '',
};

const isShown = ({ only }) => only !== 'terminal';
const blocksText = (blocks, options = {}) => paragraphs(
  joinedNotes(blocks.filter(isShown)).map((block) => BLOCKS[block.type](block, options)));

/** The answer of the only section comes first. isSummary: notes are folded */
function sectionText({ heading, answer = [], blocks }, { isOnly, isSummary, sourceUrl }) {
  const head = heading ? `### ${literal(heading)}\n` : '';
  const answers = answer.map(strong);
  const isFolded = ({ type }) => isSummary && type === 'notes';
  return paragraphs([
    ...(isOnly ? [...answers, head] : [head, ...answers]),
    blocksText(blocks.filter((block) => !isFolded(block)), { sourceUrl }),
    folded('Notes', blocksText(blocks.filter(isFolded))),
  ]);
}

/**
 * @param {{ isSummary?: boolean, sourceUrl?: string|null }} [options] isSummary: with the environment, folded;
 *   sourceUrl: the folder of the files on a site, 'https://…/blob/COMMIT/', for links to lines
 */
function toMarkdown({ lead, sections }, { isSummary = false, sourceUrl = null } = {}) {
  const shown = sections.filter(({ depth }) => depth === undefined);
  const text = paragraphs([
    ...shown.map((section) => sectionText(section, { isOnly: shown.length === 1, isSummary, sourceUrl })),
    isSummary ? `${literal(lead.map((tag) => tag.text).join(', '))}\n` : '',
    ...(isSummary ? sections.filter(({ depth }) => depth === 'environment') : [])
      .map(({ title, blocks }) => folded(title, blocksText(blocks))),
  ]);
  const gates = sections.filter(({ gate }) => gate).map(({ gate }) => strong(gate.line));
  return fitted(text, paragraphs(gates));
}

function fitted(text, last) {
  const whole = paragraphs([text, last]);
  if (Buffer.byteLength(whole) <= MOST_BYTES) return whole;
  const room = MOST_BYTES - Buffer.byteLength(`${CUT}\n${last}`);
  const start = Buffer.from(text).subarray(0, room).toString();
  return paragraphs([start.slice(0, start.lastIndexOf('\n') + 1) + CUT, last]);
}

module.exports = { toMarkdown, literal, opening, verbatim };
