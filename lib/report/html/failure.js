'use strict';

/* Why a test failed: the whole message, the place, and what its process wrote. */

const { markup, linesOf } = require('./markup');
const { list, object } = require('./known');
const { facts } = require('./parts');

const OUTPUT_LINES = 20;
const STACK_LINES = 40;

/** @param {object | null} error of a row: { code, message, at, calls, stack, output } */
function failure(error) {
  const { code, message, at, calls, stack, output } = object(error);
  const said = list(output);
  const shown = said.slice(-OUTPUT_LINES);
  const trace = stack ? `${stack}`.split('\n').slice(0, STACK_LINES).join('\n') : '';
  return markup`<div class="failure">
<pre class="message">${linesOf(message || 'failed')}</pre>
${facts([['at', at && markup`<code>${at}</code>`], ['on call', calls], ['kind', code && markup`<code>${code}</code>`]])}
${shown.length > 0 && markup`<p class="above">What its process wrote at last${said.length > shown.length && ` (the last ${shown.length} of ${said.length} lines)`}:</p>
<pre class="output">${shown.map((line) => markup`${linesOf(line)}
`)}</pre>`}
${trace && trace !== message && markup`<details class="stack"><summary>Stack</summary><pre>${linesOf(trace)}</pre></details>`}</div>
`;
}

module.exports = { failure };
