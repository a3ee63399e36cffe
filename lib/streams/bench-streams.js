'use strict';

/* bench.streams: suites of streams, measured like suites of tests. */

const { checkCallback } = require('../suite/entries');

function createStreams(run) {
  /**
   * Measures streams against each other and a pass-through, and prints how they rank. Options: see settings.js.
   *
   * @param {Array|object|Map} suite factories, see parseStreams in suite.js
   * @param {function(null, object[])} [callback] called with the rows in a later turn
   * @returns {Promise<object[]>} rows, see docs/streams.md
   * @throws {TypeError|RangeError|Error} as bench, and for an input that cannot be read
   */
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
