'use strict';

/* What benchmark files with parameters require, under the names that Node core's common.js has for it. */

const { createBenchmark, Benchmark, sendResult, port: PORT } = require('../lib/node-core/files/create-benchmark');
const { bakeUrlData, urls, urlDataTypes, searchParams } = require('../lib/node-core/files/url-data');

/** A builtin module of Node's own; needs --expose-internals, or a Node that still has process.binding. */
function binding(name) {
  try {
    return require('internal/test/binding').internalBinding(name);
  } catch (_) {
    return process.binding(name);
  }
}

const buildType = process.features.debug ? 'Debug' : 'Release';

// Names alone: by them Node knows what an ES module can import from here.
module.exports = {
  createBenchmark, Benchmark, sendResult, PORT, binding, buildType, bakeUrlData, urls, urlDataTypes, searchParams,
};
