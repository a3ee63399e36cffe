'use strict';

/*
 * What on this machine would spoil a benchmark, what would not, and what cannot be seen from here: the warnings of
 * sysinfo(), and the settings of the kernel that are looked at only here.
 */

const { orNull } = require('../host/fs-queries');
const words = require('./warnings-system');
const kernelChecks = require('./kernel-checks');

const CPU = '/sys/devices/system/cpu';
const POWER = '/sys/class/power_supply';

const said = (text) => (text ? { fine: text } : null);
const has = (door, path) => door.read(path) !== '';

function turboIsOff({ read }) {
  return read(`${CPU}/intel_pstate/no_turbo`).trim() === '1' || read(`${CPU}/cpufreq/boost`).trim() === '0';
}

function isOnMains({ read, list }) {
  return list(POWER).some((name) => /^(Mains|Battery)$/.test(read(`${POWER}/${name}/type`).trim()));
}

const PROCESS = ['v8-flag', 'inspector', 'profiler', 'coverage', 'compiler'];

/** One line for all that can be wrong with the process. */
const plainNode = ({ info: { warnings } }) =>
  (warnings.some(({ code }) => PROCESS.includes(code)) ? {} : { fine: 'plain node' });

const nothing = () => ({});

/*
 * By the harm they do. First what changes every figure by a factor; then what stops a test for milliseconds, what
 * changes the clock rate, what moves results by some per cent; at the end what only makes them less exact.
 *
 * A check gives { fine: words }, { found, command?, advice? }, {} where there is nothing to say, and null where its
 * subject cannot be seen. Where sysinfo() has a warning of this kind, that is what is found.
 */
const CHECKS = [
  { kind: 'v8-flag', check: plainNode },
  { kind: 'inspector', check: nothing },
  { kind: 'profiler', check: nothing },
  { kind: 'coverage', check: nothing },
  { kind: 'compiler', check: nothing },
  { kind: 'cpu-quota', subject: 'CPU quota', check: ({ isLinux }) => said(isLinux && 'no CPU quota') },
  { kind: 'memory-pressure', subject: 'memory pressure', check: kernelChecks['memory-pressure'] },
  { kind: 'swap', subject: 'swap', check: kernelChecks.swap },
  { kind: 'load', subject: 'load', check: ({ load1 }) => said(load1 !== null && `load ${load1.toFixed(2)}`) },
  {
    kind: 'pressure', subject: 'CPU pressure',
    check: (door) => said(has(door, '/proc/pressure/cpu') && 'no CPU pressure'),
  },
  { kind: 'stolen-time', subject: 'stolen time', check: (door) => said(has(door, '/proc/stat') && 'no stolen time') },
  { kind: 'clock-source', subject: 'clock source', check: kernelChecks['clock-source'] },
  { kind: 'battery', check: (door) => (isOnMains(door) ? said('mains power') : {}) },
  {
    kind: 'governor', subject: 'governor',
    check: ({ info }) => said(info.cpuScalingGovernor === 'performance' && 'governor performance'),
  },
  { kind: 'turbo', subject: 'turbo', check: (door) => said(turboIsOff(door) && 'turbo off') },
  { kind: 'minimum-frequency', subject: 'clock range', check: kernelChecks['minimum-frequency'] },
  { kind: 'virtual-machine', check: ({ isLinux }) => (isLinux ? said('no virtual machine') : {}) },
  { kind: 'address-randomization', subject: 'address randomization', check: kernelChecks['address-randomization'] },
  { kind: 'hyper-threading', subject: 'hyper-threading', check: kernelChecks['hyper-threading'] },
  { kind: 'huge-pages', subject: 'huge pages', check: kernelChecks['huge-pages'] },
  { kind: 'perf-counters', subject: 'perf counters', check: kernelChecks['perf-counters'] },
  { kind: 'isolated-cpus', subject: 'isolated CPUs', check: kernelChecks['isolated-cpus'] },
];

function doorOf(host, info) {
  const isLinux = host.platform === 'linux';
  const onLinux = (probe) => (isLinux ? orNull(probe) : null);
  const read = (path) => onLinux(() => host.readText(path)) || '';
  const list = (path) => onLinux(() => host.listDir(path)) || [];
  // Windows has none, and tells zeros.
  const load1 = host.platform === 'win32' ? null : orNull(() => host.loadavg()[0]);
  return { info, read, list, load1, isLinux, isVirtual: info.warnings.some(({ code }) => code === 'virtual-machine') };
}

/** Docker and Podman leave a file, others a variable. */
function isContainer(host) {
  if (host.platform !== 'linux') return false;
  return Boolean(host.env.container) || ['/.dockerenv', '/run/.containerenv'].some((path) => {
    try {
      host.readText(path);
      return true;
    } catch (error) {
      return error.code === 'EACCES';
    }
  });
}

/**
 * @param {import('../host/host')} host
 * @param {object} info what sysinfo() returns
 * @returns {{ findings: Array<{ kind, found, command, advice }>, fine: string[], unseen: string[], isVirtual: boolean,
 *   isContainer: boolean }} findings by the harm they do, the worst first; command and advice: the ways to mend it, or
 *   null; fine: in words; unseen: what cannot be read here
 */
function findAll(host, info) {
  const door = doorOf(host, info);
  const findings = [];
  const fine = [];
  const unseen = [];
  function tell(warning) {
    const { code } = warning;
    findings.push({ kind: code, found: words[code].found(warning), ...words[code].remedy(warning) });
  }
  for (const { kind, subject, check } of CHECKS) {
    const warnings = info.warnings.filter(({ code }) => code === kind);
    warnings.forEach(tell);
    if (warnings.length) continue;
    const seen = check(door);
    if (seen === null) unseen.push(subject);
    else if (seen.found) findings.push({ kind, found: null, command: null, advice: null, ...seen });
    else if (seen.fine) fine.push(seen.fine);
  }
  return { findings, fine, unseen, isVirtual: door.isVirtual, isContainer: isContainer(host) };
}

module.exports = { findAll };
