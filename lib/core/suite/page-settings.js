'use strict';

/* As settings.js, for pages, which have no processes. */

const { createResolver, isGiven, ROUND_SETTINGS } = require('./round-settings');

const NOT_HERE = 'bench: forkTests, forks, tier, cold, polluted and count need separate processes, and cache, csv ' +
  'and markdown need Node.js. Leave them out, or measure in Node.js';

function refuse() {
  throw new TypeError(NOT_HERE);
}

const refused = { preset: null, off: null, fits: refuse };

const SETTINGS = {
  ...ROUND_SETTINGS, forkTests: refused, forks: refused, tier: refused, cold: refused, polluted: refused,
  count: refused, cache: refused, csv: refused, markdown: refused,
};

const OF_TESTS = { tier: { field: 'tiers', read: refuse }, cold: { field: 'colds', read: refuse } };

const bench = createResolver('bench', SETTINGS);

function resolveSettings(settingsOwner, options) {
  const resolved = bench.resolve(settingsOwner, options);
  resolved.isTimeGiven = isGiven('timeGoal', settingsOwner, options);
  resolved.forkTests = 0;
  return Object.freeze(resolved);
}

module.exports = { resolveSettings, OF_TESTS };
