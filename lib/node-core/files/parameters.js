'use strict';

/*
 * Checks the options of createBenchmark, and combines its parameters and the arguments of the process into
 * configurations: { a: [1, 2], b: ['x'] } and ['a=3'] -> [{ b: 'x', a: 3 }]. A guess could measure the wrong thing.
 */

const { checkName, didYouMean } = require('../../base/text/nearest');
const { isPlainObject, readMessage, show } = require('../../base/text/show');

const NAMED = /^([^]+?)=([^]*)$/;
const TEST_SECONDS = 0.05;
const MOST_CONFIGURATIONS = 1e6; // with 50 ms per process, these take 14 hours

/** Invalid arguments; the message is one line. */
class ParameterError extends Error {}

const isFunction = (value) => typeof value === 'function';

const OPTIONS = {
  flags: {
    words: 'a Node.js option, or a list of options',
    fits: (value) => [].concat(value).every((one) => typeof one === 'string'),
  },
  combinationFilter: {
    words: 'a function that receives a configuration and returns whether to run it', fits: isFunction,
  },
  byGroups: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  test: { words: 'an object of parameters, such as { n: 1 }', fits: isPlainObject },
  setup: { words: 'a function', fits: isFunction },
};

function readOptions(options) {
  if (!isPlainObject(options)) {
    throw new TypeError(`createBenchmark: its third argument must be an object of options, such as ` +
      `{ flags: ['--expose-gc'] }, got ${show(options)}`);
  }
  const given = {};
  for (const [name, value] of Object.entries(options)) {
    // Passed by core's perf_hooks/performance-observer.js for its flags; core ignores it, too.
    if (name === 'options') continue;
    checkName(name, Object.keys(OPTIONS), 'createBenchmark: unknown option', 'Options:', (meant) => meant);
    if (value === undefined) continue;
    const { words, fits } = OPTIONS[name];
    if (!fits(value)) throw new TypeError(`createBenchmark: ${name} must be ${words}, got ${show(value)}`);
    given[name] = value;
  }
  return given;
}

const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

function read(declared, name) {
  try {
    return declared[name];
  } catch (thrown) {
    throw new TypeError(`parameter "${name}" cannot be read: ${readMessage(thrown)}`, { cause: thrown });
  }
}

/** { name: value or values } -> Map of name to list, of strings or of numbers */
function listsOf(declared, group = '') {
  if (!isObject(declared)) {
    throw new TypeError(`${group ? `group "${group}": ` : ''}parameters must be declared as an object, such as ` +
      '{ n: [1e6] }');
  }
  const lists = new Map();
  for (const name of Object.keys(declared)) {
    const values = [].concat(read(declared, name));
    if (name === '' || name.includes('=')) {
      throw new TypeError(`parameter "${name}": a name must not be empty or contain =, because values are passed ` +
        'as name=value');
    }
    for (const one of values) {
      if (typeof one !== 'number' && typeof one !== 'string') {
        throw new TypeError(`configuration "${name}" had type ${typeof one}; values must be numbers or strings`);
      }
      if (typeof one !== typeof values[0]) throw new TypeError(`configuration "${name}" has mixed types`);
    }
    lists.set(name, values);
  }
  if (group && lists.has('group')) {
    throw new TypeError('parameter "group": with byGroups, this name is reserved for the name of the group');
  }
  return lists;
}

/** For --test: the first value of each list; numbers are at most 1. */
function shortened(lists, test) {
  const shortOf = (name, value) => (
    typeof value !== 'number' ? value : name === 'dur' || name === 'duration' ? TEST_SECONDS : Math.min(value, 1));
  const short = [...lists].map(([name, values]) => [name, values.slice(0, 1).map((value) => shortOf(name, value))]);
  return new Map([...short, ...listsOf(test)]);
}

function numberOf(name, text) {
  const number = text.trim() === '' ? NaN : Number(text);
  if (Number.isNaN(number) && text !== 'NaN') {
    throw new ParameterError(`${name}=${text}: ${name} must be a number, got "${text}"`);
  }
  return number;
}

/** ['n=1', 'n=2', '--test'] -> [['n', '1'], ['n', '2']] */
const namedIn = (words) => words.filter((word) => word !== '--test').map((word) => {
  const found = NAMED.exec(word);
  if (!found) throw new ParameterError(`bad argument: ${word}. Pass parameters as name=value`);
  return found.slice(1);
});

function meantBy(word, names) {
  return didYouMean(word.replace(/^-+/, ''), names, `Available: ${names.join(', ') || 'none'}`);
}

/** The --test values of a group: under its name, or else the values of its parameters. */
function testOf(test, group, lists) {
  if (isObject(test[group])) return test[group];
  return Object.fromEntries(Object.entries(test).filter(([name]) => lists.has(name)));
}

function chosenGroups(groups, named, fromEnvironment) {
  const names = [...groups.keys()];
  const given = named.filter(([name]) => name === 'group').map(([, value]) => value);
  const listed = fromEnvironment ? fromEnvironment.split(',').map((name) => name.trim()).filter(Boolean) : [];
  const chosen = given.length ? given : listed;
  for (const name of chosen) {
    if (!groups.has(name)) throw new ParameterError(`unknown group "${name}". ${meantBy(name, names)}`);
  }
  return chosen.length ? [...new Set(chosen)] : names;
}

const withGiven = (lists, named) => new Map([...lists].map(([name, values]) => {
  const texts = named.filter(([given]) => given === name).map(([, text]) => text);
  const given = typeof values[0] === 'number' ? texts.map((text) => numberOf(name, text)) : texts;
  return [name, given.length ? given : values];
}));

function checkCount(all) {
  const countOf = (lists) => [...lists.values()].reduce((product, values) => product * values.length, 1);
  const count = all.reduce((sum, lists) => sum + countOf(lists), 0);
  if (count <= MOST_CONFIGURATIONS) return;
  const shown = count < 1e15 ? require('../../base/text/numbers').formatNumber(count) : count.toPrecision(2);
  throw new RangeError(`createBenchmark: ${shown} configurations exceed the limit of 1,000,000. Declare fewer ` +
    'values, or pass some as name=value');
}

/** In Node core's order: the first list varies slowest, and the last parameter comes first. */
function combinationsOf(lists) {
  if ([...lists.values()].some((values) => values.length === 0)) return [];
  let all = [{}];
  for (const [name, values] of lists) {
    all = all.flatMap((rest) => values.map((value) => ({ [name]: value, ...rest })));
  }
  return all;
}

/**
 * words: arguments of the process; groups: names from the environment, separated by commas; isFiltered: whether to call
 * combinationFilter; false in the process of a configuration. In the result, queue: configurations; lists: values of
 * the first group; extra: arguments without declaration, such as benchmarker; unknown: names; explain(name): a hint.
 * Throws a TypeError or RangeError for an invalid declaration, a ParameterError for an invalid argument.
 */
function planConfigurations(configs, options, words, { groups: fromEnvironment = '', isFiltered = true } = {}) {
  const { byGroups = false, test = {}, combinationFilter } = options;
  const declared = byGroups ? Object.entries(configs) : [['', configs]];
  const named = namedIn(words);
  const isTest = words.includes('--test');
  const groups = new Map(declared.map(([group, parameters]) => [group, listsOf(parameters, group)]));
  for (const [group, lists] of groups) {
    const ofTest = byGroups ? testOf(test, group, lists) : test;
    if (isTest) groups.set(group, shortened(lists, ofTest));
    if (isTest || isFiltered) continue;
    // The process of a configuration gets parameters that --test has added.
    for (const [name, values] of listsOf(ofTest)) {
      if (!lists.has(name) && named.some(([given]) => given === name)) lists.set(name, values);
    }
  }
  const chosen = byGroups ? chosenGroups(groups, named, fromEnvironment) : [''];
  const known = new Set(chosen.flatMap((group) => [...groups.get(group).keys()]));
  const extra = {};
  const unknown = [];
  for (const [name, text] of named) {
    if (known.has(name) || (byGroups && name === 'group')) continue;
    // Known to all files without a declaration.
    if (name === 'benchmarker') extra[name] = text;
    else if (!unknown.includes(name)) unknown.push(name);
  }

  const asked = chosen.map((group) => withGiven(groups.get(group), named));
  checkCount(asked);
  const queue = chosen.flatMap((group, i) => (
    combinationsOf(asked[i]).map((configuration) => (byGroups ? { group, ...configuration } : configuration))));
  return {
    queue: isFiltered && combinationFilter ? queue.filter((one) => isKept(combinationFilter, one)) : queue,
    lists: Object.fromEntries(asked[0] || []),
    extra, unknown,
    explain: (name) => `unknown parameter "${name}". ${meantBy(name, [...known])}`,
  };
}

function isKept(filter, configuration) {
  const answer = filter({ ...configuration });
  if (typeof answer !== 'boolean') throw new TypeError('Combination filter must always return a boolean');
  return answer;
}

function whyEmpty(lists) {
  const without = Object.keys(lists).filter((name) => lists[name].length === 0);
  if (without.length) {
    return `no configuration: ${without.join(' and ')} ${without.length > 1 ? 'have' : 'has'} no values`;
  }
  return 'combinationFilter rejects all configurations. If this happens only with --test, set other values in ' +
    'options.test';
}

const formatArguments = (configuration, extra) => Object.entries({ ...configuration, ...extra })
  .map(([name, value]) => `${name}=${Object.is(value, -0) ? '-0' : value}`);

module.exports = { readOptions, planConfigurations, formatArguments, whyEmpty, ParameterError };
