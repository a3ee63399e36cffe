'use strict';

/* A git repository in the folder of helpers/cli.js, which can be compared with its last commit. */

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const { inFolder, write } = require('./cli');

// Without maintenance, which each commit would start as a separate process.
const SETTINGS = ['user.name=a', 'user.email=a@b', 'maintenance.auto=false'].flatMap((one) => ['-c', one]);

function gitWith(input, args) {
  const { status, stdout, stderr } =
    spawnSync('git', [...SETTINGS, ...args], { cwd: inFolder(), encoding: 'utf8', input });
  expect(status, stderr).to.equal(0);
  return stdout;
}

/** Runs git in the folder of the test. */
const git = (...args) => gitWith('', args);

/**
 * Checks out a new branch with this many commits, by three processes: the text of x.js in commit i is `// i`, and the
 * subject is `number i`. Returns the commits, the oldest first.
 */
function commitVersions(count) {
  const commits = Array.from({ length: count }, (_, i) => [
    'commit refs/heads/versions', `committer a <a@b> ${1.7e9 + i} +0000`, 'data <<END', `number ${i}`, 'END',
    'M 644 inline x.js', 'data <<END', `// ${i}`, 'END', '',
  ].join('\n'));
  gitWith(commits.join(''), ['fast-import', '--quiet']);
  git('checkout', '-q', 'versions');
  return git('log', '--reverse', '--format=%H').trim().split('\n');
}

/** Creates a repository whose only commit has all files of the folder. */
function commitAll() {
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'first');
}

/** Writes a.js with a test in both revisions, a removed and a new one, and b.js, which is not committed. */
function changedSinceCommit() {
  // Sleeping for 1 ms leaves the processor to other processes.
  const both = 'both() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); }';
  write('a.js', `module.exports = { gone() {}, ${both} };\n`);
  commitAll();
  write('a.js', `module.exports = { ${both}, fresh() {} };\n`);
  write('b.js', 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n');
}

module.exports = { changedSinceCommit, commitAll, commitVersions, git };
