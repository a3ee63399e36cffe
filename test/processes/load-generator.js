'use strict';

/* The load generator with unusual and failing servers; see also load-generator.test.js. */

const http = require('http');
const http2 = require('http2');
const { expect } = require('chai');
const { createClock } = require('../../lib/host/clock');
const realHost = require('../../lib/host/host');
const { checkLoadOptions } = require('../../lib/files/http/load-options');
const { startGenerator, watchProcess } = require('../../lib/files/http/run-load');
const { serve, closeServers } = require('../helpers/servers');

/** The message of the generator after 40 requests to a port. */
async function generate(options, isHttp2 = false) {
  const plan = { ...checkLoadOptions({ connections: 4, requests: 40, duration: 50, ...options }), isHttp2 };
  const end = await watchProcess(
    createClock(), () => startGenerator(plan, { host: realHost, execPath: process.execPath }), 55000);
  expect(end, end.output.join('\n')).to.include({ startError: null, isTimedOut: false, exitCode: 0, signal: null });
  return end.message;
}

describe('the load generator', () => {
  afterEach(closeServers);

  it('lasts for the duration, and sends a given Host', async () => {
    const seen = new Set();
    const port = await serve(http.createServer(({ rawHeaders }, response) => {
      seen.add(rawHeaders.join());
      response.end('hello');
    }));
    const { figures } = await generate({ port, requests: null, duration: 0.08, headers: { host: 'example.org' } });
    expect(figures).to.include({ errors: 0, succeeded: figures.requests });
    expect(figures.seconds).to.be.within(0.079, 50);
    expect(figures.requests).to.be.above(0);
    expect(figures.rate).to.be.closeTo(figures.requests / figures.seconds, 1e-6 * figures.rate);
    expect(figures.latency.p50Ms).to.be.above(0).and.at.most(figures.latency.p99Ms);
    expect(figures.latency.p50Ms).to.be.below(1000 * figures.seconds);
    expect([...seen]).to.deep.equal(['host,example.org,Connection,keep-alive']);
  });

  it('reports errors of TLS', async () => {
    const port = await serve(http.createServer((request, response) => response.end('hello')));
    const { failure } = await generate({ port, scheme: 'https' });
    expect(failure)
      .to.match(/^no connection to 127\.0\.0\.1:\d+: .*(wrong version number|packet length too long|SSL)/i);
  });

  it('sends its window sizes to the server', async () => {
    let settings;
    const server = http2.createServer();
    server.on('session', (session) => session.on('remoteSettings', (remote) => { settings = remote; }));
    server.on('stream', (stream) => stream.respond({ ':status': 204 }, { endStream: true }));
    const port = await serve(server);
    await generate({ port, clients: 1, initialWindowSize: 20, sessionInitialWindowSize: 18, headerTableSize: 1000 },
      true);
    expect(settings).to.include({ initialWindowSize: 2 ** 20 - 1, headerTableSize: 1000, enablePush: false });
  });

  it('reopens a session that ended', async () => {
    let sessions = 0;
    const server = http2.createServer();
    server.on('session', (session) => {
      sessions++;
      let streams = 0;
      session.on('stream', (stream) => {
        stream.respond({ ':status': 200 }, { endStream: true });
        if (++streams === 5) session.close();
      });
    });
    const port = await serve(server);
    const { figures } = await generate({ port, clients: 1 }, true);
    // Streams that are open at the end of a session may be refused or cancelled.
    expect(figures.requests + figures.errors).to.equal(40);
    expect(figures.succeeded).to.be.within(20, 40);
    expect(sessions).to.be.above(3);
  });

  const resets = { NGHTTP2_INTERNAL_ERROR: /NGHTTP2_INTERNAL_ERROR|code 2/, NGHTTP2_REFUSED_STREAM: /./ };
  for (const [code, problem] of Object.entries(resets)) {
    it(`counts streams that the server ends with ${code}`, async () => {
      const server = http2.createServer();
      server.on('stream', (stream) => {
        stream.on('error', () => {});
        stream.close(http2.constants[code]);
      });
      const { figures } = await generate(
        { port: await serve(server), clients: 1, maxConcurrentStreams: 5, requests: 20 }, true);
      expect(figures).to.include({ requests: 0, succeeded: 0, errors: 20 });
      expect(figures.problem).to.match(problem);
    });
  }
});
