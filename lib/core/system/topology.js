'use strict';

/* Quota of the control group, and cores and caches that processors share, which a virtual machine may hide. */

const { orNull, readTrimmed } = require('../../base/host/fs-queries');

const CPU = '/sys/devices/system/cpu';

const LAST_OWN_LEVEL = 2; // nearly all processors of a chip share the caches of higher levels

// Mounts of version 2, alone or with version 1, and of version 1.
const V2_MOUNTS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
const V1_MOUNTS = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct', '/sys/fs/cgroup/cpuacct,cpu'];

/** '/a/b' -> ['/a/b', '/a', '']: parents count. A path of the host ('/../..') does not exist in a container. */
function selfAndParents(path) {
  const parts = path.split('/').filter(Boolean);
  return [...Array(parts.length + 1).keys()].reverse().map((n) => parts.slice(0, n).map((part) => `/${part}`).join(''));
}

/** '150000 100000' -> 1.5; Infinity for 'max 100000', '-1 100000' and anything else */
function quotaIn(text) {
  const match = /^(\d+)\s+(\d+)\s*$/.exec(text);
  return match && Number(match[1]) > 0 && Number(match[2]) > 0 ? Number(match[1]) / Number(match[2]) : Infinity;
}

/** Least CPU quota of this control group and its parents: 1.5 is 150 ms per 100 ms of wall time; null without one. */
function readCpuQuota(host) {
  const read = (path) => readTrimmed(host, path);
  const quotas = [Infinity];
  const lines = read('/proc/self/cgroup').split('\n').map((line) => line.split(':'));
  const pathOf = (isOurs) => (lines.find((cells) => cells.length >= 3 && isOurs(cells)) || []).slice(2).join(':');

  const v2 = pathOf(([id]) => id === '0');
  for (const mount of V2_MOUNTS) {
    for (const path of selfAndParents(v2)) quotas.push(quotaIn(read(`${mount}${path}/cpu.max`)));
  }
  const v1 = pathOf(([, controllers]) => controllers.split(',').includes('cpu'));
  for (const mount of V1_MOUNTS) {
    for (const path of selfAndParents(v1)) {
      quotas.push(quotaIn(`${read(`${mount}${path}/cpu.cfs_quota_us`)} ${read(`${mount}${path}/cpu.cfs_period_us`)}`));
    }
  }
  const least = quotas.reduce((most, one) => Math.min(most, one), Infinity);
  return least === Infinity ? null : least;
}

/**
 * @typedef {object} Topology
 * @property {Map<number, Processor>} processors online ones
 * @property {number} usable number of processors that this process may use
 * @property {number|null} quota of its control group, see readCpuQuota()
 *
 * @typedef {object} Processor
 * @property {number[]} core all hyper-threads of its core, [] if unknown
 * @property {{ level: number, size: string, cpus: number[] }[]} caches with the processors that share each of them
 */

function readTopology(host) {
  // Not for suites, which need only the quota.
  const { readAllowedCpus, parseCpuList } = require('../../base/host/affinity');
  const read = (path) => readTrimmed(host, path);
  const online = parseCpuList(read(`${CPU}/online`));
  if (online.length === 0) return null;

  function cachesOf(cpu) {
    const names = orNull(() => host.listDir(`${CPU}/cpu${cpu}/cache`)) || [];
    return names.filter((name) => /^index\d+$/.test(name)).map((name) => {
      const [level, size, cpus] = ['level', 'size', 'shared_cpu_list']
        .map((field) => read(`${CPU}/cpu${cpu}/cache/${name}/${field}`));
      return { level: Number(level), size, cpus: parseCpuList(cpus) };
    }).filter(({ level, cpus }) => level > 0 && cpus.length > 0);
  }

  const coreOf = (cpu) => parseCpuList(read(`${CPU}/cpu${cpu}/topology/thread_siblings_list`));
  const processors = new Map(online.map((cpu) => [cpu, { core: coreOf(cpu), caches: cachesOf(cpu) }]));
  const usable = readAllowedCpus(host).filter((cpu) => processors.has(cpu)).length || online.length;
  return { processors, usable, quota: readCpuQuota(host) };
}

/** Processors that share something with these, directly or indirectly. */
function wholeOf(cpus, partnersOf) {
  const whole = new Set(cpus);
  for (const cpu of whole) for (const partner of partnersOf(cpu)) whole.add(partner);
  return [...whole].sort((a, b) => a - b);
}

/**
 * Processors that can disturb a shard on the pinned ones, as { kind, ... }, worst first:
 *   'absent': cpus that do not exist; online: existing ones
 *   'core', 'cache': cpus that share the core or a cache (level) with the pinned ones; whole: smallest set of
 *     processors that shares nothing with the rest; isAll: it contains all processors
 *   'quota': quota of fewer processors than usable
 *   'last-level': cpus that share a cache of a higher level (level, size), which does less harm
 *   'unknown': cores or caches
 */
function findShared(pinned, topology) {
  if (topology === null) return [{ kind: 'unknown' }];
  const { processors, usable, quota } = topology;
  const absent = pinned.filter((cpu) => !processors.has(cpu));
  if (absent.length) return [{ kind: 'absent', cpus: absent, online: [...processors.keys()] }];

  const own = pinned.map((cpu) => processors.get(cpu));
  const others = (cpus) => [...new Set(cpus)].filter((cpu) => processors.has(cpu) && !pinned.includes(cpu));
  const near = (caches) => caches.filter(({ level }) => level <= LAST_OWN_LEVEL);
  const whole = wholeOf(pinned, (cpu) => {
    const { core, caches } = processors.get(cpu);
    return [...core, ...near(caches).flatMap(({ cpus }) => cpus)].filter((partner) => processors.has(partner));
  });
  const more = { whole, isAll: whole.length === processors.size };

  const found = [];
  const onCore = others(own.flatMap(({ core }) => core));
  if (onCore.length) found.push({ kind: 'core', cpus: onCore, ...more });
  const levels = [...new Set(own.flatMap(({ caches }) => caches.map(({ level }) => level)))].sort((a, b) => a - b);
  for (const level of levels) {
    const shared = own.flatMap(({ caches }) => caches.filter((cache) => cache.level === level));
    const cpus = others(shared.flatMap((cache) => cache.cpus));
    if (cpus.length === 0) continue;
    if (level <= LAST_OWN_LEVEL) found.push({ kind: 'cache', level, cpus, ...more });
    else found.push({ kind: 'last-level', level, size: shared[0].size, cpus });
  }
  // A shard on all processors has none left to share the quota with.
  const hasOthers = others(processors.keys()).length > 0;
  if (hasOthers && quota !== null && quota < usable) found.push({ kind: 'quota', quota, usable });
  if (own.some(({ core, caches }) => core.length === 0 || caches.length === 0)) found.push({ kind: 'unknown' });
  return found;
}

module.exports = { readCpuQuota, readTopology, findShared };
