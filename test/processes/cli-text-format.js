'use strict';

const { expect } = require('chai');
const { useFolder, write, qtimeit } = require('../helpers/cli');

describe('--format text', () => {
  useFolder();

  it('prints the table, of a suite as of a snippet', () => {
    write('suite.js', 'module.exports = { root: () => Math.sqrt(2) };\n');
    for (const args of [['run', 'suite.js', '-t', '0.01'], ['Math.sqrt(2)', '-t', '0.01']]) {
      const { status, stdout } = qtimeit(...args, '--format', 'text');
      expect([status, stdout.split('\n').some((line) => /^(root|Math\.sqrt\(2\)) +\S/.test(line))], stdout)
        .to.deep.equal([0, true]);
    }
  });
});
