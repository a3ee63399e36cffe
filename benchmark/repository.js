'use strict';

/* Creates Git repositories with a suite in several revisions. */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

/**
 * @param {string} cwd folder of the new repository
 * @param {string[]} texts contents of suite.js in each revision
 */
function makeRepository(cwd, texts) {
  const git = (...args) => {
    const withAuthor = ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args];
    const { status, stderr } = spawnSync('git', withAuthor, { cwd, encoding: 'utf8' });
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`);
  };
  fs.mkdirSync(cwd, { recursive: true });
  git('init', '-q');
  texts.forEach((text, i) => {
    fs.writeFileSync(path.join(cwd, 'suite.js'), text);
    git('add', '.');
    git('commit', '-q', '-m', `revision ${i + 1}`);
  });
}

module.exports = { makeRepository };
