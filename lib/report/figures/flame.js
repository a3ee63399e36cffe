'use strict';

/* A differential flame graph, calls downwards: widths are times of one side, colours differences to the other side. */

const { px, rect } = require('../chart/marks');
const { markup } = require('../chart/markup');
const { wrapText } = require('../chart/text-width');

const { abs, max } = Math;

const ROW = 24; // pixels
const SIZE = 12;
const PAD = 4; // on both sides of a label
const LEAST_LABEL = 3; // characters

// Least widths of a figure on a narrow and on a wide page, in pixels.
const WIDTHS = { narrow: 310, wide: 800 };

// Least share of the whole difference, strongest first.
const LEVELS = [[0.5, 3], [0.15, 2], [0.03, 1]];

/** 'more-2' for a difference of 0.2, 'less-1' for -0.05, 'even' below; difference: share of the whole one */
function toneOf(difference) {
  const found = LEVELS.find(([least]) => abs(difference) >= least);
  return found === undefined ? 'even' : `${difference > 0 ? 'more' : 'less'}-${found[1]}`;
}

/** Frames with the left end of each; the parent of a frame is the last one before it with a smaller depth. */
function placed(frames) {
  const ends = []; // of the last frame of each depth
  return frames.map((frame) => {
    const { depth, value } = frame;
    ends.length = depth + 1;
    const parent = ends[depth - 1] || { start: 0 };
    const start = ends[depth] === undefined ? parent.start : ends[depth].end;
    ends[depth] = { start, end: start + value };
    return { ...frame, start };
  });
}

function labelMark(kind, name, share, left, middle) {
  const width = share * WIDTHS[kind] - 2 * PAD;
  const [text] = width > 0 ? wrapText(name, { size: SIZE, width }) : [''];
  if (text !== name && text.length <= LEAST_LABEL) return '';
  return markup`<text class="${kind}" x="${left}%" dx="${PAD}" y="${px(middle)}">${text}</text>`;
}

/**
 * frames: [{ depth, value, name, words, difference }] in the order of a walk; words: title of a frame; difference: see
 * toneOf(); label: the figure in words
 */
function flameFigure({ title, text, label, frames: given, key }) {
  const frames = placed(given);
  const whole = frames.filter(({ depth }) => depth === 0).reduce((sum, { value }) => sum + value, 0);
  const content = frames.map(({ depth, start, value, name, words, difference }) => {
    const [left, share] = [(start / whole * 100).toFixed(2), value / whole];
    const labels = ['narrow', 'wide'].map((kind) => labelMark(kind, name, share, left, (depth + 0.5) * ROW + 4));
    const box = rect(`frame ${toneOf(difference)}`, `${left}%`, depth * ROW, `${(share * 100).toFixed(2)}%`, ROW);
    return markup`<g><title>${words}</title>${box}${labels}</g>\n`;
  });
  const height = (frames.reduce((deepest, { depth }) => max(deepest, depth), 0) + 1) * ROW;
  return {
    draw: 'flame', title, text, label, scale: null, ticks: [],
    drawing: { height, left: 0, right: 0, kind: 'chart', content },
    key,
  };
}

module.exports = { flameFigure, toneOf };
