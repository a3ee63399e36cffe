'use strict';

/* Everything outside that commands use, replaceable in tests. Slow modules are behind getters. */

const { describeFsError } = require('../host/describe-fs-error');
const { role, job, channel } = require('../host/worker');
const { UsageError } = require('../text/usage-error');

/** The current folder; it throws late, because help needs none. */
function currentFolder() {
  try {
    const folder = process.cwd();
    return () => folder;
  } catch (error) {
    const words = `the current folder cannot be used: ${describeFsError(error)}; change to another one`;
    return () => { throw new UsageError(words); };
  }
}

/** The command that another process asks this one to run, { name, given }; null if the arguments name it. */
async function asked() {
  if (channel !== null && role === 'test') return job.asked || null;
  if (channel === null || role !== 'part') return null;
  // It becomes part of the job.
  return Object.assign(job, await new Promise((resolve) => channel.onceTold(resolve)));
}

function createDeps() {
  const folder = currentFolder();
  const composition = () => require('../composition');
  return {
    host: require('../host/host'),
    terminal: require('../host/terminal'),
    get cwd() { return folder(); },
    // To the command that has started this process to measure a part of it.
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
