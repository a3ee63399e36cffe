'use strict';

/*
 * Compares benchmark files with parameters with Node core's toolkit:
 *
 *   node toolkit.js [rates] [harness] [csv] [r]     all by default
 *     --toolkit FOLDER  benchmark/ of a checkout of Node.js, for `rates` and `harness`
 *     --runs N          runs of each side, default 15 (harness: 21; csv: 5; r: 300 configurations)
 *     --verbose         prints each run
 *     --short           a smaller CSV file
 *
 * rates: rates of core's files with core's and with qtimeit's createBenchmark. harness: the overhead of a process per
 * configuration. csv: duration and memory of judging a million rows. r: columns of the comparison, compared with R.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { pairedRatio } = require('../lib/base/stats/comparison');
const { median } = require('../lib/base/stats/sample');
const { FILES, normalFrom, randomFrom, writeRates } = require('./toolkit-data');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const COMMON = path.join(__dirname, '..', 'public', 'common.js');
const GOAL = { share: 0.03, seconds: 4, megabytes: 300 };
// modules that benchmark files of core may load
const NEEDED = ['common.js', '_http-benchmarkers.js', '_test-double-benchmarker.js'];
const SIDES = ['core', 'ours'];

const { options, names } =
  readArguments({ toolkit: null, runs: 0, verbose: false, short: false }, ['rates', 'harness', 'csv', 'r']);
const runsOr = (defaultRuns) => options.runs || defaultRuns;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-benchmark-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const percent = (share) => `${(share * 100).toFixed(2)} %`;
const sign = (ratio) => (ratio === null ? '?' : `${ratio > 1 ? '+' : ''}${percent(ratio - 1)}`);
const spread = (values, show) =>
  `median ${show(median(values))}, ${show(Math.min(...values))} to ${show(Math.max(...values))}`;
const ms = (value) => `${value.toFixed(1)} ms`;

function write(name, text) {
  const file = path.join(folder, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

/** Runs Node.js, and returns its output and duration. */
function ran(args, cwd = folder, env = process.env) {
  const startedMs = performance.now();
  const { stdout, stderr, status, signal } =
    spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8', maxBuffer: 1e9 });
  const tookMs = performance.now() - startedMs;
  if (status !== 0) {
    throw new Error(`${args.join(' ')} exited with ${status === null ? signal : status}: ${stderr.slice(-2000)}`);
  }
  return { stdout, ms: tookMs };
}

/** Two trees of the same files, with paths of equal length. One of them uses qtimeit's common.js. */
function makeTrees(files) {
  if (!options.toolkit) throw new Error('rates and harness require --toolkit FOLDER');
  for (const side of SIDES) {
    for (const name of [...NEEDED, ...files]) {
      const from = path.join(options.toolkit, name);
      const to = path.join(folder, side, name);
      fs.mkdirSync(path.dirname(to), { recursive: true });
      if (side === 'ours' && name === 'common.js') fs.writeFileSync(
        to, `'use strict';\n\nmodule.exports = require(${JSON.stringify(COMMON)});\n`);
      else if (fs.existsSync(from) || files.includes(name)) fs.copyFileSync(from, to);
    }
  }
}

/** Lines `file name=value ...: 1,234.5` -> Map from the text before the colon to the rate. */
function ratesOf(text) {
  const rates = new Map();
  for (const line of text.split('\n')) {
    const found = /^(.+): ([\d.,e+-]+)$/.exec(line);
    if (found) rates.set(found[1], Number(found[2].replace(/,/g, '')));
  }
  return rates;
}

/** The order of the sides alternates between runs. */
const inTurn = (run) => (run % 2 ? [...SIDES].reverse() : SIDES);

function rates() {
  makeTrees(Object.keys(FILES));
  const runs = runsOr(15);
  const off = [];
  let apart = 0;
  for (const [file, args] of Object.entries(FILES)) {
    const all = new Map();
    for (let run = 0; run < runs; run++) {
      const seen = {};
      for (const side of inTurn(run)) {
        seen[side] = ratesOf(ran([path.join(folder, side, file), ...args], path.join(folder, side)).stdout);
        for (const [name, rate] of seen[side]) {
          if (!all.has(name)) all.set(name, { core: [], ours: [] });
          all.get(name)[side].push(rate);
        }
      }
      if (options.verbose) {
        for (const [name, rate] of seen.core) {
          console.log(`  run ${run + 1}: ${name}: ${rate}, qtimeit ${seen.ours.get(name)}`);
        }
      }
    }
    for (const [name, { core, ours }] of all) {
      if (core.length !== runs || ours.length !== runs) {
        throw new Error(`${name}: reported ${core.length} times by core, ${ours.length} times by qtimeit`);
      }
      const ratio = median(ours) / median(core);
      const { low, high } = pairedRatio(ours, core);
      off.push(Math.abs(ratio - 1));
      if (low > 1 + GOAL.share || high < 1 - GOAL.share) apart++;
      console.log(`  ${name}: qtimeit is ${sign(ratio)} from core (interval: ${sign(low)} .. ${sign(high)})`);
    }
  }
  console.log(`rates: ${off.filter((share) => share < GOAL.share).length} of ${off.length} configurations within ` +
    `${percent(GOAL.share)}, ` +
    `${apart} certainly outside; differences: ${spread(off, percent)}; ${runs} runs per side`);
}

/** Time of files that measure nothing, minus an empty Node.js process: only processes and messages. */
function harness() {
  makeTrees([]);
  const runs = runsOr(21);
  const counts = [1, 2, 5];
  const text = (count) => `'use strict';

const common = require('./common.js');

const bench = common.createBenchmark(main, { n: ${JSON.stringify(Array.from({ length: count }, (_, i) => i + 1))} });

function main() {
  bench.start();
  bench.end(1);
}
`;
  for (const side of SIDES) for (const count of counts) write(path.join(side, `${count}.js`), text(count));
  const times = { bare: [] };
  for (const side of SIDES) for (const count of counts) times[`${side} ${count}`] = [];
  for (let run = 0; run < runs; run++) {
    times.bare.push(ran(['-e', '0']).ms);
    for (const count of counts) {
      for (const side of inTurn(run)) times[`${side} ${count}`].push(ran([path.join(folder, side, `${count}.js`)]).ms);
    }
  }
  if (options.verbose) for (const [name, list] of Object.entries(times)) console.log(`  ${name}: ${spread(list, ms)}`);
  console.log(`harness: node -e 0 ${spread(times.bare, ms)}; ${runs} runs`);
  for (const side of SIDES) {
    const of = (count) => times[`${side} ${count}`];
    const first = of(1).map((value, run) => value - times.bare[run]);
    const further = of(5).map((value, run) => (value - of(1)[run]) / 4);
    const second = of(2).map((value, run) => value - of(1)[run]);
    console.log(`  ${side}: the first configuration ${spread(first, ms)}; the second ${ms(median(second))}; each ` +
      `further one, of five: ${spread(further, ms)}`);
  }
}

/** Preloaded: writes the peak memory of the process, in MB, to a file. */
const MEMORY =
  `process.on('exit', () => require('fs').writeFileSync(process.env.QTIMEIT_MEMORY_TO, ` +
    'String(process.resourceUsage().maxRSS / 1024)));';

function csv() {
  const preload = write('memory.js', MEMORY);
  const memoryTo = path.join(folder, 'memory.txt');
  const runs = runsOr(5);
  const sizes = options.short ? [{ configurations: 50, runs: 100, configurationsPerFile: 5 }] : [
    { configurations: 500, runs: 1000, configurationsPerFile: 50 },
    { configurations: 16000, runs: 30, configurationsPerFile: 100 },
  ];
  for (const size of sizes) {
    const file = path.join(folder, 'results.csv');
    const rows = writeRates(file, size);
    const seconds = [];
    const megabytes = [];
    for (let run = 0; run < runs; run++) {
      const { ms: took, stdout } =
        ran(['-r', preload, PROGRAM, 'compare', file], folder, { ...process.env, QTIMEIT_MEMORY_TO: memoryTo });
      if (!stdout.includes('%')) throw new Error(`compare printed no comparison: ${stdout.slice(0, 500)}`);
      seconds.push(took / 1000);
      megabytes.push(Number(fs.readFileSync(memoryTo, 'utf8')));
      if (options.verbose) {
        console.log(`  run ${run + 1}: ${seconds[run].toFixed(2)} s, ${megabytes[run].toFixed(0)} MB, ` +
          `${stdout.length} characters of output`);
      }
    }
    const isMet = median(seconds) < GOAL.seconds && Math.max(...megabytes) < GOAL.megabytes;
    console.log(`csv: ${rows} rows, ${size.configurations} configurations, ` +
      `${(fs.statSync(file).size / 1e6).toFixed(0)} MB: ` +
      `${spread(seconds, (value) => `${value.toFixed(2)} s`)}; ${spread(megabytes, (value) => `${value.toFixed(
        0)} MB`)}; ` +
      `the goal of ${GOAL.seconds} s and ${GOAL.megabytes} MB is ${isMet ? 'met' : 'missed'}`);
  }
}

/**
 * Prints for each configuration, with all digits: name, improvement, p, and half the width of the interval at three
 * levels, divided by the old mean.
 */
const R_SCRIPT = `
args <- commandArgs(trailingOnly = TRUE)
rates <- read.csv(args[1], strip.white = TRUE)
for (name in unique(rates$configuration)) {
  old <- rates$rate[rates$configuration == name & rates$binary == "old"]
  new <- rates$rate[rates$configuration == name & rates$binary == "new"]
  half <- sapply(c(0.95, 0.99, 0.999), function(level) {
    diff(t.test(new, old, conf.level = level)$conf.int) / 2 / mean(old)
  })
  cat(name, sprintf("%.17g", c((mean(new) - mean(old)) / mean(old), t.test(new, old)$p.value, half)), sep = "\\t")
  cat("\\n")
}
`;

function r() {
  if (spawnSync('Rscript', ['--version']).error) {
    console.log('r: skipped, Rscript not found. Install R (Debian: r-base-core)');
    return;
  }
  const random = randomFrom(777);
  const normal = normalFrom(random);
  const rows = ['"binary","filename","configuration","rate","time"'];
  for (let i = 0; i < runsOr(300); i++) {
    for (const binary of ['old', 'new']) {
      const count = 2 + Math.floor(random() * 30);
      // Every third configuration has equal rates.
      const rate = i % 3 ? 10 ** (1 + random() * 8) : 1e5 * (1 + i);
      const deviation = 10 ** (-4 + random() * 4);
      for (let run = 0; run < count; run++) {
        rows.push(`"${binary}","a/b.js","n=${i}",${rate * Math.exp(deviation * normal())},1`);
      }
    }
  }
  const file = write('random.csv', `${rows.join('\n')}\n`);
  const { stdout, stderr, status } =
    spawnSync('Rscript', [write('columns.R', R_SCRIPT), file], { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`Rscript exited with ${status}: ${stderr}`);
  const wanted =
    new Map(stdout.trim().split('\n').map((line) => line.split('\t')).map(
      ([name, ...numbers]) => [name, numbers.map(Number)]));
  const { tests } = JSON.parse(ran([PROGRAM, 'compare', '--json', file]).stdout);
  let worst = 0;
  for (const { name, changes: [{ welch }] } of tests) {
    const ours = [welch.improvement, welch.p, ...welch.accuracy];
    const theirs = wanted.get(name);
    ours.forEach((value, i) => {
      const off = Math.abs(value - theirs[i]) / Math.max(Math.abs(theirs[i]), 1e-12);
      worst = Math.max(worst, off);
      if (options.verbose && off > 1e-9) console.log(`  ${name}: column ${i} is ${value}, in R ${theirs[i]}`);
    });
  }
  console.log(`r: ${tests.length} of ${wanted.size} configurations, five numbers each, relative error ` +
    `at most ${worst.toExponential(1)}`);
}

const answers = { rates, harness, csv, r };
for (const name of names.length ? names : Object.keys(answers)) answers[name]();
