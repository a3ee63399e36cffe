'use strict';

/* A report, made of a document by kinds/. terminal.js, to-markdown.js and html/ show reports of all kinds. */

const { alsoText, limitLines } = require('../base/text/columns');
const { escaped, label, plainLines } = require('../base/text/display');

/** On pages, tables of more tests scroll, and figures and details of more tests are folded. */
const MANY = 40;
const FEW = 20;

const OUTPUT_LINES = 20;
const NAMED_FILES = 2;
const OR_COUNTS = ', or some instruction counts are missing'; // after what was cut short

/**
 * @typedef {{ title: string, subtitle?: string, lead: Tag[], origin?: object, sections: Section[] }} Report
 *   lead: counts, '8 tests', '2 slower'; origin: { version, savedAt, command, complete } of the document
 *
 * @typedef {object} Section
 * @property {string} id of its place on a page
 * @property {string} title of a page
 * @property {string} [heading] in Markdown, and in a terminal if there are several
 * @property {(columns: number|undefined) => string[]} [head] lines of a terminal above the section
 * @property {boolean} [isCompact] no empty line below the table in a terminal
 * @property {string} [settings] a line below the title of a page
 * @property {'environment'|'detail'} [depth] on pages only; environments also, folded, in summaries of GitHub
 * @property {boolean} [isFolded] on pages
 * @property {string[]} [answer] sentences
 * @property {{ outcome: string, line: string }} [gate] the answer to --max-regression
 * @property {Block[]} blocks
 *
 * @typedef {{ text: string, tone?: string }} Tag
 * @typedef {Table|Notes|Facts|Failures|FigureBlock|Details|Remark|Fold} Block
 *
 * @typedef {object} Table of type 'table'
 * @property {string} label for screen readers
 * @property {Column[]} columns the first holds names, which narrow outputs cut
 * @property {Row[]} rows
 * @property {boolean} [isLong] scrolls on pages
 * @property {string} [sortedBy] key of the column by which pages sort the rows of each group
 * @property {boolean} [isPlain] single spaces between cells in a terminal, for programs
 * @property {boolean} [isShelved] columns that do not fit follow below in further tables with the same names
 *
 * @typedef {object} Column
 * @property {string} key of the cells
 * @property {string} title
 * @property {string} [wideTitle] longer title for Markdown and pages
 * @property {boolean} [isNumber] aligned to the right
 * @property {boolean} [isSpare] hidden on narrow pages
 * @property {boolean} [isBar] a bar for the value of each cell
 * @property {boolean} [isSoft] belongs to the column before, such as an interval
 * @property {number} [drop] narrow terminals leave out the lowest first: below 10 before they cut names, 10 and
 *   above after names are cut to half of the terminal; without, never
 * @property {string} [short] key of shorter cells, tried before the column is left out
 * @property {'terminal'|'wide'|'page'} [only] wide: Markdown and pages
 *
 * @typedef {object} Row
 * @property {string} [heading] replaces all cells
 * @property {object<string, Cell>} [cells] by the keys of columns
 * @property {Cell} [instead] replaces all cells except the name
 * @property {string} [id] of the details of this row
 * @property {object<string, string>} [tones] by the keys of columns
 * @property {function(import('./terminal').Screen): string[]} [below] lines of a terminal below the row
 * @property {number} [bar] length of the bar behind the row
 * @property {'fastest'} [tone] of the row on pages
 *
 * @typedef {string|import('./values').Value} Cell
 *
 * @typedef {{ type: 'notes', title?: string, items: Note[], most?: number, more?: string }} Notes most: items in a
 *   terminal; `more` describes the rest
 * @typedef {{ name?: string, text: string, isBelow?: boolean, href?: string }} Note isBelow: belongs to the note
 *   before; href: of its name on pages
 * @typedef {{ type: 'facts', pairs: [string, string|Cell][], kind?: string }} Facts
 * @typedef {{ type: 'failures', title?: string, summary?: string, items: Failure[] }} Failures
 * @typedef {{ name: string, error: object, isInDetails?: boolean }} Failure isInDetails: pages show it there
 * @typedef {{ type: 'figure', figures, title?: string, only?: 'plot' }} FigureBlock
 *   figures({ plotKind }): (Figure|null)[]; title: in a plot
 * @typedef {{ type: 'details', id, name, isOpen, headline: Tag[], blocks: Block[] }} Details of a test
 * @typedef {{ type: 'remark', text: string, tone?: 'empty', isTable?: boolean }} Remark isTable: replaces a table, with
 *   an empty line before it in a terminal
 *
 * @typedef {{ type: 'fold', title: string, more?: string, isOpen?: boolean, blocks: Block[] }} Fold on pages only
 *
 * @typedef {object} Figure a description, from figures/, which chart/picture.js draws
 * @property {'rows'|'lines'|'sequence'|'flame'} draw
 * @property {import('./chart/marks').Drawing} [drawing] of figures that no other kind of figure resembles
 * @property {'interval'|'box'|'bar'|'dots'} [row]
 * @property {string} title
 * @property {string} text after the title
 * @property {object|null} scale of chart/axes.js
 * @property {{ at: number, text: string }[]} ticks at: percent
 * @property {{ value: number, kind: string }[]} [lines] references for rows
 * @property {object[]} [items] rows: { heading }, or { name, side, label, value, more, verdict } and what the row
 *   draws; label: the row in words; side: '' unless the name needs it; empty: words that replace a drawing
 * @property {([string, string]|false|null|undefined)[]} key signs and their meanings
 */

/** Whether a comparison has rates, with the t test of compare.R in Node's core. */
const isOfRates = ({ tests = [] }) => tests.some(({ changes }) => changes.some(({ welch }) => welch));
const isOfEngines = ({ across }) => across === 'engines';

/** ns per cycle. All sides share it, so that ratios of times stay ratios of cycles. null if unknown. */
function nsOfCycle(sides) {
  const known = sides.find((side) => side && !side.error && side.nsPerCall > 0 && side.cycles > 0);
  return known ? known.nsPerCall / known.cycles : null;
}

/** A list of notes, or of their texts; an indented text belongs to the note before. */
const createNotes = (items, more) => ({
  type: 'notes', ...more, items: items.map((one) => (
    typeof one === 'string' ? { text: one.trim(), isBelow: one.startsWith('  ') } : one)),
});

/** Equal notes as one: 'a: not steady: ... (also: b, c)' */
const sharedNote = ([{ name, text }, ...others], nameOf = (one) => label(one.name)) => (
  { name, text: text + alsoText(others.map(nameOf)) });

function joinedNotes(blocks) {
  const joined = [];
  for (const block of blocks) {
    const last = joined[joined.length - 1];
    if (block.type === 'notes' && block.items.length === 0) continue;
    if (last && block.type === 'notes' && last.type === 'notes' && !last.title && !block.title) {
      joined[joined.length - 1] = { ...last, items: [...last.items, ...block.items] };
    } else joined.push(block);
  }
  return joined;
}

/** Lists that begin at the items for which isFirst(item, list before it) holds. */
function splitAt(items, isFirst) {
  const lists = [];
  for (const item of items) {
    if (lists.length === 0 || isFirst(item, lists.at(-1))) lists.push([item]);
    else lists.at(-1).push(item);
  }
  return lists;
}

const indented = (text, indent, next) => plainLines(`${text}`).map((line, i) => (
  (i > 0 ? next : indent) + escaped(line)));

/** @param {Failure} failure error: { message, at, calls, round, output } of a row */
function failureLines({ name, error }) {
  const { message, at, calls, round, output } = error || {};
  return [
    ...indented(message || 'failed', `FAILED ${label(name)}: `, '    '),
    ...(at ? [`    at ${escaped(at)}`] : []),
    ...(calls ? [`    on call ${escaped(calls)}${round > 1 ? `, in round ${round}` : ''}`] : []),
    ...(output || []).slice(-OUTPUT_LINES).flatMap((line) => indented(line, '    | ', '    | ')),
  ];
}

function filesTitle(files, none) {
  if (files.length === 0) return none;
  return files.length > NAMED_FILES ? `${files.length} files` : files.map((file) => label(file)).join(', ');
}

/** The columns of Markdown and pages: the first one, and those with a cell. */
const wideColumns = ({ columns, rows }, isPage = false) => columns.filter(({ key, only }, i) => (
  only !== 'terminal' && (isPage || only !== 'page') &&
    (i === 0 || rows.some(({ cells }) => cells && (cells[key] ?? '') !== ''))));

const failuresLines = ({ items, summary, most = Infinity }) => [
  ...(summary ? [summary] : []), ...limitLines(items.map(failureLines), most, 'more that failed').flat(),
];

module.exports = {
  FEW, MANY, OR_COUNTS, joinedNotes, isOfRates, isOfEngines, nsOfCycle, createNotes, sharedNote, splitAt, filesTitle,
  wideColumns, failureLines, failuresLines,
};
