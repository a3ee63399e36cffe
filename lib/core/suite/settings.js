'use strict';

/* Settings of suites of tests: `#settings`, except in the module for pages. */

const { isArray, show } = require('../../base/text/show');
const { createResolver, isGiven, toggle, wholeSetting, ROUND_SETTINGS } = require('./round-settings');
const { MOST_PROCESSES } = require('./suite-arguments');
const { TIERS } = require('../measure/tiers');

/** A list without duplicates; null if a value does not fit, or without values. */
function listOf(given, fits) {
  const list = isArray(given) ? given : [given];
  return list.length > 0 && list.every(fits) ? [...new Set(list)] : null;
}

const TIER_WORDS = `${TIERS.map(show).join(', ')} or a list of them`;
const readTiers = (given) => listOf(given, (tier) => TIERS.includes(tier));

const COLD_WORDS = 'true, false or a list of both';
const readColds = (given) => listOf(given, (isCold) => typeof isCold === 'boolean');

/** In this order; cache and profile are details of instructions. */
const COUNTS = ['instructions', 'cache', 'profile'];

function readCounts(given) {
  const list = listOf(given, (name) => COUNTS.includes(name));
  return list && COUNTS.filter((name, i) => i === 0 || list.includes(name));
}

const listSetting = (words, read) => ({ preset: null, words, fits: (value) => read(value) !== null, read, off: null });

const PROCESSES_WORDS = `an integer number of processes, at most ${MOST_PROCESSES}`;

const SETTINGS = {
  ...ROUND_SETTINGS,
  forkTests: { preset: false, on: true, ...wholeSetting(`true, false or ${PROCESSES_WORDS}`, false, MOST_PROCESSES) },
  forks: { preset: 8, ...wholeSetting(`${PROCESSES_WORDS}, or false`, 0, MOST_PROCESSES) },
  cache: { preset: false, words: '\'cold\' or false', type: 'string', fits: (value) => value === 'cold', off: false },
  count: { ...listSetting('true, \'cache\', \'profile\', a list of both or false', readCounts), on: ['instructions'] },
  tier: listSetting(`${TIER_WORDS}, or false`, readTiers),
  cold: listSetting(COLD_WORDS, readColds),
  polluted: { preset: false, ...toggle },
  csv: { preset: false, ...toggle },
  markdown: { preset: false, ...toggle },
};

const { defaults: DEFAULTS, resolve } = createResolver('bench', SETTINGS);

/**
 * Options take precedence over properties of bench. forkTests is the number of processes per test, or 0; tier and cold
 * are lists or null; params is an object of lists or null; coldForks is the number of processes of a cold test.
 */
function resolveSettings(settingsOwner, options) {
  const resolved = resolve(settingsOwner, options);
  if (resolved.count && resolved.cold && resolved.cold.includes(true)) {
    throw new TypeError(
      'bench: count and cold cannot be combined: first calls cannot be counted. Leave one of them out');
  }
  resolved.coldForks = resolved.forkTests > 0 && resolved.forkTests !== true ? resolved.forkTests : null;
  resolved.isTimeGiven = isGiven('timeGoal', settingsOwner, options);
  resolved.isForkGiven = isGiven('forkTests', settingsOwner, options);
  resolved.forkTests = resolved.forkTests === true ? resolved.forks : Number(resolved.forkTests);
  return Object.freeze(resolved);
}

/** Settings that tests can also have: { name: { field of the test, words, read } }. */
const OF_TESTS = {
  tier: { field: 'tiers', words: TIER_WORDS, read: readTiers },
  cold: { field: 'colds', words: COLD_WORDS, read: readColds },
};

module.exports = { resolveSettings, readTiers, readCounts, DEFAULTS, SETTINGS, OF_TESTS };
