'use strict';

const { expect } = require('chai');
const { runFile, REQUIRE } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

// No tool is found, so the embedded generator makes the load.
const env = { PATH: '' };

describe('bench.http as Node core\'s files call it', () => {
  const scratch = scratchFolder();

  /** An HTTP/2 server that reports the number of sessions. */
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

  it('opens no more concurrent streams than the server accepts', async () => {
    const writes = `stream.on("error", () => {}); stream.respond();
      let left = 3;
      const write = () => { stream.write("ü".repeat(1e4)); if (--left > 0) setImmediate(write); else stream.end(); };
      write();`;
    const { stderr, exitCode, stdout } =
      await runFile(http2({}, '{ maxConcurrentStreams: 1000, requests: 10000, duration: 1 }', writes), [], { env });
    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: 'sessions 1\n' });
    expect(stdout).to.match(/benchmarker="embedded-http2": /);
  });

  it('lets the server finish the files that it is sending when the time is over', async () => {
    // Node.js 18 to 24 usually crash with SIGSEGV if sessions end while files are being sent.
    const file = scratch('sent.txt', 'x'.repeat(174300));
    const sends = `stream.respondWithFD(server.fd = server.fd || require("fs").openSync(${JSON.stringify(file)})); ` +
        'stream.on("error", () => {});';
    const { stderr, exitCode, stdout } =
      await runFile(http2({}, '{ clients: 2, maxConcurrentStreams: 200, requests: 50000, duration: 0.5 }', sends), [],
        { env });
    expect({ exitCode, stderr }).to.deep.equal({ exitCode: 0, stderr: 'sessions 2\n' });
    expect(stdout).to.match(/benchmarker="embedded-http2": /);
  });

  it('does not print a rate of the embedded generator under the name of core\'s test double', async () => {
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
