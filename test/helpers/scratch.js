'use strict';

const fs = require('fs');
const os = require('os');
const path = require('path');
const realHost = require('../../lib/host/host');

/** The real host with some deps exchanged. */
function hostWith(changes) {
  return Object.create(realHost, Object.getOwnPropertyDescriptors(changes));
}

/**
 * A folder for the tests of a describe(), gone after them.
 *
 * @returns {function(string, string=): string} scratch(name, text) -> absolute path, and a file there where a text is
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

/** A program of the shell, or of another interpreter, in a scratch folder. */
function programIn(scratch, name, text = '', interpreter = '/bin/sh') {
  const file = scratch(name, `#!${interpreter}\n${text}\n`);
  fs.chmodSync(file, 0o755);
  return file;
}

module.exports = { hostWith, programIn, scratchFolder };
