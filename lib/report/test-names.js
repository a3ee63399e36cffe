'use strict';

/* Names under which other programs keep the history of a test: stable between runs, and unique. */

const { escaped, printable } = require('../base/text/display');
const { groupBy } = require('../base/text/grouped-by');

// Bencher rejects longer names. Lines of benchstat may have 64 KB.
const MOST_BYTES = 1024;
const DIGEST_BYTES = 9; // '#' and eight hexadecimal digits
const NUMBER_BYTES = 7; // '#' and a number, if even these are equal

/** FNV-1a, eight digits. */
function digest(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The longest start of whole characters that fits into this number of bytes of UTF-8. */
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

/** 'bench/parse.js', 'bench/parse.js#2' for the second suite of a file; '' for a snippet of the first suite */
const suiteName = ({ file, suite }) =>
  (file === null || file === undefined ? '' : escaped(file)) + (suite > 1 ? `#${suite}` : '');

function titledName({ settings }, name) {
  const title = settings && typeof settings.title === 'string' ? escaped(settings.title) : '';
  return title && name ? `${title} (${name})` : title || name;
}

/** 'bench/parse.js > small input'; only the name for a snippet */
function fullName(test) {
  const suite = suiteName(test);
  return suite ? `${suite} > ${printable(test.name)}` : printable(test.name);
}

/** Names of at most 1024 bytes. Duplicate and long ones end in a digest of the identity, independent of other tests. */
function uniqueNames(tests, nameOf) {
  const wholes = tests.map(nameOf);
  const groups = groupBy(wholes, (whole) => whole);
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
