'use strict';

/* Made-up machines: files of /sys with the cores and caches that processors share. */

const CPU = '/sys/devices/system/cpu';

const list = (cpus) => `${cpus.join()}\n`;

/**
 * @param {object} machine
 * @param {number} machine.count of processors
 * @param {function(number): number[]} [machine.core] processor -> hyper-threads of its core; null: unknown
 * @param {Object<number, function(number): number[]>} [machine.caches] level -> processors that share it with one
 * @returns {Object<string, string>} path -> text
 */
function sysFiles({ count, core = (cpu) => [cpu], caches = {} }) {
  const files = { [`${CPU}/online`]: count > 1 ? `0-${count - 1}\n` : '0\n' };
  for (let cpu = 0; cpu < count; cpu++) {
    if (core) files[`${CPU}/cpu${cpu}/topology/thread_siblings_list`] = list(core(cpu));
    Object.entries(caches).forEach(([level, of], i) => {
      const folder = `${CPU}/cpu${cpu}/cache/index${i}`;
      files[`${folder}/level`] = `${level}\n`;
      files[`${folder}/size`] = `${32 * 8 ** (level - 1)}K\n`;
      files[`${folder}/shared_cpu_list`] = list(of(cpu));
    });
  }
  return files;
}

const alone = (cpu) => [cpu];
const together = (first, last) => Array.from({ length: last - first + 1 }, (_, i) => first + i);

/** Four cores with a shared last-level cache. */
const FOUR_CORES = { count: 4, caches: { 1: alone, 2: alone, 3: () => together(0, 3) } };

/** Two cores of two hyper-threads each: 0 with 2, 1 with 3. */
const pair = (cpu) => [cpu % 2, cpu % 2 + 2];
const HYPER_THREADS = { count: 4, core: pair, caches: { 1: pair, 2: pair, 3: () => together(0, 3) } };

/** Four cores with separate second-level caches, and two clusters of four that share one each: 4-7, 8-11. */
const cluster = (cpu) => (cpu < 4 ? [cpu] : together(cpu - cpu % 4, cpu - cpu % 4 + 3));
const CLUSTERS = { count: 12, caches: { 1: alone, 2: cluster, 3: () => together(0, 11) } };

module.exports = { sysFiles, FOUR_CORES, HYPER_THREADS, CLUSTERS };
