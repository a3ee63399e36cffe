'use strict';

/* Plots as a page: theirs are the colours, so that each is the same here as by itself, and follows light and dark. */

const { HEAD } = require('../html/head');
const { markup, raw } = require('../html/markup');
const { escaped } = require('../display');
const { light, dark, properties } = require('../html/palette');
const { FONTS } = require('./theme');

const STYLE = `:root{color-scheme:light dark;${properties(light)}}
@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}}
body{margin:0;padding:1.5rem clamp(.5rem,3vw,2rem) 3rem;background:var(--paper);color:var(--ink);font:1rem/1.5 ${FONTS};overflow-wrap:anywhere}
h1{margin:0 0 .4rem;font-size:1.5rem;line-height:1.25}
p{margin:.3rem 0;color:var(--soft);max-width:60rem}
figure{margin:1.2rem 0;overflow-x:auto}
svg{display:block}
@media print{figure{overflow:visible}svg{max-width:100%;height:auto}}
`;

const words = (value) => (typeof value === 'string' ? value : '');

/**
 * @param {string|string[]} svgs as the plots of this folder give them
 * @param {object} [options]
 * @param {string} [options.title] of the page; without one the plots' own titles have to do
 * @param {string[]} [options.notes] paragraphs above the plots
 * @returns {string} HTML that loads nothing and runs nothing
 */
function plotPage(svgs, { title = '', notes = [] } = {}) {
  const figures = [].concat(svgs).map((svg) => markup`<figure tabindex="0">
${raw(svg)}</figure>
`);
  return markup`<!doctype html>
<html lang="en">
<head>
${HEAD}
<title>${escaped(words(title) || 'Rates')} · qtimeit</title>
<style>
${raw(STYLE)}</style>
</head>
<body>
${words(title) && markup`<h1><bdi>${title}</bdi></h1>
`}${notes.map((note) => markup`<p>${note}</p>
`)}<main>
${figures}</main>
</body>
</html>
`.text;
}

module.exports = { plotPage };
