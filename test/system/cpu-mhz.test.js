'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { createCpuMhz } = require('#lib/core/system/cpu-mhz');
const { fakeHost, systemError } = require('../helpers/fake-host');

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'perf');

/** The output of perf: the file without the lines about its origin. */
const printed = (name) => fs.readFileSync(path.join(FIXTURES, name), 'utf8').replace(/^## .*\n/gm, '');
const ran = (stderr, more) => ({ status: 0, signal: null, stderr, ...more });

const WORKS = ran('380123456;;cycles\n100;msec;task-clock\n'); // 3801.23456 MHz
const FAILS = ran(printed('recorded-6.1-virtual-machine.txt'));
const CANNOT = 'perf cannot count cycles here (<not supported>), as on most virtual machines';
const REFUSED = 'perf is not permitted to read the counters (kernel.perf_event_paranoid, or the container forbids it)';
const NO_PERF = { source: 'perf', reason: CANNOT };

/** What cpuMhz.reading() returns, and cpuMhz() agrees with. */
function readingOf(given, chainMhz = () => 3600) {
  const cpuMhz = createCpuMhz({ host: fakeHost(given), chainMhz });
  const reading = cpuMhz.reading();
  expect(cpuMhz()).to.equal(reading.mhz === null ? false : reading.mhz);
  return reading;
}

/** MHz of an output of perf, or the reason that it gives none. */
function mhzOf(text) {
  const { mhz, source, reasons: [{ reason } = {}] } = readingOf({ run: ran(text) });
  return source === 'perf' ? mhz : reason;
}

describe('system/cpu-mhz: sources', () => {
  it('takes perf, rounded to 100 Hz, then the chain, then the fastest of os.cpus()', () => {
    const noResult = { source: 'chain', reason: 'the timed operations gave no result' };
    const noSpeed = { source: 'os', reason: 'os.cpus() reports no speed' };
    const cpus = [{ speed: 0 }, { speed: 1200 }, { speed: 4100 }, { speed: 2000 }, {}];
    const notCalled = () => { throw new Error('called'); };
    const noChain = () => null;
    for (const [given, chainMhz, mhz, source, reasons] of [
      [{ run: WORKS }, notCalled, 3801.2346, 'perf', []],
      [{ run: FAILS }, () => 3592.25, 3592.25, 'chain', [NO_PERF]],
      [{ run: FAILS, cpus }, noChain, 4100, 'os', [NO_PERF, noResult]],
      [{ run: FAILS, cpus: [{ speed: NaN }, { speed: 90000 }] }, noChain, null, null, [NO_PERF, noResult, noSpeed]],
      [{ run: FAILS, cpus: [] }, noChain, null, null, [NO_PERF, noResult, noSpeed]],
    ]) expect(readingOf(given, chainMhz)).to.deep.equal({ mhz, source, reasons });
    for (const cpu of [undefined, systemError('ENOENT', '/proc/cpuinfo')]) {
      expect(readingOf({ run: FAILS, cpus: cpu }, noChain).reasons[2].reason).to.match(/^os\.cpus\(\) failed: /);
    }
  });

  it('runs perf once, and counts only if a trial can count', () => {
    for (const [run, commands] of [
      [WORKS, ['true', '/usr/bin/node']], [FAILS, ['true']], [systemError('ERR_ACCESS_DENIED', 'perf'), ['true']],
      [ran('<not counted>;;cycles\n1;msec;task-clock\n'), ['true', '/usr/bin/node']],
    ]) {
      const host = fakeHost({ run });
      const cpuMhz = createCpuMhz({ host, chainMhz: () => 3600 });
      for (const read of [cpuMhz, cpuMhz.reading]) read();
      expect(host.runs.map(({ args }) => args[args.indexOf('--') + 1])).to.deep.equal(commands);
    }
  });

  it('measures the chain at each call', () => {
    const speeds = [3592, 3692, 3792];
    const cpuMhz = createCpuMhz({ host: fakeHost(), chainMhz: () => speeds.shift() });
    expect([cpuMhz(), cpuMhz.reading().mhz, cpuMhz()]).to.deep.equal([3592, 3692, 3792]);
  });

  const NOT_INSTALLED = 'perf is not installed (Debian: linux-perf, Ubuntu: linux-tools)';
  const failures = [
    [{ error: systemError('ENOENT', 'perf') }, NOT_INSTALLED],
    [{ error: systemError('EACCES', 'perf') }, 'no permission to execute perf (EACCES)'],
    [{ error: systemError('ETIMEDOUT', 'perf'), signal: 'SIGKILL', status: null, stderr: '' },
      'perf did not answer within 5 s'],
    [{ error: systemError('EWEIRD', 'perf') }, 'EWEIRD: perf'],
    [ran(WORKS.stderr, { status: null, signal: 'SIGKILL' }), 'perf was killed by SIGKILL'],
    [ran(WORKS.stderr, { status: 137 }), 'perf or its child ended with status 137'],
    [ran(printed('refused-6.1-limited.txt'), { status: 255 }), REFUSED],
    [ran(null), 'perf printed nothing'],
    [systemError('ERR_ACCESS_DENIED', 'perf'), 'the Node.js permission model forbids child processes'],
    [systemError('ENOMEM', 'perf'), 'perf could not be started: not enough memory (ENOMEM)'],
  ];
  it('takes the chain if perf fails', () => {
    for (const [run, reason] of failures) {
      expect(readingOf({ run })).to.deep.equal({ mhz: 3600, source: 'chain', reasons: [{ source: 'perf', reason }] });
    }
    const host = fakeHost({ platform: 'darwin', run: WORKS });
    expect(createCpuMhz({ host, chainMhz: () => 3600 }).reading().reasons)
      .to.deep.equal([{ source: 'perf', reason: 'perf exists only on Linux' }]);
    expect(host.runs).to.deep.equal([]);
  });

  const chains = [
    [() => { throw new Error('the clock stands still'); }, 'failed: the clock stands still'],
    [() => { throw null; }, 'failed: null'],
    [() => NaN, 'gave no result'], [() => undefined, 'gave no result'], [() => Infinity, 'gave no result'],
    [() => 114000, 'gave an impossible 114000 MHz'], // a chain that the optimiser has folded
    [() => 20000.1, 'gave an impossible 20000.1 MHz'], [() => 9.99, 'gave an impossible 9.99 MHz'],
    [() => 0, 'gave an impossible 0 MHz'],
  ];
  it('takes os.cpus() if the chain fails', () => {
    for (const [chainMhz, why] of chains) {
      const { mhz, source, reasons } = readingOf({}, chainMhz);
      expect({ mhz, source, chain: reasons[1] }).to.deep.equal(
        { mhz: 3000, source: 'os', chain: { source: 'chain', reason: `the timed operations ${why}` } });
    }
    for (const mhz of [10, 20000]) expect(readingOf({}, () => mhz).mhz).to.equal(mhz);
  });
});

// MHz = cycles / ms / 1000
const COUNTED = {
  '3.2-no-unit-column.txt': 4522.5904, // 469218750 / 103.75
  '3.16-unit-column-only.txt': 4522.5904,
  '4.15-intel.txt': 4522.5904,
  '5.15-multiplexed.txt': 3880, // perf has scaled the count to the whole time
  '5.15-modifiers-and-noise.txt': 3880,
  '5.16-hybrid-core-only.txt': 4700, // 487625000 / 103.75
  '6.5-hybrid-atom-only.txt': 3000, // 311250000 / 103.75
  '6.8-hybrid-both.txt': 4662, // 1 % of the time at 900, 99 % at 4700: 0.01 * 900 + 0.99 * 4700
  '6.8-hybrid-no-run-times.txt': 4700, // no weights: the counter with more cycles
  '6.9-arm-big-little.txt': 1500, // 155625000 / 103.75
  '6.8-arm-server.txt': 2600, // 269750000 / 103.75
  'newer-cpu-cycles-ns.txt': 3880, // 402550000 / 103750000 ns
};

const NOT_COUNTED = {
  'recorded-6.1-virtual-machine.txt': CANNOT,
  'recorded-6.1-virtual-machine-delay.txt': CANNOT,
  'recorded-6.1-delay-too-long.txt': CANNOT,
  '5.15-container.txt': CANNOT,
  '5.15-not-counted.txt': 'perf could not count cycles (<not counted>)',
  '5.15-zero-cycles.txt': 'perf counted 0 cycles',
  '5.15-stuck-counter.txt': 'perf reported an impossible clock rate: 0.04000 MHz', // 4150 / 103.75 / 1000
  'refused-4.15-paranoid.txt': REFUSED,
  'refused-6.1-limited.txt': REFUSED,
  'refused-docker-seccomp.txt': REFUSED,
  'refused-old-switch.txt': "perf printed no cycle count: Error: unknown switch `D'",
  'ubuntu-wrapper.txt': 'perf is not installed for this kernel',
};

describe('system/cpu-mhz: output of perf', () => {
  it('is read in every recorded form', () => {
    const expected = { ...COUNTED, ...NOT_COUNTED };
    const found = fs.readdirSync(FIXTURES).map((name) => [name, mhzOf(printed(name))]);
    expect(Object.fromEntries(found)).to.deep.equal(expected);
  });

  const but = (text) => `perf printed no cycle count: ${text}`;
  const lines = [
    ['', 'perf printed nothing'],
    ['\n# started on Sat Mar  2\n\nEvents disabled\nEvents enabled\n', 'perf printed nothing'],
    ['x'.repeat(500), but('x'.repeat(80))],
    ['4e8;;ref-cycles\n400000000;;bus-cycles\n100;msec;task-clock', but('4e8;;ref-cycles')],
    ['cycles\ntask-clock', but('cycles')],
    ['perf: Permission denied\n', REFUSED],
    ['400000000;;cycles', 'perf reported no task-clock'],
    ['400000000;;cycles\n<not counted>;msec;task-clock', 'perf reported no task-clock (<not counted>)'],
    ['400000000;;cycles\n100;parsec;task-clock', 'perf reported task-clock in an unknown unit: parsec'],
    ['4;;cycles\n100;constructor;task-clock', 'perf reported task-clock in an unknown unit: constructor'],
    ['400000000;;cycles\n0.00;msec;task-clock', 'perf counted for only 0 ms'],
    ['2000000;;cycles\n0.50;msec;task-clock', 'perf counted for only 0.5 ms'],
    ['2000100000;;cycles\n100;msec;task-clock', 'perf reported an impossible clock rate: 2.000e+4 MHz'],
    // One kind of core has no run time: the higher count.
    ['90000000;;cpu_atom/cycles/;100000000;9;;\n380000000;;cpu_core/cycles/\n100;msec;task-clock', 3800],
    ...Object.entries({
      msec: '100', ms: '100', '': '100', nsec: '100000000', ns: '100000000', usec: '100000', us: '100000',
      sec: '0.1', s: '0.1',
    }).map(([unit, value]) => [`400000000;;cycles\n${value};${unit};task-clock`, 4000]),
  ];
  it('is read line by line, or gives a reason', () => {
    for (const [text, expected] of lines) expect(mhzOf(text), text).to.equal(expected);
  });
});

describe('system/cpu-mhz: the child that perf counts', () => {
  const env = {
    PATH: '/usr/bin', HOME: '/root', LD_LIBRARY_PATH: '/opt/lib', NODE_ICU_DATA: '/opt/icu',
    NODE_OPTIONS: '--cpu-prof', NODE_V8_COVERAGE: '/tmp/cov', NODE_DEBUG: 'fs', NYC_CONFIG: '{}', LANG: 'de_DE.UTF-8',
    LANGUAGE: 'de', LC_NUMERIC: 'fr_FR.UTF-8',
  };
  const host = fakeHost({ run: WORKS, env, execPath: '/opt/node', execArgv: ['--inspect', '--jitless'] });
  before(() => createCpuMhz({ host })());

  it('is a node without the options and the environment that would slow it down, and is killed after 5 s', () => {
    const [trial, { command, args, options }] = host.runs;
    expect(trial.args).to.deep.equal(['stat', '-x', ';', '-e', 'cycles,task-clock', '--', 'true']);
    expect([command, ...args.slice(0, -1)]).to.deep.equal(
      ['perf', 'stat', '-x', ';', '-D', '100', '-e', 'cycles,task-clock', '--', '/opt/node', '-e']);
    expect(options).to.deep.equal({
      timeout: 5000, killSignal: 'SIGKILL', encoding: 'utf8', cwd: '/', stdio: ['ignore', 'ignore', 'pipe'],
      windowsHide: true,
      env: { PATH: '/usr/bin', HOME: '/root', LD_LIBRARY_PATH: '/opt/lib', NODE_ICU_DATA: '/opt/icu', LC_ALL: 'C' },
    });
    expect(env.NODE_OPTIONS).to.equal('--cpu-prof');
  });

  it('spins until 0.1 s after the delay and no longer', () => {
    const code = host.runs[1].args.pop();
    // Started at 40 ms, it spins to 200. Started at 180 ms, it spins for 100 ms more, to 280.
    for (const times of [[40, 41, 199.9, 200, 201], [180, 181, 279.9, 280, 281]]) {
      new Function('performance', code)({ now: () => times.shift() });
      expect(times).to.have.length(1);
    }
  });
});
