'use strict';

/* Cores and caches that processors share, which a virtual machine may hide. */

const { readCpuQuota } = require('./stability');
const { readAllowedCpus, parseCpuList } = require('../../base/host/affinity');
const { orNull, readTrimmed } = require('../../base/host/fs-queries');

const CPU = '/sys/devices/system/cpu';

const LAST_OWN_LEVEL = 2; // nearly all processors of a chip share the caches of higher levels

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

module.exports = { readTopology, findShared };
