'use strict';

/* Benchmark files of all kinds, run by hand; three of them are in create-benchmark.test.js. */

const { expect } = require('chai');
const { runFile } = require('../helpers/benchmark-process');

const ways = [
  ['filtered.js', ['from=utf8'], ['n=1000 to="latin1" from="utf8"']], ['creates-later.js', ['n=10'], ['n=10']], ['deletes-env.js', ['n=1'], ['n=1']], ['flags-string.js', [], ['n=1']],
  ['inherited-names.js', ['toString=a', 'constructor=1'], ['n=10 __proto__="p" hasOwnProperty="x" constructor=1 toString="a"']],
  ['integer-keys.js', ['2=5'], ['1="one" 2=5 n=10 b="x"']],
  ['odd-names.js', [], ['\u4f60="e" --n=2 q"q="d" a,b="c" two words=1']], ['scalar.js', [], ['n=1000 text="abc"']],
  ['waits-for-child.js', [], ['n=2']], ['messages.js', [], ['n=10']], ['twice-the-same.js', [], ['n=10', 'n=20', 'n=10']], ['wrapped.js', ['kind=b'], ['n=100 kind="b"']],
];

describe('a benchmark file run by hand', function () {
  this.timeout(60000);

  for (const [file, args, configurations] of ways) {
    it(`may be ${file}`, async () => {
      const { lines, stderr, exitCode } = await runFile(file, args);
      expect(lines).to.eql(configurations.map((one) => `${file} ${one}: RATE`));
      expect([stderr, exitCode]).to.eql(['', 0]);
    });
  }
});
