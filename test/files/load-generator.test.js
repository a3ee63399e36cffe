'use strict';

const http = require('http');
const http2 = require('http2');
const https = require('https');
const net = require('net');
const { expect } = require('chai');
const { createClock } = require('#lib/base/host/clock');
const realHost = require('#lib/base/host/host');
const { checkLoadOptions } = require('#lib/node-core/files/http/load-options');
const { measureWindow } = require('#lib/node-core/files/http/load-generator');
const { runTool } = require('#lib/node-core/files/http/run-load');
const { chooseTool } = require('#lib/node-core/files/http/tools');
const { hostWith } = require('../helpers/scratch');
const { serve, tlsOptions, closeServers } = require('../helpers/servers');

describe('the window of a load', () => {
  /** A clock in ms that the test moves, and connections that do what the test says. */
  function scene({ connections = 2, duration = 1, requests = null } = {}) {
    const state = { nowMs: 0, timers: [], hasBegun: false, loads: [], outcome: null };
    const clock = {
      nowNs: () => state.nowMs * 1e6,
      after(action, ms) {
        const timer = { action, dueMs: state.nowMs + ms };
        state.timers.push(timer);
        return () => { state.timers = state.timers.filter((one) => one !== timer); };
      },
    };
    const job = { authority: 'here:80', connections, duration, requests };
    const promise = measureWindow(job, clock, (load) => { state.loads.push(load); });
    promise.then((figures) => (state.outcome = figures), (error) => (state.outcome = error));
    state.loads[0].begun.then(() => { state.hasBegun = true; });
    state.pass = async (ms) => {
      state.nowMs += ms;
      for (const timer of state.timers.filter(({ dueMs }) => dueMs <= state.nowMs)) {
        state.timers = state.timers.filter((one) => one !== timer);
        timer.action();
      }
      await new Promise((resolve) => setImmediate(resolve));
    };
    return state;
  }

  it('begins when all connections are open, and ends in time', async () => {
    const state = scene({ duration: 0.5 });
    const [one, other] = state.loads;
    await state.pass(100);
    one.opened();
    one.failed('before');
    await state.pass(0);
    expect({ maySend: one.maySend(), hasBegun: state.hasBegun }).to.deep.equal({ maySend: false, hasBegun: false });
    other.opened();
    await state.pass(0);
    expect({ oneMaySend: one.maySend(), otherMaySend: other.maySend(), hasBegun: state.hasBegun })
      .to.deep.equal({ oneMaySend: true, otherMaySend: true, hasBegun: true });
    one.answered(2e6, 200);
    other.answered(4e6, 302);
    one.answered(4e6, 503);
    one.failed('broke');
    await state.pass(499);
    expect(state.outcome).to.equal(null);
    await state.pass(1);
    const { latency, ...rest } = state.outcome;
    expect(rest).to.deep.equal({ rate: 6, seconds: 0.5, requests: 3, succeeded: 2, errors: 2, problem: 'status 503' });
    expect(latency.p50Ms).to.be.closeTo(4, 0.04);
    one.answered(1, 200);
    one.failed('late');
    expect(one.maySend() || one.isRunning()).to.equal(false);
    expect(state.timers).to.deep.equal([]);
  });

  it('begins without connections that fail to open', async () => {
    const state = scene();
    expect(state.loads[0].notOpened('refused')).to.equal(true);
    state.loads[1].opened();
    expect(state.loads[1].notOpened('broke')).to.equal(false);
    state.loads[1].answered(1e6, 200);
    await state.pass(1250);
    expect(state.outcome).to.include({ requests: 1, succeeded: 1, errors: 1, seconds: 1.25, rate: 0.8,
      problem: 'no connection to here:80: refused' });
  });

  it('begins without connections that do not open in 5 s', async () => {
    const state = scene();
    state.loads[1].opened();
    await state.pass(4999);
    expect(state.hasBegun).to.equal(false);
    await state.pass(1);
    expect(state.hasBegun).to.equal(true);
    state.loads[0].opened();
    state.loads[0].answered(1, 200);
    await state.pass(1000);
    expect(state.outcome).to.include({ requests: 1, errors: 0 });
  });

  it('does not begin without any connection', async () => {
    const refused = scene();
    refused.loads[0].notOpened('refused');
    refused.loads[1].notOpened('refused again');
    await refused.pass(0);
    expect(refused.outcome.message).to.equal('no connection to here:80: refused');
    expect(refused.timers).to.deep.equal([]);
    const silent = scene();
    await silent.pass(5000);
    expect(silent.outcome.message).to.equal('no connection was accepted within 5 s');
    for (const load of silent.loads) load.opened();
    await silent.pass(0);
    expect(silent.hasBegun).to.equal(false);
  });

  it('waits up to 2 s for a first response', async () => {
    const answered = { seconds: 0.2, requests: 1, rate: 5 };
    for (const [ms, figures] of [[150, answered], [2000, { requests: 0, latency: null }]]) {
      const state = scene({ duration: 0.05 });
      for (const load of state.loads) load.opened();
      await state.pass(50);
      await state.pass(ms - 1);
      expect(state.outcome).to.equal(null);
      state.nowMs++;
      if (figures.requests) state.loads[0].answered(2e8, 200);
      await state.pass(0);
      expect(state.outcome).to.include(figures);
      expect(state.timers).to.deep.equal([]);
    }
  });

  it('ends after a number of requests', async () => {
    const state = scene({ requests: 3 });
    const [load] = state.loads;
    for (const one of state.loads) one.opened();
    expect([1, 2, 3, 4].map(() => load.maySend())).to.deep.equal([true, true, true, false]);
    load.refused();
    expect({ maySend: load.maySend(), isRunning: load.isRunning() }).to.deep.equal({ maySend: true, isRunning: false });
    await state.pass(100);
    load.answered(1, 200);
    load.failed('broke');
    await state.pass(100);
    expect(state.outcome).to.equal(null);
    load.answered(1, 200);
    await state.pass(0);
    expect(state.outcome).to.include({ requests: 2, errors: 1, seconds: 0.2 });
  });
});

/** Figures of the generator after 40 requests to a port, or { failure }. */
async function generate(options, isHttp2 = false) {
  const benchmarker = isHttp2 ? 'embedded-http2' : 'test-double-http';
  const plan = checkLoadOptions({ connections: 4, requests: 40, duration: 50, benchmarker, ...options });
  const chosen = chooseTool(plan, { host: realHost, cwd: '/', execPath: process.execPath });
  const end = await runTool(chosen, 55000, { host: realHost, clock: createClock() });
  expect(end, end.output.join('\n')).to.include({ startError: null, isTimedOut: false, exitCode: 0, signal: null });
  return chosen.tool.read(end.stdout);
}

const generateHttp2 = async (server, options) => generate({ port: await serve(server), clients: 1, ...options }, true);

/** Answers only when so many requests wait for it. */
function together(count, answer) {
  let waiting = [];
  return (...request) => {
    waiting.push(request);
    if (waiting.length < count) return;
    const all = waiting;
    waiting = [];
    for (const one of all) answer(...one);
  };
}

describe('the load generator', () => {
  afterEach(closeServers);

  it('keeps so many connections busy, with one request at a time', async () => {
    let sockets = 0;
    const seen = new Set();
    const server = http.createServer(together(4, ({ method, url, headers, httpVersion }, response) => {
      seen.add(JSON.stringify([method, url, headers, httpVersion]));
      response.end('hello');
    }));
    server.on('connection', () => { sockets++; });
    const port = await serve(server);
    const headers = { 'X-One': ['a', 'b'], Two: 3 };
    const figures = await generate({ port, path: '/a?b', headers });
    expect(sockets).to.equal(4);
    expect([...seen].map(JSON.parse)).to.deep.equal([['GET', '/a?b', {
        host: `127.0.0.1:${port}`, 'x-one': 'a, b', two: '3', connection: 'keep-alive',
      }, '1.1']]);
    expect(figures).to.include({ requests: 40, succeeded: 40, errors: 0, problem: null });
  });

  it('reopens a connection that the server closed, and sends a given Host', async () => {
    let sockets = 0;
    const seen = new Set();
    const server = http.createServer(({ rawHeaders }, response) => {
      seen.add(rawHeaders.join());
      response.setHeader('Connection', 'close');
      response.end('hello');
    });
    server.on('connection', () => { sockets++; });
    const port = await serve(server);
    const figures = await generate({ port, headers: { host: 'example.org' } });
    expect(figures).to.include({ requests: 40, succeeded: 40, errors: 0 });
    expect(sockets).to.be.within(40, 43);
    expect([...seen]).to.deep.equal(['host,example.org,Connection,keep-alive']);
  });

  for (const [name, words, response] of [
    ['that breaks off', /closed the connection before responding/,
      'HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello'],
    ['of another protocol', /Parse Error: Expected HTTP\//, '220 mail\r\n'],
  ]) {
    it(`counts the errors of a server ${name}`, async () => {
      const port = await serve(net.createServer((socket) => {
        socket.on('error', () => {});
        socket.on('data', () => socket.end(response));
      }));
      const figures = await generate({ port, requests: 16 });
      expect(figures.problem).to.match(words);
      expect(figures).to.include({ succeeded: 0, requests: 0, errors: 16, latency: null });
      // Not in a loop: each of the four waits before it tries again.
      expect(figures.seconds).to.be.above(0.025);
    });
  }

  it('speaks TLS', async () => {
    const port = await serve(https.createServer(tlsOptions(), (request, response) => response.end('hello')));
    for (const host of ['127.0.0.1', 'localhost']) {
      const figures = await generate({ port, host, scheme: 'https' });
      expect(figures).to.include({ requests: 40, succeeded: 40, errors: 0 });
    }
  });

  for (const scheme of ['http', 'https']) {
    it(`speaks HTTP/2 over ${scheme}`, async () => {
      let settings = null;
      let sessions = 0;
      const seen = new Set();
      const server = scheme === 'http' ? http2.createServer() : http2.createSecureServer(tlsOptions());
      server.on('session', (session) => {
        sessions++;
        session.on('remoteSettings', (remote) => { settings = remote; });
      });
      server.on('stream', together(6, (stream, headers) => {
        seen.add(JSON.stringify(headers));
        stream.respond({ ':status': 200 });
        stream.end('hello');
      }));
      const headers = { 'X-One': ['a', 'b'], Connection: 'keep-alive' };
      const sizes = { initialWindowSize: 20, sessionInitialWindowSize: 18, headerTableSize: 1000 };
      const figures = await generateHttp2(
        server, { scheme, clients: 2, maxConcurrentStreams: 3, requests: 60, path: '/a', headers, ...sizes });
      expect(settings).to.include({ initialWindowSize: 2 ** 20 - 1, headerTableSize: 1000, enablePush: false });
      expect(figures).to.include({ requests: 60, succeeded: 60, errors: 0, problem: null });
      expect(sessions).to.equal(2);
      const authority = `127.0.0.1:${server.address().port}`;
      expect([...seen].map(JSON.parse)).to.deep.equal(
        [{ ':method': 'GET', ':path': '/a', ':scheme': scheme, ':authority': authority, 'x-one': 'a, b' }]);
    });
  }

  it('resends refused streams, and then sends fewer at a time', async () => {
    let active = 0;
    let refusals = 0;
    const server = http2.createServer().on('stream', (stream) => {
      stream.on('error', () => {});
      if (active === 3) {
        refusals++;
        stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
        return;
      }
      active++;
      setTimeout(() => {
        active--;
        stream.respond({ ':status': 200 }, { endStream: true });
      }, 5);
    });
    const figures = await generateHttp2(server, { maxConcurrentStreams: 10, requests: 60 });
    expect(figures).to.include({ requests: 60, succeeded: 60, errors: 0, problem: null });
    expect(refusals).to.be.within(7, 20);
  });

  it('reopens a session that ended', async () => {
    let sessions = 0;
    const server = http2.createServer().on('session', (session) => {
      sessions++;
      let streams = 0;
      session.on('stream', (stream) => {
        stream.respond({ ':status': 200 }, { endStream: true });
        if (++streams === 5) session.close();
      });
    });
    const figures = await generateHttp2(server);
    // Streams that are open at the end of a session may be refused or cancelled.
    expect(figures.requests + figures.errors).to.equal(40);
    expect(figures.succeeded).to.be.within(20, 40);
    expect(sessions).to.be.above(3);
  });

  const resets = { NGHTTP2_INTERNAL_ERROR: /NGHTTP2_INTERNAL_ERROR|code 2/, NGHTTP2_REFUSED_STREAM: /./ };
  for (const [code, problem] of Object.entries(resets)) {
    it(`counts streams that the server ends with ${code}`, async () => {
      const server = http2.createServer().on('stream', (stream) => {
        stream.on('error', () => {});
        stream.close(http2.constants[code]);
      });
      const figures = await generateHttp2(server, { maxConcurrentStreams: 5, requests: 20 });
      expect(figures).to.include({ requests: 0, succeeded: 0, errors: 20 });
      expect(figures.problem).to.match(problem);
    });
  }

  it('ends with its parent', async () => {
    const port = await serve(http.createServer((request, response) => response.end('hello')));
    const plan = checkLoadOptions({ port, duration: 60, benchmarker: 'embedded' });
    const host = hostWith({ spawn(...given) {
      const child = realHost.spawn(...given);
      child.on('spawn', () => child.stdin.end());
      return child;
    } });
    const chosen = chooseTool(plan, { host, cwd: '/', execPath: process.execPath });
    const end = await runTool(chosen, 55000, { host, clock: createClock() });
    expect(end).to.include({ isTimedOut: false, exitCode: 0, stdout: '' });
  });
});
