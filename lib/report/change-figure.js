'use strict';

/* What a comparison judges, on one axis, as values: each change with its interval, the margin, the limit. */

const { shown } = require('./chart/markup');
const { changeInterval, changeText, percent } = require('../text/numbers');
const { ratioTicks } = require('./chart/ticks');
const { createScale, spanOf } = require('./chart/scale');
const { wordsOf, toneOf, shapeOf } = require('./verdicts');
const { figuresOf } = require('./side-figures');

const { max } = Math;

/** What a side of a comparison is called; 'side 2' where it has no label. */
const labelOf = (sides, i) => shown(sides[i].label || `side ${i + 1}`);

/** Each change of each test that has a ratio, in order; an interval has both ends or none. */
const changesOf = ({ tests }, figures) => tests.flatMap((test) => test.changes.map((change, i) => {
  const { ratio, low, high } = figures.changeOf(change);
  const hasInterval = low > 0 && high > 0;
  return { ...change, test, side: i + 1, ratio, low: hasInterval ? low : null, high: hasInterval ? high : null };
})).filter(({ ratio }) => ratio > 0);

function itemOf({ test, side, ratio, low, high, margin, verdict }, sides) {
  const many = sides.length > 2;
  const name = labelOf(sides, side);
  const interval = low === null ? '' : ` (${changeInterval(low, high, ratio)})`;
  const whose = many ? `${shown(test.name)}, ${name}` : shown(test.name);
  return {
    name: test.name, side: many ? name : '',
    label: `${whose}: ${changeText(ratio, low, high)}${interval}, ${wordsOf(verdict)}`,
    centre: ratio, low, high, band: margin > 0 ? { low: 1 / (1 + margin), high: 1 + margin } : null,
    shape: shapeOf(verdict), tone: toneOf(verdict), value: changeText(ratio, low, high), verdict,
  };
}

/**
 * @param {Array<{ title: string, tests: object[] }>} groups tests of one file and suite
 * @param {object} document the Comparison that they are of
 * @returns {import('./time-figure').IntervalFigure|null} null where nothing could be compared
 */
function changeFigure(groups, document) {
  const { sides, maxRegression } = document;
  const figures = figuresOf(document);
  const changes = groups.flatMap((group) => changesOf(group, figures));
  if (changes.length === 0) return null;
  const limits = maxRegression > 0 ? [{ value: figures.limitOf(maxRegression), kind: 'limit' }] : [];
  const widest = max(0, ...changes.map(({ margin }) => margin || 0));
  const margins = [1 / (1 + widest), 1 + widest];
  const ratios = [...margins, ...limits.map(({ value }) => value), ...changes.map(({ ratio }) => ratio)];
  const scale = createScale({ ...spanOf(ratios, changes.flatMap(({ low, high }) => [low, high])), isLog: true });
  const items = groups.flatMap((group) => {
    const own = changesOf(group, figures).map((change) => itemOf(change, sides));
    return groups.length > 1 && own.length > 0 ? [{ heading: group.title }, ...own] : own;
  });
  return {
    kind: 'plot ratios', title: figures.change,
    text: ['against ', { name: labelOf(sides, 0) }, `; ${figures.way}`],
    scale, ticks: ratioTicks(scale), lines: [{ value: 1, kind: 'unity' }, ...limits], items,
    key: [
      changes.some(({ low }) => low !== null) &&
        ['interval', ['interval, at the level that makes all of them hold together']],
      widest > 0 && ['band', [figures.same]],
      limits.length > 0 && ['limit', [`the regression that is let pass, ${percent(maxRegression)}`]],
    ].filter(Boolean),
  };
}

module.exports = { changeFigure, labelOf };
