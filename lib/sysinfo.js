'use strict';

/* The facts about this machine and this process that belong to a result. */

const { orNull, readFacts, readTrimmed } = require('./base/host/fs-queries');
const { readMessage } = require('./base/text/show');
const { createStability } = require('./core/system/stability');
const { nodeFlags } = require('./core/system/process-flags');

const CPU = '/sys/devices/system/cpu';

const READ_REASONS = {
  ENOENT: 'does not exist here',
  EACCES: 'cannot be read (no permission)',
  EPERM: 'cannot be read (no permission)',
  ERR_ACCESS_DENIED: 'is forbidden by the Node.js permission model',
};

function reasonOf(error) {
  if (error && READ_REASONS[error.code]) return `${error.path || error.resource || 'it'} ${READ_REASONS[error.code]}`;
  return readMessage(error);
}

function onLinux(host) {
  if (host.platform !== 'linux') throw new Error('available only on Linux');
}

/** Distinct governors of all processors: 'performance powersave'. */
function scalingGovernor(host) {
  onLinux(host);
  const cpus = host.listDir(CPU).filter((entry) => /^cpu\d+$/.test(entry));
  // A processor that is switched off has none.
  const governors = cpus.map((name) => readTrimmed(host, `${CPU}/${name}/cpufreq/scaling_governor`)).filter(Boolean);
  if (!governors.length) throw new Error('no frequency scaling visible (virtual machine, container or fixed clock)');
  return [...new Set(governors)].sort().join(' ');
}

/** Percent of load above which the ondemand or the conservative governor raises the clock. */
function upThreshold(host) {
  onLinux(host);
  for (const name of ['ondemand', 'conservative']) {
    const text = readTrimmed(host, `${CPU}/cpufreq/${name}/up_threshold`);
    if (/^\d+$/.test(text)) return Number(text);
  }
  throw new Error('neither the ondemand nor the conservative governor is in use');
}

/** On arm os.cpus() has no model, but /proc/cpuinfo has the name of the board. */
function cpuModel(host, cpus) {
  const model = cpus.length && String(cpus[0].model || '').trim();
  if (model && model !== 'unknown') return model;
  if (host.platform === 'linux') {
    const board = /^(?:model name|Model|Hardware)\s*:\s*(.+)$/m.exec(host.readText('/proc/cpuinfo'));
    if (board) return board[1].trim();
  }
  throw new Error('neither os.cpus() nor /proc/cpuinfo names the processor');
}

// Measuring the clock rate takes 0.25 s, which a comparison of rates would spend for each side.
const WHY_NOT = 'not measured, because rates are not in cycles';
const NOT_MEASURED = { reading: () => ({ mhz: null, source: null, reasons: [{ source: 'chain', reason: WHY_NOT }] }) };

/**
 * @param {object} options { host, clock, cpuMhz, version, engine, colourLevel }; clock may throw; cpuMhz: the clock
 *   rate is not measured without it; version: of this library; colourLevel(): see base/host/terminal.js
 * @returns {function(): object} sysinfo(). It never throws, and returns a new object of JSON values:
 *   the probes below: engine ('node', 'bun', 'deno'), engineVersion ('20.20.2'), jit ('V8 11.3.244.8'), cpuMhzSource
 *   ('perf', 'chain' or 'os'), cpuUpThreshold (percent), ...; each is null if unknown;
 *   nodeFlags: options of node and V8 in force;
 *   missing: { field: reason } for each field that is null;
 *   warnings: [{ code, ... }], see stability.js
 */
function createSysinfo({ host, clock, cpuMhz = NOT_MEASURED, version, engine, colourLevel = () => 0 }) {
  const stabilityWarnings = createStability(host);

  return function sysinfo() {
    let listed = null;
    const cpus = () => listed || (listed = host.cpus());
    // Other engines set the versions that they imitate.
    const only = (isIts, value) => {
      if (!isIts) throw new Error(`this is ${engine.name} ${engine.version()}`);
      return value;
    };
    const speed = orNull(() => cpuMhz.reading()) || { mhz: null, source: null, reasons: [] };
    const known = (value) => {
      if (value !== null) return value;
      throw new Error(speed.reasons.map(({ source, reason }) => `${source}: ${reason}`).join('; ') ||
        'the measurement failed');
    };
    const probes = {
      qtimeitVersion: () => version,
      nodeTitle: () => host.title,
      engine: () => engine.name,
      engineVersion: () => engine.version(),
      jit: () => engine.jit(),
      nodeVersion: () => only(engine.name === 'node', host.versions.node),
      v8Version: () => only(engine.jit().startsWith('V8 '), host.versions.v8),
      platform: () => host.platform,
      arch: () => host.arch,
      kernel: () => host.release(),
      cpu: () => cpuModel(host, orNull(cpus) || []),
      cpuMhz: () => known(speed.mhz),
      cpuMhzSource: () => known(speed.source),
      cpuCount() {
        if (!cpus().length) throw new Error('os.cpus() is empty');
        return cpus().length;
      },
      cpuUpThreshold: () => upThreshold(host),
      cpuScalingGovernor: () => scalingGovernor(host),
      clockGrainNs: () => clock.grainNs(),
      clockCostNs: () => clock.costNs(),
      colorLevel: () => colourLevel(),
    };
    const { facts, missing } = readFacts(probes, 'the system does not report it', reasonOf);
    const { cpuScalingGovernor: governor, cpu, cpuCount } = facts;
    return {
      ...facts, nodeFlags: orNull(() => nodeFlags(host)) || [], missing,
      warnings: stabilityWarnings({ governor, cpu, cpuCount }),
    };
  };
}

module.exports = { createSysinfo };
