'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const {
  perfTrialArgs, perfStatArgs, parsePerfStat, isPlausibleMhz, isWithoutCounters,
} = require('../../lib/system/perf-stat');

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'perf');

/** What perf printed: the file without the lines that tell where it comes from. */
const printed = (name) => fs.readFileSync(path.join(FIXTURES, name), 'utf8').replace(/^## .*\n/gm, '');

const CANNOT = 'perf cannot count cycles here (<not supported>), as on most virtual machines';
const REFUSED = 'perf may not read the counters (kernel.perf_event_paranoid, or the container forbids it)';

// MHz = cycles / ms / 1000
const COUNTED = {
  '3.2-no-unit-column.txt': 4522.5903614, // 469218750 / 103.75
  '3.2-no-unit-column-comma.txt': 4522.5903614,
  '3.16-unit-column-only.txt': 4522.5903614,
  '4.15-intel.txt': 4522.5903614,
  '4.15-intel-comma.txt': 4522.5903614,
  '5.10-amd-de_DE.txt': 3880, // 402550000 / 103.75
  '5.10-amd-de_DE-comma.txt': 3880,
  '5.15-fr_FR-thousands.txt': 3880, // 4282550000 / 1103.75
  '5.15-thousands-comma-and-point.txt': 3880, // 4025500000 / 1037.5
  '5.15-multiplexed.txt': 3880, // perf has scaled the count to the whole time
  '5.15-modifiers-and-noise.txt': 3880,
  '5.16-hybrid-core-only.txt': 4700, // 487625000 / 103.75
  '6.5-hybrid-atom-only-comma.txt': 3000, // 311250000 / 103.75
  '6.8-hybrid-both.txt': 4662, // 1 % of the time at 900, 99 % at 4700: 0.01 * 900 + 0.99 * 4700
  '6.8-hybrid-no-run-times.txt': 4700, // nothing to weigh with: the one that counted more
  '6.9-arm-big-little.txt': 1500, // 155625000 / 103.75
  '6.8-arm-server.txt': 2600, // 269750000 / 103.75
  'newer-cpu-cycles-ns.txt': 3880, // 402550000 / 103750000 ns
};

const NOT_COUNTED = {
  'recorded-6.1-virtual-machine.txt': CANNOT,
  'recorded-6.1-virtual-machine-delay.txt': CANNOT,
  'recorded-6.1-delay-too-long.txt': CANNOT,
  '5.15-container.txt': CANNOT,
  '5.15-not-counted.txt': 'perf had no chance to count cycles (<not counted>)',
  '5.15-zero-cycles.txt': 'perf counted 0 cycles',
  '5.15-stuck-counter.txt': 'perf gave an impossible 0.04000 MHz', // 4150 / 103.75 / 1000
  'refused-4.15-paranoid.txt': REFUSED,
  'refused-6.1-limited.txt': REFUSED,
  'refused-docker-seccomp.txt': REFUSED,
  'refused-old-switch.txt': "perf printed no cycles but: Error: unknown switch `D'",
  'ubuntu-wrapper.txt': 'perf is only a wrapper here: it has no perf for this kernel',
};

describe('parsePerfStat', () => {
  for (const [name, mhz] of Object.entries(COUNTED)) {
    it(`reads ${mhz} MHz from ${name}`, () => {
      const result = parsePerfStat(printed(name));
      expect(result.mhz).to.be.closeTo(mhz, 1e-6);
      expect(result.cycles / result.taskClockMs / 1000).to.be.closeTo(mhz, 1e-6);
      expect(result).to.have.all.keys('mhz', 'cycles', 'taskClockMs');
    });
  }

  for (const [name, reason] of Object.entries(NOT_COUNTED)) {
    it(`gives a reason for ${name}`,
      () => expect(parsePerfStat(printed(name))).to.deep.equal({ mhz: null, reason }));
  }

  it('has an expectation for every recorded output', () => {
    expect(fs.readdirSync(FIXTURES).sort()).to.deep.equal(Object.keys({ ...COUNTED, ...NOT_COUNTED }).sort());
  });

  it('returns cycles and milliseconds as counted', () => {
    expect(parsePerfStat('400000000;;cycles\n100;msec;task-clock'))
      .to.deep.equal({ mhz: 4000, cycles: 4e8, taskClockMs: 100 });
  });

  it('reads lines that end as on Windows', () => {
    expect(parsePerfStat('400000000;;cycles\r\n100;msec;task-clock\r\n').mhz).to.equal(4000);
  });

  const lines = [
    ['nothing at all', '', 'perf printed nothing'],
    ['blank lines and comments only', '\n# started on Sat Mar  2\n\nEvents disabled\nEvents enabled\n',
      'perf printed nothing'],
    ['some other text', 'Segmentation fault\n', 'perf printed no cycles but: Segmentation fault'],
    ['a very long text', 'x'.repeat(500), `perf printed no cycles but: ${'x'.repeat(80)}`],
    ['only other kinds of cycles', '4e8;;ref-cycles\n400000000;;bus-cycles\n100;msec;task-clock',
      'perf printed no cycles but: 4e8;;ref-cycles'],
    ['the names of the events without values', 'cycles\ntask-clock', 'perf printed no cycles but: cycles'],
    ['a complaint that names the events', "event syntax error: 'cycles,task-clock'",
      "perf printed no cycles but: event syntax error: 'cycles,task-clock'"],
    ['a bare refusal', 'perf: Permission denied\n', REFUSED],
    ['no task-clock', '400000000;;cycles', 'perf gave no task-clock'],
    ['a task-clock that was not counted', '400000000;;cycles\n<not counted>;msec;task-clock',
      'perf gave no task-clock (<not counted>)'],
    ['a task-clock in an unknown unit', '400000000;;cycles\n100;parsec;task-clock',
      'perf gave task-clock in an unknown unit, parsec'],
    ['a task-clock in a unit named like a property of all objects', '4;;cycles\n100;constructor;task-clock',
      'perf gave task-clock in an unknown unit, constructor'],
    ['a window of no length', '400000000;;cycles\n0.00;msec;task-clock', 'perf counted for only 0 ms'],
    ['a window of half a millisecond', '2000000;;cycles\n0.50;msec;task-clock', 'perf counted for only 0.5 ms'],
    ['one kind of core not supported and the other without its turn',
      '<not supported>;;cpu_core/cycles/\n<not counted>;;cpu_atom/cycles/\n100;msec;task-clock',
      'perf had no chance to count cycles (<not counted>)'],
    ['too many cycles', '2000100000;;cycles\n100;msec;task-clock', 'perf gave an impossible 2.000e+4 MHz'],
  ];
  for (const [what, text, reason] of lines) {
    it(`gives a reason for ${what}`, () => expect(parsePerfStat(text)).to.deep.equal({ mhz: null, reason }));
  }

  it('takes one mark in a time for a decimal one, and a mark that comes twice for separators', () => {
    expect(parsePerfStat('415000000;;cycles\n103.750;msec;task-clock').mhz).to.equal(4000);
    expect(parsePerfStat('415000000;;cycles\n103,750;msec;task-clock').mhz).to.equal(4000);
    expect(parsePerfStat('4150000000;;cycles\n1,037,500;usec;task-clock').mhz).to.equal(4000);
    expect(parsePerfStat('4.150.000.000;;cycles\n1.037,500;msec;task-clock').mhz).to.equal(4000);
  });

  it('knows every unit that a clock may have', () => {
    const values =
      { msec: '100', ms: '100', '': '100', nsec: '100000000', ns: '100000000', usec: '100000', us: '100000', sec: '0.1',
        s: '0,1' };
    for (const [unit, value] of Object.entries(values)) {
      expect(parsePerfStat(`400000000;;cycles\n${value};${unit};task-clock`).mhz, unit).to.be.closeTo(4000, 1e-6);
    }
  });
});

describe('isPlausibleMhz', () => {
  it('is true of numbers from 10 to 20000', () => {
    for (const mhz of [10, 4522.5421, 20000]) expect(isPlausibleMhz(mhz)).to.equal(true);
    for (const mhz of [9.99, 20000.1, 0, -3000, NaN, Infinity, null, false, undefined, '3000']) {
      expect(isPlausibleMhz(mhz), String(mhz)).to.equal(false);
    }
  });
});

describe('perfTrialArgs', () => {
  it('counts the same of what takes no time', () => {
    expect(perfTrialArgs()).to.deep.equal(['stat', '-x', ';', '-e', 'cycles,task-clock', '--', 'true']);
  });
});

describe('isWithoutCounters', () => {
  it('is said of <not supported>, and of nothing else', () => {
    const cycles = (state) => `${state};;cycles;0;100.00;;\n1.5;msec;task-clock;1;100.00;;\n`;
    expect(['<not supported>', '<not counted>', '3000', ''].map((state) => isWithoutCounters(cycles(state))))
      .to.deep.equal([true, false, false, false]);
  });
});

describe('perfStatArgs', () => {
  it('asks for cycles and task-clock of the given node, separated by semicolons', () => {
    const args = perfStatArgs('/opt/node');
    expect(args.slice(0, args.indexOf('--')))
      .to.deep.equal(['stat', '-x', ';', '-D', '100', '-e', 'cycles,task-clock']);
    expect(args.slice(args.indexOf('--') + 1, -1)).to.deep.equal(['/opt/node', '-e']);
  });

  it('lets the child spin until 0.1 s after the delay and no longer', () => {
    const spin = (starts) => {
      const times = starts.slice();
      new Function('performance', perfStatArgs('node').pop())({ now: () => times.shift() });
      return times.length;
    };
    // started at 40 ms: spins to 200; at 180 ms: for 100 ms more, to 280
    expect(spin([40, 41, 199.9, 200, 201])).to.equal(1);
    expect(spin([180, 181, 279.9, 280, 281])).to.equal(1);
  });
});
