'use strict';

const { show } = require('../text/show');

/** @throws {TypeError} for the callback of a suite that is given, and none */
function checkCallback(callback, settingsOwner) {
  if (callback === undefined || callback === null || typeof callback === 'function') return;
  throw new TypeError(`${settingsOwner}: expected a callback function, got ${show(callback)}`);
}

module.exports = { checkCallback };
