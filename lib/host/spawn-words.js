'use strict';

/* Why no process could be started, in words, and the way out. */

const { messageOf } = require('../text/message-of');

const WORDS = {
  EAGAIN: 'the system allows no more processes (EAGAIN); end some, or raise the limit (ulimit -u)',
  ENOMEM: 'there is no memory for another one (ENOMEM); end some, or give it more',
  EMFILE: 'too many files are open (EMFILE); raise the limit (ulimit -n)',
  ENFILE: 'too many files are open on this system (ENFILE); end some processes',
  E2BIG: 'its arguments and its environment are too long (E2BIG); shorten them',
};

/**
 * @param {*} error as child_process throws it, or tells it later
 * @param {{ execPath: string, cwd: (string|undefined) }} launch
 * @param {{ isThere: function(string): boolean }} host
 * @returns {string}
 */
function spawnWords(error, { execPath, cwd }, host) {
  const code = error && error.code;
  if (typeof code === 'string' && Object.hasOwn(WORDS, code)) return WORDS[code];
  // The error of a folder that is gone names the program.
  if (code === 'ENOENT' && cwd !== undefined && !host.isThere(cwd)) return `its working folder ${cwd} is not there (any more)`;
  if (code === 'ENOENT') return `${execPath} is not there (any more); start again with a node that is`;
  if (code === 'EACCES' || code === 'EPERM') return `${execPath} may not be run (${code})`;
  return messageOf(error);
}

module.exports = { spawnWords };
