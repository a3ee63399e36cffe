'use strict';

/*
 * What the command line says where the ground is taken from under it: a disk that is full, a folder that is gone, a
 * temporary one that is not there.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { useFolder, inFolder, write, read, started } = require('../helpers/cli');
const { refused } = require('../helpers/cli-inside');
const { COMMON } = require('../helpers/benchmark-process');

const PROGRAM = path.join(__dirname, '..', '..', 'bin', 'qtimeit.js');
const FACE = path.join(__dirname, '..', '..', 'qtimeit.js');
const SUITE = 'module.exports = { root: () => Math.sqrt(2), tangent: () => Math.atan2(2, 3) };\n';
const MATRIX =
  `const bench = require(${JSON.stringify(COMMON)}).createBenchmark(({ n }) => { bench.start(); bench.end(n); }, { ` +
    'n: [1, 2] });\n';
const TOLD = 'qtimeit: standard output cannot be written: no space left on the device\n';

// A line of a stack that has the path of a file of this library.
const TRACE = /^\s*(\|\s*)?at .*[\\/](lib|bin)[\\/].*\.js:\d+/m;

const isLinux = process.platform === 'linux';

/** A line of the shell in the folder, with $NODE and $QTIMEIT: { status, stdout, stderr } */
function shell(line, env = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line],
      { cwd: inFolder(), encoding: 'utf8', env: { ...process.env, NODE: process.execPath, QTIMEIT: PROGRAM, ...env } });
  expect(stderr + stdout).to.not.match(TRACE);
  return { status, stdout, stderr };
}

(isLinux ? describe : describe.skip)('surroundings that are odd', () => {
  useFolder();
  beforeEach(() => {
    write('suite.js', SUITE);
    write('matrix.js', MATRIX);
  });

  const printing = [
    '"$NODE" "$QTIMEIT" help', '"$NODE" matrix.js',
    `"$NODE" -e 'require(${JSON.stringify(FACE)}).bench({ a() {} }, { timeGoal: 0.01 })'`,
  ];
  for (const line of printing) {
    it(`are told once, and are a failure, where the disk is full: ${line.replace(/'[^']*'/, '...')}`, () => {
      expect(shell(`${line} > /dev/full`)).to.include({ status: 1, stderr: TOLD });
    });
  }

  it('cost no saved result where only the output is lost', () => {
    expect(shell('"$NODE" "$QTIMEIT" run suite.js -t 0.01 --save saved.json > /dev/full'))
      .to.include({ status: 1, stderr: TOLD });
    expect(read('saved.json').suites[0].tests.map(({ name, calls }) => [name, calls > 0]))
      .to.deep.equal([['root', true], ['tangent', true]]);
  });

  it('end in order where nothing can be told at all', () => {
    expect(shell('"$NODE" "$QTIMEIT" run suite.js -t 0.01 > /dev/full 2> /dev/full'))
      .to.deep.equal({ status: 1, stdout: '', stderr: '' });
    expect(shell('"$NODE" "$QTIMEIT" nonsense.json 2> /dev/full').status).to.equal(1);
  });

  it('are told where the current folder is gone; help needs none', () => {
    const told = 'qtimeit: the current folder cannot be used: it does not exist. Change to another folder\n';
    fs.mkdirSync(inFolder('gone'));
    const { status, stdout, stderr } =
      shell('cd gone && rmdir ../gone && "$NODE" "$QTIMEIT" run ../suite.js; "$NODE" "$QTIMEIT" 1; "$NODE" ' +
        '"$QTIMEIT" --version');
    expect([status, stdout, stderr]).to.deep.equal([0, `${require('../../package.json').version}\n`, told + told]);
  });

  it('are told with the way out where no more files may be open', () => {
    const { stdout: own } = shell('"$NODE" -p "fs.readdirSync(\'/proc/self/fd\').length"');
    let told = 0;
    // From what Node has open itself to what is enough for a process with its pipes.
    for (const more of [0, 3, 5, 6, 8]) {
      const { status, stdout, stderr } =
        shell(`ulimit -n ${Number(own) + more}; "$NODE" "$QTIMEIT" run ${more % 2 ? 'suite.js -t 0.01' : 'matrix.js'}`);
      const isTold = /too many (?:open files|files are open)[^]*\(ulimit -n\)/.test(stdout + stderr);
      // With less Node cannot open the program.
      expect(status === 0 || isTold || stderr.includes(`open '${PROGRAM}'`), `${status} ${stdout} ${stderr}`)
        .to.equal(true);
      if (isTold) told++;
    }
    expect(told).to.be.at.least(1);
  });

  it('name a file by itself and its folder where the current one is gone', () => {
    fs.mkdirSync(inFolder('gone'));
    const { status, stdout, stderr } = shell(`cd gone && rmdir ../gone && "$NODE" ${inFolder('matrix.js')}`);
    const name = `${path.basename(inFolder())}/matrix.js`;
    expect([status, stdout.replace(/: [\d,.e+-]+$/gm, ''), stderr])
      .to.deep.equal([0, `${name} n=1\n${name} n=2\n`, '']);
  });

  it('say in one sentence which Node they need', () => {
    write('older.js',
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: process.env.OLD } });\n');
    const told = (version) =>
      ({ status: 2, stdout: '', stderr: `qtimeit: this is Node ${version}, but 20 or later is needed\n` });
    const run = (OLD) => shell('"$NODE" -r ./older.js "$QTIMEIT" --version', { OLD });
    expect(run('9.0.0')).to.deep.equal(told('9.0.0'));
    expect(run('100.0.0').status).to.equal(0);
    expect(require('../../package.json').engines.node).to.equal('>=20');
  });

  it('leave no temporary file where all processes are killed at once', async () => {
    write('twice.js', `const { bench } = require(${JSON.stringify(FACE)});
bench({ a: () => Math.sqrt(2) }, { forkTests: 1, timeGoal: 0.01 });
const cell = new Int32Array(new SharedArrayBuffer(4));
bench({ b() { console.log('b has begun'); Atomics.wait(cell, 0, 0, 100); } }, { forkTests: 1, timeGoal: 60 });
`);
    for (const args of [['run', 'twice.js'], ['for (;;);', '-t', '60']]) {
      const tmp = inFolder(`tmp-${args.length}`);
      fs.mkdirSync(tmp);
      // The table of a snippet begins as soon as there is one.
      const { signal } = await started(
        args, args[0] === 'run' ? 'b has begun' : 'qtimeit=', (child) => process.kill(-child.pid, 'SIGKILL'),
          { detached: true, env: { ...process.env, TMPDIR: tmp } });
      expect([signal, fs.readdirSync(tmp)], args.join(' ')).to.deep.equal(['SIGKILL', []]);
    }
  });

  it('do not reach the terminal by what was typed', async () => {
    for (const args of [['system', '\x1b[31m'], ['report', '\x9b2J.json'], ['compare', 'a\nb'],
        ['run', '\x1b]0;title\x07']]) {
      expect(await refused(...args)).to.match(/^qtimeit: .*\\(x1b|x9b|n)/)
        // eslint-disable-next-line no-control-regex
        .and.not.match(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    }
  });
});
