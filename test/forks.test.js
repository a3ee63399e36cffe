'use strict';

/*
 * Tests in processes of their own, as users run them: each script here is a file that a node of its own runs.
 */

const fs = require('fs');
const os = require('os');
const path = require('path');
const { pathToFileURL } = require('url');
const { spawn } = require('child_process');
const { expect } = require('chai');
const { isUntold } = require('../lib/told');

const ROOT = path.join(__dirname, '..');
const WINDOWS = process.platform === 'win32';

const PRELUDE = `
const timeit = require(${JSON.stringify(path.join(ROOT, 'qtimeit.js'))});
const fs = require('fs');
const note = (text) => fs.appendFileSync(process.env.NOTES, text + '\\n');
const work = (turns) => { let sum = 0; for (let i = 0; i < turns; i++) sum += i; return sum; };
const good = () => work(100);
const short = { verbose: 0, forkTests: 2, timeGoal: 0.02, twin: false };
const tell = (rows) => console.log('ROWS ' + JSON.stringify(rows));
`;

let folder;
let scripts = 0;

before(() => { folder = fs.mkdtempSync(path.join(os.tmpdir(), 'qtimeit-test-')); });
after(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

function environment(more) {
  const env = { ...process.env, ...more };
  for (const name of ['NODE_OPTIONS', 'NODE_V8_COVERAGE', 'NODE_UNIQUE_ID', 'QTIMEIT_FORK']) delete env[name];
  return env;
}

const linesOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n').slice(0, -1) : []);

async function until(condition, what) {
  for (let waited = 0; waited < 20000; waited += 20) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited in vain: ${what}`);
}

/** Starts a script that is a file; each has a folder for its temporary files and one for its notes. */
function launch(source, { flags = [], args = [], extension = 'js', prelude = PRELUDE, command = null, input = 'ignore' } = {}) {
  const own = path.join(folder, `${++scripts}`);
  const temporary = path.join(own, 'tmp');
  fs.mkdirSync(temporary, { recursive: true });
  const file = path.join(own, `script.${extension}`);
  const notes = path.join(own, 'notes');
  fs.writeFileSync(file, prelude + source);
  const [program, ...words] = command ? command(file) : [process.execPath, ...flags, file, ...args];
  const child = spawn(program, words, { cwd: own, env: environment({ NOTES: notes, TMPDIR: temporary, TEMP: temporary, TMP: temporary }), stdio: [input, 'pipe', 'pipe'] });
  const run = { child, file, notes: () => linesOf(notes), stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr']) child[name].setEncoding('utf8').on('data', (text) => { run[name] += text; });
  run.end = new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status, signal) => {
      const lines = run.stdout.split('\n').slice(0, -1);
      const told = lines.filter((line) => line.startsWith('ROWS '));
      resolve(Object.assign(run, {
        status, signal, lines: lines.filter((line) => !line.startsWith('ROWS ')), suites: told.map((line) => JSON.parse(line.slice(5))),
        left: fs.readdirSync(temporary),
      }));
    });
  });
  return run;
}

async function run(source, options) {
  const done = await launch(source, options).end;
  expect(done.left, 'temporary files').to.deep.equal([]);
  return done;
}

/** One that ends well: its suites, each [name, verdict is none of a failure, processes]. */
function expectMeasured(done, ...suites) {
  expect(done.stderr).to.equal('');
  expect([done.status, done.signal]).to.deep.equal([0, null]);
  expect(done.suites.map((rows) => rows.map(({ name, verdict, processes }) => [name, isMeasured(verdict), processes])))
    .to.deep.equal(suites.map((rows) => rows.map(([name, processes = 2]) => [name, true, processes])));
}

const isMeasured = (verdict) => ['baseline', 'same', 'slower', 'faster', 'unresolved', 'below-resolution', 'too-noisy'].includes(verdict);

/** Whether a process runs; one that has ended may wait for somebody to ask for its exit code. */
const isThere = (pid) => {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch (_) {
    return false;
  }
};

describe('a suite in processes', () => {
  it('has a row for each test, from the processes of each, and is set up and torn down once in each', async () => {
    const done = await run(`timeit.bench({
      a: { setup() { note('setup a ' + process.pid); }, fn: good, teardown() { note('teardown a ' + process.pid); } },
      b: { async setup() { await null; note('setup b ' + process.pid); }, fn: (callback) => setImmediate(callback), async teardown() { await null; note('teardown b ' + process.pid); } },
    }, short).then(tell);`);
    expectMeasured(done, [['a'], ['b']]);
    const [rows] = done.suites;
    expect(rows.map(({ kind }) => kind)).to.deep.equal(['sync', 'callback']);
    for (const { results, calls, error, noiseFloor } of rows) {
      expect(results.runs).to.equal(2);
      expect(calls).to.be.above(0);
      expect([error, noiseFloor]).to.deep.equal([null, null]);
    }
    expect(done.lines.slice(0, 3).map((line) => line.split(' ')[0])).to.deep.equal(['name', 'a', 'b']);
    const notes = done.notes().map((line) => line.split(' '));
    // There and back.
    expect(notes.map(([what, name]) => `${what} ${name}`)).to.deep.equal(['a', 'b', 'b', 'a'].flatMap((name) => [`setup ${name}`, `teardown ${name}`]));
    expect(new Set(notes.map(([, , pid]) => pid)).size).to.equal(4);
    for (let i = 0; i < 8; i += 2) expect(notes[i][2]).to.equal(notes[i + 1][2]);
  });

  it('is called with the callback once, in the first process only, what is printed there is printed once, and names may be of any kind', async () => {
    const names = ['it\'s "quoted" `$HOME` \\ two\nlines \x1b[31m\u4e16\u754c \ud83d\ude00', '__proto__', ''];
    const done = await run(`
      console.log('the script says');
      timeit.bench(new Map(${JSON.stringify(names)}.map((name, i) => [name, { fn: good, setup() { note('set up ' + i); } }])), { ...short, forkTests: 2, preRunMessage: 'before', twin: true }, (error, rows) => { note('callback ' + error); tell(rows); console.log('the end'); });
      console.log('the script goes on');`);
    expectMeasured(done, names.map((name) => [name, 2]));
    expect(done.stdout).to.not.include('\x1b');
    // The twin of the first test has processes of its own.
    expect(done.notes().sort()).to.deep.equal(['callback null', ...[0, 0, 0, 0, 1, 1, 2, 2].map((i) => `set up ${i}`)]);
    const count = (text) => done.lines.filter((line) => line === text).length;
    expect(['the script says', 'the script goes on', 'before', 'the end'].map(count)).to.deep.equal([1, 1, 1, 1]);
    expect(done.lines.filter((line) => /^name /.test(line))).to.have.length(1);
  });

  it('gets the arguments of the script and the options of node, and can be the setting of all', async () => {
    const test = '() => { if (process.argv[2] !== "alpha" || process.argv[3] !== "two words" || process.argv.length !== 4 || typeof gc !== "function") throw new Error(process.argv.join()); return work(100); }';
    const done = await run(`
      timeit.bench.forkTests = true;
      timeit.bench.forks = 1;
      timeit.bench.timeGoal = 0.02;
      timeit.bench.verbose = 0;
      timeit.bench({ a: ${test} }).then((rows) => { tell(rows); tell(timeit.bench({ b: good }, { forkTests: false })); });`, { flags: ['--expose-gc'], args: ['alpha', 'two words'] });
    expectMeasured(done, [['a', 1]], [['b', 0]]);
  });

  it('may be in a module that waits for it', async () => {
    const source = `import timeit from ${JSON.stringify(pathToFileURL(path.join(ROOT, 'qtimeit.mjs')).href)};
      const work = () => { let sum = 0; for (let i = 0; i < 100; i++) sum += i; return sum; };
      const settings = { verbose: 0, forkTests: 1, timeGoal: 0.02, twin: false };
      const first = await timeit.bench({ a: async () => work() }, settings);
      const second = await timeit.bench({ c: work }, settings);
      for (const rows of [first, second]) console.log('ROWS ' + JSON.stringify(rows));
      if (process.send) throw new Error('after the suites is for the first process only');`;
    const done = await run(source, { extension: 'mjs', prelude: '' });
    expectMeasured(done, [['a', 1]], [['c', 1]]);
    expect(done.suites.map(([{ kind }]) => kind)).to.deep.equal(['promise', 'sync']);
  });

  it('does not show its mark to any other process, and lets a test start one that has a suite itself', async () => {
    // Before the library is loaded, in the process that the test starts.
    const prelude = `if (process.argv[2] === 'inner' && !process.send && 'QTIMEIT_FORK' in process.env) require('fs').appendFileSync(process.env.NOTES, 'seen by a process of the test\\n');${PRELUDE}`;
    const done = await run(`
      const { spawnSync } = require('child_process');
      const check = (where) => { if ('QTIMEIT_FORK' in process.env) note('seen in ' + where); };
      check('the script');
      if (process.argv[2] === 'inner') { timeit.bench({ x: good }, { ...short, forkTests: 1 }, (error, rows) => note('inner ' + rows[0].processes)); return; }
      let n = 0;
      timeit.bench({ a: { setup() { check('setup'); }, fn() { if (n++ === 0) spawnSync(process.execPath, [__filename, 'inner']); check('the test'); return work(100); } } }, { ...short, forkTests: 1 }).then(tell);`, { prelude });
    expectMeasured(done, [['a', 1]]);
    expect(done.notes()).to.deep.equal(['inner 1']);
  });
});

describe('several suites in processes', () => {
  it('are measured one after the other, in the same process and in others', async () => {
    const done = await run(`
      const once = { ...short, forkTests: 1 };
      const inProcess = { ...once, forkTests: false };
      const first = timeit.bench({ a: good, b: good }, inProcess);
      if (!Array.isArray(first) || first.length !== 2) throw new Error('the rows of a synchronous suite are there at once');
      tell(first);
      timeit.bench({ c: good }, once, (error, second) => {
        note('second');
        tell(second);
        timeit.bench({ d: (callback) => setImmediate(callback) }, inProcess, (error, third) => {
          note('third');
          tell(third);
          timeit.bench({ e: good }, once).then((fourth) => { note('fourth'); tell(fourth); });
        });
      });`);
    expectMeasured(done, [['a', 0], ['b', 0]], [['c', 1]], [['d', 0]], [['e', 1]]);
    // Replayed in the processes of the later ones, where only the callbacks of earlier suites run.
    const notes = done.notes();
    expect(notes.filter((line) => line === 'fourth')).to.have.length(1);
    expect(notes[0]).to.equal('second');
  });

  it('wait for each other where they are called at once', async () => {
    const done = await run('const once = { ...short, forkTests: 1 }; Promise.all([timeit.bench({ a: good }, once), timeit.bench({ b: good }, once), timeit.bench({ c: good }, { ...once, forkTests: false })]).then((all) => all.forEach(tell));');
    expectMeasured(done, [['a', 1]], [['b', 1]], [['c', 0]]);
    expect(done.lines.filter((line) => /^(name|a|b|c) /.test(line)).map((line) => line[0]).join('')).to.equal('nanbnc');
  });

  it('have to be the same each time', async () => {
    const done = await run(`
      if (!process.send) timeit.bench({ a: good, renamed: good }, { ...short, forkTests: 1 }).then(tell);
      else timeit.bench({ a: good, other: good }, { ...short, forkTests: 1 });`);
    expect(done.suites[0].map(({ verdict, error }) => error && [verdict, error.code, error.message]))
      .to.deep.equal([null, ['failed', 'no-test', 'is not in the suite when the script is run again, only: a, other']]);
    const fewer = await run('if (!process.send) timeit.bench({ a: good }, { ...short, forkTests: 1 }).then(tell); else { console.error("nothing to do"); process.exit(2); }');
    expect(fewer.status).to.equal(1);
    expect(fewer.suites[0][0].error).to.deep.include({ code: 'not-reached', output: ['nothing to do'] });
  });
});

/*
 * A suite of tests that fail, and of some that do not. [name, source of the test, its error or null where it is measured]
 */
const LIMIT = 0.3;
const faults = [
  ['is good', 'good', null],
  ['throws', '() => { throw new TypeError("mine"); }', { code: 'threw', message: 'TypeError: mine', calls: '1' }],
  ['throws later', '() => { if (++calls === 20) throw new Error("at last"); return work(10); }', { code: 'threw', message: 'Error: at last' }],
  ['throws null', '() => { throw null; }', { code: 'threw', message: 'null' }],
  ['throws what cannot be shown', '() => { throw { get message() { throw 1; }, [Symbol.for("nodejs.util.inspect.custom")]() { throw 2; } }; }', { code: 'threw' }],
  ['rejects', 'async () => { throw new RangeError("mine"); }', { code: 'threw', message: 'RangeError: mine' }],
  ['throws in a later turn', '{ kind: "callback", fn: (callback) => setImmediate(() => { throw new Error("nobody catches it"); }) }',
    { code: 'threw', message: 'an error that nobody caught ended its process: Error: nobody catches it' }],
  ['never calls back', '{ kind: "callback", fn: (callback) => {}, timeout: ' + LIMIT + ' }', { code: 'timed-out', message: `did not call back within ${LIMIT} s`, calls: '1' }],
  ['never settles', '{ kind: "promise", fn: () => new Promise(() => {}), timeout: ' + LIMIT + ' }', { code: 'timed-out', message: `did not settle its promise within ${LIMIT} s` }],
  ['calls back twice', '{ kind: "callback", fn: (callback) => { callback(); callback(); } }', { code: 'called-twice', message: 'called back twice: each call has to be answered once' }],
  // Blocked, which takes no processor time until it is killed.
  ['never ends', '{ fn() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); }, timeout: ' + LIMIT + ' }', { code: 'timed-out', message: 'did not end within 1.31 s, and its process was killed; an endless loop? The test\'s timeout sets the limit' }],
  ['exits with 0', '() => process.exit(0)', { code: 'exited', message: 'its process ended with exit code 0 before it had reported; process.exit() belongs after the suite' }],
  ['exits with 3', '() => { console.error("last words"); process.exit(3); }',
    { code: 'exited', message: 'its process ended with exit code 3 before it had reported; process.exit() belongs after the suite', output: ['last words'] }],
  ['overflows the stack', '() => { const down = () => down() + 1; return down(); }', { code: 'threw', message: 'RangeError: Maximum call stack size exceeded' }],
  ['runs out of memory', '() => { const kept = []; for (;;) kept.push(new Array(1e5).fill(1.5)); }', { code: 'out-of-memory' }],
  ['disconnects', '() => { if (++calls === 1) process.disconnect(); return work(100); }', null],
  ['sends and ends', '{ kind: "callback", fn: (callback) => process.send({ evil: 1 }, () => process.exit(0)) }',
    { code: 'exited', message: 'its process ended with exit code 0 before it had reported; process.exit() belongs after the suite' }],
  ['sends garbage', '() => { if (++calls === 1) { process.send("garbage"); process.send(null); } return work(100); }', null],
  ['leaves a timer', '() => { if (++calls === 1) setInterval(() => {}, 1000); return work(100); }', null],
  ['prints', '() => { if (++calls === 1) { console.log("{\\"qtimeit\\":1}"); console.error("to stderr"); process.stdout.write("unfinished"); } return work(100); }', null],
  ['fails in setup', '{ setup() { throw new Error("no disk"); }, fn: good }', { code: 'threw', message: 'setup: Error: no disk', calls: null }],
  ['never ends its setup', '{ setup: () => new Promise(() => {}), fn: good, timeout: ' + LIMIT + ' }', { code: 'timed-out', message: `setup: did not end within ${LIMIT} s` }],
  ['fails in teardown', '{ fn: good, teardown() { throw new Error("still there"); } }', { code: 'threw', message: 'teardown: Error: still there' }],
  ['changes the world', '() => { Object.prototype.evil = 1; Date.now = () => 0; process.exit = process.send = console.log = JSON.stringify = Promise.prototype.then = globalThis.setImmediate = globalThis.setTimeout = () => {}; return work(100); }', null],
];
const signals = [
  ['crashes', '() => { note("crashes"); process.kill(process.pid, "SIGSEGV"); for (;;); }', { code: 'killed', message: 'its process was killed by SIGSEGV' }],
  ['is killed', '() => { note("is killed"); process.kill(process.pid, "SIGKILL"); for (;;); }', { code: 'killed', message: 'its process was killed by SIGKILL' }],
  ['is killed by accident', '() => { if (++calls === 1 && !fs.existsSync("killed")) { fs.writeFileSync("killed", ""); process.kill(process.pid, "SIGKILL"); } return work(100); }', null],
];

describe('a test that fails in a process of its own', () => {
  const all = WINDOWS ? faults : [...faults, ...signals];
  // Those that take their time, and those that need no second process, have a script beside that of the others.
  const needsOne = ([name, source]) => source.includes('timeout: ') || ['sends garbage', 'leaves a timer', 'changes the world'].includes(name);
  const parts = [{ part: all.filter((fault) => !needsOne(fault)), processes: 2, done: null }, { part: all.filter(needsOne), processes: 1, done: null }];
  let rowOf;

  before(async () => {
    await Promise.all(parts.map(async (one) => {
      const tests = one.part.map(([name, source]) => `[${JSON.stringify(name)}, ${source}]`).join(',\n');
      one.done = await run(`let calls = 0;\ntimeit.bench(new Map([\n${tests}]), { ...short, forkTests: ${one.processes}, timeGoal: ${0.01 * one.processes} }, (error, rows) => tell(rows));`, { flags: ['--max-old-space-size=60'] });
    }));
    rowOf = (name) => parts.flatMap(({ done }) => done.suites[0]).find((row) => row.name === name);
  });

  it('does not keep the others from having their rows', () => {
    for (const { part, done } of parts) expect(done.suites[0].map(({ name }) => name)).to.deep.equal(part.map(([name]) => name));
  });

  it('makes the exit code 1, and no words of ours on stderr', () => {
    for (const { done } of parts) expect([done.status, done.signal, done.stderr]).to.deep.equal([1, null, '']);
  });

  for (const one of parts) {
    for (const [name, , wanted] of one.part) {
      it(wanted ? `is told: ${name}` : `is none: ${name}`, () => {
        const row = rowOf(name);
        if (!wanted) {
          expect(row).to.include({ error: null, processes: one.processes });
          // On a machine that stalls, it can be too short to tell.
          expect(row.verdict).to.satisfy(isMeasured);
          if (!isUntold(row)) expect(row.rank).to.be.above(0);
          return;
        }
        expect(row.error).to.include.all.keys('code', 'message', 'at', 'calls', 'stack', 'output');
        expect(row.error).to.deep.include(wanted);
        expect(row).to.include({ verdict: 'failed', rank: null, nsPerCall: null });
        const [message] = row.error.message.split('\n');
        const inTable = one.done.lines.find((line) => line.startsWith(`${name} `));
        expect(inTable).to.include(` FAILED ${message}`);
        expect(one.done.lines).to.include(`  ${name}: ${message}`);
      });
    }
  }

  it('is counted', () => {
    for (const { part, done } of parts) expect(done.lines).to.include(`${part.filter(([, , wanted]) => wanted).length} of ${part.length} tests failed:`);
  });

  it('tells where it failed', () => {
    expect(rowOf('throws').error.at).to.match(/^script\.js:\d+:\d+$/);
    expect(rowOf('throws').error.stack).to.include('TypeError: mine');
    expect(Number(rowOf('throws later').error.calls.split(' ')[0])).to.be.at.most(20);
  });

  it('leaves what it has said to its row', () => {
    expect(rowOf('throws in a later turn').error.output.join('\n')).to.include('Error: nobody catches it');
    expect(rowOf('runs out of memory').error.message).to.match(/^ran out of memory: its process .+; node --max-old-space-size=MB gives it more$/);
    expect(rowOf('runs out of memory').error.output.join('\n')).to.include('out of memory');
    expect(parts[0].done.lines).to.include('    | last words');
  });

  it('may print, under its name, and once', () => {
    const { done } = parts[0];
    const printed = done.lines.slice(0, done.lines.findIndex((line) => /^name /.test(line)));
    expect(printed).to.deep.equal(['prints: {"qtimeit":1}', 'prints: unfinished']);
    expect(done.stdout).to.not.include('to stderr');
  });

  it('is started once more where something has killed it, and not again', () => {
    if (WINDOWS) return;
    expect(parts[0].done.notes()).to.deep.equal(['crashes', 'crashes', 'is killed', 'is killed']);
  });
});

describe('a test that prints without end in its process', () => {
  it('is shortened', async () => {
    const done = await run('timeit.bench([{ fn() { console.log("again"); }, timeout: 5 }], { ...short, forkTests: 1 }, (error, rows) => tell(rows));');
    expectMeasured(done, [['#1', 1]]);
    const table = done.lines.findIndex((line) => /^name /.test(line));
    const printed = done.lines.slice(0, table).filter((line) => line.startsWith('#1: '));
    expect(printed.length).to.be.at.most(102);
    if (printed.length > 101) expect(printed[100]).to.equal('#1: (and so on)');
  });
});

describe('a script that cannot be run again, in fact', () => {
  const suite = 'try { timeit.bench([() => {}], { forkTests: 2, timeGoal: 0.02 }); console.log("no error"); } catch (error) { console.log(error.message); }';
  const load = `const timeit = require(${JSON.stringify(path.join(ROOT, 'qtimeit.js'))}); ${suite}`;
  const wayOut = 'put the suite into a file, or do without forkTests, tier and cold';

  it('is given to node as a word, and can have its suite measured without', async () => {
    const done = await run('', { command: () => [process.execPath, '-e', `${load} timeit.bench([() => {}], { forkTests: false, timeGoal: 0.02, verbose: 0 });`] });
    expect([done.stderr, done.status]).to.deep.equal(['', 0]);
    expect(done.lines[0]).to.equal(`bench: cannot fork: there is no script to run again, node was started with -e; ${wayOut}`);
    expect(done.lines[1]).to.match(/^name /);
  });

  it('comes from standard input', async () => {
    const started = launch('', { command: () => [process.execPath, '-'], input: 'pipe' });
    started.child.stdin.end(load);
    const done = await started.end;
    expect([done.stdout, done.stderr, done.status]).to.deep.equal([`bench: cannot fork: there is no script to run again (a REPL, or one from standard input); ${wayOut}\n`, '', 0]);
  });

  it('is that of a worker thread', async () => {
    const done = await run(`const { Worker, isMainThread } = require('worker_threads'); if (isMainThread) new Worker(__filename); else ${suite}`);
    expect([done.stdout, done.stderr, done.status]).to.deep.equal([`bench: cannot fork: this is a worker thread, and its script cannot be run again by itself; ${wayOut}\n`, '', 0]);
  });
});

/* The first test is measured, the second one waits, and the third is never begun. */
const stuck = (more = '') => `
    timeit.bench({ a: () => work(100000), b: { setup() { note(process.pid); return new Promise(() => {}); }, fn: good, timeout: 50 }, c: good }, short).then(() => note('never'));
    ${more}`;

/* The same as the second suite, after one of other processes. */
const stuckLater = () => `timeit.bench({ before: good }, { ...short, forkTests: 1 }).then(() => { ${stuck()} });`;

const expectPartial = (done, words) => {
  const table = done.lines.slice(done.lines.map((line) => /^name /.test(line)).lastIndexOf(true));
  expect(table[1]).to.match(/^a .* ops\/sec .*baseline \(.*cut short/);
  expect(table[2]).to.equal(`b    FAILED not measured: ${words}`);
  expect(table[3]).to.equal(`c    FAILED not measured: ${words}`);
  expect(table).to.include('a: the run was interrupted: these figures stand on fewer rounds than were asked for').and.include('2 of 3 tests failed:');
  expect(done.stderr).to.equal('');
  expect(done.left).to.deep.equal([]);
};

const expectGone = async (done) => {
  const [pid, ...others] = done.notes();
  expect(others).to.deep.equal([]);
  await until(() => !isThere(Number(pid)), `process ${pid} is still there`);
};

describe('processes that are interrupted', () => {
  for (const [signal, code, script] of [['SIGINT', 130, stuckLater], ['SIGTERM', 143, stuck]]) {
    it(`leave what there is, and nothing behind: ${signal}`, async function () {
      if (WINDOWS) this.skip();
      const started = launch(script());
      await until(() => started.notes().length > 0, 'the second test has not begun');
      started.child.kill(signal);
      const done = await started.end;
      expect([done.status, done.signal]).to.deep.equal([code, null]);
      expectPartial(done, 'the run was interrupted');
      await expectGone(done);
    });
  }

  it('leave what there is, and the exit code, where the script ends', async () => {
    const done = await launch(stuck('if (!process.send) setInterval(() => { if (fs.existsSync(process.env.NOTES)) process.exit(7); }, 20);')).end;
    expect(done.status).to.equal(7);
    expectPartial(done, 'the process ended before');
    await expectGone(done);
  });
});

describe('processes whose reader has gone', () => {
  it('end quietly', async function () {
    if (WINDOWS) this.skip();
    const done = await run(`for (let i = 0; i < 3000; i++) console.log('line ' + i);
      timeit.bench({ a: () => { console.log("printed"); return work(100); } }, { ...short, forkTests: 1 });`,
    { command: (file) => ['sh', '-c', '{ "$0" "$1"; echo "exit $?" >&2; } | head -1', process.execPath, file] });
    expect([done.stdout, done.stderr]).to.deep.equal(['line 0\n', 'exit 0\n']);
  });
});
