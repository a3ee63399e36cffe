'use strict';

const { show } = require('./goal');
const { nearest } = require('./nearest');

const MAX_FORKS = 1000; // each is started anew: more is a slip of the keyboard
const ORDERS = ['rotating', 'random', 'given'];
const FORMATS = ['json', 'csv', 'markdown'];

/*
 * What a setting accepts: { words, type, fits, off, on }. Values of the type that fit are taken as they are;
 * false and 0 mean `off`, true means `on` where there is one.
 */
function number(words, fits, off) {
  return { words, type: 'number', fits: (value) => Number.isFinite(value) && fits(value), off };
}
const orMore = (words) => number(`${words}, 0 or more`, (value) => value >= 0, 0);
const above = (words, off) => number(`${words} above 0, or false`, (value) => value > 0, off);
const whole = (words, off, max) => number(words, (value) => Number.isInteger(value) && value >= 1 && value <= max, off);
const toggle = { ...number('true or false', (value) => value === 1, false), on: true, read: Boolean };

const SETTINGS = {
  timeGoal: { preset: 4, ...orMore('a number of seconds') },
  opsPerTest: { preset: 1, ...above('a number', 1) },
  cpuMhz: { preset: false, ...above('a number of MHz', false) },
  visualize: { preset: true, ...toggle },
  baselineAvg: { preset: false, ...above('a number of operations per second', false) },
  forkTests: { preset: false, ...whole(`true, false or a whole number of processes, at most ${MAX_FORKS}`, false, MAX_FORKS), on: true },
  forks: { preset: 8, ...whole(`a whole number of processes, at most ${MAX_FORKS}, or false`, 0, MAX_FORKS) },
  preRunMessage: { preset: '', words: 'a string or false', type: 'string', fits: () => true, off: '' },
  showRunDetails: { preset: false, ...toggle },
  showTestInfo: { fromVerbose: 3, ...toggle },
  showPlatformInfo: { fromVerbose: 1, ...toggle },
  showSource: { fromVerbose: 4, ...toggle },
  verbose: { preset: 2, ...whole('a whole number, 0 or more, or true or false', 0, Infinity), on: 2 },
  bargraphScale: { preset: 5, ...orMore('a number') },
  margin: { preset: 0.002, ...number('a share, 0 or more and below 1', (value) => value >= 0 && value < 1, 0) },
  twin: { preset: true, ...toggle },
  order: { preset: 'rotating', words: `'${ORDERS.join('\', \'')}' or false`, type: 'string', fits: (value) => ORDERS.includes(value), off: 'given' },
  inline: { preset: true, ...toggle },
  precision: { preset: false, ...above('a share', false) },
  silent: { preset: false, ...toggle },
  json: { preset: false, ...toggle },
  csv: { preset: false, ...toggle },
  markdown: { preset: false, ...toggle },
};

const NAMES = Object.keys(SETTINGS);

/** The default of a setting; what is shown without being asked for depends on how talkative the run is. */
function presetOf(name, verbose) {
  const { preset, fromVerbose } = SETTINGS[name];
  return fromVerbose === undefined ? preset : verbose >= fromVerbose;
}

/** What each setting is where nobody says anything. */
const DEFAULTS = Object.freeze(Object.fromEntries(NAMES.map((name) => [name, presetOf(name, SETTINGS.verbose.preset)])));

/** An object as braces make it; also one without a prototype or from another context, and the names of a module. */
function isPlainObject(value) {
  if (value === null || typeof value !== 'object') return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

function checked(name, given) {
  const { words, type, fits, off, on, read } = SETTINGS[name];
  if (given === false || given === 0) return off;
  if (given === true && on !== undefined) return on;
  if (typeof given === type && fits(given)) return read ? read(given) : given;
  const Failure = typeof given === type ? RangeError : TypeError;
  throw new Failure(`bench: ${name} is ${words}, and not ${show(given)}`);
}

/** Adds the settings that are given in one place; null and undefined are not given. */
function collect(into, from) {
  for (const name of Object.keys(from)) {
    // hasOwn, because a setting called toString is unknown too.
    if (!Object.hasOwn(SETTINGS, name)) {
      const meant = nearest(name, NAMES);
      const wayOut = meant === null ? `the settings are ${NAMES.join(', ')}` : `did you mean ${show(meant)}?`;
      throw new TypeError(`bench: there is no setting ${show(name)}; ${wayOut}`);
    }
    const given = from[name];
    if (given !== undefined && given !== null) into[name] = checked(name, given);
  }
}

/**
 * The settings of one call of bench: its options, before the properties set on bench, before the defaults.
 * Every setting is there, with false and 0 read as what they mean; forkTests is the number of processes
 * per test, 0 for none, and timeGoal is in seconds.
 *
 * @param {function|object} bench its own enumerable properties are settings
 * @param {object} [options] of this call
 * @returns {object} frozen
 * @throws {TypeError} for an unknown setting, a wrong type, or two output formats
 * @throws {RangeError} for a value of the right type that is out of range
 */
function resolveSettings(bench, options) {
  if (options !== undefined && options !== null && !isPlainObject(options)) {
    throw new TypeError(`bench: the options are an object of settings, such as { timeGoal: 4 }, and not ${show(options)}`);
  }
  const given = {};
  collect(given, bench);
  if (options) collect(given, options);

  const verbose = given.verbose === undefined ? DEFAULTS.verbose : given.verbose;
  const resolved = {};
  for (const name of NAMES) resolved[name] = Object.hasOwn(given, name) ? given[name] : presetOf(name, verbose);

  resolved.forkTests = resolved.forkTests === true ? resolved.forks : Number(resolved.forkTests);
  const [format, another] = FORMATS.filter((name) => resolved[name]);
  if (another) throw new TypeError(`bench: ${format} and ${another} cannot both be on; set one of them to false`);
  return Object.freeze(resolved);
}

module.exports = { resolveSettings, isPlainObject, DEFAULTS };
