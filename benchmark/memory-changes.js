'use strict';

/*
 * Checks the verdicts of `compare --memory` between two revisions with known differences of memory.
 *
 *   node memory-changes.js
 *     --runs N          runs of the command, default 10; each has 11 equal tests and 9 that differ
 *     --time SECONDS    time limit per test (qtimeit compare --time), default 2
 *     --loops N         endless loops in the background, default 0
 *     --tests WORDS     only tests whose names contain this
 *     --short           one run
 *
 * Prints how often each difference was found, and how far bytes of equal tests are apart. Exits with 1 if equal tests
 * differ, if a difference is missed, or if a leak is called allocation.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { readArguments } = require('./arguments');
const { setLoops } = require('./loops');
const { makeRepository } = require('./repository');

const ROOT = path.join(__dirname, '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');
const { options } = readArguments({ runs: 10, time: 2, loops: 0, tests: '', short: false });
const runs = options.short ? 1 : options.runs;

// Name -> code of a test. MORE is 0 in the first revision, and 1 in the second.
const EQUAL = {
  nothing: 'keep(list.length)',
  object: 'keep({ a: 1, b: 2 })',
  'spread of 1000': 'keep([...list])',
  parse: 'keep(JSON.parse(json))',
  stringify: 'keep(JSON.stringify(list))',
  map: 'keep(list.map((x) => x * 1.5))',
  'Map of 20': 'const m = new Map(); for (let i = 0; i < 20; i++) m.set("k" + i, i); keep(m)',
  replace: 'keep("the quick brown fox".replace(/o(.)/g, (all, a) => a + all))',
  buffer: 'keep(Buffer.alloc(10000))',
  date: 'keep(new Date(0).toISOString())',
  'equal peaks': 'keep(Array.from({ length: 8e5 }, (_, k) => [k]))',
};
const DIFFERENT = {
  'one more object of 24 bytes': 'keep([1, MORE ? new Empty() : null])',
  '24 bytes more than 900': 'keep([new Array(100).fill(0), MORE ? new Empty() : null])',
  '5 % of 800 bytes': 'keep(new Array(MORE ? 105 : 100).fill(1))',
  '5 % of 80 kB': 'keep(new Array(MORE ? 10500 : 10000).fill(1))',
  '5 % of a buffer': 'keep(Buffer.alloc(MORE ? 21000 : 20000))',
  'a larger Map': 'const m = new Map(); for (let i = 0; i < (MORE ? 210 : 200); i++) m.set(i, i + 0.5); keep(m)',
};
const LEAKS = {
  'leak of 16 bytes': 'if (MORE) kept.push(++at + 0.5); keep(at)',
  'leak of a list': 'if (MORE) kept.push([++at, 2]); keep(at)',
};

const PEAKS = {
  'peak of 140 instead of 14 MB': `const all = [];
    for (let i = 0; i < 20; i++) all[MORE ? i : 0] = Array.from({ length: 1e5 }, (_, k) => [k, i]);
    keep(all)`,
};

const chosen = (all) => Object.fromEntries(Object.entries(all).filter(([name]) => name.includes(options.tests)));
const [equal, different, leaks, peaks] = [EQUAL, DIFFERENT, LEAKS, PEAKS].map(chosen);

const suiteOf = (more) => `'use strict';
const { keep } = require(${JSON.stringify(ROOT)});
const MORE = ${more};
const list = Array.from({ length: 1000 }, (_, i) => i);
const json = JSON.stringify({ list, text: 'x'.repeat(100) });
class Empty {}
const kept = [{}]; // so that its numbers are objects
let at = 0;
module.exports = {
${Object.entries({ ...equal, ...different, ...leaks, ...peaks })
    .map(([name, code]) => `  ${JSON.stringify(name)}() { ${code}; },`).join('\n')}
};
`;

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-memory-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true, force: true }));

/** name -> { memory: of the change, error } */
function compareOnce(cwd) {
  const file = path.join(folder, 'comparison.json');
  const args = [PROGRAM, 'compare', '--rev', 'HEAD~1', '--memory', '--time', `${options.time}`, '--save', file];
  const { status, stderr } = spawnSync(process.execPath, [...args, '--force', 'suite.js'], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`compare exited with ${status}: ${stderr}`);
  const { tests } = JSON.parse(fs.readFileSync(file, 'utf8'));
  return new Map(tests.map(({ name, changes: [{ memory }] }) => [name, memory]));
}

function report(name, words, isRight) {
  console.log(`${name.padEnd(32)} ${words}${isRight ? '' : '  <- wrong'}`);
  if (!isRight) process.exitCode = 1;
}

async function main() {
  await setLoops(options.loops);
  const cwd = path.join(folder, 'repository');
  makeRepository(cwd, [suiteOf(0), suiteOf(1)]);
  const startedMs = performance.now();
  const found = Array.from({ length: runs }, () => compareOnce(cwd));
  const seconds = (performance.now() - startedMs) / 1000;
  const of = (name) => found.map((one) => one.get(name)).filter(Boolean);
  const count = (list, is) => list.filter(is).length;

  for (const name of Object.keys(equal)) {
    const all = of(name);
    const apart = Math.max(...all.map(({ allocated }) => (allocated ? Math.abs(allocated.difference) : 0)));
    const wrong = count(all, ({ verdict }) => verdict === 'more' || verdict === 'less');
    const same = count(all, ({ verdict }) => verdict === 'same');
    const words = `same in ${same} of ${runs}, differs in ${wrong}; at most ${apart.toFixed(1)} bytes apart`;
    report(name, words, wrong === 0);
  }
  for (const name of Object.keys(different)) {
    const all = of(name);
    const right = count(all, ({ allocated, verdict }) => verdict === 'more' && allocated.verdict === 'more');
    const [first] = all;
    const bytes = first && first.allocated ? `+${first.allocated.difference.toFixed(1)} bytes` : '';
    report(name, `found in ${right} of ${runs} ${bytes}`, right === runs);
  }
  for (const name of Object.keys(leaks)) {
    const all = of(name);
    const right = count(all, ({ kept, allocated, verdict }) => (
      verdict === 'more' && Boolean(kept) && kept.verdict === 'more' && allocated.verdict !== 'more'));
    const [first] = all;
    const bytes = first && first.kept ? `+${first.kept.difference.toFixed(1)} bytes` : '';
    report(name, `retained in ${right} of ${runs} ${bytes}`, right === runs);
  }
  for (const name of Object.keys(peaks)) {
    const right = count(of(name), ({ peak, allocated }) => (
      Boolean(peak) && peak.verdict === 'more' && allocated.verdict !== 'more'));
    report(name, `found in ${right} of ${runs}`, right === runs);
  }
  console.log(`${seconds.toFixed(0)} s, ${options.loops} loops`);
}

main();
