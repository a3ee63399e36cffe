'use strict';

/* Reports with all kinds of blocks, of an invented kind of document. */

const { ratio, sorted, time } = require('#lib/report/values');
const { verdictCell } = require('#lib/report/verdicts');

const table = (rows, more) => ({
  type: 'table', label: 'Toys', rows,
  columns: [
    { key: 'name', title: 'toy' }, { key: 'time', title: 'one call', isNumber: true },
    { key: 'change', title: 'change', isNumber: true, drop: 3 }, { key: 'verdict', title: 'verdict', drop: 12 },
  ], ...more,
});

const row = (name, ns, more) => ({
  cells: { name, time: time(ns, ns * 0.99, ns * 1.01), change: ratio(1.021), verdict: verdictCell('slower') }, ...more,
});

const notes = (...texts) => ({ type: 'notes',
  items: texts.map((text) => (typeof text === 'string' ? { text } : text)) });

const section = (blocks, more) => ({ id: 'toys', title: 'Toys', blocks, ...more });

const report = (sections, more) => ({
  title: 'toys.js', lead: [{ text: '2 toys' }, { text: '1 slower', tone: 'slower' }],
  origin: { version: '1.0.0', savedAt: '2026-11-21T08:00:00.000Z', command: ['play', 'toys.js'], complete: true },
  sections, ...more,
});

const ERROR = { code: 'threw', message: 'Error: no\nway', at: 'toy.js:1:2', calls: '3', round: 2, stack: null,
  output: ['first', 'last'] };

const ENVIRONMENT = section([
  { type: 'facts', pairs: [['processor', 'Fast CPU'], ['unknown', ''], ['clock', sorted('30 ns', 30)]] },
  { type: 'notes', title: 'Unsteady', items: [{ text: 'load' }] },
], { id: 'environment', title: 'Environment', depth: 'environment' });

module.exports = { table, row, notes, section, report, ERROR, ENVIRONMENT };
