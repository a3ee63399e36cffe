'use strict';

/*
 * Measures the accuracy of timeit.bench:
 *
 *   node suites.js [aa] [busy] [resolution] [small] [order] [neighbour] [ring] [cycles] [forks] [overhead] [many]
 *                  [--runs N]     the default differs between goals
 *                  [--loops N]    endless loops in the background, default 0 (busy: 3)
 *                  [--short]      a twentieth of the time
 *
 * Default: all goals. Each suite is measured in a new process.
 */

const { execFileSync } = require('child_process');
const { readArguments } = require('./arguments');
const { setLoops } = require('./loops');
const { bodyOf, ratioByHand, nsByHand } = require('./suite-bodies');
const { median, nowMs } = require('./truth');

const BUSY_LOOPS = 3;

let loops = 0;
let share = 1; // of the time

const percent = (value) => `${(value * 100).toFixed(2)} %`;
const worst = (values) => Math.max(...values.map(Math.abs));
const range = (values, digits) => `${Math.min(...values).toFixed(digits)} .. ${Math.max(...values).toFixed(digits)}`;
const count = (values, fits) => values.filter(fits).length;

/** Measures a suite of named bodies. A repeated name adds another function with the same text. */
function benched(names, timeGoal, options) {
  const timeit = require('..');
  const tests = new Map(names.map((name, i) => [`${i} ${name}`, bodyOf(name).sync()]));
  return timeit.bench(tests, { timeGoal, silent: true, ...options });
}

/** Jobs of child processes, which print the results as JSON. */
const CHILDREN = {
  byHand: (name) => nsByHand(name),

  async rows(names, timeGoal, options) {
    // results would be long
    return (await benched(names, timeGoal, options)).map((row) => ({ ...row, results: null }));
  },

  resolution(names, timeGoal) {
    const before = ratioByHand(...names);
    const [, { rank, verdict }] = benched(names, timeGoal);
    return { rank, verdict, byHand: (before + ratioByHand(...names)) / 2 };
  },

  /** Ranks of tests with the same text, created in one order and measured in another; in the order of creation. */
  order(name, timeGoal) {
    const tests = Array.from({ length: 8 }, (_, i) => [String(i), bodyOf(name).sync()]);
    for (let i = 7; i > 0; i--) {
      const j = Math.floor(Math.random() * (i + 1));
      [tests[i], tests[j]] = [tests[j], tests[i]];
    }
    const rows = require('..').bench(new Map(tests), { timeGoal, silent: true });
    return rows.sort((a, b) => a.name - b.name).map((row) => row.rank);
  },

  /**
   * Shares of the duration of a suite outside of measured slices. `all`: of the total time, with warm-up and the
   * calibration in the first suite of a process, from its rows. `after`: of the time after the warm-up, from rounds.
   * Disturbed slices, which rows exclude, count as outside in `all`, and as inside in `after`.
   */
  overhead(timeGoal) {
    const suiteModule = require('../lib/core/measure/measure-suite');
    const { measureSuite } = suiteModule;
    let members;
    let warmAt;
    // The first call of bench loads the other modules, which then use this function.
    suiteModule.measureSuite = (given, tools, watch) => {
      members = given.members; // emptied at the end
      const between = () => {
        if (!members.some((member) => member.measured)) warmAt = nowMs();
        watch.between();
      };
      return measureSuite(given, tools, { ...watch, between });
    };
    const started = nowMs();
    const rows = benched(['compute', 'steps', '40 steps'], timeGoal);
    const ended = nowMs();
    // results.elapsed excludes the loop. The twin has no row: assume the time of its original, the first test.
    const slices = [...rows, rows[0]].map(
      ({ results, overheadNs, calls }) => results.elapsed * 1e3 + overheadNs * calls / 1e6);
    let inRounds = 0;
    for (const { task } of members) {
      for (const { phase, ns } of task.samples.rounds) if (phase === 'measured') inRounds += ns / 1e6;
    }
    return { all: 1 - slices.reduce((sum, ms) => sum + ms, 0) / (ended - started),
      after: 1 - inRounds / (ended - warmAt) };
  },

  many(size, timeGoal) {
    const timeit = require('..');
    const tests = Array.from({ length: size }, () => bodyOf('steps').sync());
    const before = process.memoryUsage().rss;
    const started = nowMs();
    timeit.bench(tests, { timeGoal, silent: true });
    const seconds = (nowMs() - started) / 1000;
    // + 1 for the twin
    return { beyond: seconds - (size + 1) * timeGoal, before, after: process.memoryUsage().rss,
      peak: process.resourceUsage().maxRSS * 1024 };
  },
};

function child(name, ...values) {
  const lines =
    execFileSync(process.execPath, [__filename, '--child', name, JSON.stringify(values)],
      { encoding: 'utf8', maxBuffer: 1e8 });
  return JSON.parse(lines.trim().split('\n').pop());
}

const repeated = (runs, name, ...values) => Array.from({ length: runs }, () => child(name, ...values));

/** The number of rows with each verdict. */
function verdicts(rows) {
  return ['same', 'faster', 'slower', 'unresolved'].map(
    (verdict) => `${count(rows, (row) => row.verdict === verdict)} ${verdict}`).join(', ');
}

const GOALS = {
  /** Two functions with the same text. */
  aa(runs = 50) {
    for (const name of ['compute', 'steps', '[1,2,3]', 'map', 'JSON.parse']) {
      const rows = repeated(runs, 'rows', [name, name], 0.6 * share).map(([, row]) => row);
      const within = bodyOf(name).allocates ? 8 : 2;
      const ranks = rows.map((row) => row.rank);
      console.log(`aa, ${name}: ${count(ranks, (rank) => Math.abs(rank - 1000) <= within)} of ${runs} within 1000 ` +
        `+- ${within}, ` +
        `ranks ${range(ranks, 1)}, median error ${median(ranks.map((rank) => Math.abs(rank - 1000))).toFixed(2)}; ` +
        `${verdicts(rows)}`);
    }
  },

  /** Verdicts for equal tests and for tests 5 % apart, under load. */
  async busy(runs = 40) {
    await setLoops(loops || BUSY_LOOPS);
    const called = (rows, verdict) => count(rows, (row) => row.verdict === verdict);
    for (const name of ['steps', 'map', 'JSON.parse']) {
      const rows = repeated(runs, 'rows', [name, name], 0.6 * share).map(([, row]) => row);
      const different = called(rows, 'slower') + called(rows, 'faster');
      console.log(`busy, ${name} twice: called different ${different} of ${runs} (${verdicts(rows)}); ranks ` +
        `${range(rows.map(({ rank }) => rank), 1)}`);
    }
    for (const [name, slower] of [['40 steps', '42 steps'], ['JSON 20', 'JSON 21']]) {
      const rows = repeated(runs, 'rows', [name, slower], 0.6 * share).map(([, row]) => row);
      console.log(`busy, ${name} and ${slower}: slower ${called(rows, 'slower')}, faster (wrong) ` +
        `${called(rows, 'faster')} ` +
        `of ${runs}; ranks ${range(rows.map(({ rank }) => rank), 1)}`);
    }
    await setLoops(loops);
  },

  /** 2.5 % more work. */
  resolution(runs = 20) {
    const found = repeated(runs, 'resolution', ['40 steps', '41 steps'], 0.8 * share);
    const off = (expected) => {
      const errors = found.map((one) => one.rank / 1000 / expected(one) - 1);
      return `median ${percent(median(errors))}, largest ${percent(worst(errors))}`;
    };
    console.log(`resolution, 40 and 41 steps: slower ${count(found, (one) => one.verdict === 'slower')} of ` +
      `${runs}, ranks ${range(found.map((one) => one.rank), 1)}; error of the ratio, compared with hand-written ` +
      `loops: ${off((one) => one.byHand)}; with 40 / 41: ${off(() => 40 / 41)}; ` +
      `by hand ${range(found.map((one) => one.byHand * 1000), 1)}`);
  },

  /** 0.5 % more work. */
  small(runs = 20) {
    const rows = repeated(runs, 'rows', ['200 steps', '201 steps'], 2 * share).map(([, row]) => row);
    console.log(`small, 200 and 201 steps: ${verdicts(rows)} of ${runs}; ranks ` +
      `${range(rows.map((row) => row.rank), 1)}, ` +
      `expected ${(200000 / 201).toFixed(1)}; noise floor up to ` +
      `${percent(worst(rows.map((row) => row.noiseFloor)))}`);
  },

  /** Whether the position in the suite affects results. */
  order(runs = 5) {
    for (const name of ['compute', 'map']) {
      const errors = repeated(runs, 'order', name, 0.5 * share)
        .map((ranks) => worst(ranks.map((rank) => rank / 1000 - 1)));
      console.log(`order, eight times ${name}: all within 2 % in ${count(errors, (error) => error <= 0.02)} of ` +
        `${runs}, ` +
        `largest error ${percent(worst(errors))}, median of the largest per run ${percent(median(errors))}`);
    }
  },

  /** Whether the other test in the suite affects results. */
  neighbour(runs = 5) {
    for (const name of ['compute', 'map']) {
      const ratios = [];
      for (let i = 0; i < runs; i++) {
        const ns = {};
        for (const partner of i & 1 ? ['[1,2,3]', 'n++'] : ['n++', '[1,2,3]']) {
          ns[partner] = child('rows', [name, partner], share)[0].nsPerCall;
        }
        ratios.push(ns['[1,2,3]'] / ns['n++']);
      }
      console.log(`neighbour, ${name}: time with [1,2,3] / time with n++: median ${median(ratios).toFixed(4)}, ` +
        `${range(ratios, 4)}; ` +
        `${Math.abs(median(ratios) - 1) <= 0.03 ? 'within' : 'NOT within'} 3 %`);
    }
  },

  /** A test that retains its objects, and one that does not allocate, compared with loops as in goals.js. */
  ring(runs = 5) {
    const names = ['steps', 'ring'];
    const errors = { steps: [], ring: [], rank: [] };
    for (let i = 0; i < runs; i++) {
      const before = names.map((name) => child('byHand', name));
      const rows = child('rows', names, 4 * share);
      const truth = names.map((name, k) => (before[k] + child('byHand', name)) / 2);
      names.forEach((name, k) => errors[name].push(rows[k].nsPerCall / truth[k] - 1));
      const { rank, rankLow, rankHigh, collections, statistic } = rows[1];
      errors.rank.push(rank / 1000 / (truth[0] / truth[1]) - 1);
      const texts = names.map((name, k) => `${name} by hand ${truth[k].toFixed(2)} ns, ` +
        `bench ${rows[k].nsPerCall.toFixed(2)} ns, error ${percent(errors[name][i])}`);
      console.log(`ring: ${texts.join('; ')}; ` +
        `rank ${rank.toFixed(1)} [${rankLow.toFixed(1)}, ${rankHigh.toFixed(1)}] (${statistic}), ` +
        `error ${percent(errors.rank[i])}; ` +
        `${collections.count} collections, ${percent(collections.share)} of the time, ` +
        `${collections.bytesPerCall.toFixed(0)} bytes per call; steps: ${rows[0].collections.count} collections`);
    }
    console.log(`ring: ${Object.keys(errors).map((name) => `${name} median error ${percent(median(errors[name]))}, ` +
      `worst ${percent(worst(errors[name]))}`).join('; ')} of ${runs}`);
  },

  /** How much cycles per call, and for comparison ns, differ between processes. */
  cycles(runs = 15) {
    const names = ['steps', 'compute'];
    const processes = repeated(runs, 'rows', names, 0.6 * share);
    const variation = (values) => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)) / mean;
    };
    names.forEach((name, k) => {
      const cycles = processes.map((rows) => rows[k].cycles);
      console.log(`cycles, ${name}: median ${median(cycles).toFixed(2)}, coefficient of variation ` +
        `${percent(variation(cycles))} ` +
        `in ${runs} processes; of ns ${percent(variation(processes.map((rows) => rows[k].nsPerCall)))}`);
    });
  },

  /** Two functions with the same text, in forked processes. */
  forks(runs = 40) {
    for (const name of ['compute', '[1,2,3]']) {
      const rows = repeated(runs, 'rows', [name, name], 0.8 * share, { forkTests: 8 }).map(([, row]) => row);
      console.log(`forks, ${name}: called different ` +
        `${count(rows, (row) => row.verdict === 'faster' || row.verdict === 'slower')} of ${runs} ` +
        `(${verdicts(rows)}), ranks ${range(rows.map((row) => row.rank), 1)}`);
    }
  },

  /** The share of the time outside of measured slices. */
  overhead(runs = 3) {
    for (const timeGoal of [0.5, 1, 4]) {
      const shares = repeated(runs, 'overhead', timeGoal * share);
      console.log(`overhead, 3 tests of ${timeGoal} s: outside measured slices ` +
        `${percent(median(shares.map((one) => one.all)))} of the time, ` +
        `${percent(median(shares.map((one) => one.after)))} of that after the warm-up`);
    }
  },

  /** Time and memory of suites with very many tests. */
  many() {
    const mb = (bytes) => (bytes / 1e6).toFixed(0);
    for (const size of [2500, 5000, 10000]) {
      const { beyond, before, after, peak } = child('many', size, 0.002);
      console.log(`many, ${size} tests of 2 ms: ${beyond.toFixed(2)} s beyond the goal of ` +
        `${((size + 1) * 0.002).toFixed(2)} s, ` +
        `${(beyond / size * 1e3).toFixed(3)} ms per test; resident ${mb(before)} MB before, ${mb(after)} MB after, ` +
        `${mb(peak)} MB at most`);
    }
  },
};

async function main(args) {
  if (args[0] === '--child') {
    console.log(JSON.stringify(await CHILDREN[args[1]](...JSON.parse(args[2]))));
    return;
  }
  const { options: { runs, ...options }, names } =
    readArguments({ runs: 0, loops: 0, short: false }, Object.keys(GOALS));
  ({ loops } = options);
  if (options.short) share = 0.05;
  console.log(`node ${process.versions.node}, ${loops} endless loops in the background`);
  await setLoops(loops);
  for (const name of names.length ? names : Object.keys(GOALS)) await GOALS[name](runs || undefined);
  await setLoops(0);
}

main(process.argv.slice(2));
