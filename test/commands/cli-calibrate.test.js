'use strict';

const { expect } = require('chai');
const { useFolder, write } = require('../helpers/cli');
const { inside, stdoutOf } = require('../helpers/benchmark-here');
const { benchmarkFile } = require('../helpers/benchmark-files');

useFolder();

describe('qtimeit run --calibrate', () => {
  // The files run in this process.
  beforeEach(() => { globalThis.qtimeitRuns = 0; });
  after(() => { delete globalThis.qtimeitRuns; });

  it('finds how many operations each file needs', async () => {
    // 1 ms per operation
    write('a.js', benchmarkFile({ n: [60] }, { ms: 'conf.n' }));
    write('b.js', benchmarkFile({ n: [8], kind: ['x', 'y'] }, { ms: 'conf.n' }));
    const stdout = await stdoutOf('run', 'a.js', 'b.js', '--calibrate', 'n');
    const step = (n) => `  n=${n}: ${n} ms to ${n} ms per run; runs differ by 0.0 % on average, 0.0 % at most`;
    expect(stdout.split('\n')).to.deep.equal(
      ['a.js', step(60), 'n=60 is sufficient', 'b.js', step(8), step(100), 'n=100 is sufficient', '']);
  });

  it('reports that no count is steady, and names the worst configuration', async () => {
    write('a.js', benchmarkFile({ n: [3000], kind: ['x', 'y', 'z'] },
      { ms: 'conf.n * (conf.kind === "y" ? 1 + globalThis.qtimeitRuns++ % 3 : 1)' }));
    const { status, stdout } = await inside('run', 'a.js', '--calibrate', 'n');
    expect(status).to.equal(1);
    expect(stdout).to.match(/^no value found: kind="y" still varies too much, although a run takes 2 s/m);
  });

  it('reports all failures', async () => {
    write('a.js', benchmarkFile(
      { n: [8], kind: ['x', 'y'] }, { ms: 'conf.n', before: 'throw new RangeError(`${conf.kind} on purpose`);' }));
    write('b.js', 'typeof createBenchmark;\n');
    write('c.js', benchmarkFile({ n: [8] }, { options: '{ combinationFilter: () => false }' }));
    const { status, stdout } = await inside('run', '.', '--calibrate', 'n');
    expect(status).to.equal(1);
    expect(stdout).to.match(/^no value found: a configuration failed$[^]*^FAILED kind="x" n=8: RangeError: x on/m)
      .and.match(/^FAILED kind="y" n=8: RangeError: y on purpose/m)
      .and.match(/^b\.js\nFAILED b\.js: never called createBenchmark/m)
        .and.match(/^FAILED c\.js: combinationFilter rejects all configurations/m);
  });

  it('begins with --start-n, multiplies by --increase, and accepts variation up to --cv-threshold', async () => {
    // Runs take 0.9 and 1.1 ms per operation alternately: they differ by 11 %.
    write('a.js', benchmarkFile({ n: [8] }, { ms: 'conf.n * (globalThis.qtimeitRuns++ % 2 ? 1.1 : 0.9)' }));
    const countsOf = ({ stdout }) =>
      stdout.split('\n').map((line) => /^ {2}n=(\d+): /.exec(line)).filter(Boolean).map(([, n]) => Number(n));
    const how = (...args) => inside(
      'run', 'a.js', '--calibrate', 'n', '--start-n', '3', '--increase', '10', '--runs', '4', ...args);
    const strict = await how();
    expect({ status: strict.status, counts: countsOf(strict) })
      .to.deep.equal({ status: 1, counts: [3, 30, 300, 3000] });
    const loose = await how('--cv-threshold', '15%');
    expect({ status: loose.status, counts: countsOf(loose), qtimeitRuns: globalThis.qtimeitRuns })
      .to.deep.equal({ status: 0, counts: [3, 30, 300], qtimeitRuns: 28 });
    expect(loose.stdout).to.match(/^n=300 is sufficient$/m);
  });
});
