'use strict';

/*
 * Estimates with intervals on one axis, as a part of a picture: at the left what each is called, in the middle a line
 * with a sign on it, at the right its figure, and its verdict where it has one.
 */

const { visible } = require('../chart/markup');
const { upright, level, rect, words, paragraph, shape, group } = require('../chart/marks');
const { textWidth, wrapped } = require('../chart/text-width');
const { wordsOf, toneOf } = require('../verdicts');
const { MARGIN } = require('./figure');

const { max, min } = Math;

const AXIS = 540; // pixels
const LABEL_MOST = 300;
const LABEL_LINES = 8;
const STEP = 15; // of lines of a label
const PAD = 8; // above and below them
const HEADING = 24;
const GAP = 14;
const TICK_LINE = 20;
const AFTER = 12;
const SIZE = 12;

const nameOf = ({ name, side }) => (side ? `${visible(name)}, ${side}` : visible(name));
const labelLines = (item, width) => wrapped(nameOf(item), { size: SIZE, width, lines: LABEL_LINES });
const verdictOf = ({ verdict }) => (verdict === null ? '' : wordsOf(verdict));

/**
 * Where the columns are, the same in all panels of a picture.
 * @param {import('../time-figure').IntervalFigure[]} figures
 */
function columnsOf(figures) {
  const items = figures.flatMap((one) => one.items).filter(({ heading }) => heading === undefined);
  const widest = (texts) => texts.reduce((most, text) => max(most, textWidth(text, SIZE)), 0);
  const labelWidth = min(LABEL_MOST, max(60, widest(items.flatMap((item) => labelLines(item, LABEL_MOST)))));
  const left = MARGIN + labelWidth + GAP;
  const right = left + AXIS;
  const value = right + GAP + widest(items.map((item) => item.value));
  const verdict = value + GAP;
  const verdictWidth = widest(items.map(verdictOf));
  return { left, right, labelWidth, value, verdict, end: verdictWidth > 0 ? verdict + verdictWidth : value };
}

/** A sign at its place, an arrow where the axis ends first. */
function signAt(name, value, { scale, x, y }) {
  const side = scale.side(value);
  if (side !== 0) return shape('sign', side < 0 ? 'left' : 'right', x(value), y);
  return shape(name === 'ring' ? 'sign ring' : 'sign', name, x(value), y);
}

/** The end of an interval: a short stroke across it, or an arrow. */
const endAt = (value, place) => (place.scale.side(value) === 0 ? shape('stroke', 'end', place.x(value), place.y)
  : signAt('', value, place));

function marksOf({ centre, low, high, shape: name }, place) {
  const hasInterval = low !== null && high !== null;
  return [
    hasInterval && [
      level('interval', place.y, place.x(low), place.x(high)), endAt(low, place), endAt(high, place),
    ],
    centre !== null && signAt(name, centre, place),
  ];
}

function rowOf(item, columns) {
  const lines = labelLines(item, columns.labelWidth);
  const height = lines.length * STEP + 2 * PAD;
  return {
    height,
    draw(top, { scale, x, lines: compared }) {
      const y = top + height / 2;
      const { band, tone, verdict, label, value } = item;
      return [
        band && rect('margin', x(band.low), top, x(band.high) - x(band.low), height),
        compared.filter((line) => scale.side(line.value) === 0)
          .map((line) => upright(line.kind, x(line.value), top, top + height)),
        group(tone, label, [
          paragraph('', columns.left - GAP, y - lines.length * STEP / 2 + 11, STEP, lines, 'end'),
          marksOf(item, { scale, x, y }), words('', columns.value, y + 4, value, 'end'),
        ]),
        verdict !== null && group(toneOf(verdict), '', words('toned', columns.verdict, y + 4, verdictOf(item))),
      ];
    },
  };
}

function headingOf({ heading }, { left }) {
  const [text] = wrapped(visible(heading), { size: SIZE, width: left + AXIS - MARGIN });
  return { height: HEADING, draw: (top) => words('strong', MARGIN, top + 16, text) };
}

/**
 * @param {import('../time-figure').IntervalFigure} drawn
 * @param {object} columns of columnsOf()
 * @returns {{ height: number, draw: function(number) }} a block of the figure
 */
function intervalPanel({ scale, ticks, lines, items }, columns) {
  const { left, right } = columns;
  const rows = items.map((item) => (item.heading === undefined ? rowOf : headingOf)(item, columns));
  const height = rows.reduce((sum, row) => sum + row.height, 0);
  const at = (share) => left + (right - left) * share / 100;
  const axis = { scale, lines, x: (value) => at(scale.at(value)) };
  return {
    height: height + TICK_LINE + AFTER,
    draw(top) {
      const bottom = top + height;
      let y = top;
      const drawn = rows.map((row) => {
        const content = row.draw(y, axis);
        y += row.height;
        return content;
      });
      return [
        ticks.map((tick) => upright('grid', at(tick.at), top, bottom)), drawn, level('axis', bottom, left, right),
        ticks.map((tick) => [
          upright('axis', at(tick.at), bottom, bottom + 4),
          words('tick', at(tick.at), bottom + 16, tick.text, 'middle'),
        ]),
      ];
    },
  };
}

module.exports = { columnsOf, intervalPanel };
