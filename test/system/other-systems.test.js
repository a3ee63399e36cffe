'use strict';

/* Facts of other systems than Linux, without questions for files and programs of Linux. */

const { expect } = require('chai');
const { createSysinfo } = require('#lib/sysinfo');
const { createCpuMhz } = require('#lib/core/system/cpu-mhz');
const { findAll } = require('#lib/core/system/findings');
const { makeFast } = require('#lib/core/system/governor');
const { fakeHost } = require('../helpers/fake-host');
const { MACOS, WINDOWS, answerAsMac } = require('../helpers/other-systems');

const clock = { grainNs: () => 41, costNs: () => 30 };
const engine = { name: 'node', version: () => '20.20.2', jit: () => 'V8 11.3.244.8-node.38' };

function seenOn(recorded, chainMhz = () => 3204) {
  const host = fakeHost(recorded);
  const cpuMhz = createCpuMhz({ host, chainMhz });
  return { host, info: createSysinfo({ host, clock, cpuMhz, version: '1.0.0', engine })() };
}

/** What was asked for by a path or a program of another system. */
const foreign = ({ platform, asked, runs }) => [
  ...asked.filter((name) => /^\/(?:proc|sys)\//.test(name)),
  ...runs.map(({ command }) => command).filter((name) => platform !== 'darwin' || !/\/(?:pmset|sysctl)$/.test(name)),
];

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
      expect(foreign(host)).to.deep.equal([]);
      const { cpuMhz, cpuMhzSource } = seenOn(recorded, () => null).info;
      expect({ cpuMhz, cpuMhzSource }).to.deep.equal({ cpuMhz: recorded.cpus[0].speed, cpuMhzSource: 'os' });
    });

    it('lists no finding that would be one of Linux, and changes no governor', () => {
      const { host, info } = seenOn(recorded);
      const { findings, isContainer, isVirtual } = findAll(host, info);
      expect({ findings: findings.filter(({ kind }) => !/^(?:load|slow-cores)$/.test(kind)), isContainer, isVirtual })
        .to.deep.equal({ findings: [], isContainer: false, isVirtual: false });
      expect(makeFast(host)).to.deep.equal({ kind: 'no-scaling', changed: [], failed: [] });
      expect(foreign(host)).to.deep.equal([]);
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

describe('macOS', () => {
  const PMSET = '/usr/bin/pmset -g';
  const seenWith = (outputs) => {
    const { host, info } = seenOn({ ...MACOS, run: answerAsMac(outputs) });
    return { warnings: info.warnings, ...findAll(host, info) };
  };
  const isFine = (fine) => ['mains power', 'Low Power Mode off', 'no speed limit'].map((words) => fine.includes(words));

  for (const [what, outputs, warnings] of [
    ['mains power, without a speed limit', {}, []],
    ['a battery', { [`${PMSET} batt`]: ["Now drawing from 'Battery Power'",
      ' -InternalBattery-0 (id=22806627)\t78%; discharging; 5:05 remaining present: true'] }, [{ code: 'battery' }]],
    ['Low Power Mode', { [PMSET]: ['Currently in use:', ' lowpowermode         1', ' womp                 0'] },
      [{ code: 'low-power', setting: 'lowpowermode' }]],
    ['Low Power Mode of newer Macs', { [PMSET]: ['Currently in use:', ' powermode            1'] },
      [{ code: 'low-power', setting: 'powermode' }]],
    ['High Power Mode', { [PMSET]: ['Currently in use:', ' powermode            2'] }, []],
    ['a speed limit', { [`${PMSET} therm`]: ['Note: No thermal warning level has been recorded',
      '2020-11-24 13:10:40 +0100 \tCPU_Speed_Limit \t= 35', '\tCPU_Available_CPUs \t= 8',
      '\tCPU_Scheduler_Limit \t= 100'] }, [{ code: 'speed-limit', percent: 35 }]],
    ['other outputs', { [PMSET]: [' lowpowermode'], [`${PMSET} batt`]: ['drawing from Battery'],
      [`${PMSET} therm`]: ['\tCPU_Speed_Limit \t= none'] }, []],
    ['no programs', { [PMSET]: null, [`${PMSET} batt`]: null, [`${PMSET} therm`]: null, '/usr/sbin/sysctl hw': null },
      []],
  ]) it(`with ${what} has the right warnings`, () => expect(seenWith(outputs).warnings).to.deep.equal(warnings));

  it('lists what is fine, and what it does not report', () => {
    const limit = ['\tCPU_Scheduler_Limit \t= 100', '\tCPU_Available_CPUs \t= 8', '\tCPU_Speed_Limit \t= 100'];
    const [silicon, intel] = [{}, { [`${PMSET} therm`]: limit }].map(seenWith);
    expect([silicon, intel].map(({ fine }) => isFine(fine))).to.deep.equal([[true, true, false], [true, true, true]]);
    expect([silicon, intel].map(({ unseen }) => unseen.includes('speed limit'))).to.deep.equal([true, false]);
    expect(seenWith({ [PMSET]: null }).unseen).to.include('Low Power Mode');
  });

  it('lists cores that are slower than others', () => {
    const slow = (outputs) => seenWith(outputs).findings.filter(({ kind }) => kind === 'slow-cores')
      .map(({ found }) => found);
    const sysctl = '/usr/sbin/sysctl hw';
    expect([slow({}), slow({ [sysctl]: ['hw.ncpu: 8', 'hw.perflevel0.logicalcpu: 8'] }), slow({ [sysctl]: null })])
      .to.deep.equal([['4 of 8 CPUs are slower (Efficiency), and macOS can move the test there'], [], []]);
  });

  it('is asked for its battery once, and for its speed limit each time', () => {
    const host = fakeHost(MACOS);
    const sysinfo = createSysinfo({ host, clock, version: '1.0.0', engine });
    sysinfo();
    sysinfo();
    expect(host.runs.map(({ args }) => args.join(' '))).to.deep.equal(['-g batt', '-g', '-g therm', '-g therm']);
  });
});
