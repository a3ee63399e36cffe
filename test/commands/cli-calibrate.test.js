'use strict';

const { expect } = require('chai');
const { useFolder, write } = require('../helpers/cli');
const { insideOf, insideWith } = require('../helpers/cli-inside');
const { startHere } = require('../helpers/benchmark-here');
const { fakeChild } = require('../helpers/fake-host');
const { benchmarkFile } = require('../helpers/benchmark-files');

/**
 * A benchmark file without a process: as many as have to be run until a count is found would take a second. secondsOf
 * is given the parameters of a run. It has the parameter n, of which the command line gives the value, and kind.
 */
function forkOf(kinds, first, secondsOf) {
  return (script, args, { env }) => {
    const child = Object.assign(fakeChild(), { secret: JSON.parse(env.QTIMEIT_WORKER).secret });
    const n = Number((args.find((one) => one.startsWith('n=')) || `n=${first}`).slice(2));
    const configurations = kinds.map((kind) => ({ parameters: { kind, n }, configuration: `kind="${kind}" n=${n}` }));
    const tell = (message) => setImmediate(() => child.tell(message));
    child.stdio[3].write = (text) => {
      const { type, index } = JSON.parse(text);
      if (type === 'end') return setImmediate(() => child.end(0));
      const seconds = secondsOf(configurations[index].parameters);
      return tell(
        { type: 'outcome', ...configurations[index], rate: n / seconds, seconds, operations: n, latency: null });
    };
    tell({ type: 'configurations', name: script, configurations, parameters: ['n', 'kind'], unknown: [],
      hasSetup: false, environment: null, empty: null });
    return child;
  };
}

// Without processes of the files; with them where the command is a process, too.
const { inside } = insideOf({ startScript: startHere });

useFolder();

describe('qtimeit run --calibrate', () => {
  it('finds how many operations a file needs', async () => {
    // A millisecond for each operation.
    write('a.js', benchmarkFile({ n: [60] }, { ms: 'conf.n' }));
    const { status, stdout, stderr } = await inside('run', 'a.js', '--calibrate', 'n');
    expect([status, stderr]).to.deep.equal([0, '']);
    expect(stdout)
      .to.equal('a.js\n  n=60: 60 ms to 60 ms a run; runs differ by 0.0 % in the mean, 0.0 % at most\nn=60 will do\n');
    write('b.js', '/* createBenchmark */\n');
    const startScript = forkOf(['x', 'y'], 8, ({ n }) => n / 1000);
    expect((await insideWith({ startScript }, ['run', 'a.js', 'b.js', '--calibrate', 'n'])).stdout)
      .to.equal(['a.js', 'b.js'].flatMap((file) => [
      file,
      '  n=8: 8 ms to 8 ms a run; runs differ by 0.0 % in the mean, 0.0 % at most',
      '  n=100: 100 ms to 100 ms a run; runs differ by 0.0 % in the mean, 0.0 % at most',
      'n=100 will do',
    ]).map((line) => `${line}\n`).join(''));
  });

  it('says so where no count is steady, and names the worst configuration', async () => {
    write('a.js', '/* createBenchmark */\n');
    let runs = 0;
    const startScript =
      forkOf(['x', 'y', 'z'], 3000, ({ n, kind }) => (n / 1000) * (kind === 'y' ? 1 + runs++ % 3 : 1));
    const { status, stdout } = await insideWith({ startScript }, ['run', 'a.js', '--calibrate', 'n']);
    expect(status).to.equal(1);
    expect(stdout).to.match(/^not found: kind="y" still differs too much, and a run takes 2 s already/m);
  });

  it('tells all that fails', async () => {
    write('a.js', benchmarkFile(
      { n: [8], kind: ['x', 'y'] }, { ms: 'conf.n', before: 'throw new RangeError(`${conf.kind} on purpose`);' }));
    write('b.js', '/* createBenchmark */\n');
    write('c.js', benchmarkFile({ n: [8] }, { options: '{ combinationFilter: () => false }' }));
    const { status, stdout } = await inside('run', '.', '--calibrate', 'n');
    expect(status).to.equal(1);
    expect(stdout).to.match(/^not found: a configuration fails$[^]*^FAILED kind="x" n=8: RangeError: x on purpose/m)
      .and.match(/^FAILED kind="y" n=8: RangeError: y on purpose/m)
      .and.match(/^b\.js\nFAILED b\.js: never called createBenchmark/m)
        .and.match(/^c\.js\nFAILED c\.js: no configuration is left/m);
  });

  it('begins where it is told to, grows by the factor that it is given, and takes what spreads by so ' +
    'much', async () => {
    write('a.js', '/* createBenchmark */\n');
    let runs = 0;
    // Runs of 0.9 and 1.1 ms for each operation in turns: they differ by 11 %.
    const startScript = forkOf(['x'], 8, ({ n }) => n / 1000 * (runs++ % 2 ? 1.1 : 0.9));
    const countsOf = ({ stdout }) =>
      stdout.split('\n').map((line) => /^ {2}n=(\d+): /.exec(line)).filter(Boolean).map(([, n]) => Number(n));
    const how = (...args) => insideWith(
      { startScript },
        ['run', 'a.js', '--calibrate', 'n', '--start-n', '3', '--increase', '10', '--runs', '4', ...args]);
    const strict = await how();
    expect([strict.status, countsOf(strict)]).to.deep.equal([1, [3, 30, 300, 3000]]);
    runs = 0;
    const loose = await how('--cv-threshold', '15%');
    expect([loose.status, countsOf(loose), runs]).to.deep.equal([0, [3, 30, 300], 12]);
    expect(loose.stdout).to.match(/^n=300 will do$/m);
  });
});
