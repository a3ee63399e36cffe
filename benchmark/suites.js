'use strict';

/*
 * How good timeit.bench is:
 *
 *   node suites.js [aa] [busy] [resolution] [small] [order] [neighbour] [ring] [cycles] [forks] [overhead] [many]
 *                  [--runs N]     all of them unless named, each with its own number of runs
 *                  [--loops N]    so many endless loops beside it, 0 unless given; `busy` alone has 3
 *
 * Every suite is measured in a fresh process: this file with --child.
 */

const { execFileSync } = require('child_process');
const { readArguments } = require('./arguments');
const { beside } = require('./loops');
const { bodyOf, ratioByHand, nsByHand } = require('./suite-bodies');
const { median, nowMs } = require('./truth');

const BUSY_LOOPS = 3;

let loops = 0;

const percent = (value) => `${(value * 100).toFixed(2)} %`;
const worst = (values) => Math.max(...values.map(Math.abs));
const range = (values, digits) => `${Math.min(...values).toFixed(digits)} .. ${Math.max(...values).toFixed(digits)}`;
const count = (values, fits) => values.filter(fits).length;

/** A suite of bodies by their names, where twice the same name means two functions of the same text. */
function benched(names, timeGoal, options) {
  const timeit = require('..');
  const tests = new Map(names.map((name, i) => [`${i} ${name}`, bodyOf(name).sync()]));
  return timeit.bench(tests, { timeGoal, silent: true, ...options });
}

/** What a child process does and prints as JSON; the arguments are those of its parent. */
const CHILDREN = {
  byHand: (name) => nsByHand(name),

  async rows(names, timeGoal, options) {
    // As they are, but for what is long.
    return (await benched(names, timeGoal, options)).map((row) => ({ ...row, results: null }));
  },

  resolution(names, timeGoal) {
    const before = ratioByHand(...names);
    const [, { rank, verdict }] = benched(names, timeGoal);
    return { rank, verdict, byHand: (before + ratioByHand(...names)) / 2 };
  },

  /** Tests of the same text, made in one order and measured in another; ranks in the order of their making. */
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
   * Shares of the time of a suite that are not spent in measured slices of its tests: `all` of it, warm-up
   * and the calibration that the first suite of a process waits for included, told by its rows; and of
   * `after`, the time from the end of the warm-up on, told by its rounds. Slices that rows leave out as
   * disturbed count as outside in the first, and as inside in the second.
   */
  overhead(timeGoal) {
    const interleave = require('../lib/measure/measure-suite');
    const { measureSuite } = interleave;
    let state;
    let warmAt;
    // Before the rest of bench is loaded, which is with its first call.
    interleave.measureSuite = (given, tools, watch) => {
      state = given;
      const between = () => {
        if (!state.members.some((member) => member.measured)) warmAt = nowMs();
        watch.between();
      };
      return measureSuite(given, tools, { ...watch, between });
    };
    const started = nowMs();
    const rows = benched(['compute', 'steps', '40 steps'], timeGoal);
    const ended = nowMs();
    // results.elapsed is net of the loop. The twin has no row: taken for as long as its original, the first.
    const slices = [...rows, rows[0]].map(
      ({ results, overheadNs, calls }) => results.elapsed * 1e3 + overheadNs * calls / 1e6);
    let inRounds = 0;
    for (const { subject } of state.members) {
      for (const { phase, ns } of subject.samples.rounds) if (phase === 'measured') inRounds += ns / 1e6;
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
    // The twin has its time too.
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

/** How many of the second tests of suites got which verdict. */
function verdicts(rows) {
  return ['same', 'faster', 'slower', 'unresolved'].map(
    (verdict) => `${count(rows, (row) => row.verdict === verdict)} ${verdict}`).join(', ');
}

const GOALS = {
  /** Two functions of the same text. */
  aa(runs = 50) {
    for (const name of ['compute', 'steps', '[1,2,3]', 'map', 'JSON.parse']) {
      const rows = repeated(runs, 'rows', [name, name], 0.6).map(([, row]) => row);
      const within = bodyOf(name).allocates ? 8 : 2;
      const ranks = rows.map((row) => row.rank);
      console.log(`aa, ${name}: ${count(ranks, (rank) => Math.abs(rank - 1000) <= within)} of ${runs} within 1000 ` +
        `+- ${within}, ` +
        `ranks ${range(ranks, 1)}, median off by ${median(ranks.map((rank) => Math.abs(rank - 1000))).toFixed(2)}; ` +
        `${verdicts(rows)}`);
    }
  },

  /** Equal tests, and tests 5 % apart: what is called different, and with which sign. */
  async busy(runs = 40) {
    await beside(loops || BUSY_LOOPS);
    const called = (rows, verdict) => count(rows, (row) => row.verdict === verdict);
    for (const name of ['steps', 'map', 'JSON.parse']) {
      const rows = repeated(runs, 'rows', [name, name], 0.6).map(([, row]) => row);
      const different = called(rows, 'slower') + called(rows, 'faster');
      console.log(`busy, ${name} twice: called different ${different} of ${runs} (${verdicts(rows)}); ranks ` +
        `${range(rows.map(({ rank }) => rank), 1)}`);
    }
    for (const [name, slower] of [['40 steps', '42 steps'], ['JSON 20', 'JSON 21']]) {
      const rows = repeated(runs, 'rows', [name, slower], 0.6).map(([, row]) => row);
      console.log(`busy, ${name} against ${slower}: slower ${called(rows, 'slower')}, faster (which is wrong) ` +
        `${called(rows, 'faster')} ` +
        `of ${runs}; ranks ${range(rows.map(({ rank }) => rank), 1)}`);
    }
    await beside(loops);
  },

  /** 2.5 % more work: is it seen, and as how much. */
  resolution(runs = 20) {
    const found = repeated(runs, 'resolution', ['40 steps', '41 steps'], 0.8);
    const off = (expected) => {
      const errors = found.map((one) => one.rank / 1000 / expected(one) - 1);
      return `median ${percent(median(errors))}, largest ${percent(worst(errors))}`;
    };
    console.log(`resolution, 40 against 41 steps: slower ${count(found, (one) => one.verdict === 'slower')} of ` +
      `${runs}, ` +
      `ranks ${range(found.map((one) => one.rank), 1)}; off the hand-written ratio: ${off((one) => one.byHand)}; ` +
      `off 40 / 41: ${off(() => 40 / 41)}; by hand ${range(found.map((one) => one.byHand * 1000), 1)}`);
  },

  /** 0.5 % more work. */
  small(runs = 20) {
    const rows = repeated(runs, 'rows', ['200 steps', '201 steps'], 2).map(([, row]) => row);
    console.log(`small, 200 against 201 steps: ${verdicts(rows)} of ${runs}; ranks ` +
      `${range(rows.map((row) => row.rank), 1)}, ` +
      `${(200000 / 201).toFixed(1)} by the number of steps; noise floor up to ` +
      `${percent(worst(rows.map((row) => row.noiseFloor)))}`);
  },

  /** Whether it matters where in the suite a test is. */
  order(runs = 5) {
    for (const name of ['compute', 'map']) {
      const errors = repeated(runs, 'order', name, 0.5).map((ranks) => worst(ranks.map((rank) => rank / 1000 - 1)));
      console.log(`order, eight times ${name}: all within 2 % in ${count(errors, (error) => error <= 0.02)} of ` +
        `${runs}, ` +
        `largest deviation ${percent(worst(errors))}, median of the largest of each run ${percent(median(errors))}`);
    }
  },

  /** Whether it matters which other tests there are. */
  neighbour(runs = 5) {
    for (const name of ['compute', 'map']) {
      const ratios = [];
      for (let i = 0; i < runs; i++) {
        const ns = {};
        for (const partner of i & 1 ? ['[1,2,3]', 'n++'] : ['n++', '[1,2,3]']) {
          ns[partner] = child('rows', [name, partner], 1)[0].nsPerCall;
        }
        ratios.push(ns['[1,2,3]'] / ns['n++']);
      }
      console.log(`neighbour, ${name}: beside [1,2,3] over beside n++ ${median(ratios).toFixed(4)} in the median, ` +
        `${range(ratios, 4)}; ` +
        `${Math.abs(median(ratios) - 1) <= 0.03 ? 'within' : 'NOT within'} 3 %`);
    }
  },

  /** A test that keeps what it allocates beside one that makes no garbage, each against its loop as in goals.js. */
  ring(runs = 5) {
    const names = ['steps', 'ring'];
    const errors = { steps: [], ring: [], rank: [] };
    for (let i = 0; i < runs; i++) {
      const before = names.map((name) => child('byHand', name));
      const rows = child('rows', names, 4);
      const truth = names.map((name, k) => (before[k] + child('byHand', name)) / 2);
      names.forEach((name, k) => errors[name].push(rows[k].nsPerCall / truth[k] - 1));
      const { rank, rankLow, rankHigh, collections, statistic } = rows[1];
      errors.rank.push(rank / 1000 / (truth[0] / truth[1]) - 1);
      const words = names.map((name, k) => `${name} by hand ${truth[k].toFixed(2)} ns, ` +
        `bench ${rows[k].nsPerCall.toFixed(2)} ns, error ${percent(errors[name][i])}`);
      console.log(`ring: ${words.join('; ')}; ` +
        `rank ${rank.toFixed(1)} [${rankLow.toFixed(1)}, ${rankHigh.toFixed(1)}] (${statistic}), ` +
        `error ${percent(errors.rank[i])}; ` +
        `${collections.count} collections, ${percent(collections.share)} of the time, ` +
        `${collections.bytesPerCall.toFixed(0)} bytes a call; beside it ${rows[0].collections.count} collections`);
    }
    console.log(`ring: ${Object.keys(errors).map((name) => `${name} median error ${percent(median(errors[name]))}, ` +
      `worst ${percent(worst(errors[name]))}`).join('; ')} of ${runs}`);
  },

  /** How much cycles per call differ from one process to the next, and for comparison ns. */
  cycles(runs = 15) {
    const names = ['steps', 'compute'];
    const processes = repeated(runs, 'rows', names, 0.6);
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

  /** Two functions of the same text in forked processes. */
  forks(runs = 40) {
    for (const name of ['compute', '[1,2,3]']) {
      const rows = repeated(runs, 'rows', [name, name], 0.8, { forkTests: 8 }).map(([, row]) => row);
      console.log(`forks, ${name}: called different ` +
        `${count(rows, (row) => row.verdict === 'faster' || row.verdict === 'slower')} of ${runs} ` +
        `(${verdicts(rows)}), ranks ${range(rows.map((row) => row.rank), 1)}`);
    }
  },

  /** The share of the time that is not spent in measured slices. */
  overhead(runs = 3) {
    for (const timeGoal of [0.5, 1, 4]) {
      const shares = repeated(runs, 'overhead', timeGoal);
      console.log(`overhead, 3 tests of ${timeGoal} s: outside measured slices ` +
        `${percent(median(shares.map((one) => one.all)))} of the time, ` +
        `${percent(median(shares.map((one) => one.after)))} of that after the warm-up`);
    }
  },

  /** What suites of very many tests take. */
  many() {
    const mb = (bytes) => (bytes / 1e6).toFixed(0);
    for (const size of [2500, 5000, 10000]) {
      const { beyond, before, after, peak } = child('many', size, 0.002);
      console.log(`many, ${size} tests of 2 ms: ${beyond.toFixed(2)} s beyond the goal of ` +
        `${((size + 1) * 0.002).toFixed(2)} s, ` +
        `${(beyond / size * 1e3).toFixed(3)} ms a test; resident ${mb(before)} MB before, ${mb(after)} MB after, ` +
        `${mb(peak)} MB at most`);
    }
  },
};

async function main(args) {
  if (args[0] === '--child') {
    console.log(JSON.stringify(await CHILDREN[args[1]](...JSON.parse(args[2]))));
    return;
  }
  const { options: { runs, ...options }, names } = readArguments({ runs: 0, loops: 0 }, Object.keys(GOALS));
  ({ loops } = options);
  console.log(`node ${process.versions.node}, beside ${loops} endless loops`);
  await beside(loops);
  for (const name of names.length ? names : Object.keys(GOALS)) await GOALS[name](runs || undefined);
  await beside(0);
}

main(process.argv.slice(2));
