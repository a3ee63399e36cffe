'use strict';

/*
 * Runs the benchmark/ tree of a checkout of Node.js in one `qtimeit run`, and each file separately with core's toolkit:
 *
 *   node toolkit-tree.js --checkout FOLDER [name=value ...]
 *     --filter TEXT     only files whose path contains the text
 *     --limit SECONDS   for a file with core's toolkit, default 120
 *     --keep FOLDER     folder for the trees and the output; default: a temporary folder
 *
 * Uses --test: one short run of each file. All files get the arguments name=value; core's toolkit accepts any name.
 * Every file that runs with core's toolkit should run with qtimeit, and report the same configurations.
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
if (options.checkout === null) throw new Error('no checkout of Node.js. Pass --checkout FOLDER');

const root = options.keep === null
  ? fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-tree-')) : path.resolve(options.keep);
if (options.keep === null) process.on('exit', () => fs.rmSync(root, { recursive: true, force: true }));

/** Two copies of the checkout, with paths of equal length. One of them uses qtimeit's common.js. */
function makeTrees() {
  for (const side of SIDES) copyTree(path.resolve(options.checkout), path.join(root, side));
  useOurs(path.join(root, 'ours'));
}

/** Removes the tool that generated HTTP load, which may differ. */
const plain = (name) => name.replace(/ ?benchmarker="[^"]*"/, '');

const environment = () => {
  const env = { ...process.env };
  for (const name of Object.keys(env)) if (/^(NODE_|NODEJS_|QTIMEIT_)/.test(name)) delete env[name];
  return env;
};

function runCore(files) {
  // Some files open other files relative to the checkout.
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
        message: stderr.trim().split('\n').slice(-3).join(' / ') });
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
  if (!fs.existsSync(saved)) throw new Error(`qtimeit run exited with ${status}: ${stderr.slice(-2000)}`);
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
console.log(`core: ${files.length} files in ${coreSeconds.toFixed(0)} s: ${ofCore.size} ` +
  `configurations; ${broken.length} files failed, ${silent.length} reported no rate`);
console.log(`qtimeit: one command, ${seconds.toFixed(0)} s, exit code ${status}: ${ofOurs.size} configurations; ` +
  `${failed.length} failed, ${rates.failures.length} files did not run, ${rates.skipped.length} skipped`);
for (const [file, { end, message }] of broken) console.log(`  core: ${file} exited with ${end}: ${message}`);
for (const file of silent) console.log(`  core: ${file} reported no rate`);
for (const { file, error } of rates.failures) {
  console.log(`  qtimeit: ${file} did not run: ` +
    `${error.message}${error.output.length ? `: ${error.output.slice(-2).join(' / ')}` : ''}`);
}
for (const { file, words } of rates.skipped) console.log(`  qtimeit: ${file} was skipped: ${words}`);
for (const one of failed) console.log(`  qtimeit: ${nameOf(one)} failed: ${one.sides[0].errors[0].message}`);
for (const name of only(ofCore, ofOurs)) console.log(`  only core: ${name}`);
for (const name of only(ofOurs, ofCore)) console.log(`  only qtimeit: ${name}`);
console.log(`${[...ofCore].filter((name) => ofOurs.has(name)).length} configurations with both`);
