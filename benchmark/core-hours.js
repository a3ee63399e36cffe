'use strict';

/*
 * Estimates from a sample of files how many hours `qtimeit compare --precision` takes for all benchmarks of Node.js:
 *
 *   node core-hours.js --checkout FOLDER
 *     --old NODE         default: this Node.js
 *     --new NODE         default: this Node.js, so that nothing has changed
 *     --precision SHARE  default 2%
 *     --files N          files in the sample, default 20
 *     --each N           configurations per file, default 2
 *     --seed N           of the sample, default 1
 *     --verbose          prints the plan of each configuration
 *     --short            two generated files instead of a checkout, for CI
 *
 * It opens all files to count their configurations, and draws files with a probability proportional to that number,
 * and configurations of each. It measures the pilot of a comparison for them, both sides interleaved, and plans the
 * further runs without executing them. Each configuration of the matrix counts like those of the nearest drawn file,
 * in the order of the tree.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { copyTree, filesOf, useOurs } = require('./core-tree');
const { createDeps } = require('../lib/cli/main');
const { isRelay } = require('../lib/cli/benchmark-files');
const { createRunPlan } = require('../lib/compare/sides/plan-restarts');
const { comparedSides } = require('../lib/compare/sides/sides');
const { findEntries } = require('../lib/node-core/files/find-entries');
const { measureConfigurations } = require('../lib/node-core/files/measure-configurations');
const { splitUnits } = require('../lib/compare/shards/plan-shards');
const { computeContrast } = require('../lib/base/stats/process-contrast');
const { mean, variance } = require('../lib/base/stats/sample');
const { mulberry32 } = require('../test/helpers/random');

const { floor, max, min, sqrt } = Math;

// the default of compare
const MOST_RUNS = 30;
const MACHINES = [1, 10, 40];

// failed runs after which compare gives up a configuration without a rate
const FAILURES = 2;

const { options } = readArguments({
  checkout: null, old: process.execPath, new: process.execPath, precision: '2%', files: 20, each: 2, seed: 1,
  verbose: false, short: false,
});
if (options.checkout === null && !options.short) throw new Error('no checkout of Node.js. Pass --checkout FOLDER');
const [drawn, each] = options.short ? [2, 1] : [options.files, options.each];
const precision = Number.parseFloat(options.precision) / 100;
const random = mulberry32(options.seed);

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-core-hours-'));
process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }));

const ownFile = (work) => `'use strict';

const bench = require('../common').createBenchmark(main, { size: [16, 64], n: [2e4] });

function main({ size, n }) {
  const list = Array.from({ length: size }, (_, i) => String(i));
  let last;
  bench.start();
  for (let i = 0; i < n; i++) last = ${work};
  bench.end(n);
  if (last === undefined) throw new Error('main() has computed nothing');
}
`;

/** Creates the tree, and returns the absolute paths of its files. */
function makeTree() {
  if (options.short) {
    const folder = path.join(root, 'benchmark', 'lists');
    fs.mkdirSync(folder, { recursive: true });
    fs.writeFileSync(path.join(folder, 'copy.js'), ownFile('list.slice()'));
    fs.writeFileSync(path.join(folder, 'join.js'), ownFile('list.join()'));
  } else {
    copyTree(path.resolve(options.checkout), root);
  }
  useOurs(root);
  return filesOf(root).map((file) => path.join(root, 'benchmark', file));
}

/** Identifies a configuration when the files are opened again, with both sides. */
const keyOf = ({ asked, result: { file } }) => JSON.stringify([file, asked]);

/**
 * Draws files at equal distances in the list of all configurations.
 *
 * @returns {object[][]} some entries of each drawn file; different ones, if possible, for a file that is drawn again
 */
function draw(entries) {
  const step = entries.length / drawn;
  const first = random() * step;
  const used = new Set();
  return Array.from({ length: drawn }, (_, i) => {
    const { file } = entries[floor(first + i * step)].result;
    const own = entries.filter(({ result }) => result.file === file);
    const fresh = own.filter((entry) => !used.has(entry));
    const pool = fresh.length > 0 ? fresh : own;
    const chosen = [];
    while (chosen.length < each && pool.length > 0) chosen.push(...pool.splice(floor(random() * pool.length), 1));
    chosen.forEach((entry) => used.add(entry));
    return chosen;
  });
}

/** Scales the rates of the second side so that only noise separates the sides. */
function withoutChange([old, fresh]) {
  if (old.length === 0 || fresh.length === 0) return [old, fresh];
  const { ratio } = computeContrast(old, fresh);
  return [old, fresh.map((rate) => rate * ratio)];
}

const METHODS = {
  [`always ${MOST_RUNS} runs per side`]: () => MOST_RUNS,
  'planned from the spread': (sides, plan) => plan.planOf(withoutChange(sides)).runs,
  'planned, done if clear': (sides, plan) => plan.planOf(sides).runs,
};

/** Seconds that a configuration takes on both sides, for each of the METHODS. */
function secondsOf({ result: { sides } }, tookSeconds, plan) {
  const rates = sides.map((side) => (side ? side.rates : []));
  const made = sides.reduce((sum, side) => sum + (side ? side.rates.length + side.errors.length : 0), 0);
  const isGivenUp = rates.every(({ length }) => length === 0);
  return Object.values(METHODS).map((runsOf) => (
    (isGivenUp ? FAILURES : runsOf(rates, plan)) * sides.filter(Boolean).length * tookSeconds / max(1, made)));
}

/** Hours until the last machine has finished. */
function hoursOn(machines, seconds) {
  const shards = new Array(machines).fill(0);
  splitUnits(seconds, machines).forEach((shard, i) => { shards[shard - 1] += seconds[i]; });
  return max(...shards) / 3600;
}

const hours = (value) => (value < 0.1 ? `${(value * 60).toFixed(1)} min` : value.toPrecision(3)).padStart(9);

function print(entries, draws, took, plan) {
  const found = draws.map((own) => own.map((entry) => secondsOf(entry, took.get(entry) || 0, plan)));
  const drawOf = (i) => found[min(drawn - 1, floor(i * drawn / entries.length))];
  console.log(`\n${'hours by number of machines'.padEnd(32)}${MACHINES.map((many) => `${many}`.padStart(9)).join('')}`);
  Object.keys(METHODS).forEach((name, way) => {
    const seconds = entries.map((_, i) => drawOf(i)[i % drawOf(i).length][way]);
    const means = found.map((own) => mean(own.map((one) => one[way])));
    const error = sqrt(variance(means) / means.length) / mean(means);
    console.log(`${name.padEnd(32)}${MACHINES.map((many) => hours(hoursOn(many, seconds))).join('')}` +
      `   +- ${(100 * error).toFixed(0)} % (standard error of the sample)`);
  });
}

function describe(entry, took, plan) {
  const { file, configuration, sides } = entry.result;
  const rates = sides.map((side) => (side ? side.rates : []));
  const [spread, all] = [withoutChange(rates), rates].map((own) => plan.planOf(own));
  const runs = rates[0].length + rates[1].length;
  const expected = spread.expected === null ? '-' : `${(spread.expected * 100).toFixed(1)} %`;
  return `${file} ${configuration}: ${spread.runs} runs planned from the spread (expected +- ${expected}), ` +
    `${all.runs} planned, ${(took / max(1, runs)).toFixed(2)} s per run`;
}

async function main() {
  const deps = { ...createDeps(), cwd: root };
  const files = makeTree().map((file) => ({
    path: file, shown: path.relative(root, file), isRelay: isRelay(file, deps),
  }));
  const sides = await comparedSides({ old: options.old, new: [options.new] }, [], deps);
  const sources = [];
  const took = new Map();
  const watch = {
    looking() {},
    opened: (source) => sources.push(source),
    measured(entry, at, outcome, tookNs) { took.set(entry, (took.get(entry) || 0) + tookNs / 1e9); },
    progress() {},
  };
  const look = (from, at) => (
    findEntries(from, at, { args: [], env: {}, execArgv: [] }, { ...deps, writeError() {} }, watch));
  const { entries, failures } = await look(sides.slice(0, 1), files);
  const plan = createRunPlan({ precision, most: MOST_RUNS, comparisons: entries.length });
  const wanted = draw(entries);
  console.log(`${sides.map(({ source }) => source).join(' and ')}: ${files.length} files, ` +
    `${new Set(failures.map(({ file }) => file)).size} of them do not run here; ${entries.length} configurations; ` +
    `a pilot has ${plan.pilot} runs per side`);
  const startedMs = performance.now();
  for (const source of sources.splice(0)) await source.close();
  const names = new Set(wanted.flat().map(({ result: { file } }) => path.join('benchmark', file)));
  const both = await look(sides, files.filter(({ shown }) => names.has(shown)));
  const found = new Map(both.entries.map((entry) => [keyOf(entry), entry]));
  const draws = wanted.map((own) => own.map((entry) => found.get(keyOf(entry))));
  const chosen = [...new Set(draws.flat())];
  await measureConfigurations(chosen, { runs: plan.pilot, isPadded: true }, deps, watch);
  for (const source of sources) await source.close();
  console.log(`measured: ${chosen.length} configurations of ${new Set(chosen.map(({ result }) => result.file)).size} ` +
    `files, in ${((performance.now() - startedMs) / 60000).toFixed(1)} min`);
  if (options.verbose) for (const entry of chosen) console.log(describe(entry, took.get(entry) || 0, plan));
  print(entries, draws, took, plan);
}

main();
