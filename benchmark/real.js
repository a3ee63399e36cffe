'use strict';

/*
 * Measures how right qtimeit is on public benchmark suites, which run unchanged:
 *
 *   node real.js [--suites NAME,...] [--ways node,run,fork4,compare] [--loops 0,2] [--time SECONDS] [--truth 20]
 *                [--check 20] [--truth-file FILE] [--json FILE] [--short]
 *   node real.js list                lists the suites
 *   node real.js truth               only measures the true times
 *   node real.js --read FILE,FILE    prints the tables of runs that --json has written
 *   node real.js --folders FOLDER,FILE [...]        measures files in folders, and other files, instead
 *
 * The suites of real-suites.js are installed from npm into a temporary folder, which later runs reuse. For the true
 * time of a test, a process calls only its function, in a plain loop after at least 1 s of warm-up. The true time is
 * the median of --truth processes, without those whose empty loop shows that they shared their core, if three remain.
 * It is saved in the same folder (or in --truth-file), and later runs add processes. The true times of a file are
 * measured next to its runs, because the speed of a machine drifts. With fewer processes than --check, the true times
 * of tests that look wrong get more of them.
 *
 * Ways: `run --fork 0` (node), `run`, `run --fork 4` (fork4), and `compare` with the same Node.js on both sides. --time
 * sets their -t. --loops: numbers of endless loops in the background. Times of promises and callbacks are right with or
 * without the time of an empty one.
 *
 * A row is marked by a verdict (folded, hoisted, below-resolution, too-noisy) or a warning that changes its meaning. A
 * silent error is a row without marks that is more than 25 % from the true times of the middle half of the processes,
 * and whose interval excludes them; "and than all" counts those that are also this far from all of the processes. An
 * interval is contradicted if the times of all processes of its row are outside.
 * compare has two rows per test.
 *
 * For docs/accuracy.md: node real.js truth (some hours), then node real.js (several hours).
 */

const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');
const { setLoops } = require('./loops');
const { CACHE, filesIn, installed } = require('./real-install');
const { fastestLoop, isSuspicious, reportOf } = require('./real-report');
const { SUITES } = require('./real-suites');
const { keyOf, listTests, machine, measureTruth } = require('./real-truth');
const { WAYS, measureFile } = require('./real-ways');

const SHORT_SUITES = Object.keys(SUITES).filter((name) => SUITES[name].short);
const STANDARD = {
  suites: Object.keys(SUITES).join(), ways: Object.keys(WAYS).join(), loops: '0,2', truth: '20', check: '20',
};
// Checks within some seconds that everything works. The results are not significant.
const SHORT = {
  suites: SHORT_SUITES.join(), ways: 'run,compare', loops: '0', truth: '1', check: '1', time: '0.05',
};
const SHORT_SHARE = 0.02;

const { options, names } = readArguments({
  suites: null, ways: null, loops: null, time: null, truth: null, check: null, 'truth-file': null, json: null,
  read: null, folders: null, short: false,
}, ['list', 'truth']);

const valueOf = (name) => options[name] || (options.short ? SHORT : STANDARD)[name];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));

function listOf(name, known) {
  const chosen = valueOf(name).split(',');
  const unknown = chosen.filter((one) => !known.includes(one));
  if (unknown.length) throw new Error(`unknown --${name} ${unknown.join(', ')}. Use ${known.join(', ')}`);
  return chosen;
}

function progress(what) {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${what}`);
}

function printSuites() {
  let all = 0;
  for (const [name, suite] of Object.entries(SUITES)) {
    const tests = Object.values(suite.files).reduce((sum, one) => sum + one, 0);
    all += tests;
    const files = Object.keys(suite.files).join(', ');
    console.log(`${name.padEnd(18)} ${String(tests).padStart(3)} tests  ${suite.package || 'adapter'}: ${files}`);
  }
  console.log(`${Object.keys(SUITES).length} suites, ${all} tests`);
}

/** True times of some tests, by keyOf() */
function truthsOf(tests, processes) {
  return measureTruth(tests, {
    processes,
    share: options.short ? SHORT_SHARE : 1,
    file: options['truth-file'] || path.join(CACHE, `truth${options.short ? '-short' : ''}-${process.version}.json`),
    progress: (done, all) => progress(`true times: ${done} of ${all} processes`),
  });
}

/** Tests of a file, with true times of more processes if a row of one of its runs looks wrong */
async function checkedTruths(tests, runs) {
  const known = await truthsOf(tests, 0);
  const fastestNs = fastestLoop([...known.values()]);
  const looksWrong = (test) => runs.some(({ rows }) => rows.some((row) => {
    const isSame = row.ordinal === test.ordinal && row.name === test.name;
    return isSame && isSuspicious(row, known.get(keyOf(test)), fastestNs);
  }));
  return truthsOf(tests.filter(looksWrong), Number(valueOf('check')));
}

/** Runs of all files, with all loads and ways; a file's ways follow each other, so that they see the same machine. */
async function measureWays(files, tests, save) {
  const ways = listOf('ways', Object.keys(WAYS));
  const loads = valueOf('loops').split(',').map(Number);
  const time = valueOf('time');
  const count = loads.length * files.length * ways.length;
  const runs = [];
  for (const load of loads) {
    for (const file of files) {
      const own = tests.filter((test) => test.of === file);
      await setLoops(0);
      await truthsOf(own, Number(valueOf('truth')));
      await setLoops(load);
      const found = [];
      for (const way of ways) {
        progress(`${runs.length} of ${count} runs: ${file.suite} ${file.file} ${way}`);
        const measured = await measureFile(way, file, time ? ['-t', time] : []);
        found.push({ way, load, suite: file.suite, file: file.file, ...measured });
      }
      await setLoops(0);
      await checkedTruths(own, found);
      runs.push(...found);
      await save(runs);
    }
  }
  progress('');
  return runs;
}

function listFiles() {
  if (options.folders) return filesIn(options.folders.split(','));
  const chosen = listOf('suites', Object.keys(SUITES));
  progress('installing');
  return installed(Object.fromEntries(chosen.map((name) => [name, SUITES[name]])), options.short);
}

async function measureAll() {
  const files = listFiles();
  const tests = await listTests(files);
  const resultOf = async (runs, processes = 0) => {
    const known = await truthsOf(tests, processes);
    return { machine: machine(), truths: tests.map((test) => known.get(keyOf(test))), runs };
  };
  if (names.includes('truth')) return resultOf([], Number(valueOf('truth')));
  // Keeps the finished runs if this process is interrupted.
  const save = async (runs) => options.json && fs.writeFileSync(options.json, JSON.stringify(await resultOf(runs)));
  return resultOf(await measureWays(files, tests, save));
}

/** Joins the results in several files. If these have different true times of a test, the last file's are used. */
function readResults(files) {
  const all = files.map((file) => JSON.parse(fs.readFileSync(file, 'utf8')));
  const truths = new Map(all.flatMap((one) => one.truths).map((one) => [keyOf(one), one]));
  return { machine: all[0].machine, truths: [...truths.values()], runs: all.flatMap(({ runs }) => runs) };
}

async function main() {
  if (names.includes('list')) {
    printSuites();
    return;
  }
  if (options.read) {
    console.log(reportOf(readResults(options.read.split(','))));
    return;
  }
  const result = await measureAll();
  console.log(reportOf(result));
  // Wrong times are not failures here: they depend on chance.
  const isBroken = result.truths.some(({ error }) => error) || result.runs.some(({ error }) => error);
  if (options.short && isBroken) process.exitCode = 1;
}

main().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
