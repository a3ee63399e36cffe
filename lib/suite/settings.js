'use strict';

const { orNull } = require('../host/at-path');
const { show } = require('../text/show');
const { checkName } = require('../text/nearest');
const { isPlainObject } = require('./plain-object');
const { readParams } = require('./params');
const { TIERS } = require('../measure/tier');

const MAX_FORKS = 1000; // each is started anew: more is a slip of the keyboard
const ORDERS = ['rotating', 'random', 'given'];
const FORMATS = ['json', 'csv', 'markdown'];
const EXAMPLES = { bench: 'timeGoal: 4', streams: 'runs: 20' };

/*
 * What a setting accepts: { words, type, fits, off, on, read, isOfOneCall }. Values of the type (of any, where there is
 * none) that fit are taken as they are, or as read() makes them; false and 0 mean `off` and true means `on`, where
 * there is one.
 */
function number(words, fits, off) {
  return { words, type: 'number', fits: (value) => Number.isFinite(value) && fits(value), off };
}
const orMore = (words) => number(`${words}, 0 or more`, (value) => value >= 0, 0);
const above = (words, off) => number(`${words} above 0, or false`, (value) => value > 0, off);
const whole = (words, off, max) => number(words, (value) => Number.isInteger(value) && value >= 1 && value <= max, off);

/** Whether it is an array; a proxy that has been revoked throws where this is asked. */
const isArray = (value) => orNull(() => Array.isArray(value)) === true;

/** One value, or a list of some, as a list with each once; null where one of them does not fit, or there is none. */
function listOf(given, fits) {
  const list = isArray(given) ? given : [given];
  return list.length > 0 && list.every(fits) ? [...new Set(list)] : null;
}

/** Which tiers are measured, as words and reader: a list; null where it is none. */
const TIER_WORDS = `${TIERS.map(show).join(', ')} or a list of them`;
const readTiers = (given) => listOf(given, (tier) => TIERS.includes(tier));

/** Which of warm (false) and cold (true) calls are measured, in the same way. */
const COLD_WORDS = 'true, false or a list of both';
const readColds = (given) => listOf(given, (isCold) => typeof isCold === 'boolean');

/** What is counted beside the time, in this order; cache and profile say more of the same. */
const COUNTS = ['instructions', 'cache', 'profile'];
const COUNT_WORDS = 'true, \'cache\', \'profile\', a list of both or false';

function readCounts(given) {
  const list = listOf(given, (name) => COUNTS.includes(name));
  return list && COUNTS.filter((name, i) => i === 0 || list.includes(name));
}

/** Also of another context, or of a library that has its own. */
const isSignal = (value) => orNull(() => typeof value.aborted === 'boolean' && (
  typeof value.addEventListener === 'function' && typeof value.removeEventListener === 'function')) === true;

const toggle = { ...number('true or false', (value) => value === 1, false), on: true, read: Boolean };

const SETTINGS = {
  timeGoal: { preset: 4, ...orMore('a number of seconds') },
  opsPerTest: { preset: 1, ...above('a number', 1) },
  cpuMhz: { preset: false, ...above('a number of MHz', false) },
  visualize: { preset: true, ...toggle },
  baselineAvg: { preset: false, ...above('a number of operations per second', false) },
  forkTests: {
    preset: false, on: true,
    ...whole(`true, false or a whole number of processes, at most ${MAX_FORKS}`, false, MAX_FORKS),
  },
  forks: { preset: 8, ...whole(`a whole number of processes, at most ${MAX_FORKS}, or false`, 0, MAX_FORKS) },
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
  cache: { preset: false, words: '\'cold\' or false', type: 'string', fits: (value) => value === 'cold', off: false },
  count: {
    preset: null, words: COUNT_WORDS, fits: (value) => readCounts(value) !== null, read: readCounts, off: null,
    on: ['instructions'],
  },
  precision: {
    preset: false, ...number('a share above 0 and at most 10, or false', (value) => value > 0 && value <= 10, false),
  },
  tier: {
    preset: null, words: `${TIER_WORDS}, or false`, fits: (value) => readTiers(value) !== null, read: readTiers,
    off: null,
  },
  cold: { preset: null, words: COLD_WORDS, fits: (value) => readColds(value) !== null, read: readColds, off: null },
  params: {
    preset: null, words: 'an object of lists, such as { size: [10, 1000] }, or false', fits: isPlainObject,
    read: readParams, off: null,
  },
  signal: { preset: null, words: 'an AbortSignal or false', fits: isSignal, off: null },
  silent: { preset: false, ...toggle },
  json: { preset: false, ...toggle },
  csv: { preset: false, ...toggle },
  markdown: { preset: false, ...toggle },
};

/**
 * Reads settings by a table of them.
 *
 * @param {string} settingsOwner of whom they are, first word of each error: 'bench'
 * @param {object} table name -> { words, type, fits, off, on, read } with its preset, or fromVerbose
 * @returns {{ defaults: object, resolve: function(object, object=): object }} resolve(own, options): all settings,
 *   those of options before those of own before the defaults
 */
function createResolver(settingsOwner, table) {
  const names = Object.keys(table);

  /** The default of a setting; what is shown without being asked for depends on how talkative the run is. */
  function presetOf(name, verbose) {
    const { preset, fromVerbose } = table[name];
    return fromVerbose === undefined ? preset : verbose >= fromVerbose;
  }

  const defaults = Object.freeze(Object.fromEntries(names.map((name) => [name, presetOf(name, table.verbose.preset)])));

  function checked(name, given) {
    const { words, type, fits, off, on, read } = table[name];
    if ((given === false || given === 0) && off !== undefined) return off;
    if (given === true && on !== undefined) return on;
    if ((type === undefined || typeof given === type) && fits(given)) return read ? read(given) : given;
    const Failure = typeof given === type ? RangeError : TypeError;
    throw new Failure(`${settingsOwner}: ${name} is ${words}, and not ${show(given)}`);
  }

  /** Adds the settings that are given in one place; null and undefined are not given. */
  function collect(into, from, isOfAll) {
    for (const name of Object.keys(from)) {
      checkName(name, names, `${settingsOwner}: there is no setting`, 'the settings are');
      const given = from[name];
      if (given === undefined || given === null) continue;
      into[name] = checked(name, given);
      if (isOfAll && table[name].isOfOneCall) {
        throw new TypeError(`${settingsOwner}: ${name} is of one suite: give it in the options of its call, and not ` +
          `as ${settingsOwner}.${name}`);
      }
    }
  }

  function resolve(own, options) {
    if (options !== undefined && options !== null && !isPlainObject(options)) {
      throw new TypeError(`${settingsOwner}: the options are an object of settings, such as ` +
        `{ ${EXAMPLES[settingsOwner]} }, and not ${show(options)}`);
    }
    const given = {};
    collect(given, own, true);
    if (options) collect(given, options, false);

    const verbose = given.verbose === undefined ? defaults.verbose : given.verbose;
    const resolved = {};
    for (const name of names) resolved[name] = Object.hasOwn(given, name) ? given[name] : presetOf(name, verbose);
    const [format, another] = FORMATS.filter((name) => resolved[name]);
    if (another) {
      throw new TypeError(`${settingsOwner}: ${format} and ${another} cannot both be on; set one of them to false`);
    }
    return resolved;
  }

  return { defaults, resolve };
}

const bench = createResolver('bench', SETTINGS);

/** What each setting is where nobody says anything. */
const DEFAULTS = bench.defaults;

/** Whether one of these says for how long to measure. */
const isTimeGiven = (...places) => places.some((place) => place && ![undefined, null].includes(place.timeGoal));

/**
 * The settings of one call of bench: its options, before the properties set on bench, before the defaults.
 * Every setting is there, with false and 0 read as what they mean; forkTests is the number of processes
 * per test, 0 for none, and timeGoal is in seconds; tier and cold are lists or null, and params is an object of lists
 * or null. coldForks is the number of processes of a cold test where forkTests is a number, and null elsewhere;
 * isTimeGiven tells whether anybody says what timeGoal is.
 *
 * @param {function|object} settingsOwner its own enumerable properties are settings
 * @param {object} [options] of this call
 * @returns {object} frozen
 * @throws {TypeError} for an unknown setting, a wrong type, two output formats, or count with cold
 * @throws {RangeError} for a value of the right type that is out of range
 */
function resolveSettings(settingsOwner, options) {
  const resolved = bench.resolve(settingsOwner, options);
  if (resolved.count && resolved.cold && resolved.cold.includes(true)) {
    throw new TypeError('bench: count and cold do not go together: what a first call executes is not counted, only ' +
      'what one more does; leave one of them out');
  }
  resolved.coldForks = resolved.forkTests > 0 && resolved.forkTests !== true ? resolved.forkTests : null;
  resolved.isTimeGiven = isTimeGiven(settingsOwner, options);
  resolved.forkTests = resolved.forkTests === true ? resolved.forks : Number(resolved.forkTests);
  return Object.freeze(resolved);
}

module.exports = {
  resolveSettings, readTiers, TIER_WORDS, readColds, COLD_WORDS, readCounts, createResolver, isArray, DEFAULTS,
  SETTINGS, MAX_FORKS, number, toggle,
};
