'use strict';

/* A report as one self-contained HTML page without fonts or requests; its small script is optional for reading. */

const { markup, nameOf, shown } = require('../chart/markup');
const { commandText } = require('../../text/usage-error');
const { joinedNotes } = require('../report');
const { format, joined } = require('../values');
const { controls } = require('./controls-style');
const { figuresMarkup } = require('./figures');
const { facts, failure, folded, table, testDetails, verdictTag } = require('./parts');
const { script } = require('./script');
const { style } = require('./style');
const { htmlPage } = require('../chart/page');

// A page with fewer sections needs no table of contents.
const FEWEST_OF_CONTENTS = 3;

// A longer list of notes is folded in a long section.
const FEW_NOTES = 12;

const SORT_DIGITS = 7;

const CUT_SHORT = 'The run was cut short or is still under way; these figures stand on what was there.';

const tagOf = ({ text, tone }) => (tone ? markup`<span class="${tone}">${text}</span>` : text);

function cellContent(cell) {
  if (cell === undefined || cell === '') return '';
  if (cell.kind === 'verdict') {
    return [
      verdictTag(cell.name), cell.detail && markup` <span class="soft">${cell.detail}</span>`,
      cell.brackets && markup` <span class="mark">${cell.brackets}</span>`,
      cell.tag && markup` ${tagOf(cell.tag)}`,
    ];
  }
  const text = joined(format(cell));
  const main = cell.isStrong ? markup`<strong>${text}</strong>` : text;
  return [main, cell.more && markup` <span class="soft">${cell.more}</span>`];
}

const classOf = ({ isNumber, isSoft, isSpare }) =>
  [isNumber && 'number', isSoft && 'soft', isSpare && 'spare'].filter(Boolean).join(' ');

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
const valueOf = (cell) => (cell && isNumber(cell.value) ? +cell.value.toPrecision(SORT_DIGITS) : '-');

/** Columns to sort by a number; the name is sorted as text. */
const sortable = (columns, rows) => columns.slice(1)
  .filter(({ key }) => rows.some(({ cells }) => cells && valueOf(cells[key]) !== '-'));

function tableMarkup({ label, columns: all, rows, isLong }) {
  const filled = ({ key }, i) => i === 0 || rows.some(({ cells }) => cells && (cells[key] ?? '') !== '');
  const columns = all.filter(({ only }) => only !== 'terminal').filter(filled);
  const [name] = columns;
  const byValue = sortable(columns, rows);
  const isSortable = byValue.length > 0 && rows.length > 1;
  const head = columns.map((column) => {
    const place = !isSortable ? -1 : column === name ? 'name' : byValue.indexOf(column);
    const attributes = [
      classOf(column) && markup` class="${classOf(column)}"`, place !== -1 && markup` data-sort="${place}"`,
    ];
    return markup`<th scope="col"${attributes}><bdi>${column.wideTitle ?? column.title}</bdi></th>`;
  });
  const rowMarkup = ({ heading, cells, instead, id, tone }) => {
    if (heading !== undefined) {
      return markup`<tr class="group"><th scope="rowgroup" colspan="${columns.length}">${nameOf(heading)}</th></tr>
`;
    }
    const others = columns.slice(1);
    const last = others[others.length - 1];
    const cellOf = (column) => {
      const cell = cells[column.key];
      const kind = [classOf(column), cell && cell.cellTone].filter(Boolean).join(' ');
      return markup`<td${kind && markup` class="${kind}"`}>${cellContent(cell)}</td>`;
    };
    const content = instead === undefined ? others.map(cellOf)
      : [markup`<td class="instead" colspan="${others.length - 1}"><div>${format(instead)}</div></td>`, cellOf(last)];
    const title = typeof cells[name.key] === 'string' ? nameOf(cells[name.key]) : cellContent(cells[name.key]);
    const values = isSortable && markup` data-sort="${byValue.map(({ key }) => valueOf(cells[key])).join(' ')}"`;
    return markup`<tr${tone && markup` class="${tone}"`}${values}><th scope="row">${
      id ? markup`<a href="#${id}">${title}</a>` : title}</th>${content}</tr>
`;
  };
  return table({ label, head, rows: rows.map(rowMarkup), isLong });
}

function notesMarkup({ title, items }, isFolded) {
  if (items.length === 0) return null;
  const list = markup`<ul class="notes">
${items.map(({ name, text, isBelow }) => markup`<li${isBelow && markup` class="below"`}>${
    name && markup`<b>${nameOf(name)}</b>: `}${joined(text)}</li>
`)}</ul>
`;
  if (isFolded && items.length > FEW_NOTES) return folded({ title: title || 'Notes', more: items.length }, list);
  return [title && markup`<h3>${title}</h3>
`, list];
}

const BLOCKS = {
  table: tableMarkup,
  notes: notesMarkup,
  facts: ({ pairs, kind, title }) => [title && markup`<h3>${title}</h3>
`, facts(pairs.map(([name, value]) => [name, value && cellContent(value)]), kind)],
  failures: ({ items, title = 'Failed' }) => items.filter(({ isInDetails }) => !isInDetails)
    .map(({ name, error }) => markup`<h3>${title}: ${nameOf(name)}</h3>
${failure(error)}`),
  lines: ({ lines }) => lines.length > 0 && markup`<pre class="output" tabindex="0">${lines.map((line) => markup`${line}
`)}</pre>
`,
  heading: ({ text }) => markup`<h3>${nameOf(text)}</h3>
`,
  failure: ({ error }) => failure(error),
  warnings: ({ items }) => items.length > 0 && markup`<ul class="warnings">${
    items.map(({ text }) => markup`<li>${text}</li>`)}</ul>
`,
  remark: ({ text, tone = 'remark' }) => markup`<p class="${tone}">${text}</p>
`,
  figure: (block, isFolded) => {
    const figure = figuresMarkup(block);
    return figure && isFolded ? folded({ title: 'Figure' }, figure) : figure;
  },
  details: ({ id, name, isOpen, headline, blocks }) => testDetails({
    id, name, isOpen, content: blocks.map((block) => blockMarkup(block)),
    headline: headline.map(({ side, text, verdict }) => markup`<span class="figure">${
      side && markup`<span class="side">${nameOf(side)}</span>`}${joined(text)}${
      verdict && verdictTag(verdict.name)}</span>`),
  }),
};

const blockMarkup = (block, isFolded = false) => BLOCKS[block.type](block, isFolded);

const isShown = ({ only }) => only !== 'terminal' && only !== 'plot';
const isOfTest = ({ type }) => type === 'heading' || type === 'details';

/** Details of tests below their heading, which disappears if a filter hides all of them; other blocks one by one. */
function groupsOf(blocks) {
  const groups = [];
  for (const block of blocks) {
    const last = groups[groups.length - 1];
    if (block.type === 'details' && last && isOfTest(last[0])) last.push(block);
    else groups.push([block]);
  }
  return groups;
}

function sectionMarkup({ id, title, settings, answer = [], gate, blocks, depth, isFolded }) {
  const parts = groupsOf(joinedNotes(blocks.filter(isShown))).map((group) => {
    const content = group.map((block) => blockMarkup(block, isFolded));
    return isOfTest(group[0]) ? markup`<div class="tests">
${content}</div>
` : content;
  });
  const kind = depth === 'environment' ? 'environment' : 'suite';
  return markup`<section class="${kind}" id="${id}">
<h2><bdi>${title}</bdi></h2>
${settings && markup`<p class="settings"><bdi>${settings}</bdi></p>
`}${answer.map((line) => markup`<p class="answer">${joined(line)}</p>
`)}${gate && markup`<p class="notice${gate.outcome === 'passed' && ' passed'}"><strong>${gate.line}</strong></p>
`}${isFolded && depth === 'detail' ? folded({ title: `${blocks.length} tests` }, parts) : parts}</section>
`;
}

function dateOf(savedAt) {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?Z$/.exec(savedAt);
  return found ? markup`<time datetime="${savedAt}">${found[1]} ${found[2]} UTC</time>` : shown(savedAt);
}

function toPage({ title, lead, origin, sections }) {
  const { savedAt, version, command = [], complete } = origin;
  const links = sections.map(({ id, title: words }) => markup`<li><a href="#${id}"><bdi>${words}</bdi></a></li>`);
  const words = lead.map((tag, i) => [i > 0 && ' · ', tagOf(tag)]);
  const body = markup`<header class="masthead">
<p class="brand"><span class="wordmark">qtimeit</span> <span>${version}</span>${
    savedAt && markup`<span class="date">${dateOf(savedAt)}</span>`}</p>
<h1><bdi>${shown(title)}</bdi></h1>
<p class="lead">${words}</p>
${command.length > 0 && markup`<p class="command"><code>${commandText(command)}</code></p>
`}${complete === false && markup`<p class="notice"><strong>Not complete.</strong> ${CUT_SHORT}</p>
`}</header>
${links.length >= FEWEST_OF_CONTENTS && markup`<div class="beside"><nav aria-label="Contents"><ul>${links}</ul></nav>\
</div>
`}<main>
${sections.map(sectionMarkup)}</main>
`;
  return htmlPage({ title, style: style + controls, body, version, script });
}

module.exports = { toPage };
