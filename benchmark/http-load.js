'use strict';

/*
 * Compares qtimeit's generator of HTTP load with autocannon and wrk, on a server with a constant response:
 *
 *   node http-load.js [--seconds 5] [--rounds 3] [--connections 50]
 *
 * The tools are interleaved, because the speed of a machine changes. Tools that are not installed are skipped.
 */

const { fork } = require('child_process');
const http = require('http');
const { readArguments } = require('./arguments');
const host = require('../lib/base/host/host');
const { createClock } = require('../lib/base/host/clock');
const { runLoad } = require('../lib/node-core/files/http/run-load');
const { median } = require('./truth');

const BENCHMARKERS = ['embedded', 'autocannon', 'wrk'];

function serve() {
  const server = http.createServer((request, response) => response.end('hello'));
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
  process.on('disconnect', () => process.exit(0));
}

async function compare({ seconds, rounds, connections }) {
  const server = fork(__filename, ['server']);
  const port = await new Promise((resolve) => server.once('message', resolve));
  const deps = { host, clock: createClock(), cwd: __dirname };
  const rates = {};
  for (let round = 1; round <= rounds; round++) {
    for (const benchmarker of BENCHMARKERS) {
      try {
        const { rate, latency, errors } = await runLoad({ port, benchmarker, connections, duration: seconds }, deps);
        (rates[benchmarker] = rates[benchmarker] || []).push(rate);
        console.log(`round ${round}  ${benchmarker.padEnd(10)}  ${rate.toFixed(0).padStart(7)} requests/s, p50 ` +
          `${latency.p50Ms.toFixed(2)} ms, p99 ${latency.p99Ms.toFixed(2)} ms, ${errors} errors`);
      } catch (error) {
        console.log(`round ${round}  ${error.message}`);
      }
    }
  }
  server.disconnect();
  for (const other of BENCHMARKERS.slice(1)) {
    if (!rates[other] || !rates.embedded) continue;
    const ratios = rates.embedded.map((rate, i) => rate / rates[other][i]);
    console.log(`embedded / ${other}: ${ratios.map((ratio) => ratio.toFixed(2)).join(', ')}; median ` +
      `${median(ratios).toFixed(2)}`);
  }
}

if (process.argv[2] === 'server') serve();
else compare(readArguments({ seconds: 5, rounds: 3, connections: 50 }).options);
