'use strict';

const { expect } = require('chai');
const { createSysinfo } = require('#lib/sysinfo');
const { createCpuMhz } = require('#lib/core/system/cpu-mhz');
const realHost = require('#lib/base/host/host');
const { sentence } = require('#lib/core/system/warnings');
const { fakeHost, systemError, STEADY } = require('../helpers/fake-host');

const CPU = '/sys/devices/system/cpu';
const FIELDS = ['qtimeitVersion', 'nodeTitle', 'engine', 'engineVersion', 'jit', 'nodeVersion', 'v8Version',
  'platform', 'arch', 'kernel', 'cpu', 'cpuMhz', 'cpuMhzSource',
  'cpuCount', 'cpuUpThreshold', 'cpuScalingGovernor', 'clockGrainNs', 'clockCostNs', 'colorLevel'];

const clock = { grainNs: () => 30, costNs: () => 23.5 };
const engineOf = (name, version, jit) => ({ name, version: () => version, jit: () => jit });
const NODE = engineOf('node', '20.20.2', 'V8 11.3.244.8-node.38');
const mhzOf = (mhz, source, reasons = []) => Object.assign(() => mhz, { reading: () => ({ mhz, source, reasons }) });
const make = (given, more) => createSysinfo({
    host: fakeHost(given), clock, cpuMhz: mhzOf(3592.25, 'chain'), version: '1.0.0', engine: NODE,
    colourLevel: () => 2, ...more,
  });
const throwing = (error) => () => { throw error; };

const steady = (changes, more) => ({ files: { ...STEADY, ...changes }, ...more });

describe('sysinfo.js', () => {
  it('has all facts of a machine', () => {
    expect(make(steady({}, { execArgv: ['--expose-gc'] }))()).to.deep.equal({
      qtimeitVersion: '1.0.0', nodeTitle: 'node', engine: 'node', engineVersion: '20.20.2',
      jit: 'V8 11.3.244.8-node.38', nodeVersion: '20.20.2', v8Version: '11.3.244.8-node.38',
      platform: 'linux', arch: 'x64', kernel: '6.1.0',
      cpu: 'Fast CPU 9000', cpuMhz: 3592.25, cpuMhzSource: 'chain', cpuCount: 4, cpuUpThreshold: 95,
      cpuScalingGovernor: 'performance', clockGrainNs: 30, clockCostNs: 23.5,
      colorLevel: 2, nodeFlags: ['--expose-gc'], missing: {}, warnings: [],
    });
  });

  it('names the engine, without the Node that others imitate', () => {
    const versions = { node: '26.3.0', v8: '15.0.245.2-rusty' };
    const of = (engine) => {
      const { nodeVersion, v8Version, jit, missing, ...info } = make(steady({}, { versions }), { engine })();
      return [info.engine, info.engineVersion, jit, nodeVersion, v8Version, missing];
    };
    const bun = 'this is bun 1.4.5';
    expect(of(engineOf('bun', '1.4.5', 'JavaScriptCore 1a2b3c4d'))).to.deep.equal(
      ['bun', '1.4.5', 'JavaScriptCore 1a2b3c4d', null, null, { nodeVersion: bun, v8Version: bun }]);
    expect(of(engineOf('deno', '2.9.6', 'V8 15.0.245.2-rusty'))).to.deep.equal(
      ['deno', '2.9.6', 'V8 15.0.245.2-rusty', null, '15.0.245.2-rusty', { nodeVersion: 'this is deno 2.9.6' }]);
  });

  it('makes a new object at each call', () => {
    const sysinfo = make(steady({ '/sys/class/power_supply/BAT0/status': 'Discharging\n' }));
    const first = sysinfo();
    first.warnings[0].code = 'spoilt';
    first.missing.cpu = 'spoilt';
    first.nodeFlags.push('spoilt');
    expect(sysinfo().warnings).to.deep.equal([{ code: 'battery' }]);
    expect(sysinfo()).to.deep.include({ missing: {}, nodeFlags: [] });
  });

  it('has warnings', () => {
    const cpus = [{ model: 'Apple M1 (Virtual)' }, { model: 'Apple M1 (Virtual)' }];
    const files = { [`${CPU}/cpu0/cpufreq/scaling_governor`]: 'powersave\n', '/proc/cpuinfo': 'Features : fp\n' };
    const info = make({ files, cpus, loadavg: [3, 0, 0] })();
    expect(info.warnings).to.deep.equal([
      { code: 'governor', governor: 'powersave' }, { code: 'virtual-machine', hypervisor: null },
      { code: 'load', load1: 3, cpuCount: 2 },
    ]);
    expect(Object.keys(info)).to.deep.equal([...FIELDS, 'nodeFlags', 'missing', 'warnings']);
  });

  it('joins the distinct governors in a fixed order, and takes the threshold of the governor in use', () => {
    const governors = { 0: 'schedutil', 1: 'performance', 10: 'schedutil' };
    const files = { [`${CPU}/cpufreq/policy0/scaling_governor`]: 'x', [`${CPU}/cpuidle/scaling_governor`]: 'x',
        [`${CPU}/cpu2/online`]: '0', [`${CPU}/cpufreq/conservative/up_threshold`]: '80' };
    for (const [i, name] of Object.entries(governors)) files[`${CPU}/cpu${i}/cpufreq/scaling_governor`] = `${name}\n`;
    expect(make({ files })()).to.include({ cpuScalingGovernor: 'performance schedutil', cpuUpThreshold: 80 });
    files[`${CPU}/cpufreq/ondemand/up_threshold`] = 'high';
    expect(make({ files })().cpuUpThreshold).to.equal(80);
  });

  it('names an arm board if os.cpus() has no model', () => {
    const files = { '/proc/cpuinfo': 'processor\t: 0\nBogoMIPS\t: 108.00\n\nModel\t\t: Raspberry Pi 4 Model B\n' };
    for (const model of ['unknown', '', undefined]) {
      expect(make({ files, cpus: [{ model }] })().cpu).to.equal('Raspberry Pi 4 Model B');
    }
  });

  describe('unknown facts are null, with a reason', () => {
    const cpus = systemError('ENOENT', '/proc/cpuinfo');
    const cases = [
      ['cpu', { cpus: [] }, 'neither os.cpus() nor /proc/cpuinfo names the processor',
        { '/proc/cpuinfo': 'bogomips : 5200' }],
      ['cpu', { cpus: [] }, '/proc/cpuinfo does not exist here'],
      ['cpu', { cpus: [], platform: 'darwin' }, 'neither os.cpus() nor /proc/cpuinfo names the processor'],
      ['cpuCount', { cpus: [] }, 'os.cpus() is empty'],
      ['cpuCount', { cpus }, '/proc/cpuinfo does not exist here'],
      ['kernel', { release: systemError('EPERM', undefined) }, 'it cannot be read (no permission)'],
      ['kernel', { release: '' }, 'the system does not report it'],
      ['nodeTitle', { title: '' }, 'the system does not report it'],
      ['v8Version', { versions: { node: '20.20.2' } }, 'the system does not report it'],
      ['cpuScalingGovernor', {}, '/sys/devices/system/cpu does not exist here'],
      ['cpuScalingGovernor', {}, 'no frequency scaling visible (virtual machine, container or fixed clock)',
        { [`${CPU}/cpu0/online`]: '1' }],
      ['cpuUpThreshold', {}, 'neither the ondemand nor the conservative governor is in use'],
    ];
    const reasons = [{ source: 'perf', reason: 'only on linux' }, { source: 'chain', reason: 'no result' }];
    const speed = { cpuMhz: mhzOf(null, null, reasons) };
    const stopped = { clock: { grainNs: throwing(new Error('clock did not advance')), costNs: () => NaN } };
    cases.push(
      ['cpuMhz', {}, 'perf: only on linux; chain: no result', {}, speed],
      ['cpuMhzSource', {}, 'perf: only on linux; chain: no result', {}, speed],
      ['cpuMhz', {}, 'the measurement failed', {}, { cpuMhz: { reading: throwing(new Error('boom')) } }],
      ['clockGrainNs', {}, 'clock did not advance', {}, stopped],
      ['clockCostNs', {}, 'the system does not report it', {}, stopped]);
    it('of each kind', () => {
      for (const [field, given, reason, files, more] of cases) {
        const info = make({ ...given, files }, more)();
        expect([info[field], info.missing[field]]).to.deep.equal([null, reason]);
      }
    });
  });

  it('never throws, and has a reason for each fact', () => {
    const no = systemError('ERR_ACCESS_DENIED', undefined);
    for (const platform of ['linux', 'darwin', 'win32', 'aix']) {
      const host = fakeHost({
        platform, cpus: no, loadavg: no, release: no, run: no, inspectorUrl: no, execArgv: undefined, env: undefined,
        versions: {},
      });
      const info = createSysinfo({ host, clock: {}, cpuMhz: undefined, version: undefined, engine: undefined })();
      const known = FIELDS.filter((field) => info[field] !== null);
      expect(known).to.deep.equal(['nodeTitle', 'platform', 'arch', 'colorLevel']);
      expect(Object.keys(info.missing)).to.deep.equal(FIELDS.filter((field) => info[field] === null));
      expect(info.missing.kernel).to.equal('it is forbidden by the Node.js permission model');
      expect(info).to.deep.include({ nodeFlags: [], warnings: [] });
    }
  });

  it('works on the machine that runs this test', () => {
    const cpuMhz = createCpuMhz({ host: realHost, chainMhz: () => 3000 });
    const sysinfo = createSysinfo({ host: realHost, clock, cpuMhz, version: '1.0.0', engine: require('#engine') });
    sysinfo();
    const info = sysinfo();
    const json = JSON.stringify(info);
    expect(json).to.not.match(/NaN|Infinity|undefined|\[object/);
    expect(JSON.parse(json)).to.deep.equal(info);
    expect(Object.keys(info.missing)).to.deep.equal(FIELDS.filter((field) => info[field] === null));
    expect(info.nodeVersion).to.equal(process.versions.node);
    expect(info.cpuMhz).to.be.within(10, 20000);
    for (const warning of info.warnings) expect(sentence(warning)).to.be.a('string');
  });
});
