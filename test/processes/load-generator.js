'use strict';

/* The generator of load against servers that are odd, or fail; the usual ones are in load-generator.test.js. */

const http = require('http');
const http2 = require('http2');
const { expect } = require('chai');
const { createClock } = require('../../lib/host/clock');
const realHost = require('../../lib/host/host');
const { checkLoadOptions } = require('../../lib/files/http/load-options');
const { startGenerator, watchProcess } = require('../../lib/files/http/run-load');
const { serve, closeServers } = require('../helpers/servers');

/** What the generator tells of a server that listens on the port, after 40 requests unless other options are given. */
async function generate(options, isHttp2 = false) {
  const plan = { ...checkLoadOptions({ connections: 4, requests: 40, duration: 50, ...options }), isHttp2 };
  const end = await watchProcess(
    createClock(), () => startGenerator(plan, { host: realHost, execPath: process.execPath }), 55000);
  expect(end, end.output.join('\n')).to.include({ startError: null, isTimedOut: false, exitCode: 0, signal: null });
  return end.message;
}

describe('the load generator', () => {
  afterEach(closeServers);

  it('goes on for so many seconds, and sends the Host that it is given', async () => {
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

  it('says what TLS does not like', async () => {
    const port = await serve(http.createServer((request, response) => response.end('hello')));
    const { failure } = await generate({ port, scheme: 'https' });
    expect(failure)
      .to.match(/^no connection to 127\.0\.0\.1:\d+: .*(wrong version number|packet length too long|SSL)/i);
  });

  it('sends so many requests of HTTP/2', async () => {
    let count = 0;
    const server = http2.createServer();
    server.on('stream', (stream) => {
      stream.respond({ ':status': ++count % 2 ? 200 : 404 });
      stream.end();
    });
    const port = await serve(server);
    const { figures } = await generate({ port, clients: 3, maxConcurrentStreams: 5, requests: 20 }, true);
    expect(count).to.equal(20);
    expect(figures).to.include({ requests: 20, succeeded: 10, errors: 10, problem: 'status 404' });
  });

  it('tells the server of its windows', async () => {
    let settings;
    const server = http2.createServer();
    server.on('session', (session) => session.on('remoteSettings', (remote) => { settings = remote; }));
    server.on('stream', (stream) => stream.respond({ ':status': 204 }, { endStream: true }));
    const port = await serve(server);
    await generate({ port, clients: 1, initialWindowSize: 20, sessionInitialWindowSize: 18, headerTableSize: 1000 },
      true);
    expect(settings).to.include({ initialWindowSize: 2 ** 20 - 1, headerTableSize: 1000, enablePush: false });
  });

  it('opens a session again that has come to its end', async () => {
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
    // Those that are under way when a session comes to its end may be refused, or cancelled.
    expect(figures.requests + figures.errors).to.equal(40);
    expect(figures.succeeded).to.be.within(20, 40);
    expect(sessions).to.be.above(3);
  });

  it('counts streams that the server resets', async () => {
    const server = http2.createServer();
    server.on('stream', (stream) => {
      stream.on('error', () => {});
      stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR);
    });
    const port = await serve(server);
    const { figures } = await generate({ port, clients: 1 }, true);
    expect(figures).to.include({ requests: 0, succeeded: 0, errors: 40 });
    expect(figures.problem).to.match(/NGHTTP2_INTERNAL_ERROR|code 2/);
  });

  it('counts it where a server refuses all', async () => {
    const server = http2.createServer();
    server.on('stream', (stream) => {
      stream.on('error', () => {});
      stream.close(http2.constants.NGHTTP2_REFUSED_STREAM);
    });
    const port = await serve(server);
    const { figures } = await generate({ port, clients: 1, maxConcurrentStreams: 5, requests: 20 }, true);
    expect(figures).to.include({ requests: 0, errors: 20 });
  });

  it('counts the errors of a server of HTTP/1.1 that is spoken to in HTTP/2', async () => {
    const port = await serve(http.createServer((request, response) => response.end('hello')));
    const { figures, failure } = await generate({ port, clients: 1 }, true);
    if (figures) expect(figures).to.include({ succeeded: 0 });
    expect(failure || figures.problem).to.match(/protocol|ECONNRESET|EPIPE|closed/i);
  });
});
