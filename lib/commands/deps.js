'use strict';

/*
 * Everything outside that commands use, replaceable in tests. What takes time to load is a getter.
 */

const { describeFsError } = require('../host/describe-fs-error');
const { UsageError } = require('../text/usage-error');

/** The current folder, told when it is asked for: help needs none. */
function currentFolder() {
  try {
    const folder = process.cwd();
    return () => folder;
  } catch (error) {
    const words = `the current folder cannot be used: ${describeFsError(error)}; change to another one`;
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
    // By a command, to measure a part of it: then commandChannel tells what is asked.
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
