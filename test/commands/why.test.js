'use strict';

const { expect } = require('chai');
const { useFolder, write } = require('../helpers/cli');
const { inside, refused } = require('../helpers/cli-inside');

useFolder();

describe('qtimeit why', () => {
  it('refuses what it cannot explain, with a hint', async () => {
    write('a.js', 'let n = 0; module.exports = { plus() { n = n + 1 | 0; }, times() { n = n * 3 | 0; } };\n');
    for (const [args, words] of [
      [[], 'why needs one file with a suite, got 0'], [['a.js', 'b.js'], 'got 2'], [['none.js'], 'none.js'],
      [['-t', '0.02', '--test', 'plsu', 'a.js'], 'a.js has no test "plsu". Did you mean "plus"?'],
    ]) expect(await refused('why', ...args)).to.include(words).and.not.include('Require stack');
  });

  it('says why a file has no tests to explain', async () => {
    write('a.js', 'throw new Error("no data");\n');
    const { status, stdout, stderr } = await inside('why', 'a.js');
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.include('a.js: Error: no data (a.js:1:');
  });

  it('is refused where there is no code to explain, and profiles without it', async () => {
    write('a.js', 'module.exports = { a() {} };\n');
    const browser = ['--on', 'chromium', '--old', 'a', '--new', 'b'];
    for (const [args, words] of [
      [['compare', '--why', 'a.json', 'b.json'], '--why cannot explain a.json: saved results contain no code to run'],
      [['compare', '--why', ...browser, 'a.js'], '--why and --on cannot be combined'],
      [['compare', '--cpuprofile', 'out', '--rev', 'HEAD', 'a.js'], '--cpuprofile requires --why'],
      [['run', '--cpuprofile', 'out', 'a.js'], '--cpuprofile requires --why'],
      [['--cpuprofile', 'out', '1 + 1'], '--cpuprofile requires --why'],
      [['why', '--cpuprofile', 'a.js'], 'got 0. --cpuprofile has taken a.js as its value'],
    ]) expect(await refused(...args)).to.include(words);
  });
});
