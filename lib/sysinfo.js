'use strict';

const { messageOf } = require('./text/show');
const { createStability } = require('./system/stability');
const { nodeFlags } = require('./system/process-flags');

const CPU = '/sys/devices/system/cpu';

const READ_REASONS = {
  ENOENT: 'does not exist here',
  EACCES: 'may not be read',
  EPERM: 'may not be read',
  ERR_ACCESS_DENIED: 'is forbidden by the permission model of node',
};

/** The reason that a probe failed for, in a few words. */
function reasonOf(error) {
  if (error && READ_REASONS[error.code]) return `${error.path || error.resource || 'it'} ${READ_REASONS[error.code]}`;
  return messageOf(error);
}

function onLinux(host) {
  if (host.platform !== 'linux') throw new Error('only known on linux');
}

/** Distinct governors of all processors, joined by a space: 'performance powersave'. */
function scalingGovernor(host) {
  onLinux(host);
  const governors = new Set();
  for (const name of host.listDir(CPU).filter((entry) => /^cpu\d+$/.test(entry))) {
    try {
      governors.add(host.readText(`${CPU}/${name}/cpufreq/scaling_governor`).trim());
    } catch (_) {
      // a processor that is switched off has none
    }
  }
  if (!governors.size) throw new Error('no frequency scaling visible (virtual machine, container or fixed clock)');
  return [...governors].sort().join(' ');
}

/** Per cent of load above which the ondemand governor, or the conservative one, goes faster. */
function upThreshold(host) {
  onLinux(host);
  for (const name of ['ondemand', 'conservative']) {
    try {
      const text = host.readText(`${CPU}/cpufreq/${name}/up_threshold`).trim();
      if (/^\d+$/.test(text)) return Number(text);
    } catch (_) {
      // that governor is not in use
    }
  }
  throw new Error('neither the ondemand nor the conservative governor is in use');
}

/** arm names no model in os.cpus(); its boards are named in /proc/cpuinfo */
function cpuModel(host, cpus) {
  const model = cpus.length && String(cpus[0].model || '').trim();
  if (model && model !== 'unknown') return model;
  if (host.platform === 'linux') {
    const board = /^(?:model name|Model|Hardware)\s*:\s*(.+)$/m.exec(host.readText('/proc/cpuinfo'));
    if (board) return board[1].trim();
  }
  throw new Error('neither os.cpus() nor /proc/cpuinfo names the processor');
}

function cpuCount(cpus) {
  if (!cpus.length) throw new Error('os.cpus() is empty');
  return cpus.length;
}

/**
 * Makes sysinfo(). Nothing is read before the first call.
 * @param {object} options
 * @param {import('./host/host')} options.host
 * @param {{ grainNs: function(): number, costNs: function(): number }} options.clock either may throw
 * @param {{ reading: function(): object }} options.cpuMhz from createCpuMhz()
 * @param {string} options.version of this library
 * @param {{ name: string, version: function(): string, jit: function(): string }} options.engine see engine/node.js
 * @returns {function(): object} sysinfo() -> a fresh plain object, all of it JSON:
 *   qtimeitVersion, nodeTitle, engine ('node', 'bun', 'deno'), engineVersion ('20.20.2'), jit ('V8 11.3.244.8'),
 *   nodeVersion (of Node alone), v8Version, platform, arch, kernel, cpu (model), cpuMhz (number), cpuMhzSource ('perf',
 *   'chain' or 'os'), cpuCount, cpuUpThreshold (per cent), cpuScalingGovernor ('powersave'), clockGrainNs, clockCostNs;
 *   each is null where it cannot be had;
 *   nodeFlags: options of node and V8 in force;
 *   missing: { field: reason } for each field that is null;
 *   warnings: [{ code, ... }], see stability.js. Never throws, no NaN.
 */
function createSysinfo({ host, clock, cpuMhz, version, engine }) {
  const stabilityWarnings = createStability(host);

  return function sysinfo() {
    const info = {};
    const missing = {};
    const fact = (field, probe) => {
      info[field] = null;
      try {
        const value = probe();
        const isTold = typeof value === 'number' ? Number.isFinite(value) : typeof value === 'string' && value !== '';
        if (isTold) info[field] = value;
        else missing[field] = 'the system does not tell';
      } catch (error) {
        missing[field] = reasonOf(error);
      }
    };
    const orElse = (value, probe) => {
      try {
        return probe();
      } catch (_) {
        return value;
      }
    };

    // asked once for two fields; the error, if any, is thrown again for each
    let cpus;
    try {
      const list = host.cpus();
      cpus = () => list;
    } catch (error) {
      cpus = () => { throw error; };
    }
    // What other engines tell there is what they can stand in for.
    const only = (isIts, value) => {
      if (!isIts) throw new Error(`this is ${engine.name} ${engine.version()}`);
      return value;
    };
    const speed = orElse({ mhz: null, source: null, reasons: [] }, () => cpuMhz.reading());
    const speedOr = (value) => {
      const reasons = speed.reasons.map(({ source, reason }) => `${source}: ${reason}`);
      if (value === null) throw new Error(reasons.join('; ') || 'the measurement failed');
      return value;
    };

    fact('qtimeitVersion', () => version);
    fact('nodeTitle', () => host.title);
    fact('engine', () => engine.name);
    fact('engineVersion', () => engine.version());
    fact('jit', () => engine.jit());
    fact('nodeVersion', () => only(engine.name === 'node', host.versions.node));
    fact('v8Version', () => only(engine.jit().startsWith('V8 '), host.versions.v8));
    fact('platform', () => host.platform);
    fact('arch', () => host.arch);
    fact('kernel', () => host.release());
    fact('cpu', () => cpuModel(host, orElse([], cpus)));
    fact('cpuMhz', () => speedOr(speed.mhz));
    fact('cpuMhzSource', () => speedOr(speed.source));
    fact('cpuCount', () => cpuCount(cpus()));
    fact('cpuUpThreshold', () => upThreshold(host));
    fact('cpuScalingGovernor', () => scalingGovernor(host));
    fact('clockGrainNs', () => clock.grainNs());
    fact('clockCostNs', () => clock.costNs());
    info.nodeFlags = orElse([], () => nodeFlags(host));
    info.missing = missing;
    info.warnings = stabilityWarnings({ governor: info.cpuScalingGovernor, cpu: info.cpu, cpuCount: info.cpuCount });
    return info;
  };
}

module.exports = { createSysinfo };
