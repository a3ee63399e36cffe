'use strict';

/* User code that interrupts runs of suites; one of each kind is in the tests of the command. */

const { expect } = require('chai');
const { spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { useFolder, inFolder, write, read, qtimeit } = require('../helpers/cli');
const { inside, insideOf } = require('../helpers/cli-inside');
const { needs } = require('../helpers/needs');
const { startedUntil, until, untilDead, pidOf, rowsOf, BLOCKED, LIBRARY, PID, PROGRAM, SUITE } =
  require('../helpers/suite-processes');
const { createDeps } = require('#lib/cli/main');

const FAST = ['-t', '0.02', '--fork', '0'];
const ROOT = path.join(__dirname, '..', '..');

useFolder();

describe('a process that measures one test', () => {
  it('does not load commands, or modules that start processes', () => {
    write('count.js', `const job = JSON.parse(process.env.QTIMEIT_WORKER || '{}');
      if (job.role === 'test') process.on('exit', () => require('fs').writeFileSync('loaded.json',
        JSON.stringify(Object.keys(require.cache))));`);
    write('a.js', SUITE);
    const { status } = spawnSync(process.execPath, [PROGRAM, 'run', '-t', '0.02', '--fork', '1', 'a.js'],
      { cwd: inFolder(), env: { ...process.env, NODE_OPTIONS: `-r ${inFolder('count.js')}` } });
    expect(status).to.equal(0);
    const loaded = read('loaded.json').map((file) => path.relative(path.join(ROOT, 'lib'), file));
    const files = loaded.filter((file) => !file.startsWith('..'));
    expect(files).to.have.length.within(60, 110);
    const others =
      ['cli/definitions.js', 'fork-runner.js', 'base/host/child-process-run.js', 'report/output/formats.js'];
    expect(files.filter((file) => others.includes(file.split(path.sep).join('/')))).to.deep.equal([]);
  });

  it('calls each snippet the given number of times', async () => {
    await inside('-n', '1003', '--save', 'r.json', 'globalThis.count = (globalThis.count || 0) + 1', '1');
    for (const { samples: [{ rounds: { calls, warmUp } }] } of read('r.json').suites[0].tests) {
      expect(calls.slice(warmUp).reduce((sum, count) => sum + count, 0)).to.equal(1003);
    }
  });

  it('is followed by one that measures all tests', async () => {
    write('a.js', `const called = new Set();
      module.exports = { one() { called.add(1); }, two() { called.add(2); } };
      process.on('exit', () => { if (called.size === 2) require('fs').appendFileSync('both', '.'); });\n`);
    await inside('run', '-t', '0.3', '--fork', '1', 'a.js');
    expect(fs.readFileSync(inFolder('both'), 'utf8')).to.match(/^\.{1,2}$/);
  });
});

needs('linux', describe)('a run of suites that ^Z suspends', () => {
  it('is suspended and resumed together with the measuring process', async () => {
    write('a.js', `${PID}${SUITE}`);
    const isStopped = (pid) => fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') T ');
    const done = await startedUntil(['run', '-t', '60', '--fork', '0', 'a.js'], pidOf, async (child) => {
      child.kill('SIGTSTP');
      await until(() => isStopped(pidOf()) && isStopped(child.pid));
      child.kill('SIGCONT');
      await until(() => !isStopped(pidOf()));
      child.kill('SIGINT');
    });
    expect(done.status).to.equal(130);
    await untilDead();
  });
});

needs('signals', describe)('a run of suites that is interrupted', () => {
  const SCRIPT = `const { bench } = require(${LIBRARY});
    let x = 1;
    bench({ add() { x = x + 1 | 0; }, list() { x = x * 3 | 0; } });\n`;
  // The measuring process is asked to end, not killed.
  const GOODBYE = "process.on('exit', () => process.stderr.write('goodbye'));\n";
  for (const [signal, code, text] of [['SIGHUP', 129, SUITE], ['SIGTERM', 143, SCRIPT]]) {
    it(`by ${signal} during synchronous tests prints and saves their rows`, async () => {
      write('a.js', `${PID}${GOODBYE}${text}`);
      write('b.js', SUITE);
      const hasFigures = () => read('r.json').suites[0].tests.every(({ nsPerCall }) => nsPerCall > 0);
      const done = await startedUntil(
        ['run', '-t', '60', '--save', 'r.json', '.'], hasFigures, (child) => child.kill(signal));
      expect(done).to.deep.include({ status: code, signal: null });
      expect(done.stderr).to.include('goodbye');
      expect(done.stdout).to.match(/^add +(?:[\d.]+ [num]?s .* [\d,]+ |too noisy).*cut short/m);
      const { complete, suites } = read('r.json');
      expect(complete).to.equal(false);
      expect(suites[0].tests.map(({ name, warnings, samples }) =>
        [name, warnings.some(({ code }) => code === 'interrupted'), samples.length > 0]))
        .to.deep.equal([['add', true, true], ['list', true, true]]);
      expect(rowsOf({ suites: suites.slice(1) })).to.deep.equal([['b.js', null, 'interrupted']]);
      expect(fs.readdirSync(inFolder()).sort()).to.deep.equal(['a.js', 'b.js', 'pid', 'r.json']);
      await untilDead();
    });
  }

  it('by two signals during a snippet ends at once', async () => {
    write('empty', '');
    const args = ['-t', '60', '-s', 'const fs = require("fs")', 'fs.writeFileSync("called", ""); for (;;);'];
    const hasCalled = () => fs.existsSync(inFolder('called'));
    const done = await startedUntil(args, hasCalled, (child) => {
      child.kill('SIGINT');
      child.kill('SIGINT');
    });
    expect(done.status).to.equal(130);
    expect(done.stdout).to.match(/FAILED not measured: the run was interrupted/);
  });

  it('by --timeout has a figure for a long call of which it made few', () => {
    const slow = `() => { ${BLOCKED.replace('0, 0)', '0, 0, 700)')} }`;
    write('a.js', `module.exports = { first: ${slow}, second: ${slow} };\n`);
    const { status, stdout } = qtimeit('run', '-t', '60', '--timeout', '8', '--json', 'a.js');
    expect(status).to.equal(124);
    const [{ error, nsPerCall, warnings }] = JSON.parse(stdout).suites[0].tests;
    expect(error).to.equal(null);
    expect(nsPerCall).to.be.within(0.6e9, 3e9);
    expect(warnings.map(({ code }) => code)).to.include('interrupted');
  });

  it('by --timeout has the figures of tests next to an endless loop', () => {
    write('a.js', `module.exports = { loops() { ${BLOCKED} }, second: () => [1].slice() };\n`);
    // Longer than the goal, so that a busy machine measures in separate processes.
    const { stdout } = qtimeit('run', '-t', '0.2', '--timeout', '9', '--json', 'a.js');
    const [{ error }, { calls }] = JSON.parse(stdout).suites[0].tests;
    expect(error.message).to.match(/^did not end within [\d.]+ s, the most .*, and its process was killed$/);
    expect(calls).to.be.above(0);
  });

  it('by --timeout has the figures of tests next to endless loops of the first or later calls in one process', () => {
    const suite = `{ loops() { ${BLOCKED} }, later() { if (++calls > 1) ${BLOCKED} }, second: () => [1].slice() }`;
    write('a.js', `let calls = 0;\nmodule.exports = ${suite};\n`);
    write('b.js', `const { bench } = require(${LIBRARY});\nlet calls = 0;\nbench(${suite}).length;\n`);
    for (const args of [['--fork', '0', 'a.js'], ['b.js']]) {
      const { status, stdout } = qtimeit('run', '-t', '0.2', '--timeout', '10', '--json', ...args);
      const [first, later, { calls }] = JSON.parse(stdout).suites[0].tests;
      for (const { error } of [first, later]) {
        expect(error.message).to.match(/^did not end within [\d.]+ s, the most that .* --timeout left for it$/);
        expect(error.code).to.equal('timed-out');
      }
      expect(later.error.calls).to.match(/^2\b/);
      expect([first.error.calls, calls > 0, status]).to.deep.equal(['1', true, 124]);
    }
  });

  it('by SIGTERM ends an endless loop of a test in a separate process', async () => {
    write('a.js',
      `${PID}module.exports = { first() {}, loops() { require('fs').writeFileSync('called', ''); ${BLOCKED} } };\n`);
    const done = await startedUntil(['run', '-t', '60', '--save', 'r.json', 'a.js'],
      () => fs.existsSync(inFolder('called')), (child) => child.kill('SIGTERM'));
    expect(done.status).to.equal(143);
    expect(rowsOf(read('r.json'))).to.deep.equal([['a.js', 'first', 'interrupted'], ['a.js', 'loops', 'interrupted']]);
    expect(done.stdout).to.match(/^loops +FAILED not measured: the run was interrupted$/m)
      .and.match(/^first +FAILED not measured: the run was interrupted$/m);
    await untilDead();
  });

  it('by --timeout ends while a file is loaded', async () => {
    write('a.mjs', `import fs from 'fs';\nfs.writeFileSync('pid', String(process.pid));\n` +
      'setInterval(() => {}, 1000);\nawait new Promise(() => {});\n');
    write('b.js', SUITE);
    const args = ['run', '--save', 'r.json', '--timeout', '3', 'a.mjs', 'b.js'];
    const done = await startedUntil(args, () => pidOf() > 0, () => {});
    expect(done.status).to.equal(124);
    expect(done.stderr).to.match(/^a\.mjs: was still being loaded/m);
    expect(rowsOf(read('r.json'))).to.deep.equal([['a.mjs', null, 'interrupted'], ['b.js', null, 'interrupted']]);
    await untilDead();
  });

  it('by SIGKILL ends its measuring process', async () => {
    write('a.js', `${PID}${SUITE}`);
    const done = await startedUntil(
      ['run', '-t', '60', 'a.js'], ({ stdout }) => stdout.includes('qtimeit='), (child) => child.kill('SIGKILL'));
    expect(done.signal).to.equal('SIGKILL');
    await untilDead();
  });
});

describe('a file that does not load', () => {
  it('fails after its time limit, and the other files run', async () => {
    write('a.js', `${BLOCKED}\n`);
    write('b.js', SUITE);
    // The limit is 30 s. The first file gets only 0.2 s here.
    let limits = 0;
    const { clock } = createDeps();
    const hasty = { ...clock, after: (action, ms) => clock.after(action, ms === 30000 && ++limits === 1 ? 200 : ms) };
    const hurried = insideOf({}, { clock: hasty });
    const { status, stdout, stderr } = await hurried.inside('run', ...FAST, '--json', 'a.js', 'b.js');
    // The only failure is the time limit.
    expect(status).to.equal(124);
    expect(stderr).to.match(/^a\.js: did not end within 30 s: it loops forever, .*, or takes longer\./m)
      .and.include('To time a program as a whole: qtimeit command "node a.js"');
    expect(rowsOf(JSON.parse(stdout)))
      .to.deep.equal([['a.js', null, 'timed-out'], ['b.js', 'add', null], ['b.js', 'list', null]]);
  });

  it('is named if it awaits a promise that never settles, or replaces built-ins, and the other files run', () => {
    const thrown = (at) => new RegExp(`: Error: mine\\n {4}at ${at}:1:\\d+$`, 'm');
    const replaced = {
      'Array.prototype.map': thrown,
      'String.prototype.split': thrown,
      'Promise.prototype.then': thrown,
      'Promise.resolve': thrown,
      // Depending on which timer is first, the process ends by the error or by the handles that it cannot close.
      'process.nextTick': (at) => new RegExp(`^${at}: (?:Error: mine\\n {4}at ${at}:1:\\d+|still open: .*)$`, 'm'),
      'globalThis.Promise': (at) => new RegExp(`^${at}: TypeError: Promise is not a constructor\\. ` +
        'Does the file replace built-ins while it is loaded\\?$', 'm'),
    };
    const names = Object.keys(replaced);
    for (const name of names) {
      write(`${name}.js`, `${name} = () => { throw new Error('mine'); };\nexports.a = () => 1;\n`);
    }
    write('a.mjs', 'await new Promise(() => {});\n');
    write('b.js', SUITE);
    const { status, stdout, stderr } =
      qtimeit('run', '-t', '0.02', '--json', 'a.mjs', 'b.js', ...names.map((name) => `${name}.js`));
    expect(status).to.equal(1);
    expect(stderr).to.match(/^a\.mjs: awaits something that never happens: the event loop is empty/m);
    for (const name of names) expect(stderr).to.match(replaced[name](`${name}.js`));
    // No stack of this library
    expect(stderr).to.not.match(/[\\/]lib[\\/]/);
    const rows = rowsOf(JSON.parse(stdout));
    expect(rows.slice(0, 4)).to.deep.equal([
      ['a.mjs', null, 'exited'], ['b.js', 'add', null], ['b.js', 'list', null], [`${names[0]}.js`, null, 'threw'],
    ]);
    for (const name of names.slice(1)) {
      const [, , code] = rows.find(([file, test]) => file === `${name}.js` && test === 'a');
      expect(code, name).to.be.a('string');
    }
  });

  it('fails in a comparison, like a test that throws, which exits with 1', async () => {
    write('a.js', 'throw new Error("on purpose");\n');
    write('b.js', 'module.exports = { fails() { throw new Error("in the test"); } };\n');
    const { status, stdout } = await inside('compare', '--old', process.execPath, '--new', process.execPath,
      '--max-regression', '3%', '--strict', 'a.js', 'b.js');
    expect(status).to.equal(1);
    expect(stdout).to.match(/^FAILED a\.js \(old\): Error: on purpose/m).and.match(/^FAILED a\.js \(new\)/m)
      .and.match(/^fails .* failed$/m).and.match(/^FAILED fails \(old\): .*in the test/m)
      .and.match(/\n--max-regression 3 %: not judged; 1 of 1 test failed: fails; 1 file failed: a\.js\n$/);
  });

  it('is not reported if it ends the process after its suites', () => {
    write('a.js', `const { bench } = require(${LIBRARY});\nbench({ async one() {} }).then(() => process.exit(0));\n`);
    expect(qtimeit('run', ...FAST, 'a.js').status).to.equal(0);
  });
});

needs('signals', it)('a process that is killed fails its test, keeps earlier rows, and the other tests run', () => {
  // In the middle of a batch, once all tests have figures. V8 handles the first SIGSEGV as one of WebAssembly's.
  write('a.js', `const fs = require('fs');
    const { bench } = require(${LIBRARY});
    const haveFigures = () => JSON.parse(fs.readFileSync('r.json', 'utf8')).suites[0].tests.every(({ nsPerCall }) =>
      nsPerCall > 0);
    const isDue = () => { try { return haveFigures(); } catch (_) { return false; } };
    let x = 1;
    let calls = 0;
    function dies() {
      if (++calls % 1048576 === 0 && isDue()) for (let i = 0; i < 3; i++) process.kill(process.pid, 'SIGSEGV');
    }
    bench({ add() { x = x + 1 | 0; }, dies, mul() { x = x * 5 | 0; } }, { timeGoal: 60 });\n`);
  write('b.js', `const { bench } = require(${LIBRARY});\nbench({ dies() { process.abort(); } });\n`);
  write('c.js',
    `const { bench } = require(${LIBRARY});\nlet x = 1;\nbench({ add() { x = x + 1 | 0; } }, { timeGoal: 0.02 });\n`);
  const { status, stdout } = qtimeit('run', '--json', '--save', 'r.json', '.');
  expect(status).to.equal(1);
  const { suites, complete } = JSON.parse(stdout);
  expect(complete).to.equal(true);
  expect(rowsOf({ suites })).to.deep.equal([
    ['a.js', 'add', null], ['a.js', 'dies', 'killed'], ['a.js', 'mul', null],
    ['b.js', 'dies', 'out-of-memory'], ['c.js', 'add', null],
  ]);
  const [{ tests: [add, killed] }, { tests: [aborted] }] = suites;
  expect(killed.error.message).to.equal('its process was killed by SIGSEGV');
  expect(aborted.error.message).to.match(/^ran out of memory, or was aborted/);
  expect(add.nsPerCall).to.be.above(0);
  expect(add.warnings.map((warning) => warning.code)).to.include('interrupted');
  expect(add.samples).to.have.length(1);
  expect(read('r.json').suites).to.deep.equal(suites);
});

describe('a test that makes a builtin throw', () => {
  const nothing = 'function () { throw new Error("broken"); }';
  const emptied = (holder) => `{ const keys = Reflect.ownKeys(${holder}); for (let i = 0; i < keys.length; i++) ` +
    `try { delete ${holder}[keys[i]]; } catch {} }`;
  for (const [how, fork, codes] of [
    ['one process', '0',
      [`Reflect.apply = Map.prototype.get = JSON.stringify = ${nothing}`, emptied('Function.prototype')]],
    ['separate processes', '1', [emptied('Array.prototype')]],
  ]) {
    it(`does not affect the rows of the suite in ${how}`, () => {
      const names = codes.map((code, i) => write(`${i}.js`,
        `let x; module.exports = { good() { x = [1]; }, breaks() { ${code}; x = {}; }, last() { x = {}; } };`));
      const { stdout } = qtimeit('run', '-t', '0.05', '--fork', fork, '--save', 'r.json', ...names);
      const tables = stdout.match(/^good .*(?:\d [num]?s|too noisy|under) .*\nbreaks .*\nlast .*/gm);
      expect(tables).to.have.length(names.length);
      const rows = rowsOf(read('r.json')).filter(([, name]) => name !== null);
      expect(rows.map(([file, name]) => [file, name]))
        .to.deep.equal(names.flatMap((file) => ['good', 'breaks', 'last'].map((name) => [file, name])));
      for (const [, name, code] of rows) if (name === 'good') expect(code).to.equal(null);
    });
  }
});
