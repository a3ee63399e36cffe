'use strict';

/*
 * Colours and the style of marks. In both themes, text has a contrast of at least 4.5:1 with the paper, and marks of
 * 3:1. Blue-green and orange differ for all kinds of colour vision.
 */

const light = {
  paper: '#fdfdfb', raised: '#f6f5f1', ink: '#1d2126', soft: '#59616b', line: '#d9d6ce', grid: '#e7e4dd',
  band: '#eeeade', link: '#1c5a99', mark: '#2f6ea8', collected: '#b0660a',
  faster: '#0b6b63', slower: '#a2470a', failed: '#a8183c', open: '#655b24', same: '#4b545e',
};

const dark = {
  paper: '#15181b', raised: '#1c2024', ink: '#e8e6e1', soft: '#a4abb3', line: '#3a4046', grid: '#282d32',
  band: '#2a2d2b', link: '#8abcf0', mark: '#6ea9e0', collected: '#dd9a45',
  faster: '#5fc8b8', slower: '#f0a367', failed: '#ff8ba0', open: '#cdbf80', same: '#b6bec7',
};

const FONTS = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","Liberation Sans",Arial,' +
  'sans-serif';

// Sides and lines. The first four differ for all kinds of colour vision; a label or shape repeats what a colour says.
const SERIES = {
  light: ['#2566a8', '#c96200', '#0a8f76', '#7a22c9', '#3b4047', '#3d92c9', '#927a00', '#7a2020'],
  dark: ['#6ea9e0', '#f29a3f', '#79dcc4', '#a558f2', '#d5d9de', '#b7dcf5', '#d9c352', '#e5807a'],
};

const seriesClass = (i) => `s${i % SERIES.light.length}`;
const seriesRules = (theme) => SERIES[theme].map((colour, i) => `.s${i}{color:${colour}}`).join('');
const properties = (colours) => Object.entries(colours).map(([name, colour]) => `--${name}:${colour}`).join(';');

const PAGE_COLOURS = `:root{color-scheme:light dark;${properties(light)}}
${seriesRules('light')}
@media screen and (prefers-color-scheme:dark){:root{${properties(dark)}}${seriesRules('dark')}}
`;

const MARKS = `.grid{stroke:var(--grid);stroke-width:1;shape-rendering:crispEdges}
.floor,.border{stroke:var(--line);stroke-width:1;shape-rendering:crispEdges}
.border{stroke-dasharray:2 3}
.band{fill:var(--band)}
.unity{stroke:var(--soft);stroke-width:1;shape-rendering:crispEdges}
.far{stroke:var(--soft);stroke-width:2;stroke-dasharray:1 3}
.limit{stroke:var(--slower);stroke-width:1.5;stroke-dasharray:4 3}
.row .interval{stroke:currentColor;stroke-width:2.5}
.row .end{stroke:currentColor;stroke-width:1.5}
.estimate{fill:currentColor;stroke:var(--paper);stroke-width:1}
.estimate.ring{fill:var(--paper);stroke:currentColor;stroke-width:2}
.sign.beyond{fill:currentColor;color:var(--soft)}
.row .sign.beyond{color:inherit}
.bar{stroke:var(--mark);stroke-width:13}
.bar.offset{stroke:none}
.bar.system{stroke:var(--collected)}
.bar.of-side{stroke:currentColor;stroke-opacity:.5}
.whisker{fill:none;stroke:var(--mark);stroke-width:2}
.row .box{fill:currentColor;fill-opacity:.22;stroke:currentColor;stroke-width:1.3}
.row .box-line,.row .whisker{stroke:currentColor;stroke-width:1.3}
.row .box-median{stroke:currentColor;stroke-width:3}
.row .dot{fill:currentColor}
.frame{stroke:var(--line)}
.even{fill:var(--raised)}
.more-1,.more-2,.more-3{fill:var(--slower)}
.less-1,.less-2,.less-3{fill:var(--faster)}
.more-1,.less-1{fill-opacity:.2}
.more-2,.less-2{fill-opacity:.34}
.more-3,.less-3{fill-opacity:.48}
text.wide{display:none}
.stretched path{vector-effect:non-scaling-stroke}
path.value,path.warm-up,path.collected,path.beyond{fill:none;stroke-linecap:round}
path.value{stroke:var(--mark);stroke-width:7}
path.warm-up{stroke:var(--collected);stroke-width:5}
path.many{stroke-width:2.6}
path.few{stroke-width:5.5}
.dots path.value{stroke:currentColor;stroke-width:6.5;stroke-opacity:.62}
path.beyond{stroke:var(--ink);stroke-width:1.5}
path.collected{stroke:var(--collected);stroke-width:1.2}
.median{stroke:var(--ink);stroke-width:1;stroke-dasharray:5 3}
path.line{fill:none;stroke:currentColor;stroke-width:1.6}
.lines .interval{stroke:currentColor;stroke-width:1.5}
.point{overflow:visible}
.point .sign{fill:currentColor;stroke:var(--paper);stroke-width:1}
.point .stroke{fill:none;stroke:currentColor;stroke-width:2}
`;

const TONES = `.faster{color:var(--faster)} .slower{color:var(--slower)}
.failed,.regression{color:var(--failed)}
.same,.base{color:var(--same)}
.open{color:var(--open)} .plain{color:var(--mark)}
`;

const PICTURE = 'qtimeit-plot';

const PICTURE_TEXT = `svg{overflow:visible}
text{fill:var(--ink);font-size:12px;white-space:pre}
.title{font-size:17px;font-weight:bold}
.heading{font-size:14px;font-weight:bold}
.strong{font-weight:bold}
.soft{fill:var(--soft)}
.tick{fill:var(--soft);font-size:12px}
.toned{fill:currentColor}
.paper{fill:var(--paper)}
`;

const inPicture = (rules) => rules.replace(/([^{}]+)(\{[^}]*\})\s*/g, (_, selectors, body) => (
  `${selectors.split(',').map((one) => `.${PICTURE} ${one.trim()}`).join(',')}${body}\n`));

/** For pictures in pages, which have the colours */
const PICTURE_ON_PAGE = inPicture(MARKS + PICTURE_TEXT);

/** Rules for the contents of a picture, with fixed colours, because most viewers do not support variables. */
function pictureRules(theme) {
  const colours = { light, dark }[theme];
  const inside = inPicture(MARKS + PICTURE_TEXT + TONES + seriesRules(theme));
  return `.${PICTURE}{color:${colours.ink}}\n${inside}`.replace(/var\(--([\w-]+)\)/g, (_, name) => colours[name]);
}

const DARK = `@media screen and (prefers-color-scheme:dark){\n${pictureRules('dark')}}`;
const PICTURE_SHEET = pictureRules('light') + DARK;

const onlyLight = (svg) => svg.split(DARK).join('');

module.exports = {
  light, dark, PAGE_COLOURS, TONES, PICTURE, PICTURE_SHEET, PICTURE_ON_PAGE, onlyLight, seriesClass, FONTS, SERIES,
};
