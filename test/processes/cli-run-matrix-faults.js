'use strict';

/* Benchmark files that end their process, under the command. */

const { expect } = require('chai');
const { useFolder, write } = require('../helpers/cli');
const { inside } = require('../helpers/cli-inside');
const { benchmarkFile } = require('../helpers/benchmark-files');

const linesOf = ({ stdout }) => stdout.split('\n').filter((line) => /: \S+\/s$/.test(line));

useFolder();

describe('qtimeit run: a benchmark file that ends its process', () => {
  it('is tried twice and no more, where a configuration fails each time', async () => {
    write('a.js', benchmarkFile(
      { kind: ['good', 'bad'] }, { ms: '100', before: 'if (conf.kind === "bad") process.exit(3);' }));
    const { status, stdout } = await inside('run', 'a.js', '--runs', '3');
    expect(status).to.equal(1);
    expect(linesOf({ stdout })).to.deep.equal(Array(3).fill('a.js kind="good": 10.0/s'));
    expect(stdout).to.match(/^kind="bad" +FAILED +0 of 2$/m)
      .and.match(/^FAILED a\.js kind="bad", 2 times: its process ended with exit code 3/m);
  });
});
