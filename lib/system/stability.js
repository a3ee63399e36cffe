'use strict';

const { readTrimmed } = require('../host/fs-queries');
const { findHypervisor } = require('./hypervisor');
const { cpuQuota } = require('./cgroup');
const { processWarnings } = require('./process-flags');

const CPU = '/sys/devices/system/cpu';
const POWER = '/sys/class/power_supply';

// below these the effect is lost in the 2-5 % by which the timing of one and the same code moves anyway
const MAX_STOLEN = 0.01;
const MAX_PRESSURE = 5; // per cent of the last 10 s in which some task waited for a processor
const MIN_LOAD = 1.5; // our own busy process is 1 of the load

const round4 = (number) => Math.round(number * 1e4) / 1e4;

function governor(host, facts) {
  const names = facts.governor;
  return names !== null && names !== 'performance' ? { code: 'governor', governor: names } : null;
}

/** Intel's driver says that turbo is off, the general one that it is on. */
function turbo(host) {
  const switches = [[`${CPU}/intel_pstate/no_turbo`, '0', '1'], [`${CPU}/cpufreq/boost`, '1', '0']];
  const on = switches.find(([path, value]) => readTrimmed(host, path) === value);
  return on ? { code: 'turbo', path: on[0], off: on[2] } : null;
}

function virtualMachine(host, facts) {
  const { virtual, hypervisor } = findHypervisor(host, facts.cpu);
  return virtual ? { code: 'virtual-machine', hypervisor } : null;
}

/** First line of /proc/stat -> ticks used and stolen since boot. Guest time is within user time. */
function readTicks(host) {
  const cells = /^cpu\s+(.+)$/m.exec(host.readText('/proc/stat'))[1].split(/\s+/).map(Number);
  const [user, nice, system, , , irq, softirq, steal] = cells;
  return { used: user + nice + system + irq + softirq, stolen: steal };
}

/** Of the time that was wanted, not of all: of an idle machine nobody can steal. */
function stolenShare(now, before) {
  const stolen = now.stolen - before.stolen;
  const wanted = stolen + now.used - before.used;
  return stolen > 0 && wanted > 0 ? round4(stolen / wanted) : 0;
}

function quota(host, facts) {
  const cpus = cpuQuota(host);
  // a quota of all processors never binds
  const isLess = cpus !== null && (facts.cpuCount === null || cpus < facts.cpuCount);
  return isLess ? { code: 'cpu-quota', cpus: round4(cpus) } : null;
}

function load(host, facts) {
  const load1 = host.loadavg()[0];
  const { cpuCount } = facts;
  const isMuch = cpuCount !== null && load1 > Math.max(MIN_LOAD, cpuCount / 2);
  return isMuch ? { code: 'load', load1: round4(load1), cpuCount } : null;
}

function pressure(host) {
  const avg10 = Number(/^some avg10=([\d.]+)/m.exec(host.readText('/proc/pressure/cpu'))[1]);
  return avg10 > MAX_PRESSURE ? { code: 'pressure', avg10 } : null;
}

/** Running on the battery: one discharges, and it is not that of a mouse (scope Device). */
function battery(host) {
  const read = (name, file) => readTrimmed(host, `${POWER}/${name}/${file}`);
  const discharges = (name) =>
    read(name, 'type') === 'Battery' && read(name, 'scope') !== 'Device' && read(name, 'status') === 'Discharging';
  return host.listDir(POWER).some(discharges) ? { code: 'battery' } : null;
}

/**
 * Makes the reader of what makes timings on this machine unsteady. Nothing is read before the first call.
 * @param {import('../host/host')} host
 * @returns {function({ governor: string|null, cpu: string|null, cpuCount: number|null }): object[]} facts -> warnings,
 *   values without prose: { code: 'governor', governor }, { code: 'turbo', path, off }, { code: 'virtual-machine',
 *   hypervisor }, { code: 'stolen-time', share, recentShare } (shares of the time wanted, since boot and since the call
 *   before, null at the first), { code: 'cpu-quota', cpus }, { code: 'load', load1, cpuCount }, { code: 'pressure',
 *   avg10 }, { code: 'battery' }, and those of process-flags.js. What cannot be found out is not there.
 */
function createStability(host) {
  let ticks = null;

  function stolenTime() {
    const before = ticks;
    ticks = readTicks(host);
    const share = stolenShare(ticks, { used: 0, stolen: 0 });
    const recentShare = before && stolenShare(ticks, before);
    return share > MAX_STOLEN || recentShare > MAX_STOLEN ? { code: 'stolen-time', share, recentShare } : null;
  }

  // a laptop's battery is asked over a slow bus, and a hypervisor does not change
  const once = (detect) => {
    let found;
    return (...args) => (found === undefined ? (found = detect(...args)) : found);
  };
  const onLinux = (detect) => (...args) => (host.platform === 'linux' ? detect(...args) : null);
  const detectors = [
    governor, onLinux(turbo), once(virtualMachine), onLinux(stolenTime), onLinux(quota), load, onLinux(pressure),
    onLinux(once(battery)), processWarnings,
  ];

  return function stabilityWarnings(facts) {
    const warnings = [];
    for (const detect of detectors) {
      try {
        warnings.push(detect(host, facts));
      } catch (_) {
        // another system, a container without this file, the permission model: no news is no warning
      }
    }
    // copies: a caller may change what it was given, and some are kept for the next call
    return warnings.flat().filter(Boolean).map((warning) => ({ ...warning }));
  };
}

module.exports = { createStability };
