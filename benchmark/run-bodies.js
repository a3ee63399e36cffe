'use strict';

/* Suites whose results are compared between runs: computing, allocating and mixed tests, and pairs of equal tests. */

const DATA = `
const words = 'the quick brown fox jumps over the lazy dog and runs away'.split(' ');
const numbers = Array.from({ length: 100 }, (_, i) => (i * 7919) % 101);
const floats = Float64Array.from(numbers, (n) => n / 7);
const items = numbers.map((value, id) => ({ id, value, tags: ['a', 'b'] }));
const text = JSON.stringify(items.slice(0, 3));
const map = new Map(words.map((word, i) => [word, i]));
const table = Object.fromEntries(map);
let sink = 1;
`;

const BODIES = {
  computing: {
    'LCG': 'let s = sink | 0; for (let i = 0; i < 60; i++) s = Math.imul(s, 1664525) + i | 0; sink = s;',
    'sum of numbers': 'let s = 0; for (let i = 0; i < numbers.length; i++) s += numbers[i]; sink = s;',
    'sum of floats': 'let s = 0; for (const x of floats) s += x; sink = s;',
    'xorshift': 'let s = sink | 1; for (let i = 0; i < 40; i++) { s ^= s << 13; s ^= s >>> 17; s ^= s << 5; } ' +
      'sink = s;',
    'largest': 'let most = 0; for (const n of numbers) if (n > most) most = n; sink = most;',
    'bits': 'let s = 0; for (let i = 0; i < 100; i++) s += i & (sink + i) ^ (i >> 1); sink = s & 1023;',
  },
  allocating: {
    'map to objects': 'sink = words.map((word) => ({ word })).length;',
    'filter and map': 'sink = numbers.filter((n) => n > 50).map((n) => n * 2).length;',
    'push in a loop': 'const out = []; for (const n of numbers) out.push({ n }); sink = out.length;',
    'JSON.stringify': 'sink = JSON.stringify(items[3]).length;',
    'JSON.parse': 'sink = JSON.parse(text).length;',
    'spread': 'let s = 0; for (let i = 0; i < 5; i++) s += { ...items[i], i }.id; sink = s;',
  },
  mixed: {
    'count in an object': 'const o = {}; for (const word of words) o[word] = (o[word] || 0) + 1; sink = o.the;',
    'count in a Map': 'const m = new Map(); for (const word of words) m.set(word, (m.get(word) || 0) + 1); ' +
      "sink = m.get('the');",
    'Map get': 'let s = 0; for (const word of words) s += map.get(word); sink = s;',
    'object get': 'let s = 0; for (const word of words) s += table[word]; sink = s;',
    'sort': 'sink = numbers.slice().sort((a, b) => a - b)[0];',
    'split and join': "sink = 'a,b,c,d,e,f'.split(',').join(';').length;",
  },
};

/** Bodies of all kinds, for pairs of equal tests. */
const pairs = [
  ['computing', ['LCG', 'sum of numbers', 'largest']],
  ['allocating', ['map to objects', 'filter and map', 'JSON.stringify', 'JSON.parse']],
  ['mixed', ['count in a Map', 'sort', 'split and join']],
].flatMap(([kind, names]) => names.map((name) => [name, BODIES[kind][name]]));

const testsText = (bodies) => Object.entries(bodies)
  .map(([name, body]) => `  ${JSON.stringify(name)}() { ${body} },\n`).join('');

/** A file that exports a suite. */
const suiteText = (bodies) => `'use strict';\n${DATA}\nmodule.exports = {\n${testsText(bodies)}};\n`;

/** A script that measures the suite in its process, and prints the rows. */
const scriptText = (bodies, library) => `'use strict';\n${DATA}
const { bench } = require(${JSON.stringify(library)});
bench({\n${testsText(bodies)}}, { json: true });\n`;

/** A suite of two equal tests for each pair. */
const pairSuites = pairs.map(([name, body]) => ({ [`${name}, one`]: body, [`${name}, other`]: body }));

module.exports = { BODIES, pairSuites, suiteText, scriptText };
