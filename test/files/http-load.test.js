'use strict';

const { spawnSync } = require('child_process');
const fs = require('fs');
const http = require('http');
const http2 = require('http2');
const https = require('https');
const path = require('path');
const { expect } = require('chai');
const { createClock } = require('../../lib/host/clock');
const realHost = require('../../lib/host/host');
const { runLoad } = require('../../lib/files/http/run-load');
const { fakeHost, fakeChild, systemError } = require('../helpers/fake-host');
const { fakeTimers } = require('../helpers/fake-timers');
const { hostWith, scratchFolder } = require('../helpers/scratch');
const { serve, closeServers, tlsOptions } = require('../helpers/servers');

const FAKE_TOOL = path.join(__dirname, '..', 'fixtures', 'http', 'fake-tool.js');

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

describe('a load by a tool', function () {
  const scratch = scratchFolder();
  let bin;
  let count = 0;

  beforeEach(() => { bin = path.dirname(scratch(`bin${count++}/x`)); });
  afterEach(closeServers);

  before(function () {
      if (process.platform === 'win32') this.skip();
  });

  /** Installs fake-tool.js with this behaviour. */
  function install(name, behaviour) {
    const file = path.join(bin, name);
    fs.writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${FAKE_TOOL}' "$0" "$@"\n`, { mode: 0o755 });
    fs.writeFileSync(`${file}.json`, JSON.stringify(behaviour));
    return { file, started: () => JSON.parse(fs.readFileSync(`${file}.started.json`, 'utf8')) };
  }

  /** Installs a tool that only prints and ends. A shell starts 0.1 s sooner than node. */
  function installPlain(name, { stdout = '', stderr = '', exitCode = 0, signal = null }) {
    const quoted = (text) => `'${text.replace(/'/g, '\'\\\'\'')}'`;
    const end = signal ? `kill -s ${signal.slice(3)} $$` : `exit ${exitCode}`;
    fs.writeFileSync(path.join(bin, name),
      `#!/bin/sh\nprintf %s ${quoted(stdout)}\nprintf %s ${quoted(stderr)} >&2\n${end}\n`, { mode: 0o755 });
  }

  const deps = ({ env = {}, clock = createClock(), ...host } = {}) =>
    ({ host: hostWith({ env: { PATH: bin, ...env }, ...host }), clock, cwd: bin });
  const load = (options, given) => runLoad({ port: 8000, ...options }, deps(given));

  it('has the figures of the tool', async () => {
    const tool = install('wrk', { stdout: WRK });
    expect(await load({ connections: 3, duration: 2, path: '/a', headers: { X: 'a b; $(id) "\'' } },
      { cpus: () => [{}, {}] }))
      .to.deep.equal({ benchmarker: 'wrk', rate: 2, seconds: 2, latency: null, requests: 4, errors: 0 });
    expect(tool.started().args).to.deep.equal(
      ['-d', '2', '-c', '3', '-t', '2', '--latency', 'http://127.0.0.1:8000/a', '-H', 'X: a b; $(id) "\'']);
  });

  it('uses one thread if processors are not known', async () => {
    const tool = install('wrk', { stdout: WRK });
    for (const cpus of [() => [], () => { throw new Error('EACCES'); }]) {
      await load({}, { cpus });
      expect(tool.started().args.slice(4, 6)).to.deep.equal(['-t', '1']);
    }
  });

  it('does not block the server', async () => {
    let asked = 0;
    const port = await serve(http.createServer((request, response) => response.end(`hello ${asked++}`)));
    install('wrk', { stdout: WRK, asks: `http://127.0.0.1:${port}/` });
    await load({ port });
    expect(asked).to.equal(1);
  });

  it('does not pass variables of benchmarks, and options of node, to the tool', async () => {
    const tool = install('wrk', { stdout: WRK });
    const marks =
      { NODE_RUN_BENCHMARK_FN: '', NODE_RUN_BENCHMARK_GROUPS: 'a', NODE_BENCHMARK_FLAGS: '--x', QTIMEIT_WORKER: '{}',
        NODE_OPTIONS: '--no-warnings', NODE_V8_COVERAGE: bin };
    await load({}, { env: { ...marks, KEPT: 'yes', MY_QTIMEIT_: 'yes' } });
    const { env } = tool.started();
    expect(env).to.include({ KEPT: 'yes', MY_QTIMEIT_: 'yes', PATH: bin });
    expect(env).not.to.have.any.keys(Object.keys(marks));
  });

  it('rejects wrong options, and tools that are not installed', async () => {
    expect(await failureOf(load({ conections: 5 }))).to.be.instanceof(TypeError);
    expect(await failureOf(load({ duration: -5 }))).to.be.instanceof(RangeError);
    const error = await failureOf(load({ benchmarker: 'wrk' }));
    expect(error.message).to.match(/^wrk was looked for in PATH, and is not there; install it/);
    expect(error.benchmarker).to.equal('wrk');
  });

  for (const [words, name, behaviour] of [
    ['wrk failed with exit code 3: no such host / give up', 'wrk',
      { stdout: 'Running\n', stderr: 'no such host\n\n  give up\n', exitCode: 3 }],
    ['wrk failed with exit code 1: c / d / e', 'wrk', { stdout: `${WRK}b\nc\nd\ne\n`, exitCode: 1 }],
    ['wrk failed with exit code 127, and printed nothing', 'wrk', { exitCode: 127 }],
    ['wrk was killed by SIGTERM: Running', 'wrk', { stdout: 'Running\n', signal: 'SIGTERM' }],
    ['wrk printed nothing to standard output', 'wrk', {}],
    ['wrk printed something that cannot be read: one / two / three', 'wrk', { stdout: '\none\n two\r\nthree\nfour\n' }],
    [`wrk printed something that cannot be read: ${'x'.repeat(197)}...`, 'wrk', { stdout: 'x'.repeat(5000) }],
    ['wrk printed something that cannot be read: 4 requests in', 'wrk', { stdout: WRK.replace('2.00\n', 'nan\n') }],
    ['wrk told a rate of 0 requests per second', 'wrk', { stdout: WRK.replace('2.00\n', '0.00\n') }],
    ['wrk got no response from http://127.0.0.1:8000/ within 2 s', 'wrk',
      { stdout: WRK.replace('4 requests', '0 requests').replace('2.00\n', '0.00\n') }],
    ['wrk: every request to http://127.0.0.1:8000/ failed (4 responses were neither 2xx nor 3xx)', 'wrk',
      { stdout: `${WRK}  Non-2xx or 3xx responses: 4\n` }],
    ['wrk: every request to http://127.0.0.1:8000/ failed (9 socket errors)', 'wrk',
      { stdout: `${WRK.replace('4 req', '0 req')}  Socket errors: connect 9, read 0, write 0, timeout 0\n` }],
    ['autocannon printed something that cannot be read: {"requests": 7}', 'autocannon', { stdout: '{"requests": 7}' }],
    ['autocannon: every request to http://127.0.0.1:8000/ failed (5 connections failed)', 'autocannon',
      { stdout: '{"duration":1,"errors":5,"requests":{"average":0,"total":0}}' }],
    ['h2load: every request to http://127.0.0.1:8000/ failed (100 requests failed)', 'h2load',
      { stdout: 'finished in 660us, 0.00 req/s, 0B/s\nrequests: 100 total, 0 started, 0 done, 0 succeeded, 100 ' +
        'failed, 100 errored, 0 timeout\n' }],
  ]) {
    it(`fails: ${words.slice(0, 60)}`, async () => {
      installPlain(name, behaviour);
      const error = await failureOf(load({ benchmarker: name }));
      expect(error.message.slice(0, words.length)).to.equal(words);
      expect(error.benchmarker).to.equal(name);
    });
  }

  it('fails with the last lines of the tool', async () => {
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
    installPlain('wrk', { stdout: 'out\n', stderr: `${lines.join('\r\n')}\n`, exitCode: 1 });
    const error = await failureOf(load({}));
    expect(error.message).to.equal('wrk failed with exit code 1: line 27 / line 28 / line 29');
    expect(error.output).to.deep.equal(lines.slice(10));
  });

  it('fails if the tool does not start', async () => {
    fs.writeFileSync(path.join(bin, 'wrk'), '#!/no/such/interpreter\n', { mode: 0o755 });
    const error = await failureOf(load({}));
    expect(error.message).to.match(/^wrk could not be started: .*ENOENT/);
    expect(error.benchmarker).to.equal('wrk');
    const forbidden = await failureOf(load({}, { spawn: () => { throw systemError('EPERM', 'spawn'); } }));
    expect(forbidden.message).to.equal('wrk could not be started: EPERM: spawn');
  });

  it('kills a tool that does not end', async () => {
    const tool = install('wrk', { stdout: 'Running\n', hangs: true });
    let limitMs = null;
    const clock = {
      ...createClock(),
      after(action, ms) {
        if (limitMs !== null) return createClock().after(action, ms);
        limitMs = ms;
        // Its time is over when it has said so.
        const waiting = setInterval(() => {
          if (!fs.existsSync(`${tool.file}.started.json`)) return;
          clearInterval(waiting);
          action();
        }, 20);
        return () => clearInterval(waiting);
      },
    };
    const error = await failureOf(load({ duration: 3 }, { clock }));
    expect(limitMs).to.equal(13000);
    expect(error.message).to.equal('wrk did not end within 13 s, and was killed');
    expect(error.benchmarker).to.equal('wrk');
    expect(realHost.isAlive(tool.started().pid)).to.equal(false);
  });

  it('ends with its benchmark', () => {
    const tool = install('wrk', { hangs: true });
    const script = scratch('benchmark.js', `'use strict';
      const { existsSync } = require('fs');
      const { runLoad } = require(${JSON.stringify(require.resolve('../../lib/files/http/run-load'))});
      const { createClock } = require(${JSON.stringify(require.resolve('../../lib/host/clock'))});
      const host = require(${JSON.stringify(require.resolve('../../lib/host/host'))});
      runLoad({ port: 8000 }, { host, clock: createClock() });
      setInterval(() => { if (existsSync(${JSON.stringify(`${tool.file}.started.json`)})) process.exit(7); }, 20);`);
    expect(spawnSync(process.execPath, [script], { env: { PATH: bin } }).status).to.equal(7);
    const { pid } = tool.started();
    // Killed, it is there until somebody has taken notice of its end.
    const end = Date.now() + 20000;
    const isGone = () => !realHost.isAlive(pid) ||
      /\) Z /.test(fs.existsSync(`/proc/${pid}/stat`) ? fs.readFileSync(`/proc/${pid}/stat`, 'utf8') : '');
    while (!isGone() && Date.now() < end) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    expect(isGone()).to.equal(true);
  });

  it('leaves no listener and no timer behind', async () => {
    const waiting = new Set();
    const clock = {
      after(action, ms) {
        waiting.add(ms);
        const stop = createClock().after(action, ms);
        return () => {
          waiting.delete(ms);
          stop();
        };
      },
    };
    const listeners = process.listenerCount('exit');
    installPlain('wrk', { stdout: WRK });
    await load({}, { clock });
    fs.writeFileSync(path.join(bin, 'wrk'), '#!/no/such/interpreter\n', { mode: 0o755 });
    await failureOf(load({}, { clock }));
    expect(process.listenerCount('exit')).to.equal(listeners);
    expect([...waiting]).to.deep.equal([]);
  });
});

describe('a load by our own generator', () => {
  afterEach(closeServers);

  const nothing = { host: hostWith({ env: {} }), clock: createClock(), cwd: path.parse(__dirname).root };
  const quick = { connections: 3, duration: 0.05 };

  it('runs without a tool, and for the names of core\'s generators', async () => {
    const respond = (request, response) => response.end('hello');
    for (const [benchmarker, reported, server] of [
      [undefined, 'embedded', http.createServer(respond)],
      ['test-double-https', 'embedded', https.createServer(tlsOptions(), respond)],
      ['test-double-http2', 'embedded-http2', http2.createServer(respond)],
    ]) {
      const result = await runLoad({ ...quick, port: await serve(server), benchmarker }, nothing);
      expect(result).to.have.all.keys('benchmarker', 'rate', 'seconds', 'latency', 'requests', 'errors');
      expect(result).to.include({ benchmarker: reported, errors: 0 });
      expect(result.rate).to.be.closeTo(result.requests / result.seconds, 1e-6 * result.rate);
      expect(result.latency).to.have.all.keys('p50Ms', 'p99Ms');
    }
  });

  it('fails if every request does, or without a server', async () => {
    const port = await serve(http.createServer((request, response) => response.writeHead(503).end()));
    const refused = await failureOf(runLoad({ ...quick, port }, nothing));
    expect(refused.message).to.equal(`embedded: every request to http://127.0.0.1:${port}/ failed (status 503)`);
    await closeServers();
    const error = await failureOf(runLoad({ ...quick, port }, nothing));
    expect(error.message)
      .to.equal(`embedded: no connection to 127.0.0.1:${port}: connect ECONNREFUSED 127.0.0.1:${port}`);
    expect([refused, error].map(({ benchmarker }) => benchmarker)).to.deep.equal(['embedded', 'embedded']);
  });

  it('runs in another process, by the node it is given, without our options, which ends with this one', async () => {
    const child = fakeChild();
    const started = [];
    const host = fakeHost({
      env: { PATH: '', NODE_OPTIONS: '--x', QTIMEIT_WORKER: '{}', HOME: '/home/me' },
      spawn: (...given) => {
        started.push(given);
        return child;
      },
    });
    const end = runLoad({ port: 8000 }, { host, clock: createClock(), execPath: '/other/node', cwd: '/' });
    const [[command, [script, job, ...others], { env, stdio }]] = started;
    expect([command, others]).to.deep.equal(['/other/node', []]);
    expect(script).to.equal(require.resolve('../../lib/files/http/load-generator'));
    expect([env, stdio]).to.deep.equal([{ PATH: '', HOME: '/home/me' }, 'pipe']);
    expect(JSON.parse(job)).to.deep.equal({
      isHttp2: false, isSecure: false, host: '127.0.0.1', port: 8000, authority: '127.0.0.1:8000', path: '/',
      headers: [], duration: 5, connections: 100, requests: null,
      streams: 1, settings: { initialWindowSize: 2 ** 30 - 1 }, sessionWindow: 2 ** 30 - 1,
    });
    child.stdout.write(JSON.stringify(
      { rate: 5, seconds: 5, latency: null, requests: 25, succeeded: 24, errors: 1, problem: 'x' }));
    await turn();
    await child.end(0);
    expect(await end).to.deep.equal(
      { benchmarker: 'embedded', rate: 5, seconds: 5, latency: null, requests: 25, errors: 1 });
  });

  it('does not wait for another process that holds its output open', async () => {
    const child = fakeChild();
    const clock = fakeTimers();
    const end = failureOf(runLoad({ port: 8000 }, { host: fakeHost({ spawn: () => child }), clock, cwd: '/' }));
    child.exit(null, 'SIGSEGV');
    expect(clock.fire(2000)).to.equal(1);
    expect((await end).message).to.equal('embedded was killed by SIGSEGV, and printed nothing');
  });
});
