'use strict';

/*
 * Suites for the measurements of the command line: ten everyday bodies, and files of one test in two revisions. The
 * second revision does more work, by a known amount.
 */

const EVERYDAY = `'use strict';

const text = JSON.stringify({ id: 7, name: 'benchmark', tags: ['a', 'b', 'c'], nested: { x: 1.5, y: null } });
const words = 'the quick brown fox jumps over the lazy dog'.split(' ');
const numbers = Array.from({ length: 100 }, (_, i) => (i * 7919) % 101);
const bytes = new Uint8Array(256).map((_, i) => i);
const map = new Map(words.map((word, i) => [word, i]));
let sink;

module.exports = {
  'JSON.parse': () => { sink = JSON.parse(text); },
  'JSON.stringify': () => { sink = JSON.stringify({ id: 7, tags: words }); },
  'sort 100 numbers': () => { sink = numbers.slice().sort((a, b) => a - b); },
  'map and filter': () => { sink = numbers.map((n) => n * 2).filter((n) => n > 50); },
  'split and join': () => { sink = 'a,b,c,d,e,f'.split(',').join(';'); },
  'replace by RegExp': () => { sink = 'the quick brown fox'.replace(/[aeiou]/g, '-'); },
  'Map get': () => { let sum = 0; for (let i = 0; i < words.length; i++) sum += map.get(words[i]); sink = sum; },
  'object spread': () => { sink = { ...{ a: 1, b: 2, c: 3 }, d: 4 }; },
  'sum of 256 bytes': () => { let sum = 0; for (let i = 0; i < bytes.length; i++) sum += bytes[i]; sink = sum; },
  'promise chain': async () => { sink = await Promise.resolve(1).then((n) => n + 1); },
};
`;

/** Three tests of increasing variance. */
const THREE = EVERYDAY.replace(/module\.exports = \{[^]*\};\n/, `
module.exports = {
  compute: () => {
    let sum = sink | 0;
    for (let i = 0; i < 60; i++) sum = Math.imul(sum, 1664525) + i | 0;
    sink = sum;
  },
  allocating: () => { sink = words.map((word) => ({ word })); },
  'JSON.parse': () => { sink = JSON.parse(text); },
};
`);

/** name: { text(size), sizes: of the old and the new revision } */
const SLOWDOWNS = {
  compute: {
    sizes: [50, 51],
    text: (steps) => `let x = 1;
module.exports = {
  steps() {
    let s = x;
    for (let i = 0; i < ${steps}; i++) s = (Math.imul(s, 1664525) + 1013904223) | 0;
    x = s;
  },
};
`,
  },
  JSON: {
    sizes: [20, 21],
    text: (times) => `let x;
const text = JSON.stringify({ id: 100, name: 'item', tags: ['a', 'b'], at: { x: 1, y: 2 } });
module.exports = { parse() { for (let i = 0; i < ${times}; i++) x = JSON.parse(text); } };
`,
  },
  allocating: {
    sizes: [20, 22],
    text: (objects) => `let x;
module.exports = { objects() { for (let i = 0; i < ${objects}; i++) x = { id: i, pair: [i, i] }; } };
`,
  },
};

// calls that take about 0.2 s
const CALLS = { compute: 3e6, JSON: 1.5e4, allocating: 5e5 };

/** The same as a file for Node core's toolkit, which runs a given number of calls. SIZE is an environment variable. */
function coreText(name) {
  const body = SLOWDOWNS[name].text('SIZE').replace('module.exports =', 'const suite =');
  return `'use strict';
const SIZE = Number(process.env.SIZE);
const common = require('../common.js');
const bench = common.createBenchmark(main, { n: [${CALLS[name]}] });
${body}
function main({ n }) {
  const [fn] = Object.values(suite);
  bench.start();
  for (let i = 0; i < n; i++) fn();
  bench.end(n);
}
`;
}

module.exports = { EVERYDAY, THREE, SLOWDOWNS, CALLS, coreText };
