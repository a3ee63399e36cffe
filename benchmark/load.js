'use strict';

/*
 * How right timeit and its peers are beside busy neighbours:
 *
 *   node load.js [--loads 0,1,3,6] [--goals 100,400,2000] [--tools timeit,mitata] [--bodies 'n++,Map get']
 *                [--repeat 1] [--json FILE] [--short]
 *   node load.js --read FILE,FILE    the tables of runs that --json has written
 *
 * Each run is a process of its own beside so many endless loops: hand-written loops, the tool on one body with a goal
 * in ms, and the hand-written loops again. The truth is told twice each time: as it comes, and once no other program
 * has the same core. An error is the distance from the nearest of the truths before and after, and of their mean, so
 * that a step of the clock rate is not held against a tool, nor that it was slowed like the truth or not; timeit,
 * which counts cycles, may be right in ns or in cycles. Promise bodies within 20 ns are right. Bodies, goals and tools
 * take turns.
 *
 * The series: --tools timeit --repeat 2 (528 runs, half an hour), and the peers with --goals 400.
 */

const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');
const bodies = require('./load-bodies');
const { reportOf } = require('./load-report');
const { beside } = require('./loops');
const { TOOLS } = require('./load-tools');

const KILL_MS = 60e3;

// The young generation has from the start the size that it grows to by default: an allocating body takes 10 to 40 %
// less once it has grown, which may happen between the truth and the tool.
const FLAGS = ['--min-semi-space-size=16', '--max-semi-space-size=16'];

const STANDARD = {
  loads: '0,1,3,6', goals: '100,400,2000', tools: Object.keys(TOOLS).join(), repeat: '1',
  bodies: bodies.map(({ name }) => name).join(),
};

// Whether all of it works, in 10 s: whoever wants figures takes more.
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

/** One process of one tool; { error } where it gave no figure. */
function measured(tool, body, goalMs) {
  return new Promise((resolve) => {
    const file = path.join(__dirname, 'load-child.js');
    const args = [...FLAGS, ...TOOLS[tool].flags, file, tool, body.name, String(goalMs)];
    // Not as JSON, which has no Infinity.
    const stdio = ['ignore', 'ignore', 'pipe', 'ipc'];
    const child = spawn(process.execPath, args, { stdio, serialization: 'advanced' });
    current = child;
    let found = null;
    let words = '';
    const timer = setTimeout(() => {
      found = { error: `killed after ${KILL_MS / 1e3} s` };
      child.kill('SIGKILL');
    }, KILL_MS);
    child.stderr.on('data', (text) => { words += text; });
    child.on('message', (message) => { found = found || message; });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve(found || { error: `ended with ${signal || code}: ${words.trim().split('\n').pop()}` });
    });
  });
}

function chosen(names, known, what) {
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length) throw new Error(`there is no ${what} ${unknown.join(', ')}: ${known.join(', ')}`);
  return names;
}

/** The tools that are there; says which are not, and what they do not take. */
function toolsOf(names) {
  return chosen(names, Object.keys(TOOLS), 'tool').filter((name) => {
    const { isThere, kinds } = TOOLS[name];
    if (!isThere()) {
      console.log(`${name}: not in node ${process.versions.node}, left out`);
      return false;
    }
    if (!kinds.includes('callback')) console.log(`${name}: takes no callback tests, left out of those`);
    return true;
  });
}

/** All runs in their order: bodies, goals and tools take turns, so that slow changes of the machine meet all alike. */
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

/** @returns {object[]} as load-report.js takes them */
async function measureAll() {
  const plan = planned();
  const runs = [];
  for (const { repeat, load, goalMs, tool, body } of plan) {
    await beside(load);
    const found = await measured(tool, body, goalMs);
    runs.push({ tool, body: body.name, kind: body.kind, load, goalMs, repeat, ...found });
    if (process.stderr.isTTY) process.stderr.write(`\r${runs.length} of ${plan.length} `);
    // What has been measured stays where the rest is given up.
    if (options.json) fs.writeFileSync(options.json, JSON.stringify(runs));
  }
  await beside(0);
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
  // Not by chance: what ran to its end has not failed, however far off it is.
  if (options.short && (runs.some((run) => run.error) || runs.every((run) => run.noTruth))) process.exitCode = 1;
}

main();
