'use strict';

/**
 * Whether there is a file that may be executed.
 *
 * @param {string} file
 * @param {import('./host')} host
 */
function isProgram(file, host) {
  try {
    if (!host.stat(file).isFile()) return false;
    host.checkAccess(file, 'execute');
    return true;
  } catch (_) {
    return false;
  }
}

module.exports = { isProgram };
