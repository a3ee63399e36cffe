'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { perfCommand, readPerf } = require('../../lib/counts/perf-events');

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'perf-counts');

/** What perf printed: the file without the lines that tell where it comes from. */
const printed = (name) => fs.readFileSync(path.join(FIXTURES, name), 'utf8').replace(/^## .*\n/gm, '');

const MAY_NOT = 'perf may not read the counters (sysctl kernel.perf_event_paranoid=2 lets it, containers forbid it)';
const REPORTED = { instructions: 1784301557 };

const COUNTED = {
  '6.1-intel.txt': REPORTED,
  '6.1-amd-cache.txt':
    { instructions: 1784301557, cycles: 1037384626, l1Misses: 8123456, llMisses: 412345, mispredicted: 2345678 },
  '6.8-hybrid-core.txt': REPORTED,
  '5.16-hybrid-slash.txt': REPORTED,
  '6.5-arm-server.txt': { instructions: 1531240023 },
  '5.10-arm-two-kinds.txt': { instructions: 1531240023 },
  '3.2-no-unit-column.txt': REPORTED,
  '3.16-no-percent.txt': REPORTED,
  '5.10-de_DE.txt': REPORTED,
  '5.10-paranoid-2.txt': { instructions: 1784301557, cycles: 1037384626 },
};

const NOT_COUNTED = {
  '6.8-hybrid-moved.txt': 'perf counted instructions for 51 % of the time only',
  '6.8-hybrid-atom.txt': 'perf cannot count instructions here (<not counted>)',
  '5.15-multiplexed.txt': 'perf counted instructions for 42.17 % of the time only',
  '5.15-nearly-whole.txt': 'perf counted instructions for 99.98 % of the time only',
  'recorded-6.1-virtual-machine.txt': 'perf cannot count instructions here (<not supported>)',
  '6.1-virtual-machine-cache.txt': 'perf cannot count l1Misses here (<not supported>)',
  '5.15-zero.txt': 'perf counted no instructions: 0',
  '5.15-thousands.txt': 'perf counted no instructions: 1,784,301,557',
  'refused-4.15-paranoid.txt': MAY_NOT,
  'refused-6.1-limited.txt': MAY_NOT,
  'refused-docker-seccomp.txt': MAY_NOT,
  'ubuntu-wrapper.txt': 'perf counted no instructions',
};

describe('readPerf', () => {
  for (const [name, events] of Object.entries(COUNTED)) {
    it(`reads the counts of ${name}`, () => {
      expect(readPerf(printed(name))).to.deep.equal({ events, reason: null });
    });
  }

  for (const [name, reason] of Object.entries(NOT_COUNTED)) {
    it(`gives a reason in place of counts for ${name}`, () => {
      expect(readPerf(printed(name))).to.deep.equal({ events: null, reason });
    });
  }

  it('has an expectation for each of the outputs', () => {
    expect(fs.readdirSync(FIXTURES).sort()).to.deep.equal(Object.keys({ ...COUNTED, ...NOT_COUNTED }).sort());
  });

  it('takes of two kinds of cores that which has counted, whichever comes first', () => {
    const rows =
      ['<not counted>;;instructions:u;0;0.00;;', '0;;instructions:u;0;100.00;;', '5000;;instructions:u;9;100.00'];
    for (const order of [[0, 1, 2], [2, 1, 0], [1, 2, 0]]) {
      expect(readPerf(order.map((i) => rows[i]).join('\n')).events).to.deep.equal({ instructions: 5000 });
    }
  });

  it('takes 99.99 % for all of the time, which perf rounds', () => {
    expect(readPerf('5000;;instructions:u;9;99.99').events).to.deep.equal({ instructions: 5000 });
  });

  it('does not take for an event what only has its name in it', () => {
    for (const line of ['5000;;my-instructions:u', '# 5000;;instructions:u', 'instructions:u;5000', '5000;;toString',
      '5000;;instructions:u and more']) {
      expect(readPerf(line), line).to.deep.equal({ events: null, reason: 'perf counted no instructions' });
    }
  });

  it('takes the event for what it is, whatever unit is before it and blanks are around', () => {
    for (const line of ['5000;insn;instructions:u;9;100.00', ' 5000 ;; instructions:u ; 9 ; 100.00 ']) {
      expect(readPerf(line).events, line).to.deep.equal({ instructions: 5000 });
    }
  });

  it('cuts what is no number', () => {
    expect(readPerf(`${'x'.repeat(50)};;instructions:u`).reason)
      .to.equal(`perf counted no instructions: ${'x'.repeat(20)}`);
  });

  it('needs instructions', () => {
    expect(readPerf('5000;;cycles:u;9;100.00').events).to.equal(null);
    expect(readPerf('').reason).to.equal('perf counted no instructions');
  });
});

describe('perfCommand', () => {
  it('asks for instructions of user code, of the process alone, to standard error or to a file', () => {
    expect(perfCommand(null, false))
      .to.deep.equal(['perf', 'stat', '-x', ';', '--no-inherit', '-e', 'instructions:u', '--']);
    expect(perfCommand('/tmp/x y', false))
      .to.deep.equal(['perf', 'stat', '-x', ';', '-o', '/tmp/x y', '--no-inherit', '-e', 'instructions:u', '--']);
  });

  it('asks for cycles, misses and mispredictions where caches are looked at', () => {
    const command = perfCommand(null, true);
    expect(command[command.indexOf('-e') + 1].split(',')).to.deep.equal(['instructions:u', 'cycles:u',
      'L1-dcache-load-misses:u', 'cache-misses:u', 'branch-misses:u']);
    expect(command[command.length - 1]).to.equal('--');
  });
});
