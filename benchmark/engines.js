'use strict';

/*
 * Measures the accuracy in each engine:
 *
 *   node engines.js [bodies] [equal] [fixed] [first] [builds] [table]     all by default
 *
 *   --engine NAME=PATH   executable to use; can be repeated. Default: this Node.js, and Bun and Deno of tools/
 *   --engine NAME        chromium, firefox or webkit: pages in an installed browser
 *   --times N            processes of each kind, default 5 (equal functions: 20)
 *   --only TEXT          bodies whose names contain the text
 *   --short              checks only that it works: few bodies, once each, without mitata. Skips the slow first, builds
 *                        and table unless they are named
 *
 *   bodies  20 bodies, measured by timeit and mitata, compared with hand-written loops, in interleaved processes.
 *           In browsers only timeit, with a new browser per body and one page per turn. The true time is the faster
 *           one of the loops before and after timeit: engines sometimes optimize a loop badly, and keep that code
 *   equal   bench of two functions with the same text
 *   fixed   wall-clock time of timeit(1e7, f)
 *   first   browsers: time from the command to its first row
 *   builds  browsers: `compare` of a build with itself, and with a build that takes 10 % longer
 *   table   suites of all kinds of tests, with memory, and a suite of streams, with `run --on`
 *
 * Exits with 1 if a process fails.
 */

const { spawn, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');
const { median } = require('./truth');
const { askBrowser, browserNamed, isBrowser } = require('./engine-browsers');

const CHILD = path.join(__dirname, 'engine-child.js');
const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const SUITES = path.join(__dirname, 'engine-suites');
const TOOLS = path.join(__dirname, '..', 'tools', 'node_modules');
const LIMIT_MS = 120e3;
const OUTPUT_LINES = 8;

const { options: { engine: given, times: timesGiven, only, short: isShort }, names } =
  readArguments({ engine: [], times: 0, only: '', short: false },
    ['bodies', 'equal', 'fixed', 'first', 'builds', 'table']);
const times = timesGiven || (isShort ? 1 : 5);
const equalTimes = timesGiven || (isShort ? 1 : 20);

const SHORT_BODIES = ['[1,2,3]', 'LCG x4'];
const MOST_BODIES = 20;
const SECONDS = isShort ? 0.02 : 0.5;
const SLICES = isShort ? 5 : 21;
const bodies = require('./bodies').map(({ name }) => name).slice(0, MOST_BODIES)
  .filter((name) => (isShort && !only ? SHORT_BODIES.includes(name) : name.includes(only)));

// Goals. median, share, ns: errors of bodies; rank: distance from 1000; ratio: time divided by the first engine's.
const MOST = { median: 0.03, share: 0.1, ns: 0.3, rank: 5, ratio: 1.5 };
const LEAST_EQUAL = 0.9;
const FIRST_ROW_SECONDS = { chromium: 3, firefox: 5 };

// Two equal builds, and one with more iterations.
const BUILDS = ['build', 'build-again', 'build-slower'];

const percent = (value) => (Number.isFinite(value) ? `${value > 0 ? '+' : ''}${(value * 100).toFixed(1)} %` : 'none');
const row = (cells) => console.log(`| ${cells.join(' | ')} |`);
const header = (cells) => { row(cells); row(cells.map(() => '---')); };

// the options with which qtimeit starts Deno
const DENO = ['run', '-A', '--v8-flags=--allow-natives-syntax'];
const argumentsOf = (file) => (/deno(\.exe)?$/.test(file) ? DENO : []);

function enginesOf() {
  if (given.length === 0) {
    return [{ name: 'node', file: process.execPath }, { name: 'bun', file: path.join(TOOLS, 'bun', 'bin', 'bun') },
      { name: 'deno', file: path.join(TOOLS, 'deno', 'deno') }];
  }
  return given.map((text) => {
    const at = text.indexOf('=');
    if (at < 0) return { name: text, file: text };
    return { name: text.slice(0, at), file: path.resolve(text.slice(at + 1)) };
  });
}

function failed(what) {
  console.log(`FAILED ${what}`);
  process.exitCode = 1;
}

/** The answer of a new process or page of an engine; null if it fails, which is printed. */
async function ask({ name, file }, job, given) {
  if (isBrowser(file)) {
    return askBrowser(file, job, given, LIMIT_MS).catch(({ message }) => {
      failed(`${name}, ${job} of ${given.name}: ${message}`);
      return null;
    });
  }
  const args = [...argumentsOf(file), CHILD, job, JSON.stringify(given)];
  const { status, signal, error, stdout, stderr } =
    spawnSync(file, args, { encoding: 'utf8', timeout: LIMIT_MS, maxBuffer: 1e8 });
  try {
    if (status === 0) return JSON.parse(stdout.trim().split('\n').pop());
  } catch (_) {
    // printed below
  }
  const end = error ? error.message : signal ? `killed by ${signal}` : `exit code ${status}`;
  const output = `${stdout}\n${stderr}`.trim().split('\n').slice(-OUTPUT_LINES).join(' / ');
  failed(`${name}, ${job} of ${given.name}: ${end}; ${output}`);
  return null;
}

/** The fastest loop, without those whose empty loop was compiled worse than another. */
function bestOf(truths) {
  const answers = truths.filter(Boolean);
  if (answers.length === 0) return NaN;
  const emptyNs = Math.min(...answers.map((one) => one.emptyNs));
  return Math.min(...answers.filter((one) => one.emptyNs < 2 * emptyNs).map(({ ns }) => ns));
}

/** One body in one engine: { truth, ours, mitata, codes }; failed measurements are NaN. */
async function turnOf(engine, name) {
  const given = { name, slices: SLICES, seconds: SECONDS, isShort };
  const inTurn = async () => ({
    before: await ask(engine, 'truth', given), ours: await ask(engine, 'qtimeit', given),
    after: await ask(engine, 'truth', given),
  });
  const { before, ours, after } = await (isBrowser(engine.file) ? ask(engine, 'turn', given) : inTurn()) || {};
  const mitata = isShort || isBrowser(engine.file) ? null : await ask(engine, 'mitata', given);
  return {
    truth: bestOf([before, after]),
    ours: ours ? ours.ns : NaN,
    codes: ours ? ours.codes : [],
    mitata: mitata ?? NaN,
  };
}

function figuresOf(turns) {
  // without failed turns
  const middle = (valueOf) => median(turns.map(valueOf).filter(Number.isFinite));
  return {
    truth: middle(({ truth }) => truth),
    error: middle(({ ours, truth }) => ours / truth - 1),
    mitata: middle(({ mitata, truth }) => mitata / truth - 1),
    ns: middle(({ ours, truth }) => ours - truth),
    codes: [...new Set(turns.flatMap(({ codes }) => codes))],
  };
}

/** The results of consecutive calls. */
async function inOrder(count, action) {
  const given = [];
  for (let i = 0; i < count; i++) given.push(await action(i));
  return given;
}

/** Seconds until `run` prints the row of a suite with one short test. */
function secondsToFirstRow(file) {
  const startedMs = Date.now();
  const child = spawn(process.execPath, [PROGRAM, 'run', '--on', file, '-t', '0.1', path.join(SUITES, 'first.mjs')]);
  return new Promise((resolve) => {
    let seconds = NaN;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (Number.isNaN(seconds) && text.includes('first row')) seconds = (Date.now() - startedMs) / 1000;
    });
    child.on('close', (code) => {
      if (code !== 0 || Number.isNaN(seconds)) failed(`first row in ${file}: exit code ${code}`);
      resolve(seconds);
    });
  });
}

/** The changes that `compare` finds in the builds, as '+0.3 % same'. */
function changesOf(file) {
  const sides = BUILDS.flatMap((build, i) => [i === 0 ? '--old' : '--new', path.join(SUITES, build)]);
  const goal = ['--precision', '2%', '-t', isShort ? '10' : '90'];
  const command = ['compare', '--on', file, ...sides, ...goal, '--json', path.join(SUITES, 'of-build.mjs')];
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, ...command], { encoding: 'utf8' });
  if (status !== 0) {
    failed(`builds in ${file}: exit code ${status}; ${stderr.trim()}`);
    return [];
  }
  const [{ changes }] = JSON.parse(stdout).tests;
  return changes.map(({ ratio, verdict }) => `${percent(ratio - 1)} ${verdict}`);
}

const JOBS = {
  async bodies(engines) {
    console.log(`\nbodies compared with hand-written loops, ${times} times\n`);
    header(['body', ...engines.flatMap(({ name }) => [`${name}, ns by hand`, 'timeit', 'mitata']), 'warnings']);
    const all = engines.map(() => []);
    for (const name of bodies) {
      const turns = await inOrder(times, () => inOrder(engines.length, (i) => turnOf(engines[i], name)));
      const figures = engines.map((_, i) => figuresOf(turns.map((turn) => turn[i])));
      figures.forEach((one, i) => all[i].push({ name, ...one }));
      const cells = figures.flatMap((one) =>
        [one.truth.toFixed(2), `${percent(one.error)} (${one.ns.toFixed(2)} ns)`, percent(one.mitata)]);
      const warnings = figures.map(({ codes }, i) => `${engines[i].name}: ${codes.join(' ') || 'none'}`);
      row([name, ...cells, warnings.join('; ')]);
    }
    console.log('');
    engines.forEach(({ name }, i) => {
      const summary = (key) => {
        const errors = all[i].map((one) => Math.abs(one[key])).filter(Number.isFinite);
        return `median ${percent(median(errors))}, worst ${percent(Math.max(...errors))}`;
      };
      const isOutside = (one) => !(Math.abs(one.error) <= MOST.share || Math.abs(one.ns) <= MOST.ns);
      const outside = all[i].filter(isOutside).map((one) => `${one.name} ${percent(one.error)}`);
      console.log(`${name}: timeit ${summary('error')}; outside ${MOST.share * 100} % or ${MOST.ns} ns: ` +
        `${outside.join(', ') || 'none'}; mitata ${summary('mitata')}`);
    });
    console.log(`goal: median ${MOST.median * 100} %`);
  },

  async equal(engines) {
    console.log(`\ntwo equal functions, ${equalTimes} times; goal: rank 1000 +- ${MOST.rank} in ` +
      `${LEAST_EQUAL * 100} %, called different once at most\n`);
    header(['engine', `within ${MOST.rank}`, 'ranks', 'called different']);
    for (const engine of engines) {
      const given = { name: 'compute', seconds: SECONDS, isShort };
      const answers = (await inOrder(equalTimes, () => ask(engine, 'equal', given))).filter(Boolean);
      const ranks = answers.map(({ rank }) => rank);
      const within = ranks.filter((rank) => Math.abs(rank - 1000) <= MOST.rank).length;
      const different = answers.filter(({ verdict }) => verdict === 'faster' || verdict === 'slower').length;
      row([engine.name, `${within} of ${equalTimes}`,
        `${Math.min(...ranks).toFixed(1)} to ${Math.max(...ranks).toFixed(1)}`, different]);
    }
  },

  async fixed(engines) {
    const name = 'LCG x4';
    console.log(`\nwall-clock time of timeit(1e7, f) for ${name}, median of ${times}; goal: at most ` +
      `${MOST.ratio} times that of ${engines[0].name}\n`);
    header(['engine', 'timeit, ms', 'the same calls by hand, ms', `divided by ${engines[0].name}`]);
    const msOf = async (engine, isByHand) => await ask(engine, 'fixed', { name, isByHand, isShort }) ?? NaN;
    const turns = await inOrder(times, () => inOrder(engines.length,
      async (i) => ({ ours: await msOf(engines[i], false), byHand: await msOf(engines[i], true) })));
    engines.forEach((engine, i) => {
      const figure = (valueOf) => median(turns.map(valueOf));
      row([engine.name, figure((turn) => turn[i].ours).toFixed(0), figure((turn) => turn[i].byHand).toFixed(0),
        figure((turn) => turn[i].ours / turn[0].ours).toFixed(2)]);
    });
  },

  async first(engines) {
    console.log(`\ntime from the command to the first row, ${times} times; goal: ` +
      `${Object.entries(FIRST_ROW_SECONDS).map(([name, seconds]) => `${name} ${seconds} s`).join(', ')}\n`);
    header(['engine', 'median, s', 'longest, s']);
    for (const { name, file } of engines.filter((engine) => isBrowser(engine.file))) {
      const seconds = await inOrder(times, () => secondsToFirstRow(file));
      row([name, median(seconds).toFixed(1), Math.max(...seconds).toFixed(1)]);
    }
  },

  builds(engines) {
    console.log(`\ncompare --on of a build with itself, and with a slower build, ${times} times\n`);
    header(['engine', 'with itself', 'with the slower build']);
    for (const { name, file } of engines.filter((engine) => isBrowser(engine.file))) {
      const given = Array.from({ length: times }, () => changesOf(file));
      row([name, ...BUILDS.slice(1).map((_, i) => given.map((changes) => changes[i]).join('; '))]);
    }
  },

  table(engines) {
    const joined = (key) => engines.map((engine) => engine[key]).join(',');
    const commands = [[['kinds.js', 'params.js'], ['--memory', '-t', isShort ? '0.05' : '0.5']], [['streams.js'], []]];
    for (const [files, options] of isShort ? [[['kinds.js'], commands[0][1]]] : commands) {
      console.log(`\nqtimeit run --on ${joined('name')} ${files.concat(options).join(' ')}\n`);
      const { status, stdout, stderr } = spawnSync(process.execPath,
        [PROGRAM, 'run', '--on', joined('file'), ...files.map((name) => path.join(SUITES, name)), ...options],
        { encoding: 'utf8' });
      console.log(stdout.trimEnd());
      if (status !== 0) failed(`table of ${files.join(', ')}: exit code ${status}; ${stderr.trim()}`);
    }
  },
};

const isInstalled = ({ file }) => (isBrowser(file) ? browserNamed(file) !== null : fs.existsSync(file));

function versionOf({ file }) {
  if (!isBrowser(file)) {
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' });
    return String(stdout).trim().split('\n')[0];
  }
  const { title, version } = browserNamed(file);
  // null for WebKit, whose program does not print it
  return `${title}${version === null ? '' : ` ${version}`}`;
}

async function main() {
  const engines = enginesOf().filter((engine) => {
    if (isInstalled(engine)) return true;
    failed(`${engine.name}: ${engine.file} not found. npm ci in tools/ installs Bun and Deno`);
    return false;
  });
  for (const engine of engines) console.log(`${engine.name}: ${versionOf(engine)}`);
  const defaults = Object.keys(JOBS).filter((name) => !isShort || !['first', 'builds', 'table'].includes(name));
  for (const name of names.length ? names : defaults) await JOBS[name](engines);
}

main();
