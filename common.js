'use strict';

/* What benchmark files with parameters require, under the names that Node core's common.js has for it. */

const { createBenchmark, Benchmark, sendResult, port: PORT } = require('./lib/matrix/create-benchmark');

/** A builtin module of Node's own; needs --expose-internals, or a Node that still has process.binding. */
function binding(name) {
  try {
    return require('internal/test/binding').internalBinding(name);
  } catch (_) {
    return process.binding(name);
  }
}

module.exports = {
  createBenchmark,
  Benchmark,
  sendResult,
  PORT,
  binding,
  buildType: process.features.debug ? 'Debug' : 'Release',
  // Loaded by those files only that use them.
  get bakeUrlData() { return require('./lib/matrix/url-data').bakeUrlData; },
  get urls() { return require('./lib/matrix/url-data').urls; },
  get urlDataTypes() { return require('./lib/matrix/url-data').urlDataTypes; },
  get searchParams() { return require('./lib/matrix/url-data').searchParams; },
};
