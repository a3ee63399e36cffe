'use strict';

/* A repository of git whose latest revision does more work than the one before it. */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');

/**
 * @param {string} cwd folder that it is made in
 * @param {string[]} texts of suite.js, one for each revision
 */
function makeRepository(cwd, texts) {
  const git = (...args) => {
    const asSomebody = ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args];
    const { status, stderr } = spawnSync('git', asSomebody, { cwd, encoding: 'utf8' });
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
