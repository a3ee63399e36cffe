'use strict';

const { expect } = require('chai');
const { runFile, COMMON } = require('../helpers/benchmark-process');
const { scratchFolder } = require('../helpers/scratch');

const LOAD = `const common = require(${JSON.stringify(COMMON)});\n`;

// None of the tools is found: the generator of our own makes the load.
const env = { PATH: '' };

describe('bench.http as files of Node\'s core call it', function () {
  this.timeout(60000);
  const scratch = scratchFolder();

  /** A server of HTTP/2 that tells how many sessions were opened. */
  const http2 = (parameters, options, respond = 'stream.respond(); stream.end("ok");') => scratch('http2.js', `'use strict';
${LOAD}
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

  it('does not print a rate of ours under the name of core\'s stand-in', async () => {
    const two = await runFile(http2({ benchmarker: ['test-double-http2'], n: [1] }, '{}'), [], { env });
    expect(two.stdout).to.match(/^\S+ n=1 benchmarker="embedded-http2": [\d.,]+\n {2}latency p50 \S+ ms, p99 \S+ ms\n$/);
    const one = scratch('http1.js', `'use strict';
${LOAD}
const bench = common.createBenchmark(main, { n: [1] });
function main(conf) {
  const server = require('http').createServer((request, response) => response.end('ok'));
  server.listen(0, () => bench.http({ port: server.address().port, duration: 0.1, connections: 2 }, () => server.close()));
}
`);
    expect((await runFile(one, ['benchmarker=test-double-http'], { env })).stdout).to.match(/^\S+ n=1 benchmarker="embedded": [\d.,]+\n/);
  });
});
