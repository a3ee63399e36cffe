'use strict';

/*
 * Compares timeit and other tools with hand-written loops: all bodies in one suite, each tool in a separate process.
 *
 *   node peers.js [--runs 3] [--tools timeit,mitata] [--only TEXT]
 *
 * Each process also measures the loops, before and after its tool: all errors are ratios within one process. Results
 * are medians over the runs.
 */

const { spawnSync } = require('child_process');
const { readArguments } = require('./arguments');
const { truthNs, median } = require('./truth');

const { options: { runs, tools: wanted, only, child: childOf } } =
  readArguments({ runs: 3, tools: '', only: '', child: '' });
const bodies = require('./bodies').filter(({ name }) => name.includes(only));

/** Each: tests ({ name: fn }) -> { name: ns }, with the defaults of the tool, except for the time per test. */
const TOOLS = {
  async timeit(tests) {
    const timeit = require('..');
    const figures = {};
    for (const name of Object.keys(tests)) {
      figures[name] = timeit({ seconds: 0.5 }, tests[name], '/* NOOUTPUT */').nsPerCall;
    }
    return figures;
  },

  // Its default timeGoal 4.00 is an integer, which means four calls; 0.51 is the least that works.
  async qtimeit(tests) {
    const qtimeit = require('qtimeit');
    qtimeit.bench.timeGoal = 0.51;
    const lines = captured(() => qtimeit.bench(tests));
    const figures = {};
    for (const line of lines.split('\n')) {
      const [, name, rate] = /^(.+?)\s+([\d,]+) (?:ops\/sec|\/ sec)/.exec(line) || [];
      if (name !== undefined) figures[name.trim()] = 1e9 / Number(rate.replace(/,/g, ''));
    }
    return figures;
  },

  benchmarkjs(tests) {
    const { Suite } = require('benchmark');
    return new Promise((resolve) => {
      const suite = new Suite();
      for (const name of Object.keys(tests)) suite.add(name, tests[name], { maxTime: 0.5 });
      suite.on('complete', function () {
        resolve(Object.fromEntries(this.map((one) => [one.name, one.stats.mean * 1e9])));
      }).run({ async: true });
    });
  },

  async tinybench(tests) {
    const { Bench } = await import('tinybench');
    const bench = new Bench({ time: 200 });
    for (const name of Object.keys(tests)) bench.add(name, tests[name]);
    await bench.run();
    return Object.fromEntries(bench.tasks.map((task) => [task.name, task.result.latency.mean * 1e6]));
  },

  async mitata(tests) {
    const { bench, run } = await import('mitata');
    for (const name of Object.keys(tests)) bench(name, tests[name]);
    const { benchmarks } = await run({ format: 'quiet', colors: false });
    return Object.fromEntries(benchmarks.map((one) => [one.alias, one.runs[0].stats.avg]));
  },

  async 'bench-node'(tests) {
    const { Suite } = require('bench-node');
    const suite = new Suite({ reporter: false });
    for (const name of Object.keys(tests)) suite.add(name, tests[name]);
    const results = await suite.run();
    return Object.fromEntries(results.map((one) => [one.name, 1e9 / one.opsSec]));
  },
};

function captured(action) {
  const { write } = process.stdout;
  let text = '';
  process.stdout.write = (chunk) => { text += chunk; return true; };
  try { action(); } finally { process.stdout.write = write; }
  return text;
}

/** One process of one tool: prints [{ name, truth, figure }] as JSON. */
async function child(tool) {
  const tests = {};
  for (const body of bodies) tests[body.name] = body.sync();
  const before = bodies.map((body) => truthNs(body, 7));
  const figures = await TOOLS[tool](tests);
  const after = bodies.map((body) => truthNs(body, 7));
  process.stdout.write(
    JSON.stringify(
      bodies.map((body, i) => ({ name: body.name, truth: (before[i] + after[i]) / 2, figure: figures[body.name] }))));
}

function parent() {
  const tools = wanted ? wanted.split(',') : Object.keys(TOOLS);
  const errors = {};
  const truths = bodies.map(() => []);
  for (let run = 0; run < runs; run++) {
    for (const tool of tools) {
      const args =
        [...(tool === 'bench-node' ? ['--allow-natives-syntax'] : []), __filename, '--child', tool, '--only', only];
      const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1e8 });
      if (status !== 0) throw new Error(`${tool} failed: ${stderr}`);
      JSON.parse(stdout.slice(stdout.lastIndexOf('[{'))).forEach(({ truth, figure }, i) => {
        truths[i].push(truth);
        errors[tool] = errors[tool] || bodies.map(() => []);
        errors[tool][i].push(figure / truth - 1);
      });
    }
  }
  const percent = (value) => (Number.isFinite(value) ? `${value > 0 ? '+' : ''}${(value * 100).toFixed(1)} %` : 'none');
  console.log(`node ${process.versions.node}, errors relative to hand-written loops, median of ${runs} runs\n`);
  console.log(`| body | by hand, ns | ${tools.join(' | ')} |`);
  console.log(`|---|${'---|'.repeat(tools.length + 1)}`);
  bodies.forEach((body, i) => {
    console.log(`| ${body.name} | ${median(truths[i]).toFixed(2)} | ` +
      `${tools.map((tool) => percent(median(errors[tool][i]))).join(' | ')} |`);
  });
  const absolute = (tool) => errors[tool].map((list) => Math.abs(median(list)))
    .map((value) => (Number.isFinite(value) ? value : Infinity));
  console.log('| **median of the absolute errors** | | ' +
    `${tools.map((tool) => `**${(median(absolute(tool)) * 100).toFixed(1)} %**`).join(' | ')} |`);
  console.log('| **worst** | | ' +
    `${tools.map((tool) => `**${(Math.max(...absolute(tool)) * 100).toFixed(0)} %**`).join(' | ')} |`);
}

if (childOf) child(childOf);
else parent();
