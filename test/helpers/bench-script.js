'use strict';

/* Runs scripts in separate processes. Each script measures its suites in its own process, without forks. */

const path = require('path');
const { spawn, spawnSync } = require('child_process');
const { expect } = require('chai');
const { outputOf } = require('./child-processes');

const ROOT = path.join(__dirname, '..', '..');
const WINDOWS = process.platform === 'win32';
const MEASURED = ['baseline', 'same', 'slower', 'faster', 'unresolved', 'below-resolution', 'too-noisy'];

// A table row with figures, and a row of a test that was cut short. Under load, the latter may be too noisy.
const FIGURES = /^\S.* [\d.]+ [num]?s .*[\d,]+ +(?:[\d,.]+ )?.*(?:baseline|same|slower|faster|unresolved)/;
const CUT_SHORT =
  /^a +(?:[\d.]+ [num]?s(?: +\+->?[\d.]+ %)? +[\d,.]+ +1000 +(?:fastest, )?baseline|too noisy to tell) +\(.*cut short/;

// Captured before a test can replace them; results of scripts do not use console.log.
const PRELUDE = `const timeit = require('./qtimeit.js');
  process.stdout;
  const fs = require('fs');
  const { stringify } = JSON;
  const { writeSync } = fs;
  const say = (text) => writeSync(1, text + '\\n');
  const tell = (rows) => say('ROWS ' + stringify(rows));
  const work = (turns) => { let sum = 0; for (let i = 0; i < turns; i++) sum += i; return sum; };
  const good = () => work(100);
  // Measurably slower than an empty function on any machine.
  const longer = () => work(100000);
  const short = { verbose: 0, timeGoal: 0.02, twin: false };
  `;

function environment(more) {
  const env = { ...process.env };
  for (const name of ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'NODE_UNIQUE_ID', 'QTIMEIT_WORKER']) delete env[name];
  return { ...env, ...more };
}

function outcome({ status, signal, stdout, stderr }) {
  const lines = stdout.split('\n').slice(0, -1);
  const suites = lines.filter((line) => line.startsWith('ROWS ')).map((line) => JSON.parse(line.slice(5)));
  return { status, signal, stdout, stderr, suites, rows: suites[0],
    lines: lines.filter((line) => !line.startsWith('ROWS ')) };
}

function run(script, { flags = [], env, prelude = PRELUDE } = {}) {
  const child = spawnSync(process.execPath, [...flags, '-e', prelude + script],
      { cwd: ROOT, env: environment(env), encoding: 'utf8', timeout: 60000 });
  if (child.error) throw child.error;
  return outcome(child);
}

/** Runs a script, and sends it a signal once it has printed 'ready'. */
async function interrupt(script, signal) {
  const child = spawn(process.execPath, ['-e', PRELUDE + script],
      { cwd: ROOT, env: environment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let isReady = false;
  const done = outcome(await outputOf(child, ({ stdout }) => {
    if (isReady || !stdout.includes('ready\n')) return;
    isReady = true;
    child.kill(signal);
  }));
  return { ...done, lines: done.lines.slice(done.lines.indexOf('ready') + 1) };
}

function expectSound({ rows, lines }) {
  for (const row of rows) {
    expect(row.verdict === 'failed' || MEASURED.includes(row.verdict), `${row.name}: ${row.verdict}`).to.equal(true);
    expect(row.verdict === 'failed').to.equal(row.error !== null);
    for (const field of ['nsPerCall', 'calls', 'rounds', 'ops']) {
      if (row[field] !== null) expect(row[field], field).to.be.at.least(0);
    }
    for (const field of ['rank', 'rankLow', 'rankHigh']) {
      if (row[field] !== null) expect(row[field], field).to.be.above(0);
    }
  }
  // Names and output of tests may contain these words; figures may not.
  for (const line of lines) if (FIGURES.test(line)) expect(line).to.not.match(/NaN|Infinity|undefined|null| -\d/);
}

function expectMeasured(done, names) {
  expect(done.stderr).to.equal('');
  expect(done).to.include({ status: 0, signal: null });
  expect(done.rows.map(({ name }) => name)).to.deep.equal(names);
  expect(done.rows.map(({ error }) => error)).to.deep.equal(names.map(() => null));
  expectSound(done);
}

module.exports =
  { environment, outcome, run, interrupt, expectSound, expectMeasured, CUT_SHORT, MEASURED, PRELUDE, ROOT, WINDOWS };
