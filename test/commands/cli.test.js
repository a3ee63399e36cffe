'use strict';

const { expect } = require('chai');
const fs = require('fs');
const path = require('path');
const { noteOfQuotes } = require('#lib/cli/run');
const { version } = require('../../package.json');
const { useFolder, inFolder, write, qtimeit } = require('../helpers/cli');
const { inside, refused, stdoutOf } = require('../helpers/cli-inside');
const { needs } = require('../helpers/needs');

const LIBRARY = JSON.stringify(path.join(__dirname, '..', '..'));
const COMMON = JSON.stringify(path.join(__dirname, '..', '..', 'public', 'common.js'));
const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n';
// In one process, which starts faster than several
const FAST = ['-t', '0.02', '--fork', '0'];

useFolder();

describe('qtimeit: help and mistakes', () => {
  it('prints the help of the program and of each command', async () => {
    for (const { status, stdout, stderr } of [qtimeit('--help'), await inside('-h'), await inside('help')]) {
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
      expect(stdout).to.include('Commands:');
    }
    for (const command of ['run', 'compare', 'scatter', 'report', 'system', 'merge']) {
      const stdout = await stdoutOf(command, '--help');
      expect(stdout).to.include(`qtimeit ${command} [options]`);
      expect(await stdoutOf('help', command)).to.equal(stdout);
    }
    expect(await stdoutOf('--version')).to.equal(`${version}\n`);
  });
});

describe('qtimeit: snippets', () => {
  it('compares them, and prints the table of bench', async () => {
    // Measurably slower than an empty function on any machine.
    const setup = 'const a = Array.from({ length: 300 }, (_, i) => -i)';
    const stdout = await stdoutOf(...FAST, '-s', setup, 'a.slice().sort()', 'a.concat()');
    expect(stdout).to.match(/^a\.slice\(\)\.sort\(\) .*(?: baseline|too noisy)/m)
      .and.match(/^a\.concat\(\) +(?:[\d.]+ [num]?s .* [\d,]+ |too fast|too noisy)/m);
  });

  it('runs files that are named without a command', async () => {
    for (const name of ['bench/five.js', 'b.cjs']) write(name, SUITE);
    const filesOf = async (...args) => {
      const stdout = await stdoutOf(...args, '--json');
      return JSON.parse(stdout).suites.map(({ file, tests: [{ processes }] }) => (processes === 0 ? file : processes));
    };
    expect(await filesOf('bench/five.js', 'b.cjs', ...FAST, '--filter', 'add'))
      .to.deep.equal(['bench/five.js', 'b.cjs']);
    expect((await inside('bench/', '--plan', '1')).stdout).to.match(/^bench\/five\.js$/m);
    // A file that does not exist, and is a valid snippet
    expect(await filesOf('-n', '1', '-s', 'const c = { js: 1 }, b = 1', 'c.js', 'b/c.js')).to.deep.equal([null]);
  });

  it('measures each in several processes, and prints only JSON with --json', () => {
    // Two restarts take longer than 0.02 s per test; on a busy machine one does.
    const args = ['-t', '0.02', '--json', '1 + 1', 'await null'];
    const { status, stdout, stderr } = qtimeit(...args);
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' });
    const document = JSON.parse(stdout);
    expect(document).to.include({ qtimeit: 'results', schema: 1, version, complete: true });
    expect(document.command).to.deep.equal(args);
    const [{ file, suite, tests }] = document.suites;
    expect({ file, suite }).to.deep.equal({ file: null, suite: 1 });
    expect(tests.map(({ name, kind }) => [name, kind])).to.deep.equal([['1 + 1', 'sync'], ['await null', 'promise']]);
    for (const { processes, samples } of tests) expect(processes).to.equal(samples.length).and.be.within(1, 2);
    const { rounds } = tests[0].samples[0];
    expect(rounds.ns.length).to.be.above(rounds.warmUp);
    expect(Object.values(rounds).slice(1).map(({ length }) => length)).to.deep.equal(Array(4).fill(rounds.ns.length));
  });

  it('shows a syntax error in a snippet before the measurement', async () => {
    const { status, stdout, stderr } = await inside('1 + 1', 'let x = ;');
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' });
    expect(stderr)
      .to.match(/^qtimeit: snippet 2 cannot be compiled: .*\(line 1, column 9\)\n {4}let x = ;\n {12}\^\n$/);
  });

  it('fails if the setup never settles', async () => {
    const { status, stdout, stderr } = await inside('-s', 'await new Promise(() => {})', '1');
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.match(/^qtimeit: .*never/);
  });
});

describe('a snippet in single quotes', () => {
  it('has a note on Windows, where cmd.exe passes them on', () => {
    const noteOf = (code, { platform = 'win32', setups = [] } = {}) =>
      noteOfQuotes({ setups, codes: [code] }, { platform });
    expect(noteOf("'list.at(-1)'")).to.equal("note: 'list.at(-1)' begins with a single quote, which cmd.exe does not " +
      'remove, so it is a string. Use double quotes: qtimeit "[3, 1, 2].sort()"\n');
    // cmd.exe has split these at their spaces.
    expect(noteOf("'list")).to.match(/^note: 'list begins/);
    expect(noteOf("list'", { setups: ["'const"] })).to.match(/^note: 'const begins/);
    for (const code of ["'a'.at(0)", "f('x')", '"a"', "'a' + 'b'"]) expect(noteOf(code), code).to.equal('');
    expect(noteOf("'list.at(-1)'", { platform: 'linux' })).to.equal('');
  });
});

describe('qtimeit run', () => {
  it('runs suites of both kinds of modules, and files that call bench', () => {
    write('a.js', SUITE);
    write('b.mjs', 'let x = 1; export default [() => { x = x * 3 | 0; }];\n');
    write('c.js', `const { bench } = require(${LIBRARY});
      const rows = bench({ one() {} , two() {} }, { timeGoal: 60, json: true });
      console.log(rows.length);
      bench({ three: async () => {} }).then((more) => console.log(more.length));\n`);
    const { status, stdout, stderr } = qtimeit('run', ...FAST, '--json', '.');
    expect(status).to.equal(0);
    // Output of scripts is not part of the result.
    expect(stderr).to.equal('2\n1\n');
    expect(JSON.parse(stdout).suites.map(({ file, suite, tests }) => [file, suite, tests.map(({ name }) => name)]))
      .to.deep.equal([
      ['a.js', 1, ['add', 'list']], ['b.mjs', 1, ['#1']], ['c.js', 1, ['one', 'two']], ['c.js', 2, ['three']],
    ]);
  });

  it('skips the files of vitest in a folder', async () => {
    write('a.js', 'module.exports = { a() {} };');
    write('b.js', "import { bench } from 'vitest';");
    const { stderr } = await inside('run', '.', '--filter', 'nothing');
    expect(stderr).to.match(/^note: not run: b\.js is for vitest\./m).and.include('no test matches --filter nothing');
  });

  it('refuses a run without tests, or with a filter that matches none', async () => {
    for (const [text, more, words] of [
      [SUITE, ['--filter', 'lisst'], 'no test matches --filter lisst. Did you mean list?'],
      ['module.exports = {};', [], 'no tests'],
    ]) expect(await refused('run', write('a.js', text), ...more)).to.include(words);
  });

  it('reports a file that cannot be loaded, runs the other files, and exits with 1', async () => {
    write('a.js', 'throw new TypeError("on purpose");\n');
    write('b.js', SUITE);
    write('c.js', 'module.exports = { "not a test": 5 };\n');
    write('d.js', 'module.exports = {;\n');
    write('e.js', 'require("made");\n');
    write('node_modules/made.js', `require(${COMMON}).createBenchmark(() => {}, { n: [1] });\n`);
    const { status, stdout, stderr } = await inside('run', ...FAST, '--json', '.');
    expect(status).to.equal(1);
    expect(stderr).to.match(/^a\.js: TypeError: on purpose/m).and.match(/a\.js:1:7/);
    expect(stderr).to.match(/^c\.js: .*not a test/m);
    expect(stderr).to.match(/^d\.js: SyntaxError/m);
    expect(stderr).to.match(/^e\.js: Error: createBenchmark was called by a file that runs as a suite/m);
    const { suites } = JSON.parse(stdout);
    expect(suites.map(({ file, error, tests }) => [file, error && error.code, tests.length])).to.deep.equal([
      ['a.js', 'threw', 0], ['b.js', null, 2], ['c.js', 'threw', 0], ['d.js', 'threw', 0], ['e.js', 'threw', 0],
    ]);
  });

  it('measures a test in separate processes, which load only its file', async () => {
    write('a.js', 'if (process.send) throw new Error("not mine");\nmodule.exports = { never() {} };\n');
    write('b.js', 'module.exports = { add: { setup() { console.log("ready"); }, fn: () => Math.random() } };\n');
    const { status, stdout, stderr } =
      await inside('run', '-t', '0.02', '--fork', '2', '--json', '--filter', 'add', 'a.js', 'b.js');
    expect(status).to.equal(0);
    expect(stderr.match(/add: ready/g)).to.deep.equal(['add: ready']);
    const [{ tests }] = JSON.parse(stdout).suites;
    expect(tests.map(({ name, processes, samples }) => [name, processes, samples.length]))
      .to.deep.equal([['add', 2, 2]]);
  });
});

describe('qtimeit: output files', () => {
  beforeEach(() => write('a.js', SUITE));

  needs('pipes', it)('can be devices', async () => {
    const saved = path.join(__dirname, '..', 'fixtures', 'documents', 'forked.json');
    const both = ['--save', '/dev/null', '-o', '/dev/null', '--json'];
    // A test of the document has failed.
    expect(await inside('compare', saved, saved, ...both)).to.deep.equal({ status: 1, stdout: '', stderr: '' });
  });

  it('contain a plot of the times of suites', async () => {
    expect(await stdoutOf('run', ...FAST, '--plot', 'r.svg', '--save', 'r.json', 'a.js')).to.match(/^add .*\nlist /m);
    // Without names, because a test that is too noisy on a busy machine has no mark.
    const svg = fs.readFileSync(inFolder('r.svg'), 'utf8');
    expect(svg).to.match(/^<svg /).and.include('<title>a.js</title>');
    await stdoutOf('report', 'r.json', '--plot', 's.html', '-o', 'r.csv');
    expect(fs.readFileSync(inFolder('s.html'), 'utf8')).to.match(/^<!doctype html>[^]*<svg [^]*<title>a\.js</i);
    expect(await stdoutOf('report', 'r.json', '--plot', 'again.svg', '-o', 'r.md')).to.equal('');
    expect(fs.readFileSync(inFolder('again.svg'), 'utf8')).to.equal(svg);
  });
});
