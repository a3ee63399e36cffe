'use strict';

/* A report as one self-contained HTML page without fonts or requests; its small script is optional for reading. */

const { markup, shown } = require('../chart/markup');
const { htmlPage } = require('../chart/page');
const { commandText } = require('../../base/text/usage-error');
const { counted } = require('../../base/text/numbers');
const { joinedNotes, splitAt } = require('../report');
const { joined } = require('../values');
const { blockMarkup, folded, renderTag } = require('./blocks');
const { script } = require('./script');
const { style } = require('./style');

const FEWEST_OF_CONTENTS = 3; // a page with fewer sections needs no table of contents
const CUT_SHORT = 'The run was cut short or is still in progress. The results are those measured so far.';

// Most entries on a page: browsers take long for more, and a string has at most 512 MB.
const MOST_DETAILS = 1000;
const MOST = { rows: 10000, items: 5000 };

const isShown = ({ only }) => only !== 'terminal' && only !== 'plot';
const isOfTest = ({ type }) => type === 'heading' || type === 'details';

/** Details of tests below their heading, which disappears if a filter hides all of them; other blocks one by one. */
const groupsOf = (blocks) => splitAt(blocks, ({ type }, [first]) => type !== 'details' || !isOfTest(first));

const leftOut = (count, what) => (
  count > 0 ? [{ type: 'remark', text: `${counted(count, `more ${what}`)} left out of this page` }] : []);

/** The sections without the entries that would make the page too large. The page says how many these are. */
function limitSections(given) {
  const sections = given.map((section) => ({ ...section })); // some have getters, which make new blocks
  const left = { ...MOST };
  const details = sections.flatMap(({ blocks }) => blocks).filter(({ type }) => type === 'details');
  // No other place has the output and the stacks of failed tests, whose details are open.
  const kept = new Set(details.sort((a, b) => Boolean(b.isOpen) - Boolean(a.isOpen)).slice(0, MOST_DETAILS));
  const ids = new Set([...kept].map(({ id }) => id));
  // A row without details has no link.
  const limitRow = (row) => (kept.size < details.length && !ids.has(row.id) ? { ...row, id: undefined } : row);

  function limitBlock(block) {
    if (block.type === 'fold') return [{ ...block, blocks: block.blocks.flatMap(limitBlock) }];
    const key = Object.keys(MOST).find((one) => block[one] !== undefined);
    if (key === undefined) return [block];
    const list = block[key].slice(0, left[key]);
    left[key] -= list.length;
    return [
      { ...block, [key]: key === 'rows' ? list.map(limitRow) : list },
      ...leftOut(block[key].length - list.length, key === 'rows' ? 'row' : 'item'),
    ];
  }

  return sections.map(({ blocks, ...section }) => {
    const own = blocks.filter((block) => block.type !== 'details' || kept.has(block));
    return {
      ...section, count: blocks.length,
      blocks: [...own.flatMap(limitBlock), ...leftOut(blocks.length - own.length, 'test')],
    };
  });
}

const answerMarkup = ({ answer = [], gate }) => [
  answer.map((line) => markup`<p class="answer">${joined(line)}</p>\n`),
  gate && markup`<p class="notice${gate.outcome === 'passed' && ' passed'}"><strong>${gate.line}</strong></p>\n`,
];

/** isTop: the answer is in the masthead; isLong: a page of many tests */
function sectionMarkup(section, { isTop, isLong }) {
  const { id, title, settings, answer, gate, blocks, count, depth, isFolded, noun = 'tests' } = section;
  const parts = groupsOf(joinedNotes(blocks.filter(isShown))).map((group) => {
    const content = group.map((block) => blockMarkup(block, isFolded));
    return isOfTest(group[0]) ? markup`<div class="tests">
${content}</div>\n` : content;
  });
  const kind = depth === 'environment' ? 'environment' : 'suite';
  const name = markup`<bdi>${title}</bdi>`;
  const more = depth === 'detail' ? `${count} ${noun}` : '';
  const isClosed = isLong && depth === 'environment' || isFolded && depth === 'detail';
  return markup`<section class="${kind}" id="${id}">
${isClosed ? folded({ title: markup`<h2>${name}</h2>`, more }, parts) : [
    markup`<h2>${name}</h2>\n`, settings && markup`<p class="settings"><bdi>${settings}</bdi></p>\n`,
    isTop ? '' : answerMarkup({ answer, gate }), parts]}</section>\n`;
}

function dateOf(savedAt) {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?Z$/.exec(savedAt);
  return found ? markup`<time datetime="${savedAt}">${found[1]} ${found[2]} UTC</time>` : shown(savedAt);
}

function toPage({ title, subtitle, lead, origin, sections: all }) {
  const sections = limitSections(all);
  const { savedAt, version, command = [], complete } = origin;
  const links = sections.map(({ id, title: words }) => markup`<li><a href="#${id}"><bdi>${words}</bdi></a></li>`);
  const answers = sections.filter(({ answer = [], gate }) => answer.length > 0 || gate);
  const [top] = answers.length === 1 ? answers : [];
  const isLong = sections.some(({ isFolded }) => isFolded);
  const words = lead.map((tag, i) => [i > 0 && ' · ', renderTag(tag)]);
  const body = markup`<header class="masthead">
<p class="brand"><span class="wordmark">qtimeit</span> <span>${version}</span>${
    savedAt && markup`<span class="date">${dateOf(savedAt)}</span>`}</p>
<h1><bdi>${shown(title)}</bdi></h1>
${top && answerMarkup(top)}<p class="lead">${subtitle && markup`<bdi>${subtitle}</bdi> · `}${words}</p>
${command.length > 0 && markup`<p class="command"><code>${commandText(command)}</code></p>\n`}\
${complete === false && markup`<p class="notice"><strong>Incomplete.</strong> ${CUT_SHORT}</p>\n`}</header>
${links.length >= FEWEST_OF_CONTENTS && markup`<div class="aside"><nav aria-label="Contents"><ul>${links}</ul></nav>\
</div>\n`}<main>
${sections.map((section) => sectionMarkup(section, { isTop: section === top, isLong }))}</main>\n`;
  return htmlPage({ title, style, body, version, script });
}

module.exports = { toPage };
