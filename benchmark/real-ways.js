'use strict';

/* The ways of measuring that real.js compares: commands of qtimeit, and their documents as rows. */

const { spawn } = require('child_process');
const path = require('path');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const KILL_MS = 3600e3;

let current = null;
process.on('exit', () => current && current.kill('SIGKILL'));

const codesOf = (warnings) => (warnings || []).map(({ code }) => code);

/** ns per call of each process, or of the parts of the run in one process, if they have no times of their own */
function valuesOf({ samples, results }) {
  const values = (samples || []).map(({ nsPerCall }) => nsPerCall).filter((ns) => ns !== null);
  if (values.length > 1) return values;
  return results.stats.filter(({ count }) => count > 0).map(({ count, elapsed }) => elapsed / count * 1e9);
}

/** Rows of `qtimeit run` */
const rowsOfRun = ({ suites }) => suites.flatMap(({ suite, tests }) => tests.map((row) => ({
  ordinal: suite, name: row.name, ns: row.nsPerCall, low: row.nsLow, high: row.nsHigh, verdict: row.verdict,
  warnings: codesOf(row.warnings), error: row.error && row.error.message, processes: row.processes,
  values: valuesOf(row),
})));

/** Rows of `qtimeit compare`, one for each side */
const rowsOfCompare = ({ tests }) => tests.flatMap(({ suite, name, sides, unit, changes }) => (
  sides.filter(Boolean).map((side) => ({
    ordinal: suite, name, ns: side.nsPerCall, low: side.nsLow, high: side.nsHigh, verdict: changes[0].verdict,
    warnings: codesOf(side.warnings), error: side.error && side.error.message, processes: side.processes,
    values: side.values.map((value) => (unit === 'cycles' ? value * side.nsPerCall / side.cycles : value)),
  }))));

const { execPath } = process;
const WAYS = {
  node: { args: ['run', '--fork', '0'], rowsOf: rowsOfRun },
  run: { args: ['run'], rowsOf: rowsOfRun },
  fork4: { args: ['run', '--fork', '4'], rowsOf: rowsOfRun },
  compare: { args: ['compare', '--old', execPath, '--new', execPath], rowsOf: rowsOfCompare },
};

/**
 * Measures a file in one way.
 *
 * @param {string} way
 * @param {{ entry: string, cwd: string }} file
 * @param {string[]} more arguments
 * @returns {Promise<{ seconds: number, rows: object[], error: string|null }>}
 */
function measureFile(way, { entry, cwd }, more) {
  const { args, rowsOf } = WAYS[way];
  return new Promise((resolve) => {
    const startedMs = performance.now();
    const stdio = ['ignore', 'pipe', 'pipe'];
    const child = spawn(execPath, [PROGRAM, ...args, '--json', ...more, entry], { cwd, stdio, timeout: KILL_MS });
    current = child;
    let [output, errors] = ['', ''];
    child.stdout.on('data', (text) => { output += text; });
    child.stderr.on('data', (text) => { errors += text; });
    child.on('close', (code, signal) => {
      current = null;
      const seconds = (performance.now() - startedMs) / 1e3;
      try {
        resolve({ seconds, rows: rowsOf(JSON.parse(output)), error: null });
      } catch (_) {
        // Without a document, its errors say why.
        const cause = errors.split('\n').find((line) => /^qtimeit:|Error/.test(line)) || errors.trim().slice(-200);
        resolve({ seconds, rows: [], error: `exited with ${signal || code}: ${cause}` });
      }
    });
  });
}

module.exports = { WAYS, measureFile };
