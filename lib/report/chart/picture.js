'use strict';

/* Figures as a self-contained SVG of fixed width. Widths of texts are estimates. */

const { areaDrawing, lineSign } = require('./area');
const { dots, level, path, rect, spot, stretched, upright, words: textAt } = require('./marks');
const { markup, raw, visible } = require('./markup');
const { axisDrawing, rowDrawing } = require('./rows');
const { textWidth, wrapText } = require('./text-width');
const { FONTS, PICTURE, PICTURE_SHEET, seriesClass } = require('./theme');

const { ceil, max, min } = Math;

// In pixels.
const MARGIN = 24;
const LEAST_WIDTH = 640; // for titles
const AXIS = 540;
const SIZE = 12; // of most texts
const STEP = 15; // between lines of a name
const PAD = 8; // above and below a name
const GAP = 14;
const NAME_MOST = 300;
const MORE_MOST = 240;
const SWATCH = 28;
const KEY_STEP = 17;

const NAME_LINES = 8;
const MOST_FAILURES = 10;
const NOTHING = 'There is nothing to draw.';

const TEXTS = {
  title: { size: 17, isBold: true, step: 23, lines: 4 },
  heading: { size: 14, isBold: true, step: 19, lines: 4 },
  strong: { size: SIZE, isBold: true, step: 17, lines: 2 },
  soft: { size: SIZE, step: 17, lines: 8 },
};

const widest = (texts) => texts.reduce((most, text) => max(most, textWidth(text, SIZE)), 0);

const linesAt = (kind, x, y, texts, { step = STEP, anchor } = {}) =>
  texts.map((text, i) => textAt(kind, x, y + i * step, text, anchor));

const group = (kind, content) => markup`<g class="${kind}">${content}</g>\n`;

const areaAt = ({ kind, content }, { x, y, width, height }) =>
  markup`<svg class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}">${content}</svg>`;

/** A block is { height, draw(top) }. A picture stacks blocks from top to bottom. */
function textBlock(kind, text, { width, after = 4 }) {
  const { step, ...font } = TEXTS[kind];
  const lines = wrapText(text, { ...font, width });
  return {
    height: lines.length * step + after,
    draw: (top) => linesAt(kind, MARGIN, top + font.size, lines, { step }),
  };
}

const spaceBlock = (height) => ({ height, draw: () => '' });
const nameLines = ({ name }, width) => wrapText(visible(name), { size: SIZE, width, lines: NAME_LINES });
const sideLines = ({ side }, width) => (side ? wrapText(side, { size: SIZE, width, lines: 2 }) : []);
const moreLine = ({ more }) => (more ? wrapText(more, { size: SIZE, width: MORE_MOST })[0] : '');

function columnsOf(figures) {
  const items = figures.flatMap((one) => one.items || []).filter(({ heading }) => heading === undefined);
  const names = items.flatMap((item) => [...nameLines(item, NAME_MOST), ...sideLines(item, NAME_MOST)]);
  const nameWidth = min(NAME_MOST, max(60, widest(names)));
  const left = MARGIN + nameWidth + GAP;
  const value = left + AXIS + GAP + widest(items.map((item) => item.value));
  const moreWidth = widest(items.map(moreLine));
  return { nameWidth, left, value, end: moreWidth > 0 ? value + GAP + moreWidth : value };
}

function rowBlock(item, figure, { nameWidth, left, value }) {
  const { heading, label, empty, tone, verdict, value: words } = item;
  if (heading !== undefined) return textBlock('strong', visible(heading), { width: left + AXIS - MARGIN });
  const [names, sides] = [nameLines(item, nameWidth), sideLines(item, nameWidth)];
  const drawing = empty ? { height: 0 } : rowDrawing(item, figure);
  const lines = names.length + sides.length;
  const height = max(drawing.height, lines * STEP + 2 * PAD);
  return {
    height,
    draw(top) {
      const middle = top + height / 2;
      const first = middle - lines * STEP / 2 + 11;
      return group('', [
        markup`<title>${label}</title>`,
        linesAt('', left - GAP, first, names, { anchor: 'end' }),
        linesAt('soft', left - GAP, first + names.length * STEP, sides, { anchor: 'end' }),
        empty
          ? group('failed', textAt('toned', left + 8, middle + 4, wrapText(empty, { size: SIZE, width: AXIS - 16 })[0]))
          : areaAt(drawing, { x: left, y: top, width: AXIS, height }),
        words && textAt('', value, middle + 4, words, 'end'),
        item.more &&
          group(verdict ? tone : '', textAt(verdict ? 'toned' : '', value + GAP, middle + 4, moreLine(item))),
      ]);
    },
  };
}

function rowBlocks(figure, columns) {
  const axis = axisDrawing(figure);
  const { height } = axis;
  return [
    ...figure.items.map((item) => rowBlock(item, figure, columns)),
    { height, draw: (top) => areaAt(axis, { x: columns.left, y: top, width: AXIS, height }) },
  ];
}

const dotOf = (kind) =>
  markup`<svg x="4" y="-6" width="12" height="12">${stretched(0, 12, dots([[50, 6]], kind))}</svg>`;

// Signs of keys, relative to the middle of a line of text; other kinds are upright lines.
const KEY_MARKS = {
  interval: () => level('interval', 0, 3, 19),
  whisker: () => [level('whisker', 0, 3, 19), upright('whisker', 19, -5, 5)],
  'box-line': () => level('box-line', 0, 3, 19),
  'box-median': () => upright('box-median', 11, -5, 5),
  box: () => rect('box', 3, -5, 16, 10),
  frame: (kind) => rect(kind, 3, -6, 16, 12),
  dot: () => markup`<circle class="dot" cx="11" cy="0" r="2.2"/>`,
  value: dotOf,
  'warm-up': dotOf,
  beyond: () => spot('beyond', 'right', 60, 0),
  collected: () => path('collected', 'M11 -4v8'),
  estimate: () => markup`<svg x="11" class="point">${spot('estimate', 'diamond', 0, 0)}</svg>`,
  median: () => level('median', 0, 3, 19),
  band: () => rect('band', 3, -5, 16, 10),
  bar: (kind) => level(kind, 0, 3, 19),
  none: () => null,
};

function keyBlock(entries, width) {
  const placed = [];
  let [x, y] = [0, KEY_STEP];
  for (const { sign, text, tone } of entries) {
    const room = sign ? SWATCH : 0;
    const lines = wrapText(text, { size: SIZE, width: width - room, lines: 3 });
    const size = room + widest(lines);
    if (x > 0 && x + size > width) [x, y] = [0, y + KEY_STEP];
    placed.push({ sign, lines, tone, x: MARGIN + x, y, room });
    y += (lines.length - 1) * KEY_STEP;
    x += size + 18;
  }
  return {
    height: placed.length > 0 ? y + 10 : 0,
    draw: (top) => placed.map((one) => [
      one.sign && markup`<g class="${one.tone}"><svg class="row point" x="${one.x}" y="${top + one.y - 4}" width="22" \
height="1">${one.sign}</svg></g>`, linesAt('soft', one.x + one.room, top + one.y, one.lines, { step: KEY_STEP }),
    ]),
  };
}

const keyEntries = ({ key }) => key.filter(Boolean).map(([sign, words]) => {
  const [name] = sign.split(' ');
  const mark = KEY_MARKS[name] || ((kind) => upright(kind, 11, -6, 6));
  return { sign: mark(sign), text: words, tone: 'plain' };
});

const lineEntries = ({ lines }) => lines.filter(({ name }) => name)
  .map(({ name }, i) => ({ text: name, tone: seriesClass(i), sign: lineSign(i) }));

/** { sign: 22 pixels wide, around the middle of a line of text; text, tone } of each entry of the key of a figure */
const entriesOf = (figure) => (figure.draw === 'lines' ? lineEntries(figure) : keyEntries(figure));

function areaBody(figure, width) {
  const drawing = areaDrawing(figure);
  const { left, right, height, notes } = drawing;
  const draw = (top) => areaAt(drawing, { x: MARGIN + left, y: top, width: width - left - right, height });
  return { blocks: [{ height: height + 6, draw }, keyBlock(entriesOf(figure), width)], notes };
}

const introOf = ({ title, text }) => [title, text].filter(Boolean).join(', ');

function figureBlocks(figure, { columns, width }) {
  const { blocks, notes } = figure.draw === 'rows'
    ? { blocks: [...rowBlocks(figure, columns), keyBlock(entriesOf(figure), width)], notes: '' }
    : areaBody(figure, width);
  const intro = [introOf(figure), notes].filter(Boolean).join('; ');
  return [spaceBlock(8), textBlock('soft', intro, { width, after: 6 }), ...blocks];
}

const sentenceOf = (figure) => {
  const { label, items = [] } = figure;
  return `${introOf(figure)}. ${[label, ...items.map((item) => item.label)].filter(Boolean).join('; ')}.`;
};

function layoutOf(figures) {
  const columns = columnsOf(figures);
  return { columns, width: max(LEAST_WIDTH, columns.end - MARGIN) };
}

function svgOf(blocks, { title, figures, width }) {
  let top = MARGIN;
  const contents = blocks.map(({ height, draw }) => {
    const content = draw(top);
    top += height;
    return content;
  });
  const [w, h] = [width + 2 * MARGIN, top + MARGIN].map(ceil);
  const size = markup`width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"`;
  return markup`<svg xmlns="http://www.w3.org/2000/svg" font-family="${FONTS}" class="${PICTURE}" ${size} role="img" \
aria-label="${title}">
<title>${title}</title>
<desc>${figures.map(sentenceOf).join(' ') || NOTHING}</desc>
<style>
${raw(PICTURE_SHEET)}
</style>
${rect('paper', 0, 0, w, h)}
${contents}</svg>
`;
}

/** SVG of the figures of each part under its heading. notes: below the title */
function toPicture({ title, notes, parts, failures }) {
  const figures = parts.flatMap((part) => part.figures);
  const { columns, width } = layoutOf(figures);
  const soft = (text) => textBlock('soft', text, { width });
  const left = failures.length - MOST_FAILURES;
  const blocks = [
    textBlock('title', title, { width }), ...notes.map(soft),
    ...parts.flatMap((part) => [
      part.heading && spaceBlock(8), part.heading && textBlock('heading', part.heading, { width, after: 0 }),
      ...part.figures.flatMap((figure) => figureBlocks(figure, { columns, width })),
    ]),
    figures.length === 0 && soft(NOTHING), failures.length > 0 && spaceBlock(8),
    ...failures.slice(0, MOST_FAILURES).map(soft), left > 0 && soft(`${left} more failed`),
  ].filter(Boolean);
  return svgOf(blocks, { title, figures, width }).text;
}

module.exports = { entriesOf, introOf, toPicture };
