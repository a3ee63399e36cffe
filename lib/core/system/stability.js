'use strict';

/* Conditions that make timings on this machine unsteady: the warnings of sysinfo(). */

const { askProgram, orNull, readTrimmed } = require('../../base/host/fs-queries');
const { findProcessWarnings } = require('./process-flags');

const CPU = '/sys/devices/system/cpu';
const POWER = '/sys/class/power_supply';
const MAC_TIMEOUT_MS = 2000; // of pmset and sysctl, which take some ms and need no root

// Smaller effects are lost in the variation between timings of the same code, 2 to 5 %.
const MAX_STOLEN = 0.01;
const MAX_PRESSURE = 5; // percent of the last 10 s in which some task waited for a processor
const MIN_LOAD = 1.5; // our own busy process is 1 of the load

// sys_vendor and product_name of the DMI
const DMI_NAMES = [
  [/VMware/i, 'vmware'],
  [/VirtualBox|innotek/i, 'virtualbox'],
  [/Microsoft Corporation Virtual Machine/i, 'hyperv'], // a Surface has the same vendor
  [/Parallels/i, 'parallels'],
  [/Apple Virtualization/i, 'apple'],
  [/bhyve/i, 'bhyve'],
  [/\bXen\b|HVM domU/i, 'xen'],
  [/QEMU|KVM|OpenStack|Google Compute Engine|Amazon EC2|DigitalOcean|Alibaba Cloud/i, 'kvm'],
];

// Clocks that exist only under one hypervisor. They may be available without being in use.
const CLOCK_NAMES = [[/kvm-clock/, 'kvm'], [/hyperv/, 'hyperv'], [/\bxen\b/, 'xen']];

const nameIn = (table, text) => (table.find(([pattern]) => pattern.test(text)) || [null, null])[1];
const round4 = (number) => Math.round(number * 1e4) / 1e4;

const governor = (host, { governor: names }) => (
  names !== null && names !== 'performance' ? { code: 'governor', governor: names } : null);

/** Intel's file is 1 if turbo is off, the general one if it is on. */
function turbo(host) {
  const switches = [[`${CPU}/intel_pstate/no_turbo`, '0', '1'], [`${CPU}/cpufreq/boost`, '1', '0']];
  const on = switches.find(([path, value]) => readTrimmed(host, path) === value);
  return on ? { code: 'turbo', path: on[0], off: on[2] } : null;
}

function virtualMachine(host, { cpu }) {
  const read = (path) => readTrimmed(host, path);
  const warningIf = (isVirtual, hypervisor) => (isVirtual ? { code: 'virtual-machine', hypervisor } : null);
  // 'Apple M1 (Virtual)', 'QEMU Virtual CPU version 2.5+': the only hint outside linux
  const namedVirtual = /\bvirtual\b|\bQEMU\b|\bKVM\b/i.test(cpu || '');
  if (host.platform !== 'linux') return warningIf(namedVirtual, null);

  const dmi = `${read('/sys/class/dmi/id/sys_vendor')} ${read('/sys/class/dmi/id/product_name')}`;
  const hypervisor = nameIn(CLOCK_NAMES, read('/sys/devices/system/clocksource/clocksource0/available_clocksource')) ||
    (read('/sys/hypervisor/type') === 'xen' ? 'xen' : null) ||
    (/\.metal/.test(dmi) ? null : nameIn(DMI_NAMES, dmi)); // 'Amazon EC2 c6g.metal' is a real machine

  // x86 only: arm has 'Features', without such a flag.
  const flags = /^flags\s*:(.*)$/m.exec(read('/proc/cpuinfo'));
  return warningIf(flags ? /\bhypervisor\b/.test(flags[1]) : hypervisor !== null || namedVirtual, hypervisor);
}

/** Ticks used and stolen since boot. User time includes guest time. */
function readTicks(host) {
  const cells = /^cpu\s+(.+)$/m.exec(host.readText('/proc/stat'))[1].split(/\s+/).map(Number);
  const [user, nice, system, , , irq, softirq, steal] = cells;
  return { used: user + nice + system + irq + softirq, stolen: steal };
}

/** Share of the time that was wanted: an idle machine loses none. */
function stolenShare(now, before) {
  const stolen = now.stolen - before.stolen;
  const wanted = stolen + now.used - before.used;
  return stolen > 0 && wanted > 0 ? round4(stolen / wanted) : 0;
}

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

function quota(host, facts) {
  const cpus = readCpuQuota(host);
  // A quota of all processors has no effect.
  const isLess = cpus !== null && (facts.cpuCount === null || cpus < facts.cpuCount);
  return isLess ? { code: 'cpu-quota', cpus: round4(cpus) } : null;
}

function load(host, { cpuCount }) {
  const load1 = host.loadavg()[0];
  const isMuch = cpuCount !== null && load1 > Math.max(MIN_LOAD, cpuCount / 2);
  return isMuch ? { code: 'load', load1: round4(load1), cpuCount } : null;
}

function pressure(host) {
  const avg10 = Number(/^some avg10=([\d.]+)/m.exec(host.readText('/proc/pressure/cpu'))[1]);
  return avg10 > MAX_PRESSURE ? { code: 'pressure', avg10 } : null;
}

/** '' on other systems, and if the program fails */
function askMac(host, program, ...args) {
  if (host.platform !== 'darwin') return '';
  const { status, stdout } = askProgram(host, program, args, { timeout: MAC_TIMEOUT_MS });
  return status === 0 ? stdout : '';
}

const askPmset = (host, pattern, ...args) => pattern.exec(askMac(host, '/usr/bin/pmset', '-g', ...args)) || [];

/** 'AC', 'Battery', 'UPS' */
const readMacSupply = (host) => askPmset(host, /^Now drawing from '(AC|Battery|UPS) Power'$/m, 'batt')[1];

/** setting: lowpowermode, 1 if on; some Macs have powermode instead, 0 (automatic), 1 (low) or 2 (high) */
function readMacMode(host) {
  const [, setting, mode] = askPmset(host, /^ (lowpowermode|powermode) +([012])$/m);
  return { setting, mode };
}

/** Percent. Apple silicon reports no limit. A date can precede it, because the rest of its line is on stderr. */
const readMacLimit = (host) => Number(askPmset(host, /\tCPU_Speed_Limit\s+= (\d+)$/m, 'therm')[1]);

/** Level 0 has the fastest processors. */
function readMacSlowCores(host) {
  const text = askMac(host, '/usr/sbin/sysctl', 'hw');
  const counts = [...text.matchAll(/^hw\.perflevel[1-9]\.logicalcpu: (\d+)$/gm)].map(([, count]) => Number(count));
  const [, name = null] = /^hw\.perflevel1\.name: (\w+)$/m.exec(text) || [];
  return { count: counts.reduce((sum, count) => sum + count, 0), name };
}

const macBattery = (host) => (readMacSupply(host) === 'Battery' ? { code: 'battery' } : null);

function lowPower(host) {
  const { setting, mode } = readMacMode(host);
  return mode === '1' ? { code: 'low-power', setting } : null;
}

function speedLimit(host) {
  const percent = readMacLimit(host);
  return percent < 100 ? { code: 'speed-limit', percent } : null;
}

/** Ignores batteries of devices such as a mouse (scope Device). */
function battery(host) {
  const read = (name, file) => readTrimmed(host, `${POWER}/${name}/${file}`);
  const discharges = (name) =>
    read(name, 'type') === 'Battery' && read(name, 'scope') !== 'Device' && read(name, 'status') === 'Discharging';
  return host.listDir(POWER).some(discharges) ? { code: 'battery' } : null;
}

/** Takes facts { governor, cpu, cpuCount }, each null if unknown. The first call has no recentShare of stolen time. */
function createStability(host) {
  let ticks = null;

  function stolenTime() {
    const before = ticks;
    ticks = readTicks(host);
    const share = stolenShare(ticks, { used: 0, stolen: 0 });
    const recentShare = before && stolenShare(ticks, before);
    return share > MAX_STOLEN || recentShare > MAX_STOLEN ? { code: 'stolen-time', share, recentShare } : null;
  }

  // For a battery, which is read over a slow bus, and a hypervisor, which does not change.
  const once = (detect) => {
    let found;
    return (...args) => (found === undefined ? (found = detect(...args)) : found);
  };
  const onLinux = (detect) => (...args) => (host.platform === 'linux' ? detect(...args) : null);
  const detectors = [
    governor, onLinux(turbo), once(virtualMachine), onLinux(stolenTime), onLinux(quota), load, onLinux(pressure),
    onLinux(once(battery)), once(macBattery), once(lowPower), speedLimit, findProcessWarnings,
  ];

  // Some throw on another system, in a container, or without permission. Copies, because callers may change them.
  return (facts) => detectors.flatMap((detect) => orNull(() => detect(host, facts))).filter(Boolean)
    .map((warning) => ({ ...warning }));
}

module.exports = { createStability, readCpuQuota, readMacLimit, readMacMode, readMacSlowCores, readMacSupply };
