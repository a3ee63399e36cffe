'use strict';

/* A folder under git, to be compared with its last commit. To be used with helpers/cli.js. */

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

/** a.js with one test that both have, one that has gone and one that is new; and b.js, which is not committed. */
function changedSinceCommit() {
  git('init', '-q');
  // To measure one that sleeps for 1 ms leaves the processor to others.
  const both = 'both() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); }';
  write('a.js', `module.exports = { gone() {}, ${both} };\n`);
  git('add', '.');
  git('commit', '-qm', 'first');
  write('a.js', `module.exports = { ${both}, fresh() {} };\n`);
  write('b.js', 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n');
}

module.exports = { changedSinceCommit, git };
