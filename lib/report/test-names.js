'use strict';

/*
 * Names under which other programs keep the history of a test. They have to be the same in each run, and
 * different for different tests: a test that takes over another's name takes over its history.
 */

const { escaped, printable } = require('../text/display');

// Captured at load, because a measured test may change them.
const { imul } = Math;
const { create } = Object;

// Bencher refuses names of more; lines of benchstat may have 64 KB.
const MOST_BYTES = 1024;

// '#' and eight hexadecimal digits; '#' and a number where even these are the same.
const DIGEST_BYTES = 9;
const NUMBER_BYTES = 7;

/** FNV-1a: eight digits that tell long names apart. */
function digest(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** As many whole characters as take no more than so many bytes in UTF-8. */
function startOf(text, bytes) {
  let used = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i);
    used += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (used > bytes) return text.slice(0, i);
    if (code >= 0x10000) i++;
  }
  return text;
}

/** A file and which of its suites: 'bench/parse.js', 'bench/parse.js#2'; '' for a snippet of the first suite. */
function suiteName({ file, suite }) {
  return (file === null || file === undefined ? '' : escaped(file)) + (suite > 1 ? `#${suite}` : '');
}

/** 'bench/parse.js > small input', for a snippet its name alone */
function fullName(test) {
  const suite = suiteName(test);
  return suite ? `${suite} > ${printable(test.name)}` : printable(test.name);
}

/**
 * One name for each test. Those of tests that would have the same one, and names that are too long, end in a
 * digest of what the test is called really, which does not depend on the other tests.
 *
 * @param {Array<{ file: string|null, suite: number, name: string }>} tests
 * @param {function(object): string} nameOf printable; what it gives may be the same for several tests
 * @returns {string[]} all different, of at most 1024 bytes
 */
function uniqueNames(tests, nameOf) {
  const count = create(null);
  for (let i = 0; i < tests.length; i++) {
    const name = nameOf(tests[i]);
    count[name] = (count[name] || 0) + 1;
  }
  const used = create(null);
  const names = [];
  for (let i = 0; i < tests.length; i++) {
    const whole = nameOf(tests[i]);
    const short = startOf(whole, MOST_BYTES);
    const { file, suite, name } = tests[i];
    let unique = whole;
    if (count[whole] > 1 || short !== whole) {
      unique = `${startOf(whole, MOST_BYTES - DIGEST_BYTES - NUMBER_BYTES)}#${digest(`${file}\n${suite}\n${name}`)}`;
    }
    for (let n = 2, base = startOf(unique, MOST_BYTES - NUMBER_BYTES); used[unique]; n++) unique = `${base}#${n}`;
    used[unique] = true;
    names[i] = unique;
  }
  return names;
}

module.exports = { suiteName, fullName, uniqueNames };
