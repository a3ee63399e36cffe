'use strict';

// A suite: node examples/suite.js [--fork]
// With --fork each test runs in several processes, which takes four times as long.

const timeit = require('..');

const words = Array.from({ length: 100 }, (_, i) => `word ${i * 7919 % 101}`);
const text = words.join(',');
let x;

timeit.bench({
  'copy and sort': () => { x = words.slice().sort(); },
  // Sorting a sorted list is faster, so each call gets a fresh list. Making it is not timed.
  'sort in place': { fn: (list) => list.sort(), each: () => words.slice(), items: words.length },
  'split': { fn: () => { x = text.split(','); }, items: words.length, bytes: text.length },
  'a promise': async () => { x = await text; },
  'the next turn': (done) => setImmediate(done),
}, { timeGoal: 0.5, forkTests: process.argv.includes('--fork') ? 4 : false }, (error, rows) => {
  const [fastest] = rows.slice().sort((a, b) => b.rank - a.rank);
  // --filter may match no test.
  if (fastest) console.log(`fastest: ${fastest.name}, ${fastest.nsPerCall.toFixed(1)} ns per call`);
});
