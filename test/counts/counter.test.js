'use strict';

/* Counting with a fake runner and fake programs that count. */

const { expect } = require('chai');
const { CACHES, WEIGHTS } = require('#lib/extras/counts/source');
const { createCounter, createLanes, countLanes } = require('#lib/extras/counts/counter');
const { createFailedRow } = require('#lib/core/estimate/row');
const { createRowError } = require('#lib/base/text/row-error');
const {
  callgrindFile, callgrindText, countingHost, goodEnd, totalsOf, COUNTED, MISSING, PERF, VALGRIND,
  REQUEST: PLAIN_REQUEST,
} = require('../helpers/counted-processes');
const { systemError } = require('../helpers/fake-host');

const REQUEST = { ...PLAIN_REQUEST, flags: ['--max-opt=1'] };
// A configuration of a file has no marks between its calls: four processes count it.
const OF_FOUR = { ...REQUEST, kind: 'file' };
const STEADY = ['--single-threaded', '--predictable', '--hash-seed=1', '--random-seed=1'];

const makeHost = (given) => Object.assign(countingHost(), given);

const badEnd = (code, message, output = []) => ({ row: null, error: createRowError(code, message, { output }) });

/** A fake runner. end(request, n): the end of the n-th process, or a promise; by default it succeeds. */
function makeRunner(host, end = () => goodEnd(), text = callgrindText) {
  const requests = [];
  return {
    requests,
    async run(request) {
      requests.push(request);
      request.onStart(() => {});
      request.onLine('a line of the test');
      if (request.wrapper[0] === 'perf') return end(request, requests.length);
      const { counts } = request.job;
      const written = text(totalsOf(counts, (calls) => calls * (counts.empty === null ? 108 : 8)));
      if (written === null) delete host.temporary[callgrindFile(request)];
      else host.temporary[callgrindFile(request)] = written;
      return end(request, requests.length);
    },
  };
}

const withVgdb = (command) => (command === 'perf' ? MISSING : VALGRIND);
const SETTINGS = { count: ['instructions'], precision: false };

const counterOf = (host, runner, settings = SETTINGS, atATime = undefined) => (
  createCounter(runner, settings, { host }, atATime));

const killedBy = (signal) => `its process was killed by ${signal}`;
const cannotRun = (fault) => `valgrind 3.19.0 cannot run this Node.js: ${fault}. Try a newer valgrind, or another ` +
  'version of Node.js';

async function reasonOf({ end, text, host = makeHost() }) {
  const { counts, reason } = await counterOf(host, makeRunner(host, end, text)).count(REQUEST);
  expect(counts).to.equal(null);
  return reason;
}

describe('a counter', () => {
  it('counts a test in processes under valgrind, and reports how', async () => {
    const host = makeHost();
    const runner = makeRunner(host);
    const { counts, reason } = await counterOf(host, runner).count(REQUEST);
    expect(reason).to.equal(null);
    expect(counts).to.deep.include({ instructions: 100, loop: 8, source: { name: 'valgrind', version: '3.19.0' } });
    expect(counts.flags).to.include.members(STEADY);
    expect(counts).to.not.have.any.keys('functions', 'weights', 'caches');
    expect(runner.requests).to.have.length(2);
    for (const { flags, wrapper, startLimitMs, limitMs, job } of runner.requests) {
      expect(flags).to.include.members([...STEADY, '--max-opt=1']);
      expect(wrapper[0]).to.equal('valgrind');
      expect({ startLimitMs, limitMs }).to.deep.equal({ startLimitMs: 300000, limitMs: 500000 });
      expect(job).to.deep.include(REQUEST.job);
    }
    const files = runner.requests.map(callgrindFile);
    expect(new Set(files).size).to.equal(2);
    for (const file of files) expect(file).to.match(/^\/tmp\/qtimeit-\d+-counts-\w+\.txt$/);
    expect(host.temporary).to.deep.equal({});
  });

  it('counts events of caches on request, and reports their weights; each process may take 300 s', async () => {
    const host = makeHost();
    const runner = makeRunner(host);
    const counter = counterOf(host, runner, { ...SETTINGS, count: ['instructions', 'cache'] });
    expect((await counter.count({ ...REQUEST, limitMs: 1000 })).counts)
      .to.deep.include({ weights: WEIGHTS, caches: CACHES });
    expect(runner.requests[0].wrapper).to.include('--cache-sim=yes');
    expect(runner.requests[0].limitMs).to.equal(300000);
  });

  it('counts from the calls on if valgrind has vgdb, else from the start of the process', async () => {
    for (const [has, host] of [[false, makeHost()], [true, makeHost({ run: withVgdb })]]) {
      const runner = makeRunner(host);
      await counterOf(host, runner).count(REQUEST);
      const [{ wrapper, job: { counts: { pipes } } }] = runner.requests;
      if (has) expect(pipes).to.match(/^[\\/]tmp[\\/]qtimeit-counts-\d+-random[\\/]\w+$/);
      else expect(pipes).to.equal(null);
      expect(wrapper).to.include(has ? `--vgdb-prefix=${pipes}` : '--vgdb=no');
    }
  });

  it('counts from the start of the process if vgdb fails', async () => {
    const host = makeHost({ run: withVgdb });
    const runner = makeRunner(host, ({ job }) => (
      job.counts.pipes ? badEnd('threw', 'Error: vgdb could not start counting (exit code 1)') : goodEnd()));
    expect((await counterOf(host, runner).count(REQUEST)).counts.instructions).to.equal(100);
    expect(runner.requests.map(({ job }) => job.counts.pipes === null)).to.deep.equal([false, false, true, true]);
  });

  it('looks for a source once, and counts the rest if one test fails', async () => {
    let asked = 0;
    const { run } = countingHost();
    const host = makeHost({ run: (command) => { asked++; return run(command); } });
    const runner = makeRunner(host, ({ job }) => (job.name === 'bad' ? badEnd('exited', 'it ended') : goodEnd()));
    const counter = counterOf(host, runner);
    const both = ['bad', 'good'].map((name) => counter.count({ ...REQUEST, job: { ...REQUEST.job, name } }));
    const [bad, good] = await Promise.all(both);
    expect({ badReason: bad.reason, goodReason: good.reason, instructions: good.counts.instructions, asked })
      .to.deep.equal({ badReason: 'it ended', goodReason: null, instructions: 100, asked: 3 });
  });

  it('reports for each test that nothing counts, or that there is no place for files', async () => {
    const noFile = () => expect.fail('not needed');
    const readOnly = () => { throw systemError('EROFS', '/tmp/x'); };
    for (const [given, reason] of [
      [{ run: () => MISSING, writeTemporary: noFile },
        'perf is not installed, and valgrind is not installed. Install valgrind: apt-get install valgrind'],
      [{ writeTemporary: readOnly },
        'valgrind cannot write to /tmp: the file system is read-only. Set TMPDIR to another folder'],
    ]) {
      const host = makeHost(given);
      const counter = counterOf(host, makeRunner(host));
      for (let i = 0; i < 2; i++) expect(await counter.count(REQUEST)).to.deep.equal({ counts: null, reason });
      counter.stop();
    }
  });

  it('reports why a test is not counted', async () => {
    const row = createFailedRow('a', 1, createRowError('threw', 'Error: at last'));
    for (const [given, reason] of [
      [{ text: () => null },
        'the output of valgrind cannot be read: it does not exist. Set TMPDIR to another folder'],
      [{ text: () => 'part: 1\nevents: Ir\nfn=f\n0 5' },
        'the output of valgrind is truncated. Is the disk full? Set TMPDIR to another folder'],
      [{ text: (totals) => callgrindText([...totals, 5e5]) },
        'it calls os.getPriority(), which qtimeit uses to mark the start and end of calls for valgrind'],
      [{ end: () => ({ row, error: null }) }, 'it failed while being counted: Error: at last'],
      [{ end: () => goodEnd({ ...COUNTED, threads: 1 }) }, 'it starts worker threads, whose instructions cannot be ' +
        'counted separately. Test the work of one thread without starting threads'],
    ]) expect(await reasonOf(given)).to.equal(reason);
  });

  it('reports why a process failed, and whether valgrind is the reason', async () => {
    const perf = countingHost({ perf: PERF });
    const notReached = (...output) => (
      ['not-reached', 'its process ended with exit code 1 before it reached suite 1', output]);
    const unknown = 'vex: unhandled instruction bytes: 0x62';
    for (const [error, reason, host] of [
      ...['SIGILL', 'SIGSEGV', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSYS'].map((signal) => (
        [['killed', killedBy(signal)], cannotRun(killedBy(signal))])),
      // Perf does not run code in its own way.
      [['killed', killedBy('SIGILL')], killedBy('SIGILL'), perf],
      [['exited', 'x', ['valgrind: failed to start']], 'x (valgrind: failed to start)', perf],
      [notReached('', "valgrind: the 'impossible' happened:", '   LibVEX called failure_exit().'),
        cannotRun("the 'impossible' happened:")],
      [notReached("valgrind: m_x.c:12 (f): Assertion 'a > b' failed."),
        cannotRun("m_x.c:12 (f): Assertion 'a > b' failed.")],
      [['killed', killedBy('SIGILL'), ['==12== noise', unknown]], cannotRun(unknown)],
      ...["==9==     Valgrind's memory management: out of memory:", '==9== Valgrind: FATAL: out of memory',
        'valgrind: mmap(0x1000, 8) failed in UME with error 22.'].map((line) => [notReached('first', line, 'last'),
        'valgrind 3.19.0 ran out of memory: it needs several times as much as the test. Add memory']),
      [notReached("valgrind: failed to start tool 'cachegrind' for platform 'amd64-linux'"),
        "valgrind 3.19.0 could not start: failed to start tool 'cachegrind' for platform 'amd64-linux'. Reinstall it"],
      [['threw', 'Error: at last', ['at x.js:1', 'Node.js v26.1.0']], 'it failed while being counted: Error: at last'],
      [['killed', killedBy('SIGKILL')],
        `${killedBy('SIGKILL')}, perhaps for lack of memory: valgrind 3.19.0 increases memory use`],
      [['exited', 'its process ended', ['first', ' last ']], 'its process ended (last)'],
      [['timed-out', 'did not end within 300 s'], 'did not end within 300 s'],
    ]) expect(await reasonOf({ end: () => badEnd(...error), host })).to.equal(reason);
  });

  it('does not start a count that would take minutes under valgrind', async () => {
    const host = makeHost();
    const runner = makeRunner(host);
    const { reason } = await counterOf(host, runner).count({ ...REQUEST, nsPerCall: 2e9 });
    expect(reason).to.equal('a call takes 2.0 s, and 50 times as long under valgrind. Reduce the work of each call');
    expect(runner.requests).to.deep.equal([]);
    const short = { ...REQUEST, nsPerCall: 2e9, cpuNsPerCall: 1e6 };
    expect((await counterOf(host, runner).count(short)).reason).to.equal(null);
  });

  it('ends the other processes of a test after a failure, and starts no more', async () => {
    const host = makeHost({ cpus: [{}, {}] });
    const killed = [];
    const runner = makeRunner(host, (request, n) => (n === 1 ? badEnd('exited', 'it ended') : new Promise((resolve) => {
      request.onStart(() => {
        killed.push(request.job.counts.calls);
        resolve(badEnd('killed', killedBy('SIGKILL')));
      });
    })));
    const { reason } = await counterOf(host, runner, SETTINGS, 2).count(OF_FOUR);
    expect(reason).to.equal('it ended');
    await new Promise((resolve) => setImmediate(resolve));
    expect(killed).to.have.length(1);
    expect(runner.requests).to.have.length(2);
    expect(host.temporary).to.deep.equal({});
  });

  it('ends all running processes when it is stopped, and processes that start later', async () => {
    const host = makeHost({ cpus: [{}, {}] });
    let killed = 0;
    const pending = [];
    const runner = makeRunner(host, (request) => new Promise((resolve) => {
      request.onStart(() => { killed++; });
      pending.push({ request, resolve: () => resolve(badEnd('killed', killedBy('SIGKILL'))) });
    }));
    const counter = counterOf(host, runner, SETTINGS, 2);
    const counting = counter.count(OF_FOUR);
    await new Promise((resolve) => setImmediate(resolve));
    expect(Object.keys(host.temporary)).to.have.length(2);
    counter.stop();
    expect(killed).to.equal(2);
    // The program may be gone before they are.
    expect(host.temporary).to.deep.equal({});
    // As a process that has been killed once is.
    pending[0].request.onStart(() => { killed++; });
    expect(killed).to.equal(3);
    for (const { resolve } of pending) resolve();
    expect((await counting).counts).to.equal(null);
    expect(runner.requests).to.have.length(2);
    expect(await counter.count(REQUEST)).to.deep.equal({ counts: null, reason: 'the run ended before counting' });
    expect(runner.requests).to.have.length(2);
  });
});

describe('lanes', () => {
  it('are three for each processor, 16 at most, and each side has its part of them', () => {
    const of = (cpus, sides) => countLanes({ cpus: () => Array(cpus).fill({}) }, sides);
    expect([of(0), of(1), of(2), of(6), of(64)]).to.deep.equal([1, 3, 6, 16, 16]);
    expect([of(2, 2), of(2, 4), of(1, 2), of(1, 9)]).to.deep.equal([3, 1, 1, 1]);
  });

  it('limit the concurrent actions, keep their order, and continue after a failure', async () => {
    const lanes = createLanes(2);
    const log = [];
    let running = 0;
    const action = (name) => lanes(async () => {
      running++;
      log.push(`${name}${running}`);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      if (name === 'b') throw new Error('b');
      return name;
    }).catch(({ message }) => `failed ${message}`);
    expect(await Promise.all(['a', 'b', 'c', 'd', 'e'].map(action))).to.deep.equal(['a', 'failed b', 'c', 'd', 'e']);
    expect(log.map((one) => one[0]).join('')).to.equal('abcde');
    expect(log.every((one) => +one[1] <= 2)).to.equal(true);
    expect(await action('f')).to.equal('f');
  });
});
