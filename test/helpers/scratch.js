'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const realHost = require('#lib/base/host/host');

/** The real host with some functions replaced. */
function hostWith(changes) {
  return Object.create(realHost, Object.getOwnPropertyDescriptors(changes));
}

/**
 * A folder for the tests of a describe(), removed after them.
 *
 * @returns {function(string, string=): string} scratch(name, text) -> absolute path; writes the file if a text is
 *   given
 */
function scratchFolder() {
  let root;
  before(() => { root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'qtimeit-test-')); });
  after(() => fs.rmSync(root, { recursive: true, force: true }));
  return (name, text) => {
    const file = path.join(root, name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    if (text !== undefined) fs.writeFileSync(file, text);
    return file;
  };
}

/** Writes files in a folder: { name: text } */
function put(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
}

/** Writes an executable script in a scratch folder; the default interpreter is the shell. */
function programIn(scratch, name, text = '', interpreter = '/bin/sh') {
  const file = scratch(name, `#!${interpreter}\n${text}\n`);
  fs.chmodSync(file, 0o755);
  return file;
}

module.exports = { hostWith, programIn, put, scratchFolder };
