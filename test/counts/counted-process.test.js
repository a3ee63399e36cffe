'use strict';

const { expect } = require('chai');
const { whyFailed } = require('../../lib/counts/counted-process');
const { rowError } = require('../../lib/text/row-error');

const VALGRIND = { name: 'valgrind', version: '3.19.0' };
const PERF = { name: 'perf', version: '6.1' };

const whyOf = (code, message, output = [], source = VALGRIND) => whyFailed(rowError(code, message, { output }), source);

const NOT_REACHED = 'its process ended with exit code 1 before it came to suite 1';
const CANNOT_RUN = (fault) => `valgrind 3.19.0 cannot run this node: ${fault}; a newer valgrind may, or another node`;
const NO_MEMORY = 'valgrind 3.19.0 ran out of memory, of which it takes several times what the test takes; ' +
  'give it more';
const unknown = 'vex: unhandled instruction bytes: 0x62';
const killedBy = (signal) => `its process was killed by ${signal}`;

describe('whyFailed', () => {
  for (const [words, expected] of [
    ...['SIGILL', 'SIGSEGV', 'SIGTRAP', 'SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGSYS'].map((signal) => (
      [['killed', killedBy(signal)], CANNOT_RUN(killedBy(signal))])),
    // Perf does not run code in its own way.
    [['killed', killedBy('SIGILL'), [], PERF], killedBy('SIGILL')],
    [['exited', 'x', ['valgrind: failed to start'], PERF], 'x (valgrind: failed to start)'],
    [['not-reached', NOT_REACHED, ['', "valgrind: the 'impossible' happened:", '   LibVEX called failure_exit().']],
      CANNOT_RUN("the 'impossible' happened:")],
    [['not-reached', NOT_REACHED, ['valgrind: m_x.c:12 (f): Assertion \'a > b\' failed.']],
      CANNOT_RUN('m_x.c:12 (f): Assertion \'a > b\' failed.')],
    [['killed', killedBy('SIGILL'), ['==12== noise', unknown]], CANNOT_RUN(unknown)],
    ...["==9==     Valgrind's memory management: out of memory:", '==9== Valgrind: FATAL: out of memory',
      'valgrind: mmap(0x1000, 8) failed in UME with error 22.'].map((line) => (
      [['not-reached', NOT_REACHED, ['first', line, 'last']], NO_MEMORY])),
    [['not-reached', NOT_REACHED, ["valgrind: failed to start tool 'cachegrind' for platform 'amd64-linux'"]],
      "valgrind 3.19.0 could not start: failed to start tool 'cachegrind' for platform 'amd64-linux'; install it anew"],
    [['threw', 'Error: at last', ['at x.js:1', 'Node.js v26.1.0']], 'it failed while it was counted: Error: at last'],
    [['killed', killedBy('SIGKILL')],
      `${killedBy('SIGKILL')}, perhaps for want of memory: valgrind 3.19.0 takes more of it`],
    [['exited', 'its process ended', ['first', ' last ']], 'its process ended (last)'],
    [['timed-out', 'did not end within 300 s'], 'did not end within 300 s'],
  ]) {
    it(`is: ${expected}`, () => expect(whyOf(...words)).to.equal(expected));
  }
});
