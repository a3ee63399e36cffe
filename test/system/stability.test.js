'use strict';

const { expect } = require('chai');
const { createStability } = require('#lib/core/system/stability');
const { fakeHost, systemError, STEADY } = require('../helpers/fake-host');

const CPU = '/sys/devices/system/cpu';
const CLOCKS = '/sys/devices/system/clocksource/clocksource0/available_clocksource';
const FACTS = { governor: 'performance', cpu: 'Fast CPU 9000', cpuCount: 4 };

const reader = (given, facts) => createStability(fakeHost(given)).bind(null, { ...FACTS, ...facts });
const steady = (changes, more) => ({ files: { ...STEADY, ...changes }, ...more });
const warningsOf = (given, facts) => reader(given, facts)();

describe('system/stability', () => {
  const x86 = (flags) => ({ '/proc/cpuinfo': `processor\t: 0\nflags\t\t: fpu vme ${flags}\nbugs\t\t: none\n` });
  const arm = { '/proc/cpuinfo': 'processor\t: 0\nFeatures\t: fp asimd\n' };
  const dmi = (vendor, product) =>
    ({ '/sys/class/dmi/id/sys_vendor': `${vendor}\n`, '/sys/class/dmi/id/product_name': `${product}\n` });
  const ticks = (used, steal) => ({ '/proc/stat': `cpu  ${used} 0 0 90000 10 0 0 ${steal} 70 0\n` });
  const battery = (more) => ({ '/sys/class/power_supply/BAT0/status': 'Discharging\n', ...more });
  const vm = (hypervisor) => [{ code: 'virtual-machine', hypervisor }];
  const own = (text) => ({ '/proc/self/cgroup': text });
  const max = (group, us) => ({ [`/sys/fs/cgroup${group}/cpu.max`]: `${us} 100000\n` });
  const cfs = (group, us) => ({
    [`/sys/fs/cgroup/${group}/cpu.cfs_quota_us`]: `${us}\n`, [`/sys/fs/cgroup/${group}/cpu.cfs_period_us`]: '100000\n',
  });
  const quota = (cpus) => [{ code: 'cpu-quota', cpus }];
  const stolen = (share) => [{ code: 'stolen-time', share, recentShare: null }];
  const noTurbo = { path: `${CPU}/intel_pstate/no_turbo`, off: '1' };
  const v1 = '4:cpu,cpuacct:/docker/abc\n3:cpuset:/other\n1:name=systemd:/\n';

  const cases = [
    ['turbo that the driver of Intel has on', { [`${CPU}/intel_pstate/no_turbo`]: '0\n' },
      [{ code: 'turbo', ...noTurbo }]],
    ['turbo that another driver has on', { [`${CPU}/cpufreq/boost`]: '1\n' },
      [{ code: 'turbo', path: `${CPU}/cpufreq/boost`, off: '0' }]],
    ['no turbo if it is unknown',
      { [`${CPU}/cpufreq/boost`]: '', [`${CPU}/intel_pstate/no_turbo`]: systemError('EACCES', 'x') }, []],

    ['a virtual machine without a name', x86('hypervisor'), vm(null)],
    ['no virtual machine in a longer flag', x86('hypervisor_not'), []],
    ['a virtual machine named by its maker', { ...x86('hypervisor'), ...dmi('VMware, Inc.', 'VMware7,1') },
      vm('vmware')],
    ['Hyper-V', { ...x86('hypervisor'), ...dmi('Microsoft Corporation', 'Virtual Machine') }, vm('hyperv')],
    ['a virtual machine on arm', { ...arm, ...dmi('QEMU', 'KVM Virtual Machine') }, vm('kvm')],
    ['a cloud machine on arm', { ...arm, ...dmi('Amazon EC2', 'c6g.large') }, vm('kvm')],
    ['no virtual machine on bare metal in the cloud', { ...arm, ...dmi('Amazon EC2', 'c6g.metal') }, []],
    ['no virtual machine in a notebook of Microsoft', { ...arm, ...dmi('Microsoft Corporation', 'Surface Pro X') }, []],
    ['no virtual machine where the processor denies it', dmi('Amazon EC2', 'm5.large'), []],
    ['Xen', { ...x86('hypervisor'), '/sys/hypervisor/type': 'xen\n' }, vm('xen')],
    ['a hypervisor by the clock it offers', { ...x86('hypervisor'), [CLOCKS]: 'tsc kvm-clock \n' }, vm('kvm')],

    ['time stolen since boot', ticks(9000, 1000), stolen(0.1)], // 1000 / (9000 + 1000)
    ['a share of stolen time rounded to four digits', ticks(2000, 1000), stolen(0.3333)],
    ['the time used in all its kinds', { '/proc/stat': 'cpu  1000 2000 1500 90000 7000 2200 2300 1000 0 0\n' },
      stolen(0.1)], // 1000 / (9000 + 1000)
    ['no time stolen up to 1 %', ticks(9900, 100), []],
    ['no time stolen in a kernel too old to count it', { '/proc/stat': 'cpu  1 2 3 4\n' }, []],
    ['no time stolen if /proc/stat has an unknown form', { '/proc/stat': 'nothing\n' }, []],

    ['a quota of the own control group', max('/user.slice', 150000), quota(1.5)],
    ['a quota of a parent', { ...own('0::/a/b/c\n'), ...max('/a/b/c', 300000), ...max('/a', 50000) }, quota(0.5)],
    ['a quota of a group with a colon', { ...own('0::/a:b\n'), ...max('/a:b', 50000) }, quota(0.5)],
    ['a quota at the root of a container', { ...own('0::/\n'), ...max('', 200000) }, quota(2)],
    ['a quota seen from outside its root', { ...own('0::/../../x\n'), ...max('', 200000) }, quota(2)],
    ['a quota in a mount next to version 1', max('/unified/user.slice', 100000), quota(1)],
    ['a quota of version 1', { ...own(v1), ...cfs('cpu,cpuacct/docker/abc', 250000) }, quota(2.5)],
    ['a quota of version 1 at the root of a container', { ...own(v1), ...cfs('cpu', 100000) }, quota(1)],
    ['no quota of version 1', { ...own(v1), ...cfs('cpu', -1) }, []],
    ['no quota if half of it is missing', { ...own(v1), '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '100000\n' }, []],
    ['no quota that covers all processors', max('/user.slice', 400000), []],
    ['no quota of another controller', { ...own('3:cpuset:/other\n'), ...cfs('cpu/other', 1) }, []],
    ['a quota of an unknown group', { ...own(systemError('EACCES', 'x')), ...max('', 200000) }, quota(2)],

    ['pressure above 5 %', { '/proc/pressure/cpu': 'some avg10=5.01 avg60=0.00 avg300=0.00 total=1\n' },
      [{ code: 'pressure', avg10: 5.01 }]],
    ['no pressure of 5 %', { '/proc/pressure/cpu': 'some avg10=5.00 avg60=90.00 avg300=0.00 total=1\n' }, []],
    ['no pressure in a kernel that does not tell', { '/proc/pressure/cpu': systemError('EOPNOTSUPP', 'x') }, []],

    ['running on battery', battery(), [{ code: 'battery' }]],
    ['no battery of a mouse', battery({ '/sys/class/power_supply/BAT0/scope': 'Device\n' }), []],
    ['no battery in a power supply that is none', battery({ '/sys/class/power_supply/BAT0/type': 'UPS\n' }), []],
    ['a second battery that discharges',
      { '/sys/class/power_supply/BAT1/type': 'Battery\n', '/sys/class/power_supply/BAT1/status': 'Discharging\n' },
      [{ code: 'battery' }]],
  ];
  it('reports each condition, and nothing else', () => {
    for (const [what, files, warnings] of cases) expect(warningsOf(steady(files)), what).to.deep.equal(warnings);
  });

  it('reports governors other than performance', () => {
    const of = (governor) => warningsOf(steady({}), { governor });
    expect([of('performance'), of(null)]).to.deep.equal([[], []]);
    for (const governor of ['powersave', 'performance schedutil']) {
      expect(of(governor)).to.deep.equal([{ code: 'governor', governor }]);
    }
  });

  it('reports a load above half of the processors, and above the load of this process', () => {
    const of = (load1, cpuCount) => warningsOf(steady({}, { loadavg: [load1, 99, 99] }), { cpuCount });
    for (const [load1, cpuCount] of [[2.01, 4], [1.51, 2]]) {
      expect(of(load1, cpuCount)).to.deep.equal([{ code: 'load', load1, cpuCount }]);
    }
    for (const given of [[2, 4], [1.5, 2], [1.4, 1], [12, 64]]) expect(of(...given)).to.deep.equal([]);
  });

  it('reports a quota, but no load, if the number of processors is unknown', () => {
    expect(warningsOf(steady({ '/sys/fs/cgroup/cpu.max': '800000 100000\n' }, { loadavg: [50, 0, 0] }),
      { cpuCount: null })).to.deep.equal(quota(8));
  });

  it('reports time stolen since the last call', () => {
    const files = { ...STEADY, ...ticks(100000, 0) };
    const warnings = reader({ files });
    expect(warnings()).to.deep.equal([]);
    Object.assign(files, ticks(100900, 100)); // 100 of the last 1000, of all 100 / 101000
    expect(warnings()).to.deep.equal([{ code: 'stolen-time', share: 0.001, recentShare: 0.1 }]);
    Object.assign(files, ticks(101800, 100));
    expect(warnings()).to.deep.equal([]);
    Object.assign(files, ticks(101800, 20000));
    warnings();
    expect(warnings()).to.deep.equal([{ code: 'stolen-time', share: 0.1642, recentShare: 0 }]);
  });

  it('reads nothing before the first call, then the hypervisor and the battery once', () => {
    const host = fakeHost(steady({}));
    const warnings = createStability(host);
    expect(host.asked).to.deep.equal([]);
    warnings(FACTS);
    warnings(FACTS);
    const times = (path) => host.asked.filter((name) => name === path).length;
    expect(['/proc/cpuinfo', '/sys/class/power_supply', '/proc/stat'].map(times)).to.deep.equal([1, 1, 2]);
  });

  it('finds virtual machines outside linux by the name of the processor', () => {
    for (const [platform, cpu, expected] of [
      ['darwin', 'Apple M1 (Virtual)', vm(null)], ['win32', 'QEMU Virtual CPU version 2.5+', vm(null)],
      ['darwin', 'Apple M1', []], ['darwin', null, []]]) {
      expect(warningsOf({ platform, loadavg: [0, 0, 0] }, { cpu })).to.deep.equal(expected);
    }
    expect(warningsOf({ files: arm }, { cpu: 'Apple M1 (Virtual)' })).to.deep.equal(vm(null));
  });
});
