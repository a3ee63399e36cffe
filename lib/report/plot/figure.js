'use strict';

/* The picture: blocks from top to bottom, each of which knows how high it is, on paper of their own. */

const { markup, raw } = require('../chart/markup');
const { rect, paragraph } = require('../chart/marks');
const { PICTURE, PICTURE_SHEET, FONTS } = require('../chart/theme');
const { wrapped } = require('../chart/text-width');

const MARGIN = 24;

const TEXTS = {
  title: { size: 17, isBold: true, step: 23, most: 4 },
  heading: { size: 14, isBold: true, step: 19, most: 4 },
  soft: { size: 12, isBold: false, step: 17, most: 8 },
};

/**
 * Words over the whole width.
 * @param {'title'|'heading'|'soft'} kind
 * @param {string} text
 * @param {{ width: number, after?: number }} room pixels; `after` is left free below
 * @returns {{ height: number, draw: function(number): Array }}
 */
function textBlock(kind, text, { width, after = 0 }) {
  const { size, isBold, step, most } = TEXTS[kind];
  const lines = wrapped(text, { size, isBold, width, lines: most });
  return {
    height: lines.length * step + after,
    draw: (top) => paragraph(kind, MARGIN, top + size, step, lines),
  };
}

const spaceBlock = (height) => ({ height, draw: () => '' });

/**
 * @param {object} figure
 * @param {number} figure.width between the margins, pixels
 * @param {Array<{ height: number, draw: function(number): * }>} figure.blocks draw(top) -> markup
 * @param {string} figure.title
 * @param {string} figure.description for those who do not see it
 * @returns {string} SVG that can stand alone
 */
function figure({ width, blocks, title, description }) {
  let top = MARGIN;
  const contents = blocks.map((block) => {
    const content = block.draw(top);
    top += block.height;
    return content;
  });
  const w = Math.ceil(width + 2 * MARGIN);
  const h = Math.ceil(top + MARGIN);
  const size = markup`width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"`;
  const kind = markup`class="${PICTURE}" ${size} role="img" aria-label="${title}" font-family="${FONTS}"`;
  // No ids: several pictures can be on a page.
  return markup`<svg xmlns="http://www.w3.org/2000/svg" ${kind}>
<title>${title}</title>
<desc>${description}</desc>
<style>
${raw(PICTURE_SHEET)}
</style>
${rect('paper', 0, 0, w, h)}
${contents}</svg>
`.text;
}

module.exports = { figure, textBlock, spaceBlock, MARGIN };
