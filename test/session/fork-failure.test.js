'use strict';

const { expect } = require('chai');
const { forkFailure } = require('#lib/core/session/fork-failure');

/** The error of a process that ended this way; by default it reached the suite and ended with 0. */
const failureOf = (given) => forkFailure({
  suite: 1, begun: true, timedOutMs: null, notStarted: null, fault: null, isLost: false, garbage: undefined,
  otherProtocol: null, code: 0, signal: null, output: [], ...given,
});

const memory = (line) => ['<--- Last few GCs --->', line, ' 1: 0xb8d0c0 node::Abort()'];
const after = 'Call process.exit() after the suite';
const same = 'which must call the same suites in every run';
const moreMemory = 'For more memory, use node --max-old-space-size=MB';

const ends = [
  ['it could not send any', { isLost: true, code: 199 }, 'garbage',
    'its process closed file descriptor 3, through which it reports its result'],
  ['its heap was full, and so it could not send any',
    { isLost: true, code: 199, output: memory('JavaScript heap out of memory') }, 'out-of-memory',
    /^ran out of memory/],
  ['it ended with 0', {}, 'exited', `its process ended with exit code 0 before reporting a result. ${after}`],
  ['it ended before the suite', { begun: false, code: 0 }, 'not-reached',
    `its process ended with exit code 0 before it reached suite 1 of the script, ${same}`],
  ['it ended before the third suite', { begun: false, code: 1, suite: 3 }, 'not-reached',
    `its process ended with exit code 1 before it reached suite 3 of the script, ${same}`],
  ['its script was deleted', { begun: false, code: 1, lostScript: '/x.js' }, 'not-reached',
    'its script /x.js no longer exists'],
  ['V8 ended it', { code: null, signal: 'SIGTRAP' }, 'killed',
    'its process was killed by SIGTRAP. V8 ends a process in which an array or object exceeds its maximum size'],
  ['it aborted itself', { code: null, signal: 'SIGABRT', output: ['Assertion failed'] }, 'killed',
    'its process was killed by SIGABRT'],
  ['it took too long', { timedOutMs: 6500, code: null, signal: 'SIGTERM' }, 'timed-out',
    'did not end within 6.5 s, and its process was killed. If the test needs more time, raise its ' +
    'timeout'],
  ['it took all of the time that the command had left',
    { timedOutMs: 700, isLowered: true, code: null, signal: 'SIGTERM' }, 'timed-out',
    "did not end within 0.7 s, the most that the command's --timeout left for it, and its process was killed"],
  ['its heap was full', { code: null, signal: 'SIGABRT',
      output: memory('FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory') },
    'out-of-memory', `ran out of memory: its process was killed by SIGABRT. ${moreMemory}`],
  ['a buffer did not fit', { code: 1, output: ['RangeError: Array buffer allocation failed'] }, 'out-of-memory',
    `ran out of memory: its process ended with exit code 1. ${moreMemory}`],
  ['its heap was full, and it took too long',
    { timedOutMs: 6500, code: 134, output: memory('JavaScript heap out of memory') }, 'timed-out',
    /^did not end within 6\.5 s/],
  ['it sent garbage', { garbage: 'garbage' }, 'garbage',
    'its process wrote \'garbage\' instead of a result, and ended with exit code 0'],
  ['it sent garbage and was killed', { garbage: [1, 2, 3, 4, 5], code: null, signal: 'SIGKILL' }, 'garbage',
    'its process wrote [ 1, 2, 3, ... 2 more items ] instead of a result, and was killed by SIGKILL'],
  ['another version of this library', { otherProtocol: 2, code: null, signal: 'SIGKILL' }, 'garbage',
    'its process uses another version of qtimeit (protocol 2)'],
];

/* fork-runner.test.js has the messages of processes that could not be started or sent an invalid result. */
describe('a process without a result', () => {
  for (const [what, end, code, message] of ends) {
    it(`has a message: ${what}`, () => {
      const error = failureOf(end);
      if (message instanceof RegExp) expect(error.message).to.match(message);
      else expect(error.message).to.equal(message);
      expect(error).to.deep.equal(
        { code, message: error.message, at: null, calls: null, stack: null, output: end.output || [] });
      expect(JSON.parse(JSON.stringify(error))).to.deep.equal(error);
    });
  }

  it('has output without our frames, unless there are no others', () => {
    const ours = `    at run (${require.resolve('#lib/core/measure/run-steps')}:78:15)`;
    const outputOf = (...output) => failureOf({ code: 1, output }).output;
    expect(outputOf('Error: x', '    at f (/w/a.js:1:2)', ours)).to.deep.equal(['Error: x', '    at f (/w/a.js:1:2)']);
    expect(outputOf('Error: x', ours)).to.deep.equal(['Error: x', ours]);
  });
});
