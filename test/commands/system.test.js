'use strict';

const { expect } = require('chai');
const { system } = require('#lib/cli/system');
const { findAll } = require('#lib/core/system/findings');
const { STATE } = require('#lib/core/system/governor');
const { createSysinfo } = require('#lib/sysinfo');
const { systemCodes } = require('#lib/core/system/warnings');
const { fakeHost, systemError, STEADY } = require('../helpers/fake-host');

const CPU = '/sys/devices/system/cpu';
const CLOCK = '/sys/devices/system/clocksource/clocksource0';
const HUGE = '/sys/kernel/mm/transparent_hugepage/enabled';

/** A machine without findings */
const FINE = {
  ...STEADY,
  '/proc/pressure/memory': 'some avg10=0.50 avg60=9.00 \nfull avg10=9.00 avg60=9.00 \n',
  '/proc/meminfo': 'MemAvailable:   12000000 kB\nSwapTotal:       2000000 kB\nSwapFree:        2000000 kB\n',
  [`${CLOCK}/current_clocksource`]: 'tsc\n', [`${CLOCK}/available_clocksource`]: 'tsc hpet acpi_pm \n',
  [`${CPU}/cpu0/cpufreq/scaling_min_freq`]: '3600000\n', [`${CPU}/cpu0/cpufreq/scaling_max_freq`]: '3600000\n',
  '/proc/self/personality': '00000000\n', '/proc/sys/kernel/randomize_va_space': '2\n',
  [`${CPU}/smt/active`]: '0\n', [`${CPU}/smt/control`]: 'notsupported\n', [HUGE]: 'always [madvise] never\n',
  '/proc/sys/kernel/perf_event_paranoid': '2\n', [`${CPU}/isolated`]: '\n',
  '/proc/self/status': 'Name:\tnode\nCpus_allowed_list:\t0-3\n',
};

const VIRTUAL = { '/proc/cpuinfo': 'processor\t: 0\nflags\t\t: fpu hypervisor\n' };

const NODE = { name: 'node', version: () => '20.20.2', jit: () => 'V8 11.3.244.8-node.38' };

function doorsOf(files, { cpuMhzSource = 'perf', clockCostNs = 20.4, ...given } = {}) {
  const host = fakeHost({ files: { ...files }, loadavg: [0.5, 0.5, 0.5], ...given });
  const reading = { mhz: cpuMhzSource && 3599.6, source: cpuMhzSource, reasons: [] };
  const clock = { grainNs: () => 1, costNs: () => clockCostNs };
  const sysinfo = createSysinfo({ host, clock, cpuMhz: { reading: () => reading }, version: '1.0.0', engine: NODE });
  return { host, sysinfo };
}

function found(changes, given) {
  const { host, sysinfo } = doorsOf({ ...FINE, ...changes }, given);
  return findAll(host, sysinfo());
}

/** { exitCode, out, error } */
function run(action, doors, json) {
  const written = { out: '', error: '' };
  const terminal = { write: (text) => { written.out += text; }, writeError: (text) => { written.error += text; } };
  const given = { options: { json }, positionals: action === undefined ? [] : [action] };
  return { exitCode: system(given, [], { ...doors, terminal }), ...written };
}

describe('the findings of the system command', () => {
  it('are empty on a well-configured machine', () => {
    expect(found({})).to.deep.equal({
      findings: [], unseen: [], isVirtual: false, isContainer: false,
      fine: ['plain node', 'no CPU quota', 'no memory pressure', 'no swap in use', 'load 0.50', 'no CPU pressure',
        'no stolen time', 'clock source tsc', 'mains power',
        'governor performance', 'turbo off', 'clock held at 3600 MHz', 'no virtual machine', 'address randomization on',
        'no hyper-threading', 'huge pages madvise', 'perf counts cycles'],
    });
  });

  const NO_COMMAND = null;
  const swapped = (mb, available = 12000000) =>
    ({ '/proc/meminfo': `MemAvailable:   ${available} kB\nSwapTotal:       2097152 kB\nSwapFree:        ` +
      `${2097152 - mb * 1024} kB\n` });
  const cases = [
    ['memory-pressure', { '/proc/pressure/memory': 'some avg10=1.01 avg60=0.00 avg300=0.00 total=1\n' },
      /waited for memory during 1\.01 % /, 'top -o %MEM', /stop/],
    ['swap', swapped(51), /^51 MB .* swapped out/, 'sudo swapoff -a && sudo swapon -a', null],
    ['swap', swapped(1000, 2 * 1000 * 1024), /^1000 MB/, NO_COMMAND, /stop the programs that use the memory/],
    ['swap', { '/proc/meminfo': swapped(51)['/proc/meminfo'].replace(/^MemAvailable.*\n/, '') }, /^51 MB/, NO_COMMAND,
      /stop the programs that use the memory/],
    ['clock-source', { [`${CLOCK}/current_clocksource`]: 'hpet\n' }, /^The clock source is hpet, 20 ns per reading,/,
      `echo tsc | sudo tee ${CLOCK}/current_clocksource`, null],
    ['clock-source', { [`${CLOCK}/current_clocksource`]: 'xen\n', [`${CLOCK}/available_clocksource`]: 'xen\n' },
      /is xen,/, 'sudo dmesg | grep -i tsc', /why the kernel does not use the TSC/],
    ['minimum-frequency',
      { [`${CPU}/cpu1/cpufreq/scaling_min_freq`]: '800000\n', [`${CPU}/cpu1/cpufreq/scaling_max_freq`]: '4200000\n' },
      /fall from 4200 to 800 MHz/,
      'sudo cpupower frequency-set -d 4200MHz', null],
    ['address-randomization', { '/proc/sys/kernel/randomize_va_space': '0\n' }, /randomization is off, .*layout/,
      'sudo sysctl -w kernel.randomize_va_space=2', null],
    ['address-randomization', { '/proc/sys/kernel/randomize_va_space': '1\n' }, /is partial,/,
      'sudo sysctl -w kernel.randomize_va_space=2', null],
    ['address-randomization', { '/proc/self/personality': '00040000\n' }, /off for this process/, NO_COMMAND,
      /setarch -R/],
    ['hyper-threading', { [`${CPU}/smt/active`]: '1\n', [`${CPU}/smt/control`]: 'on\n' }, /hardware threads/,
      `echo off | sudo tee ${CPU}/smt/control`, null],
    ['hyper-threading', { [`${CPU}/smt/active`]: '1\n', [`${CPU}/smt/control`]: 'notimplemented\n' },
      /hardware threads/, NO_COMMAND, /firmware/],
    ['huge-pages', { [HUGE]: '[always] madvise never\n' }, /huge pages/, `echo madvise | sudo tee ${HUGE}`, null],
    ['isolated-cpus', { [`${CPU}/isolated`]: '2-3\n' }, /^CPU 2-3 is isolated/, 'qtimeit run --pin 2 FILE', null],
    ['isolated-cpus', { [`${CPU}/isolated`]: '1,3\n', '/proc/self/status': 'Cpus_allowed_list:\t1-3\n' }, /^CPU 1,3 /,
      'qtimeit run --pin 1 FILE', null],
    ['isolated-cpus', { [`${CPU}/isolated`]: '1\n', '/proc/self/status': systemError('EACCES', 'x') }, /^CPU 1 /,
      'qtimeit run --pin 1 FILE', null],
  ];
  it('include kernel settings, with a remedy', () => {
    for (const [kind, changes, text, command, advice] of cases) {
      const { findings } = found(changes);
      expect(findings.map((finding) => finding.kind), `${text}`).to.deep.equal([kind]);
      expect(findings[0]).to.have.all.keys('kind', 'found', 'command', 'advice');
      expect(findings[0].found).to.match(text);
      expect(findings[0].command).to.equal(command);
      if (advice) expect(findings[0].advice).to.match(advice);
      else expect(findings[0].advice).to.equal(null);
    }
  });

  it('include a kernel that does not let perf count, if the clock rate had to be estimated', () => {
    for (const [level, isFound, cpuMhzSource, more] of [
      [4, true, 'chain'], [3, true, null], [4, false, 'perf'], [2, false, 'chain'], [-1, false, 'chain'],
      [4, false, 'chain', VIRTUAL],
    ]) {
      const { findings } = found({ '/proc/sys/kernel/perf_event_paranoid': `${level}\n`, ...more }, { cpuMhzSource });
      expect(findings.filter(({ kind }) => kind === 'perf-counters')).to.deep.equal(isFound ? [{
        kind: 'perf-counters', command: 'sudo sysctl -w kernel.perf_event_paranoid=2', advice: null,
        found: `perf is not permitted to count cycles (kernel.perf_event_paranoid is ${level}), so the clock rate is ` +
          'estimated',
      }] : []);
    }
  });

  it('include the flags of this process', () => {
    const { findings, fine } = found({}, { execArgv: ['--cpu-prof', '--jitless', '--no-opt'] });
    expect(findings.map(({ kind }) => kind)).to.deep.equal(['v8-flag', 'v8-flag', 'profiler']);
    expect(findings[2]).to.deep.equal({
      kind: 'profiler', found: 'A profiler is on (--cpu-prof), and its overhead is in the timings', command: null,
      advice: 'start node without --cpu-prof',
    });
    expect(fine).to.not.include('plain node');
  });

  it('cover every warning of sysinfo()', () => {
    const fields = { hypervisor: null, share: 0, recentShare: null, cpus: 1, load1: 1, cpuCount: 1, avg10: 1,
      setting: 'powermode', percent: 1 };
    const warnings = systemCodes.map((code) => ({ code, ...fields }));
    const { host, sysinfo } = doorsOf(FINE);
    expect(findAll(host, { ...sysinfo(), warnings }).findings.map(({ kind }) => kind)).to.include.members(systemCodes);
  });

  const quiet = [
    [swapped(50), 'no swap in use'],
    [{ '/proc/meminfo': 'SwapTotal:       0 kB\nSwapFree:        0 kB\n' }, 'no swap in use'],
    [{ '/proc/pressure/memory': 'some avg10=1.00 avg60=9.00 \n' }, 'no memory pressure'],
    [{ [`${CLOCK}/current_clocksource`]: 'arch_sys_counter\n' }, 'clock source arch_sys_counter'],
    [{ [HUGE]: 'always madvise [never]\n' }, 'huge pages never'],
    [{ [`${CPU}/isolated`]: '2-3,7\n', '/proc/self/status': 'Cpus_allowed_list:\t3,7\n' }, 'on isolated CPU 3,7'],
  ];
  it('are empty within the limits', () => {
    for (const [changes, fine] of quiet) {
      const all = found(changes);
      expect([all.findings, all.fine.includes(fine)], fine).to.deep.equal([[], true]);
    }
  });

  it('ignore the minimum clock rate while the governor is not performance', () => {
    const range =
      { [`${CPU}/cpu0/cpufreq/scaling_min_freq`]: '800000\n', [`${CPU}/cpu0/cpufreq/scaling_governor`]: 'powersave\n' };
    const { findings, unseen } = found(range);
    expect({ findings: findings.map(({ kind }) => kind), unseen })
      .to.deep.equal({ findings: ['governor'], unseen: [] });
  });

  it('list unreadable facts as unseen', () => {
    const { findings, fine, unseen } = findAll(fakeHost({ files: {} }), doorsOf({}, { cpuMhzSource: null }).sysinfo());
    expect(findings).to.deep.equal([]);
    expect(fine).to.deep.equal(['plain node', 'no CPU quota', 'load 0.50', 'no virtual machine']);
    expect(unseen).to.deep.equal(['memory pressure', 'swap', 'CPU pressure', 'stolen time', 'clock source', 'governor',
      'turbo', 'clock range', 'address randomization',
      'hyper-threading', 'huge pages', 'perf counters']);
  });

  it('ignore facts about the real machine inside a virtual machine', () => {
    const { unseen, isVirtual, findings } = found({ ...VIRTUAL, [`${CPU}/smt/active`]: '1\n' });
    expect({ unseen, isVirtual, findings: findings.map(({ kind }) => kind) })
      .to.deep.equal({ unseen: ['hyper-threading'], isVirtual: true, findings: ['virtual-machine'] });
  });

  it('recognize a container', () => {
    expect(found({ '/.dockerenv': '' }).isContainer).to.equal(true);
    expect(found({ '/run/.containerenv': systemError('EACCES', 'x') }).isContainer).to.equal(true);
    expect(found({}, { env: { container: 'podman' } }).isContainer).to.equal(true);
    expect(found({ '/.dockerenv': '' }, { platform: 'darwin' }).isContainer).to.equal(false);
  });
});

describe('qtimeit system', () => {
  it('prints facts, findings with their remedies, and checks that passed', () => {
    const changes = { [`${CPU}/cpu0/cpufreq/scaling_governor`]: 'powersave\n',
        [`${CPU}/cpu1/cpufreq/scaling_governor`]: 'powersave\n', '/proc/pressure/cpu': 'some avg10=9.50 \n' };
    const { exitCode, out, error } = run(undefined, doorsOf({ ...FINE, ...changes }, { cpuMhzSource: 'chain' }));
    expect({ exitCode, error }).to.deep.equal({ exitCode: 0, error: '' });
    expect(out).to.equal([
      'node       20.20.2, V8 11.3.244.8-node.38',
      'system     linux x64, kernel 6.1.0',
      'processor  Fast CPU 9000, 4 CPUs',
      'speed      3600 MHz (chain), governor powersave',
      'clock      1 ns resolution, 20 ns per reading',
      '',
      '1. Tasks waited for a CPU during 9.5 % of the last 10 s, so rounds are interrupted',
      '   fix: find and stop other programs: top',
      "2. CPU governor is 'powersave', so the clock rate varies with the load",
      '   fix: sudo cpupower frequency-set -g performance',
      '',
      'fine: plain node, no CPU quota, no memory pressure, no swap in use, load 0.50, no stolen time, clock source ' +
      'tsc, mains power, turbo off, clock held at 3600 MHz, ' +
        'no virtual machine, address randomization on, no hyper-threading, huge pages madvise',
      '`sudo qtimeit system fast` sets the governor; `sudo qtimeit system restore` restores it.',
      '',
    ].join('\n'));
  });

  it('prints a line if there are no findings', () => {
    const { exitCode, out } = run(undefined, doorsOf(FINE));
    expect(exitCode).to.equal(0);
    expect(out).to.contain('\n\nNothing found that makes timings unstable.\nfine: ')
      .and.not.match(/cannot be seen|container|restore/);
  });

  it('lists unseen facts with their reasons', () => {
    const files = { ...VIRTUAL, '/.dockerenv': '', [`${CLOCK}/available_clocksource`]: 'kvm-clock\n' };
    expect(run(undefined, doorsOf(files, { cpuMhzSource: null, clockCostNs: NaN })).out)
      .to.contain('machine    virtual (kvm), in a container\n').and.contain('clock      1 ns resolution\n')
      .and.contain('\nThis is a container: commands that need root must be run on the host.')
      .and.match(/\nnot visible here \(virtual machine; visible on the host\): .*turbo, .*hyper-threading/)
      .and.not.contain('speed');
    expect(run(undefined, doorsOf({}, { platform: 'win32' })).out)
      .to.match(/\nnot visible here \(on win32\): .*load/).and.match(/^pinning +none: taskset exists only on Linux/m);
    expect(run(undefined, doorsOf({})).out).to.match(/\nnot visible here: /).and.not.contain('taskset');
  });

  it('escapes control characters in facts of the system', () => {
    const { out } = run(undefined, doorsOf({ ...FINE, [`${CLOCK}/current_clocksource`]: 'a\x1b[2Jb\n' }));
    expect(out).to.contain('clock source a\\x1b[2Jb').and.not.match(/\x1b/); // eslint-disable-line no-control-regex
  });

  describe('fast and restore', () => {
    const governor = (cpu, name) => ({ [`${CPU}/${cpu}/cpufreq/scaling_governor`]: `${name}\n` });
    const slow = { ...FINE, ...governor('cpu0', 'powersave'), ...governor('cpu1', 'powersave'),
      ...governor('cpu2', 'schedutil') };

    const failed = (words) => ({ exitCode: 1, out: '', error: `qtimeit: ${words}` });

    const refusing = (code, ...paths) => {
      const deps = doorsOf(slow);
      const { openFile } = deps.host;
      deps.host.openFile = (file, ...more) => {
        if (paths.some((start) => file.startsWith(start))) throw systemError(code, file);
        return openFile(file, ...more);
      };
      return deps;
    };

    it('report their changes', () => {
      const deps = doorsOf(slow);
      const done = (out) => ({ exitCode: 0, out, error: '' });
      expect(run('fast', deps)).to.deep.equal(done('2 processors: powersave -> performance\n' +
        '1 processor: schedutil -> performance\nIn effect until the next boot; qtimeit system restore restores the ' +
        'previous settings\n'));
      expect(run('fast', deps)).to.deep.equal(done('all CPUs already use the performance governor\n'));
      expect(run('restore', deps)).to.deep.equal(done('2 processors: performance -> powersave\n' +
        '1 processor: performance -> schedutil\nThe previous settings are restored\n'));
      expect(run('restore', deps)).to.deep.equal(
        failed('no saved settings to restore; qtimeit system fast saves them\n'));
      expect(run('fast', doorsOf({}))).to.deep.equal(failed('frequency scaling cannot be set here (virtual machine, ' +
        'container, fixed clock, or not Linux). Set it on the host\n'));
    });

    it('report each processor that failed, and suggest a command with the necessary rights', () => {
      const denied = `${STATE}: no permission\nqtimeit: root is required: sudo qtimeit system`;
      expect(run('fast', refusing('EACCES', '/run'))).to.deep.equal(
        failed(`${denied} fast, or: sudo cpupower frequency-set -g performance\n`));
      expect(run('restore', doorsOf({ ...FINE, [STATE]: systemError('EACCES', STATE) }))).to.deep.equal(
        failed(`${denied} restore\n`));
      const { exitCode, out, error } = run('fast', refusing('EBUSY', `${CPU}/cpu1/`));
      expect({ exitCode, error }).to.deep.equal({ exitCode: 1, error: 'qtimeit: cpu1: it is in use\n' });
      expect(out).to.contain('1 processor: powersave -> performance\n1 processor: schedutil -> performance\n');
    });

    it('print JSON', () => {
      const { exitCode, out, error } = run('fast', refusing('EACCES', `${CPU}/cpu1/`), true);
      expect({ exitCode, error }).to.deep.equal({ exitCode: 1, error: '' });
      expect(JSON.parse(out)).to.deep.equal({
        action: 'fast', kind: 'failed', failed: [{ what: 'cpu1', why: 'no permission', lacksRights: true }],
        changed: [{ cpu: 'cpu0', from: 'powersave', to: 'performance' },
          { cpu: 'cpu2', from: 'schedutil', to: 'performance' }],
      });
    });
  });
});
