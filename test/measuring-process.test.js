'use strict';

/* What code of the user can do to a run of suites: it is in a process of its own, and the command keeps, saves and prints what there is. */

const { expect } = require('chai');
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { useFolder, inFolder, write, read, qtimeit } = require('./helpers/cli');
const { main } = require('../lib/commands/main');
const { createDoors } = require('../lib/commands/doors');
const host = require('../lib/host');

const PROGRAM = path.join(__dirname, '..', 'bin', 'qtimeit.js');
const FAST = ['-t', '0.02'];
const SUITE = 'let x = 1; module.exports = { add() { x = x + 1 | 0; }, list() { x = [x, 1].length; } };\n';
const LIBRARY = JSON.stringify(path.join(__dirname, '..'));

// A file that tells its process.
const PID = "require('fs').writeFileSync('pid', String(process.pid));\n";
const pidOf = () => Number(fs.readFileSync(inFolder('pid'), 'utf8'));

const CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

const later = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

/** Waits, but not beyond the time of a test: what waits keeps the tests from their end. */
async function until(condition) {
  for (let left = 2500; left > 0; left--) {
    try {
      if (condition()) return;
    } catch (_) {
      // Not there yet.
    }
    await later(20);
  }
  throw new Error('what was waited for has not come');
}

const isDead = (pid) => !host.isAlive(pid);
const rowsOf = ({ suites }) => suites.flatMap(({ file, tests, error }) => (error ? [[file, null, error.code]] : tests.map((test) => [file, test.name, test.error && test.error.code])));

/** Starts the command, waits for a condition, acts, and gives what it said at its end. */
function startedUntil(args, condition, action, options = {}) {
  const child = spawn(process.execPath, [...(options.execArgv || []), PROGRAM, ...args], { cwd: inFolder(), ...options });
  const out = { stdout: '', stderr: '' };
  for (const name of Object.keys(out)) {
    child[name].setEncoding('utf8');
    child[name].on('data', (text) => { out[name] += text; });
  }
  const ended = new Promise((resolve) => { child.on('close', (status, signal) => resolve({ status, signal, ...out })); });
  return until(() => condition(out)).then(() => action(child), (error) => {
    child.kill('SIGTERM');
    throw error;
  }).then(() => ended);
}

useFolder();

describe('a run of suites that is ended', function ended() {
  this.timeout(60000);
  before(function posix() { if (process.platform === 'win32') this.skip(); });

  for (const [signal, status] of Object.entries(CODES)) {
    it(`by ${signal}, while synchronous tests run: has their rows, and saves them`, async () => {
      write('a.js', `${PID}${SUITE}`);
      write('b.js', SUITE);
      const hasFigures = () => read('r.json').suites[0].tests.every(({ nsPerCall }) => nsPerCall > 0);
      const done = await startedUntil(['run', '-t', '60', '--save', 'r.json', '.'], hasFigures, (child) => child.kill(signal));
      expect([done.status, done.signal]).to.deep.equal([status, null]);
      expect(done.stdout).to.match(/^add .*ops\/sec.*cut short/m);
      const { complete, suites } = read('r.json');
      expect(complete).to.equal(false);
      expect(suites[0].tests.map(({ name, warnings, samples }) => [name, warnings.some(({ code }) => code === 'interrupted'), samples.length])).to.deep.equal([['add', true, 1], ['list', true, 1]]);
      expect(rowsOf({ suites: suites.slice(1) })).to.deep.equal([['b.js', null, 'interrupted']]);
      await until(() => isDead(pidOf()));
    });
  }

  it('by a signal, while a script measures with bench', async () => {
    write('a.js', `${PID}const { bench } = require(${LIBRARY});\nlet x = 1;\nbench({ add() { x = x + 1 | 0; }, mul() { x = x * 3 | 0; } });\n`);
    const hasFigures = () => read('r.json').suites[0].tests.every(({ nsPerCall }) => nsPerCall > 0);
    const done = await startedUntil(['run', '-t', '60', '--save', 'r.json', 'a.js'], hasFigures, (child) => child.kill('SIGTERM'));
    expect(done.status).to.equal(143);
    expect(done.stdout).to.match(/^add .*ops\/sec/m);
    await until(() => isDead(pidOf()));
  });

  it('by a signal in a snippet, and by another one at once', async () => {
    write('empty', '');
    const words = ['-t', '60', '-s', 'const fs = require("fs")', 'fs.writeFileSync("called", ""); for (;;);'];
    const hasCalled = () => fs.existsSync(inFolder('called'));
    const done = await startedUntil(words, hasCalled, (child) => {
      child.kill('SIGINT');
      child.kill('SIGINT');
    });
    expect(done.status).to.equal(130);
    expect(done.stdout).to.match(/FAILED not measured: the run was interrupted/);
  });

  for (const [what, args] of [['SIGTERM', []], ['--timeout', ['--timeout', '3']]]) {
    const status = what === 'SIGTERM' ? 143 : 124;
    const act = (child) => { if (what === 'SIGTERM') child.kill('SIGTERM'); };

    it(`by ${what}, in an endless loop of a test`, async () => {
      write('a.js', `${PID}module.exports = { first() {}, loops() { require('fs').writeFileSync('called', ''); for (;;); } };\n`);
      const done = await startedUntil(['run', '-t', '60', '--save', 'r.json', ...args, 'a.js'], () => fs.existsSync(inFolder('called')), act);
      expect(done.status).to.equal(status);
      expect(rowsOf(read('r.json'))).to.deep.equal([['a.js', 'first', 'interrupted'], ['a.js', 'loops', 'interrupted']]);
      expect(done.stdout).to.match(what === 'SIGTERM' ? /^loops .*the run was interrupted while this test ran; an endless loop .*--fork/m : /^loops .*the time of the command was over while this test ran; an endless loop .*--fork/m);
      expect(done.stdout).to.match(/^first FAILED not measured: the .*(?:over|interrupted)$/m);
      await until(() => isDead(pidOf()));
    });

    for (const [where, name, text, words] of [
      ['at the top of a file', 'a.js', `${PID}for (;;);\n`, /^a\.js: was still being loaded/m],
      ['that awaits for ever', 'a.mjs', `import fs from 'fs';\nfs.writeFileSync('pid', String(process.pid));\nsetInterval(() => {}, 1000);\nawait new Promise(() => {});\n`, /^a\.mjs: was still being loaded/m],
    ]) {
      it(`by ${what}, while one loads ${where}`, async () => {
        write(name, text);
        write('b.js', SUITE);
        const done = await startedUntil(['run', '--save', 'r.json', ...args, name, 'b.js'], () => pidOf() > 0, act);
        expect(done.status).to.equal(status);
        expect(done.stderr).to.match(words);
        expect(rowsOf(read('r.json'))).to.deep.equal([[name, null, 'interrupted'], ['b.js', null, 'interrupted']]);
        await until(() => isDead(pidOf()));
      });
    }

    it(`by ${what}, in a setup that never ends`, async () => {
      const done = await startedUntil([...args, '-s', `${PID}for (;;);`, '1'], () => pidOf() > 0, act);
      expect(done.status).to.equal(status);
      expect(done.stderr).to.match(/^qtimeit: the setup was still being loaded/m);
      await until(() => isDead(pidOf()));
    });
  }

  it('by SIGKILL: what measured for it ends by itself', async () => {
    write('a.js', `${PID}${SUITE}`);
    const done = await startedUntil(['run', '-t', '60', 'a.js'], ({ stdout }) => stdout.includes('qtimeit='), (child) => child.kill('SIGKILL'));
    expect(done.signal).to.equal('SIGKILL');
    await until(() => isDead(pidOf()));
  });
});

describe('a file that does not load', function loads() {
  this.timeout(60000);

  it('in its time fails, and the others run', async () => {
    write('a.js', 'for (;;);\n');
    write('b.js', SUITE);
    const before = process.cwd();
    process.chdir(inFolder());
    const doors = createDoors();
    const { clock } = doors;
    // 30 s, for a person.
    Object.defineProperty(doors, 'clock', { value: { ...clock, after: (action, ms) => clock.after(action, ms === 30000 ? 700 : ms) } });
    let text = '';
    let errors = '';
    doors.terminal = { write: (more) => { text += more; }, writeError: (more) => { errors += more; }, status() {}, screen: () => null, hasColours: () => false };
    try {
      // The only failure is one of time.
      expect(await main(['run', ...FAST, '--json', 'a.js', 'b.js'], doors)).to.equal(124);
    } finally {
      process.chdir(before);
    }
    expect(errors).to.match(/^a\.js: did not come to its end within 30 s/m);
    expect(rowsOf(JSON.parse(text))).to.deep.equal([['a.js', null, 'timed-out'], ['b.js', 'add', null], ['b.js', 'list', null]]);
  });

  it('because it awaits what never comes is named, and the others run', () => {
    write('a.mjs', 'await new Promise(() => {});\n');
    write('b.js', SUITE);
    const { status, stdout, stderr } = qtimeit('run', ...FAST, '--json', '.');
    expect(status).to.equal(1);
    expect(stderr).to.match(/^a\.mjs: awaits what never comes/m);
    expect(rowsOf(JSON.parse(stdout))).to.deep.equal([['a.mjs', null, 'exited'], ['b.js', 'add', null], ['b.js', 'list', null]]);
  });

  it('because it ends the process is named, and the others run', () => {
    write('a.js', 'process.exit(0);\n');
    write('b.js', SUITE);
    write('c.js', `const { bench } = require(${LIBRARY});\nbench({ one() {} });\nprocess.exit(4);\n`);
    const { status, stdout, stderr } = qtimeit('run', ...FAST, '--json', '.');
    expect(status).to.equal(1);
    expect(stderr).to.match(/^a\.js: called process\.exit\(0\) before there was a suite$/m).and.match(/^c\.js: called process\.exit\(4\) before its end$/m);
    expect(rowsOf(JSON.parse(stdout))).to.deep.equal([
      ['a.js', null, 'exited'], ['b.js', 'add', null], ['b.js', 'list', null], ['c.js', 'one', null], ['c.js', null, 'exited'],
    ]);
  });

  it('may end the process after its suites', () => {
    write('a.js', `const { bench } = require(${LIBRARY});\nbench({ async one() {} }).then(() => process.exit(0));\n`);
    expect(qtimeit('run', ...FAST, 'a.js').status).to.equal(0);
  });

  it('because of an error that nobody catches', () => {
    write('a.js', 'setTimeout(() => { throw new RangeError("on purpose"); }, 1);\nmodule.exports = new Promise(() => {});\n');
    const { status, stderr } = qtimeit('run', ...FAST, 'a.js');
    expect(status).to.equal(1);
    expect(stderr).to.match(/^a\.js: RangeError: on purpose\n {4}at a\.js:1:26$/m);
  });

  it('is a setup: that is named', () => {
    const { status, stdout, stderr } = qtimeit('-s', 'process.exit(3)', '1');
    expect([status, stdout]).to.deep.equal([1, '']);
    expect(stderr).to.equal('qtimeit: the setup called process.exit(3) before there was a suite\n');
  });
});

describe('what is left open', function left() {
  this.timeout(60000);

  for (const [what, args] of [
    ['by a snippet', ['-n', '3', 'setInterval(() => {}, 1e6)']], ['by a setup', ['-s', 'setInterval(() => {}, 1e6)', '1']], ['by a file', ['run', 'a.js']],
  ]) {
    it(`${what} is named, and the command ends`, () => {
      write('a.js', `setInterval(() => {}, 1e6);\n${SUITE}`);
      const { status, stdout, stderr } = qtimeit(...args, ...(args[0] === '-n' ? [] : FAST));
      expect(status).to.equal(0);
      expect(stdout).to.match(/ops\/sec|too fast/);
      expect(stderr).to.match(/^(qtimeit|a\.js): left open: \d+ x Timeout;/m);
    });
  }
});

describe('a process that is killed while it measures', function killed() {
  this.timeout(60000);
  before(function posix() { if (process.platform === 'win32') this.skip(); });

  for (const [signal, code, words] of [['SIGKILL', 'killed', 'killed by SIGKILL'], ['SIGSEGV', 'killed', 'killed by SIGSEGV'], ['SIGABRT', 'out-of-memory', 'ran out of memory']]) {
    it(`by ${signal}: its test fails, rows before are kept, and the others run`, () => {
      // In the middle of a slice, once all have figures. The first SIGSEGV is taken for one of WebAssembly's.
      write('a.js', `const fs = require('fs');
        const haveFigures = () => JSON.parse(fs.readFileSync('r.json', 'utf8')).suites[0].tests.every(({ nsPerCall }) => nsPerCall > 0);
        const isDue = () => { try { return haveFigures(); } catch (_) { return false; } };
        let x = 1;
        let calls = 0;
        function dies() {
          if (++calls % 1048576 === 0 && isDue()) for (let i = 0; i < 3; i++) process.kill(process.pid, '${signal}');
        }
        module.exports = { add() { x = x + 1 | 0; }, dies, mul() { x = x * 5 | 0; } };\n`);
      write('b.js', SUITE);
      const { status, stdout } = qtimeit('run', '-t', '4', '--json', '--filter', 'add', '--filter', 'dies', '--filter', 'mul', '--save', 'r.json', '.');
      expect(status).to.equal(1);
      const { suites, complete } = JSON.parse(stdout);
      expect(complete).to.equal(true);
      expect(rowsOf({ suites })).to.deep.equal([['a.js', 'add', null], ['a.js', 'dies', code], ['a.js', 'mul', null], ['b.js', 'add', null]]);
      const [{ tests: [add, dies] }] = suites;
      expect(dies.error.message).to.include(words);
      expect(add.nsPerCall).to.be.above(0);
      expect(add.warnings.map((warning) => warning.code)).to.include('interrupted');
      expect(add.samples).to.have.length(1);
      expect(read('r.json').suites).to.deep.equal(suites);
    });
  }

  it('because it ran out of memory', () => {
    write('a.js', `module.exports = { add() {}, keeps() { const all = []; for (;;) all.push({}); } };\n`);
    write('b.js', SUITE);
    const args = [...FAST, '--json', '.'];
    const { status, stdout } = require('child_process').spawnSync(process.execPath, ['--max-old-space-size=40', PROGRAM, 'run', ...args], { cwd: inFolder(), encoding: 'utf8' });
    expect(status).to.equal(1);
    expect(rowsOf(JSON.parse(stdout))).to.deep.equal([['a.js', 'add', 'exited'], ['a.js', 'keeps', 'out-of-memory'], ['b.js', 'add', null], ['b.js', 'list', null]]);
  });

  it('leaves nothing in the temporary folder', () => {
    fs.mkdirSync(inFolder('tmp'));
    write('a.js', "module.exports = { dies() { process.kill(process.pid, 'SIGKILL'); } };\n");
    const { status } = require('child_process').spawnSync(process.execPath, [PROGRAM, 'run', ...FAST, 'a.js'], { cwd: inFolder(), env: { ...process.env, TMPDIR: inFolder('tmp') } });
    expect(status).to.equal(1);
    expect(fs.readdirSync(inFolder('tmp'))).to.deep.equal([]);
  });
});

describe('a test that replaces what everything is made of', function replaces() {
  this.timeout(60000);

  const REPLACED = `let x = 1;
    function breakAll() {
      Math.max = () => NaN;
      Number.prototype.toFixed = () => 'broken';
      String.prototype.replace = () => 'broken';
      RegExp.prototype.exec = () => null;
      globalThis.Promise = function broken() { throw new Error('broken'); };
      process.stdout.write = () => true;
      Object.defineProperty(Object.prototype, 'inherited', { get: () => 1, enumerable: true, configurable: true });
      x = x + 1 | 0;
    }
    module.exports = { breakAll, add() { for (let i = 0; i < 1000; i++) x = x + i | 0; } };\n`;
  const WORDS = {
    table: /^breakAll .*\nadd .*/m, json: /"name": ?"breakAll"/, csv: /^a\.js,1,breakAll,/m, markdown: /\| breakAll \|/, github: /breakAll/,
    'github-action': /"name": ".*breakAll/, bencher: /> (?:breakAll|add)": \{/, benchstat: /^Benchmark\S*breakAll\S*\s+\d+/im,
  };

  for (const [format, words] of Object.entries(WORDS)) {
    it(`does nothing to ${format}`, () => {
      write('a.js', REPLACED);
      const { status, stdout, stderr } = qtimeit('run', '-t', '0.1', '--format', format, '--save', 'r.json', 'a.js');
      expect([status, stderr]).to.deep.equal([0, '']);
      expect(stdout).to.match(words).and.not.include('broken').and.not.include('NaN');
      expect(rowsOf(read('r.json'))).to.deep.equal([['a.js', 'breakAll', null], ['a.js', 'add', null]]);
    });
  }
});
