'use strict';

/* A git repository in the folder of helpers/cli.js, which can be compared with its last commit. */

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const { inFolder, write } = require('./cli');

/** Runs git in the folder of the test. */
function git(...args) {
  const { status, stdout, stderr } =
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: inFolder(), encoding: 'utf8' });
  expect(status, stderr).to.equal(0);
  return stdout;
}

/** Writes a.js with a test in both revisions, a removed and a new one, and b.js, which is not committed. */
function changedSinceCommit() {
  git('init', '-q');
  // Sleeping for 1 ms leaves the processor to other processes.
  const both = 'both() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); }';
  write('a.js', `module.exports = { gone() {}, ${both} };\n`);
  git('add', '.');
  git('commit', '-qm', 'first');
  write('a.js', `module.exports = { ${both}, fresh() {} };\n`);
  write('b.js', 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n');
}

module.exports = { changedSinceCommit, git };
