'use strict';

/* Why a test failed: the whole message, the place, and what its process wrote. */

const { markup, linesOf } = require('./markup');
const { textual, list, object } = require('./known');
const { facts } = require('./parts');

const OUTPUT_LINES = 20;
const STACK_LINES = 40;

/** @param {object | null} error of a row: { code, message, at, calls, round, stack, output } */
function failure(error) {
  const { code, message, at, calls, round, stack, output } = object(error);
  const said = list(output);
  const last = said.slice(-OUTPUT_LINES);
  const heading = `What its process wrote at last${said.length > last.length ? ` (the last ${last.length} of ${said.length} lines)` : ''}:`;
  const trace = (textual(stack) || '').split('\n').slice(0, STACK_LINES).join('\n');
  return markup`<div class="failure">
<pre class="message">${linesOf(textual(message) || 'failed')}</pre>
${facts([['at', textual(at) && markup`<code>${at}</code>`], ['on call', textual(calls)], ['in round', round > 1 ? String(round) : null], ['kind', textual(code) && markup`<code>${code}</code>`]])}
${last.length > 0 && markup`<p class="above">${heading}</p>
<pre class="output">${last.map((line) => markup`${linesOf(line)}
`)}</pre>`}
${trace && trace !== message && markup`<details class="stack"><summary>Stack</summary><pre>${linesOf(trace)}</pre></details>`}</div>
`;
}

module.exports = { failure };
