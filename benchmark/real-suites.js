'use strict';

/*
 * Public suites that real.js measures. They are installed from npm, unchanged; nothing of them is in this repository.
 *
 * name of the suite: {
 *   package: name@version,
 *   needs: other packages that the files import, name@version,
 *   files: { file: number of tests }, relative to the package,
 *   short: files for --short,
 *   start: code that loads the file FILE, for files that only run if another file loads them
 * }
 *
 * Suites without a package are in real-adapters/. They call functions of public packages that have no suite in a
 * supported format, to cover immutable collections, dates, compilers and hashes.
 *
 * The benchmark libraries themselves are not installed, because qtimeit replaces them. Lifecycle scripts do not run, so
 * that no suite can need a compiler.
 */

// qtimeit only replaces libraries in files that name them. These files load another file that does.
const indirectly = (library, before = '') => `require('${library}');\n${before}require(FILE);\n`;

const LUNR = ['builder', 'pipeline', 'query_parser', 'search', 'stemmer', 'token_set', 'tokenizer', 'vector'];
const LUNR_TESTS = [1, 4, 4, 10, 1, 8, 1, 3];

const SUITES = {
  // regular expressions
  'fast-uri': {
    package: 'fast-uri@4.2.4',
    needs: ['uri-js@4.4.1'],
    files: { 'benchmark/benchmark.mjs': 42, 'benchmark/hot-paths.mjs': 19, 'benchmark/ws-is-secure.mjs': 6 },
  },
  // a router's decoding of paths
  'find-my-way': {
    package: 'find-my-way@9.10.2',
    needs: ['fast-decode-uri-component@1.0.1'],
    files: { 'benchmark/uri-decoding.js': 21 },
  },
  // parsers of headers
  'content-type': {
    package: 'fast-content-type-parse@4.0.1',
    needs: ['content-type@2.1.0', 'busboy@1.6.0'],
    files: {
      'benchmarks/simple.js': 5, 'benchmarks/simple-ows.js': 4, 'benchmarks/with-param.js': 5,
      'benchmarks/with-param-quoted.js': 5,
    },
    start: indirectly('benchmark'),
  },
  // 22 suites of one test
  negotiator: {
    package: '@fastify/accept-negotiator@2.1.2',
    files: { 'benchmarks/Negotiator.js': 22 },
  },
  'proxy-addr': {
    package: '@fastify/proxy-addr@5.1.3',
    needs: ['beautify-benchmark@0.2.4'],
    files: { 'benchmark/compiling.js': 2, 'benchmark/kind.js': 3, 'benchmark/matching.js': 6 },
  },
  forwarded: {
    package: '@fastify/forwarded@3.1.2',
    files: { 'benchmark/combined.js': 1 },
  },
  'secure-json-parse': {
    package: 'secure-json-parse@4.1.1',
    files: {
      'benchmarks/ignore.js': 4, 'benchmarks/no__proto__.js': 4, 'benchmarks/remove.js': 4, 'benchmarks/throw.js': 5,
      'benchmarks/valid.js': 7,
    },
    short: ['benchmarks/ignore.js'],
  },
  // exceptions
  error: {
    package: '@fastify/error@4.3.0',
    files: {
      'benchmarks/create.js': 1, 'benchmarks/instantiate.js': 5, 'benchmarks/no-stack.js': 2,
      'benchmarks/toString.js': 1,
    },
    short: ['benchmarks/no-stack.js'],
  },
  'process-warning': {
    package: 'process-warning@5.1.1',
    files: { 'benchmarks/warn.js': 1 },
  },
  deepmerge: {
    package: '@fastify/deepmerge@3.2.4',
    files: { 'benchmark/bench.js': 6 },
  },
  'safe-stringify': {
    package: 'fast-safe-stringify@2.1.1',
    needs: ['json-stringify-safe@5.0.1'],
    files: { 'benchmark.js': 21 },
  },
  'stable-stringify': {
    package: 'fast-json-stable-stringify@2.1.0',
    needs: ['json-stable-stringify@1.3.0', 'fast-stable-stringify@1.0.0', 'faster-stable-stringify@1.0.0'],
    files: { 'benchmark/index.js': 4 },
  },
  // compilers of schemas, large arrays, dates
  'json-stringify': {
    package: 'fast-json-stringify@7.3.10',
    needs: ['ajv@8.20.0', 'compile-json-stringify@0.1.2', 'json-accelerator@0.1.7'],
    files: { 'benchmark/bench-cmp-lib.js': 44 },
  },
  // a search index: compiler of queries, stemmer, tries
  lunr: {
    package: 'lunr@2.3.9',
    needs: ['word-list@1.0.1'],
    files: Object.fromEntries(LUNR.map((name, i) => [`perf/${name}_perf.js`, LUNR_TESTS[i]])),
    start: indirectly('benchmark', "require('lunr/perf/perf_helper.js');\n"),
  },
  // 1000 strings of up to 1024 characters
  levenshtein: {
    package: 'fastest-levenshtein@1.0.16',
    needs: ['fast-levenshtein@2.0.6', 'js-levenshtein@1.1.6', 'leven@3.1.0', 'levenshtein-edit-distance@2.0.5'],
    files: { 'bench.js': 45 },
  },
  // large typed arrays, WebAssembly
  histogram: {
    package: 'hdr-histogram-js@3.0.1',
    needs: ['benny@3.7.1'],
    files: {
      'dist/bench/histogram-add.js': 4, 'dist/bench/histogram-data-access.js': 7, 'dist/bench/histogram-decoding.js': 4,
      'dist/bench/histogram-percentile.js': 4,
    },
    start: indirectly('benchmark'),
  },
  // streams of Node.js, promises
  'light-my-request': {
    package: 'light-my-request@6.0.0',
    files: { 'benchmark/benchmark.js': 12 },
  },
  // callbacks
  asynckit: {
    package: 'asynckit@0.5.0',
    needs: ['async@3.2.6'],
    files: { 'bench.js': 2 },
    short: ['bench.js'],
  },
  // worker threads, promises
  piscina: {
    package: 'piscina@5.3.2',
    files: { 'benchmark/index.js': 6 },
    start: indirectly('bench-node', "process.argv.push('--scope', 'all');\n"),
  },
  collections: {
    needs: ['immutable@5.2.1'],
    files: { 'collections.mjs': 8 },
  },
  dates: {
    needs: ['date-fns@4.4.0', 'dayjs@1.11.23', 'luxon@3.7.2'],
    files: { 'dates.js': 10 },
  },
  code: {
    needs: ['acorn@8.19.0', 'sucrase@3.35.1', 'blakejs@1.2.1', 'crc-32@1.2.2', 'object-hash@3.0.0'],
    files: { 'code.js': 6 },
  },
};

module.exports = { SUITES };
