'use strict';

/* True times of all tests, from real-child.js, in a file that later runs of real.js reuse and extend. */

const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const CHILD = path.join(__dirname, 'real-child.js');
const KILL_MS = 180e3;

let current = null;
process.on('exit', () => current && current.kill('SIGKILL'));

/** JSON that a process of real-child.js writes; { error } if it fails */
function childResult({ entry, cwd }, args) {
  return new Promise((resolve) => {
    const stdio = ['ignore', 'ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, [CHILD, entry, ...args], { cwd, stdio, timeout: KILL_MS });
    current = child;
    let [result, errors] = ['', ''];
    child.stderr.on('data', (text) => { errors += text; });
    child.stdio[3].on('data', (text) => { result += text; });
    child.on('close', (code, signal) => {
      current = null;
      if (result) resolve(JSON.parse(result));
      else resolve({ error: `exited with ${signal || code}: ${errors.trim().split('\n').pop()}` });
    });
  });
}

/** { suite, file, ordinal, name } identifies a test. */
const keyOf = ({ suite, file, ordinal, name }) => JSON.stringify([suite, file, ordinal, name]);

/** All tests of the files. Throws if a file has not as many as listed; without a list, a file may have none. */
async function listTests(files) {
  const all = [];
  for (const one of files) {
    const { suite, file, tests } = one;
    const found = await childResult(one, []);
    if (tests === null) {
      if (found.error || !found.length) console.log(`${suite}: ${file}: ${found.error || 'no tests'}`);
      if (found.error) continue;
    } else if (found.error) throw new Error(`${suite}: ${file}: ${found.error}`);
    else if (found.length !== tests) throw new Error(`${suite}: ${file} has ${found.length} tests, expected ${tests}`);
    all.push(...found.map(({ ordinal, name }) => ({ suite, file, ordinal, name, of: one })));
  }
  return all;
}

const machine = () => {
  const { node, v8 } = process.versions;
  const cpus = os.cpus();
  return { node, v8, cpu: cpus.length ? cpus[0].model : '', cpus: cpus.length };
};

/** Tests in the file, unless another machine or version has written it */
function readTruth(file) {
  if (!fs.existsSync(file)) return [];
  const { machine: other, tests } = JSON.parse(fs.readFileSync(file, 'utf8'));
  if (JSON.stringify(other) === JSON.stringify(machine()) && tests.every(({ loopNs }) => loopNs)) return tests;
  console.log(`${file}: from another machine or version, measured again`);
  return [];
}

/**
 * Measures until each test has as many processes as wanted. Round by round, so that an interrupted run has some of
 * each test.
 *
 * @param {object[]} tests from listTests()
 * @param {object} options
 * @param {number} options.processes per test
 * @param {number} options.share of the usual time of a process
 * @param {string} options.file
 * @param {function(number, number)} options.progress
 * @returns {Promise<Map<string, object>>} by keyOf(): { kind, times, emptyNs, loopNs, cleanShares, error }
 */
async function measureTruth(tests, { processes, share, file, progress }) {
  // Failed tests are tried again.
  const known = new Map(readTruth(file).map((one) => [keyOf(one), { ...one, error: null }]));
  const save = () => fs.writeFileSync(file, JSON.stringify({ machine: machine(), tests: [...known.values()] }));
  const truths = tests.map(({ of: from, ...test }) => {
    const key = keyOf(test);
    if (!known.has(key)) {
      known.set(key, { ...test, kind: null, times: [], emptyNs: [], loopNs: [], cleanShares: [], error: null });
    }
    return { from, truth: known.get(key) };
  });
  const isDue = (round) => ({ truth: { times, error } }) => error === null && times.length < round;
  const all = truths.reduce((sum, { truth }) => sum + Math.max(0, processes - truth.times.length), 0);
  let done = 0;
  for (let round = 1; round <= processes; round++) {
    for (const { from, truth } of truths.filter(isDue(round))) {
      const { error = null, ...found } = await childResult(from, [truth.ordinal, truth.name, share]);
      truth.error = error;
      if (error === null) {
        truth.kind = found.kind;
        truth.times.push(found.ns);
        truth.emptyNs.push(found.emptyNs);
        truth.loopNs.push(found.loopNs);
        truth.cleanShares.push(found.cleanShare);
      }
      progress(++done, all);
      save();
    }
  }
  return known;
}

module.exports = { keyOf, listTests, machine, measureTruth };
