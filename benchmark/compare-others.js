'use strict';

/*
 * Compares the slowdowns of compare.js, and equal code, as users of other tools compare two revisions:
 *
 *   node compare-others.js [inTurn] [nodeBench] [tinybench] [mitata] [qtimeit]
 *     --runs N      comparisons of each pair, default 10
 *     --node NODE   Node.js 26.9 or later, required for nodeBench
 *     --verbose     prints each run
 *     --short       only the first slowdown, and its equal pair
 *
 * inTurn: 30 processes per side, old and new alternately, as in Node core's compare.js. nodeBench: 30 per side in ABBA
 * order, with node:bench, as in core's compare-node-bench.js. Both use Welch's test of the rates, p < 0.05, as core
 * does. tinybench: one process per side, means with intervals, different if the intervals do not overlap. mitata: one
 * process per side, averages without intervals, different if they differ by more than 1 %: users must choose a limit.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { CALLS, SLOWDOWNS } = require('./compare-bodies');
const { makeRepository } = require('./repository');
const { welch } = require('../test/helpers/welch-log');
const { mean, median } = require('../lib/base/stats/sample');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const PROCESSES = 30;
const MITATA_LIMIT = 0.01;

const LOOP = 'for (let i = 0; i < n; i++) fn();';

// For each tool, a script that measures n calls of `fn`, and prints the result as JSON.
const CHILDREN = {
  inTurn: `const startNs = process.hrtime.bigint(); ${LOOP}
    console.log(JSON.stringify(n / Number(process.hrtime.bigint() - startNs)));`,
  nodeBench: `require('node:bench')('one', { samples: 1 }, (b) => { b.start(); ${LOOP} b.end(n); })
    .then(({ samples }) => console.log(JSON.stringify(samples[0].rate)));`,
  tinybench: `import('tinybench').then(async ({ Bench }) => {
    const bench = new Bench().add('one', fn);
    await bench.run();
    const { mean, moe } = bench.tasks[0].result.latency;
    console.log(JSON.stringify({ mean, moe }));
  });`,
  mitata: `import('mitata').then(async ({ bench, run }) => {
    bench('one', fn);
    const { benchmarks } = await run({ format: 'quiet', colors: false });
    console.log(JSON.stringify(benchmarks[0].runs[0].stats.avg));
  });`,
};

const { options, names } =
  readArguments({ runs: 10, node: null, verbose: false, short: false }, [...Object.keys(CHILDREN), 'qtimeit']);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-others-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));
// Lets the scripts import the tools.
fs.symlinkSync(path.join(__dirname, 'node_modules'), path.join(folder, 'node_modules'));

function printed(node, args, cwd = folder) {
  const { stdout, stderr, status } = spawnSync(node, args, { cwd, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`${args.join(' ')} exited with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

/** The result of a tool for one side, measured in one process. */
function observe(tool, name, size) {
  const file = path.join(folder, 'one.js');
  const body = SLOWDOWNS[name].text(size).replace('module.exports =', 'const suite =');
  fs.writeFileSync(file, `${body}\nconst [fn] = Object.values(suite);\nconst n = ${CALLS[name]};\n${CHILDREN[tool]}\n`);
  return tool === 'nodeBench'
    ? printed(path.resolve(options.node), ['--experimental-bench', file])
    : printed(process.execPath, [file]);
}

function compareProcesses(tool, name, sizes, isReversed) {
  const rates = [[], []];
  for (let run = 0; run < PROCESSES; run++) {
    for (const side of isReversed && run % 2 ? [1, 0] : [0, 1]) rates[side].push(observe(tool, name, sizes[side]));
  }
  return { ratio: mean(rates[0]) / mean(rates[1]), isDifferent: welch(rates[1], rates[0]).p < 0.05 };
}

const TOOLS = {
  inTurn: (name, sizes) => compareProcesses('inTurn', name, sizes, false),
  nodeBench: (name, sizes) => compareProcesses('nodeBench', name, sizes, true),
  tinybench(name, sizes) {
    const [old, fresh] = sizes.map((size) => observe('tinybench', name, size));
    return { ratio: fresh.mean / old.mean, isDifferent: Math.abs(fresh.mean - old.mean) > fresh.moe + old.moe };
  },
  mitata(name, sizes) {
    const [old, fresh] = sizes.map((size) => observe('mitata', name, size));
    return { ratio: fresh / old, isDifferent: Math.abs(fresh / old - 1) > MITATA_LIMIT };
  },
  qtimeit(name, sizes) {
    const cwd = path.join(folder, `repository-${name}-${sizes.join('-')}`);
    if (!fs.existsSync(cwd)) makeRepository(cwd, sizes.map((size, i) => `${SLOWDOWNS[name].text(size)}// ${i}\n`));
    const { tests: [{ changes: [{ ratio, verdict }] }] } =
      printed(process.execPath, [PROGRAM, 'compare', '--json', '--rev', 'HEAD~1', 'suite.js'], cwd);
    return { ratio, isDifferent: verdict === 'slower' || verdict === 'faster' };
  },
};

const sign = (ratio) => `${ratio > 1 ? '+' : ''}${((ratio - 1) * 100).toFixed(2)} %`;

function printResults(tool, name, sizes) {
  const isEqual = sizes[0] === sizes[1];
  const ratios = [];
  const seconds = [];
  let called = 0;
  for (let run = 0; run < options.runs; run++) {
    const startedMs = performance.now();
    const { ratio, isDifferent } = TOOLS[tool](name, sizes);
    seconds.push((performance.now() - startedMs) / 1000);
    ratios.push(ratio);
    if (isDifferent && (isEqual || ratio > 1)) called++;
    if (options.verbose) console.log(`    ${sign(ratio)}${isDifferent ? ', called different' : ''}`);
  }
  console.log(`${tool}: ${name}, ${isEqual ? 'no change' : `${sizes.join(' -> ')}`}: called ` +
    `${isEqual ? 'different' : 'slower'} in ${called} of ${options.runs}; ${sign(Math.min(...ratios))} to ` +
    `${sign(Math.max(...ratios))}; ${median(seconds).toFixed(1)} s`);
}

for (const tool of names.length ? names : Object.keys(TOOLS)) {
  if (tool === 'nodeBench' && options.node === null) {
    console.log('nodeBench: skipped, requires --node NODE');
    continue;
  }
  const slowdowns = Object.entries(SLOWDOWNS).slice(0, options.short ? 1 : Infinity);
  for (const [name, { sizes: [old, fresh] }] of slowdowns) {
    printResults(tool, name, [old, fresh]);
    printResults(tool, name, [old, old]);
  }
}
