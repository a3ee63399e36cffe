'use strict';

/*
 * Calls with warm and cold caches, as bench with `cache: 'cold'` tells them, of tests of which it is known how many lines
 * of memory they touch: each walks along a chain of pointers, all lines of which lie in as many pages as there are lines, or
 * all in one.
 *
 *   node cold-cache.js [--seconds 4]
 *
 * A line that is in no cache takes 60 to 100 ns on servers; the first of a page as much again, or several times that, for
 * the tables that tell where the page is. An empty test has to read 0 within its interval: exits with 1 where it does not.
 */

const timeit = require('..');

const at = process.argv.indexOf('--seconds');
const seconds = at < 0 ? 4 : Number(process.argv[at + 1]);

const PAGE = 4096 / 4;
const LINE = 64 / 4;
const LINES = [0, 1, 4, 16];

let made = 0;

/** A walk along so many lines; `stride` apart, in an order that no prefetcher expects. */
function walk(lines, stride) {
  const words = new Int32Array(4 * 2 ** 20).fill(1);
  const places = [];
  // 37 and 64 have no common factor: the order visits each place once.
  for (let i = 0; i < lines; i++) places.push((i * 37 % 64) * stride + 5 * PAGE);
  for (let i = 0; i < lines; i++) words[places[i]] = places[(i + 1) % lines];
  const text = `/* ${++made} */ var r = 0; return { sync() { BODY }, callback(callback) { BODY callback(); }, async promise() { BODY } };`;
  const body = `let p = start; for (let i = 0; i < ${lines}; i++) p = words[p]; r = p;`;
  return new Function('words', 'start', text.replace(/BODY/g, lines ? body : ''))(words, places[0] || 0);
}

async function main() {
  let outside = 0;
  console.log(`node ${process.versions.node}, ${seconds} s each`);
  console.log('test                       kind        warm ns   cold ns       low      high  a line more  samples');
  for (const [where, stride] of [['pages', PAGE + LINE], ['one page', LINE]]) {
    const before = {};
    for (const lines of LINES) {
      const tests = walk(lines, stride);
      for (const kind of Object.keys(tests)) {
        const [{ nsPerCall, coldCache, error }] = await timeit.bench([{ fn: tests[kind], kind }], { timeGoal: seconds, cache: 'cold', silent: true });
        if (error) throw new Error(error.message);
        const { nsPerCall: cold, nsLow, nsHigh, samples, resolutionNs } = coldCache;
        if (lines === 0 && nsLow > resolutionNs) outside++;
        const previous = before[kind];
        const each = previous ? (cold - previous.cold) / (lines - previous.lines) : NaN;
        before[kind] = { cold, lines };
        console.log([
          `${lines} lines in ${where}`.padEnd(26), kind.padEnd(9), nsPerCall.toFixed(2).padStart(9), cold.toFixed(0).padStart(9),
          nsLow.toFixed(0).padStart(9), nsHigh.toFixed(0).padStart(9), (each ? each.toFixed(0) : '-').padStart(12), String(samples).padStart(8),
        ].join(' '));
      }
    }
  }
  console.log(outside ? `${outside} empty tests are not 0` : 'empty tests read 0');
  process.exitCode = outside ? 1 : 0;
}

main();
