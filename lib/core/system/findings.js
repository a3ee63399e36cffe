'use strict';

/* Findings of `qtimeit system`: the warnings of sysinfo(), and kernel settings that seldom change. Needs no root. */

const { readAllowedCpus, formatCpuList, parseCpuList } = require('../../base/host/affinity');
const { orNull, tryStat } = require('../../base/host/fs-queries');
const { readMacLimit, readMacMode, readMacSlowCores, readMacSupply } = require('./stability');
const { describeFinding } = require('./warnings');

const CPU = '/sys/devices/system/cpu';
const POWER = '/sys/class/power_supply';
const HUGE_PAGES = '/sys/kernel/mm/transparent_hugepage/enabled';
const CLOCK = '/sys/devices/system/clocksource/clocksource0';

// V8 needs more to start, so smaller amounts are memory of other programs.
const LEAST_SWAPPED_MB = 50;
const MOST_MEMORY_PRESSURE = 1; // percent of the last 10 s

// Each reading of these is a system call.
const SLOW_CLOCKS = new Set(['hpet', 'acpi_pm', 'jiffies', 'refined-jiffies', 'pit', 'xen']);

const NO_RANDOMIZATION = 0x0040000; // `setarch -R` sets this bit for the processes that it starts

// Warnings about the process share one line.
const PROCESS = ['v8-flag', 'inspector', 'profiler', 'coverage', 'compiler'];

const NOTHING = {};
const fineIf = (condition, fine) => (condition ? { fine } : null);

function memoryPressure({ read }) {
  const [, avg10] = /^some avg10=([\d.]+)/m.exec(read('/proc/pressure/memory')) || [];
  if (avg10 === undefined) return null;
  if (avg10 <= MOST_MEMORY_PRESSURE) return { fine: 'no memory pressure' };
  return {
    found: `Tasks waited for memory during ${Number(avg10)} % of the last 10 s, so some calls take milliseconds`,
    command: 'top -o %MEM', advice: 'find and stop the programs that use the memory',
  };
}

function swap({ read }) {
  const info = read('/proc/meminfo');
  const mb = (field) => (new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(info) || [])[1] / 1024;
  const used = mb('SwapTotal') - mb('SwapFree');
  if (Number.isNaN(used)) return null;
  if (used <= LEAST_SWAPPED_MB) return { fine: 'no swap in use' };
  const found = `${used.toFixed(0)} MB of memory is swapped out and must be read back from disk when used`;
  return mb('MemAvailable') > 2 * used ? { found, command: 'sudo swapoff -a && sudo swapon -a' }
    : { found, advice: 'stop the programs that use the memory' };
}

function clockSource({ read, info }) {
  const name = read(`${CLOCK}/current_clocksource`);
  if (!name) return null;
  if (!SLOW_CLOCKS.has(name)) return { fine: `clock source ${name}` };
  const cost = info.clockCostNs > 0 ? `, ${Math.round(info.clockCostNs)} ns per reading` : '';
  const found = `The clock source is ${name}${cost}, so reading the clock dominates short batches`;
  return /\btsc\b/.test(read(`${CLOCK}/available_clocksource`))
    ? { found, command: `echo tsc | sudo tee ${CLOCK}/current_clocksource` }
    : { found, command: 'sudo dmesg | grep -i tsc', advice: 'check why the kernel does not use the TSC' };
}

/** With the governor `performance` the processor decides, and the clock may fall below its maximum. */
function minimumFrequency({ read, list, info }) {
  const khz = (cpu, field) => Number(read(`${CPU}/${cpu}/cpufreq/scaling_${field}_freq`)) || 0;
  const all = list(CPU).filter((name) => /^cpu\d+$/.test(name))
    .map((cpu) => ({ low: khz(cpu, 'min'), high: khz(cpu, 'max') }));
  const ranges = all.filter(({ low, high }) => low > 0 && high > 0);
  if (!ranges.length) return null;
  const range = ranges.find(({ low, high }) => low < high);
  const mhz = (value) => Math.round(value / 1000);
  if (!range) return { fine: `clock held at ${mhz(ranges[0].high)} MHz` };
  // Another governor must be replaced first.
  if (info.cpuScalingGovernor !== 'performance') return NOTHING;
  return {
    found: `The clock rate can still fall from ${mhz(range.high)} to ${mhz(range.low)} MHz`,
    command: `sudo cpupower frequency-set -d ${mhz(range.high)}MHz`,
  };
}

/** Should be on: if all processes have one memory layout, several processes show no more than one. */
function addressRandomization({ read }) {
  const why = 'so all processes have the same memory layout, and the effect of that layout can look like a ' +
    'difference between tests';
  if (parseInt(read('/proc/self/personality'), 16) & NO_RANDOMIZATION) {
    return { found: `Address randomization is off for this process, ${why}`, advice: 'start it without setarch -R' };
  }
  const level = read('/proc/sys/kernel/randomize_va_space');
  if (!level) return null;
  if (level === '2') return { fine: 'address randomization on' };
  return {
    found: `Address randomization is ${level === '0' ? 'off' : 'partial'}, ${why}`,
    command: 'sudo sysctl -w kernel.randomize_va_space=2',
  };
}

function hyperThreading({ read, isVirtual }) {
  const active = read(`${CPU}/smt/active`);
  // A virtual machine has the topology that its host chose.
  if (isVirtual || !active) return null;
  if (active !== '1') return { fine: 'no hyper-threading' };
  const found = 'Two hardware threads share a core: programs on the other thread slow down the test';
  return read(`${CPU}/smt/control`) === 'on'
    ? { found, command: `echo off | sudo tee ${CPU}/smt/control` }
    : { found, advice: 'disable hyper-threading in the firmware' };
}

function hugePages({ read }) {
  const match = /\[(\w+)\]/.exec(read(HUGE_PAGES));
  if (!match) return null;
  if (match[1] !== 'always') return { fine: `huge pages ${match[1]}` };
  return {
    found: 'The kernel creates huge pages in the background, so memory accesses become faster during a run',
    command: `echo madvise | sudo tee ${HUGE_PAGES}`,
  };
}

function perfCounters({ read, info, isVirtual }) {
  if (info.cpuMhzSource === 'perf') return { fine: 'perf counts cycles' };
  const level = read('/proc/sys/kernel/perf_event_paranoid');
  if (!level) return null;
  // Most virtual machines have no counters.
  if (isVirtual || Number(level) <= 2) return NOTHING;
  return {
    found: `perf is not permitted to count cycles (kernel.perf_event_paranoid is ${level}), so the clock rate is ` +
      'estimated',
    command: 'sudo sysctl -w kernel.perf_event_paranoid=2',
  };
}

function isolatedCpus({ read, allowed }) {
  const list = read(`${CPU}/isolated`);
  const isolated = parseCpuList(list);
  if (!isolated.length) return NOTHING;
  if (allowed.length && allowed.every((cpu) => isolated.includes(cpu))) {
    return { fine: `on isolated CPU ${formatCpuList(allowed)}` };
  }
  return {
    found: `CPU ${list} is isolated from other work, but not used without --pin`,
    command: `qtimeit run --pin ${isolated[0]} FILE`,
  };
}

/** macOS has no pinning. It runs background processes on slow cores, and others if the fast ones are busy. */
function slowCores({ host, info }) {
  const { count, name } = readMacSlowCores(host);
  if (count === 0) return NOTHING;
  return {
    found: `${count} of ${info.cpuCount} CPUs are slower${name ? ` (${name})` : ''}, and macOS can move the test there`,
    advice: 'start qtimeit in a terminal, not in the background, and close other programs',
  };
}

const isOnMains = ({ host, read, list }) => readMacSupply(host) === 'AC' || (
  list(POWER).some((name) => /^(Mains|Battery)$/.test(read(`${POWER}/${name}/type`))));

const isTurboOff = ({ read }) => read(`${CPU}/intel_pstate/no_turbo`) === '1' || read(`${CPU}/cpufreq/boost`) === '0';
const isPlain = ({ info: { warnings } }) => !warnings.some(({ code }) => PROCESS.includes(code));

/*
 * Sorted by harm: a factor in figures, some percent, less exact results.
 * kind -> [check, subject]: the check runs if sysinfo() has no warning of this kind. It returns { fine }, { found,
 * command?, advice? }, {} for nothing, or null if the subject cannot be seen.
 */
const CHECKS = {
  'v8-flag': [(facts) => (isPlain(facts) ? { fine: 'plain node' } : NOTHING)],
  ...Object.fromEntries(PROCESS.slice(1).map((kind) => [kind, [() => NOTHING]])),
  'cpu-quota': [({ isLinux }) => fineIf(isLinux, 'no CPU quota'), 'CPU quota'],
  'slow-cores': [slowCores],
  'memory-pressure': [memoryPressure, 'memory pressure'],
  swap: [swap, 'swap'],
  load: [({ load1 }) => load1 !== null && { fine: `load ${load1.toFixed(2)}` }, 'load'],
  pressure: [({ read }) => fineIf(read('/proc/pressure/cpu'), 'no CPU pressure'), 'CPU pressure'],
  'stolen-time': [({ read }) => fineIf(read('/proc/stat'), 'no stolen time'), 'stolen time'],
  'clock-source': [clockSource, 'clock source'],
  battery: [(facts) => (isOnMains(facts) ? { fine: 'mains power' } : NOTHING)],
  'low-power': [({ host, isMac }) => (isMac ? fineIf(readMacMode(host).mode, 'Low Power Mode off') : NOTHING),
    'Low Power Mode'],
  'speed-limit': [({ host, isMac }) => (isMac ? fineIf(readMacLimit(host), 'no speed limit') : NOTHING), 'speed limit'],
  governor: [({ info }) => fineIf(info.cpuScalingGovernor === 'performance', 'governor performance'), 'governor'],
  turbo: [(facts) => fineIf(isTurboOff(facts), 'turbo off'), 'turbo'],
  'minimum-frequency': [minimumFrequency, 'clock range'],
  'virtual-machine': [({ isLinux }) => (isLinux ? { fine: 'no virtual machine' } : NOTHING)],
  'address-randomization': [addressRandomization, 'address randomization'],
  'hyper-threading': [hyperThreading, 'hyper-threading'],
  'huge-pages': [hugePages, 'huge pages'],
  'perf-counters': [perfCounters, 'perf counters'],
  'isolated-cpus': [isolatedCpus, 'isolated CPUs'],
};

function factsOf(host, info) {
  const isLinux = host.platform === 'linux';
  const onLinux = (probe) => (isLinux ? orNull(probe) : null);
  return {
    host, info, isLinux, isMac: host.platform === 'darwin',
    read: (path) => onLinux(() => host.readText(path).trim()) || '',
    list: (path) => onLinux(() => host.listDir(path)) || [],
    allowed: readAllowedCpus(host),
    // Windows has no load, and returns zeros.
    load1: host.platform === 'win32' ? null : orNull(() => host.loadavg()[0]),
    isVirtual: info.warnings.some(({ code }) => code === 'virtual-machine'),
  };
}

/** Docker and Podman leave a file, other tools a variable. */
const isContainer = (host) => host.platform === 'linux'
  && (Boolean(host.env.container) || ['/.dockerenv', '/run/.containerenv'].some((path) => tryStat(path, host)));

/** findings: worst first, with command and advice (remedies, or null); unseen: subjects that cannot be seen */
function findAll(host, info) {
  const facts = factsOf(host, info);
  const findings = [];
  const fine = [];
  const unseen = [];
  for (const [kind, [check, subject]] of Object.entries(CHECKS)) {
    const warnings = info.warnings.filter(({ code }) => code === kind);
    for (const warning of warnings) findings.push({ kind, ...describeFinding(warning) });
    if (warnings.length) continue;
    const seen = check(facts);
    if (!seen) unseen.push(subject);
    else if (seen.found) findings.push({ kind, found: null, command: null, advice: null, ...seen });
    else if (seen.fine) fine.push(seen.fine);
  }
  return { findings, fine, unseen, isVirtual: facts.isVirtual, isContainer: isContainer(host) };
}

module.exports = { findAll };
