'use strict';

const { expect } = require('chai');
const { whyFailed } = require('../../lib/counts/counted-process');
const { rowError } = require('../../lib/text/row-error');

const VALGRIND = { name: 'valgrind', version: '3.19.0' };
const PERF = { name: 'perf', version: '6.1' };

const why = (code, message, output = [], source = VALGRIND) => whyFailed(rowError(code, message, { output }), source);

const NOT_REACHED = 'its process ended with exit code 1 before it came to suite 1';
const CANNOT_RUN = (fault) => `valgrind 3.19.0 cannot run this node: ${fault}; a newer valgrind may, or another node`;

describe('whyFailed', () => {
  for (const signal of ['SIGILL', 'SIGSEGV', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSYS']) {
    it(`blames valgrind where a process that has been measured dies of ${signal}`, () => {
      expect(why('killed', `its process was killed by ${signal}`))
        .to.equal(CANNOT_RUN(`its process was killed by ${signal}`));
    });
  }

  it('does not blame perf, which runs nothing in its own way', () => {
    expect(why('killed', 'its process was killed by SIGILL', [], PERF)).to.equal('its process was killed by SIGILL');
    expect(why('exited', 'x', ['valgrind: failed to start'], PERF)).to.equal('x (valgrind: failed to start)');
  });

  it('has what valgrind says of itself', () => {
    const said = "valgrind: the 'impossible' happened:";
    expect(why('not-reached', NOT_REACHED, ['', said, '   LibVEX called failure_exit().']))
      .to.equal(CANNOT_RUN("the 'impossible' happened:"));
    expect(why('not-reached', NOT_REACHED, ['valgrind: m_x.c:12 (f): Assertion \'a > b\' failed.']))
      .to.equal(CANNOT_RUN('m_x.c:12 (f): Assertion \'a > b\' failed.'));
    const unknown = 'vex: unhandled instruction bytes: 0x62';
    expect(why('killed', 'its process was killed by SIGILL', ['==12== noise', unknown])).to.equal(CANNOT_RUN(unknown));
  });

  it('tells that valgrind had too little memory, and needs more', () => {
    const words = 'valgrind 3.19.0 ran out of memory, of which it takes several times what the test takes; ' +
      'give it more';
    for (const line of ["==9==     Valgrind's memory management: out of memory:",
      '==9== Valgrind: FATAL: out of memory', 'valgrind: mmap(0x1000, 8) failed in UME with error 22.']) {
      expect(why('not-reached', NOT_REACHED, ['first', line, 'last']), line).to.equal(words);
    }
  });

  it('tells why valgrind did not start', () => {
    expect(why('not-reached', NOT_REACHED, ["valgrind: failed to start tool 'cachegrind' for platform 'amd64-linux'"]))
      .to.equal("valgrind 3.19.0 could not start: failed to start tool 'cachegrind' for platform 'amd64-linux'; " +
        'install it anew');
  });

  it('tells what a test threw, without what node adds', () => {
    expect(why('threw', 'Error: at last', ['at x.js:1', 'Node.js v26.1.0']))
      .to.equal('it failed while it was counted: Error: at last');
  });

  it('thinks of memory where somebody has killed it', () => {
    expect(why('killed', 'its process was killed by SIGKILL'))
      .to.equal('its process was killed by SIGKILL, perhaps for want of memory: valgrind 3.19.0 takes more of it');
  });

  it('has the last words of all others', () => {
    expect(why('exited', 'its process ended', ['first', ' last '])).to.equal('its process ended (last)');
    expect(why('timed-out', 'did not end within 300 s')).to.equal('did not end within 300 s');
    expect(whyFailed({ code: 'no-test', message: 'is not there' }, VALGRIND)).to.equal('is not there');
  });
});
