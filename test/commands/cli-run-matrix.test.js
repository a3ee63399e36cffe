'use strict';

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const { useFolder, write, read, qtimeit } = require('../helpers/cli');
const { stdoutOf: stdoutOfProcesses } = require('../helpers/cli-inside');
const { inside, stdoutOf } = require('../helpers/benchmark-here');
const { benchmarkFile } = require('../helpers/benchmark-files');

const FILE = benchmarkFile({ n: [1024, 2048], type: ['fast', 'slow'] }, { ms: 'conf.type === "slow" ? 2 : 0.3' });
const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; } };\n';
// In one process, which starts faster than several
const FAST = ['--time', '0.02', '--fork', '0', '--json'];
const SHORT = benchmarkFile({ n: [5] }, { ms: '200' });

/** The lines of runs, without the warnings below them. */
const linesOf = ({ stdout }) => stdout.split('\n').filter((line) => /: \S+(?: [kMG]\/s|\/s)$/.test(line));

useFolder();

describe('qtimeit run: benchmark files with parameters', () => {
  it('prints a line for each configuration below the name of its file, and a blank line between files', async () => {
    write('buffers/x.js', FILE);
    write('buffers/y.js', SHORT);
    const stdout = await stdoutOf('run', 'buffers');
    expect(stdout.split('\n').slice(0, 8)).to.deep.equal([
      'buffers/x.js', 'buffers/x.js type="fast" n=1024: 3.41 M/s', 'buffers/x.js type="slow" n=1024: 512 k/s',
      'buffers/x.js type="fast" n=2048: 6.83 M/s', 'buffers/x.js type="slow" n=2048: 1.02 M/s', '', 'buffers/y.js',
      'buffers/y.js n=5: 25.0/s',
    ]);
    // The warning about short runs names the shortest one of the file.
    expect(stdout.split('\n')).to.include('buffers/x.js type="fast" n=1024 and 3 more in this file: ' +
      'a measured time of 0.3 ms is too short; n=1000000 suffices (--calibrate n finds it)');
  });

  it('accepts a glob, runs each configuration several times, and summarizes the runs, as JSON, too', async () => {
    write('a.js', FILE);
    const args = ['run', '[a-c].js', '--runs', '2', '--set', 'n=10', '--save', 'r.json'];
    const result = await inside(...args);
    // All configurations run once before any is repeated.
    expect(linesOf(result)).to.deep.equal(
      ['fast', 'slow', 'fast', 'slow'].map(
        (type) => `a.js type="${type}" n=10: ${type === 'fast' ? '33.3 k/s' : '5.00 k/s'}`));
    expect(result.stdout).to.match(/^type="fast" n=10 +33\.33 k\/s +0\.00 % +2 +0\.3 ms/m)
      .and.match(/^type="slow" n=10 +5\.000 k\/s +0\.00 % +2 +2 ms/m);

    const rates = read('r.json');
    expect(rates).to.deep.include({ qtimeit: 'rates', schema: 1, complete: true, runs: 2, command: args });
    expect(rates.sides.map(({ label, source, environment }) => [label, source, environment.nodeVersion]))
      .to.deep.equal([['this', null, process.versions.node]]);
    const expected = [['fast', 0.0003], ['slow', 0.002]].map(([type, seconds], i) => [
      'a.js', `type="${type}" n=10`, { type, n: 10 },
      [{ rates: [10 / seconds, 10 / seconds], seconds: [seconds, seconds], errors: [], places: [1 + i, 3 + i] }],
    ]);
    expect(rates.configurations.map((one) => [one.file, one.configuration, one.parameters, one.sides]))
      .to.deep.equal(expected);
    // Nothing is left to run.
    const { stdout: json } = await inside(...args, '--resume', '--json');
    expect(JSON.parse(json)).to.deep.include({ ...read('r.json'), command: [...args, '--resume', '--json'] });
    expect(JSON.parse(json).configurations).to.deep.equal(rates.configurations);
  });

  it('replaces declared values by the values of --set, in files that have the parameter', async () => {
    write('a.js', FILE);
    write('b.js', SHORT);
    const settings = ['n=7', 'type=slow', 'type=other'].flatMap((one) => ['--set', one]);
    const stdout = await stdoutOf('run', 'a.js', 'b.js', ...settings, '--csv');
    expect(stdout).to.equal('"filename","configuration","rate","time"\n' +
      '"a.js","type=""slow"" n=7",3500,0.002\n"a.js","type=""other"" ' +
      'n=7",23333.333333333336,0.0003\n"b.js","n=7",35,0.2\n');
  });

  it('stays on the processors of CPUSET, and prints the output of benchmarks on standard error', function pinned() {
    if (process.platform !== 'linux' || spawnSync('taskset', ['-c', '0', 'true']).status !== 0) this.skip();
    write('a.js', benchmarkFile(
      { n: [1] }, { before: 'console.log(require("fs").readFileSync("/proc/self/status", ' +
          '"utf8").match(/Cpus_allowed_list.*/)[0]);' }));
    const { status, stdout, stderr } = qtimeit('run', 'a.js', '--set', 'CPUSET=0');
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: 'Cpus_allowed_list:\t0\n' });
    expect(stdout).to.match(/^a\.js\na\.js n=1: /).and.not.include('Cpus');
  });

  it('runs some of the groups of a file', async () => {
    write('a.js', benchmarkFile(
      { small: { n: [1] }, large: { n: [100], len: [3] }, huge: { n: [1e4] } }, { options: { byGroups: true } }));
    expect(linesOf(await inside('run', 'a.js', '--group', 'large', '--group', 'huge')))
      .to.deep.equal(['a.js group="large" len=3 n=100: 100 k/s', 'a.js group="huge" n=10000: 10.0 M/s']);
  });

  it('runs one configuration with --test, to check that a file works', async () => {
    write('a.js', FILE);
    const stdout = await stdoutOf('run', 'a.js', '--test');
    expect(linesOf({ stdout })).to.deep.equal(['a.js type="fast" n=1: 3.33 k/s']);
    // A trial run is intentionally short.
    expect(stdout).to.not.include('too short');
  });
});

describe('qtimeit run: benchmark files and suites', () => {
  beforeEach(() => {
    write('a.js', SHORT);
    write('suite.js', SUITE);
  });

  it('runs the files that match --filter, if all are of one kind', async () => {
    expect(linesOf(await inside('run', '.', '--filter', 'a.js'))).to.deep.equal(['a.js n=5: 25.0/s']);
    const stdout = await stdoutOfProcesses('run', '.', '--filter', 'suite', ...FAST);
    expect(JSON.parse(stdout).suites.map(({ file, error }) => [file, error])).to.deep.equal([['suite.js', null]]);
  });

  it('takes a file with their words in comments, strings and templates for a suite', async () => {
    write('suite.js', [
      '// createBenchmark, import "vitest"', '/* require("vitest").createBenchmark() */',
      'const words = ["createBenchmark", \'import "vitest"\', `createBenchmark() of ${1}, import("vitest")`];', SUITE,
    ].join('\n'));
    const stdout = await stdoutOfProcesses('run', 'suite.js', ...FAST);
    expect(JSON.parse(stdout).suites.map(({ file, error }) => [file, error])).to.deep.equal([['suite.js', null]]);
  });
});

describe('qtimeit run: files with another createBenchmark', () => {
  const kindOf = async (name) => {
    const { status, stderr } = await inside('run', name, '-t', '1', '--runs', '1');
    expect(status, stderr).to.equal(2);
    return stderr.includes('--time is only for suites') ? 'benchmark file' : 'suite';
  };

  it('are suites if they declare it, or use a library with a replacement and no toolkit', async () => {
    write('node_modules/runner/package.json', '{ "dependencies": { "benchmark": "2" } }');
    write('helper.js', "require('benchmark'); exports.createBenchmark = () => {};");
    const files = {
      'function.js': 'function createBenchmark() {}',
      'arrow.js': 'const createBenchmark = (name) => name;',
      'library.js': "const { Suite } = require('benchmark');\nclass Own { createBenchmark() {} }",
      'by-helper.js': "const { createBenchmark } = require('./helper');",
      'toolkit.js': "const { createBenchmark } = require('./toolkit');",
      'called.js': "const { createBenchmark: make } = require('./toolkit');\nif (createBenchmark(() => {})) {}",
      'renamed.js': "const createBenchmark = (await import('./toolkit.mjs')).createBenchmark;",
      'both.js': "const { Bench } = require('tinybench');\nconst { createBenchmark } = require('qtimeit/common');",
      'qtimeit.js': "require('./helper');\nconst { createBenchmark } = require('qtimeit');",
      'comment.js': "// Unlike import { Bench } from 'tinybench'\nconst { createBenchmark } = require('./toolkit');",
      'of-package.js': "const { createBenchmark } = require('./toolkit'), run = require('runner');",
      'own.js': "const { bench } = require('qtimeit');\nfunction createBenchmark() {}",
    };
    const declarations = [
      'const createBenchmark = async (fn) => fn;', 'const createBenchmark = async fn => fn;',
      'const createBenchmark = (x: number): void => {};', 'const createBenchmark = (cb = () => {}) => cb;',
      'const all = { createBenchmark: (x) => x, n: 1 };', 'const all = { createBenchmark: function (x) {} };',
      'class Own { createBenchmark(fn) {} }', 'class Own { static async createBenchmark(fn: Fn): Promise<void> {} }',
      'function* createBenchmark() {}', 'async function createBenchmark() {}',
    ];
    declarations.forEach((text, i) => { files[`${i}.js`] = text; });
    const kinds = {};
    for (const [name, text] of Object.entries(files)) {
      write(name, `${text}\ncreateBenchmark();\n`);
      kinds[name] = await kindOf(name);
    }
    expect(kinds).to.deep.equal({
      'function.js': 'suite', 'arrow.js': 'suite', 'library.js': 'suite', 'by-helper.js': 'suite',
      'toolkit.js': 'benchmark file', 'called.js': 'benchmark file', 'renamed.js': 'benchmark file',
      'both.js': 'benchmark file', 'qtimeit.js': 'benchmark file', 'comment.js': 'benchmark file',
      'of-package.js': 'benchmark file', 'own.js': 'suite',
      ...Object.fromEntries(declarations.map((_, i) => [`${i}.js`, 'suite'])),
    });
  });
});

describe('qtimeit run: an error in a benchmark file', () => {
  it('is reported with its cause, the other files run, and the exit code is 1', async () => {
    write('a.js', benchmarkFile(
      { kind: ['good', 'bad', 'fine'] },
        { ms: '100', before: 'if (conf.kind === "bad") throw new RangeError("on purpose");' }));
    write('b.js', 'createBenchmark; module.exports = {;\n');
    write('c.js', 'typeof createBenchmark;\n');
    write('d.js', SHORT);
    const { status, stdout } = await inside('run', '.', '--save', 'r.json');
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
