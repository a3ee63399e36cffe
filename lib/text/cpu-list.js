'use strict';

// Linux knows 8192 at most: a range beyond that is a slip of the keyboard.
const MOST_CPUS = 65536;

/** A list of processors as the kernel and taskset write it: '2-3,5' -> [2, 3, 5], '4-8:2' -> [4, 6, 8] */
function cpusIn(list) {
  return list.split(',').flatMap((part) => {
    const range = /^(\d+)(?:-(\d+)(?::([1-9]\d*))?)?$/.exec(part.trim());
    if (!range) return [];
    const [first, last = first, step = 1] = range.slice(1).filter((text) => text !== undefined).map(Number);
    const length = Math.max(0, Math.floor((last - first) / step) + 1);
    return Array.from({ length: Math.min(length, MOST_CPUS) }, (_, i) => first + i * step);
  });
}

/** [0, 1, 2, 5] -> '0-2,5' */
function cpuListText(cpus) {
  const ranges = [];
  for (const cpu of [...new Set(cpus)].sort((a, b) => a - b)) {
    const latest = ranges[ranges.length - 1];
    if (latest && latest.last === cpu - 1) latest.last = cpu;
    else ranges.push({ first: cpu, last: cpu });
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join();
}

module.exports = { cpusIn, cpuListText };
