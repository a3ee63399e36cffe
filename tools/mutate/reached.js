'use strict';

/*
 * The code that each test file runs, also in its child processes: found by running it once with V8's coverage, which
 * child processes inherit, and kept until the test file or a file that it loads changes. For a test file that loaded no
 * file with bugs, only its own content matters.
 */

const { createHash } = require('crypto');
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const KEPT = path.join(__dirname, '..', 'node_modules', '.cache', 'mutate');

const hashOf = (file) => (fs.existsSync(file) ? createHash('sha1').update(fs.readFileSync(file)).digest('hex') : null);

/** Adds what one process ran of a file to the coverage of others; for nested ranges, the innermost counts. */
function add(reached, functions) {
  const ran = new Uint8Array(reached.ran.length);
  const inOrder = (a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset;
  const ranges = functions.flatMap((one) => one.ranges).sort(inOrder);
  for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  for (let i = 0; i < ran.length; i++) reached.ran[i] |= ran[i];
  for (const { functionName, ranges: [{ startOffset, count }] } of functions) {
    const isFile = functionName === '' && startOffset === 0;
    if (count > 0 && !isFile) reached.functions.add(startOffset);
  }
}

/** Marks the places where a range starts and ends. */
function edgesOf(ran) {
  const edges = [];
  for (let i = 0; i <= ran.length; i++) if ((ran[i] || 0) !== (ran[i - 1] || 0)) edges.push(i);
  return edges;
}

/** Reads V8's documents in a folder: the covered code of a tree's files: { file: { hash, edges, functions } }. */
function readCoverage(folder, tree) {
  const root = `${pathToFileURL(tree)}/`;
  const files = new Map();
  for (const name of fs.readdirSync(folder)) {
    let results = [];
    try {
      ({ result: results } = JSON.parse(fs.readFileSync(path.join(folder, name), 'utf8')));
    } catch (_) {
      // Truncated when its process was killed.
    }
    for (const { url, functions } of results) {
      const file = url.startsWith(root) && decodeURIComponent(url.slice(root.length));
      if (!file || file.includes('node_modules/') || !fs.existsSync(path.join(tree, file))) continue;
      if (!files.has(file)) {
        const { length } = fs.readFileSync(path.join(tree, file), 'utf8');
        files.set(file, { ran: new Uint8Array(length), functions: new Set() });
      }
      add(files.get(file), functions);
    }
  }
  return Object.fromEntries([...files].map(([file, { ran, functions }]) => {
    return [file, { hash: hashOf(path.join(tree, file)), edges: edgesOf(ran), functions: functions.size }];
  }));
}

/**
 * @param {object} copy of the tree, from ./copy
 * @param {string} test its file
 * @param {Set<string>} files with bugs
 * @returns {Promise<{ test: string, passes: boolean, seconds: number, files: object }>} files: see readCoverage
 */
async function reachedBy(copy, test, files) {
  const kept = path.join(KEPT, `${test.replace(/\W/g, '-')}-${process.version}.json`);
  if (fs.existsSync(kept)) {
    const known = JSON.parse(fs.readFileSync(kept, 'utf8'));
    const loaded = Object.keys(known.files);
    const isSame = (file) => known.files[file]?.hash === hashOf(path.join(copy.tree, file));
    if (isSame(test) && (!loaded.some((file) => files.has(file)) || loaded.every(isSame))) return known;
  }
  // First without coverage, with which V8 optimizes differently: tests of tiers take minutes, and fail.
  let { passes, seconds } = await copy.run([test]);
  // On a busy machine a test may fail once.
  if (!passes) ({ passes, seconds } = await copy.run([test]));
  if (!passes) return { test, passes, seconds, files: {} };
  const reached = { test, passes, seconds, files: readCoverage(await copy.cover(test), copy.tree) };
  fs.mkdirSync(KEPT, { recursive: true });
  fs.writeFileSync(kept, JSON.stringify(reached));
  return reached;
}

/** Whether a test file runs the place of a bug. */
function runs(reached, { file, start }) {
  const { edges } = reached.files[file];
  return edges.filter((edge) => edge <= start).length % 2 === 1;
}

/**
 * The test files that could find a bug, fast and promising ones first: those that run much of its file, relative to all
 * that they run. If the place runs when its file is loaded: tests that call a function of the file; if no test runs it:
 * tests that load the file, because a killed process leaves no coverage.
 *
 * @returns {{ tests: object[], isRun: boolean }} tests: see reachedBy
 */
function testsOf(mutant, all) {
  const { file } = mutant;
  const loading = all.filter(({ files }) => files[file]);
  const running = loading.filter((reached) => runs(reached, mutant));
  const calling = running.filter(({ files }) => files[file].functions > 0);
  const tests = [calling, running, loading].find(({ length }) => length > 0) || [];
  const cost = ({ seconds, files }) => {
    const called = Object.values(files).reduce((sum, { functions }) => sum + functions, 0);
    return seconds * (called + 1) / (files[file].functions + 1);
  };
  return { tests: tests.sort((a, b) => cost(a) - cost(b)), isRun: running.length > 0 };
}

module.exports = { reachedBy, testsOf };
