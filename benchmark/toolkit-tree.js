'use strict';

/*
 * The whole benchmark/ tree of a checkout of Node.js, in one `qtimeit run`, against each of its files run by itself
 * with core's own toolkit:
 *
 *   node toolkit-tree.js --checkout FOLDER [name=value ...]
 *     --filter TEXT     only files with this in their path
 *     --limit SECONDS   for a file with core's toolkit, 120 unless given
 *     --keep FOLDER     where to put the trees and what was printed; a temporary folder unless given
 *
 * With --test: one short run of each file. The arguments name=value go to all files, those of core's as well, which
 * take any name. Does every file that runs with core's toolkit run here, and report the same configurations?
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { copyTree, filesOf, useOurs } = require('./core-tree');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const SIDES = ['core', 'ours'];

const { options, names: settings } =
  readArguments({ checkout: null, filter: '', limit: 120, keep: null }, null);
if (options.checkout === null) throw new Error('which checkout of Node.js? --checkout FOLDER');

const root = options.keep === null
  ? fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-tree-')) : path.resolve(options.keep);
if (options.keep === null) process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }));

/** Two checkouts that share all but benchmark/; in one of them common.js is ours. Their paths are equally long. */
function makeTrees() {
  for (const side of SIDES) copyTree(path.resolve(options.checkout), path.join(root, side));
  useOurs(path.join(root, 'ours'));
}

/** Which tool has made the load is no matter here. */
const plain = (name) => name.replace(/ ?benchmarker="[^"]*"/, '');

const environment = () => {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(NODE_|NODEJS_|QTIMEIT_)/.test(name)) delete env[name];
  return env;
};

function runCore(files) {
  // Some files look for others from the folder of the checkout.
  const cwd = path.join(root, 'core');
  const found = new Map();
  for (const file of files) {
    const { stdout, stderr, status, signal } =
      spawnSync(process.execPath, [path.join('benchmark', file), '--test', ...settings], {
        cwd, env: environment(), encoding: 'utf8', timeout: options.limit * 1000, killSignal: 'SIGKILL',
        maxBuffer: 1e9,
      });
    const names = stdout.split('\n').map((line) => /^(.+): (-?[\d.,]+(?:e[+-]\d+)?|Infinity|NaN)$/.exec(line))
      .filter(Boolean).map(([, name]) => plain(name));
    found.set(
      file, { names, isFine: status === 0, end: status === null ? signal : status,
        words: stderr.trim().split('\n').slice(-3).join(' / ') });
  }
  return found;
}

function runOurs() {
  const saved = path.join(root, 'ours.json');
  fs.rmSync(saved, { force: true });
  const startedMs = performance.now();
  const chosen = options.filter ? ['--filter', options.filter] : [];
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'run', path.join(root, 'ours', 'benchmark'),
    '--test', ...settings.flatMap((one) => ['--set', one]), ...chosen,
    '--save', saved, '-o', path.join(root, 'ours.txt'), '--force'],
  { cwd: path.join(root, 'ours'), env: environment(), encoding: 'utf8', maxBuffer: 1e9 });
  fs.writeFileSync(path.join(root, 'ours-stderr.txt'), stderr);
  if (!fs.existsSync(saved)) throw new Error(`qtimeit run ended with ${status}: ${stderr.slice(-2000)}`);
  return { status, seconds: (performance.now() - startedMs) / 1000, rates: JSON.parse(fs.readFileSync(saved, 'utf8')) };
}

makeTrees();
const files = filesOf(path.join(root, 'core')).filter((file) => file.includes(options.filter));
const startedMs = performance.now();
const core = runCore(files);
const coreSeconds = (performance.now() - startedMs) / 1000;
const { status, seconds, rates } = runOurs();

const nameOf = ({ file, configuration }) => plain(`${file} ${configuration}`.trim());
const ofCore = new Set([...core.values()].flatMap(({ names }) => names));
const ofOurs = new Set(rates.configurations.filter(({ sides: [side] }) => side.rates.length).map(nameOf));
const failed = rates.configurations.filter(({ sides: [side] }) => side.errors.length);
const only = (here, there) => [...here].filter((name) => !there.has(name));

const silent = [...core].filter(([, { names, isFine }]) => isFine && names.length === 0).map(([file]) => file);
const broken = [...core].filter(([, { isFine }]) => !isFine);
console.log(`core: ${files.length} files in ${coreSeconds.toFixed(0)} s, one after the other: ${ofCore.size} ` +
  `configurations; ${broken.length} files failed, ${silent.length} said nothing of rates`);
console.log(`ours: one command, ${seconds.toFixed(0)} s, exit code ${status}: ${ofOurs.size} configurations; ` +
  `${failed.length} failed, ${rates.failures.length} files could not be run, ${rates.skipped.length} skipped`);
for (const [file, { end, words }] of broken) console.log(`  with core's toolkit ${file} ends with ${end}: ${words}`);
for (const file of silent) console.log(`  with core's toolkit ${file} reports nothing`);
for (const { file, error } of rates.failures) {
  console.log(`  ours cannot run ${file}: ` +
    `${error.message}${error.output.length ? `: ${error.output.slice(-2).join(' / ')}` : ''}`);
}
for (const { file, words } of rates.skipped) console.log(`  ours skips ${file}: ${words}`);
for (const one of failed) console.log(`  ours fails: ${nameOf(one)}: ${one.sides[0].errors[0].message}`);
for (const name of only(ofCore, ofOurs)) console.log(`  only with core's toolkit: ${name}`);
for (const name of only(ofOurs, ofCore)) console.log(`  only with ours: ${name}`);
console.log(`${[...ofCore].filter((name) => ofOurs.has(name)).length} configurations with both`);
