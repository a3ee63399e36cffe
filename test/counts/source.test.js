'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { callgrindCommand, findSource, readCallgrind, readPerf, CACHES, WEIGHTS } = require('#lib/extras/counts/source');
const { MISSING } = require('../helpers/counted-processes');
const { fakeHost, systemError } = require('../helpers/fake-host');

const TIMED_OUT = { ...MISSING, error: systemError('ETIMEDOUT', 'spawnSync'), signal: 'SIGKILL' };
const ended = (status, stderr = '', stdout = '') => ({ status, signal: null, stdout, stderr });

const COUNTING = ended(0, '123456;;instructions:u;200000;100.00;;\n');
const CANNOT = ended(0, '<not supported>;;instructions:u;0;100.00;;\n');
const VALGRIND = ended(0, '', 'valgrind-3.19.0\n');
const INSTALL = 'Install valgrind: apt-get install valgrind';
const NEWER = 'Install a newer version';
const ANSWER = 'Reinstall valgrind, and check valgrind --version';

/** A host with these answers of perf stat, perf --version and valgrind --version; and the commands that it ran. */
function hostWith({ perf = MISSING, version = ended(0, '', 'perf version 6.1.4-1\n'), valgrind = MISSING, ...given }) {
  const asked = [];
  return {
    asked,
    host: Object.assign(fakeHost(given), {
      run(command, args, options) {
        asked.push([command, ...args].join(' '));
        expect(options).to.include({ encoding: 'utf8', timeout: 10000, killSignal: 'SIGKILL' });
        const answer = command === 'valgrind' ? valgrind : args[0] === 'stat' ? perf : version;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    }),
  };
}

const reasonOf = (answers) => {
  const { source, reason } = findSource(hostWith(answers).host, false);
  expect(source).to.equal(null);
  return reason;
};

describe('findSource', () => {
  it('is perf if that counts; valgrind is not started then', () => {
    const { host, asked } = hostWith({ perf: COUNTING, valgrind: VALGRIND });
    const { source, reason } = findSource(host, false);
    expect(reason).to.equal(null);
    expect(source).to.include({ name: 'perf', version: '6.1.4', weights: null, caches: null });
    expect(asked).to.deep.equal(['perf stat -x ; --no-inherit -e instructions:u -- true', 'perf --version']);
    expect(source.command('/tmp/x y', { hasCache: true })).to.deep.equal(['perf', 'stat', '-x', ';', '-o', '/tmp/x y',
      '--no-inherit', '-e', 'instructions:u,cycles:u,L1-dcache-load-misses:u,cache-misses:u,branch-misses:u', '--']);
    expect(source.read(COUNTING.stderr))
      .to.deep.equal({ parts: [{ functions: null, events: { instructions: 123456 } }], reason: null });
    expect(source.read('')).to.deep.equal({ parts: null, reason: 'perf counted no instructions' });
    for (const version of [MISSING, ended(1), ended(0, '', 'perf version of mine')]) {
      expect(findSource(hostWith({ perf: COUNTING, version }).host, false).source.version).to.equal('');
    }
  });

  it('is valgrind if perf does not count', () => {
    for (const perf of [MISSING, CANNOT, TIMED_OUT, ended(1), systemError('EPERM', 'spawnSync')]) {
      const { host, asked } = hostWith({ perf, valgrind: VALGRIND });
      const { source, reason } = findSource(host, true);
      expect(reason).to.equal(null);
      expect(source).to.include({ name: 'valgrind', version: '3.19.0', weights: WEIGHTS, caches: CACHES });
      expect(asked).to.have.length(3);
      expect(source.command('/tmp/x', {})).to.include('valgrind').and.include('--callgrind-out-file=/tmp/x');
      const { parts: [{ events }], reason: none } = source.read('part: 1\nevents: Ir\ntotals: 5\n');
      expect({ events, none }).to.deep.equal({ events: { instructions: 5 }, none: null });
      expect(source.read('part: 1\nevents: Ir\n')).to.deep.equal({ parts: null,
        reason: 'the output of valgrind is truncated. Is the disk full? Set TMPDIR to another folder' });
    }
  });

  it('reports why neither counts, and names the package to install', () => {
    for (const [perf, reason] of [
      [MISSING, 'perf is not installed'],
      [TIMED_OUT, 'perf did not answer within 10 s'],
      [systemError('EACCES', 'spawnSync perf'), 'perf cannot be started: EACCES: spawnSync perf'],
      [ended(127), 'perf ended with exit code 127'],
      [ended(0), 'perf printed unexpected output'],
      [{ ...ended(null, '5;;instructions:u;1;100.00'), signal: 'SIGSEGV' }, 'perf was killed by SIGSEGV'],
      [CANNOT, 'perf cannot count instructions here (<not supported>)'],
    ]) expect(reasonOf({ perf })).to.equal(`${reason}, and valgrind is not installed. ${INSTALL}`);
    for (const [stdout, reason, hint] of [
      ['valgrind-3.15.0\n', 'valgrind 3.15.0 is too old (minimum: 3.16)', NEWER],
      ['valgrind-2.99\n', 'valgrind 2.99 is too old (minimum: 3.16)', NEWER],
      ['welcome\n', 'valgrind printed unexpected output', ANSWER],
    ]) expect(reasonOf({ valgrind: ended(0, '', stdout) })).to.equal(`perf is not installed, and ${reason}. ${hint}`);
  });

  it('accepts valgrind from 3.16, also a patched one, and names no package on other systems', () => {
    const versionOf = (stdout) => findSource(hostWith({ valgrind: ended(0, '', stdout) }).host, false).source.version;
    expect(['valgrind-3.16.0\n', 'valgrind-3.19.0.GIT-lbmacos\n', 'valgrind-4.0\n'].map(versionOf))
      .to.deep.equal(['3.16.0', '3.19.0.GIT-lbmacos', '4.0']);
    expect(reasonOf({ platform: 'darwin' }))
      .to.equal('perf is not installed, and valgrind is not installed. Counting is supported only on Linux');
  });
});

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'perf-counts');

/** The output of perf: the file without the lines about its origin. */
const printed = (name) => fs.readFileSync(path.join(FIXTURES, name), 'utf8').replace(/^## .*\n/gm, '');

const MAY_NOT = 'perf is not permitted to read the counters (set sysctl kernel.perf_event_paranoid=2; many ' +
  'containers forbid perf)';
const REPORTED = { instructions: 1784301557 };

const COUNTED_FILES = {
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
  '6.8-hybrid-moved.txt': 'perf counted instructions for only 51 % of the time',
  '6.8-hybrid-atom.txt': 'perf cannot count instructions here (<not counted>)',
  '5.15-multiplexed.txt': 'perf counted instructions for only 42.17 % of the time',
  '5.15-nearly-whole.txt': 'perf counted instructions for only 99.98 % of the time',
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
  it('reads the counts of each version of perf, or gives a reason instead', () => {
    for (const name of fs.readdirSync(FIXTURES)) {
      const { [name]: events = null } = COUNTED_FILES;
      const { [name]: reason = null } = NOT_COUNTED;
      expect(readPerf(printed(name)), name).to.deep.equal({ events, reason });
    }
  });

  it('reads no lines of other events, and a share of the time that perf rounds', () => {
    const lines = ['5000;;my-instructions:u', '# 5000;;instructions:u', 'instructions:u;5000', '5000;;toString',
      '5000;;instructions:u and more', '5000;;cycles:u;9;100.00', ''];
    for (const line of lines) {
      expect(readPerf(line), line).to.deep.equal({ events: null, reason: 'perf counted no instructions' });
    }
    const long = readPerf(`${'x'.repeat(50)};;instructions:u`);
    expect(long.reason).to.equal(`perf counted no instructions: ${'x'.repeat(20)}`);
    // Two kinds of cores
    const cores = ['<not counted>;;instructions:u;0;0.00;;', ' 5000 ;insn; instructions:u ; 9 ; 99.99 '];
    for (const text of [cores.join('\n'), cores.reverse().join('\n')]) {
      expect(readPerf(text)).to.deep.equal({ events: { instructions: 5000 }, reason: null });
    }
  });
});

// Cut by hand from what callgrind 3.19 wrote of a Node 20: a builtin that calls code that V8 has made, which is at two
// addresses, one of them twice; a function that calls itself; one of a library without names.
const FILE = `# callgrind format
version: 1
creator: callgrind-3.19.0
part: 1
positions: instr
events: Ir
summary: 1169

ob=/usr/bin/node
fl=???
fn=Builtins_ArrayMap
0x18bdf90 20
cob=???
cfl=???
cfn=0x000000000d046500
calls=30 0xd046500 
0x18bdf94 900
0x18bdf99 10

ob=???
fl=???
fn=0x000000000d046500
0xd046500 600
cob=/usr/bin/node
cfl=???
cfn=Builtins_ArrayMap
calls=2 0x18bdf90 
0xd046500 60
0xd046502 200
fn=0x000000000d046540
0xd046502 100

ob=/usr/bin/node
fl=???
fn=v8::internal::Deserializer::ReadObject(int)'2
0x18c0000 7
fn=v8::internal::Deserializer::ReadObject(int)
0x18c0000 30

ob=/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30
fl=???
fn=0x00000000000a5ac0
0xa5ac0 2

totals: 969
`;

describe('callgrind', () => {
  const PLAIN = ['valgrind', '--quiet', '--tool=callgrind', '--callgrind-out-file=/tmp/x 3', '--smc-check=all-non-file',
    '--vex-guest-chase=no', '--compress-strings=no', '--compress-pos=no'];

  it('counts parts, caches and addresses of code only on request', () => {
    for (const [asked, more] of [
      [undefined, []],
      [{ hasMarks: true }, ['--combine-dumps=yes', '--dump-before=uv_os_getpriority']],
      [{ hasCode: true, pipes: '/tmp/p' },
        ['--vgdb-prefix=/tmp/p', '--instr-atstart=no', '--dump-instr=yes', '--dump-line=no']],
      // Sizes alone would turn the simulation of caches on.
      [{ hasCache: true },
        ['--cache-sim=yes', '--branch-sim=yes', '--I1=32768,8,64', '--D1=32768,8,64', '--LL=8388608,16,64']],
    ]) {
      const plain = asked && asked.pipes ? PLAIN : [...PLAIN, '--vgdb=no'];
      expect(callgrindCommand('/tmp/x 3', asked)).to.deep.equal([...plain, ...more]);
    }
  });

  const events = 'events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim\n';

  it('reads the events of each part, without zeros at the end', () => {
    const parts = readCallgrind(`version: 1\npart: 1\n${events}fn=f\n12 100 3\n+1 5\ntotals: 105 3\n` +
      `part: 2\n${events}fn=f\n12 7 1 1 1\nob=???\nfn=0x10\n0 40 1\ntotals: 47 2 1 1 0 0 0 0 0 9 4 1 1\n`);
    // 105 + 3 hits of the first level; 47 + 2 + 1 - 1 of these, one of the last level, and five mispredictions.
    expect(parts.map((part) => part.events)).to.deep.equal([
      { instructions: 105, l1Misses: 0, llMisses: 0, mispredicted: 0, cycles: 108 },
      { instructions: 47, l1Misses: 1, llMisses: 0, mispredicted: 5, cycles: 49 + 5 + 5 * 15 },
    ]);
    expect([...parts[1].functions]).to.deep.equal([['f', 7], ['???', 40]]);
    expect(readCallgrind('part: 1\nevents: Ir\ntotals: 5\n')[0].events).to.deep.equal({ instructions: 5 });
  });

  it('is null for a file that was cut off, or has a part without a number', () => {
    const whole = 'part: 1\nevents: Ir\ntotals: 5\n';
    for (const rest of ['fn=f\n1 5\n', 'totals:', 'totals:5', 'totals: \n', 'totals: x\n', 'totals: 0\n']) {
      expect(readCallgrind(`${whole}part: 2\nevents: Ir\n${rest}`), rest).to.equal(null);
    }
    for (const text of [FILE.slice(0, -20), '']) expect(readCallgrind(text)).to.equal(null);
  });

  it('counts functions without the functions that they call, and code of V8 by address', () => {
    const [{ functions, code }] = readCallgrind(FILE);
    expect([...functions]).to.deep.equal([
      ['Builtins_ArrayMap', 30], ['v8::internal::Deserializer::ReadObject(int)', 37], ['in libstdc++.so.6.0.30', 2],
    ]);
    expect([...code]).to.deep.equal([[0xd046500, 600], [0xd046502, 300]]);
  });
});
