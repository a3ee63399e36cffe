'use strict';

/*
 * Settings of the kernel that spoil a benchmark, and that nobody is warned of in each run: they do not change by
 * themselves. Read without the rights of root, and only for `qtimeit system`.
 */

const { cpusIn } = require('../host/affinity');

const CPU = '/sys/devices/system/cpu';
const HUGE_PAGES = '/sys/kernel/mm/transparent_hugepage/enabled';
const CLOCK = '/sys/devices/system/clocksource/clocksource0';

// Less than V8 needs to start is not V8's.
const LEAST_SWAPPED_MB = 50;
const MOST_MEMORY_PRESSURE = 1; // per cent of the last 10 s

// Each reading of these leaves the processor; of the others none does.
const SLOW_CLOCKS = new Set(['hpet', 'acpi_pm', 'jiffies', 'refined-jiffies', 'pit', 'xen']);

// The bit that `setarch -R` sets for all that is started under it.
const NO_RANDOMIZATION = 0x0040000;

const NOTHING_TO_SAY = {};

function memoryPressure({ read }) {
  const match = /^some avg10=([\d.]+)/m.exec(read('/proc/pressure/memory'));
  if (!match) return null;
  const avg10 = Number(match[1]);
  if (avg10 <= MOST_MEMORY_PRESSURE) return { fine: 'no memory pressure' };
  return {
    found: `For ${avg10} % of the last 10 s a task waited for memory, so calls take milliseconds`,
    command: 'top -o %MEM', advice: 'find and stop what takes the memory',
  };
}

function swap({ read }) {
  const info = read('/proc/meminfo');
  const mb = (field) => {
    const match = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(info);
    return match ? Number(match[1]) / 1024 : NaN;
  };
  const used = mb('SwapTotal') - mb('SwapFree');
  if (Number.isNaN(used)) return null;
  if (used <= LEAST_SWAPPED_MB) return { fine: 'no swap in use' };
  const found = `${used.toFixed(0)} MB of memory are swapped out, and what is needed again has to come from the disk`;
  return mb('MemAvailable') > 2 * used
    ? { found, command: 'sudo swapoff -a && sudo swapon -a' } : { found, advice: 'stop what takes the memory' };
}

function clockSource({ read, info }) {
  const name = read(`${CLOCK}/current_clocksource`).trim();
  if (!name) return null;
  if (!SLOW_CLOCKS.has(name)) return { fine: `clock source ${name}` };
  const cost = info.clockCostNs > 0 ? `, ${Math.round(info.clockCostNs)} ns a reading` : '';
  const found = `The clock source is ${name}${cost}, so short slices are mostly clock`;
  return /\btsc\b/.test(read(`${CLOCK}/available_clocksource`))
    ? { found, command: `echo tsc | sudo tee ${CLOCK}/current_clocksource` }
    : { found, command: 'sudo dmesg | grep -i tsc', advice: 'see why the kernel does not use the tsc' };
}

/** The clock may fall below its maximum even under the governor performance, which lets the processor decide. */
function minimumFrequency({ read, list, info }) {
  const khz = (cpu, field) => Number(read(`${CPU}/${cpu}/cpufreq/scaling_${field}_freq`)) || 0;
  const cpus = list(CPU).filter((name) => /^cpu\d+$/.test(name));
  const all = cpus.map((cpu) => ({ low: khz(cpu, 'min'), high: khz(cpu, 'max') }));
  const ranges = all.filter(({ low, high }) => low > 0 && high > 0);
  if (!ranges.length) return null;
  const range = ranges.find(({ low, high }) => low < high);
  const mhz = (value) => Math.round(value / 1000);
  if (!range) return { fine: `clock held at ${mhz(ranges[0].high)} MHz` };
  // Another governor is what has to be mended first.
  if (info.cpuScalingGovernor !== 'performance') return NOTHING_TO_SAY;
  return {
    found: `The clock may still fall to ${mhz(range.low)} of ${mhz(range.high)} MHz`,
    command: `sudo cpupower frequency-set -d ${mhz(range.high)}MHz`,
  };
}

/** It is to stay on: processes with one fixed layout share its luck, and many of them tell no more than one. */
function addressRandomization({ read }) {
  const why = 'so all processes have one layout, and its luck looks like a difference';
  if (parseInt(read('/proc/self/personality'), 16) & NO_RANDOMIZATION) {
    return { found: `Address randomization is off for this process, ${why}`, advice: 'start it without setarch -R' };
  }
  const level = read('/proc/sys/kernel/randomize_va_space').trim();
  if (!level) return null;
  if (level === '2') return { fine: 'address randomization on' };
  return {
    found: `Address randomization is ${level === '0' ? 'off' : 'not full'}, ${why}`,
    command: 'sudo sysctl -w kernel.randomize_va_space=2',
  };
}

function hyperThreading({ read, isVirtual }) {
  const active = read(`${CPU}/smt/active`).trim();
  // What a virtual machine sees is what it was told.
  if (isVirtual || !active) return null;
  if (active !== '1') return { fine: 'no hyper-threading' };
  const found = 'Two hardware threads share a core: what runs on the other one slows the test down';
  return read(`${CPU}/smt/control`).trim() === 'on'
    ? { found, command: `echo off | sudo tee ${CPU}/smt/control` }
    : { found, advice: 'switch hyper-threading off in the firmware' };
}

function hugePages({ read }) {
  const match = /\[(\w+)\]/.exec(read(HUGE_PAGES));
  if (!match) return null;
  if (match[1] !== 'always') return { fine: `huge pages ${match[1]}` };
  return {
    found: 'The kernel puts huge pages together in the background, so memory gets faster in the middle of a run',
    command: `echo madvise | sudo tee ${HUGE_PAGES}`,
  };
}

function perfCounters({ read, info, isVirtual }) {
  if (info.cpuMhzSource === 'perf') return { fine: 'perf counts cycles' };
  const level = read('/proc/sys/kernel/perf_event_paranoid').trim();
  if (!level) return null;
  // Most virtual machines have nothing that could be counted.
  if (isVirtual || Number(level) <= 2) return NOTHING_TO_SAY;
  return {
    found: `perf may not count cycles (kernel.perf_event_paranoid is ${level}), so the clock rate is estimated`,
    command: 'sudo sysctl -w kernel.perf_event_paranoid=2',
  };
}

function isolatedCpus({ read }) {
  const list = read(`${CPU}/isolated`).trim();
  const isolated = cpusIn(list);
  if (!isolated.length) return NOTHING_TO_SAY;
  const allowed = /^Cpus_allowed_list:\s*(.*)$/m.exec(read('/proc/self/status'));
  const own = allowed ? cpusIn(allowed[1]) : [];
  if (own.length && own.every((cpu) => isolated.includes(cpu))) return { fine: `on isolated CPU ${allowed[1].trim()}` };
  return {
    found: `CPU ${list} is kept free of other work, and stays idle unless it is asked for`,
    command: `qtimeit run --pin ${isolated[0]} FILE`,
  };
}

/**
 * kind -> (door) => { fine: text } | { found, command?, advice? } | {} where there is nothing to say, null where it
 * cannot be seen. door: { read(path) -> text, '' where it cannot be had; list(path) -> names in a folder; info:
 * sysinfo(); isVirtual }
 */
module.exports = {
  'memory-pressure': memoryPressure, swap, 'clock-source': clockSource, 'minimum-frequency': minimumFrequency,
  'address-randomization': addressRandomization, 'hyper-threading': hyperThreading, 'huge-pages': hugePages,
  'perf-counters': perfCounters, 'isolated-cpus': isolatedCpus,
};
