'use strict';

/*
 * Measures how well the tree of qtimeit import fits the time of a whole import, and whether it finds a slow module:
 *
 *   node imports.js [sum] [slow]   both by default
 *     --node PATH   the Node.js that loads the modules, by default this one
 *     --runs N      imports with a slow module, default 20
 *     --loops N     endless loops in the background, default 0
 *     --short       10 modules, and one import with a slow module of 50 ms
 *
 * sum: 400 modules as CommonJS and as ES modules: the sum of the tree against the whole (goal 5 %), and how much longer
 * the instrumented processes take (goal 5 %). slow: of two copies of 200 modules, a module of the second one takes 10
 * ms longer (goal: the first of the explanation in all runs). Exits with 1 if a goal is missed.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { setLoops } = require('./loops');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const FUNCTIONS = 30; // of a module: 3 kB
const CHILDREN = 3;
const GOAL = 0.05;

const { options, names } = readArguments({ node: process.execPath, runs: 20, loops: 0, short: false }, ['sum', 'slow']);
const [modules, fewer, runs, slowMs] = options.short ? [10, 6, 1, 50] : [400, 200, options.runs, 10];

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-imports-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

const KINDS = {
  cjs: { load: (name) => `const ${name} = require('./${name}.cjs');`, share: (name) => `exports.${name} = ${name};` },
  mjs: { load: (name) => `import * as ${name} from './${name}.mjs';`, share: (name) => `export { ${name} };` },
};

/** Writes a tree of modules m0, m1, ... slow: the number of the module that waits, or -1. Returns the first file. */
function writeTree(kind, count, at, slow = -1) {
  const { load, share } = KINDS[kind];
  const place = path.join(folder, at);
  fs.mkdirSync(place, { recursive: true });
  const fileOf = (i) => path.join(place, `m${i}.${kind}`);
  for (let i = 0; i < count; i++) {
    const children = Array.from({ length: CHILDREN }, (_, k) => CHILDREN * i + k + 1).filter((child) => child < count);
    const functions = Array.from({ length: FUNCTIONS }, (_, k) => `function f${k}(x) { if (x > ${k}) return x; ` +
      `const all = { x, list: [x, ${k}] }; return all.list.map((one) => one + ${k}); }\n${share(`f${k}`)}`);
    const wait = `for (const end = performance.now() + ${i === slow ? slowMs : 0}; performance.now() < end;);`;
    fs.writeFileSync(fileOf(i), [...children.map((child) => load(`m${child}`)), ...functions, wait, ''].join('\n'));
  }
  return fileOf(0);
}

function measure(...files) {
  const time = options.short ? ['--fork', '4'] : [];
  const { status, stdout, stderr } = spawnSync(options.node, [PROGRAM, 'import', '--json', ...time, ...files],
    { cwd: folder, encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0) throw new Error(`qtimeit import ${files.join(' ')} exited with ${status}: ${stderr}`);
  return JSON.parse(stdout);
}

const percent = (share) => `${(100 * share).toFixed(1)} %`;

function sum() {
  return Object.keys(KINDS).map((kind) => {
    const { imports: [found] } = measure(writeTree(kind, modules, kind));
    const treeMs = found.modules.reduce((all, { ownMs }) => all + ownMs, found.linkMs + found.otherMs);
    const [error, overhead] = [treeMs / found.ms - 1, found.slowdown - 1];
    console.log(`${kind}: ${found.modules.length} modules in ${found.ms.toFixed(0)} ms; sum of the tree ` +
      `${percent(error)}, overhead ${percent(overhead)}`);
    return Math.abs(error) <= GOAL && overhead <= GOAL;
  }).every(Boolean);
}

function slow() {
  let isFound = 0;
  for (let run = 0; run < runs; run++) {
    const kind = Object.keys(KINDS)[run % 2];
    const at = 1 + (run * 7) % (fewer - 1);
    const { explanations: [[first]], imports, tests: [test] } = measure(
      writeTree(kind, fewer, 'old'), writeTree(kind, fewer, 'new', at));
    const name = first.name || '';
    if (name.endsWith(`m${at}.${kind}`)) isFound++;
    const [{ verdict, ratio, low, high }] = test.changes;
    const { values: { length }, treeProcesses, ms } = imports[1];
    console.log(`m${at}.${kind}: ${name} ${first.kind} ${first.ms.toFixed(1)} ms, ${verdict} ${ratio.toFixed(3)} ` +
      `(${low.toFixed(3)} to ${high.toFixed(3)}) of ${ms.toFixed(0)} ms, ${length} and ${treeProcesses} processes`);
  }
  console.log(`slow module: found in ${isFound} of ${runs}`);
  return isFound === runs;
}

const ALL = { sum, slow };
setLoops(options.loops).then(() => {
  for (const name of names.length > 0 ? names : Object.keys(ALL)) if (!ALL[name]()) process.exitCode = 1;
});
