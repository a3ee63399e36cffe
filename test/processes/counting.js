'use strict';

/*
 * Suites whose tests are counted, in real processes, by a valgrind and a perf that are small scripts: what they write
 * was made up, how they end is real.
 */

const fs = require('fs');
const path = require('path');
const { spawn } = require('child_process');
const { expect } = require('chai');
const { environmentOf } = require('../helpers/benchmark-process');
const { fakeCounters, CALL, LOOP } = require('../helpers/fake-counters');
const { isThere } = require('../helpers/is-there');
const { scratchFolder } = require('../helpers/scratch');

const ROOT = path.join(__dirname, '..', '..');
const PROGRAM = path.join(ROOT, 'bin', 'qtimeit.js');

const PRELUDE = `const timeit = require(${JSON.stringify(path.join(ROOT, 'qtimeit.js'))});
const work = () => { let sum = 0; for (let i = 0; i < 100; i++) sum += i; return sum; };
const hang = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
// In a process that counts, and not in the one that measures.
const isCounting = process.execArgv.includes('--predictable');
const counted = { verbose: 0, timeGoal: 0.02, twin: false, count: true };
const tell = (rows) => console.log('ROWS ' + JSON.stringify(rows));
let calls = 0;
`;

// Ends in the middle of what it counts: node is at its test then.
const SOON = '{ sleep 0.3; kill -9 $$; } &';

async function until(condition, what) {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > 60000) throw new Error(`waited in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const reasonsIn = (rows) => rows.map(({ warnings }) => warnings.filter(({ code }) => code === 'not-counted')
  .map(({ reason }) => reason)[0] || null);
const codesIn = ({ warnings }) => warnings.map(({ code }) => code);
const isMeasured = ({ nsPerCall, error }) => nsPerCall > 0 && error === null;

describe('a suite that is counted', function () {
  if (process.platform !== 'linux') return;
  this.timeout(180000);
  const scratch = scratchFolder();
  let scripts = 0;

  /** Starts a script as a file, or what `command` makes of its path: its end, and what was run for it. */
  function launch(source, { programs = {}, extension = 'js', command = (file) => [file], env = {}, input } = {}) {
    const own = path.dirname(scratch(`${++scripts}/tmp/x`));
    const counters = fakeCounters(path.dirname(scratch(`${scripts}/bin/x`)), programs);
    const file = scratch(`${scripts}/script.${extension}`, extension === 'js' ? PRELUDE + source : source);
    const child = spawn(process.execPath, command(file), {
      cwd: path.dirname(file), env: environmentOf({ TMPDIR: own, ...counters.env, ...env }),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    if (input !== undefined) child.stdin.end(input);
    const run = { child, counters, stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8').on('data', (text) => { run[name] += text; });
    }
    run.end = new Promise((resolve) => {
      child.on('close', (status, signal) => {
        const suites = [...run.stdout.matchAll(/^ROWS (.*)$/gm)].map(([, json]) => JSON.parse(json));
        resolve(Object.assign(run, { status, signal, suites, left: fs.readdirSync(own) }));
      });
    });
    return run;
  }

  const untilCounted = (started) => until(() => {
    if (started.child.exitCode !== null) throw new Error(`ended before: ${started.stderr}`);
    return started.counters.runs().length > 0;
  }, 'it is counted');

  async function expectNothingLeft({ counters, left }) {
    expect(left).to.deep.equal([]);
    const pids = counters.runs().map(({ pid }) => pid);
    expect(pids).to.not.deep.equal([]);
    await until(() => !pids.some(isThere), `processes ${pids} are still there`);
  }

  /** Runs a script to its end, which leaves nothing behind. */
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

  /** One test that is measured and not counted: its reason. */
  const reasonIn = ({ suites: [rows], status, stdout }, at = 0) => {
    expect(status).to.equal(0);
    expect(rows.map(isMeasured)).to.deep.equal(rows.map(() => true));
    expect(rows[at].counts).to.equal(null);
    const [reason] = reasonsIn([rows[at]]);
    expect(stdout).to.include(`not counted: ${reason}`);
    return reason;
  };

  const ONE = 'timeit.bench({ work }, counted).then(tell);';
  const HANGS = 'timeit.bench({ waits: () => isCounting ? hang() : work() }, counted).then(tell);';

  describe('where all is well', () => {
    it('has the counts of valgrind, once for the loop of all tests, and says so', async () => {
      const done = await run('timeit.bench({ a: work, b: () => { calls++; } }, counted).then(tell);');
      expectCounted(done.suites[0]);
      expect(done.stderr).to.equal('');
      expect(done.stdout).to.include('valgrind 3.19.0');
      const runs = done.counters.runs();
      // One, more of them where the time of a call was taken for longer than it is.
      expect(runs.filter(({ what }) => what === 'test').length).to.be.within(2, 6);
      expect(runs.filter(({ what }) => what === 'empty')).to.have.length(1);
      const [{ counts }] = done.suites[0];
      expect(counts.source).to.deep.equal({ name: 'valgrind', version: '3.19.0' });
      expect(counts.tier).to.equal('optimized');
    });

    it('is counted in each of its kinds', async () => {
      const done = await run(`timeit.bench({
        sync: work, promise: async () => work(), callback: (callback) => callback(null),
        later: (callback) => setImmediate(callback), inputs: { each: () => [calls++], fn: (list) => list[0] },
      }, counted).then(tell);`);
      expectCounted(done.suites[0]);
      // What allocates has its share of collections, and is known less exactly.
      expect(done.suites[0].map(({ counts }) => counts.collects)).to.deep.equal([false, true, false, true, true]);
    });

    it('is counted where it is forked, alone, silent, with a callback, and with parameters', async () => {
      const done = await run(`
        timeit.bench({ forked: work }, { ...counted, forkTests: 1 }).then((first) => {
          tell(first);
          return timeit.bench({ silent: work }, { ...counted, silent: true });
        }).then((second) => {
          tell(second);
          const returned = timeit.bench({ called: work }, counted, (error, third) => {
            console.log('CALLBACK', error, returned === undefined || typeof returned.then);
            tell(third);
            timeit.bench({ of: ({ n }) => n + calls }, { ...counted, params: { n: [1, 2] } }).then(tell);
          });
        });`);
      expect(done.suites.map((rows) => rows.length)).to.deep.equal([1, 1, 1, 2]);
      for (const rows of done.suites) expectCounted(rows);
      expect(done.suites[0][0].processes).to.equal(1);
      expect(done.stdout).to.include('CALLBACK null function');
      expect(done.stdout).to.not.match(/^silent/m);
      // Suites before are not measured again, nor their callbacks lost.
      expect(done.stdout.match(/^CALLBACK/gm)).to.have.length(1);
    });

    it('is counted in a module', async () => {
      const done = await run(`import timeit from ${JSON.stringify(path.join(ROOT, 'qtimeit.mjs'))};
        let n = 0;
        const rows = await timeit.bench({ n: () => { n++; } }, { verbose: 0, timeGoal: 0.02, count: true });
        const more = await timeit.bench({ m: () => { n--; } }, { verbose: 0, timeGoal: 0.02, count: true });
        console.log('ROWS ' + JSON.stringify([...rows, ...more]));`, { extension: 'mjs' });
      expectCounted(done.suites[0]);
    });
  });

  describe('where what counts fails', () => {
    it('is counted where it was killed once, for that may be an accident', async () => {
      const done = await run(ONE, { programs: { valgrind: '[ "$(wc -l < "$here/runs")" = 2 ] && kill -9 $$' } });
      expectCounted(done.suites[0]);
    });

    it('ends the node that perf has run with perf', async () => {
      const done = await run(HANGS, { programs: { perf: SOON } });
      expect(reasonIn(done)).to.include('its process was killed by SIGKILL');
    });

    // One fault of the program and one of its output; counter.test.js and counted-process.test.js have the others.
    for (const [what, fault, reason] of [
      ['cannot run this node', 'kill -ILL $$', `valgrind 3.19.0 cannot run this node: its ` +
        'process was killed by SIGILL; a newer valgrind may, or another node'],
      ['writes half', 'printf "events: Ir\\nfn=f\\n0 12" > "$out"',
        'what valgrind wrote has no end; is the disk full? TMPDIR names another folder'],
    ]) {
      it(`says that it ${what}, and what to do`, async () => {
        expect(reasonIn(await run(ONE, { programs: { valgrind: fault } }))).to.equal(reason);
      });
    }

    it('says that there is nothing that counts, and what to install', async () => {
      const done = await launch(ONE, { programs: { valgrind: null } }).end;
      expect(reasonIn(done)).to.equal('perf cannot count instructions here (<not supported>), and valgrind ended ' +
        'with exit code 127; one whose valgrind --version answers makes it count');
      expect(done.left).to.deep.equal([]);
    });
  });

  describe('where its test is another one when it is counted', () => {
    for (const [what, source, reason] of [
      ['the script has other tests', 'timeit.bench(isCounting ? { other: work } : { work }, counted).then(tell);',
        'is not in the suite when the script is run again, only: other'],
      ['the script comes to no suite', `if (isCounting) process.exit(3); ${ONE}`,
        'its process ended with exit code 3 before it came to suite 1 of the script, which has to call the same ' +
        'suites each time it is run'],
      ['the test ends the process',
        'timeit.bench({ x: () => isCounting ? process.exit(4) : work() }, counted).then(tell);',
        'its process ended with exit code 4 before it had reported; process.exit() belongs after the suite'],
      ['the test throws where nobody catches it', 'timeit.bench({ x: { setup() { if (isCounting) ' +
        'setImmediate(() => { throw new Error("late"); }); }, fn: (callback) => setImmediate(callback) } }, ' +
        'counted).then(tell);',
        'it failed while it was counted: an error that nobody caught ended its process: Error: late'],
      ['a promise is never settled', 'timeit.bench({ x: () => new Promise((resolve) => { if (!isCounting || ' +
        '++calls !== 9) setImmediate(resolve); }) }, counted).then(tell);',
        'a call of it did not settle its promise, and its process had nothing left to wait for'],
      ['the setup of the test starts a worker thread', 'const { Worker } = require("worker_threads"); ' +
        'timeit.bench({ x: { async setup() { if (isCounting) await new Promise((resolve) => ' +
        'new Worker("0", { eval: true }).on("exit", resolve)); }, fn: work } }, counted).then(tell);',
        'it starts worker threads, whose instructions cannot be told from its own; count what one of them does, in a ' +
        'test without them'],
    ]) {
      it(`says that ${what}`, async () => {
        expect(reasonIn(await run(source))).to.equal(reason);
      });
    }

    it('counts it without the processes that it starts, and says so', async () => {
      const done = await run(`const { spawnSync } = require('child_process');
        const starts = () => { if (calls++ % 1e5 === 99999 || calls < 3) spawnSync('true'); };
        timeit.bench({ starts }, counted).then(tell);`);
      expectCounted(done.suites[0]);
      expect(codesIn(done.suites[0][0])).to.include('processes-not-counted');
      expect(done.stdout).to.include('the processes that it starts are not counted');
    });
  });

  describe('that is ended while it is counted', () => {
    const FORKED = HANGS.replace('counted)', '{ ...counted, forkTests: 1 })');
    const ENDED = 'not counted: the run ended before it was';
    // What neighbours have kept from the processor can be too noisy to tell.
    const TIMED = /^waits +(?:\d|too noisy to tell)/m;

    for (const [signal, code, source, programs] of [
      ['SIGINT', 130, HANGS, { perf: '' }], ['SIGTERM', 143, FORKED, {}]]) {
      it(`by ${signal}, has its times, and leaves nothing`, async () => {
        const started = launch(source, { programs });
        await untilCounted(started);
        started.child.kill(signal);
        const done = await started.end;
        expect(done.status).to.equal(code);
        expect(done.stdout).to.match(TIMED).and.include(ENDED).and.not.include('cut short');
        await expectNothingLeft(done);
      });
    }

    it('by a signal of the program, has its times in its rows', async () => {
      const done = await run(`
        const ending = new AbortController();
        const fs = require('fs');
        if (!isCounting) setInterval(() => { if (fs.existsSync(process.env.PATH.split(':')[0] + '/runs'))
          ending.abort(new Error('enough')); }, 10).unref();
        ${HANGS.replace('counted', '{ ...counted, signal: ending.signal }')}`);
      expect(reasonIn(done)).to.equal('the run ended before it was');
      expect(codesIn(done.suites[0][0])).to.not.include('interrupted');
    });

    it('by the end of the program, has its times', async () => {
      const done = await run(`
        const fs = require('fs');
        if (!isCounting) setInterval(() => { if (fs.existsSync(process.env.PATH.split(':')[0] + '/runs'))
          process.exit(); }, 10).unref();
        ${HANGS.replace('.then(tell)', '')}`);
      expect(done.stdout).to.match(TIMED).and.include(ENDED);
      expect(done.status).to.equal(1);
    });

    it('by SIGKILL, leaves nothing', async () => {
      const started = launch(`timeit.bench({ waits: { timeout: 600, kind: 'callback',
        fn(callback) { if (!isCounting) callback(); } } }, counted);`, { programs: { perf: '' } });
      await untilCounted(started);
      started.child.kill('SIGKILL');
      await expectNothingLeft(await started.end);
    });

    it('by SIGTERM, in a file of the command run, leaves nothing', async () => {
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

  describe('that has no script to run again', () => {
    const WAY_OUT = 'put the suite into a file, or do without forkTests, tier, cold and count';

    it('is refused with words for it: from standard input, and in a worker thread', async () => {
      const source = `${PRELUDE}${ONE}`;
      const piped = await launch('', { command: () => ['-'], input: source }).end;
      expect([piped.status, piped.stderr]).to.satisfy(([status, words]) => status === 1 && words.includes(WAY_OUT));
      const threaded = await launch(`const { Worker, isMainThread } = require('worker_threads');
        if (isMainThread) new Worker(__filename); else ${ONE}`).end;
      expect(threaded.stderr).to.include('this is a worker thread').and.include(WAY_OUT);
    });
  });
});
