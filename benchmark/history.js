'use strict';

/*
 * Compares the detection of changes in a history with Apache Otava's (M. Fleming et al., Hunter: Using Change
 * Point Detection to Hunt for Performance Regressions, 2023), implemented here from its formulas:
 *
 *   node history.js [fixture] [false] [steps] [scale] [--short]
 *
 *   fixture  a series of Tigerbeetle from Otava's tests, with the changes that these tests expect
 *   false    false changes per 1000 commits, in series of 50 to 5000 commits without a change: white noise, noise with
 *            outliers, autocorrelated noise, and drift
 *   steps    share of steps of 2, 3 and 5 standard deviations that are found within five commits
 *   scale    duration of history changes, page, add, and of Node.js alone, for 5000 commits of 500 tests
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const host = require('../lib/base/host/host');
const { addEntries, createFolder } = require('../lib/compare/history/store');
const { findSteps } = require('../lib/base/stats/change-points');
const { tTwoSidedP } = require('../lib/base/stats/distributions');
const { mean } = require('../lib/base/stats/sample');
const { gaussian, mulberry32 } = require('../test/helpers/random');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const { abs, max, min, sqrt } = Math;
const { options: { short: isShort }, names } = readArguments({ short: false }, ['fixture', 'false', 'steps', 'scale']);

const squares = (list, middle) => list.reduce((sum, value) => sum + (value - middle) ** 2, 0) / list.length;

/** Student's test; variances have the divisor n, as in Otava. */
function judged(values, { at, from, to }) {
  const [left, right] = [values.slice(from, at), values.slice(at, to)];
  const [a, b] = [mean(left), mean(right)];
  const df = left.length + right.length - 2;
  const pooled = ((left.length - 1) * squares(left, a) + (right.length - 1) * squares(right, b)) / df;
  const t = abs(a - b) / sqrt(pooled * (1 / left.length + 1 / right.length));
  const p = df > 0 ? (pooled > 0 ? tTwoSidedP(t, df) : Number(a === b)) : 1;
  return { at, p, size: max(abs(b / a), abs(a / b)) - 1 };
}

const intervalsOf = (places, length) => [0, ...places].map((from, i) => ({ from, to: places[i] ?? length }));
const around = (places, i, length) => ({ at: places[i], from: places[i - 1] ?? 0, to: places[i + 1] ?? length });

/** The split with the largest energy distance (D. Matteson, N. James, 2014) in any prefix of an interval */
function candidateIn({ from, to }, sums) {
  const between = (a, b, c, d) => sums[b][d] - sums[a][d] - sums[b][c] + sums[a][c];
  let best = { at: null, q: -Infinity };
  for (let end = from + 2; end <= to; end++) {
    for (let at = from + 1; at < end; at++) {
      const [n, m] = [at - from, end - at];
      const within = (count, a, b) => (count > 1 ? between(a, b, a, b) / 2 / (count - 1) : 0);
      const q = 2 / (m + n) * (between(from, at, at, end) - m * within(n, from, at) - n * within(m, at, end));
      if (q > best.q) best = { at, q };
    }
  }
  return best;
}

function changesIn(values, p) {
  const sums = [Array(values.length + 1).fill(0)];
  for (const [i, value] of values.entries()) {
    const row = [0];
    for (const [j, other] of values.entries()) row.push(row[j] + abs(value - other) + sums[i][j + 1] - sums[i][j]);
    sums.push(row);
  }
  const places = [];
  for (;;) {
    const found = intervalsOf(places, values.length).filter(({ from, to }) => to - from > 1)
      .map((interval) => ({ ...interval, ...candidateIn(interval, sums) }));
    if (found.length === 0) return places;
    const best = found.reduce((most, one) => (one.q > most.q ? one : most));
    if (judged(values, best).p > p) return places;
    places.push(best.at);
    places.sort((a, b) => a - b);
  }
}

function byOtava(values, { window = 50, p = 0.001, magnitude = 0 } = {}) {
  const first = p < 0.05 ? 10 * p : p < 0.5 ? 2 * p : p;
  const found = new Set();
  for (let start = 0; start < values.length;) {
    const own = changesIn(values.slice(start, min(start + window, values.length)), first).map((at) => at + start);
    for (const at of own) found.add(at);
    start = max(own.at(-1) ?? 0, start + (window >> 1));
  }
  const places = [...found].sort((a, b) => a - b);
  while (places.length > 0) {
    const all = places.map((_, i) => judged(values, around(places, i, values.length)));
    let weakest = all.reduce((worst, one) => (one.p > worst.p ? one : worst));
    if (weakest.p < p) {
      weakest = all.reduce((least, one) => (one.size < least.size ? one : least));
      if (weakest.size > magnitude) break;
    }
    places.splice(places.indexOf(weakest.at), 1);
  }
  return places;
}

const ours = (values) => findSteps(values).map(({ at }) => at);
const FINDERS = { qtimeit: ours, Otava: (values) => byOtava(values) };

const uniform = mulberry32(7);
const normal = gaussian(uniform);
const KINDS = {
  noise: () => normal, outliers: () => () => normal() + (uniform() < 0.02 ? 10 * normal() : 0),
  autocorrelated: () => {
    let last = 0;
    return () => { last = 0.3 * last + normal() * sqrt(1 - 0.09); return last; };
  },
  drift: () => (i) => normal() + i / 500,
};

const COMMANDS = {
  fixture() {
    const file = path.join(__dirname, '..', 'test', 'fixtures', 'tigerbeetle.json');
    const { values, expected } = JSON.parse(fs.readFileSync(file, 'utf8'));
    for (const { p, at } of expected) {
      const found = byOtava(values, { window: 30, p });
      console.log(`Tigerbeetle, Otava with p ${p}: ${found.join(' ')}${`${found}` === `${at}` ? '' : `, not ${at}`}`);
    }
    console.log(`Tigerbeetle, qtimeit: ${ours(values.map(Math.log)).join(' ')}`);
  },

  false() {
    const lengths = isShort ? [50] : [50, 200, 1000, 5000];
    for (const [kind, create] of Object.entries(KINDS)) {
      for (const length of lengths) {
        const runs = Math.ceil((isShort ? 200 : 2e4) / length);
        const series = Array.from({ length: runs }, () => {
          const next = create();
          return Array.from({ length }, (_, i) => next(i));
        });
        const rates = Object.entries(FINDERS).map(([name, find]) => (
          `${name} ${(series.reduce((sum, values) => sum + find(values.map((one) => 1000 + one)).length, 0)
            / (runs * length) * 1000).toFixed(2)}`));
        console.log(`false changes in 1000 commits, ${kind}, series of ${length}: ${rates.join(', ')}`);
      }
    }
  },

  steps() {
    const runs = isShort ? 2 : 400;
    for (const step of [2, 3, 5]) {
      for (const after of [3, 5, 8, 50]) {
        const series = Array.from({ length: runs }, () => (
          Array.from({ length: 60 + after }, (_, i) => 1000 + normal() + (i >= 60 ? step : 0))));
        const shares = Object.entries(FINDERS).map(([name, find]) => (
          `${name} ${Math.round(series.filter((values) => find(values).some((at) => abs(at - 60) <= 5)).length
            / runs * 100)} %`));
        console.log(`a step of ${step} deviations, followed by ${after} commits: found by ${shares.join(', ')}`);
      }
    }
  },

  scale() {
    const [commits, tests] = isShort ? [20, 10] : [5000, 500];
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-benchmark-history-'));
    const store = createFolder(path.join(folder, '.qtimeit', 'history'), host);
    try {
      for (let i = 0; i < commits; i++) {
        const values = Array.from({ length: tests }, (_, k) => ({
          file: 'a.js', name: `test ${k}`, ns: Number((100 + normal() + (i > 30 * k % commits ? 5 : 0)).toPrecision(6)),
          cycles: null, instructions: null,
        }));
        addEntries(store, [{
          qtimeit: 'history', schema: 1, commit: i.toString(16).padStart(40, '0'), seconds: 1e9 + i, savedAt: '',
          machine: { id: '00000000', name: 'M' }, tests: values,
        }]);
      }
      const seconds = (...args) => {
        const startedMs = performance.now();
        const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, maxBuffer: 1e9, encoding: 'utf8' });
        if (status !== 0) throw new Error(stderr);
        return ((performance.now() - startedMs) / 1000).toFixed(3);
      };
      seconds(PROGRAM, '-t', '0.2', '--fork', '0', '--save', 'r.json', '[3, 1, 2].sort()');
      const add = [PROGRAM, 'history', 'add', 'r.json', '--commit', 'f'.repeat(40)];
      console.log(`${commits} commits of ${tests} tests: changes ${seconds(PROGRAM, 'history', 'changes')} s, ` +
        `page ${seconds(PROGRAM, 'history', 'page')} s, add ${seconds(...add)} s, ` +
        `Node.js alone ${seconds('-e', '0')} s`);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  },
};

for (const name of names.length > 0 ? names : Object.keys(COMMANDS)) COMMANDS[name]();
