'use strict';

/* Building blocks of the page. */

const { markup, shown, linesOf } = require('../chart/markup');
const { label, printable } = require('../../text/display');
const { signOf, toneOf, wordsOf } = require('../verdicts');
const { withoutOurFrames } = require('../../text/row-error');
const { sentence } = require('../../system/warnings');

const OUTPUT_LINES = 20;
const STACK_LINES = 40;

function facts(pairs, kind = 'facts') {
  const items = pairs.filter(([, value]) => ![null, undefined, '', false].includes(value));
  if (items.length === 0) return null;
  const lines = items.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`);
  return markup`<dl class="${kind}">${lines}</dl>
`;
}

/** A table that scrolls separately if it is wider than the page, or long. */
function table({ label: name, head, rows, isLong }) {
  return markup`<div class="scroll${isLong && ' long'}" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${rows}</tbody></table></div>
`;
}

const groupRow = (title, columns) => title !== '' &&
  markup`<tr class="group"><th scope="rowgroup" colspan="${columns}"><bdi>${title}</bdi></th></tr>
`;

/** The details of a test, folded below its name. */
function testDetails({ id, name, isOpen, headline, content }) {
  const whole = printable(name);
  // All other places cut the name.
  const wholeName = whole !== label(whole) && markup`<p class="whole-name" tabindex="0"><bdi>${whole}</bdi></p>
`;
  return markup`<details class="test"${isOpen && markup` open`}>
<summary><span class="name"><bdi>${shown(name)}</bdi></span>${headline}</summary>
<div class="body" id="${id}">
<p class="permalink"><a href="#${id}">Link to this test</a></p>
${wholeName}${content}</div>
</details>
`;
}

function warningList(warnings) {
  const items = warnings.map((warning) => markup`<li>${sentence(warning)}</li>`);
  return items.length > 0 && markup`<ul class="warnings">${items}</ul>
`;
}

/** @param {{ code: string, message: string, at, calls, round, stack, output: string[] }} error of a row */
function failure({ code, message, at, calls, round, stack, output = [] }) {
  const last = output.slice(-OUTPUT_LINES);
  const which = output.length > last.length ? ` (the last ${last.length} of ${output.length} lines)` : '';
  const kind = code && markup`<code>${code}</code>`;
  const trace = withoutOurFrames(stack || '').split('\n').slice(0, STACK_LINES).join('\n');
  return markup`<div class="failure">
<pre class="message" tabindex="0">${linesOf(message || 'failed')}</pre>
${facts([
    ['at', at && markup`<code>${at}</code>`], ['on call', calls], ['in round', round > 1 && round], ['kind', kind],
  ])}
${last.length > 0 && markup`<p class="above">What its process wrote at last${which}:</p>
<pre class="output" tabindex="0">${last.map((line) => markup`${linesOf(line)}
`)}</pre>`}
${trace && trace !== message && markup`<details class="stack">\
<summary>Stack</summary><pre tabindex="0">${linesOf(trace)}</pre></details>`}</div>
`;
}

/** The sign is decorative: the words after it have the same meaning. */
const verdictTag = (name) => markup`<span class="verdict ${toneOf(name)}">\
<span class="sign-of" aria-hidden="true">${signOf(name)}</span>${wordsOf(name)}</span>`;

const folded = ({ title, id, more }, body) =>
  markup`<details class="fold"${id && markup` id="${id}"`}><summary>${title}${more && markup` <span>${more}</span>`}\
</summary>
${body}</details>
`;

module.exports = { verdictTag, folded, facts, table, groupRow, testDetails, warningList, failure };
