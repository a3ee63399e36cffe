'use strict';

const { EventEmitter } = require('events');
const http = require('http');
const { expect } = require('chai');
const { createClock } = require('#lib/base/host/clock');
const { runLoad } = require('#lib/node-core/files/http/run-load');
const { fakeHost, fakeChild, systemError } = require('../helpers/fake-host');
const { fakeTimers } = require('../helpers/fake-timers');
const { hostWith } = require('../helpers/scratch');
const { serve, closeServers } = require('../helpers/servers');

const WRK = `  4 requests in 2.00s, 8.36MB read
Requests/sec:      2.00
`;

const turn = () => new Promise((resolve) => setImmediate(resolve));

async function failureOf(promise) {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('did not fail');
}

/** A load whose process does what the test says: { started: arguments of spawn, child, clock, end }. */
function load(options, { env = {}, execPath, ...host } = {}) {
  const child = fakeChild();
  const clock = fakeTimers();
  const started = [];
  const files = Object.fromEntries(['wrk', 'autocannon', 'h2load'].map((name) => [`/bin/${name}`, '']));
  const spawn = (...given) => {
    started.push(given);
    return child;
  };
  const end = runLoad({ port: 8000, ...options },
    { host: fakeHost({ env: { PATH: '/bin', ...env }, files, spawn, ...host }), clock, execPath, cwd: '/' });
  return { started: started[0], child, clock, end };
}

/** The figures or the failure of a process that prints this, and ends. */
async function ended({ child, end }, { stdout = '', stderr = '', exitCode = 0, signal = null }) {
  const outcome = end.catch((error) => error);
  child.stdout.write(stdout);
  child.stderr.write(stderr);
  await turn();
  await child.end(signal ? null : exitCode, signal);
  return outcome;
}

describe('a load by a tool', () => {
  it('has the figures of the tool', async () => {
    const running = load({ connections: 3, duration: 2, path: '/a', headers: { X: 'a b; $(id) "\'' } },
      { cpus: [{}, {}] });
    expect(running.started.slice(0, 2)).to.deep.equal(['/bin/wrk',
      ['-d', '2', '-c', '3', '-t', '2', '--latency', 'http://127.0.0.1:8000/a', '-H', 'X: a b; $(id) "\'']]);
    expect(await ended(running, { stdout: WRK }))
      .to.deep.equal({ benchmarker: 'wrk', rate: 2, seconds: 2, latency: null });
    expect(running.clock.waiting).to.deep.equal([]);
  });

  it('uses one thread if processors are not known', () => {
    for (const cpus of [[], new Error('EACCES')]) {
      expect(load({}, { cpus }).started[1].slice(4, 6)).to.deep.equal(['-t', '1']);
    }
  });

  it('does not pass variables of benchmarks, and options of node, to the tool', () => {
    const marks =
      { NODE_RUN_BENCHMARK_FN: '', NODE_RUN_BENCHMARK_GROUPS: 'a', NODE_BENCHMARK_FLAGS: '--x', QTIMEIT_WORKER: '{}',
        NODE_OPTIONS: '--no-warnings', NODE_V8_COVERAGE: '/c' };
    const kept = { KEPT: 'yes', MY_QTIMEIT_: 'yes' };
    expect(load({}, { env: { ...marks, ...kept } }).started[2].env).to.deep.equal({ PATH: '/bin', ...kept });
  });

  it('rejects wrong options, and tools that are not installed', async () => {
    expect(await failureOf(load({ conections: 5 }).end)).to.be.instanceof(TypeError);
    expect(await failureOf(load({ duration: -5 }).end)).to.be.instanceof(RangeError);
    expect(await failureOf(load({ benchmarker: 'wrk' }, { files: {} }).end)).to.include({ benchmarker: 'wrk' });
  });

  for (const [words, benchmarker, output] of [
    ['wrk failed with exit code 3: no such host / give up', 'wrk',
      { stdout: 'Running\n', stderr: 'no such host\n\n  give up\n', exitCode: 3 }],
    ['wrk failed with exit code 1: c / d / e', 'wrk', { stdout: `${WRK}b\nc\nd\ne\n`, exitCode: 1 }],
    ['wrk failed with exit code 127, and printed nothing', 'wrk', { exitCode: 127 }],
    ['wrk was killed by SIGTERM: Running', 'wrk', { stdout: 'Running\n', signal: 'SIGTERM' }],
    ['wrk printed nothing to standard output', 'wrk', {}],
    ['wrk printed output that cannot be read: one / two / three', 'wrk', { stdout: '\none\n two\r\nthree\nfour\n' }],
    [`wrk printed output that cannot be read: ${'x'.repeat(197)}...`, 'wrk', { stdout: 'x'.repeat(5000) }],
    ['wrk reported 0 requests per second', 'wrk', { stdout: WRK.replace('2.00\n', '0.00\n') }],
    ['wrk got no response from http://127.0.0.1:8000/ within 2 s', 'wrk',
      { stdout: WRK.replace('4 requests', '0 requests').replace('2.00\n', '0.00\n') }],
    ['wrk: every request to http://127.0.0.1:8000/ failed (4 responses were neither 2xx nor 3xx)', 'wrk',
      { stdout: `${WRK}  Non-2xx or 3xx responses: 4\n` }],
    ['autocannon: every request to http://127.0.0.1:8000/ failed (5 connections failed)', 'autocannon',
      { stdout: '{"duration":1,"errors":5,"requests":{"average":0,"total":0}}' }],
    ['embedded: out of luck', 'embedded', { stdout: '{"failure":"out of luck"}' }],
  ]) {
    it(`fails: ${words.slice(0, 60)}`, async () => {
      const error = await ended(load({ benchmarker }), output);
      expect(error.message).to.equal(words);
      expect(error.benchmarker).to.equal(benchmarker);
    });
  }

  it('fails with the last lines of the tool', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
    const error = await ended(load({}), { stdout: 'out\n', stderr: `${lines.join('\r\n')}\n`, exitCode: 1 });
    expect(error.message).to.equal('wrk failed with exit code 1: line 27 / line 28 / line 29');
    expect(error.output).to.deep.equal(lines.slice(10));
  });

  it('fails if the tool does not start', async () => {
    const forbidden = load({}, { spawn: () => { throw systemError('EPERM', 'spawn'); } });
    expect((await failureOf(forbidden.end)).message).to.equal('wrk could not be started: EPERM: spawn');
    const { child, clock, end } = load({});
    child.emit('error', new Error('could not be killed'));
    // As when too many files are open.
    const none = Object.assign(new EventEmitter(), { pid: undefined });
    const without = load({}, { spawn: () => none });
    none.emit('error', systemError('EMFILE', 'spawn'));
    expect((await failureOf(without.end)).message).to.equal('wrk could not be started: EMFILE: spawn');
    child.pid = undefined;
    child.emit('error', systemError('ENOENT', 'spawn'));
    expect(await failureOf(end)).to.include({ benchmarker: 'wrk', message: 'wrk could not be started: ENOENT: spawn' });
    expect(clock.waiting).to.deep.equal([]);
  });

  it('kills a tool that does not end', async () => {
    const running = load({ duration: 3 });
    expect(running.clock.fire(13000)).to.equal(1);
    expect(running.child.kills).to.deep.equal(['SIGKILL']);
    const error = await ended(running, { stdout: 'Running\n', signal: 'SIGKILL' });
    expect(error).to.include({ benchmarker: 'wrk', message: 'wrk did not end within 13 s, and was killed' });
  });

  it('does not wait for another process that holds its output open', async () => {
    const { child, clock, end } = load({});
    child.exit(null, 'SIGSEGV');
    expect(clock.fire(2000)).to.equal(1);
    expect((await failureOf(end)).message).to.equal('wrk was killed by SIGSEGV, and printed nothing');
  });

  it('ends with its benchmark, and leaves no listener behind', async () => {
    const before = process.listeners('exit');
    const running = load({});
    const [onExit, ...others] = process.listeners('exit').filter((one) => !before.includes(one));
    expect(others).to.deep.equal([]);
    onExit();
    expect(running.child.kills).to.deep.equal(['SIGKILL']);
    await ended(running, { signal: 'SIGKILL' });
    expect(process.listeners('exit')).to.deep.equal(before);
  });
});

describe('a load by our own generator', () => {
  afterEach(closeServers);

  const nothing = { host: hostWith({ env: {} }), clock: createClock(), cwd: '/' };
  const quick = { connections: 3, duration: 0.05 };

  it('fails without a server', async () => {
    const port = await serve(http.createServer());
    await closeServers();
    for (const benchmarker of ['embedded', 'embedded-http2']) {
      expect(await failureOf(runLoad({ ...quick, port, benchmarker }, nothing))).to.include({
        benchmarker,
        message: `${benchmarker}: no connection to 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`,
      });
    }
  });

  it('runs in another process, by the node it is given, and not under the name of core\'s generator', async () => {
    const running = load({ benchmarker: 'test-double-http' }, { execPath: '/other/node' });
    const [command, [script, job, ...others], { stdio }] = running.started;
    expect({ command, others, stdio }).to.deep.equal({ command: '/other/node', others: [], stdio: 'pipe' });
    expect(script).to.equal(require.resolve('#lib/node-core/files/http/load-generator'));
    expect(JSON.parse(job)).to.deep.equal({
      isHttp2: false, isSecure: false, host: '127.0.0.1', port: 8000, authority: '127.0.0.1:8000', path: '/',
      headers: [], duration: 5, connections: 100, requests: null,
      streams: 1, settings: { initialWindowSize: 2 ** 30 - 1 }, sessionWindow: 2 ** 30 - 1,
    });
    const figures = { rate: 5, seconds: 5, latency: null, requests: 25, succeeded: 24, errors: 1, problem: 'x' };
    expect(await ended(running, { stdout: JSON.stringify(figures) })).to.deep.equal(
      { benchmarker: 'embedded', rate: 5, seconds: 5, latency: null });
  });
});
