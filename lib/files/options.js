'use strict';

/* Checks the options of createBenchmark: a misspelt one would measure the wrong configurations. */

const { show } = require('../text/show');
const { checkName } = require('../text/nearest');
const { isPlainObject } = require('../suite/value-kinds');

const isText = (value) => typeof value === 'string';
const isFunction = (value) => typeof value === 'function';

const OPTIONS = {
  flags: {
    words: 'an option of node, or a list of them',
    fits: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
  },
  combinationFilter: {
    words: 'a function that is given a configuration, and tells by true or false whether to run it', fits: isFunction,
  },
  byGroups: { words: 'true or false', fits: (value) => typeof value === 'boolean' },
  test: { words: 'an object of parameters, such as { n: 1 }', fits: isPlainObject },
  setup: { words: 'a function', fits: isFunction },
};

// Passed by core's perf_hooks/performance-observer.js for its flags; core ignores it, too.
const IGNORED = ['options'];

const EXAMPLE = "such as { flags: ['--expose-gc'] }";

function readOptions(options) {
  if (!isPlainObject(options)) {
    throw new TypeError(`createBenchmark: its third argument is an object of options, ${EXAMPLE}, and not ` +
      `${show(options)}`);
  }
  const names = Object.keys(OPTIONS);
  const given = {};
  for (const name of Object.keys(options)) {
    if (IGNORED.includes(name)) continue;
    checkName(name, names, 'createBenchmark: there is no option', 'there are', (meant) => meant);
    const value = options[name];
    if (value === undefined) continue;
    const { words, fits } = OPTIONS[name];
    if (!fits(value)) throw new TypeError(`createBenchmark: ${name} is ${words}, and not ${show(value)}`);
    given[name] = value;
  }
  return given;
}

module.exports = { readOptions };
