'use strict';

/*
 * Calls with cold caches, as bench with `cache: 'cold'` tells them.
 *
 *   node cold-cache.js [--runs 10] [--loops 0] [--seconds 4] [--bodies] [--short]
 *
 *   --runs N     processes, each of which measures an empty test of each kind; 0 for none
 *   --loops N    endless loops in processes of their own beside all of it, which end with this one
 *   --seconds N  timeGoal of each test
 *   --bodies     tests of which it is known how many lines of memory they touch, too, one after the other in a process:
 *                each walks along a chain of pointers, all lines of which lie in as many pages as there are lines, or
 *                all in one
 *   --short      for a check that all of it works: 1 run of 0.1 s, bodies included
 *
 * An empty test has to read 0 within its interval in nine of ten runs: exits with 1 where one of the kinds does not. An
 * interval below 0, which reads 0..0, does not hold it. A line that is in no cache takes 60 to 100 ns on servers; the
 * first of a page as much again, or several times that, for the tables that tell where the page is.
 */

const { spawnSync } = require('child_process');

const { readArguments } = require('./arguments');
const { beside } = require('./loops');

const HOLDS_SHARE = 0.9;

const SHORT = { runs: 1, seconds: 0.1, bodies: true };

const PAGE = 4096 / 4;
const LINE = 64 / 4;
const LINES = [0, 1, 4, 16];
const KINDS = ['sync', 'callback', 'promise'];

let made = 0;

/** Tests of each kind, which walk along so many lines; `stride` apart, in an order that no prefetcher expects. */
function walk(lines, stride) {
  const words = new Int32Array(4 * 2 ** 20).fill(1);
  const places = [];
  // 37 and 64 have no common factor: the order visits each place once.
  for (let i = 0; i < lines; i++) places.push((i * 37 % 64) * stride + 5 * PAGE);
  for (let i = 0; i < lines; i++) words[places[i]] = places[(i + 1) % lines];
  const text =
    `/* ${++made} */ var r = 0; return { sync() { BODY }, callback(callback) { BODY callback(); }, async promise() ` +
      '{ BODY } };';
  const body = `let p = start; for (let i = 0; i < ${lines}; i++) p = words[p]; r = p;`;
  return new Function('words', 'start', text.replace(/BODY/g, lines ? body : ''))(words, places[0] || 0);
}

/** In a process of its own: tells its parent a line for each test. */
async function measure(seconds, hasBodies) {
  const timeit = require('..');
  const strides = hasBodies ? [['pages', PAGE + LINE], ['one page', LINE]] : [['', LINE]];
  for (const [where, stride] of strides) {
    for (const lines of hasBodies ? LINES : [0]) {
      const tests = walk(lines, stride);
      for (const kind of KINDS) {
        const [{ nsPerCall, coldCache, error }] =
          await timeit.bench([{ fn: tests[kind], kind }], { timeGoal: seconds, cache: 'cold', silent: true });
        if (error) throw new Error(error.message);
        console.log(JSON.stringify({ where, lines, kind, nsPerCall, coldCache }));
      }
    }
  }
}

/** What such a process tells. */
function measured(seconds, hasBodies) {
  const args = [__filename, 'measure', String(seconds), hasBodies ? 'bodies' : 'empty'];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr || `ended with ${status}`);
  return stdout.trim().split('\n').map((line) => JSON.parse(line));
}

const ns = (value, width = 9) => value.toFixed(0).padStart(width);

const holdsZero = ({ nsLow, nsHigh }) => nsLow <= 0 && nsHigh > 0;

/** Prints the intervals of all runs; returns how many kinds hold 0 in too few. */
function empties(runs, seconds) {
  const found = Array.from({ length: runs }, () => measured(seconds, false));
  let failed = 0;
  console.log('\nempty test   holds 0   cold ns: low..high of each run');
  KINDS.forEach((kind, place) => {
    const colds = found.map((list) => list[place].coldCache);
    const holding = colds.filter(holdsZero).length;
    if (holding < Math.floor(HOLDS_SHARE * runs)) failed++;
    const figures =
      colds.map(
        (cold) =>
          `${ns(cold.nsPerCall, 0)} (${ns(cold.nsLow, 0)}..${ns(cold.nsHigh, 0)})${holdsZero(cold) ? '' : '!'}`);
    console.log(`${kind.padEnd(9)} ${`${holding} of ${runs}`.padStart(10)}   ${figures.join('  ')}`);
  });
  return failed;
}

function bodies(seconds) {
  const before = {};
  console.log('\ntest                       kind        warm ns   cold ns       low      high  a line more  samples');
  for (const { where, lines, kind, nsPerCall, coldCache } of measured(seconds, true)) {
    const { nsPerCall: cold, nsLow, nsHigh, samples } = coldCache;
    const previous = lines ? before[kind] : null;
    before[kind] = { cold, lines };
    console.log([
      `${lines} lines in ${where}`.padEnd(26), kind.padEnd(9), nsPerCall.toFixed(2).padStart(9), ns(cold), ns(nsLow),
      ns(nsHigh),
      previous ? ns((cold - previous.cold) / (lines - previous.lines), 12) : '-'.padStart(12),
      String(samples).padStart(8),
    ].join(' '));
  }
}

async function main() {
  const { options } = readArguments({ short: false, bodies: false, runs: 10, loops: 0, seconds: 4 });
  const { runs, loops, seconds, bodies: hasBodies } = options.short ? { ...options, ...SHORT } : options;
  console.log(`node ${process.versions.node}, ${seconds} s each, beside ${loops} endless loops`);
  await beside(loops);
  const failed = runs > 0 ? empties(runs, seconds) : 0;
  if (hasBodies) bodies(seconds);
  process.exit(failed > 0 ? 1 : 0);
}

if (process.argv[2] === 'measure') measure(Number(process.argv[3]), process.argv[4] === 'bodies');
else main();
