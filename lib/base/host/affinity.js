'use strict';

/* Pins processes to cores. Only the main thread is pinned: V8's helper threads use other cores, as in a program. */

const { askProgram, orNull } = require('./fs-queries');

const MOST_CPUS = 65536; // Linux supports 8192 at most; a longer range is a typing error

/** CPU list of the kernel and of taskset: '2-3,5' -> [2, 3, 5], '4-8:2' -> [4, 6, 8] */
const parseCpuList = (list) => list.split(',').flatMap((part) => {
  const range = /^(\d+)(?:-(\d+)(?::([1-9]\d*))?)?$/.exec(part.trim());
  if (!range) return [];
  const [first, last = first, step = 1] = range.slice(1).filter((text) => text !== undefined).map(Number);
  const length = Math.max(0, Math.floor((last - first) / step) + 1);
  return Array.from({ length: Math.min(length, MOST_CPUS) }, (_, i) => first + i * step);
});

/** [0, 1, 2, 5] -> '0-2,5' */
function formatCpuList(cpus) {
  const ranges = [];
  for (const cpu of [...new Set(cpus)].sort((a, b) => a - b)) {
    const latest = ranges[ranges.length - 1];
    if (latest && latest.last === cpu - 1) latest.last = cpu;
    else ranges.push({ first: cpu, last: cpu });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join();
}

function readAllowedCpus({ platform, readText }) {
  const listed = () => /^Cpus_allowed_list:\s*(.*)$/m.exec(readText('/proc/self/status'))[1];
  return platform === 'linux' ? parseCpuList(orNull(listed) || '') : [];
}

/**
 * pin(pid, number): raises the session, and moves it to the core of this restart, on Linux. why(): reason for failure,
 * or null, also on other systems, where `qtimeit system` reports that there is no taskset
 */
function createAffinity(host) {
  const cpus = readAllowedCpus(host);
  const hasTaskset = host.platform === 'linux';
  let why = cpus.length > 0 || !hasTaskset ? null : 'the allowed CPUs are unknown';
  return {
    pin(pid, number) {
      host.raiseSession(pid);
      if (why !== null || !hasTaskset) return;
      const cpu = cpus[(number >> 1) % cpus.length]; // two restarts on each core, in both orders
      const { error, status, stderr } = askProgram(host, 'taskset', ['-p', '-c', `${cpu}`, `${pid}`]);
      if (error) why = error.code === 'ENOENT' ? 'taskset is not installed' : error.message;
      else if (status !== 0 && host.isAlive(pid)) why = String(stderr).trim().replace(/^taskset: /, '');
    },
    raise: () => host.raisePriority(),
    why: () => why,
  };
}

module.exports = { readAllowedCpus, parseCpuList, formatCpuList, createAffinity };
