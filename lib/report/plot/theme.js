'use strict';

/*
 * The colours of plots that stand alone. A picture is looked at on paper, in a viewer and in a page, so its colours
 * are in a style sheet of its own, without variables, which most viewers do not know; one that is 'auto' follows
 * the reader's choice of light or dark where the viewer has one, and is light elsewhere.
 */

const { light, dark } = require('../html/palette');

const THEMES = ['auto', 'light', 'dark'];

const FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,sans-serif';

// Sides and categories, in order. They stand out from the paper by 3 : 1, and the first four from each other for all
// kinds of colour vision; nothing is told by them alone, there is a label beside each mark, or a shape.
const SERIES = {
  light: ['#2566a8', '#c96200', '#0a8f76', '#7a22c9', '#3b4047', '#3d92c9', '#927a00', '#7a2020'],
  dark: ['#6ea9e0', '#f29a3f', '#79dcc4', '#a558f2', '#d5d9de', '#b7dcf5', '#d9c352', '#e5807a'],
};

function rules(name, colours, series) {
  const at = (selector, body) => `.${name} ${selector}{${body}}`;
  return [
    `.${name}{color:${colours.ink}}`,
    at('text', `fill:${colours.ink};font-size:12px;white-space:pre`),
    at('.title', 'font-size:17px;font-weight:bold'),
    at('.heading', 'font-size:14px;font-weight:bold'),
    at('.soft', `fill:${colours.soft}`),
    at('.tick', `fill:${colours.soft};font-size:11px`),
    at('.failed', `fill:${colours.failed}`),
    at('.strong', 'font-weight:bold'),
    at('.paper', `fill:${colours.paper}`),
    at('.band', `fill:${colours.raised}`),
    at('.grid', `stroke:${colours.grid};stroke-width:1`),
    at('.axis', `stroke:${colours.soft};stroke-width:1`),
    at('.error', `stroke:${colours.ink};stroke-width:1.2;fill:none`),
    at('.box', 'fill:currentColor;fill-opacity:.22;stroke:currentColor;stroke-width:1.3'),
    at('.bar', 'fill:currentColor;fill-opacity:.72;stroke:currentColor;stroke-width:1'),
    at('.whisker', 'stroke:currentColor;stroke-width:1.3;fill:none'),
    at('.median', 'stroke:currentColor;stroke-width:3'),
    at('.dot', 'fill:currentColor'),
    at('.line', 'stroke:currentColor;stroke-width:1.6;fill:none'),
    at('.leader', 'stroke:currentColor;stroke-width:.8;stroke-opacity:.6;fill:none'),
    at('.sign', `fill:currentColor;stroke:${colours.paper};stroke-width:1`),
    at('.stroke', 'fill:none;stroke:currentColor;stroke-width:2'),
    ...series.map((colour, i) => at(`.s${i}`, `color:${colour}`)),
  ].join('\n');
}

const darkOf = (name) => `\n@media screen and (prefers-color-scheme:dark){\n${rules(name, dark, SERIES.dark)}\n}`;

const SHEETS = {
  auto: `${rules('qtimeit-auto', light, SERIES.light)}${darkOf('qtimeit-auto')}`,
  light: rules('qtimeit-light', light, SERIES.light),
  dark: rules('qtimeit-dark', dark, SERIES.dark),
};

/** @returns {{ name: string, sheet: string }} the class of the picture, and the rules that belong to it */
function themeOf(theme = 'auto') {
  if (!THEMES.includes(theme)) throw new TypeError(`theme is ${JSON.stringify(theme)}; there are ${THEMES.join(', ')}`);
  return { name: `qtimeit-${theme}`, sheet: SHEETS[theme] };
}

/** The picture without its dark side, for a file that has one side only. */
function onlyLight(svg) {
  return svg.split(darkOf('qtimeit-auto')).join('');
}

/** The class of a side or category, by its number. */
const seriesClass = (i) => `s${i % SERIES.light.length}`;

module.exports = { themeOf, onlyLight, seriesClass, FONTS, SERIES, THEMES };
