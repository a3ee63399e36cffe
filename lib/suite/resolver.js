'use strict';

/* Settings as tables of accepted values, and their resolution from several places. */

const { show } = require('../text/show');
const { checkName } = require('../text/nearest');
const { isPlainObject } = require('./value-kinds');

const FORMATS = ['json', 'csv', 'markdown'];
const EXAMPLES = { bench: 'timeGoal: 4', streams: 'runs: 20' };

/*
 * A setting accepts { words, type, fits, off, on, read, isOfOneCall }: values of the type (any type without one) that
 * fit, converted by read(). false and 0 mean `off`, and true means `on`, if these exist.
 */
function number(words, fits, off) {
  return { words, type: 'number', fits: (value) => Number.isFinite(value) && fits(value), off };
}
const orMore = (words) => number(`${words}, 0 or more`, (value) => value >= 0, 0);
const above = (words, off) => number(`${words} above 0, or false`, (value) => value > 0, off);
const whole = (words, off, max) => number(words, (value) => Number.isInteger(value) && value >= 1 && value <= max, off);

const toggle = { ...number('true or false', (value) => value === 1, false), on: true, read: Boolean };

/**
 * @param {object} table name -> { words, type, fits, off, on, read } with its preset, or fromVerbose
 * @returns {{ defaults: object, resolve: function(object, object=): object }} resolve(own, options): all settings;
 *   options take precedence over own, and own over the defaults
 */
function createResolver(settingsOwner, table) {
  const names = Object.keys(table);

  /** Defaults of output settings depend on `verbose`. */
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

  /** null and undefined count as not given. */
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

const isGiven = (name, ...places) => places.some((place) => place && ![undefined, null].includes(place[name]));

module.exports = { createResolver, isGiven, number, orMore, above, whole, toggle };
