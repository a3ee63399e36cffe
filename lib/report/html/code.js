'use strict';

/* Source lines with times: two versions side by side, or one version with two columns of times. */

const { markup, renderName } = require('../chart/markup');
const { counted } = require('../../base/text/numbers');

const timeMarkup = ({ text, share, tone }) => markup`<span class="ns${tone && ` ${tone}`}" \
style="background-size:${(share * 100).toFixed(1)}% 100%">${text}</span>`;

const lineMarkup = ({ line, text, times, badges, isAfterGap }) => markup`<li${isAfterGap && markup` class="gap"`}>${
  times.map(timeMarkup)}<span class="number">${line}</span>${
  text === null ? markup`<span class="soft">The source is missing.</span>` : markup`<code>${text}</code>`}${
  badges.length > 0 && markup`<span class="badges">${
    badges.map((one) => markup`<span>${one}</span> `)}</span>`}</li>\n`;

/** names: of the columns of times; title: of the other listing, if this one is null */
function listingMarkup(listing, names, { title: missing }) {
  if (listing === null) {
    return markup`<div class="listing"><p class="soft">${renderName(names[0])}: no samples of ${missing}</p></div>\n`;
  }
  const titles = names.map((name) => markup`<span class="ns">${renderName(name)}</span>`);
  const { title, place, lines } = listing;
  return markup`<div class="listing">
<p><b>${title}</b> <span class="soft">${place}</span></p>
<ol class="${names.length > 1 && 'two'}">
<li class="titles">${titles}</li>
${lines.map(lineMarkup)}</ol></div>\n`;
}

/**
 * pairs: lists of one listing for both names, or of two (or null); a listing: { title, place, lines: [{ line, text (or
 * null), times: [{ text, share (of the longest), tone }], badges, isAfterGap }] }
 */
const codeMarkup = ({ names, pairs, omitted }) => [
  pairs.map((pair) => markup`<div class="code${pair.length === 1 && ' joint'}">
${pair.map((one, i) => listingMarkup(one, pair.length === 1 ? names : [names[i]], pair.find(Boolean)))}</div>\n`),
  omitted > 0 && markup`<p class="remark">${counted(omitted, 'more function')}</p>\n`,
];

module.exports = { codeMarkup };
