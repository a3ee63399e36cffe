'use strict';

/*
 * Simulates how often methods to judge restarts are right. It has chosen the one of lib/base/stats/process-contrast.js.
 *
 *   node restarts.js
 *     --trials N     of each kind, default 4000
 *     --record FILE  measures 48 restarts of equal tests on both sides, and writes their ratios to the file
 *     --short        30 trials, only 8 restarts
 *
 * Draws restarts from recorded-restarts.json, with random signs because both sides were equal, and from distributions,
 * with fixed seeds. Prints how often intervals contain 0, and their width relative to Student's interval.
 */

const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');
const { trimmedAndError } = require('../lib/base/stats/comparison');
const { tWithin } = require('../lib/base/stats/distributions');
const { contrastOfPairs } = require('../lib/base/stats/process-contrast');
const { mean, median, variance } = require('../lib/base/stats/sample');
const { mulberry32, gaussian } = require('../test/helpers/random');

const RECORDED = path.join(__dirname, 'recorded-restarts.json');
const { options } = readArguments({ trials: 4000, record: null, short: false });

const uniform = mulberry32(7);
const draw = gaussian(uniform);
const sign = () => (uniform() < 0.5 ? -1 : 1);

/** Distributions of the error of a restart, in percent. */
const DISTRIBUTIONS = {
  'normal': () => draw(),
  'two humps': () => 0.3 * draw() + 5 * ((uniform() < 0.5) - (uniform() < 0.5)),
  'outliers': () => draw() + (uniform() < 0.15 ? sign() * 20 * uniform() : 0),
  'rare outliers': () => 0.1 * draw() + (uniform() < 0.06 ? sign() * 30 : 0),
};

function interval(centre, error, df, confidence) {
  const half = tWithin(confidence, df) * Math.sqrt(error);
  return { low: centre - half, high: centre + half };
}

const wilcoxon = new Map();

/** [s]: the probability that the sum of the ranks of one sign is at most s. */
function tailsOf(n) {
  if (wilcoxon.has(n)) return wilcoxon.get(n);
  let ways = Float64Array.of(1);
  for (let rank = 1; rank <= n; rank++) {
    const next = new Float64Array(ways.length + rank);
    ways.forEach((count, sum) => {
      next[sum] += count;
      next[sum + rank] += count;
    });
    ways = next;
  }
  let below = 0;
  wilcoxon.set(n, ways.map((count) => (below += count / 2 ** n)));
  return wilcoxon.get(n);
}

/** The interval of Hodges and Lehmann's estimate, by Wilcoxon's signed ranks. */
function hodgesLehmann(values, confidence) {
  const means = values.flatMap((value, i) => values.slice(i).map((other) => (value + other) / 2)).sort((a, b) => a - b);
  const outside = tailsOf(values.length).findIndex((tail) => 2 * tail > 1 - confidence);
  if (outside === 0) return { low: -Infinity, high: Infinity };
  return { low: means[outside - 1], high: means[means.length - outside] };
}

const JUDGES = {
  'Student': (values, confidence) => (
    interval(mean(values), variance(values) / values.length, values.length - 1, confidence)),
  'trimmed mean': (values, confidence) => {
    const { centre, error, df } = trimmedAndError(values);
    return interval(centre, error, df, confidence);
  },
  'Hodges-Lehmann': hodgesLehmann,
  'Student, from 8 trimmed (used)': (values, confidence) => {
    const { low, high } = contrastOfPairs(values.map((value) => value / 100)).interval(confidence);
    return { low: 100 * Math.log(low), high: 100 * Math.log(high) };
  },
};

function simulate() {
  const trials = options.short ? 30 : options.trials;
  const recorded = Object.entries(JSON.parse(fs.readFileSync(RECORDED, 'utf8')))
    .map(([name, values]) => [name, () => sign() * values[Math.floor(uniform() * values.length)]]);
  const scenarios = [...recorded, ...Object.entries(DISTRIBUTIONS)];
  console.log('| confidence | restarts | method | contains 0: least | mean | width / Student |');
  console.log('|---|---|---|---|---|---|');
  for (const confidence of [0.95, 0.99, 0.9995]) {
    for (const count of options.short ? [8] : [5, 6, 8, 12, 16, 24]) {
      const found = Object.fromEntries(Object.keys(JUDGES).map((name) => [name, { holds: [], widths: [] }]));
      for (const [, next] of scenarios) {
        const lists = Array.from({ length: trials }, () => Array.from({ length: count }, next));
        let studentWidth = null;
        for (const [name, judge] of Object.entries(JUDGES)) {
          const intervals = lists.map((values) => judge(values, confidence));
          const width = median(intervals.map(({ low, high }) => high - low));
          studentWidth = studentWidth || width;
          found[name].holds.push(intervals.filter(({ low, high }) => low <= 0 && high >= 0).length / trials);
          found[name].widths.push(Math.log(width / studentWidth));
        }
      }
      for (const [name, { holds, widths }] of Object.entries(found)) {
        const percent = (share) => `${(share * 100).toFixed(1)} %`;
        const cells = [percent(Math.min(...holds)), percent(mean(holds)), Math.exp(mean(widths)).toFixed(2)];
        console.log(`| ${confidence} | ${count} | ${name} | ${cells.join(' | ')} |`);
      }
    }
  }
}

/** Records the difference of the sides, in percent, for each restart of `compare` with the same executable twice. */
function record() {
  const { spawnSync } = require('child_process');
  const { BODIES, suiteText } = require('./run-bodies');
  const file = path.join(fs.mkdtempSync(path.join(require('os').tmpdir(), 'qtimeit-restarts-')), 'suite.js');
  const bodies = { ...BODIES.computing, ...BODIES.allocating };
  fs.writeFileSync(file, suiteText(bodies));
  const program = path.join(__dirname, '..', 'bin', 'qtimeit.js');
  const sides = ['--old', process.execPath, '--new', process.execPath];
  const args = [program, 'compare', ...sides, '--precision', '0.01%', '--time', '30', '--json', file];
  const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e9 });
  const recorded = JSON.parse(stdout).tests.map(({ name, sides: [old, fresh] }) => (
    [name, fresh.values.map((value, i) => +(100 * Math.log(value / old.values[i])).toFixed(3))]));
  fs.writeFileSync(options.record, `${JSON.stringify(Object.fromEntries(recorded), null, 1)}\n`);
}

if (options.record) record();
else simulate();
