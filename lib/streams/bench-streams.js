'use strict';

/* bench.streams: suites of streams, measured like suites of tests. */

const { checkCallback } = require('../suite/entries');

/**
 * @param {function({ settings, tests, strategy }, function=): Promise<object[]>} run of bench, see bench.js
 * @returns {function} streams
 */
function createStreams(run) {
  /**
   * Measures streams against each other and a pass-through, and prints how they rank.
   *
   * @param {Array|object|Map} suite factories, see parseStreams in suite.js
   * @param {object} [options] see settings.js
   * @param {function(null, object[])} [callback] called with the rows at the end, in a later turn
   * @returns {Promise<object[]>} the rows, with what docs/streams.md describes
   * @throws {TypeError|RangeError|Error} as bench; for an input that cannot be read, too
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
