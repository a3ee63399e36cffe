'use strict';

const { expect } = require('chai');
const { findSource } = require('../../lib/counts/source');
const { CACHES, WEIGHTS } = require('../../lib/counts/events');
const { fakeHost, systemError } = require('../helpers/fake-host');

const MISSING = { error: systemError('ENOENT', 'spawnSync'), status: null, stdout: null, stderr: null };
const TIMED_OUT = { ...MISSING, error: systemError('ETIMEDOUT', 'spawnSync'), signal: 'SIGKILL' };
const ended = (status, stderr = '', stdout = '') => ({ status, signal: null, stdout, stderr });

const COUNTING = ended(0, '123456;;instructions:u;200000;100.00;;\n');
const CANNOT = ended(0, '<not supported>;;instructions:u;0;100.00;;\n');
const VALGRIND = ended(0, '', 'valgrind-3.19.0\n');
const INSTALL = 'apt-get install valgrind makes it count';
const NEWER = 'a newer one makes it count';
const ANSWER = 'one whose valgrind --version answers makes it count';

/** A host with these answers of perf stat, perf --version and valgrind --version; and what it was asked for. */
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
  it('is perf where that counts, and asks nobody else', () => {
    const { host, asked } = hostWith({ perf: COUNTING, valgrind: VALGRIND });
    const { source, reason } = findSource(host, false);
    expect(reason).to.equal(null);
    expect(source).to.include({ name: 'perf', version: '6.1.4', weights: null, caches: null });
    expect(asked).to.deep.equal(['perf stat -x ; --no-inherit -e instructions:u -- true', 'perf --version']);
    expect(source.command('/tmp/x', { hasCache: false }).slice(0, 6))
      .to.deep.equal(['perf', 'stat', '-x', ';', '-o', '/tmp/x']);
    expect(source.read(COUNTING.stderr))
      .to.deep.equal({ parts: [{ functions: null, events: { instructions: 123456 } }], reason: null });
    expect(source.read('')).to.deep.equal({ parts: null, reason: 'perf counted no instructions' });
  });

  it('asks perf for misses, too, where these are to be counted', () => {
    const { host, asked } = hostWith({ perf: COUNTING });
    findSource(host, true);
    expect(asked[0]).to.include(',branch-misses:u ');
  });

  it('does not need to know which perf it is', () => {
    for (const version of [MISSING, ended(1), ended(0, '', 'perf version of mine')]) {
      expect(findSource(hostWith({ perf: COUNTING, version }).host, false).source.version).to.equal('');
    }
  });

  it('is valgrind where perf does not count', () => {
    for (const perf of [MISSING, CANNOT, TIMED_OUT, ended(1), systemError('EPERM', 'spawnSync')]) {
      const { host, asked } = hostWith({ perf, valgrind: VALGRIND });
      const { source, reason } = findSource(host, true);
      expect(reason).to.equal(null);
      expect(source).to.include({ name: 'valgrind', version: '3.19.0', weights: WEIGHTS, caches: CACHES });
      expect(asked).to.have.length(2);
      expect(source.command('/tmp/x', {})).to.include('valgrind').and.include('--callgrind-out-file=/tmp/x');
      const { parts: [{ events }], reason: none } = source.read('part: 1\nevents: Ir\ntotals: 5\n');
      expect([events, none]).to.deep.equal([{ instructions: 5 }, null]);
      expect(source.read('part: 1\nevents: Ir\n')).to.deep.equal({ parts: null,
        reason: 'what valgrind wrote has no end; is the disk full? TMPDIR names another folder' });
    }
  });

  const perfReasons = [
    ['is not there', MISSING, 'perf is not installed'],
    ['does not answer', TIMED_OUT, 'perf did not answer within 10 s'],
    ['may not be started', systemError('EACCES', 'spawnSync perf'), 'perf cannot be started: EACCES: spawnSync perf'],
    ['fails without a word', ended(127), 'perf ended with exit code 127'],
    ['says nothing', ended(0), 'perf answered something else'],
    ['is killed', { status: null, signal: 'SIGSEGV', stdout: '', stderr: '5;;instructions:u;1;100.00' },
      'perf was killed by SIGSEGV'],
    ['cannot count', CANNOT, 'perf cannot count instructions here (<not supported>)'],
    ['may not count', ended(255, 'Error:\nYou may not have permission to collect stats.\n'),
      'perf may not read the counters (sysctl kernel.perf_event_paranoid=2 lets it, containers forbid it)'],
    ['counts nothing', ended(0, '0;;instructions:u;0;100.00;;\n'), 'perf counted no instructions: 0'],
    ['counts a part of the time', ended(0, '9999;;instructions:u;9;42.17;;\n'),
      'perf counted instructions for 42.17 % of the time only'],
  ];
  for (const [what, perf, reason] of perfReasons) {
    it(`says that perf ${what}, and what to install`, () => {
      expect(reasonOf({ perf })).to.equal(`${reason}, and valgrind is not installed; ${INSTALL}`);
    });
  }

  const valgrindReasons = [
    ['is too old', ended(0, '', 'valgrind-3.15.0\n'), 'valgrind 3.15.0 is too old (3.16 would do)', NEWER],
    ['is of another age', ended(0, '', 'valgrind-2.99\n'), 'valgrind 2.99 is too old (3.16 would do)', NEWER],
    ['is something else', ended(0, '', 'welcome\n'), 'valgrind answered something else'],
    ['does not answer', TIMED_OUT, 'valgrind did not answer within 10 s'],
    ['fails', ended(1, 'valgrind: failed to start tool'), 'valgrind ended with exit code 1'],
    ['may not be started', systemError('EACCES', 'x'), 'valgrind cannot be started: EACCES: x'],
  ];
  for (const [what, valgrind, reason, wayOut = ANSWER] of valgrindReasons) {
    it(`says that valgrind ${what}, and not to install what is there`, () => {
      expect(reasonOf({ valgrind })).to.equal(`perf is not installed, and ${reason}; ${wayOut}`);
    });
  }

  it('takes a valgrind from 3.16 on, a patched one, too', () => {
    const versionOf = (stdout) => findSource(hostWith({ valgrind: ended(0, '', stdout) }).host, false).source.version;
    expect(['valgrind-3.16.0\n', 'valgrind-3.19.0.GIT-lbmacos\n', 'valgrind-4.0\n'].map(versionOf))
      .to.deep.equal(['3.16.0', '3.19.0.GIT-lbmacos', '4.0']);
  });

  it('names no package where there is none', () => {
    for (const platform of ['darwin', 'win32']) {
      expect(reasonOf({ platform }))
        .to.equal('perf is not installed, and valgrind is not installed; both are programs of Linux');
    }
  });
});
