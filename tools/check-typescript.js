'use strict';

/*
 * Suites in TypeScript with the real tsx and without it: in each version of Node.js they run alone, with --fork, and by
 * compare --rev, or are refused in one sentence with hints.
 *
 *   node tools/check-typescript.js
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { spawnSync } = require('child_process');
const { makeRepository } = require('./repository');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const INSTALLED = path.join(__dirname, 'node_modules');

// Only types; line 9 throws.
const SUITE = `import { type Stats } from 'fs';
interface Point<T extends number> { x: T; readonly y?: T }
type Sizes = Record<string, Point<number> | null>;
const sizes = { a: { x: 1 } } satisfies Sizes;
let sum: number = 0;
const add = <T extends Point<number>>(point: T, more?: Stats): void => { sum = JSON.stringify([point, more]).length; };
export const works = (): void => add(sizes.a as Point<number>);
export const throws = (): void => {
  (null as unknown as string[])!.length;
};
`;
const REFUSED = /^qtimeit: bench\/a\.mts is TypeScript, which Node\.js [\d.]+ runs only through tsx, .*\n$/m;

const others = [18, 22, 24, 26].map((major) => path.join(INSTALLED, `node${major}`, 'bin', 'node'));
const nodes = [process.execPath, ...others.filter((file) => fs.existsSync(file))];

// Each process with tsx takes half a second. Of the versions that run TypeScript natively, only the last is checked
// with tsx; comparisons, of some thirty processes each, run in this version, and in the last without tsx.
const latest = nodes[nodes.length - 1];
const isNeedless = (node, hasTsx, strips) => hasTsx && strips && node !== latest;
const commandsOf = (node, hasTsx) => COMMANDS.filter(([name]) => (
  name === 'run' || node === process.execPath || (node === latest && !hasTsx)));

function start(program, args, cwd) {
  const env = { ...process.env };
  for (const name of ['NODE_OPTIONS', 'FORCE_COLOR']) delete env[name];
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8', timeout: 120000 });
  return { status, stdout, stderr };
}

/** A repository with a suite, with or without tsx. */
function makeProject(hasTsx) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'qtimeit-typescript-'));
  const write = (name, text) => fs.writeFileSync(path.join(folder, name), text);
  fs.mkdirSync(path.join(folder, 'bench'));
  write('bench/a.mts', SUITE);
  write('bench/a.d.mts', 'export {};\n');
  write('package.json', '{ "type": "commonjs" }\n');
  write('.gitignore', 'node_modules\n');
  makeRepository(folder);
  if (hasTsx) {
    fs.mkdirSync(path.join(folder, 'node_modules'));
    fs.symlinkSync(path.join(INSTALLED, 'tsx'), path.join(folder, 'node_modules', 'tsx'), 'junction');
  }
  return folder;
}

const COMMANDS = [
  ['run', 'bench', '--time', '0.05', '--fork', '0'], ['run', 'bench', '--time', '0.05', '--fork', '2'],
  ['compare', '--rev', 'HEAD', '--time', '0.05', 'bench'],
];

/** What each command prints: one test fails, with its line; on a busy machine the other can be too fast to time. */
const PRINTED = [/^works +(?:under |too |[\d.]+ [num]?s )/m, /FAILED.* TypeError: /, /\bbench\/a\.mts:9:34\b/];

/** How a command failed, '' if it did not. */
function faultOf(node, args, runs, folder) {
  const { status, stdout, stderr } = start(node, [PROGRAM, ...args], folder);
  const isRight = runs ? status === 1 && PRINTED.every((one) => one.test(stdout)) && !/Warning/.test(stderr)
    : status === 2 && stdout === '' && REFUSED.test(stderr);
  return isRight ? '' : `qtimeit ${args.join(' ')}: exit code ${status}\n${stdout}${stderr}`;
}

let faults = 0;
for (const hasTsx of [false, true]) {
  const folder = makeProject(hasTsx);
  for (const node of nodes) {
    const [version, strips] = JSON.parse(
      start(node, ['-p', 'JSON.stringify([process.versions.node, !!process.features.typescript])'], folder).stdout);
    if (isNeedless(node, hasTsx, strips)) continue;
    const runs = strips || hasTsx;
    const found = commandsOf(node, hasTsx).map((command) => faultOf(node, command, runs, folder)).filter(Boolean);
    faults += found.length;
    const what = found.length ? `WRONG\n${found.join('\n')}` : runs ? 'runs' : 'is refused';
    console.log(`Node ${version} ${hasTsx ? 'with' : 'without'} tsx: ${what}`);
  }
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log(faults ? `${faults} wrong` : 'all right');
process.exitCode = faults ? 1 : 0;
