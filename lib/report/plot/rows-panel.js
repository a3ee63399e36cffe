'use strict';

/*
 * Rows on one axis: at the left what a configuration is called, in the middle a lane for each side, at the right
 * its figure. Names are as long as they like that way; under an axis they would have to be turned.
 */

const { createScale } = require('../chart/scale');
const { rateTicks } = require('../chart/ticks');
const { shortRate } = require('../../text/numbers');
const { upright, level, rect, words, paragraph, group } = require('../chart/marks');
const { visible } = require('../chart/markup');
const { textWidth, wrapped } = require('../chart/text-width');
const { centreOf } = require('../rates-model');
const { rangeOf, barRangeOf } = require('../rate-panels');
const { boxLane, barLane } = require('./lanes');
const { MARGIN } = require('./figure');

const { abs, max, min } = Math;

const AXIS = 540; // pixels
const LABEL_MOST = 300;
const LABEL_LINES = 8;
const SIDE_MOST = 130; // of the name of a side beside its figure
const LANE = 17;
const PAD = 9; // above and below the lanes of a row
const STEP = 15; // of lines of a label
const GAP = 14;
const TICK_LINE = 20;
const AFTER = 16;

const SIZE = 12;

/** '+3.2 %', a real minus sign; multiples from twice on, and below half */
function improvementText(share) {
  if (!Number.isFinite(share)) return '';
  if (share >= 1) return `${(1 + share).toPrecision(3)}×`;
  const text = abs(share * 100).toFixed(abs(share) < 0.1 ? 2 : 1);
  return `${share > 0 && +text > 0 ? '+' : share < 0 && +text > 0 ? '−' : ''}${text}\u00a0%`;
}

const labelLines = ({ label }, width) => wrapped(visible(label), { size: SIZE, width, lines: LABEL_LINES });

/** What stands at the right of a lane. */
function figuresOf(row, i, { kind, model: { sides } }) {
  const { box } = row.sides[i];
  const { improvement, stars } = row.changes[i];
  return {
    label: sides.length > 1 ? wrapped(sides[i].label, { size: SIZE, width: SIDE_MOST })[0] : '',
    value: box ? shortRate(centreOf(box, kind)) : '',
    change: box ? improvementText(improvement) : '',
    stars: box && stars || '',
  };
}

/**
 * Where the columns are, the same in all panels.
 * @param {object} model from rates-model.js
 * @param {'box'|'bars'} kind
 */
function columnsOf(model, kind) {
  const rows = model.files.flatMap((file) => file.rows);
  const widest = (texts) => texts.reduce((most, text) => max(most, textWidth(text, SIZE)), 0);
  const figures = rows.flatMap((row) => row.sides.map((_, i) => figuresOf(row, i, { kind, model })));
  const widthOf = (key) => widest(figures.map((one) => one[key]));
  const [label, value, change, stars] = ['label', 'value', 'change', 'stars'].map(widthOf);
  const names = rows.flatMap((row) => labelLines(row, LABEL_MOST));
  const labelWidth = min(LABEL_MOST, max(60, widest(names)));
  const gap = (width) => (width > 0 ? width + GAP : 0);
  const left = MARGIN + labelWidth + GAP;
  const right = left + AXIS;
  const valueEnd = right + GAP + gap(label) + value;
  const changeEnd = valueEnd + gap(change);
  return {
    left, right, label: right + GAP, value: valueEnd, change: changeEnd, stars: changeEnd + 5,
    end: changeEnd + (stars > 0 ? stars + 5 : 0), labelWidth,
  };
}

/** What is said where there is no box. */
function emptyLane({ state, failure }, { label, left, y }) {
  const isFailed = state === 'failed';
  const text = `${label}: ${isFailed ? failure : 'has no such configuration'}`;
  return words(isFailed ? 'failed' : 'soft', left + 8, y + 4, wrapped(text, { size: SIZE, width: AXIS - 16 })[0]);
}

function rowOf(row, { model, kind, columns }) {
  const { sides } = model;
  const lines = labelLines(row, columns.labelWidth);
  const lanes = sides.length * LANE;
  const height = max(lanes, lines.length * STEP) + 2 * PAD;
  const draw = (top, scale) => {
    const middle = top + height / 2;
    const first = middle - lines.length * STEP / 2 + 11;
    return group('', visible(row.name), [
      paragraph('', columns.left - GAP, first, STEP, lines, 'end'),
      row.sides.map((side, i) => {
        const y = middle - lanes / 2 + (i + 0.5) * LANE;
        const place = { scale, left: columns.left, right: columns.right, y, index: i, label: sides[i].label };
        if (!side.box) return emptyLane(side, place);
        const figures = figuresOf(row, i, { kind, model });
        return [
          kind === 'bars' ? barLane(side, place) : boxLane(side, place),
          figures.label && words('soft', columns.label, y + 4, figures.label),
          words('', columns.value, y + 4, figures.value, 'end'),
          figures.change && words('', columns.change, y + 4, figures.change, 'end'),
          figures.stars && words('', columns.stars, y + 4, figures.stars),
        ];
      }),
    ]);
  };
  return { height, draw };
}

/**
 * @param {object[]} rows that share an axis
 * @param {object} context { model, kind, columns }
 * @returns {{ height: number, draw: function(number), beginsAtZero: boolean|null }} a block of the figure; null where
 *   it has no axis
 */
function panelBlock(rows, context) {
  const { kind, columns } = context;
  const { left, right } = columns;
  const range = kind === 'bars' ? barRangeOf(rows) : rangeOf(rows);
  const scale = range && createScale({ ...range, fromZero: kind === 'bars' });
  const ticks = scale ? rateTicks(scale) : [];
  const items = rows.map((row) => rowOf(row, context));
  const height = items.reduce((sum, item) => sum + item.height, 0);
  const x = (at) => left + (right - left) * at / 100;
  return {
    beginsAtZero: scale === null ? null : scale.low <= 0,
    height: height + (ticks.length > 0 ? TICK_LINE : 0) + AFTER,
    draw: (top) => {
      const bottom = top + height;
      let y = top;
      const bands = [];
      const content = items.map((item, i) => {
        if (i % 2 === 0) bands.push(rect('band', MARGIN, y, columns.end - MARGIN, item.height));
        const drawn = item.draw(y, scale);
        y += item.height;
        return drawn;
      });
      return [
        bands,
        ticks.map(({ at }) => upright('grid', x(at), top, bottom)),
        content,
        scale && level('axis', bottom, left, right),
        ticks.map(({ at, text }) => [
          upright('axis', x(at), bottom, bottom + 4), words('tick', x(at), bottom + 16, text, 'middle'),
        ]),
      ];
    },
  };
}

module.exports = { columnsOf, panelBlock, improvementText };
