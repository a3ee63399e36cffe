#!/usr/bin/env node
'use strict';

/*
 * Checks the tests: applies one-line bugs to a throw-away copy of the tree, one at a time, and runs the
 * tests there. A bug that no test sees is a survivor.
 *
 *   node tools/mutate.js                    all of tools/mutations.json
 *   node tools/mutate.js --only loop.js     those whose file or text contains this (several: a,b), or by number: 7,20-29
 *   node tools/mutate.js --list             what there is, and whether each applies exactly once
 *   node tools/mutate.js --skip readme      leaves out test files with this in their name (several: a,b)
 *   node tools/mutate.js --timeout 180      seconds for one run of the tests; a run that hangs has caught the bug
 *   node tools/mutate.js --least 85         exit code 1 below so many per cent caught (85 unless given)
 *
 * The tests of the changed file run first, and the first failure ends a run: most bugs take a second.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');

const ROOT = path.join(__dirname, '..');
const SLOW = ['create-benchmark', 'create-benchmark-faults', 'benchmark-file', 'timeit', 'package', 'bench-faults', 'forks', 'readme', 'faults'];

// Files whose tests go by another name.
// By their names, or by their paths where a name stands for several.
const TESTED_BY = {
  'fork-child': 'forks', 'fork-session': 'forks', order: 'interleave', 'bench-session': 'bench', handles: 'timeit', slices: 'interleave',
  'document-shape': 'document', 'document-text': 'document', shape: 'document', git: 'worktree', dependencies: 'worktree', saved: 'cli-compare',
  units: 'cli-compare', compare: 'cli-compare', 'compare-sides': 'cli-compare', 'comparison-table': 'cli-compare', 'gate-words': 'gate', 'common-rate': 'judge', measure: 'cli', recorder: 'cli',
  'lib/rates/compare': 'rates-compare', 'lib/rates/scatter': 'rates-scatter', 'scatter-cells': 'rates-scatter', improvement: 'rates-compare', 'weighted-sum': 'levels',
  'csv-records': 'rates-csv', 'read-csv': 'rates-csv', 'write-csv': 'rates-csv', 'csv-columns': 'rates-csv', 'csv-collect': 'rates-csv', 'csv-cells': 'rates-csv', 'parameters-text': 'rates-csv',
  'box-statistics': 'plot-rates', panels: 'plot-rates', lanes: 'plot-rates', legend: 'plot-rates', figure: 'plot-rates', 'rows-panel': 'plot-rates', 'rates-model': 'plot-rates',
  'rates-plot': 'plot-rates', 'rate-axis': 'plot-rates', theme: 'plot-rates', marks: 'plot-rates', 'error-words': 'plot-rates', 'category-labels': 'plot-scatter',
  'parameter-axis': 'plot-scatter', 'lib/report/plot/scatter-plot': 'plot-scatter', 'lib/report/plot/page': 'plot-scatter', 'text-width': 'plot-text', 'shared-parameters': 'plot-text',
  browser: 'plot-file', 'png-crop': 'plot-file', 'rates-notes': 'rates-table', 'welch-notes': 'welch-table', 'scatter-words': 'scatter-table', 'scatter-plot': 'terminal-plot',
  matrix: 'cli-run-matrix', 'run-matrix': 'cli-run-matrix', 'matrix-output': 'cli-resume', run: 'cli-run-matrix-faults', ending: 'cli-resume', 'lib/matrix/calibrate': 'calibrate-count', 'compare-matrix': 'cli-compare-matrix', 'lib/commands/scatter': 'cli-scatter',
  'lib/commands/calibrate': 'cli-calibrate', saver: 'cli-resume', 'lib/rates/read': 'cli-compare-rates', parent: 'create-benchmark', 'parent-service': 'benchmark-file',
  'fork-configuration': 'fork-configuration', 'child-output': 'fork-runner', name: 'matrix-name', 'child-process-run': 'fork-runner', 'parent-channel': 'fork-channel',
  'fork-shape': 'fork-runner', 'spawn-words': 'fork-ends',
  ...Object.fromEntries(['connect', 'source', 'count', 'ending', 'collections', 'failure', 'kinds', 'kept-memory', 'run', 'guard-callbacks'].map((name) => [`lib/streams/${name}`, 'streams-run'])),
  resident: 'streams-resident', check: 'streams-check', input: 'streams-settings', 'lib/streams/settings': 'streams-settings', 'lib/streams/suite': 'streams-suite',
  'lib/streams/summary': 'streams-summary', runs: 'streams', 'streams-words': 'streams-report', 'streams-notes': 'streams-report', 'streams-banner': 'streams-report',
  'streams-test': 'html-streams', 'streams-plots': 'html-streams', 'bar-row': 'html-streams', 'measured-facts': 'growth-figure', 'line-plot': 'growth-figure',
  passes: 'memory-pass', 'suite-sources': 'bench',
  'csv-cell': 'rates-csv', 'csv-number': 'rates-csv', 'json-text': 'formats', 'lib/matrix/options': 'create-benchmark-options', uncaught: 'create-benchmark-options', conduct: 'cli-text-format',
  output: 'cli', 'exit-codes': 'cli', plan: 'measure-sides', values: 'options', definitions: 'help', 'thrown-at': 'load-suite',
};

function readArguments(words) {
  const options = { only: null, list: false, skip: [], timeout: 180, least: 85 };
  for (let i = 0; i < words.length; i++) {
    const name = words[i].replace(/^--/, '');
    if (name === 'list') options.list = true;
    else if (name === 'only' || name === 'skip') options[name] = words[++i].split(',');
    else if (name === 'timeout' || name === 'least') options[name] = Number(words[++i]);
    else throw new Error(`mutate: unknown option ${words[i]}`);
  }
  return options;
}

/** The mutations with their numbers from 1, and how often the text of each stands in its file. */
function loadMutations(only) {
  const all = JSON.parse(fs.readFileSync(path.join(__dirname, 'mutations.json'), 'utf8'));
  const numbered = all.map((mutation, i) => {
    const source = fs.readFileSync(path.join(ROOT, mutation.file), 'utf8');
    const times = source.split(mutation.find).length - 1;
    const line = source.slice(0, source.indexOf(mutation.find)).split('\n').length;
    return { ...mutation, number: i + 1, times, line };
  });
  return numbered.filter((one) => !only || only.some((text) => isMeant(one, text)));
}

function isMeant({ number, file, find }, text) {
  const [, first, last = first] = /^(\d+)(?:-(\d+))?$/.exec(text) || [];
  if (first) return number >= first && number <= last;
  return file.includes(text) || find.includes(text);
}

function title({ number, file, line, find, replace }) {
  const short = (text) => text.trim().replace(/\s+/g, ' ');
  return `#${number} ${file}:${line}  ${short(find)}  ->  ${short(replace) || '(nothing)'}`;
}

/** Test files, those of the changed file first, the slow ones last. */
function testFiles(tree, file, skip) {
  const base = file && path.basename(file, '.js');
  const hasOwn = file && fs.existsSync(path.join(tree, 'test', `${base}.test.js`));
  const own = file && (TESTED_BY[file.replace(/\.js$/, '')] || (hasOwn ? base : TESTED_BY[base]) || (file.includes('/stats/') ? 'stats' : base));
  const rank = (name) => (name === own ? 0 : SLOW.includes(name) ? 2 + SLOW.indexOf(name) : 1);
  return fs.readdirSync(path.join(tree, 'test'))
    .filter((name) => name.endsWith('.test.js') && !skip.some((text) => name.includes(text)))
    .map((name) => name.slice(0, -'.test.js'.length))
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((name) => path.join('test', `${name}.test.js`));
}

function copyTree() {
  const tree = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-mutate-'));
  const left = new Set(['node_modules', '.git']);
  fs.cpSync(ROOT, tree, { recursive: true, filter: (from) => !left.has(path.basename(from)) });
  const modules = path.join(ROOT, 'node_modules');
  if (fs.existsSync(modules)) fs.symlinkSync(modules, path.join(tree, 'node_modules'), 'dir');
  return tree;
}

/** @returns {{ failed: string|null, seconds: number }} failed: the first test that did, or why there is none */
function runTests(tree, mocha, file, options) {
  const started = Date.now();
  const child = spawnSync(process.execPath, [mocha, '--no-config', '--bail', '--timeout', '10000', '--reporter', 'json', ...testFiles(tree, file, options.skip)],
    { cwd: tree, encoding: 'utf8', timeout: options.timeout * 1000, killSignal: 'SIGKILL', maxBuffer: 1 << 28 });
  const seconds = (Date.now() - started) / 1000;
  if (child.status === 0) return { failed: null, seconds };
  if (child.error && child.error.code === 'ETIMEDOUT') return { failed: 'hangs', seconds };
  let failed = null;
  try {
    failed = JSON.parse(child.stdout.slice(child.stdout.indexOf('{\n  "stats"'))).failures[0].fullTitle;
  } catch (_) {
    failed = (child.stderr.trim().split('\n').find((text) => /Error/.test(text)) || `exit ${child.status || child.signal}`).trim();
  }
  return { failed, seconds };
}

function main() {
  const options = readArguments(process.argv.slice(2));
  const mutations = loadMutations(options.only);
  const misfits = mutations.filter((one) => one.times !== 1);
  for (const one of misfits) console.log(`stands there ${one.times} times: ${title(one)}`);
  if (options.list) {
    for (const one of mutations) if (one.times === 1) console.log(title(one));
    return misfits.length ? 1 : 0;
  }
  if (misfits.length) return 1;

  const mocha = require.resolve('mocha/bin/mocha.js', { paths: [ROOT, ...(process.env.NODE_PATH || '').split(path.delimiter)] });
  const tree = copyTree();
  try {
    const baseline = runTests(tree, mocha, null, options);
    if (baseline.failed) {
      console.log(`the tests fail without a bug: ${baseline.failed}`);
      return 1;
    }
    console.log(`without a bug all tests pass, in ${baseline.seconds.toFixed(1)} s`);
    const survivors = [];
    for (const one of mutations) {
      const file = path.join(tree, one.file);
      const source = fs.readFileSync(file, 'utf8');
      // A function, because a text may have a $ in it.
      fs.writeFileSync(file, source.replace(one.find, () => one.replace));
      const { failed, seconds } = runTests(tree, mocha, one.file, options);
      fs.writeFileSync(file, source);
      if (!failed) survivors.push(one);
      console.log(`${failed ? 'caught  ' : 'SURVIVED'} ${seconds.toFixed(1).padStart(5)} s  ${title(one)}${failed ? `  [${failed}]` : ''}`);
    }
    const caught = mutations.length - survivors.length;
    const share = 100 * caught / mutations.length;
    console.log(`\n${caught} of ${mutations.length} caught (${share.toFixed(0)} %)`);
    for (const one of survivors) console.log(`survived: ${title(one)}${one.why ? `  (${one.why})` : ''}`);
    return share < options.least ? 1 : 0;
  } finally {
    fs.rmSync(tree, { recursive: true, force: true });
  }
}

process.exitCode = main();
