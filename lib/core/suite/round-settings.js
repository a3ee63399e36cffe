'use strict';

/* Settings as tables of accepted values, their resolution, and those of suites in rounds, in any engine. */

const { orNull } = require('../../base/host/fs-queries');
const { isPlainObject, show } = require('../../base/text/show');

const FORMATS = ['json', 'csv', 'markdown'];
const EXAMPLES = { bench: 'timeGoal: 4', streams: 'runs: 20' };

/*
 * A setting accepts { words, type, fits, off, on, read, isOfOneCall }: values of the type (any type without one) that
 * fit, converted by read(). false and 0 mean `off`, and true means `on`, if these exist.
 */
const numberSetting = (words, fits, off) => (
  { words, type: 'number', fits: (value) => Number.isFinite(value) && fits(value), off });
const orMore = (words) => numberSetting(`${words} of at least 0`, (value) => value >= 0, 0);
const above = (words, off) => numberSetting(`${words} above 0, or false`, (value) => value > 0, off);
const wholeSetting = (words, off, max) =>
  numberSetting(words, (value) => Number.isInteger(value) && value >= 1 && value <= max, off);
const toggle = { ...numberSetting('true or false', (value) => value === 1, false), on: true, read: Boolean };
const text = { preset: '', words: 'a string or false', type: 'string', fits: () => true, off: '' };

/**
 * table: name -> a setting with its preset, or fromVerbose: on from this `verbose`. resolve(own, options): all settings
 */
function createResolver(settingsOwner, table) {
  const names = Object.keys(table);

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
    throw new Failure(`${settingsOwner}: ${name} must be ${words}, got ${show(given)}`);
  }

  /** null and undefined count as not given. */
  function collect(into, from, isOfAll) {
    for (const name of Object.keys(from)) {
      require('../../base/text/nearest').checkName(name, names, `${settingsOwner}: unknown setting`, 'Settings:');
      const given = from[name];
      if (given === undefined || given === null) continue;
      into[name] = checked(name, given);
      if (isOfAll && table[name].isOfOneCall) {
        throw new TypeError(`${settingsOwner}: ${name} is set per call: pass { ${name} } to ${settingsOwner}()`);
      }
    }
  }

  function resolve(own, options) {
    if (options !== undefined && options !== null && !isPlainObject(options)) {
      throw new TypeError(`${settingsOwner}: the options must be an object of settings, such as ` +
        `{ ${EXAMPLES[settingsOwner]} }, got ${show(options)}`);
    }
    const given = {};
    collect(given, own, true);
    if (options) collect(given, options, false);

    const { verbose = defaults.verbose } = given;
    const resolved = {};
    for (const name of names) resolved[name] = Object.hasOwn(given, name) ? given[name] : presetOf(name, verbose);
    const [format, another] = FORMATS.filter((name) => resolved[name]);
    if (another) {
      throw new TypeError(`${settingsOwner}: ${format} and ${another} cannot be combined. Set one of them to false`);
    }
    return resolved;
  }

  return { defaults, resolve };
}

const isGiven = (name, ...places) => places.some((place) => place && ![undefined, null].includes(place[name]));

const NAME = /^[^\s=]+$/;

function checkValue(name, value) {
  if (['string', 'boolean'].includes(typeof value) || value === null || Number.isFinite(value)) return;
  throw new TypeError(`bench: params: a value of ${show(name)} is ${show(value)}. Use strings, finite numbers, true, ` +
    'false or null, and create other values in the test or in setup');
}

function valuesOf(name, given) {
  // null for a proxy that has been revoked
  const values = orNull(() => Array.isArray(given) && given.slice()) || [given];
  if (values.length === 0) {
    throw new RangeError(`bench: params: ${show(name)} has no values. Add some, or leave it out`);
  }
  for (let i = 0; i < values.length; i++) {
    checkValue(name, values[i]);
    if (values.indexOf(values[i]) < i) {
      throw new RangeError(`bench: params: ${show(name)} has the value ${show(values[i])} twice. Leave one out`);
    }
  }
  return values;
}

/** Converts { name: value or list of values } to lists. Errors name the parameter. */
function readParams(given) {
  const names = Object.keys(given);
  if (names.length === 0) {
    throw new RangeError('bench: params has no parameters. Add some, such as { size: [10, 1000] }, or set it to false');
  }
  return Object.fromEntries(names.map((name) => {
    // Assigning __proto__ would not create a property.
    if (!NAME.test(name) || name === '__proto__') {
      throw new RangeError(`bench: params: ${show(name)} is not a valid parameter name. Use a name without spaces ` +
        'or =, such as { size: [10, 1000] }');
    }
    return [name, valuesOf(name, given[name])];
  }));
}

/** The first name is the preset. */
const oneOf = (names, off) => ({
  preset: names[0], words: `'${names.join('\', \'')}' or false`, type: 'string',
  fits: (value) => names.includes(value), off,
});

const isSignal = (value) => orNull(() => typeof value.aborted === 'boolean' && (
  typeof value.addEventListener === 'function' && typeof value.removeEventListener === 'function')) === true;

const ROUND_SETTINGS = {
  timeGoal: { preset: 4, ...orMore('a number of seconds') },
  opsPerTest: { preset: 1, ...above('a number', 1) },
  cpuMhz: { preset: false, ...above('a number of MHz', false) },
  visualize: { preset: true, ...toggle },
  baselineAvg: { preset: false, ...above('a number of operations per second', false) },
  preRunMessage: text,
  title: { ...text, isOfOneCall: true },
  showRunDetails: { preset: false, ...toggle },
  showTestInfo: { fromVerbose: 3, ...toggle },
  showPlatformInfo: { fromVerbose: 1, ...toggle },
  showSource: { fromVerbose: 4, ...toggle },
  verbose: { preset: 2, ...wholeSetting('an integer of at least 0, true or false', 0, Infinity), on: 2 },
  bargraphScale: { preset: 5, ...orMore('a number') },
  margin: { preset: 0.002,
    ...numberSetting('a fraction of at least 0 and below 1', (value) => value >= 0 && value < 1, 0) },
  twin: { preset: true, ...toggle },
  order: oneOf(['rotating', 'random', 'given'], 'given'),
  sort: oneOf(['file', 'time', 'name'], 'file'),
  inline: { preset: true, ...toggle },
  memory: { preset: false, ...toggle },
  precision: {
    preset: false, ...numberSetting(
      'a fraction above 0 and at most 10, or false', (value) => value > 0 && value <= 10, false),
  },
  params: {
    preset: null, words: 'an object of lists, such as { size: [10, 1000] }, or false', fits: isPlainObject,
    read: readParams, off: null,
  },
  signal: { preset: null, words: 'an AbortSignal or false', fits: isSignal, off: null },
  silent: { preset: false, ...toggle },
  json: { preset: false, ...toggle },
};

module.exports = { createResolver, isGiven, numberSetting, readParams, toggle, wholeSetting, ROUND_SETTINGS };
