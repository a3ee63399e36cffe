'use strict';

/* Figures on a page, as wide as the page. */

const { lineDrawing, lineSign } = require('../chart/lines');
const { markup, nameOf } = require('../chart/markup');
const { axisDrawing, rowDrawing } = require('../chart/rows');
const { distribution, sequence } = require('../chart/rounds');
const { seriesClass } = require('../chart/theme');
const { verdictTag } = require('./parts');

// In a longer list of intervals, the axis is out of sight, and its lines in each row are clutter.
const MOST_WITH_GRID = 40;

const wordsMarkup = (words) => [words].flat().map((part) => (typeof part === 'string' ? part : nameOf(part.name)));

/** Places inside are shares of the width without the padding, which attributes cannot express. */
function svg({ label, height, left, right, content, kind }) {
  const alternative = label === null ? markup`aria-hidden="true"` : markup`role="img" aria-label="${label}"`;
  const box = markup`width="100%" height="${height}" style="padding:0 ${right}px 0 ${left}px"`;
  return markup`<svg class="${kind}" ${alternative} ${box}>${content}</svg>`;
}

const cell = (kind, content) => markup`<span class="${kind}">${content}</span>`;

function rowsMarkup(figure) {
  const ticks = figure.row === 'interval' && figure.items.length > MOST_WITH_GRID ? [] : figure.ticks;
  const lines = figure.items.map((item) => {
    const { heading, name, side, value, more, verdict } = item;
    if (heading !== undefined) return markup`<li class="group"><bdi>${heading}</bdi></li>
`;
    const title = [nameOf(name), side && markup` <span class="side"><bdi>${side}</bdi></span>`];
    const last = verdict ? verdictTag(verdict) : more;
    return markup`<li>${cell('name', title)}${svg(rowDrawing(item, figure, ticks))}${cell('value', value)}${
      last && cell('more', last)}</li>
`;
  });
  return markup`<ul class="rows">
${lines}<li class="under" aria-hidden="true">${svg(axisDrawing(figure))}</li>
</ul>
`;
}

const lineKey = ({ name }, i) => markup`<li><svg class="line-key ${seriesClass(i)}" width="22" height="12" \
aria-hidden="true">${lineSign(i)}</svg><bdi>${name}</bdi></li>`;

const keysMarkup = (items) => items.length > 0 && markup`<ul class="keys">${items}</ul>`;

const DRAWINGS = {
  rows: (figure) => ({ body: rowsMarkup(figure) }),
  lines: (figure) => {
    const drawing = lineDrawing(figure);
    const keys = keysMarkup(figure.lines.filter(({ name }) => name).map(lineKey));
    return { body: markup`${svg(drawing)}${keys}`, notes: drawing.notes };
  },
  distribution: (figure) => ({ body: svg(distribution(figure)) }),
  sequence: (figure) => ({ body: svg(sequence(figure)) }),
};

function figureMarkup(figure) {
  const { draw, kind, title, text, key, remark } = figure;
  const { body, notes = [] } = DRAWINGS[draw](figure);
  const words = [text, ...notes].filter((one) => one.length > 0).map((one, i) => [i > 0 && '; ', wordsMarkup(one)]);
  // Words in one box, otherwise the layout would separate names from the words around them.
  const keys = key.filter(Boolean).map(([sign, meaning]) => (
    markup`<li><span class="key ${sign}"></span><span>${wordsMarkup(meaning)}</span></li>`));
  return markup`<figure class="${kind}">
<figcaption><strong>${wordsMarkup(title)}</strong>${words.length > 0 && markup` <span>${words}</span>`}</figcaption>
${body}
${keysMarkup(keys)}</figure>
${remark && markup`<p class="remark">${remark}</p>
`}`;
}

/**
 * @param {{ figures: function(object): Array<import('../report').Figure|null>, layout?: string }} block
 * @returns {object|null} markup, null without figures
 */
function figuresMarkup({ figures, layout }) {
  const drawn = figures({}).filter(Boolean).map(figureMarkup);
  if (drawn.length === 0) return null;
  return layout ? markup`<div class="${layout}">
${drawn}</div>
` : drawn;
}

module.exports = { figuresMarkup };
