'use strict';

/* Figures as parts of a page. Text is HTML, and the areas of the drawings have the width that the text leaves. */

const { areaDrawing } = require('../chart/area');
const { markup, renderName } = require('../chart/markup');
const { entriesOf, introOf } = require('../chart/picture');
const { axisDrawing, rowDrawing } = require('../chart/rows');
const { PICTURE } = require('../chart/theme');
const { counted } = require('../../base/text/numbers');

const MOST_ITEMS = 1000; // of a figure, so that the page opens quickly

const areaMarkup = ({ kind, height, content }, label) => markup`<svg class="${kind}" style="min-height:${height}px"${
  label ? markup` role="img" aria-label="${label}"` : markup` aria-hidden="true"`}>${content}</svg>`;

/** Its cells belong to the columns of the figure. On a narrow page, the area is below the text. */
function itemMarkup(item, figure) {
  const { heading, name, side, label, empty, tone, verdict, value, more } = item;
  if (heading !== undefined) return markup`<p class="item-group">${renderName(heading)}</p>\n`;
  return markup`<div class="item">\
<p class="item-name">${renderName(name)}${side && markup`<span class="soft">${side}</span>`}</p>\
${value && markup`<span class="item-value">${value}</span>`}\
${more && markup`<span class="item-more ${verdict && tone}">${more}</span>`}\
${empty ? markup`<p class="item-empty failed">${empty}</p>` : areaMarkup(rowDrawing(item, figure), label)}</div>\n`;
}

const rowsMarkup = (figure) => [
  figure.items.slice(0, MOST_ITEMS).map((item) => itemMarkup(item, figure)),
  figure.items.length > MOST_ITEMS && markup`<p class="item-group">${
    counted(figure.items.length - MOST_ITEMS, 'more row')} left out</p>\n`,
  markup`<div class="item">${areaMarkup(axisDrawing(figure))}</div>\n`,
];

function chartMarkup(drawing, { label }) {
  const { left, right } = drawing;
  return markup`<div class="item-chart" style="padding:0 ${right}px 0 ${left}px">${areaMarkup(drawing, label)}</div>\n`;
}

const entryMarkup = ({ sign, text, tone }) => markup`<span>${sign && markup`<svg class="row ${tone}" width="22" \
height="16" viewBox="0 -8 22 16" aria-hidden="true">${sign}</svg>`}${text}</span>`;

function figureMarkup(figure) {
  const drawing = figure.draw === 'rows' ? null : areaDrawing(figure);
  const intro = [introOf(figure), drawing && drawing.notes].filter(Boolean).join('; ');
  const entries = entriesOf(figure);
  return [
    markup`<p class="item-intro">${intro}</p>\n`,
    drawing ? chartMarkup(drawing, figure) : rowsMarkup(figure),
    entries.length > 0 && markup`<p class="item-key">${entries.map(entryMarkup)}</p>\n`,
  ];
}

/** Figures with common columns */
const figuresMarkup = (figures) => markup`<figure class="${PICTURE}">
${figures.map(figureMarkup)}</figure>\n`;

module.exports = { figuresMarkup };
