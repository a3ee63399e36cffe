'use strict';

/* A temporary copy of the tree in which bugs are tried, with a temporary folder; both are removed at the end. */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { leftProcesses, runToEnd } = require('../attack/processes');

const MOCHA = require.resolve('mocha/bin/mocha.js', { paths: [path.join(__dirname, '..', '..')] });

// A run that takes this many times its usual time has met a bug, even on a busy machine.
const TIMES = 5;
const MORE_SECONDS = 10;
// The first run of a test file, whose duration is unknown.
const MOST_SECONDS = 300;
// As in .mocharc.js.
const TEST_MS = 60000;

const LEFT = new Set(['node_modules', '.git']);

function openCopy(from) {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'mutate-')));
  const [tree, tmp, coverage] = ['tree', 'tmp', 'coverage'].map((one) => path.join(base, one));
  const mark = path.basename(base);
  fs.cpSync(from, tree, { recursive: true, filter: (file) => !LEFT.has(path.basename(file)) });
  fs.symlinkSync(fs.realpathSync(path.join(from, 'node_modules')), path.join(tree, 'node_modules'), 'dir');

  function empty(folder) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.mkdirSync(folder);
  }

  async function start(tests, { options, env, limitSeconds }) {
    empty(tmp);
    const args = [MOCHA, '--no-config', '--timeout', String(TEST_MS), '--reporter', 'dot', ...options, ...tests];
    const how = { cwd: tree, env: { ...process.env, TMPDIR: tmp, ...env }, mark, limitMs: limitSeconds * 1000 };
    return runToEnd([process.execPath, ...args], how);
  }

  return {
    tree,

    /**
     * Runs test files, up to the first failure.
     *
     * @param {string[]} tests
     * @param {number} [usualSeconds] their usual duration
     * @returns {Promise<{ passes: boolean, seconds: number }>}
     */
    async run(tests, usualSeconds = MOST_SECONDS / TIMES) {
      const startedMs = Date.now();
      const limitSeconds = TIMES * usualSeconds + MORE_SECONDS;
      const { status, isHung } = await start(tests, { options: ['--bail'], env: {}, limitSeconds });
      return { passes: status === 0 && !isHung, seconds: (Date.now() - startedMs) / 1000 };
    },

    /** Runs a test file to its end with V8's coverage; returns the folder of V8's documents. */
    async cover(test) {
      empty(coverage);
      await start([test], { options: [], env: { NODE_V8_COVERAGE: coverage }, limitSeconds: MOST_SECONDS });
      return coverage;
    },

    /** Calls action() while a file of the copy has a bug. */
    async withMutant({ file, start, end, is }, action) {
      const where = path.join(tree, file);
      const text = fs.readFileSync(where, 'utf8');
      fs.writeFileSync(where, text.slice(0, start) + is + text.slice(end));
      try {
        return await action();
      } finally {
        fs.writeFileSync(where, text);
      }
    },

    async remove() {
      await leftProcesses(mark);
      fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

module.exports = { openCopy };
