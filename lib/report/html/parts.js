'use strict';

/* Pieces that several parts of the page are made of. */

const { markup, shown } = require('./markup');
const { textual, list, object } = require('./known');
const { label, printable } = require('../display');
const { sentence } = require('../../warnings');

/** A figure with its title above and what its signs mean below. */
function figure({ kind, title, text, body, key = [] }) {
  const items = key.filter(Boolean).map(([sign, words]) => markup`<li><span class="key ${sign}"></span>${words}</li>`);
  return markup`<figure class="${kind}">
<figcaption><strong>${title}</strong>${text && markup` <span>${text}</span>`}</figcaption>
${body}
${items.length > 0 && markup`<ul class="keys">${items}</ul>`}</figure>
`;
}

/** Names with values: a list of [name, value], those without a value left out. */
function facts(pairs, kind = 'facts') {
  const items = pairs.filter((pair) => pair && pair[1] !== null && pair[1] !== undefined && pair[1] !== '');
  if (items.length === 0) return null;
  return markup`<dl class="${kind}">${items.map(([name, value]) => markup`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
`;
}

/** A table that scrolls by itself where it is wider than the page. */
function table({ label, head, rows }) {
  return markup`<div class="scroll" role="region" aria-label="${label}" tabindex="0"><table>
<thead><tr>${head}</tr></thead>
<tbody>
${rows}</tbody></table></div>
`;
}

/** A warning in words; by its code where a document of another version has none of the fields the words need. */
function wordsFor(warning) {
  try {
    return sentence(warning);
  } catch (_) {
    return warning && warning.code;
  }
}

function warningList(warnings) {
  const words = list(warnings).map(wordsFor).filter(Boolean);
  if (words.length === 0) return null;
  return markup`<ul class="warnings">${words.map((text) => markup`<li>${text}</li>`)}</ul>
`;
}

/** The whole of a name that is cut everywhere else, nothing for others. */
function wholeName(name) {
  const whole = printable(textual(name) || '');
  return whole !== label(whole) && markup`<p class="whole-name"><bdi>${whole}</bdi></p>
`;
}

/** What a side of a comparison is called; 'side 2' where it has no label. */
function labelOf(sides, i) {
  const given = textual(object(sides[i]).label);
  return given === null ? `side ${i + 1}` : shown(given);
}

module.exports = { wholeName, labelOf, figure, facts, table, warningList, wordsFor };
