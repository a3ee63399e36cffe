'use strict';

/* The facts about a page, which knows only its browser and the clock. */

const { readFacts } = require('../../base/host/fs-queries');

const NOT_KNOWN = 'not available in a page';
const NONE = 'there is none in a page';

const MISSING = {
  nodeTitle: NONE, jit: NOT_KNOWN, nodeVersion: NONE, v8Version: NOT_KNOWN, arch: NOT_KNOWN, kernel: NOT_KNOWN,
  cpu: NOT_KNOWN, cpuUpThreshold: NOT_KNOWN, cpuScalingGovernor: NOT_KNOWN,
};

/** Fields of sysinfo.js, and isIsolated: whether the page has the finer clock, which server headers enable. */
function createPageSysinfo({ engine, clock, chainMhz, version, page }) {
  return function sysinfo() {
    const { userAgentData, platform, hardwareConcurrency } = page.navigator;
    let mhz = null;
    const { facts, missing } = readFacts({
      engine: () => engine.name,
      engineVersion: () => engine.version(),
      platform: () => (userAgentData && userAgentData.platform) || platform,
      cpuCount: () => hardwareConcurrency,
      cpuMhz: () => (mhz = chainMhz()),
      cpuMhzSource: () => (Number.isFinite(mhz) ? 'chain' : null),
      clockGrainNs: () => clock.grainNs(),
      clockCostNs: () => clock.costNs(),
    }, NOT_KNOWN);
    const nulls = Object.fromEntries(Object.keys(MISSING).map((field) => [field, null]));
    return {
      qtimeitVersion: version, ...nulls, ...facts, isIsolated: page.crossOriginIsolated === true, nodeFlags: [],
      missing: { ...MISSING, ...missing }, warnings: [],
    };
  };
}

module.exports = { createPageSysinfo };
