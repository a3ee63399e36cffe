'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { createCpuMhz } = require('../../lib/system/cpu-mhz');
const { fakeHost, systemError } = require('../helpers/fake-host');

const printed = (name) => fs.readFileSync(path.join(__dirname, '..', 'fixtures', 'perf', name), 'utf8');
const ran = (stderr, more) => ({ status: 0, signal: null, stderr, ...more });
const WORKS = ran('380123456;;cycles\n100;msec;task-clock\n'); // 3801.23456 MHz
const FAILS = ran(printed('recorded-6.1-virtual-machine.txt'));
const NO_PERF =
  { source: 'perf', reason: 'perf cannot count cycles here (<not supported>), as on most virtual machines' };
const noChain = () => null;

describe('system/cpu-mhz', () => {
  it('measures nothing before it is called', () => {
    const host = fakeHost({ run: WORKS });
    createCpuMhz({ host, chainMhz: () => { throw new Error('called'); } });
    expect(host.asked).to.deep.equal([]);
  });

  const readingOf = (given, chainMhz) => {
    const cpuMhz = createCpuMhz({ host: fakeHost(given), chainMhz });
    const reading = cpuMhz.reading();
    expect(cpuMhz()).to.equal(reading.mhz === null ? false : reading.mhz);
    return reading;
  };

  it('takes perf, rounded to 100 Hz, then the chain, then the fastest of os.cpus()', () => {
    const noResult = { source: 'chain', reason: 'the reference chain gave no result' };
    const cpus = [{ speed: 0 }, { speed: 1200 }, { speed: 4100 }, { speed: 2000 }, {}];
    const notCalled = () => { throw new Error('called'); };
    expect(readingOf({ run: WORKS }, notCalled)).to.deep.equal({ mhz: 3801.2346, source: 'perf', reasons: [] });
    expect(readingOf({ run: FAILS }, () => 3592.25))
      .to.deep.equal({ mhz: 3592.25, source: 'chain', reasons: [NO_PERF] });
    expect(readingOf({ run: FAILS, cpus }, noChain))
      .to.deep.equal({ mhz: 4100, source: 'os', reasons: [NO_PERF, noResult] });
    expect(readingOf({ run: FAILS, cpus: [{ speed: 0 }] }, noChain)).to.deep.equal({
      mhz: null, source: null, reasons: [NO_PERF, noResult, { source: 'os', reason: 'os.cpus() knows no speed' }],
    });
  });

  it('runs perf once, and counts only if a trial can count', () => {
    const commandsOf = (run) => {
      const host = fakeHost({ run });
      const cpuMhz = createCpuMhz({ host, chainMhz: () => 3600 });
      cpuMhz();
      cpuMhz.reading();
      cpuMhz();
      return host.runs.map(({ args }) => args[args.indexOf('--') + 1]);
    };
    expect(commandsOf(WORKS)).to.deep.equal(['true', '/usr/bin/node']);
    expect(commandsOf(ran('<not counted>;;cycles\n1;msec;task-clock\n'))).to.deep.equal(['true', '/usr/bin/node']);
    expect(commandsOf(FAILS)).to.deep.equal(['true']);
    expect(commandsOf(systemError('ERR_ACCESS_DENIED', 'perf'))).to.deep.equal(['true']);
  });

  it('measures the chain at each call', () => {
    const speeds = [3592, 3692, 3792];
    const cpuMhz = createCpuMhz({ host: fakeHost(), chainMhz: () => speeds.shift() });
    expect([cpuMhz(), cpuMhz.reading().mhz, cpuMhz()]).to.deep.equal([3592, 3692, 3792]);
  });

  for (const platform of ['darwin', 'win32', 'freebsd']) {
    it(`does not run perf on ${platform}`, () => {
      const host = fakeHost({ platform, run: WORKS });
      const { source, reasons } = createCpuMhz({ host, chainMhz: () => 3600 }).reading();
      expect(host.runs).to.deep.equal([]);
      expect({ source, reasons }).to.deep.equal(
        { source: 'chain', reasons: [{ source: 'perf', reason: 'perf exists only on linux' }] });
    });
  }

  const failures = [
    ['is not installed', { error: systemError('ENOENT', 'perf') },
      'perf is not installed (Debian: linux-perf, Ubuntu: linux-tools)'],
    ['may not be executed', { error: systemError('EACCES', 'perf') }, 'perf may not be executed (EACCES)'],
    ['is forbidden', { error: systemError('EPERM', 'perf') }, 'perf may not be executed (EPERM)'],
    ['finds no memory', { error: systemError('ENOMEM', 'perf') }, 'no memory to start perf (ENOMEM)'],
    ['finds no process', { error: systemError('EAGAIN', 'perf') }, 'too many processes to start perf (EAGAIN)'],
    ['hangs', { error: systemError('ETIMEDOUT', 'perf'), signal: 'SIGKILL', status: null, stderr: '' },
      'perf did not answer in 5 s'],
    ['fails in an unknown way', { error: systemError('EWEIRD', 'perf') }, 'EWEIRD: perf'],
    ['is killed', { status: null, signal: 'SIGKILL', stderr: WORKS.stderr }, 'perf was killed by SIGKILL'],
    ['has a child that dies', { ...WORKS, status: 137 }, 'perf or its child ended with status 137'],
    ['refuses and says why', { status: 255, signal: null, stderr: printed('refused-6.1-limited.txt') },
      'perf may not read the counters (kernel.perf_event_paranoid, or the container forbids it)'],
    ['prints nothing', { status: 0, signal: null, stderr: '' }, 'perf printed nothing'],
    ['has no output to read', { status: 0, signal: null, stderr: null }, 'perf printed nothing'],
    ['may not be started', systemError('ERR_ACCESS_DENIED', 'perf'),
      'the permission model of node forbids child processes'],
    ['throws at the start', systemError('ENOMEM', 'perf'), 'no memory to start perf (ENOMEM)'],
  ];
  for (const [what, run, reason] of failures) {
    it(`takes the chain if perf ${what}`, () => {
      const { mhz, source, reasons } = createCpuMhz({ host: fakeHost({ run }), chainMhz: () => 3600 }).reading();
      expect({ mhz, source, reasons })
        .to.deep.equal({ mhz: 3600, source: 'chain', reasons: [{ source: 'perf', reason }] });
    });
  }

  const chains = [
    [() => { throw new Error('the clock stands still'); }, 'the reference chain failed: the clock stands still'],
    [() => { throw null; }, 'the reference chain failed: null'],
    [() => { throw Object.create(null); }, 'the reference chain failed: an error that cannot be read'],
    [undefined, 'the reference chain failed: chainMhz is not a function'],
    [() => NaN, 'the reference chain gave no result'],
    [() => Infinity, 'the reference chain gave no result'],
    [() => undefined, 'the reference chain gave no result'],
    [() => 114000, 'the reference chain gave an impossible 114000 MHz'], // a chain that the optimiser has folded
    [() => 0, 'the reference chain gave an impossible 0 MHz'],
  ];
  for (const [chainMhz, reason] of chains) {
    it(`takes os.cpus() if ${reason}`, () => {
      const { mhz, source, reasons } = createCpuMhz({ host: fakeHost(), chainMhz }).reading();
      expect({ mhz, source, chain: reasons[1] })
        .to.deep.equal({ mhz: 3000, source: 'os', chain: { source: 'chain', reason } });
    });
  }

  const lists = [
    ['of no processor', [], /^os\.cpus\(\) knows no speed$/],
    ['of impossible speeds', [{ speed: NaN }, { speed: 90000 }], /^os\.cpus\(\) knows no speed$/],
    ['that is none', undefined, /^os\.cpus\(\) failed: /],
    ['that throws', systemError('ENOENT', '/proc/cpuinfo'), /^os\.cpus\(\) failed: ENOENT: \/proc\/cpuinfo$/],
  ];
  for (const [what, cpus, reason] of lists) {
    it(`survives an os.cpus() ${what}`, () => {
      const { mhz, source, reasons } = createCpuMhz({ host: fakeHost({ cpus }), chainMhz: noChain }).reading();
      expect({ mhz, source }).to.deep.equal({ mhz: null, source: null });
      expect(reasons[2].reason).to.match(reason);
    });
  }
});

describe('the child that perf counts', () => {
  const env = {
    PATH: '/usr/bin', HOME: '/root', LD_LIBRARY_PATH: '/opt/lib', NODE_ICU_DATA: '/opt/icu',
    NODE_OPTIONS: '--cpu-prof', NODE_V8_COVERAGE: '/tmp/cov', NODE_DEBUG: 'fs', NYC_CONFIG: '{}', LANG: 'de_DE.UTF-8',
    LANGUAGE: 'de', LC_NUMERIC: 'fr_FR.UTF-8',
  };
  const started = () => {
    const host = fakeHost({ run: WORKS, env, execPath: '/opt/node', execArgv: ['--inspect', '--jitless'] });
    createCpuMhz({ host })();
    return host.runs[1];
  };

  it('is a node without the options of this one', () => {
    const { command, args } = started();
    expect(command).to.equal('perf');
    expect(args.slice(args.indexOf('--') + 1, -1)).to.deep.equal(['/opt/node', '-e']);
  });

  it('has an environment without what would slow it down, and a decimal point', () => {
    expect(started().options.env)
      .to.deep.equal(
        { PATH: '/usr/bin', HOME: '/root', LD_LIBRARY_PATH: '/opt/lib', NODE_ICU_DATA: '/opt/icu', LC_ALL: 'C' });
    expect(env.NODE_OPTIONS).to.equal('--cpu-prof');
  });

  it('is killed after five seconds, prints nothing and runs in a folder that exists', () => {
    const { options } = started();
    expect(options).to.include({ timeout: 5000, killSignal: 'SIGKILL', encoding: 'utf8', cwd: '/' });
    expect(options.stdio).to.deep.equal(['ignore', 'ignore', 'pipe']);
  });
});
