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
  const instruments = () => require('../instruments');
  return {
    host: require('../host/host'),
    terminal: require('../host/terminal'),
    get cwd() { return folder(); },
    // By a command, to measure a part: commandChannel has the rest.
    isStarted: require('#engine').env().QTIMEIT_PART !== undefined,
    now: () => new Date(),
    random: Math.random,
    sysinfo: () => instruments().sysinfo(),
    sysinfoOfRates: () => instruments().sysinfoOfRates(),
    makeBench: (more) => instruments().makeBench(more),
    get clock() { return instruments().clock; },
    get childRole() { return instruments().childRole(); },
    get commandChannel() { return instruments().commandChannel(); },
    get version() { return require('../../package.json').version; },
  };
}

module.exports = { createDeps };
