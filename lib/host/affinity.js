'use strict';

/*
 * Keeps processes that are measured interleaved on one core, so that they see the same state of it, and lets them go
 * before others. Only the main thread is pinned: helper threads of V8 collect garbage and compile on the other cores,
 * as they do in a program.
 */

const { cpusIn } = require('../text/cpu-list');

const PROC_STATUS = '/proc/self/status';

/** The processors that this process may use, [] if that is unknown. */
function allowedCpus({ platform, readText }) {
  if (platform !== 'linux') return [];
  try {
    const [, list] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readText(PROC_STATUS));
    return cpusIn(list);
  } catch (_) {
    return [];
  }
}

const whyNot = ({ platform }) => (platform === 'linux' ? 'the processors that may be used are unknown'
  : `only Linux has taskset, and this is ${platform}`);

function taskset(args, host) {
  try {
    return host.run('taskset', args, { encoding: 'utf8' });
  } catch (error) {
    return { error };
  }
}

/**
 * @param {import('./host')} host
 * @returns {{ pin: function(number, number), raise: function(): function(), why: function(): string|null }}
 *   pin(pid, number): raises its session, and moves it to the core of the restart of that number, all cores in turn;
 *   raise(): see raisePriority of host.js; why(): the reason that processes are not pinned, null if they are
 */
function createAffinity(host) {
  const cpus = allowedCpus(host);
  let why = cpus.length > 0 ? null : whyNot(host);
  return {
    pin(pid, number) {
      host.raiseSession(pid);
      if (why !== null) return;
      // Two restarts on each core, in both orders.
      const cpu = cpus[(number >> 1) % cpus.length];
      const args = ['-p', '-c', String(cpu), String(pid)];
      const { error, status, stderr } = taskset(args, host);
      if (error) why = error.code === 'ENOENT' ? 'taskset is not installed' : error.message;
      // A process that has ended meanwhile is no reason.
      else if (status !== 0 && host.isAlive(pid)) why = String(stderr).trim().replace(/^taskset: /, '');
    },
    raise: () => host.raisePriority(),
    why: () => why,
  };
}

module.exports = { createAffinity };
