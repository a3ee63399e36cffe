'use strict';

/*
 * Measures how repeatable instruction counts are, and how long counting takes:
 *
 *   node counts.js [repeat] [step] [same] [hundredth] [flags] [seconds] [--node NODE]... [--times N] [--short]
 *
 *   repeat     a suite of twelve bodies counted twice, without and with three endless loops in the background
 *   step       201 dependent operations instead of 200
 *   same       the same code in other surroundings: text, environment, folder
 *   hundredth  1 % more JSON, allocation, regular expressions, sorting
 *   flags      how V8's options for deterministic execution change the counts
 *   seconds    duration of counting: two snippets, a suite of 20 tests, and both sides of a comparison of it
 *
 *   --node     executables to use instead of this Node.js; can be repeated
 *   --times N  pairs at least, default 20 (same: 60)
 *   --short    one pair of each kind, and few bodies
 *
 * Default: all. Requires perf or valgrind, as `--count` does.
 */

const { execFile, spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { callgrindCommand, readCallgrind } = require('../lib/extras/counts/source');
const { slopeOfProcesses } = require('../lib/extras/counts/slope');
const { STEADY_FLAGS } = require('../lib/extras/counts/counted-process');
const { compareCounts } = require('../lib/extras/counts/verdict');
const { readArguments } = require('./arguments');
const { SUITE, SAME, SETTINGS, HUNDREDTH, FLAG_SCRIPTS, STEPS } = require('./count-bodies');
const { median } = require('./truth');

const QTIMEIT = path.join(__dirname, '..');
const { options: { node: nodes, times: atLeast, short: isShort }, names } =
  readArguments({ node: [], times: 0, short: false }, ['repeat', 'step', 'same', 'hundredth', 'flags', 'seconds']);
const timesOf = (defaultTimes) => (isShort ? 1 : atLeast || defaultTimes);

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-benchmark-counts-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

let files = 0;

/** Writes a suite to a file in a new folder, optionally below another one. */
function write(text, { below = '' } = {}) {
  const own = path.join(folder, below, `${files++}`);
  fs.mkdirSync(own, { recursive: true });
  const file = path.join(own, 'suite.js');
  fs.writeFileSync(file, text.replace(/QTIMEIT/g, JSON.stringify(QTIMEIT)));
  return file;
}

/** @returns {Promise<object[]>} counted rows of a file; filter: names of tests */
function rowsOf(node, file, { env = {}, filter = [] } = {}) {
  const command = ['run', '--count', '-t', '0.1', '--json', ...filter.map((name) => `--filter=${name}`), file];
  return new Promise((resolve, reject) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 1e8, cwd: path.dirname(file) };
    execFile(node, [path.join(QTIMEIT, 'bin', 'qtimeit.js'), ...command], options, (error, out, err) => {
      if (error) reject(new Error(`${node} ${command.join(' ')}: ${err || error.message}`));
      else resolve(JSON.parse(out).suites.flatMap(({ tests }) => tests));
    });
  });
}

const countsOf = async (...asked) => (await rowsOf(...asked)).map(({ name, counts, warnings }) => {
  if (!counts) throw new Error(`${name}: ${JSON.stringify(warnings)}`);
  return { name, ...counts };
});

/** Runs an action with endless loops in the background. */
async function withLoops(count, action) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return await action();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}

const percent = (share, digits = 3) => `${(share * 100).toFixed(digits)} %`;
const version = (node) => new Promise((resolve) => {
  execFile(node, ['-p', 'process.versions.node'], (_, out) => resolve(`Node ${out.trim()}`));
});

const FEW = ['empty', 'xorshift'];
const LOOPS = 3;

async function timed(action) {
  const startedMs = Date.now();
  return [await action(), (Date.now() - startedMs) / 1000];
}

/** Counts a suite until it has compared this many pairs of tests, `NAME old` and `NAME new`. */
async function pairsOf(node, text, times) {
  const file = write(text);
  const found = [];
  while (found.length < times) {
    const filter = times === 1 ? [text === STEPS ? '0 ' : 'JSON'] : [];
    const counts = await countsOf(node, file, { filter });
    for (const old of counts.filter(({ name }) => name.endsWith(' old'))) {
      const name = old.name.slice(0, -' old'.length);
      found.push({ name, ...compareCounts(old, counts.find((one) => one.name === `${name} new`)) });
    }
  }
  return found;
}

const detected = (found) => found.filter(({ verdict }) => verdict === 'more').length;

const COMMANDS = {
  async repeat(node, title) {
    const file = write(SUITE);
    const asked = [node, file, { filter: isShort ? FEW : [] }];
    const [quiet, quietSeconds] = await timed(() => countsOf(...asked));
    const [busy, busySeconds] = await timed(() => withLoops(LOOPS, () => countsOf(...asked)));
    const worst = { false: 0, true: 0 };
    for (const [i, one] of quiet.entries()) {
      const apart = Math.abs(busy[i].instructions - one.instructions);
      const share = apart / Math.max(1, one.instructions);
      worst[one.collects] = Math.max(worst[one.collects], share);
      console.log(`${title}: ${one.name.padEnd(20)} ${one.instructions.toFixed(3).padStart(10)} ` +
        `${busy[i].instructions.toFixed(3).padStart(10)}  ${percent(share).padStart(8)}  ` +
        `(+-${one.error.toFixed(3)}) ${one.tier}${one.collects ? ', allocates' : ''}`);
    }
    console.log(`${title}: at most ${percent(worst.false)} apart, allocating tests ${percent(worst.true)}; ` +
      `${(quietSeconds / quiet.length).toFixed(1)} s per test, and ${(busySeconds / busy.length).toFixed(1)} s with ` +
      `${LOOPS} endless loops`);
  },

  async step(node, title) {
    const found = await pairsOf(node, STEPS, timesOf(20));
    const differences = found.map(({ difference }) => difference);
    const off = Math.max(...differences.map((value) => Math.abs(value - 1)));
    console.log(`${title}, 201 operations instead of 200: detected in ${detected(found)} of ${found.length}, ` +
      `median ${median(differences).toFixed(3)} instructions, error at most ${off.toFixed(3)}`);
  },

  async same(node, title) {
    const times = timesOf(60);
    const verdicts = {};
    let worst = 0;
    let before = await countsOf(node, write(SAME));
    for (let i = 0, pairs = 0; pairs < times; i++) {
      const text = SETTINGS[i % SETTINGS.length](SAME);
      const env = i % 2 ? { UNRELATED: 'x'.repeat(977 * (i % 5 + 1)) } : {};
      const now = await countsOf(node, write(text, { below: 'deeper/'.repeat(i % 4) }), { env });
      for (const [k, old] of before.entries()) {
        if (pairs++ === times) break;
        const { verdict, ratio } = compareCounts(old, now[k]);
        verdicts[verdict] = (verdicts[verdict] || 0) + 1;
        worst = Math.max(worst, Math.abs(ratio - 1));
        if (verdict !== 'same') console.log(`${title}: ${old.name} ${old.instructions} -> ${now[k].instructions}`);
      }
      before = now;
    }
    console.log(`${title}, the same code in other surroundings: ${JSON.stringify(verdicts)}, ` +
      `at most ${percent(worst)} apart`);
  },

  async flags(node, title) {
    for (const [name, { text, calls }] of Object.entries(FLAG_SCRIPTS).slice(0, isShort ? 1 : undefined)) {
      const script = write(text);
      const steady = await slopeWith(STEADY_FLAGS, node, script, calls);
      const normal = await slopeWith([], node, script, calls);
      console.log(`${title}, ${name}: ${steady.value.toFixed(1)} +- ${steady.error.toFixed(1)} instructions, and ` +
        `${normal.value.toFixed(1)} +- ${normal.error.toFixed(1)} without these options ` +
        `(${percent(normal.value / steady.value - 1, 1)})`);
    }
  },

  async seconds(node, title) {
    const file = write(`${SUITE}
      const tests = Object.entries(module.exports).slice(0, 10);
      module.exports = Object.fromEntries(tests.flatMap(([name, fn]) => [[name, fn], [\`\${name} again\`, fn]]));`);
    const sides = ['compare', '--old', node, '--new', node];
    for (const [name, command] of [
      isShort ? ['a snippet', ['-s', 'const text = "[1,{}]"', 'text.indexOf("]")']]
        : ['two snippets', ['-s', 'const text = "[1,{}]"', 'JSON.parse(text)', 'text.split(",")']],
      ['20 tests', ['run', file]], ['both sides of 20 tests', [...sides, file]],
    ].slice(0, isShort ? 1 : undefined)) {
      const run = (more) => timed(() => new Promise((resolve) => {
        execFile(node, [path.join(QTIMEIT, 'bin', 'qtimeit.js'), ...command, ...more], resolve);
      }));
      const time = command[0] === 'compare' ? ['--time', '10'] : ['-t', '0.1'];
      const [[, without], [, all]] = [await run(time), await run([...time, '--count'])];
      console.log(`${title}, ${name}: counting takes ${(all - without).toFixed(1)} s of ${all.toFixed(1)} s`);
    }
  },

  async hundredth(node, title) {
    const found = await pairsOf(node, HUNDREDTH, timesOf(20));
    for (const kind of new Set(found.map(({ name }) => name))) {
      const own = found.filter(({ name }) => name === kind);
      const shares = own.map(({ ratio }) => ratio - 1);
      console.log(`${title}, 1 % more of ${kind}: detected in ${detected(own)} of ${own.length}, ` +
        `${percent(Math.min(...shares))} to ${percent(Math.max(...shares))}`);
    }
  },
};

/** Instructions per call under valgrind, from the totals of four processes; flags: options of Node.js */
async function slopeWith(flags, node, script, calls) {
  const totals = [];
  for (const count of [0, calls, calls, 2 * calls]) {
    const file = path.join(folder, `callgrind-${files++}`);
    const [program, ...command] = [...callgrindCommand(file), node, ...flags, script, count];
    await new Promise((resolve, reject) => {
      execFile(program, command.map(String), (error) => (error ? reject(error) : resolve()));
    });
    totals.push(readCallgrind(fs.readFileSync(file, 'utf8'))[0].events.instructions);
  }
  return slopeOfProcesses(totals, calls);
}

async function main() {
  for (const node of nodes.length ? nodes : [process.execPath]) {
    for (const name of names.length ? names : Object.keys(COMMANDS)) await COMMANDS[name](node, await version(node));
  }
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
