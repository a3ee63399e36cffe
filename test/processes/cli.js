'use strict';

/*
 * The command with suites in processes that fail, hang or are cut short; one of each kind is in the tests of the
 * commands.
 */

const { expect } = require('chai');
const fs = require('fs');
const { useFolder, inFolder, write, read, qtimeit, started } = require('../helpers/cli');
const { inside } = require('../helpers/cli-inside');

const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n';
// One that sleeps leaves the processor to others.
const SLEEPING =
  'const cell = new Int32Array(new SharedArrayBuffer(4)); module.exports = { slow: () => Atomics.wait(cell, 0, 0, ' +
    '0.5), async later() { await null; } };\n';
const FAST = ['-t', '0.02'];

useFolder();

describe('qtimeit: snippets', () => {
  it('measures each in processes of its own', () => {
    const { status, stdout } = qtimeit('-t', '0.02', '--fork', '1', '--json', '[1].concat(2)', 'throw 1');
    expect(status).to.equal(1);
    const [first, second] = JSON.parse(stdout).suites[0].tests;
    expect(first.processes).to.equal(1);
    expect(first.samples).to.have.length(1);
    expect(first.samples[0].rounds.ns.length).to.be.within(1, 260);
    expect(second.verdict).to.equal('failed');
  });

  it('ends after the time of the command, with what it has', () => {
    // One that sleeps leaves the processor to others.
    for (const args of [[], ['--fork', '2']]) {
      const { status, stdout, stderr } =
        qtimeit('-t', '60', '--timeout', '3', '--markdown', ...args, '-s',
          'const cell = new Int32Array(new SharedArrayBuffer(4))', 'Atomics.wait(cell, 0, 0, 1)');
      expect(status).to.equal(124);
      expect(stdout).to.match(/^\| Atomics\.wait\(cell, 0, 0, 1\) \|/m);
      expect(stderr).to.include('--timeout');
    }
  });

  it('makes so many calls of each, and times them', async () => {
    await inside('-n', '1003', '--save', 'r.json', 'globalThis.count = (globalThis.count || 0) + 1', '1');
    for (const { samples: [{ rounds: { calls, warmUp } }] } of read('r.json').suites[0].tests) {
      expect(calls.slice(warmUp).reduce((sum, count) => sum + count, 0)).to.equal(1003);
    }
  });
});

describe('qtimeit run', () => {
  it('keeps what there is where a test ends the process, and runs the other files', () => {
    write('a.js', SUITE);
    write('b.js', 'module.exports = { ends() { process.exit(0); } };\n');
    write('c.js', SUITE);
    const { status, stdout } = qtimeit('run', ...FAST, '--json', '--save', 'r.json', '.');
    expect(status).to.equal(1);
    const document = JSON.parse(stdout);
    expect(document.complete).to.equal(true);
    expect(document.suites.map(({ file, error, tests }) =>
      [file, error && error.code, tests.map(({ verdict }) => verdict).includes('failed')])).to.deep.equal([
      ['a.js', null, false], ['b.js', null, true], ['c.js', null, false],
    ]);
    expect(read('r.json').suites).to.deep.equal(document.suites);
  });

  it('ends with 124 where tests were too slow and nothing else went wrong', () => {
    // Blocked, which takes no processor time: an endless loop would, until it is killed.
    write('a.js',
      'module.exports = { never: { fn() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }, ' +
        'timeout: 0.2 } };\n');
    expect(qtimeit('run', ...FAST, '--fork', '1', 'a.js').status).to.equal(124);
  });

  it('ends quietly where nobody reads on', async () => {
    write('a.js', SLEEPING);
    const { status, stderr } = await started(
      ['run', '-t', '0.1', 'a.js'], 'qtimeit=', (child) => child.stdout.destroy());
    expect([status, stderr]).to.deep.equal([0, '']);
  });

  for (const [how, args] of [['in this process', []], ['in processes', ['--fork', '4']]]) {
    it(`saves and prints what is complete at ^C, ${how}`, async function interrupted() {
      if (process.platform === 'win32') this.skip();
      // What measures is asked to end, and not killed.
      write('a.js', `${SLEEPING}process.on('exit', () => process.stderr.write('goodbye'));\n`);
      const { status, stdout, stderr } =
        await started(['run', '-t', '20', '--save', 'r.json', ...args, 'a.js'], 'qtimeit=',
          (child) => setTimeout(() => child.kill('SIGINT'), 300));
      expect(status).to.equal(130);
      expect(stderr).to.include('goodbye');
      expect(stdout).to.match(/^slow /m);
      const { complete, suites } = read('r.json');
      expect(complete).to.equal(false);
      expect(suites[0].tests.map(({ name }) => name)).to.deep.equal(['slow', 'later']);
      expect(fs.readdirSync(inFolder()).sort()).to.deep.equal(['a.js', 'r.json']);
    });
  }

  it('names the files in its table, and the machine once, and has of them the tests that the patterns leave by ' +
    'their names', async () => {
    write('a.js', SUITE);
    write('b.js', SUITE);
    const { stdout } = await inside(
      'run', ...FAST, '.', '--filter', 'add', '--format', 'text', '--save', 'r.json');
    expect(stdout).to.match(/^a\.js$/m).and.match(/^b\.js$/m);
    expect(stdout.match(/^qtimeit=/gm)).to.have.length(1);
    expect(read('r.json').suites.map(({ file, tests }) => [file, ...tests.map(({ name }) => name)]))
      .to.deep.equal([['a.js', 'add'], ['b.js', 'add']]);
  });
});

describe('qtimeit: files that it writes', () => {
  it('prints what it has where the disk is full, and ends with 1', async function full() {
    if (!fs.existsSync('/dev/full')) this.skip();
    write('a.js', SUITE);
    const { status, stdout, stderr } = await inside('run', ...FAST, '--save', '/dev/full', 'a.js');
    expect(status).to.equal(1);
    expect(stderr).to.include('/dev/full');
    expect(stdout).to.match(/^add .*\nlist /m);
  });
});
