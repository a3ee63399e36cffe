'use strict';

/*
 * The colours, by what they are for. Each that is used for text stands out from the paper by 4.5 : 1 at least, each
 * that is used for marks by 3 : 1, in both themes; blue-green and orange stay apart for all kinds of colour vision.
 */

const light = {
  paper: '#fdfdfb', raised: '#f6f5f1', ink: '#1d2126', soft: '#59616b', line: '#d9d6ce', grid: '#e7e4dd',
  band: '#eeeade', link: '#1c5a99', mark: '#2f6ea8', 'faint-mark': '#6284aa', collected: '#b0660a',
  median: '#1d2126', faster: '#0b6b63', slower: '#a2470a', failed: '#a8183c', open: '#655b24', same: '#4b545e',
};

const dark = {
  paper: '#15181b', raised: '#1c2024', ink: '#e8e6e1', soft: '#a4abb3', line: '#3a4046', grid: '#282d32',
  band: '#2a2d2b', link: '#8abcf0', mark: '#6ea9e0', 'faint-mark': '#577a9d', collected: '#dd9a45',
  median: '#e8e6e1', faster: '#5fc8b8', slower: '#f0a367', failed: '#ff8ba0', open: '#cdbf80', same: '#b6bec7',
};

const FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,' +
  'sans-serif';

// Sides and categories, in order. They stand out from the paper by 3 : 1, and the first four from each other for all
// kinds of colour vision; nothing is told by them alone, there is a label beside each mark, or a shape.
const SERIES = {
  light: ['#2566a8', '#c96200', '#0a8f76', '#7a22c9', '#3b4047', '#3d92c9', '#927a00', '#7a2020'],
  dark: ['#6ea9e0', '#f29a3f', '#79dcc4', '#a558f2', '#d5d9de', '#b7dcf5', '#d9c352', '#e5807a'],
};

/** Of lines in one plot, by their number. */
const seriesRules = (theme, under = '') => SERIES[theme].map((colour, i) => `${under}.s${i}{color:${colour}}`);

const properties = (colours) => Object.entries(colours).map(([name, colour]) => `--${name}:${colour}`).join(';');

/** For pages: the colours as custom properties, and those of series. */
const PAGE_COLOURS = `:root{color-scheme:light dark;${properties(light)}}
${seriesRules('light').join('')}
@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}${seriesRules('dark').join('')}}
`;

const PICTURE = 'qtimeit-plot';

// Of marks in pictures, by what they are of.
const TONES = [
  ['plain', 'mark'], ['base', 'same'], ['same', 'same'], ['faster', 'faster'], ['slower', 'slower'], ['open', 'open'],
];

function rules(theme) {
  const colours = { light, dark }[theme];
  const at = (selector, body) => `.${PICTURE} ${selector}{${body}}`;
  return [
    `.${PICTURE}{color:${colours.ink}}`,
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
    at('.sign.ring', `fill:${colours.paper};stroke:currentColor;stroke-width:2`),
    at('.interval', 'stroke:currentColor;stroke-width:2.5'),
    at('.margin', `fill:${colours.band}`),
    at('.unity', `stroke:${colours.soft};stroke-width:1`),
    at('.far', `stroke:${colours.soft};stroke-width:2;stroke-dasharray:1 3`),
    at('.limit', `stroke:${colours.slower};stroke-width:1.5;stroke-dasharray:4 3`),
    at('.toned', 'fill:currentColor'),
    ...TONES.map(([tone, colour]) => at(`.${tone}`, `color:${colours[colour]}`)),
    at('.stroke', 'fill:none;stroke:currentColor;stroke-width:2'),
    ...seriesRules(theme, `.${PICTURE} `),
  ].join('\n');
}

const DARK = `\n@media screen and (prefers-color-scheme:dark){\n${rules('dark')}\n}`;

/*
 * A picture that stands alone is looked at on paper, in a viewer and in a page, so its colours are in a style sheet of
 * its own, without variables, which most viewers do not know. It follows the reader's choice of light or dark where the
 * viewer has one, and is light elsewhere.
 */
const PICTURE_SHEET = rules('light') + DARK;

/** The picture without its dark side, for a file that has one side only. */
const onlyLight = (svg) => svg.split(DARK).join('');

/** The class of a side or category, by its number. */
const seriesClass = (i) => `s${i % SERIES.light.length}`;

module.exports = { light, dark, PAGE_COLOURS, PICTURE, PICTURE_SHEET, onlyLight, seriesClass, FONTS, SERIES };
