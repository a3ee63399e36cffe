'use strict';

/* The page around the sections: head, title, what was run and when, contents, foot. */

const { htmlPage } = require('../chart/page');
const { markup, shown } = require('../chart/markup');
const { style } = require('./style');
const { controls } = require('./controls-style');
const { script } = require('./script');
const { commandText } = require('../../text/usage-error');

// Up to so many sections nobody needs a list of them.
const FEW = 2;

const CUT_SHORT = 'The run was cut short or is still under way; these figures stand on what was there.';

/** '2026-11-21 08:00 UTC', or the text as it is */
function dateOf(savedAt) {
  const found = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(:\d\d(\.\d+)?)?Z$/.exec(savedAt);
  return found ? markup`<time datetime="${savedAt}">${found[1]} ${found[2]} UTC</time>` : shown(savedAt);
}

/**
 * @param {object} page
 * @param {object} page.document whose savedAt, version, command, complete are told
 * @param {string} page.title
 * @param {object} page.lead markup: what the page is about, in one line
 * @param {Array<{ id: string, title: string }>} page.contents
 * @param {Array} page.sections
 * @returns {string} HTML
 */
function page({ document, title, lead, contents, sections }) {
  const { savedAt, version, command, complete } = document;
  const date = savedAt && markup`<span class="date">${dateOf(savedAt)}</span>`;
  const commandLine = command.length > 0 && markup`<p class="command"><code>${commandText(command)}</code></p>
`;
  const notice = complete === false && markup`<p class="notice"><strong>Not complete.</strong> ${CUT_SHORT}</p>
`;
  const links = contents.map(({ id, title: words }) => markup`<li><a href="#${id}"><bdi>${words}</bdi></a></li>`);
  const body = markup`<header class="masthead">
<p class="brand"><span class="wordmark">qtimeit</span> <span>${version}</span>${date}</p>
<h1><bdi>${title}</bdi></h1>
<p class="lead">${lead}</p>
${commandLine}${notice}</header>
${contents.length > FEW && markup`<div class="beside"><nav aria-label="Contents"><ul>${links}</ul></nav></div>
`}<main>
${sections}</main>
`;
  return htmlPage({ title, style: style + controls, body, version, script });
}

module.exports = { page };
