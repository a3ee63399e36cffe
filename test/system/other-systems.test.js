'use strict';

/* Facts of other systems than Linux, without questions for files and programs of Linux. */

const { expect } = require('chai');
const { createSysinfo } = require('#lib/sysinfo');
const { createCpuMhz } = require('#lib/core/system/cpu-mhz');
const { findAll } = require('#lib/core/system/findings');
const { makeFast } = require('#lib/core/system/governor');
const { fakeHost } = require('../helpers/fake-host');
const { MACOS, WINDOWS } = require('../helpers/other-systems');

const clock = { grainNs: () => 41, costNs: () => 30 };
const engine = { name: 'node', version: () => '20.20.2', jit: () => 'V8 11.3.244.8-node.38' };

function seenOn(recorded, chainMhz = () => 3204) {
  const host = fakeHost(recorded);
  const cpuMhz = createCpuMhz({ host, chainMhz });
  return { host, info: createSysinfo({ host, clock, cpuMhz, version: '1.0.0', engine })() };
}

/** What was asked for by a path of Linux. */
const linuxOnly = ({ asked, runs }) => [...asked.filter((name) => /^\/(?:proc|sys)\//.test(name)), ...runs];

for (const [name, recorded, cpu] of [
  ['macOS', MACOS, 'Apple M1'], ['Windows', WINDOWS, '13th Gen Intel(R) Core(TM) i7-1360P'],
]) {
  describe(`facts of ${name}`, () => {
    it('is all but what Linux alone has, without a look at its files and programs', () => {
      const { host, info } = seenOn(recorded);
      expect(info).to.include({
        platform: recorded.platform, arch: recorded.arch, kernel: recorded.release, cpu, cpuCount: recorded.cpus.length,
        cpuMhz: 3204, cpuMhzSource: 'chain', cpuScalingGovernor: null, cpuUpThreshold: null,
      });
      expect(info.missing).to.deep.equal(
        { cpuScalingGovernor: 'available only on Linux', cpuUpThreshold: 'available only on Linux' });
      expect(linuxOnly(host)).to.deep.equal([]);
      const { cpuMhz, cpuMhzSource } = seenOn(recorded, () => null).info;
      expect({ cpuMhz, cpuMhzSource }).to.deep.equal({ cpuMhz: recorded.cpus[0].speed, cpuMhzSource: 'os' });
    });

    it('lists no finding that would be one of Linux, and changes no governor', () => {
      const { host, info } = seenOn(recorded);
      const { findings, isContainer, isVirtual } = findAll(host, info);
      expect({ findings: findings.filter(({ kind }) => kind !== 'load'), isContainer, isVirtual })
        .to.deep.equal({ findings: [], isContainer: false, isVirtual: false });
      expect(makeFast(host)).to.deep.equal({ kind: 'no-scaling', changed: [], failed: [] });
      expect(linuxOnly(host)).to.deep.equal([]);
    });
  });
}

it('takes the load of macOS, and ignores the zeros of Windows', () => {
  const loads = (recorded) => seenOn(recorded).info.warnings.filter(({ code }) => code === 'load');
  expect([loads(MACOS), loads(WINDOWS)]).to.deep.equal([[], []]);
  expect(loads({ ...MACOS, loadavg: [9.5, 4, 2] })).to.deep.equal([{ code: 'load', load1: 9.5, cpuCount: 8 }]);
  const { host, info } = seenOn(WINDOWS);
  expect(findAll(host, info).fine.join()).to.not.include('load');
});
