'use strict';

const http = require('http');
const http2 = require('http2');
const { expect } = require('chai');
const { createClock } = require('#lib/base/host/clock');
const realHost = require('#lib/base/host/host');
const { runLoad } = require('#lib/node-core/files/http/run-load');
const { findProgram } = require('#lib/node-core/files/http/tools');
const { serve, closeServers, tlsOptions } = require('../helpers/servers');

describe('a load by an installed tool', () => {
  afterEach(closeServers);

  const deps = { host: realHost, clock: createClock(), cwd: __dirname, execPath: process.execPath };

  /** Skips the test if the tool is missing. */
  function needs(test, name) {
    if (!findProgram({ name }, deps)) test.skip();
  }

  // Without a delay, a tool keeps both processors busy for a second.
  const slowly = (answer) => setTimeout(answer, 10);

  it('reports the rate of wrk', async function () {
    needs(this, 'wrk');
    const port = await serve(http.createServer((request, response) => slowly(() => response.end('hello'))));
    const result = await runLoad(
      { port, benchmarker: 'wrk', connections: 2, duration: 0.1, headers: { a: 'b' } }, deps);
    expect(result).to.include({ benchmarker: 'wrk' });
    expect(result.seconds).to.be.at.least(1);
    expect(result.rate).to.be.within(2, 400);
    expect(result.latency.p50Ms).to.be.above(0).and.at.most(result.latency.p99Ms);
  });

  it('reports the rate of h2load', async function () {
    needs(this, 'h2load');
    // The tool ends on time, even if requests are pending; then answering throws in Node.js 18.
    const respond = (request, response) => {
      const { stream } = request;
      slowly(() => { if (!stream.destroyed && !stream.closed) response.end('hello'); });
    };
    const port = await serve(http2.createServer(respond));
    const some = await runLoad(
        { port, benchmarker: 'h2load', requests: 100, clients: 2, maxConcurrentStreams: 3, duration: 10,
          headers: { a: 'b' } }, deps);
    expect(some).to.include({ benchmarker: 'h2load' });
    expect(some.rate * some.seconds / 100).to.be.within(0.5, 2);
    const securePort = await serve(http2.createSecureServer(tlsOptions(), respond));
    const timed = await runLoad(
      { port: securePort, benchmarker: 'h2load', scheme: 'https', connections: 2, duration: 1 }, deps);
    expect(timed).to.include({ benchmarker: 'h2load' });
    expect(timed.rate).to.be.above(0);
  });
});
