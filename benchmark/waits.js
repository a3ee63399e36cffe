'use strict';

/*
 * Checks tests that wait, under load: for fs.stat, for a timer, and for a file stream.
 *
 *   node waits.js [--loads 0,2] [--runs 3] [--short]
 *
 * --short: one run of 0.1 s without a load.
 *
 * Each run is a snippet on the command line, with default options. A hand-written loop measures the true time before
 * and after, under the same load: the median of pieces of a few milliseconds. A figure within 15 % of one of these two
 * times, or of their mean, is right.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { readArguments } = require('./arguments');
const { setLoops } = require('./loops');
const { median, nowMs } = require('./truth');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const SETUP = "const fs = require('fs')";
const SNIPPETS = {
  'fs.stat': "await fs.promises.stat('.')",
  timer: 'await new Promise((done) => setTimeout(done, 1))',
  stream: 'await new Promise((done, fail) => fs.createReadStream(' +
    `${JSON.stringify(__filename)}).on('error', fail).on('end', done).resume())`,
};

const RIGHT = 0.15;
const LIMIT_MS = 4000;
const PIECE_MS = 3;

const { options } = readArguments({ loads: '0,2', runs: 3, short: false });
const TRUTH_MS = options.short ? 50 : 500;

const AsyncFunction = (async () => {}).constructor;
const loopOf = (code) => new AsyncFunction('fs', 'n', `for (let i = 0; i < n; i++) { ${code}; }`);

/** Time per call in a hand-written loop, in ns. */
async function truthOf(loop) {
  const perCall = [];
  const startedMs = nowMs();
  for (let n = 1; nowMs() - startedMs < TRUTH_MS;) {
    const beganMs = nowMs();
    await loop(fs, n);
    const ms = nowMs() - beganMs;
    perCall.push(ms * 1e6 / n);
    n = Math.max(1, Math.round(n * PIECE_MS / ms));
  }
  return median(perCall.slice(perCall.length >> 2));
}

function figureOf(code) {
  const startedMs = nowMs();
  const args = [PROGRAM, '--json', ...(options.short ? ['-t', '0.1', '--fork', '0'] : []), '-s', SETUP, code];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const ms = nowMs() - startedMs;
  try {
    const [{ tests: [row] }] = JSON.parse(stdout).suites;
    return { ns: row.nsPerCall === null ? NaN : row.nsPerCall, warnings: row.warnings, ms };
  } catch (error) {
    throw new Error(`no result: ${stderr || error.message}`);
  }
}

async function run(name, load) {
  await setLoops(load);
  const loop = loopOf(SNIPPETS[name]);
  const before = await truthOf(loop);
  const { ns, warnings, ms } = figureOf(SNIPPETS[name]);
  const after = await truthOf(loop);
  const errors = [before, after, (before + after) / 2].map((truth) => ns / truth - 1);
  const error = errors.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  const codes = warnings.map(({ code }) => code);
  const isRight = Math.abs(error) <= RIGHT && ms <= LIMIT_MS && !codes.includes('handles-left');
  console.log(`${isRight ? 'right' : 'WRONG'}  ${name.padEnd(8)} ${load} loops: ${(ns / 1e3).toFixed(1)} us in ` +
    `${(ms / 1e3).toFixed(1)} s, by hand ${(before / 1e3).toFixed(1)} and ${(after / 1e3).toFixed(1)}, ` +
    `error ${(error * 100).toFixed(1)} %${codes.length ? `; ${codes.join(', ')}` : ''}`);
  return isRight;
}

async function main() {
  const [runs, loads] = options.short ? [1, [0]] : [options.runs, options.loads.split(',').map(Number)];
  let right = 0;
  let all = 0;
  for (let i = 0; i < runs; i++) {
    for (const load of loads) {
      for (const name of Object.keys(SNIPPETS)) {
        all++;
        if (await run(name, load)) right++;
      }
    }
  }
  console.log(`${right} of ${all} right, goal: all`);
  process.exit(right === all ? 0 : 1);
}

main();
