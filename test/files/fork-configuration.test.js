'use strict';

const { expect } = require('chai');
const { forkConfiguration, createResult } = require('#lib/node-core/files/fork-configuration');
const { PROTOCOL, LOST_CODE } = require('#lib/base/host/protocol');
const { createRowError } = require('#lib/base/text/row-error');
const { fakeHost, fakeChild, systemError } = require('../helpers/fake-host');
const { fakeTimers } = require('../helpers/fake-timers');

const turn = () => new Promise((resolve) => setImmediate(resolve));
const report = (more) => ({ qtimeit: PROTOCOL, type: 'report', rate: 5, time: '0.100000000', conf: { n: 1 }, ...more });

/** A process for one configuration that does what the test says: its child, and the end of it. */
function start({ isPiped = true, counting = null, fork } = {}) {
  const child = fakeChild();
  const host = fakeHost({ fork: fork || (() => child) });
  const clock = fakeTimers({ nextTurn: setImmediate });
  const said = [];
  const kills = [];
  const end = forkConfiguration(
    { script: '/x.js', args: ['n=1'], execArgv: ['--f'], env: { A: '1' }, isPiped, counting },
    { host, clock, writeError: (text) => said.push(text) }, (one) => kills.push(one));
  return { child, host, clock, said, kills, end, tell: child.tell };
}

describe('a process for one configuration', () => {
  it('is started with the given options', async () => {
    const { host, child, end, tell } = start();
    const { path, args, options } = host.forked[0];
    expect({ path, args, execPath: options.execPath, execArgv: options.execArgv })
      .to.eql({ path: '/x.js', args: ['n=1'], execPath: '/usr/bin/node', execArgv: ['--f'] });
    // On Windows, the pipe for messages at once follows.
    expect(options.stdio.slice(0, 5)).to.eql(['inherit', 2, 'pipe', 'overlapped', 'overlapped']);
    expect(Object.keys(options.env)).to.eql(['A', 'QTIMEIT_RUN', 'QTIMEIT_WORKER', 'NODE_CHANNEL_FD']);
    tell(report());
    await child.end(0);
    expect(await end).to.eql({ report: report(), error: null });
    expect(start({ isPiped: false }).host.forked[0].options.stdio.slice(0, 3))
      .to.eql(['inherit', 'inherit', 'inherit']);
  });

  it('runs under the program that counts, within a limit, without output', async () => {
    const wrapper = ['valgrind', '--quiet'];
    const counting = { wrapper, flags: ['--g'], limitMs: 3e5, isTrial: false, values: { n: 7 } };
    const { host, child, clock, said, end, tell } = start({ counting });
    const { options } = host.forked[0];
    expect(options).to.deep.include({ execPath: 'valgrind', execArgv: ['--quiet', '/usr/bin/node', '--f', '--g'] });
    expect(options.stdio.slice(0, 3)).to.eql(['inherit', 'ignore', 'pipe']);
    expect(JSON.parse(options.env.QTIMEIT_WORKER).counting).to.eql({ isTrial: false });
    expect(clock.waiting.map(({ ms }) => ms)).to.eql([3e5]);
    child.stderr.write('a warning\n');
    const counted = { threads: 0, hasProcesses: false, collects: false };
    tell(report({ counted }));
    await child.end(0);
    expect((await end).report.counted).to.eql(counted);
    expect(said).to.eql([]);
  });

  it('fails if counting takes too long, without a second try', async () => {
    const counting = { wrapper: [], flags: [], limitMs: 3e4, isTrial: true, values: {} };
    const { child, clock, host, end } = start({ counting });
    clock.fire(3e4);
    await child.end(null, 'SIGKILL');
    expect((await end).error).to.include({ code: 'timed-out', message: 'did not end within 30 s' });
    expect(host.forked).to.have.length(1);
  });

  const failed = { type: 'failed', error: createRowError('threw', 'no') };
  const failures = [
    ['ends well without a result', [], 0, null, 'exited', 'never called end(): its process ended with exit code 0'],
    ['ends badly without a result', [], 7, null, 'exited', 'its process ended with exit code 7 before it called end()'],
    ['ends badly after its result', [report()], 7, null, 'exited',
      'its process ended with exit code 7 after reporting a result'],
    ['has two results', [report(), report({ rate: 6 })], 0, null, 'called-twice',
      'reported 2 results instead of one'],
    ['has a rate that is none', [report({ rate: null })], 0, null, 'garbage',
      'reported a rate of null in 0.100000000 s, which is not a valid result'],
    ['has a rate that is an object', [report({ rate: { toString: 1 }, time: { valueOf: 1 } })], 0, null, 'garbage',
      'reported a rate of { toString: 1 } in { valueOf: 1 } s, which is not a valid result'],
    ['has a time that is none', [report({ time: 'soon' })], 0, null, 'garbage',
      'reported a rate of 5 in soon s, which is not a valid result'],
    ['has a latency that is none', [report({ latency: { p50Ms: 'x' } })], 0, null, 'garbage',
      "reported an invalid result: latency.p50Ms: expected a number or null, got 'x'"],
    ['closed the pipe', [], LOST_CODE, null, 'garbage',
      'its process closed file descriptor 3, through which it reports its result'],
    ['reports the thrown error', [failed], 1, null, 'threw', 'no'],
    ['throws after its result', [report(), failed], 1, null, 'threw', 'no'],
    ['reports a failure without an error', [{ type: 'failed', error: 5 }], 1, null, 'exited',
      'its process ended with exit code 1 before it called end()'],
    ['is of another version', [{ qtimeit: PROTOCOL + 1, type: 'report' }], null, 'SIGKILL', 'garbage',
      `its process uses another version of qtimeit (protocol ${PROTOCOL + 1})`],
    ['has no more memory', [], null, 'SIGABRT', 'out-of-memory', 'ran out of memory: its process was killed by ' +
      'SIGABRT. For more memory, use node --max-old-space-size=MB',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n'],
  ];
  for (const [what, messages, exitCode, signal, code, message, words = ''] of failures) {
    it(`fails if it ${what}`, async () => {
      const { child, end, tell } = start();
      child.stderr.write(words);
      for (const one of messages) tell(one);
      await turn();
      await child.end(exitCode, signal);
      const { report: found, error } = await end;
      expect(found).to.equal(null);
      expect(error).to.include({ code, message });
    });
  }

  it('fails if it wrote something else, unless it has a result', async () => {
    for (const results of [[], [report()]]) {
      const { child, end, tell } = start();
      child.say('garbage\n');
      for (const one of results) tell(one);
      child.say('half a message');
      await turn();
      await child.end(0);
      const { report: found, error } = await end;
      if (results.length) expect({ rate: found.rate, error }).to.eql({ rate: 5, error: null });
      else expect(error).to.include(
        { code: 'garbage', message: "its process wrote 'garbage' instead of a result, and ended with exit code 0" });
    }
  });

  it('has its last lines in the error, and passes all of them on', async () => {
    const { child, said, end } = start();
    child.stderr.write('one\ntwo');
    await turn();
    await child.end(1);
    expect((await end).error.output).to.eql(['one', 'two']);
    expect(said).to.eql(['one\n', 'two\n']);
  });

  it('is killed if it hangs after its result, which counts', async () => {
    const { child, clock, end, tell } = start();
    expect(clock.fire(10000)).to.equal(0);
    tell(report());
    await turn();
    expect(clock.fire(10000)).to.equal(1);
    expect(child.kills).to.eql(['SIGKILL']);
    await child.end(null, 'SIGKILL');
    expect(await end).to.deep.include({ error: null });
  });

  it('is started once more if another process kills it, also after its result, but not a third time', async () => {
    for (const [messages, isAgain] of [[[], false], [[report()], false], [[], true]]) {
      const children = [fakeChild(), fakeChild()];
      let next = 0;
      const { host, end } = start({ fork: () => children[next++] });
      for (const message of messages) children[0].tell(message);
      await turn();
      await children[0].end(null, 'SIGKILL');
      await turn();
      expect(host.forked).to.have.length(2);
      if (isAgain) {
        await children[1].end(null, 'SIGKILL');
        expect((await end).error).to.include({ code: 'killed', message: 'its process was killed by SIGKILL' });
      } else {
        children[1].tell(report({ rate: 6 }));
        await turn();
        await children[1].end(0);
        expect((await end).report.rate).to.equal(6);
      }
      expect(host.forked).to.have.length(2);
    }
  });

  it('can be killed at any time', async () => {
    const { child, host, kills, end } = start();
    expect(kills).to.have.length(1);
    kills[0]();
    expect(child.kills).to.eql(['SIGKILL']);
    await child.end(null, 'SIGKILL');
    expect((await end).error.code).to.equal('killed');
    expect(host.forked).to.have.length(1);
  });

  it('reports that no process could be started', async () => {
    const { host, end } = start({ fork() { throw systemError('EACCES', 'spawn node'); } });
    expect((await end).error).to.include(
      { code: 'not-started',
        message: 'its process could not be started: no permission to run /usr/bin/node (EACCES)' });
    expect(host.forked).to.have.length(1);
  });

  it('is a result with its seconds as a number, named by all that its configuration has', () => {
    expect(createResult({ conf: { n: 1, benchmarker: 'wrk' }, rate: 2, time: '0.500000000' })).to.deep.equal({
      configuration: 'n=1 benchmarker="wrk"', parameters: { n: 1, benchmarker: 'wrk' }, rate: 2, seconds: 0.5,
      operations: null, latency: null,
    });
  });
});
