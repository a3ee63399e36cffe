'use strict';

/* Loads of HTTP servers: bench.http() as Node core's files call it, and the tools that are installed here. */

const http = require('http');
const http2 = require('http2');
const { expect } = require('chai');
const { createClock } = require('#lib/base/host/clock');
const realHost = require('#lib/base/host/host');
const { runLoad } = require('#lib/node-core/files/http/run-load');
const { findProgram } = require('#lib/node-core/files/http/tools');
const { runFile, REQUIRE } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');
const { serve, closeServers, tlsOptions } = require('../helpers/servers');

// No tool is found, so the embedded generator makes the load.
const env = { PATH: '' };

describe('bench.http as Node core\'s files call it', () => {
  const scratch = scratchFolder();

  /** An HTTP/2 server that reports the number of sessions. */
  const serverFile = (parameters, options, respond = 'stream.respond(); stream.end("ok");') =>
    scratch('http2.js', `'use strict';
${REQUIRE}
const bench = common.createBenchmark(main, ${JSON.stringify(parameters)});
function main(conf) {
  const server = require('http2').createServer();
  let sessions = 0;
  server.on('session', () => { sessions++; });
  server.on('stream', (stream) => { ${respond} });
  server.listen(0, () => bench.http({ port: server.address().port, duration: 0.2, ...${options} }, () => {
    console.error('sessions ' + sessions);
    server.close();
  }));
}
`);

  it('goes on if the server refuses streams, and is not named after core\'s test double', async () => {
    const writes = `stream.on("error", () => {}); stream.respond();
      let left = 3;
      const write = () => { stream.write("ü".repeat(1e4)); if (--left > 0) setImmediate(write); else stream.end(); };
      write();`;
    const { stderr, exitCode, stdout } =
      await runFile(serverFile({ benchmarker: ['test-double-http2'], n: [1] },
        '{ maxConcurrentStreams: 1000, requests: 10000, duration: 1 }', writes), [], { env });
    expect(exitCode, stderr).to.equal(0);
    // After over 100 refusals, which take a busy machine, the server ends a session.
    expect(stderr).to.match(/^sessions [12]\n$/);
    expect(stdout)
      .to.match(/^\S+ n=1 benchmarker="embedded-http2": [\d.,]+\n {2}latency p50 \S+ ms, p99 \S+ ms\n$/);
  });

  it('lets the server finish the files that it is sending when the time is over', async () => {
    // Node.js 18 to 24 usually crash with SIGSEGV if sessions end while files are being sent.
    const file = scratch('sent.txt', 'x'.repeat(174300));
    const sends = `stream.respondWithFD(server.fd = server.fd || require("fs").openSync(${JSON.stringify(file)})); ` +
        'stream.on("error", () => {});';
    const { stderr, exitCode, stdout } =
      await runFile(serverFile({}, '{ clients: 2, maxConcurrentStreams: 200, requests: 50000, duration: 0.5 }', sends),
        [], { env });
    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: 'sessions 2\n' });
    expect(stdout).to.match(/benchmarker="embedded-http2": /);
  });
});

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
