'use strict';

/*
 * Suites with counts, in real processes. valgrind and perf are small scripts with made-up counts, but processes end as
 * usual.
 */

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { withoutProgress, PROGRAM } = require('../helpers/cli');
const { startNode } = require('../helpers/benchmark-process');
const { fakeCounters, CALL, LOOP } = require('../helpers/fake-counters');
const { outcome } = require('../helpers/bench-script');
const { isRunning, outputOf, until } = require('../helpers/child-processes');
const { scratchFolder } = require('../helpers/scratch');

const ROOT = path.join(__dirname, '..', '..');

const PRELUDE = `const timeit = require(${JSON.stringify(path.join(ROOT, 'qtimeit.js'))});
const work = () => { let sum = 0; for (let i = 0; i < 100; i++) sum += i; return sum; };
const hang = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
// True in a counting process, false in the measuring one.
const isCounting = process.execArgv.includes('--predictable');
const counted = { verbose: 0, timeGoal: 0.02, twin: false, count: true };
const tell = (rows) => console.log('ROWS ' + JSON.stringify(rows));
let calls = 0;
`;

// Kills the counter while it counts, when node has reached its test.
const SOON = '{ sleep 0.3; kill -9 $$; } &';

const reasonsIn = (rows) => rows.map(({ warnings }) => warnings.filter(({ code }) => code === 'not-counted')
  .map(({ reason }) => reason)[0] || null);
const codesIn = ({ warnings }) => warnings.map(({ code }) => code);
const isMeasured = ({ nsPerCall, error }) => nsPerCall > 0 && error === null;

describe('counting a suite', function () {
  if (process.platform !== 'linux') return;
  this.timeout(180000);
  const scratch = scratchFolder();
  let scripts = 0;

  /** Starts a script file with the arguments `command(path)`. Returns its process, its end, and its counters. */
  function launch(source, { programs = {}, command = (file) => [file] } = {}) {
    const own = path.dirname(scratch(`${++scripts}/tmp/x`));
    const counters = fakeCounters(path.dirname(scratch(`${scripts}/bin/x`)), programs);
    const file = scratch(`${scripts}/script.js`, PRELUDE + source);
    const child = startNode(command(file), { cwd: path.dirname(file), env: { TMPDIR: own, ...counters.env } });
    const end = outputOf(child).then((given) => ({ counters, ...outcome(given), left: fs.readdirSync(own) }));
    return { child, counters, end };
  }

  const untilCounted = (started) =>
    until(() => started.counters.runs().length > 0 || started.child.exitCode !== null, 'it is counted');

  async function expectNothingLeft({ counters, left }) {
    expect(left).to.deep.equal([]);
    const pids = counters.runs().map(({ pid }) => pid);
    expect(pids).to.not.deep.equal([]);
    await until(() => !pids.some(isRunning), `processes ${pids} are still there`);
  }

  /** Runs a script to its end, and checks that it leaves nothing behind. */
  async function run(source, options) {
    const done = await launch(source, options).end;
    await expectNothingLeft(done);
    return done;
  }

  const expectCounted = (rows) => {
    expect(reasonsIn(rows)).to.deep.equal(rows.map(() => null));
    for (const { counts } of rows) {
      expect(counts.instructions).to.be.closeTo(CALL, 1e-6);
      expect(counts.loop).to.be.closeTo(LOOP, 1e-6);
    }
  };

  const HANGS = 'timeit.bench({ waits: () => isCounting ? hang() : work() }, counted).then(tell);';

  describe('without faults', () => {
    it('returns the counts of valgrind, counts the loop once for all tests, and names the counter', async () => {
      const done = await run('timeit.bench({ a: work, b: () => { calls++; } }, counted).then(tell);');
      expectCounted(done.suites[0]);
      expect(withoutProgress(done.stderr)).to.equal('');
      expect(done.stdout).to.include('valgrind 3.19.0');
      const runs = done.counters.runs();
      // Usually one; more if the time of a call was overestimated.
      expect(runs.filter(({ what }) => what === 'test').length).to.be.within(2, 6);
      expect(runs.filter(({ what }) => what === 'empty')).to.have.length(1);
      const [{ counts }] = done.suites[0];
      expect(counts.source).to.deep.equal({ name: 'valgrind', version: '3.19.0' });
      expect(counts.tier).to.equal('optimized');
    });

    it('counts each kind of test, forked, alone, silent, with a callback, and with parameters', async () => {
      const done = await run(`
        timeit.bench({ forked: async () => work() }, { ...counted, forkTests: 1 }).then((first) => {
          tell(first);
          return timeit.bench({ silent: (callback) => callback(null) }, { ...counted, silent: true });
        }).then((second) => {
          tell(second);
          const returned = timeit.bench({ called: (callback) => setImmediate(callback) }, counted, (error, third) => {
            console.log('CALLBACK', error, returned === undefined || typeof returned.then);
            tell(third);
            const inputs = { each: () => [calls++], fn: (list) => list[0] };
            timeit.bench({ of: ({ n }) => n + calls, inputs }, { ...counted, params: { n: 1 } }).then(tell);
          });
        });`);
      for (const rows of done.suites) expectCounted(rows);
      // Allocating tests include collections, so their counts are less exact.
      expect(done.suites.map((rows) => rows.map(({ name, processes, counts }) => [name, processes, counts.collects])))
        .to.deep.equal([
          [['forked', 1, true]], [['silent', 0, false]], [['called', 0, true]],
          [['of n=1', 0, false], ['inputs n=1', 0, true]],
        ]);
      expect(done.stdout).to.include('CALLBACK null function');
      expect(done.stdout).to.not.match(/^silent/m);
      // Earlier suites are not measured again, and their callbacks are kept.
      expect(done.stdout.match(/^CALLBACK/gm)).to.have.length(1);
    });
  });

  it('kills the node process that perf has started if perf fails', async () => {
    const { suites: [rows] } = await run(HANGS, { programs: { perf: SOON } });
    expect(rows.map(isMeasured)).to.deep.equal([true]);
    expect(reasonsIn(rows)[0]).to.include('its process was killed by SIGKILL');
  });

  it('reports why a test that behaves differently when counted has no counts, or incomplete ones', async () => {
    const done = await run(`const { spawnSync } = require('child_process');
      const { Worker } = require('worker_threads');
      const later = () => setImmediate(() => { throw new Error('late'); });
      const thread = () => new Promise((resolve) => new Worker('0', { eval: true }).on('exit', resolve));
      timeit.bench({
        throws: { setup() { if (isCounting) later(); }, fn: (callback) => setImmediate(callback) },
        pends: () => new Promise((resolve) => { if (!isCounting || ++calls !== 9) setImmediate(resolve); }),
        threads: { async setup() { if (isCounting) await thread(); }, fn: work },
        starts: () => { if (calls++ % 1e5 === 99999 || calls < 3) spawnSync('true'); },
      }, counted).then(tell);`);
    const [rows] = done.suites;
    expect({ status: done.status, measured: rows.map(isMeasured) })
      .to.deep.equal({ status: 0, measured: [true, true, true, true] });
    const reasons = [
      'it failed while being counted: an uncaught error ended its process: Error: late',
      'did not settle its promise, and nothing was pending in its process',
      'it starts worker threads, whose instructions cannot be counted separately. Test the work of one thread ' +
        'without starting threads',
    ];
    expect(reasonsIn(rows)).to.deep.equal([...reasons, null]);
    for (const reason of reasons) expect(done.stdout).to.include(`not counted: ${reason}`);
    expect(rows.map(({ counts }) => counts && Math.round(counts.instructions))).to.deep.equal([null, null, null, CALL]);
    expect(codesIn(rows[3])).to.include('processes-not-counted');
  });

  describe('when interrupted', () => {
    const ENDED = 'not counted: the run ended before counting';
    // On a busy machine, the time can be too noisy.
    const TIMED = /^waits +(?:\d|too noisy to tell)/m;

    it('by SIGINT keeps the times and leaves nothing behind', async () => {
      const started = launch(HANGS, { programs: { perf: '' } });
      await untilCounted(started);
      started.child.kill('SIGINT');
      const done = await started.end;
      expect(done.status).to.equal(130);
      expect(done.stdout).to.match(TIMED).and.include(ENDED).and.not.include('cut short');
      await expectNothingLeft(done);
    });

    it('by the end of the program keeps the times', async () => {
      const done = await run(`
        const fs = require('fs');
        if (!isCounting) setInterval(() => { if (fs.existsSync(process.env.PATH.split(':')[0] + '/runs'))
          process.exit(); }, 10).unref();
        ${HANGS.replace('.then(tell)', '')}`);
      expect(done.stdout).to.match(TIMED).and.include(ENDED);
      expect(done.status).to.equal(1);
    });

    it('by SIGKILL leaves nothing behind', async () => {
      const started = launch(`timeit.bench({ waits: { timeout: 600, kind: 'callback',
        fn(callback) { if (!isCounting) callback(); } } }, counted);`, { programs: { perf: '' } });
      await untilCounted(started);
      started.child.kill('SIGKILL');
      await expectNothingLeft(await started.end);
    });

    it('by SIGTERM to the command run leaves nothing behind', async () => {
      const started = launch('module.exports = { waits: () => isCounting ? hang() : work() };',
        { command: (file) => [PROGRAM, 'run', '--count', '-t', '0.05', file] });
      await untilCounted(started);
      started.child.kill('SIGTERM');
      const done = await started.end;
      expect(done.status).to.equal(143);
      expect(done.stdout).to.match(/^waits /m);
      await expectNothingLeft(done);
    });
  });
});
