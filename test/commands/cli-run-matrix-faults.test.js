'use strict';

const { expect } = require('chai');
const { useFolder, write, read } = require('../helpers/cli');
const { inside, insideOf } = require('../helpers/cli-inside');
const { startHere } = require('../helpers/benchmark-here');
const { benchmarkFile } = require('../helpers/benchmark-files');

const SHORT = benchmarkFile({ n: [5] }, { ms: '200' });
const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; } };\n';

const linesOf = ({ stdout }) => stdout.split('\n').filter((line) => /: \S+(?: [kMG]\/s|\/s)$/.test(line));

// Without processes of the files.
const { inside: insideHere } = insideOf({ startScript: startHere });

useFolder();

describe('qtimeit run: benchmark files and suites', () => {
  beforeEach(() => {
    write('a.js', SHORT);
    write('suite.js', SUITE);
  });

  it('runs the files that match --filter, if all are of one kind', async () => {
    expect(linesOf(await insideHere('run', '.', '--filter', 'a.js'))).to.deep.equal(['a.js n=5: 25.0/s']);
    const { status, stdout } =
      await inside('run', '.', '--filter', 'suite', '--time', '0.02', '--fork', '0', '--json');
    expect(status).to.equal(0);
    expect(JSON.parse(stdout).suites.map(({ file, error }) => [file, error])).to.deep.equal([['suite.js', null]]);
  });
});

describe('qtimeit run: what goes wrong in a benchmark file', () => {
  it('is a failure with its cause, the rest goes on, and the exit code is 1', async () => {
    write('a.js', benchmarkFile(
      { kind: ['good', 'bad', 'fine'] },
        { ms: '100', before: 'if (conf.kind === "bad") throw new RangeError("on purpose");' }));
    write('b.js', '/* createBenchmark */ module.exports = {;\n');
    write('c.js', '/* createBenchmark */\n');
    write('d.js', SHORT);
    const { status, stdout } = await insideHere('run', '.', '--save', 'r.json');
    expect(status).to.equal(1);
    expect(linesOf({ stdout })).to.deep.equal(
      ['a.js kind="good": 10.0/s', 'a.js kind="fine": 10.0/s', 'd.js n=5: 25.0/s']);
    expect(stdout).to.match(/^1 of 4 runs failed, 2 files could not be run:$/m)
      .and.match(/^FAILED a\.js kind="bad": RangeError: on purpose\n +at a\.js:\d+:/m)
      .and.match(/^FAILED b\.js: never called createBenchmark: .*exit code 1\n(?: .*\n)* +\| SyntaxError: /m)
      .and.match(/^FAILED c\.js: never called createBenchmark: .*exit code 0$/m);
    const { complete, failures, configurations } = read('r.json');
    expect(complete).to.equal(true);
    expect(failures.map(({ side, file, error }) => [side, file, error.code]))
      .to.deep.equal([['this', 'b.js', 'exited'], ['this', 'c.js', 'exited']]);
    expect(configurations.map(({ configuration, sides: [{ rates, errors }] }) =>
      [configuration, rates.length, errors.map(({ message }) => message)])).to.deep.equal([
      ['kind="good"', 1, []], ['kind="bad"', 0, ['RangeError: on purpose']], ['kind="fine"', 1, []], ['n=5', 1, []],
    ]);
  });
});
