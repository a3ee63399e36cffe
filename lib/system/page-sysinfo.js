'use strict';

/* Facts that a page knows: its browser, and the clock. */

const { messageOf } = require('../text/show');

const NOT_TOLD = 'a page is not told';
const NONE = 'there is none in a page';

const MISSING = {
  nodeTitle: NONE, jit: NOT_TOLD, nodeVersion: NONE, v8Version: NOT_TOLD, arch: NOT_TOLD, kernel: NOT_TOLD,
  cpu: NOT_TOLD, cpuUpThreshold: NOT_TOLD, cpuScalingGovernor: NOT_TOLD,
};

/** Fields of sysinfo.js, and isIsolated: whether the page has the finer clock, which server headers enable. */
function createPageSysinfo({ engine, clock, chainMhz, version, page }) {
  return function sysinfo() {
    const info = { qtimeitVersion: version };
    for (const field of Object.keys(MISSING)) info[field] = null;
    const missing = { ...MISSING };
    const fact = (field, probe) => {
      info[field] = null;
      try {
        const value = probe();
        if (typeof value === 'string' ? value !== '' : Number.isFinite(value)) info[field] = value;
        else missing[field] = NOT_TOLD;
      } catch (error) {
        missing[field] = messageOf(error);
      }
    };
    const { userAgentData, platform, hardwareConcurrency } = page.navigator;
    fact('engine', () => engine.name);
    fact('engineVersion', () => engine.version());
    fact('platform', () => (userAgentData && userAgentData.platform) || platform);
    fact('cpuCount', () => hardwareConcurrency);
    fact('cpuMhz', () => chainMhz());
    fact('cpuMhzSource', () => (info.cpuMhz === null ? null : 'chain'));
    fact('clockGrainNs', () => clock.grainNs());
    fact('clockCostNs', () => clock.costNs());
    return { ...info, isIsolated: page.crossOriginIsolated === true, nodeFlags: [], missing, warnings: [] };
  };
}

module.exports = { createPageSysinfo };
