'use strict';

const fs = require('fs');
const path = require('path');
const { expect } = require('chai');
const { sentence, codes } = require('../lib/warnings');

describe('the words for warnings', () => {
  // Each warning as it stands in a result, and its words.
  const table = [
    [{ code: 'below-resolution', resolutionNs: 0.1 }, 'cannot be told from an empty function (under 0.10 ns each)'],
    [{ code: 'below-resolution', resolutionNs: 0.0012 }, 'cannot be told from an empty function (under 0.0012 ns each)'],
    [{ code: 'too-few-samples', rounds: 2 }, '2 rounds are too few for an interval; more calls or a longer time give one'],
    [{ code: 'few-samples', rounds: 9 }, 'the interval stands on 9 rounds only; more calls or a longer time narrow it'],
    // 250 ns = 0.00025 ms
    [{ code: 'cold-start', calls: 57, extraNs: 9000, steadyNs: 250 }, 'the first 57 calls ran cold; steady: 0.000250 ms each'],
    [{ code: 'not-steady', drift: 0.25 }, 'not steady: 25 % slower at the end than at the start'],
    [{ code: 'not-steady', drift: -0.0712 }, 'not steady: 7.1 % faster at the end than at the start'],
    [{ code: 'disturbed', rounds: 3, lostNs: 2.5e9 }, 'interrupted 3 times, for 2.50 s in all, which are left out'],
    [{ code: 'disturbed', rounds: 1, lostNs: 2e7 }, 'interrupted once, for 0.020 s in all, which are left out'],
    [{ code: 'collections', share: 0.034 }, '3.4 % of the time went into collecting garbage'],
    [{ code: 'collections', share: 0.34 }, '34 % of the time went into collecting garbage'],
    [{ code: 'may-hide', referenceNs: 41.2 }, 'a body under 41.20 ns may hide behind the queueing of its promise'],
    [{ code: 'waits', share: 0.824 }, 'no processor worked for it in 82 % of the time: it waits, or others have the processor'],
    [{ code: 'memory-unsure', reason: 'few-calls' },
      'how much a call allocates is not sure: there were too few calls to tell it from what V8 itself allocates'],
    [{ code: 'memory-unsure', reason: 'spread' }, 'how much a call allocates is not sure: it was now more, now less, by over 5 %'],
    [{ code: 'memory-unsure', reason: 'other-work' }, 'how much a call allocates is not sure: the process allocates beside the test, too'],
    [{ code: 'memory-unsure', reason: 'no-profiler' }, 'how much a call allocates is not sure: this Node.js does not tell of collections; 18.15 and later do'],
    // Of a later version
    [{ code: 'memory-unsure', reason: 'toString' }, 'how much a call allocates is not sure: toString'],
    [{ code: 'heap-limit', usedBytes: 53.6e6, limitBytes: 67e6 },
      'stopped early: the test keeps what it allocates, 54 of 67 MB of heap are in use; raise --max-old-space-size'],
    [{ code: 'handles-left', handles: ['2 x Timeout', '1 x TCPSocketWrap'] }, 'the test left open: 2 x Timeout, 1 x TCPSocketWrap'],
    [{ code: 'interrupted' }, 'the run was interrupted: these figures stand on fewer rounds than were asked for'],
    [{ code: 'short-runs', seconds: 0.00412 }, 'a run takes 4.1 ms: much of that is code that runs cold; a longer input tells more'],
    [{ code: 'output-varies', low: 100, high: 120 }, 'its runs gave 100 to 120 bytes: they did not all do the same'],
    [{ code: 'tier-not-held', tier: 'optimized', found: 'interpreter' }, 'not held to optimized code: V8 ran it in the interpreter; these figures are not of that tier'],
    [{ code: 'tier-not-held', tier: 'interpreter', found: 'native' }, 'not held to the interpreter: V8 ran native code, of which it tells nothing; these figures are not of that tier'],
    [{ code: 'tier-not-held', tier: 'later', found: 'constructor' }, 'not held to later: V8 ran it as constructor; these figures are not of that tier'],
    [{ code: 'hung-at-exit' }, 'its process had to be killed after the result was there: something keeps it open'],
  ];
  for (const [warning, words] of table) {
    it(`say ${JSON.stringify(warning)}`, () => expect(sentence(warning)).to.equal(words));
  }

  it('are tested for every code that has them', () => {
    expect(new Set(table.map(([warning]) => warning.code))).to.deep.equal(new Set(codes));
  });

  it('are there for every code that a result can carry', () => {
    const emitted = new Set();
    for (const file of ['summary.js', 'timeit.js', 'fork-session.js']) {
      const source = fs.readFileSync(path.join(__dirname, '..', 'lib', file), 'utf8');
      for (const [, code] of source.matchAll(/{ code: '([a-z-]+)'/g)) emitted.add(code);
    }
    expect([...emitted]).to.include.members(['below-resolution', 'heap-limit', 'handles-left']);
    expect(codes).to.include.members([...emitted]);
  });

  it('are the code itself where there are none', () => {
    expect(sentence({ code: 'of-a-later-version' })).to.equal('of-a-later-version');
  });

  it('are the code itself where that is what every object has', () => {
    for (const code of ['constructor', 'toString', '__proto__']) expect(sentence({ code })).to.equal(code);
  });

  it('include those of the machine', () => {
    expect(sentence({ code: 'inspector' })).to.be.a('string').that.does.not.equal('inspector');
  });
});
