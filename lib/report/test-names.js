'use strict';

/*
 * Names under which other programs keep the history of a test. They have to be the same in each run, and
 * different for different tests: a test that takes over another's name takes over its history.
 */

const { escaped, printable } = require('../text/display');
const { groupedBy } = require('../text/grouped-by');

// Bencher refuses names of more; lines of benchstat may have 64 KB.
const MOST_BYTES = 1024;

// '#' and eight hexadecimal digits; '#' and a number where even these are the same.
const DIGEST_BYTES = 9;
const NUMBER_BYTES = 7;

/** FNV-1a: eight digits that tell long names apart. */
function digest(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** As many whole characters as take no more than so many bytes in UTF-8. */
function startOf(text, bytes) {
  let used = 0;
  let kept = '';
  for (const character of text) {
    used += Buffer.byteLength(character);
    if (used > bytes) return kept;
    kept += character;
  }
  return text;
}

/** A file and which of its suites: 'bench/parse.js', 'bench/parse.js#2'; '' for a snippet of the first suite. */
function suiteName({ file, suite }) {
  return (file === null || file === undefined ? '' : escaped(file)) + (suite > 1 ? `#${suite}` : '');
}

/** A suite's own title, before what it is called without one; that alone where it has none */
function titledName({ settings }, name) {
  const title = settings && typeof settings.title === 'string' ? escaped(settings.title) : '';
  return title && name ? `${title} (${name})` : title || name;
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
  const wholes = tests.map(nameOf);
  const groups = groupedBy(wholes, (whole) => whole);
  const used = new Set();
  return tests.map(({ file, suite, name }, i) => {
    const whole = wholes[i];
    let unique = whole;
    if (groups.get(whole).length > 1 || startOf(whole, MOST_BYTES) !== whole) {
      unique = `${startOf(whole, MOST_BYTES - DIGEST_BYTES - NUMBER_BYTES)}#${digest(`${file}\n${suite}\n${name}`)}`;
    }
    const base = startOf(unique, MOST_BYTES - NUMBER_BYTES);
    for (let n = 2; used.has(unique); n++) unique = `${base}#${n}`;
    used.add(unique);
    return unique;
  });
}

module.exports = { suiteName, titledName, fullName, uniqueNames };
