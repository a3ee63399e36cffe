'use strict';

/* Everything outside that commands use, replaceable in tests. Slow modules are behind getters. */

const { fileWords } = require('../host/file-words');
const { UsageError } = require('../text/usage-error');

/** The current folder; it throws late, because help needs none. */
function currentFolder() {
  try {
    const folder = process.cwd();
    return () => folder;
  } catch (error) {
    const words = `the current folder cannot be used: ${fileWords(error)}; change to another one`;
    return () => { throw new UsageError(words); };
  }
}

function createDeps() {
  const folder = currentFolder();
  const composition = () => require('../composition');
  return {
    host: require('../host/host'),
    terminal: require('../host/terminal'),
    get cwd() { return folder(); },
    // By a command, to measure a part: commandChannel has the rest.
    isStarted: require('#engine').env().QTIMEIT_PART !== undefined,
    now: () => new Date(),
    random: Math.random,
    sysinfo: () => composition().sysinfo(),
    sysinfoOfRates: () => composition().sysinfoOfRates(),
    makeBench: (more) => composition().makeBench(more),
    get clock() { return composition().clock; },
    get childRole() { return composition().childRole(); },
    get commandChannel() { return composition().commandChannel(); },
    get version() { return require('../../package.json').version; },
  };
}

module.exports = { createDeps };
