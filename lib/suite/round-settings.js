'use strict';

/* Settings of suites that are measured in rounds, in any engine. */

const { orNull } = require('../host/fs-queries');
const { readParams } = require('./params');
const { isPlainObject } = require('./value-kinds');
const { number, orMore, above, whole, toggle } = require('./resolver');

const ORDERS = ['rotating', 'random', 'given'];

/** Also accepts signals of another context, and of libraries. */
const isSignal = (value) => orNull(() => typeof value.aborted === 'boolean' && (
  typeof value.addEventListener === 'function' && typeof value.removeEventListener === 'function')) === true;

const ROUND_SETTINGS = {
  timeGoal: { preset: 4, ...orMore('a number of seconds') },
  opsPerTest: { preset: 1, ...above('a number', 1) },
  cpuMhz: { preset: false, ...above('a number of MHz', false) },
  visualize: { preset: true, ...toggle },
  baselineAvg: { preset: false, ...above('a number of operations per second', false) },
  preRunMessage: { preset: '', words: 'a string or false', type: 'string', fits: () => true, off: '' },
  title: { preset: '', words: 'a string or false', type: 'string', fits: () => true, off: '', isOfOneCall: true },
  showRunDetails: { preset: false, ...toggle },
  showTestInfo: { fromVerbose: 3, ...toggle },
  showPlatformInfo: { fromVerbose: 1, ...toggle },
  showSource: { fromVerbose: 4, ...toggle },
  verbose: { preset: 2, ...whole('a whole number, 0 or more, or true or false', 0, Infinity), on: 2 },
  bargraphScale: { preset: 5, ...orMore('a number') },
  margin: { preset: 0.002, ...number('a share, 0 or more and below 1', (value) => value >= 0 && value < 1, 0) },
  twin: { preset: true, ...toggle },
  order: {
    preset: 'rotating', words: `'${ORDERS.join('\', \'')}' or false`, type: 'string',
    fits: (value) => ORDERS.includes(value), off: 'given',
  },
  inline: { preset: true, ...toggle },
  memory: { preset: false, ...toggle },
  precision: {
    preset: false, ...number('a share above 0 and at most 10, or false', (value) => value > 0 && value <= 10, false),
  },
  params: {
    preset: null, words: 'an object of lists, such as { size: [10, 1000] }, or false', fits: isPlainObject,
    read: readParams, off: null,
  },
  signal: { preset: null, words: 'an AbortSignal or false', fits: isSignal, off: null },
  silent: { preset: false, ...toggle },
  json: { preset: false, ...toggle },
};

module.exports = { ROUND_SETTINGS };
