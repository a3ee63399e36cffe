#!/usr/bin/env node
'use strict';

/* Installs the supported versions of vitest, which measure a file by qtimeit: node tools/check-vitest.js */

const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const ROOT = path.join(__dirname, '..');

const BEFORE = `import { bench, describe } from 'vitest';
  enum Size { Small = 10 }
  const list = Array.from({ length: Size.Small }, (_, i) => i * 7919 % 101);
  describe('sort', () => {
    bench('by text', () => { list.slice().sort(); }, { time: 200 });
    bench('by number', () => { list.slice().sort((a, b) => a - b); }, { time: 200 });
  });`;
const SINCE = `import { test } from 'vitest';
  enum Size { Small = 10 }
  const list = Array.from({ length: Size.Small }, (_, i) => i * 7919 % 101);
  test('sort', async ({ bench }) => {
    const texts = bench('by text', () => { list.slice().sort(); });
    const numbers = bench('by number', () => { list.slice().sort((a, b) => a - b); });
    await bench.compare(texts, numbers, { time: 200 });
  });`;

// vitest 5 does not run on Node 20.
const NODE = path.join(__dirname, 'node_modules', 'node26', 'bin', 'node');
const VERSIONS = [
  { version: '3.2.7', config: { runner: 'qtimeit/vitest' }, text: BEFORE, report: ['--outputJson=out.json'] },
  { version: '4.1.12', config: { runner: 'qtimeit/vitest' }, text: BEFORE, report: ['--outputJson=out.json'] },
  {
    version: '5.1.1', config: { benchmark: { enabled: true, provider: 'qtimeit/vitest' } }, text: SINCE,
    report: ['--reporter=default', '--reporter=json', '--outputFile=out.json'],
  },
];

/** Verdicts by name: in the rows of a report of any version */
function verdictsIn(value) {
  if (value === null || typeof value !== 'object') return [];
  const { name, verdict = value.latency?.verdict } = value;
  return [...(name && verdict ? [[name, verdict]] : []), ...Object.values(value).flatMap(verdictsIn)];
}

function check({ version, config, text, report }, folder) {
  fs.writeFileSync(path.join(folder, 'package.json'), '{}');
  const installing = ['install', '--no-audit', '--no-fund', '--loglevel=error', `vitest@${version}`];
  execFileSync('npm', installing, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  fs.symlinkSync(ROOT, path.join(folder, 'node_modules', 'qtimeit'), 'junction');
  fs.writeFileSync(path.join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ test: config })};`);
  fs.writeFileSync(path.join(folder, 'sort.bench.ts'), text);
  const args = ['node_modules/vitest/vitest.mjs', 'bench', '--run', ...report];
  const { status, stdout, stderr } = spawnSync(NODE, args, { cwd: folder, encoding: 'utf8' });
  const fail = (why) => {
    console.error(`${stdout}${stderr}`);
    throw new Error(`vitest ${version}: ${why}`);
  };
  if (status !== 0) fail(`ended with ${status}`);
  const verdicts = verdictsIn(JSON.parse(fs.readFileSync(path.join(folder, 'out.json'), 'utf8')));
  const found = Object.fromEntries(verdicts);
  // A busy machine may be too noisy for these short runs.
  if (!['baseline', 'too-noisy'].includes(found['by text']) || !found['by number']) {
    fail(`has verdicts ${JSON.stringify(found)}`);
  }
  if (!/rate +verdict/.test(stdout)) fail('prints no table of qtimeit');
  console.log(`vitest ${version}: ${verdicts.map((pair) => pair.join(' ')).join(', ')}`);
}

for (const version of VERSIONS) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-vitest-'));
  try {
    check(version, folder);
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
