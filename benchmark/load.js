'use strict';

/*
 * Measures the accuracy of timeit and other tools under load:
 *
 *   node load.js [--loads 0,1,3,6] [--goals 100,400,2000] [--tools timeit,mitata] [--bodies 'n++,Map get']
 *                [--repeat 1] [--json FILE] [--short]
 *   node load.js --read FILE,FILE    prints the tables of runs that --json has written
 *
 * Each run is a process, with endless loops (--loads) in the background. It runs hand-written loops, the tool with one
 * body and a goal in ms, and the loops again. The true time is measured twice each time: immediately, and as soon as no
 * other program shares the core. The error is relative to the nearest true time (before, after, mean), so that changes
 * of the clock rate and a shared core do not count as errors of a tool. timeit counts cycles: it is right if its time
 * or its cycles are. Promise bodies within 20 ns are right. Bodies, goals and tools are interleaved.
 *
 * For docs/accuracy.md: --tools timeit --repeat 2 (528 runs, half an hour), and the other tools with --goals 400.
 */

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');
const bodies = require('./load-bodies');
const { reportOf } = require('./load-report');
const { setLoops } = require('./loops');
const { TOOLS } = require('./load-tools');

const KILL_MS = 60e3;

// The young generation starts at its default maximum: an allocating body takes 10 to 40 % less once it has grown, which
// otherwise might happen between the hand-written loops and the tool.
const FLAGS = ['--min-semi-space-size=16', '--max-semi-space-size=16'];

const STANDARD = {
  loads: '0,1,3,6', goals: '100,400,2000', tools: Object.keys(TOOLS).join(), repeat: '1',
  bodies: bodies.map(({ name }) => name).join(),
};

// Checks in 10 s that everything works. The results are not significant.
const SHORT = {
  ...STANDARD, loads: '0,1', goals: '100', tools: 'timeit', bodies: 'reduce over 1000 (promise)',
};

const { options } = readArguments({
  loads: null, goals: null, tools: null, bodies: null, repeat: null, json: null, read: null, short: false,
});

const list = (name) => (options[name] || (options.short ? SHORT : STANDARD)[name]).split(',');

let current = null;
process.on('exit', () => current && current.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

/** One process of one tool; { error } if it fails. */
function measured(tool, body, goalMs) {
  return new Promise((resolve) => {
    const file = path.join(__dirname, 'load-child.js');
    const args = [...FLAGS, ...TOOLS[tool].flags, file, tool, body.name, String(goalMs)];
    // JSON has no Infinity.
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'];
    const child = spawn(process.execPath, args, { stdio, serialization: 'advanced' });
    current = child;
    let found = null;
    let output = '';
    const timer = setTimeout(() => {
      found = { error: `killed after ${KILL_MS / 1e3} s` };
      child.kill('SIGKILL');
    }, KILL_MS);
    child.stderr.on('data', (text) => { output += text; });
    child.on('message', (message) => { found = found || message; });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve(found || { error: `exited with ${signal || code}: ${output.trim().split('\n').pop()}` });
    });
  });
}

function chosen(names, known, what) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length) throw new Error(`unknown ${what} ${unknown.join(', ')}. Use ${known.join(', ')}`);
  return names;
}

/** The available tools. Prints the other ones, and unsupported kinds of tests. */
function toolsOf(names) {
  return chosen(names, Object.keys(TOOLS), 'tool').filter((name) => {
    const { isAvailable, kinds } = TOOLS[name];
    if (!isAvailable()) {
      console.log(`${name}: not in node ${process.versions.node}, skipped`);
      return false;
    }
    if (!kinds.includes('callback')) console.log(`${name}: has no callback tests, these are skipped`);
    return true;
  });
}

/** All runs in order. Bodies, goals and tools are interleaved, so that slow changes of the machine affect all. */
function planned() {
  const names = chosen(list('bodies'), bodies.map(({ name }) => name), 'body');
  const some = bodies.filter(({ name }) => names.includes(name));
  const tools = toolsOf(list('tools'));
  const [goals, loads, [repeats]] = ['goals', 'loads', 'repeat'].map((name) => list(name).map(Number));
  const plan = [];
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (const load of loads) for (const goalMs of goals) for (const body of some) {
      const fitting = tools.filter((tool) => TOOLS[tool].kinds.includes(body.kind));
      for (const tool of fitting) plan.push({ repeat, load, goalMs, tool, body });
    }
  }
  return plan;
}

/** @returns {object[]} runs for load-report.js */
async function measureAll() {
  const plan = planned();
  const runs = [];
  for (const { repeat, load, goalMs, tool, body } of plan) {
    await setLoops(load);
    const found = await measured(tool, body, goalMs);
    runs.push({ tool, body: body.name, kind: body.kind, load, goalMs, repeat, ...found });
    if (process.stderr.isTTY) process.stderr.write(`\r${runs.length} of ${plan.length} `);
    // Keeps the finished runs if this process is interrupted.
    if (options.json) fs.writeFileSync(options.json, JSON.stringify(runs));
  }
  await setLoops(0);
  return runs;
}

async function main() {
  if (options.read) {
    console.log(reportOf(options.read.split(',').flatMap((file) => JSON.parse(fs.readFileSync(file, 'utf8')))));
    return;
  }
  const startedMs = Date.now();
  const runs = await measureAll();
  const seconds = Math.round((Date.now() - startedMs) / 1e3);
  console.log(`node ${process.versions.node}, ${runs.length} runs in ${seconds} s\n`);
  console.log(reportOf(runs));
  // Errors of figures are not failures here: they depend on chance.
  if (options.short && (runs.some((run) => run.error) || runs.every((run) => run.noTruth))) process.exitCode = 1;
}

main();
