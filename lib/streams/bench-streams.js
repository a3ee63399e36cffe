'use strict';

/* bench.streams: suites of streams, measured like suites of tests. */

const { checkCallback } = require('../suite/entries');

function createStreams(run) {
  /** Measures streams against each other and a pass-through, see docs/streams.md, and prints how they rank. */
  return function streams(suite, options, callback, settingsOwner = () => {}) {
    if (typeof options === 'function' && callback === undefined) {
      return streams(suite, undefined, options, settingsOwner);
    }
    checkCallback(callback, 'streams');
    const settings = require('./settings').resolveStreamSettings(settingsOwner, options);
    const tests = require('./suite').parseStreams(suite, settings);
    return run({ settings, tests, strategy: require('./strategy') }, callback);
  };
}

module.exports = { createStreams };
