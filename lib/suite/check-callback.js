'use strict';

const { show } = require('../text/show');

/**
 * @param {*} callback that a suite was given
 * @param {string} name of the function that takes it: 'bench', 'streams'
 * @throws {TypeError} where it is none
 */
function checkCallback(callback, name) {
  if (callback === undefined || callback === null || typeof callback === 'function') return;
  throw new TypeError(`${name}: expected a callback function, got ${show(callback)}`);
}

module.exports = { checkCallback };
