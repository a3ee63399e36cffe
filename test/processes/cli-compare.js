'use strict';

/* Comparisons that take many processes. */

const { expect } = require('chai');
const { useFolder, write } = require('../helpers/cli');
const { inside } = require('../helpers/cli-inside');

useFolder();

describe('qtimeit compare of binaries', () => {
  it('reports a file that does not load, and a test that fails, and ends with 1', async () => {
    write('a.js', 'throw new Error("on purpose");\n');
    write('b.js', 'module.exports = { fails() { throw new Error("in the test"); } };\n');
    const { status, stdout } = await inside('compare', '--old', process.execPath, '--new', process.execPath,
      '--max-regression', '3%', '--strict', 'a.js', 'b.js');
    expect(status).to.equal(1);
    expect(stdout).to.match(/^FAILED a\.js \(old\): Error: on purpose/m).and.match(/^FAILED a\.js \(new\)/m)
      .and.match(/^fails .* failed$/m).and.match(/^FAILED fails \(old\): .*in the test/m)
      .and.match(/\n--max-regression 3 %: not judged; 1 of 1 test failed: fails; 1 file failed: a\.js\n$/);
  });
});
