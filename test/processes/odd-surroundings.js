'use strict';

/*
 * What the command line does if its environment fails: a full disk, a missing current folder, or a missing
 * temporary folder.
 */

const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { useFolder, inFolder, write, read, started, PROGRAM } = require('../helpers/cli');
const { inside, refused } = require('../helpers/cli-inside');
const { COMMON } = require('../helpers/benchmark-process');
const { needs } = require('../helpers/needs');

const LIBRARY = path.join(__dirname, '..', '..', 'qtimeit.js');
const SUITE = 'module.exports = { root: () => Math.sqrt(2), tangent: () => Math.atan2(2, 3) };\n';
const MATRIX =
  `const bench = require(${JSON.stringify(COMMON)}).createBenchmark(({ n }) => { bench.start(); bench.end(n); }, { ` +
    'n: [1, 2] });\n';
const DISK_FULL = 'qtimeit: standard output cannot be written: no space left on the device\n';

// A line of a stack trace with the path of a file of this library.
const TRACE = /^\s*(\|\s*)?at .*[\\/](lib|bin)[\\/].*\.js:\d+/m;

/** Runs a line of the shell in the folder, with $NODE and $QTIMEIT: { status, stdout, stderr } */
function shell(line, env = {}) {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', line],
      { cwd: inFolder(), encoding: 'utf8', env: { ...process.env, NODE: process.execPath, QTIMEIT: PROGRAM, ...env } });
  expect(stderr + stdout).to.not.match(TRACE);
  return { status, stdout, stderr };
}

needs('linux', describe)('commands in a broken environment', () => {
  useFolder();
  beforeEach(() => {
    write('suite.js', SUITE);
    write('matrix.js', MATRIX);
  });

  const printing = [
    '"$NODE" "$QTIMEIT" help', '"$NODE" matrix.js',
    `"$NODE" -e 'require(${JSON.stringify(LIBRARY)}).bench({ a() {} }, { timeGoal: 0.01 })'`,
  ];
  for (const line of printing) {
    it(`report a full disk once, and fail: ${line.replace(/'[^']*'/, '...')}`, () => {
      expect(shell(`${line} > /dev/full`)).to.include({ status: 1, stderr: DISK_FULL });
    });
  }

  it('save results even if the output cannot be written', () => {
    expect(shell('"$NODE" "$QTIMEIT" run suite.js -t 0.01 --fork 0 --save saved.json > /dev/full'))
      .to.include({ status: 1, stderr: DISK_FULL });
    expect(read('saved.json').suites[0].tests.map(({ name, calls }) => [name, calls > 0]))
      .to.deep.equal([['root', true], ['tangent', true]]);
  });

  it('print results if the file for them is full, and end quietly if the output is closed', async () => {
    const { status, stdout, stderr } =
      await inside('run', '-t', '0.01', '--fork', '0', '--save', '/dev/full', 'suite.js');
    expect(status).to.equal(1);
    expect(stderr).to.include('/dev/full');
    expect(stdout).to.match(/^root .*\ntangent /m);
    const closed =
      await started(['run', '-t', '0.1', '--fork', '0', 'suite.js'], 'qtimeit=', (child) => child.stdout.destroy());
    expect(closed).to.include({ status: 0, stderr: '' });
  });

  it('exit normally if neither output nor errors can be written', () => {
    expect(shell('"$NODE" "$QTIMEIT" run suite.js -t 0.01 --fork 0 > /dev/full 2> /dev/full'))
      .to.deep.equal({ status: 1, stdout: '', stderr: '' });
    expect(shell('"$NODE" "$QTIMEIT" nonsense.json 2> /dev/full').status).to.equal(1);
  });

  it('report a missing current folder, except for help', () => {
    const error = 'qtimeit: the current folder cannot be used: it does not exist. Change to another folder\n';
    fs.mkdirSync(inFolder('gone'));
    const { status, stdout, stderr } =
      shell('cd gone && rmdir ../gone && "$NODE" "$QTIMEIT" run ../suite.js; "$NODE" "$QTIMEIT" 1; "$NODE" ' +
        '"$QTIMEIT" --version');
    expect({ status, stdout, stderr })
      .to.deep.equal({ status: 0, stdout: `${require('../../package.json').version}\n`, stderr: error + error });
    // Files are named by their folder and their name.
    fs.mkdirSync(inFolder('lost'));
    const run = shell(`cd lost && rmdir ../lost && "$NODE" ${inFolder('matrix.js')}`);
    const name = `${path.basename(inFolder())}/matrix.js`;
    expect({ ...run, stdout: run.stdout.replace(/: [\d,.e+-]+$/gm, '') })
      .to.deep.equal({ status: 0, stdout: `${name} n=1\n${name} n=2\n`, stderr: '' });
  });

  it('explain how to open more files if the limit is reached', () => {
    const { stdout: own } = shell('"$NODE" -p "fs.readdirSync(\'/proc/self/fd\').length"');
    let reports = 0;
    // From as many files as Node.js itself opens to enough for a process with pipes.
    for (const more of [0, 3, 5, 6, 8]) {
      const { status, stdout, stderr } =
        shell(`ulimit -n ${Number(own) + more}; "$NODE" "$QTIMEIT" run ${more % 2 ? 'suite.js -t 0.01' : 'matrix.js'}`);
      const isReported = /too many (?:open files|files are open)[^]*\(ulimit -n\)/.test(stdout + stderr);
      // With fewer, Node.js cannot open the program.
      expect(status === 0 || isReported || stderr.includes(`open '${PROGRAM}'`), `${status} ${stdout} ${stderr}`)
        .to.equal(true);
      if (isReported) reports++;
    }
    expect(reports).to.be.at.least(1);
  });

  it('state the required version of Node.js in one sentence', () => {
    write('older.js',
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: process.env.OLD } });\n');
    const refusal = (version) =>
      ({ status: 2, stdout: '', stderr: `qtimeit: Node.js 20 or later is required; this is ${version}\n` });
    const run = (OLD) => shell('"$NODE" -r ./older.js "$QTIMEIT" --version', { OLD });
    expect(run('9.0.0')).to.deep.equal(refusal('9.0.0'));
    expect(run('100.0.0').status).to.equal(0);
    // The library refuses as well.
    for (const name of ['qtimeit.js', 'public/common.js', 'public/adopt.js', 'qtimeit.mjs']) {
      const file = JSON.stringify(path.join(path.dirname(LIBRARY), name));
      const { status, stderr } = spawnSync(process.execPath, ['-r', inFolder('older.js'), '-e', `import(${file})`],
        { env: { ...process.env, OLD: '18.20.8' }, encoding: 'utf8' });
      expect({ name, status }).to.deep.equal({ name, status: 1 });
      expect(stderr).to.include(refusal('18.20.8').stderr.trimEnd());
    }
    expect(require('../../package.json').engines.node).to.equal('>=20');
  });

  it('leave only compiled modules if all processes are killed at once, which the next command removes', async () => {
    write('twice.js', `const { bench } = require(${JSON.stringify(LIBRARY)});
bench({ a: () => Math.sqrt(2) }, { forkTests: 1, timeGoal: 0.01 });
const cell = new Int32Array(new SharedArrayBuffer(4));
bench({ b() { console.log('b has begun'); Atomics.wait(cell, 0, 0, 100); } }, { forkTests: 1, timeGoal: 60 });
`);
    write('one.js', 'module.exports = { one() {} };\n');
    const next = ['run', '--fork', '2', '-t', '0.02', 'one.js'];
    for (const args of [['run', 'twice.js'], ['for (;;);', '-t', '60']]) {
      const tmp = inFolder(`tmp-${args.length}`);
      fs.mkdirSync(tmp);
      // The table of a snippet is printed as soon as it has a row.
      const { signal } = await started(
        args, args[0] === 'run' ? 'b has begun' : 'qtimeit=', (child) => process.kill(-child.pid, 'SIGKILL'),
          { detached: true, env: { ...process.env, TMPDIR: tmp } });
      const left = fs.readdirSync(tmp).filter((name) => !name.startsWith('qtimeit-modules-'));
      expect({ signal, left }, args.join(' ')).to.deep.equal({ signal: 'SIGKILL', left: [] });
      await started(next, 'never', () => {}, { env: { ...process.env, TMPDIR: tmp } });
      expect(fs.readdirSync(tmp), args.join(' ')).to.deep.equal([]);
    }
  });

  it('end at once if there is no git, which documents ask for the commit', () => {
    write('one.js', 'module.exports = { one() {} };\n');
    const { status, signal, stdout } = spawnSync(
      process.execPath, [PROGRAM, 'run', '-t', '0.02', '--json', 'one.js'],
      { cwd: inFolder(), encoding: 'utf8', env: { ...process.env, PATH: inFolder() }, timeout: 120000 });
    expect({ status, signal, revision: JSON.parse(stdout).revision })
      .to.deep.equal({ status: 0, signal: null, revision: null });
  });

  it('escape arguments in messages to the terminal', async () => {
    for (const args of [['system', '\x1b[31m'], ['report', '\x9b2J.json'], ['compare', 'a\nb'],
        ['run', '\x1b]0;title\x07']]) {
      expect(await refused(...args)).to.match(/^qtimeit: .*\\(x1b|x9b|n)/)
        // eslint-disable-next-line no-control-regex
        .and.not.match(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/);
    }
    write('rates.csv', '"co\x9b31mnfiguration"\n');
    const { stdout: ofFile } = await inside('scatter', 'rates.csv', '--xaxis', 'n', '--json');
    expect(ofFile).to.include('\\u009b31m').and.not.include('\x9b');
  });
});
