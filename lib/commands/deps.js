'use strict';

/* Everything external that commands use, replaceable in tests. Getters load slow modules late. */

const { describeFsError } = require('../host/fs-queries');
const { role, job, channel } = require('../host/worker');
const { UsageError } = require('../text/usage-error');

/** Throws only when called, because help needs no folder. */
function currentFolder() {
  try {
    const folder = process.cwd();
    return () => folder;
  } catch (error) {
    const words = `the current folder cannot be used: ${describeFsError(error)}; change to another one`;
    return () => { throw new UsageError(words); };
  }
}

/** The command that the parent process requests: { name, given }; null if the arguments name the command. */
async function asked() {
  if (channel !== null && role === 'test') return job.asked || null;
  if (channel === null || role !== 'part') return null;
  return Object.assign(job, await new Promise((resolve) => channel.onceTold(resolve)));
}

function createDeps() {
  const folder = currentFolder();
  const composition = () => require('../composition');
  return {
    host: require('../host/host'),
    terminal: require('../host/terminal'),
    get cwd() { return folder(); },
    // Channel to the command that started this process to measure a part.
    commandChannel: role === 'part' ? channel : null,
    asked,
    now: () => new Date(),
    random: Math.random,
    sysinfo: () => composition().sysinfo(),
    sysinfoOfRates: () => composition().sysinfoOfRates(),
    makeBench: (more) => composition().makeBench(more),
    get clock() { return composition().clock; },
    get childRole() { return composition().childRole(); },
    get version() { return require('../../package.json').version; },
  };
}

module.exports = { createDeps };
