'use strict';

/* One short example of each kind of output: 0.05 s per test, and 0.005 s for 200 tests. */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

const ROOT = path.join(__dirname, '..', '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');
const NODE = process.execPath;

const SUITE = `{
  'slice and sort': () => list.slice().sort(),
  'spread and sort': () => [...list].sort(),
  'only copy': () => list.slice(),
}`;

const files = {
  'suite.js': `const list = [3, 1, 2, 5, 4];\nmodule.exports = ${SUITE};\n`,
  'bench.js': `const list = [3, 1, 2, 5, 4];\nqtimeit.bench(${SUITE}, { timeGoal: 0.05 });\n`,
  'bench-200.js': `const suite = {};
    for (let i = 1; i <= 200; i++) {
      const list = Array.from({ length: i }, (_, j) => j);
      suite['sum of ' + i + (i % 50 ? '' : ' numbers, which stand in a list that has been made before')] =
        () => list.reduce((sum, x) => sum + x, 0);
    }
    qtimeit.bench(suite, { timeGoal: 0.005 });\n`,
  'timeit.js': `const list = [3, 1, 2, 5, 4];
    qtimeit(1e4, () => list.slice().sort());
    qtimeit('50ms', () => JSON.stringify(list), 'JSON.stringify of a short list');
    qtimeit('50ms', function empty() {});\n`,
  'streams.js': `const zlib = require('zlib');
    qtimeit.streams({ 'gzip 1': () => zlib.createGzip({ level: 1 }), 'gzip 6': () => zlib.createGzip() },
      { input: Buffer.alloc(1e6, 'the same input for all of them; '), runs: 3 });\n`,
};

/** Rates for scatter: three sizes and two types, five times each. */
function rates() {
  const rows = ['"filename", "type", "size", "rate", "time"'];
  for (const [type, most] of [['fast', 2e6], ['slow', 9e5]]) {
    for (const size of [16, 1024, 65536]) {
      for (let i = 0; i < 5; i++) {
        const rate = most / Math.log2(size) * (1 + i / 100);
        rows.push(`"buffers/fill.js", "${type}", ${size}, ${rate}, ${1e4 / rate}`);
      }
    }
  }
  return `${rows.join('\n')}\n`;
}

/** Writes the files of the examples into the folder; takes a second, because two saved results are measured. */
function writeKinds(folder) {
  for (const [name, text] of Object.entries(files)) {
    fs.writeFileSync(path.join(folder, name), `const qtimeit = require(${JSON.stringify(ROOT)});\n${text}`);
  }
  fs.writeFileSync(path.join(folder, 'rates.csv'), rates());
  for (const name of ['old.json', 'new.json']) {
    const { status, stderr } = spawnSync(NODE, [PROGRAM, 'run', 'suite.js', '-t', '0.05', '--save', name],
      { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${name} could not be made: ${stderr}`);
  }
}

// Name -> arguments of the command, run in the folder.
const KINDS = {
  bench: [NODE, 'bench.js'],
  'bench-200': [NODE, 'bench-200.js'],
  run: [NODE, PROGRAM, 'run', 'suite.js', '-t', '0.05'],
  snippets: [NODE, PROGRAM, '-t', '0.05', '[3, 1, 2].sort()', '[3, 1, 2].toString()'],
  compare: [NODE, PROGRAM, 'compare', 'old.json', 'new.json'],
  timeit: [NODE, 'timeit.js'],
  streams: [NODE, 'streams.js'],
  scatter: [NODE, PROGRAM, 'scatter', 'rates.csv', '--xaxis', 'size', '--category', 'type', '--log'],
};

module.exports = { KINDS, writeKinds };
