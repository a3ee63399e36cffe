'use strict';

const { expect } = require('chai');
const { runFile, COMMON } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

const REQUIRE = `const common = require(${JSON.stringify(COMMON)});\n`;

// A line of a stack in the code of this library, or the line that Node shows above it.
const OURS = /[\\/]lib[\\/].*\.js:\d+/;

describe('the third argument of createBenchmark', function () {
  this.timeout(60000);
  const scratch = scratchFolder();

  const options = [
    ['null', "its third argument is an object of options, such as { flags: ['--expose-gc'] }, and not null"],
    ["'x'", "and not 'x'"], ['[]', 'and not []'], ['() => {}', 'and not [Function (anonymous)]'],
    ['{ nonsense: 1 }', "there is no option 'nonsense'; there are flags, combinationFilter, byGroups, test, setup"],
    ['{ "\\x1b": 1 }', "there is no option '\\x1B'"],
    ['{ flags: 5 }', 'flags is an option of node, or a list of them, and not 5'],
    ["{ flags: ['-x', 5] }", "and not [ '-x', 5 ]"], ['{ combinationFilter: true }', 'combinationFilter is a function'],
    ['{ byGroups: 1 }', 'byGroups is true or false, and not 1'],
    ['{ test: null }', 'test is an object of parameters, such as { n: 1 }, and not null'],
    ['{ setup: {} }', 'setup is a function, and not {}'],
  ];
  it('is told of a wrong third argument, in one line with its place', async () => {
    const ends = await Promise.all(
      options.map(
        ([code], i) =>
          runFile(scratch(`third-${i}.js`, `${REQUIRE}common.createBenchmark(() => {}, { n: [1] }, ${code});`))));
    options.forEach(([code, words], i) => {
      expect(ends[i].stderr, code).to.include(words)
        .and.match(/^TypeError: createBenchmark: .* \(.*third-\d+\.js:2:8\)\n$/);
      expect(ends[i], code).to.include({ stdout: '', exitCode: 1 });
    });
  });

  it('leaves an error that nobody caught to a listener of the file', async () => {
    const file = scratch('listens.js', `${REQUIRE}
process.on('uncaughtException', ({ message }) => { setTimeout(() => console.error('heard ' + message), 20); });
const bench = common.createBenchmark(() => { throw new Error('on purpose'); }, { n: [1] });`);
    const { stderr, stdout } = await runFile(file);
    expect(stderr).to.include('heard on purpose');
    expect(stdout + stderr).to.not.match(OURS);
  });
});
