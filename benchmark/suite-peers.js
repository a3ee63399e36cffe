'use strict';

/*
 * Compares two tests with timeit.bench and with other tools:
 *
 *   node suite-peers.js [--runs 20] [--tool timeit,mitata] [--seconds 0.6]
 *
 * Each measurement is a separate process, and the tools are interleaved. All have as many seconds per test. The speed
 * ratio of two functions with the same text should be 1, the ratio of 41 and 40 dependent steps 40 / 41.
 */

const { execFileSync } = require('child_process');
const { readArguments } = require('./arguments');
const { bodyOf } = require('./suite-bodies');
const { median } = require('./truth');

let seconds = 0.6;

const PAIRS =
  { compute: ['compute', 'compute'], '[1,2,3]': ['[1,2,3]', '[1,2,3]'], resolution: ['40 steps', '41 steps'] };
const EXPECTED = { compute: 1, '[1,2,3]': 1, resolution: 40 / 41 };

// With `ttest`, bench-node compares the speeds of 30 repetitions. Together, they get the same time as the other tools.
const REPEATS = 30;

async function benchNode(a, b, options) {
  const { Suite, compareBenchmarks } = require('bench-node');
  const suite = new Suite({ reporter: false, ttest: true, repeatSuite: REPEATS, ...options });
  const limits = { minTime: seconds / REPEATS / 10, maxTime: seconds / REPEATS };
  const [first, second] = await suite.add('a', limits, a).add('b', limits, b).run();
  return { ratio: second.opsSec / first.opsSec,
    different: compareBenchmarks(first.opsSecPerRun, second.opsSecPerRun).significant };
}

/** Each: two tests -> { ratio: speed of the second / first, different: verdict of the tool, null if it has none } */
const TOOLS = {
  async timeit(a, b) {
    const [, { rank, verdict }] = require('..').bench({ a, b }, { timeGoal: seconds, silent: true });
    return { ratio: rank / 1000, different: verdict === 'faster' || verdict === 'slower' };
  },

  async tinybench(a, b) {
    const { Bench } = await import('tinybench');
    const bench = new Bench({ time: seconds * 1000 }).add('a', a).add('b', b);
    const [first, second] = (await bench.run()).map((task) => task.result.latency.mean);
    return { ratio: first / second, different: null };
  },

  async mitata(a, b) {
    const { measure } = await import('mitata');
    const first = await measure(a, { min_cpu_time: seconds * 1e9 });
    const second = await measure(b, { min_cpu_time: seconds * 1e9 });
    return { ratio: first.avg / second.avg, different: null };
  },

  benchmarkjs(a, b) {
    const { Suite } = require('benchmark');
    return new Promise((resolve) => {
      new Suite().add('a', a, { maxTime: seconds }).add('b', b, { maxTime: seconds }).on('complete', function () {
        resolve({ ratio: this[0].stats.mean / this[1].stats.mean, different: this[0].compare(this[1]) !== 0 });
      }).run({ async: true });
    });
  },

  // Its default plugin prevents V8 from optimizing.
  'bench-node': (a, b) => benchNode(a, b, {}),
  'bench-node, optimized': (a, b) => benchNode(a, b, { plugins: [] }),
};

async function child(tool, pair, time) {
  seconds = Number(time);
  const found = await TOOLS[tool](...PAIRS[pair].map((name) => bodyOf(name).sync()));
  console.log(`\n${JSON.stringify(found)}`);
}

function measured(tool, pair) {
  const flags = tool.startsWith('bench-node') ? ['--allow-natives-syntax'] : [];
  const lines =
    execFileSync(process.execPath, [...flags, __filename, '--child', tool, pair, `${seconds}`],
      { encoding: 'utf8', maxBuffer: 1e8 });
  return JSON.parse(lines.trim().split('\n').pop());
}

function parent() {
  // One name contains a comma.
  const { options: { runs, tool: wanted, seconds: time } } = readArguments({ runs: 20, tool: null, seconds });
  seconds = time;
  const tools = Object.keys(TOOLS)
    .filter((tool) => wanted === null || wanted === tool || wanted.split(',').includes(tool));
  if (tools.length === 0) throw new Error(`unknown tool ${wanted}. Use ${Object.keys(TOOLS).join('; ')}`);

  const found = {};
  for (const tool of tools) found[tool] = Object.fromEntries(Object.keys(PAIRS).map((pair) => [pair, []]));
  for (let run = 0; run < runs; run++) {
    for (const pair of Object.keys(PAIRS)) for (const tool of tools) found[tool][pair].push(measured(tool, pair));
  }

  const percent = (value, digits) => `${(value * 100).toFixed(digits)} %`;
  const share = (list, fits) => percent(list.filter(fits).length / list.length, 0);
  const errorsOf = (list, pair) => list.map(({ ratio }) => Math.abs(ratio / EXPECTED[pair] - 1));
  const typical = (errors) => `${percent(median(errors), 2)} | ${percent(Math.max(...errors), 2)}`;
  const judged = (list, fits) => (list[0].different === null ? 'no test' : share(list, fits));

  console.log(`node ${process.versions.node}, ${runs} runs of ${seconds} s per test`);
  for (const pair of ['compute', '[1,2,3]']) {
    console.log(`\nTwo functions with the same text, ${pair}:\n`);
    console.log('| tool | within 0.2 % | within 0.8 % | median error | worst | called different |');
    console.log('|---|---|---|---|---|---|');
    for (const tool of tools) {
      const list = found[tool][pair];
      const errors = errorsOf(list, pair);
      console.log(`| ${tool} | ${share(errors, (error) => error <= 0.002)} | ` +
        `${share(errors, (error) => error <= 0.008)} | ` +
        `${typical(errors)} | ${judged(list, (one) => one.different)} |`);
    }
  }
  console.log('\n40 and 41 steps, error relative to 40 / 41:\n');
  console.log('| tool | right sign | called different, with the right sign | median ratio | median error | worst |');
  console.log('|---|---|---|---|---|---|');
  for (const tool of tools) {
    const list = found[tool].resolution;
    console.log(`| ${tool} | ${share(list, ({ ratio }) => ratio < 1)} | ` +
      `${judged(list, ({ ratio, different }) => different && ratio < 1)} | ` +
      `${median(list.map(({ ratio }) => ratio)).toFixed(4)} | ${typical(errorsOf(list, 'resolution'))} |`);
  }
}

if (process.argv[2] === '--child') child(...process.argv.slice(3));
else parent();
