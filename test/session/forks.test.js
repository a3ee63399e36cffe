'use strict';

/*
 * Tests in separate processes, as users run them: a separate node runs each script from a file. Tests with many
 * processes are in processes/forks.js.
 */

const path = require('path');
const { pathToFileURL } = require('url');
const { expect } = require('chai');
const { useScripts, launch, run, until, expectMeasured, expectPartial, expectGone, stuck, ROOT } =
  require('../helpers/scripts');
const { Restarts, testRuns } = require('#lib/core/session/restarts');
const { needs } = require('../helpers/needs');

useScripts();

describe('a suite in processes', () => {
  it('has a row for each test from all of its processes, each with one setup and one teardown', async () => {
    const done = await run(`timeit.bench({
      a: { setup() { note('setup a ' + process.pid); }, fn: good, teardown() { note('teardown a ' + process.pid); } },
      b: { async setup() { await null; note('setup b ' + process.pid); }, fn: (callback) => setImmediate(callback),
        async teardown() { await null; note('teardown b ' + process.pid); } },
    }, short).then(tell);`);
    expectMeasured(done, [['a'], ['b']]);
    const [rows] = done.suites;
    expect(rows.map(({ kind }) => kind)).to.deep.equal(['sync', 'callback']);
    for (const { results, calls, error, noiseFloor } of rows) {
      expect(results.runs).to.equal(2);
      expect(calls).to.be.above(0);
      expect({ error, noiseFloor }).to.deep.equal({ error: null, noiseFloor: null });
    }
    expect(done.lines.slice(0, 3).map((line) => line.split(' ')[0])).to.deep.equal(['name', 'a', 'b']);
    const notes = done.notes().map((line) => line.split(' '));
    // Both processes of a restart run at the same time, in the opposite order in the second restart.
    expect(notes.map(([what, name]) => `${what} ${name}`)).to.deep.equal([
      'setup a', 'setup b', 'teardown a', 'teardown b', 'setup b', 'setup a', 'teardown b', 'teardown a',
    ]);
    expect(new Set(notes.map(([, , pid]) => pid)).size).to.equal(4);
    const pidOf = (from, words) => notes.slice(from, from + 4).find(([what, name]) => `${what} ${name}` === words)[2];
    for (const from of [0, 4]) {
      for (const name of ['a', 'b']) expect(pidOf(from, `setup ${name}`)).to.equal(pidOf(from, `teardown ${name}`));
    }
  });

  it('calls back and prints once, in the first process only, with names of any kind', async () => {
    const names = ['it\'s "quoted" `$HOME` \\ two\nlines \x1b[31m\u4e16\u754c \ud83d\ude00', '__proto__', ''];
    const done = await run(`
      console.log('the script says');
      timeit.bench(new Map(${JSON.stringify(names)}.map((name, i) =>
        [name, { fn: good, setup() { note('set up ' + i); } }])),
          { ...short, forkTests: 1, preRunMessage: 'before', twin: true },
            (error, rows) => { note('callback ' + error); tell(rows); console.log('the end'); });
      console.log('the script goes on');`);
    expectMeasured(done, names.map((name) => [name, 1]));
    expect(done.stdout).to.not.include('\x1b');
    expect(done.notes().sort()).to.deep.equal(['callback null', ...[0, 1, 2].map((i) => `set up ${i}`)]);
    const count = (text) => done.lines.filter((line) => line === text).length;
    expect(['the script says', 'the script goes on', 'before', 'the end'].map(count)).to.deep.equal([1, 1, 1, 1]);
    expect(done.lines.filter((line) => /^name /.test(line))).to.have.length(1);
  });

  it('can be in a module that awaits it', async () => {
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
});

describe('restarts in a limited time', () => {
  const settings = { processes: { limitSeconds: 2 }, timeGoal: 2, calls: 0, twin: false };
  const restartsOf = (deps) => new Restarts(
    { tests: [{ name: 'a' }, { name: 'b' }], settings, position: 0 }, testRuns(settings, {}), deps);

  it('have a countdown for those that fit into the time, but at least four', () => {
    const { schedule } = restartsOf({ clock: { nowNs: () => 1.2e9 } });
    const made = (processes) => {
      schedule.done = processes;
      for (const source of schedule.sources) {
        source.restarts = new Map(Array.from({ length: processes / 2 }, (_, i) => [i, {}]));
      }
    };
    made(4);
    // 0.6 s per restart, so six fit into 4 s.
    expect(schedule.progress().share).to.be.closeTo(4 / 12, 1e-9);
    expect(schedule.progress().left).to.be.closeTo(2.4, 1e-9);
    made(2);
    expect(schedule.progress().share).to.be.closeTo(1 / 4, 1e-9);
  });

  it('have half of the time of the command for a test without a figure, 1 s after a loop, and later all', () => {
    let leftMs = 8000;
    const restarts = restartsOf({ host: {}, leftMs: () => leftMs });
    const [source] = restarts.sources;
    const limitOf = () => {
      const { mostMs } = restarts.memberOf(source, 0, true).request;
      return mostMs ? mostMs() : null;
    };
    expect(limitOf()).to.equal(4000);
    leftMs = 1400;
    expect(limitOf()).to.equal(700);
    const error = { code: 'timed-out' };
    restarts.ended = [{ source: restarts.sources[1], outcome: { row: null, error }, id: 0 }];
    expect(limitOf()).to.equal(1000);
    restarts.stop();
    restarts.cutShort('interrupted', 'not measured');
    expect(restarts.sources.map((one) => one.error.code)).to.deep.equal(['interrupted', 'timed-out']);
    source.error = null;
    source.known = { row: {} };
    expect(limitOf()).to.equal(null);
    Object.assign(source, { known: null, rows: [{}] });
    expect(limitOf()).to.equal(null);
  });
});

describe('tests that cannot run at the same time', () => {
  const MESSAGE = 'the processes of this suite cannot run at the same time, so they run one after the other';

  needs('pipes', it)('run one after another if their setup listens on the same address', async () => {
    // A socket in the folder of the script, because other programs may use a port.
    const done = await run(`
      let server;
      const test = (name) => ({
        setup: () => new Promise((resolve, reject) => {
          server = require('net').createServer().on('error', reject).listen('socket', resolve);
        }).then(() => note('open ' + name)),
        fn: good,
        teardown() { note('close ' + name); return new Promise((resolve) => server.close(resolve)); },
      });
      timeit.bench({ a: test('a'), b: test('b') }, short).then(tell);`);
    expectMeasured(done, [['a'], ['b']]);
    expect(done.lines.filter((line) => line === MESSAGE)).to.have.length(1);
    // The first restart was repeated.
    expect(done.notes()).to.deep.equal(['a', 'a', 'b', 'b', 'a'].flatMap((name) => [`open ${name}`, `close ${name}`]));
  });
});

needs('signals', it)('interrupted processes print the results so far, and leave no process', async () => {
  const started = launch(stuck());
  await until(() => started.notes().length > 0, 'the second test has not begun');
  started.child.kill('SIGTERM');
  const done = await started.end;
  expect(done).to.include({ status: 143, signal: null });
  expectPartial(done);
  await expectGone(done);
});
