'use strict';

const { readTrimmed } = require('../host/fs-queries');

// Mounts of version 2, alone or with version 1, and of version 1.
const V2_MOUNTS = ['/sys/fs/cgroup', '/sys/fs/cgroup/unified'];
const V1_MOUNTS = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup/cpu,cpuacct', '/sys/fs/cgroup/cpuacct,cpu'];

/**
 * '/a/b' -> ['/a/b', '/a', '']: the quota of a parent also limits the child. In a container the path may be one of the
 * host ('/docker/abc', '/../..') that does not exist here: then the root is the group of the container.
 */
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
function cpuQuota(host) {
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
  const least = Math.min(...quotas);
  return least === Infinity ? null : least;
}

module.exports = { cpuQuota };
