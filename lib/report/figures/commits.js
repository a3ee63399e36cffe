'use strict';

/* The values of a test commit after commit. */

const { amountTicks, createScale, robustAxis, timeTicks } = require('../chart/axes');
const { thin } = require('./rounds');
const { formatCount, counted, formatTime } = require('../../base/text/numbers');

const { ceil } = Math;

const MOST_COMMITS = 5; // with their names under an axis
const MOST_DOTS = 300; // a page has hundreds of tests

/** With its changes. series: see kinds/history.js; words: of its field */
function commitsFigure({ commits, field, steps, ...series }, words) {
  const values = series[field];
  const isTime = field === 'ns';
  const wordsOf = (value) => (isTime ? formatTime(value) : formatCount(value));
  const { scale, below, above } = values.length > 1 ? robustAxis(values, [], wordsOf)
    : { scale: createScale({ low: values[0], high: values[0] }), below: '', above: '' };
  const { ticks, unit } = isTime ? timeTicks(scale) : { ticks: amountTicks(scale), unit: words };
  const place = (i) => (i + 0.5) / commits.length * 100;
  const every = ceil(commits.length / MOST_COMMITS);
  const all = values.map((value, i) => ({ x: place(i), value, kind: 'round' }));
  const { points } = thin(all, MOST_DOTS);
  return {
    draw: 'sequence', title: 'Commit by commit', text: `${unit} per call`, points, scale, ticks, below, above,
    across: commits.map((commit, i) => ({ at: place(i), text: commit.slice(0, 7) }))
      .filter((_, i) => i % every === 0),
    median: null, collected: [], warmUps: [],
    borders: steps.map(({ at }) => at / commits.length * 100),
    label: `${counted(commits.length, 'commit')}, ${counted(steps.length, 'change')}`,
    key: [
      ['value', points.length < values.length ? 'fastest, median and slowest of neighboring commits' : 'commit'],
      steps.length > 0 && ['border', 'a change'], (below || above) && ['beyond', 'beyond the axis'],
    ],
  };
}

module.exports = { commitsFigure };
