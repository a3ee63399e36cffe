'use strict';

/*
 * Benchmark files with parameters for tests of the command line. The clock of a measuring process advances only
 * by the time that the benchmark claims to take. Rates are therefore the same on every machine, and tests are fast.
 */

const path = require('path');

const COMMON = JSON.stringify(path.join(__dirname, '..', '..', 'public', 'common.js'));

/**
 * @param {object} configs as for createBenchmark
 * @param {object} [how]
 * @param {string} [how.ms] code for the milliseconds that a run takes; it sees `conf`
 * @param {string} [how.before] code at the start of main
 * @param {string} [how.top] code that runs in all processes of the file, and may declare values for configs
 * @param {object|string} [how.options] of createBenchmark
 * @returns {string} text of a file whose rate is 1000 * conf.n / ms, with n = 1 by default
 */
function benchmarkFile(configs, { ms = '1', before = '', top = '', options = {} } = {}) {
  const code = (value) => (typeof value === 'string' ? value : JSON.stringify(value));
  return `'use strict';
let ns = 0n;
if (process.env.NODE_RUN_BENCHMARK_FN !== undefined) process.hrtime.bigint = () => ns;
const { createBenchmark } = require(${COMMON});
${top}
const bench = createBenchmark(main, ${code(configs)}, ${code(options)});
function main(conf) {
  ${before}
  bench.start();
  ns += BigInt(Math.round(1e6 * (${ms})));
  bench.end(conf.n === undefined ? 1 : conf.n);
}
`;
}

module.exports = { benchmarkFile, COMMON };
