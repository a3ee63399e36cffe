'use strict';

const { expect } = require('chai');
const { runFile, REQUIRE } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

// None of the tools is found: the generator of our own makes the load.
const env = { PATH: '' };

describe('bench.http as files of Node\'s core call it', () => {
  const scratch = scratchFolder();

  /** A server of HTTP/2 that tells how many sessions were opened. */
  const http2 = (parameters, options, respond = 'stream.respond(); stream.end("ok");') =>
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

  it('gives a server no more streams at a time than it takes: more than a session may hold would end it', async () => {
    const writes = `stream.on("error", () => {}); stream.respond();
      let left = 3;
      const write = () => { stream.write("ü".repeat(1e5)); if (--left > 0) setImmediate(write); else stream.end(); };
      write();`;
    const { stderr, exitCode, stdout } =
      await runFile(http2({}, '{ maxConcurrentStreams: 1000, requests: 10000, duration: 1 }', writes), [], { env });
    expect([exitCode, stderr]).to.deep.equal([0, 'sessions 1\n']);
    expect(stdout).to.match(/benchmarker="embedded-http2": /);
  });

  it('leaves nothing under way in the server when its time is over: files that are sent have been sent', async () => {
    // Node 18 to 24 are killed by SIGSEGV in most cases where sessions break off with files under way in them.
    const file = scratch('sent.txt', 'x'.repeat(174300));
    const sends = `stream.respondWithFD(server.fd = server.fd || require("fs").openSync(${JSON.stringify(file)})); ` +
        'stream.on("error", () => {});';
    const { stderr, exitCode, stdout } =
      await runFile(http2({}, '{ clients: 2, maxConcurrentStreams: 200, requests: 50000, duration: 0.5 }', sends), [],
        { env });
    expect([exitCode, stderr]).to.deep.equal([0, 'sessions 2\n']);
    expect(stdout).to.match(/benchmarker="embedded-http2": /);
  });

  it('does not print a rate of ours under the name of core\'s stand-in', async () => {
    const two = await runFile(http2({ benchmarker: ['test-double-http2'], n: [1] }, '{}'), [], { env });
    expect(two.stdout).to.match(
      /^\S+ n=1 benchmarker="embedded-http2": [\d.,]+\n {2}latency p50 \S+ ms, p99 \S+ ms\n$/);
    const one = scratch('http1.js', `'use strict';
${REQUIRE}
const bench = common.createBenchmark(main, { n: [1] });
function main(conf) {
  const server = require('http').createServer((request, response) => response.end('ok'));
  server.listen(0, () => bench.http({ port: server.address().port, duration: 0.1, connections: 2 },
    () => server.close()));
}
`);
    expect((await runFile(one, ['benchmarker=test-double-http'], { env })).stdout)
      .to.match(/^\S+ n=1 benchmarker="embedded": [\d.,]+\n/);
  });
});
