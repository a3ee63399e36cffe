'use strict';

/* Git repositories in temporary folders. */

const { spawnSync } = require('child_process');

/** Runs git in a folder, and returns what it prints. */
function git(cwd, ...args) {
  const { status, stdout, stderr } =
    spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`);
  return stdout;
}

function commitAll(folder) {
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'x');
}

/** Makes a folder a repository whose first commit has all its files. */
function makeRepository(folder) {
  git(folder, 'init', '-q');
  commitAll(folder);
}

module.exports = { commitAll, git, makeRepository };
