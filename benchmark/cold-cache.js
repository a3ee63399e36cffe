'use strict';

/*
 * Checks times with cold caches, as measured by bench with `cache: 'cold'`.
 *
 *   node cold-cache.js [--runs 10] [--loops 0] [--seconds 4] [--bodies] [--short]
 *
 *   --runs N     processes, each of which measures an empty test of each kind; 0 for none
 *   --loops N    endless loops in the background
 *   --seconds N  timeGoal of each test
 *   --bodies     also tests that touch a known number of cache lines, one after another in a process: each follows a
 *                chain of pointers whose lines are all in different pages, or all in one page
 *   --short      checks only that everything works: 1 run of 0.02 s, with two bodies
 *
 * The interval of an empty test must contain 0 in nine of ten runs of each kind; otherwise it exits with 1. An interval
 * below 0, which is clamped to 0..0, does not contain it. A line in no cache takes 60 to 100 ns on servers. The first
 * line of a page takes at least twice as long, because of the page tables.
 */

const { spawnSync } = require('child_process');

const { readArguments } = require('./arguments');
const { setLoops } = require('./loops');

const LEAST_CONTAINING = 0.9;

const SHORT = { runs: 1, seconds: 0.02, bodies: true };

const PAGE = 4096 / 4;
const LINE = 64 / 4;
const LINES = [0, 1, 4, 16];
const SHORT_LINES = [0, 1];
const KINDS = ['sync', 'callback', 'promise'];

let made = 0;

/** Tests of each kind that follow pointers through lines `stride` apart, in an order that prefetchers cannot predict */
function walk(lines, stride) {
  const words = new Int32Array(4 * 2 ** 20).fill(1);
  const places = [];
  // 37 and 64 are coprime: the order visits each place once.
  for (let i = 0; i < lines; i++) places.push((i * 37 % 64) * stride + 5 * PAGE);
  for (let i = 0; i < lines; i++) words[places[i]] = places[(i + 1) % lines];
  const text =
    `/* ${++made} */ var r = 0; return { sync() { BODY }, callback(callback) { BODY callback(); }, async promise() ` +
      '{ BODY } };';
  const body = `let p = start; for (let i = 0; i < ${lines}; i++) p = words[p]; r = p;`;
  return new Function('words', 'start', text.replace(/BODY/g, lines ? body : ''))(words, places[0] || 0);
}

/** Runs in a child process, and prints a line of JSON per test. */
async function measure(seconds, wanted) {
  const timeit = require('..');
  const strides = wanted === 'bodies' ? [['pages', PAGE + LINE], ['one page', LINE]] : [['', LINE]];
  for (const [where, stride] of strides) {
    for (const lines of { bodies: LINES, short: SHORT_LINES, empty: [0] }[wanted]) {
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

/** wanted: 'empty', 'bodies', or 'short': some of them */
function measured(seconds, wanted) {
  const args = [__filename, 'measure', String(seconds), wanted];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr || `exited with ${status}`);
  return stdout.trim().split('\n').map((line) => JSON.parse(line));
}

const ns = (value, width = 9) => value.toFixed(0).padStart(width);

const containsZero = ({ nsLow, nsHigh }) => nsLow <= 0 && nsHigh > 0;

/** Prints the intervals of all runs; returns the number of kinds whose intervals contain 0 in too few runs. */
function empties(runs, seconds) {
  const found = Array.from({ length: runs }, () => measured(seconds, 'empty'));
  let failed = 0;
  console.log('\nempty     contains 0   cold ns: low..high of each run');
  KINDS.forEach((kind, place) => {
    const colds = found.map((list) => list[place].coldCache);
    const containing = colds.filter(containsZero).length;
    if (containing < Math.floor(LEAST_CONTAINING * runs)) failed++;
    const figures =
      colds.map(
        (cold) =>
          `${ns(cold.nsPerCall, 0)} (${ns(cold.nsLow, 0)}..${ns(cold.nsHigh, 0)})${containsZero(cold) ? '' : '!'}`);
    console.log(`${kind.padEnd(9)} ${`${containing} of ${runs}`.padStart(10)}   ${figures.join('  ')}`);
  });
  return failed;
}

function bodies(seconds, wanted) {
  const before = {};
  console.log('\ntest                       kind        warm ns   cold ns       low      high     per line  samples');
  for (const { where, lines, kind, nsPerCall, coldCache } of measured(seconds, wanted)) {
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
  console.log(`node ${process.versions.node}, ${seconds} s each, ${loops} endless loops in the background`);
  await setLoops(loops);
  const failed = runs > 0 ? empties(runs, seconds) : 0;
  if (hasBodies) bodies(seconds, options.short ? 'short' : 'bodies');
  process.exit(failed > 0 ? 1 : 0);
}

if (process.argv[2] === 'measure') measure(Number(process.argv[3]), process.argv[4]);
else main();
